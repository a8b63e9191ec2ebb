"""The examples run, and do what they say."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))

import mcts_xiangqi  # noqa: E402
import ppo_liuzichong  # noqa: E402
import random_play  # noqa: E402
import yipan.xiangqi  # noqa: E402


def test_random_play():
    lengths = random_play.main(16)
    assert len(lengths) == 9 and all(length > 5 for length in lengths.values())


def test_tree_search_finds_a_win_in_one():
    # The rook on a8 holds the eighth rank; the other gives mate on the ninth, or takes the last moves away.
    board = yipan.xiangqi.Board("4k4/R8/9/9/9/9/9/9/8R/3K5 w - - 0 1")
    board.push_uci(mcts_xiangqi.search(board, 400, seed=1, rollout_plies=20))
    assert board.outcome().winner == "red"


def test_tree_search_has_sixty_lines():
    lines = Path(mcts_xiangqi.__file__).read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 60 and max(map(len, lines)) <= 110


def beats_the_random_player(strength):
    return strength.wins > 120 and strength.wins > 10 * strength.losses


def approaches_the_solved_game(strength):
    return strength.share > strength.chance + 0.1


def test_learning_beats_the_random_player_and_approaches_the_solved_game():
    # Processors add in different orders, so each learns another policy; README.md has the range that was seen.
    learned = ppo_liuzichong.main(80)
    assert beats_the_random_player(learned), learned
    assert approaches_the_solved_game(learned), learned


def test_a_network_that_has_not_learned_does_neither():
    untrained = ppo_liuzichong.main(0)
    assert not beats_the_random_player(untrained), untrained
    assert not approaches_the_solved_game(untrained), untrained
