"""Liuzichong, a solved game on four by four points."""

from __future__ import annotations

from typing import Iterable, Optional

from . import _native
from ._native import Probe, probe, probe_moves
from ._texts import texts

__all__ = ["Board", "Probe", "probe", "probe_moves"]


class Board(_native.Game):
    """A game of liuzichong."""

    __slots__ = ()

    def __new__(cls, position: Optional[str] = None, *, rules: Iterable[str] = ()) -> Board:
        return super().__new__(cls, "liuzichong", position, rules=texts("rules", rules))
