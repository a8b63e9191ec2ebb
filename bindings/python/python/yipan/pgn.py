"""PGN files of any size: reading as an iterator, and writing."""

from __future__ import annotations

import os
from typing import IO, Iterator, Mapping, Optional, Union

from ._native import Game, PgnGame, PgnReader

__all__ = ["PgnGame", "PgnReader", "board", "parse", "read", "write"]

_CHUNK_BYTES = 1 << 16


def read(source: Union[str, os.PathLike[str], IO[bytes]], *, kind: str = "chess") -> Iterator[PgnGame]:
    """Yields the games of a file, which is never in memory as a whole.

    A damaged game is yielded up to its error, which is in ``error``; reading continues with the next game.
    """
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            yield from read(file, kind=kind)
        return
    reader = PgnReader(kind)
    while chunk := source.read(_CHUNK_BYTES):
        yield from reader.feed(chunk)
    yield from reader.finish()


def parse(text: Union[str, bytes], *, kind: str = "chess") -> list[PgnGame]:
    """Returns the games of a text."""
    reader = PgnReader(kind)
    return reader.feed(text.encode() if isinstance(text, str) else text) + reader.finish()


def board(game: PgnGame) -> Game:
    """Replays the main line of a game. It stops before a null move."""
    from . import chess, xiangqi

    replayed: Game
    if game.kind == "xiangqi":
        replayed = xiangqi.Board(game.fen)
    else:
        chess960 = dict(game.tags).get("Variant", "").lower() in ("chess960", "chess 960", "fischerandom")
        replayed = chess.Board(game.fen, chess960=chess960)
    for move in game.moves:
        if move == "0000" or replayed.is_game_over():
            break
        replayed.push_uci(move)
    return replayed


def write(
    target: IO[str], game: Union[Game, PgnGame], tags: Optional[Mapping[str, str]] = None
) -> None:
    """Writes a game, followed by an empty line."""
    if isinstance(game, PgnGame):
        if tags:
            raise ValueError("the tags of a game that was read cannot be changed; write its board instead")
        text = str(game)
    else:
        text = game.pgn(dict(tags or {}))
    target.write(text + "\n")
