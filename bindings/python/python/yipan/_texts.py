"""Arguments that are lists of texts."""

from __future__ import annotations

from typing import Iterable

__all__ = ["texts"]


def texts(name: str, values: Iterable[str]) -> list[str]:
    """Returns a list of texts. A single text is rejected: it would be read letter by letter."""
    if isinstance(values, str):
        raise TypeError(f"`{name}` is a list of texts; write [{values!r}]")
    return list(values)
