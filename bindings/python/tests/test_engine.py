"""The engine."""

import pytest
import yipan
import yipan.chess
import yipan.liuzichong
import yipan.xiangqi


def test_a_mate_is_found():
    board = yipan.chess.Board("7k/8/8/8/8/8/R7/1R5K w - - 0 1")
    analysis = yipan.Engine().analyse(board, nodes=20_000, lines=2)
    assert analysis.lines[0].mate == 2 and analysis.lines[0].centipawns is None
    assert len(analysis.lines) == 2 and analysis.best_move == analysis.lines[0].moves[0]
    for move in analysis.lines[0].moves:
        board.push_uci(move)
    assert board.outcome().winner == "white"


def test_every_game_is_analysed():
    engine = yipan.Engine(hash_megabytes=4)
    assert engine.analyse(yipan.xiangqi.Board(), nodes=2_000).best_move in yipan.xiangqi.Board().legal_moves
    board = yipan.liuzichong.Board()
    best = engine.analyse(board)
    assert yipan.liuzichong.probe_moves(board)[best.best_move].wdl == "draw"
    game = yipan.chess.Game(modes=["fog", "mines"], seed=4)
    assert engine.analyse(game, nodes=300, seed=1).best_move in game.legal_moves
    assert engine.analyse(yipan.chess.Board(), seconds=0.05).nodes > 0


def test_the_same_limits_give_the_same_analysis():
    one, other = (repr(yipan.Engine().analyse(yipan.chess.Board(), nodes=3_000).lines) for _ in range(2))
    assert one == other


def test_a_search_needs_a_limit_and_a_player_to_move():
    with pytest.raises(yipan.YipanError, match="nodes"):
        yipan.Engine().analyse(yipan.chess.Board())
    with pytest.raises(yipan.GameOverError):
        yipan.Engine().analyse(yipan.chess.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1"), nodes=10)
    with pytest.raises(yipan.YipanError):
        yipan.Engine(hash_megabytes=0)
