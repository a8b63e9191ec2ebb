"""Monte Carlo tree search on xiangqi: python mcts_xiangqi.py [simulations] [plies]."""

from __future__ import annotations

import math
import random
import sys

import yipan.xiangqi


class Node:
    """A position of the tree. Values are for the side that moved into it."""

    def __init__(self) -> None:
        self.children: dict[str, Node] = {}
        self.visits, self.value = 0, 0.0

    def bound(self, log_visits: float) -> float:
        """Returns the upper confidence bound, infinite if nothing is known."""
        if self.visits == 0:
            return math.inf
        return self.value / self.visits + 1.4 * math.sqrt(log_visits / self.visits)


def rollout(board: yipan.xiangqi.Board, rng: random.Random, plies: int) -> str | None:
    """Plays at random and returns the winner, if there is one by then."""
    while plies > 0 and not board.is_game_over():
        board.push_uci(rng.choice(board.legal_moves))
        plies -= 1
    outcome = board.outcome()
    return outcome.winner if outcome else None


def search(board: yipan.xiangqi.Board, simulations: int, seed: int = 0, rollout_plies: int = 60) -> str:
    """Returns the move that was tried most often."""
    rng, root, side = random.Random(seed), Node(), board.turn
    for _ in range(simulations):
        path, position = [root], board.copy()
        while path[-1].children:
            log_visits = math.log(path[-1].visits)
            move, child = max(path[-1].children.items(), key=lambda item: item[1].bound(log_visits))
            position.push_uci(move)
            path.append(child)
        if not position.is_game_over():
            path[-1].children = {move: Node() for move in position.legal_moves}
        winner = rollout(position, rng, rollout_plies)
        for depth, node in enumerate(path):
            node.visits += 1
            # Nodes at odd depths were reached by a move of the side to move at the root.
            if winner is not None:
                node.value += 1.0 if (winner == side) == (depth % 2 == 1) else -1.0
    return max(root.children.items(), key=lambda item: item[1].visits)[0]


def main(simulations: int = 400, plies: int = 10) -> None:
    board = yipan.xiangqi.Board()
    while not board.is_game_over() and len(board.move_stack) < plies:
        move = search(board, simulations, seed=len(board.move_stack))
        print(board.turn, board.chinese(move), board.wxf(move))
        board.push_uci(move)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
