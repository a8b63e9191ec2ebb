"""Rules, environments, PGN and engine of chess with modes, xiangqi and liuzichong.

>>> import yipan.chess
>>> board = yipan.chess.Board()
>>> board.push_san("e4")
'e2e4'
>>> board.explain("e2e4")
'there is no piece on e2; choose one of your own'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable, Optional

from . import chess, liuzichong, openspiel, pgn, xiangqi
from ._native import (
    AmbiguousMoveError,
    Analysis,
    BufferError,
    Dice,
    Engine,
    Game,
    GameOverError,
    IllegalMoveError,
    InvalidMoveError,
    InvalidSetupError,
    Line,
    Outcome,
    PgnGame,
    Probe,
    View,
    YipanError,
    __version__,
)
from .batch import BatchEnv, Buffers

if TYPE_CHECKING:
    from .aec import BoardGameEnv

__all__ = [
    "AmbiguousMoveError",
    "Analysis",
    "BatchEnv",
    "BufferError",
    "Buffers",
    "Dice",
    "Engine",
    "Game",
    "GameOverError",
    "IllegalMoveError",
    "InvalidMoveError",
    "InvalidSetupError",
    "Line",
    "Outcome",
    "PgnGame",
    "Probe",
    "View",
    "YipanError",
    "__version__",
    "chess",
    "env",
    "liuzichong",
    "openspiel",
    "pgn",
    "xiangqi",
]


def env(
    kind: str,
    *,
    position: Optional[str] = None,
    rules: Iterable[str] = (),
    modes: Iterable[str] = (),
    max_plies: Optional[int] = None,
    render_mode: Optional[str] = None,
) -> BoardGameEnv:
    """Creates a PettingZoo environment, which needs ``pip install yipan[pettingzoo]``."""
    try:
        from .aec import BoardGameEnv
    except ImportError as error:
        raise ImportError(f"{error}; run `pip install yipan[pettingzoo]`") from error

    return BoardGameEnv(
        kind, position=position, rules=rules, modes=modes, max_plies=max_plies, render_mode=render_mode
    )
