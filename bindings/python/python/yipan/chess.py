"""Western chess: FIDE rules, Chess960, and five modes in any combination."""

from __future__ import annotations

from typing import Iterable, Optional

from . import _native
from ._texts import texts

__all__ = ["MODES", "Board", "Game"]

#: The modes, in any combination of which one rule set of dice at most.
MODES = ("dice-a", "dice-b", "fog", "gravity", "portals", "mines")


class Board(_native.Game):
    """A game of chess by FIDE rules, with the method names of python-chess.

    Moves are texts. Draws by threefold repetition and by fifty moves are claimed, as FIDE has it: see
    :meth:`can_claim_draw`.
    """

    __slots__ = ()

    def __new__(cls, fen: Optional[str] = None, *, chess960: bool = False) -> Board:
        rules = ["draws=claimed"]
        if chess960:
            rules.append("chess960=yes")
        return super().__new__(cls, "chess", fen, rules=rules)

    def san(self, move: str) -> str:
        """Returns a legal move in standard algebraic notation."""
        return self.notation(move, "san")


class Game(_native.Game):
    """A game of chess with modes.

    With a seed, chance events are drawn from it as soon as they are due. Without one, :attr:`turn` is ``"chance"``
    until :meth:`push_chance` has applied one of :meth:`chance_outcomes`.
    """

    __slots__ = ()

    def __new__(
        cls,
        fen: Optional[str] = None,
        *,
        modes: Iterable[str] = (),
        rules: Iterable[str] = (),
        seed: Optional[int] = None,
    ) -> Game:
        return super().__new__(cls, "chess", fen, rules=texts("rules", rules), modes=texts("modes", modes), seed=seed)
