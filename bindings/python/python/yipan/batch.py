"""Many games in one call, for reinforcement learning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterable, Optional

import numpy as np
import numpy.typing as npt

from ._native import Batch, BufferError
from ._texts import texts

__all__ = ["BatchEnv", "Buffers"]


@dataclass
class Buffers:
    """The arrays that a step writes, one row per game. Any memory will do that is contiguous in C order."""

    #: Planes, ranks and files of what the side to move may know.
    observations: npt.NDArray[np.uint8]
    #: 1 for every legal action.
    masks: npt.NDArray[np.uint8]
    #: The rewards of the first and the second side.
    rewards: npt.NDArray[np.float32]
    #: 1 for every game that has ended by its rules.
    terminations: npt.NDArray[np.uint8]
    #: 1 for every game that has reached ``max_plies``.
    truncations: npt.NDArray[np.uint8]
    #: The side to move: 0 or 1.
    players: npt.NDArray[np.uint8]


class BatchEnv:
    """Plays many games at once, on several threads and without the lock of the interpreter.

    A game that ends starts again in the same step: the rewards are those of the ended game, and the observation is
    the first of the next game.
    """

    def __init__(
        self,
        kind: str,
        num_envs: int,
        *,
        position: Optional[str] = None,
        rules: Iterable[str] = (),
        modes: Iterable[str] = (),
        seed: int = 0,
        threads: int = 0,
        max_plies: Optional[int] = None,
    ) -> None:
        self._batch = Batch(
            kind,
            num_envs,
            position,
            rules=texts("rules", rules),
            modes=texts("modes", modes),
            seed=seed,
            threads=threads,
            max_plies=max_plies,
        )
        self._seed = seed
        self.kind = kind
        self.num_envs = num_envs
        self.num_actions: int = self._batch.action_count
        self.observation_shape: tuple[int, int, int] = self._batch.observation_shape
        self.plane_names: list[str] = self._batch.plane_names
        self.threads: int = self._batch.threads
        #: The arrays that are used unless a call names others.
        self.buffers: Buffers = self.new_buffers()

    def new_buffers(self) -> Buffers:
        """Allocates arrays of the right shapes."""
        count = self.num_envs
        return Buffers(
            observations=np.zeros((count, *self.observation_shape), np.uint8),
            masks=np.zeros((count, self.num_actions), np.uint8),
            rewards=np.zeros((count, 2), np.float32),
            terminations=np.zeros(count, np.uint8),
            truncations=np.zeros(count, np.uint8),
            players=np.zeros(count, np.uint8),
        )

    def reset(self, *, seed: Optional[int] = None, buffers: Optional[Buffers] = None) -> Buffers:
        """Starts all games again. Without a seed, that of the constructor is used."""
        out = buffers or self.buffers
        self._batch.reset(
            self._seed if seed is None else seed,
            out.observations,
            out.masks,
            out.rewards,
            out.terminations,
            out.truncations,
            out.players,
        )
        return out

    def step(self, actions: npt.ArrayLike, *, buffers: Optional[Buffers] = None) -> Buffers:
        """Plays one action in every game. If any is illegal, no game changes."""
        out = buffers or self.buffers
        self._batch.step(
            self._action_array(actions),
            out.observations,
            out.masks,
            out.rewards,
            out.terminations,
            out.truncations,
            out.players,
        )
        return out

    def _action_array(self, actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
        array = np.asarray(actions)
        if array.shape != (self.num_envs,):
            raise BufferError(f"`actions` has the shape {array.shape}; expected ({self.num_envs},)")
        if array.dtype.kind not in "iu":
            raise BufferError(f"`actions` must be whole numbers, not {array.dtype}")
        return np.ascontiguousarray(array, np.int64)

    def sample_actions(self, out: Optional[npt.NDArray[np.int64]] = None) -> npt.NDArray[np.int64]:
        """Chooses a legal action in every game, each with the same probability."""
        if out is None:
            out = np.empty(self.num_envs, np.int64)
        self._batch.sample_actions(out)
        return out
