#!/usr/bin/env python3
"""Prints the Elo of levels that explains the results of their matches best (maximum likelihood).

Standard input has a line for each match: the level, `level:N` or the Elo of its opponent, its points, and the games.
"""
import math
import sys


def expected(difference: float) -> float:
    return 1 / (1 + 10 ** (-difference / 400))


matches = []
for line in sys.stdin:
    level, opponent, points, games = line.split()
    is_level = opponent.startswith("level:")
    number = int(opponent.removeprefix("level:"))
    matches.append((int(level), number, is_level, float(points), int(games)))

elos = {level: 1500.0 for level, *_ in matches} | {number: 1500.0 for _, number, is_level, *_ in matches if is_level}
for _ in range(20_000):
    for level in elos:
        surplus = information = 0.0
        for player, opponent, is_level, points, games in matches:
            if level != player and not (is_level and level == opponent):
                continue
            share = expected(elos[player] - (elos[opponent] if is_level else opponent))
            surplus += (points - games * share) * (1 if level == player else -1)
            information += games * share * (1 - share)
        elos[level] += 0.3 * surplus / information / (math.log(10) / 400)
for level, elo in sorted(elos.items()):
    print(f"level {level}: {elo:.0f}")
