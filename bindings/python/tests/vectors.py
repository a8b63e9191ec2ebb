"""Readers of the test vectors of the repository."""

import gzip
import json
from pathlib import Path
from typing import Any, Iterator

DIRECTORY = Path(__file__).parents[3] / "vectors"


def rows(name: str) -> Iterator[dict[str, Any]]:
    """Yields the rows of a file of vectors."""
    path = DIRECTORY / name
    opened = gzip.open(path, "rt") if name.endswith(".gz") else open(path)
    with opened as file:
        for line in file:
            yield json.loads(line)
