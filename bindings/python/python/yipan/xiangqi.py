"""Xiangqi, Chinese chess."""

from __future__ import annotations

from typing import Iterable, Optional

from . import _native
from ._texts import texts

__all__ = ["Board"]


class Board(_native.Game):
    """A game of xiangqi. Repetitions are adjudicated: perpetual check and chase lose."""

    __slots__ = ()

    def __new__(cls, fen: Optional[str] = None, *, rules: Iterable[str] = ()) -> Board:
        return super().__new__(cls, "xiangqi", fen, rules=texts("rules", rules))

    def wxf(self, move: str) -> str:
        """Returns a legal move in WXF notation, such as ``C2=5``."""
        return self.notation(move, "wxf")

    def chinese(self, move: str, *, traditional: bool = False) -> str:
        """Returns a legal move in Chinese notation, such as ``炮二平五``."""
        return self.notation(move, "chinese-traditional" if traditional else "chinese")
