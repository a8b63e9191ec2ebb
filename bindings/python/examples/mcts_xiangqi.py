"""Monte Carlo tree search on xiangqi: python mcts_xiangqi.py [simulations] [plies]."""

import math
import random
import sys

import yipan.xiangqi


class Node:
    """A position of the tree. Values are for the side that moved into it."""

    def __init__(self) -> None:
        self.children: dict[str, Node] = {}
        self.visits, self.value = 0, 0.0

    def bound(self, log_total: float) -> float:
        """Returns the upper confidence bound, infinite if nothing is known."""
        return self.value / self.visits + math.sqrt(2 * log_total / self.visits) if self.visits else math.inf


def rollout(board: yipan.xiangqi.Board, side: str, rng: random.Random, plies: int) -> int:
    """Plays at random and returns 1 if the side has won by then, -1 if it has lost, otherwise 0."""
    while plies > 0 and not board.is_game_over():
        board.push_uci(rng.choice(board.legal_moves))
        plies -= 1
    outcome = board.outcome()
    return 0 if outcome is None or outcome.winner is None else 1 if outcome.winner == side else -1


def search(board: yipan.xiangqi.Board, simulations: int, seed: int = 0, rollout_plies: int = 60) -> str:
    """Returns the move that was tried most often."""
    rng, root = random.Random(seed), Node()
    for _ in range(simulations):
        path, position = [root], board.copy()
        while path[-1].children:
            log_total = math.log(path[-1].visits)
            move, child = max(path[-1].children.items(), key=lambda item: item[1].bound(log_total))
            position.push_uci(move)
            path.append(child)
        if not position.is_game_over():
            path[-1].children = {move: Node() for move in position.legal_moves}
        value = rollout(position, board.turn, rng, rollout_plies)
        for depth, node in enumerate(path):
            # Nodes at odd depths were reached by a move of the side to move at the root.
            node.value += value if depth % 2 == 1 else -value
            node.visits += 1
    return max(root.children.items(), key=lambda item: item[1].visits)[0]


def main(simulations: int = 400, plies: int = 10) -> None:
    board = yipan.xiangqi.Board()
    while not board.is_game_over() and len(board.move_stack) < plies:
        move = search(board, simulations, seed=len(board.move_stack))
        print(board.turn, board.chinese(move), board.wxf(move))
        board.push_uci(move)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
