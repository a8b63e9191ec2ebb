"""The interface of OpenSpiel, without depending on it.

>>> game = load_game("liuzichong")
>>> state = game.new_initial_state()
>>> state.apply_action(state.legal_actions()[0])
>>> state.current_player()
1
"""

from __future__ import annotations

from typing import Iterable, Optional

import numpy as np
import numpy.typing as npt

from ._native import Game as NativeGame
from ._native import IllegalMoveError
from ._texts import texts

__all__ = ["CHANCE_PLAYER", "TERMINAL_PLAYER", "Game", "State", "load_game"]

#: The player of chance nodes, as in OpenSpiel.
CHANCE_PLAYER = -1
#: The player of finished games, as in OpenSpiel.
TERMINAL_PLAYER = -4


def load_game(
    kind: str,
    *,
    position: Optional[str] = None,
    rules: Iterable[str] = (),
    modes: Iterable[str] = (),
) -> Game:
    """Returns a game, as ``pyspiel.load_game`` does."""
    return Game(kind, position, texts("rules", rules), texts("modes", modes))


class Game:
    """A game, which creates states."""

    def __init__(self, kind: str, position: Optional[str], rules: list[str], modes: list[str]) -> None:
        self._arguments = (kind, position, rules, modes)
        self._prototype = self._start()

    def _start(self) -> NativeGame:
        kind, position, rules, modes = self._arguments
        return NativeGame(kind, position, rules=rules, modes=modes)

    def new_initial_state(self) -> State:
        return State(self, self._start())

    def num_distinct_actions(self) -> int:
        return self._prototype.action_count

    def num_players(self) -> int:
        return 2

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def observation_tensor_shape(self) -> list[int]:
        return list(self._prototype.observation_shape)


class State:
    """A state of a game. Chance events are actions numbered in the order of :meth:`chance_outcomes`."""

    def __init__(self, game: Game, native: NativeGame) -> None:
        self._game = game
        self._native = native
        self._seen: tuple[list[str], list[str]] = ([], [])
        self._record()

    def get_game(self) -> Game:
        return self._game

    def current_player(self) -> int:
        turn = self._native.turn
        if turn == "chance":
            return CHANCE_PLAYER
        if turn == "over":
            return TERMINAL_PLAYER
        return self._native.sides.index(turn)

    def is_chance_node(self) -> bool:
        return self._native.turn == "chance"

    def is_terminal(self) -> bool:
        return self._native.turn == "over"

    def legal_actions(self, player: Optional[int] = None) -> list[int]:
        if player is not None and player != self.current_player():
            return []
        if self.is_chance_node():
            return list(range(len(self._native.chance_outcomes())))
        return self._native.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(number, chance) for number, (_, chance) in enumerate(self._native.chance_outcomes())]

    def action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE_PLAYER:
            return self._chance_event(action)
        return self._native.action_text(action)

    def string_to_action(self, text: str) -> int:
        return self._native.action_number(text)

    def apply_action(self, action: int) -> None:
        player = self.current_player()
        if player == CHANCE_PLAYER:
            self._native.push_chance(self._chance_event(action))
        else:
            text = self._native.push_action(action)
            self._seen[player].append(f"play {text}")
        self._record()

    def returns(self) -> list[float]:
        outcome = self._native.outcome()
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0 if side == outcome.winner else -1.0 for side in self._native.sides]

    def information_state_string(self, player: Optional[int] = None) -> str:
        """Returns everything that a player has seen and done, from the start."""
        return "\n".join(self._seen[self._native.sides.index(self._side(player))])

    def observation_string(self, player: Optional[int] = None) -> str:
        return repr(self._native.view(self._side(player)))

    def observation_tensor(self, player: Optional[int] = None) -> npt.NDArray[np.uint8]:
        planes = np.empty(self._native.observation_shape, np.uint8)
        self._native.write_observation(self._side(player), planes)
        return planes

    def clone(self) -> State:
        copy = State.__new__(State)
        copy._game = self._game
        copy._native = self._native.copy()
        copy._seen = (list(self._seen[0]), list(self._seen[1]))
        return copy

    def __str__(self) -> str:
        return str(self._native)

    def _chance_event(self, action: int) -> str:
        outcomes = self._native.chance_outcomes()
        if not 0 <= action < len(outcomes):
            raise IllegalMoveError(f"chance event {action} does not exist; there are {len(outcomes)}, from 0")
        return outcomes[action][0]

    def _side(self, player: Optional[int]) -> str:
        """Returns the side of a player, by default the one to move."""
        number = self.current_player() if player is None else player
        if number not in (0, 1):
            raise ValueError(f"player {number} has no side; choose 0 or 1")
        return self._native.sides[number]

    def _record(self) -> None:
        for seen, side in zip(self._seen, self._native.sides):
            view = repr(self._native.view(side))
            if not seen or seen[-1] != view:
                seen.append(view)
