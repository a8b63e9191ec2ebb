"""Random play of every game and mode: python random_play.py [games]."""

import sys

import yipan
import yipan.chess

SETUPS = [("chess", []), *(("chess", [mode]) for mode in yipan.chess.MODES), ("xiangqi", []), ("liuzichong", [])]


def main(games: int = 64) -> dict[str, float]:
    """Plays games of every kind and returns their average length in plies."""
    lengths = {}
    for kind, modes in SETUPS:
        env = yipan.BatchEnv(kind, games, modes=modes, seed=1)
        env.reset()
        steps = ended = 0
        while ended < games:
            buffers = env.step(env.sample_actions())
            steps += games
            ended += int(buffers.terminations.sum())
        name = "+".join([kind, *modes])
        lengths[name] = steps / ended
        print(f"{name:<16} {lengths[name]:6.0f} plies a game")
    return lengths


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
