"""PGN files."""

import io

import pytest
import vectors
import yipan
import yipan.chess
import yipan.pgn
import yipan.xiangqi


def test_a_file_is_read_as_an_iterator():
    path = vectors.DIRECTORY / "chess_pgn" / "games.pgn"
    expected = list(vectors.rows("chess_pgn/games.expected.jsonl"))
    games = list(yipan.pgn.read(path))
    assert len(games) == len(expected)
    assert all(game.error is None for game in games)
    for game in games[:200]:
        again = yipan.pgn.parse(str(game))
        assert again[0].moves == game.moves and again[0].result == game.result


def test_memory_is_bounded():
    class Endless(io.RawIOBase):
        reads = 0

        def read(self, size=-1):
            self.reads += 1
            return b'[Event "x"]\n\n1. e4 e5 2. Nf3 *\n\n' * 100

    source = Endless()
    games = yipan.pgn.read(source)
    assert next(games).moves == ["e2e4", "e7e5", "g1f3"]
    assert source.reads == 1


def test_a_damaged_game_is_returned_up_to_its_error():
    damaged, intact = yipan.pgn.parse('[Event "a"]\n\n1. e4 Ke4 *\n\n[Event "b"]\n\n1. d4 *\n')
    assert damaged.moves == ["e2e4"] and "line 3" in damaged.error
    assert intact.error is None and intact.moves == ["d2d4"]


def test_games_are_written_and_read_again():
    board = yipan.chess.Board()
    for san in ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]:
        board.push_san(san)
    file = io.StringIO()
    yipan.pgn.write(file, board, {"White": "Réti"})
    (game,) = yipan.pgn.parse(file.getvalue())
    assert game.result == "1-0" and dict(game.tags)["White"] == "Réti"
    assert yipan.pgn.board(game) == board
    yipan.pgn.write(file, game)
    assert len(yipan.pgn.parse(file.getvalue())) == 2

    xiangqi = yipan.xiangqi.Board()
    xiangqi.push("h2e2")
    text = xiangqi.pgn({"Red": "胡榮華"}, notation="chinese")
    assert "炮二平五" in text
    (game,) = yipan.pgn.parse(text, kind="xiangqi")
    assert yipan.pgn.board(game) == xiangqi
    with pytest.raises(yipan.YipanError):
        yipan.pgn.parse("", kind="liuzichong")
