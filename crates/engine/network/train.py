#!/usr/bin/env python3
"""Trains the network of chess on positions that `tune play chess` wrote.

    python3 train.py --out chess.net positions.txt..

A position is seen by each side from its own end of the board: 768 inputs (whose man, which kind, which square), one
layer of hidden sums for each side, clipped and squared, and one output that depends on how many men are left. The
last file is kept aside to measure the error. Needs PyTorch, and an accelerator unless there is plenty of time.
"""

import argparse
import math
import multiprocessing
import struct

import numpy
import torch

KINDS = "pnbrqk"
NOTHING = 768
MOST_MEN = 32
BUCKETS = 8
# One in the sums and in the output weights, as integers; and what an output of one is worth in centipawns.
ONE, ONE_OUT, WORTH = 255, 64, 400


def read(lines):
    """Squares and men as White sees them, who is to move, the score and the result for White."""
    inputs = numpy.full((len(lines), MOST_MEN), NOTHING, dtype=numpy.int16)
    side = numpy.zeros(len(lines), dtype=numpy.int8)
    score = numpy.zeros(len(lines), dtype=numpy.float32)
    result = numpy.zeros(len(lines), dtype=numpy.float32)
    for row, line in enumerate(lines):
        fen, won, value = line.split(";")
        board, mover, _ = fen.split(" ", 2)
        place, count = 56, 0
        for letter in board:
            if letter == "/":
                place -= 16
            elif letter.isdigit():
                place += int(letter)
            else:
                lower = letter.lower()
                inputs[row, count] = (letter == lower) * 384 + KINDS.index(lower) * 64 + place
                count, place = count + 1, place + 1
        side[row], score[row], result[row] = mover == "b", float(value), float(won)
    return inputs, side, score, result


def load(files):
    lines = []
    for file in files:
        with open(file) as text:
            whole = text.read().split("\n")
        # The last line may be half a line if the player was stopped.
        lines += [line for line in whole[:-1] if line.count(";") == 2]
    chunks = [lines[at : at + 20_000] for at in range(0, len(lines), 20_000)]
    with multiprocessing.Pool() as pool:
        parts = pool.map(read, chunks)
    return [torch.from_numpy(numpy.concatenate(column)) for column in zip(*parts)]


class Network(torch.nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.sums = torch.nn.EmbeddingBag(NOTHING + 1, hidden, mode="sum", padding_idx=NOTHING)
        self.start = torch.nn.Parameter(torch.zeros(hidden))
        self.out = torch.nn.Linear(2 * hidden, BUCKETS)
        torch.nn.init.uniform_(self.sums.weight, -0.08, 0.08)
        with torch.no_grad():
            self.sums.weight[NOTHING] = 0

    def begin(self, file):
        """Takes the numbers of a network that was written before."""
        hidden = len(self.start)
        with open(file, "rb") as bytes_of:
            whole = bytes_of.read()
        assert struct.unpack_from("<HH", whole) == (hidden, BUCKETS), "the network has another shape"
        numbers = torch.from_numpy(numpy.frombuffer(whole[4 : -4 * BUCKETS], dtype="<i2").astype(numpy.float32))
        biases = torch.from_numpy(numpy.frombuffer(whole[-4 * BUCKETS :], dtype="<i4").astype(numpy.float32))
        sums, start, out = numbers.split([NOTHING * hidden, hidden, BUCKETS * 2 * hidden])
        with torch.no_grad():
            self.sums.weight[:NOTHING] = sums.view(NOTHING, hidden) / ONE
            self.start.copy_(start / ONE)
            self.out.weight.copy_(out.view(BUCKETS, 2 * hidden) / ONE_OUT)
            self.out.bias.copy_(biases / (ONE_OUT * ONE))

    def forward(self, white, black, side, bucket):
        seen = [(self.sums(men) + self.start).clamp(0, 1).square() for men in (white, black)]
        first = torch.where(side, seen[1], seen[0])
        second = torch.where(side, seen[0], seen[1])
        return self.out(torch.cat([first, second], 1)).gather(1, bucket)[:, 0]


def views(inputs, flip):
    """The same men as White and as Black see them; `flip` mirrors the files of some positions."""
    men = inputs.long()
    none = men == NOTHING
    men = torch.where(flip, men ^ 7, men)
    # The other side counts ranks from its own end, and what is ours is theirs.
    other = (men ^ 56) + torch.where(men < 384, 384, -384)
    return men.masked_fill(none, NOTHING), other.masked_fill(none, NOTHING)


def steepness(score, result):
    """How many centipawns make the odds e to one, by what the games came to."""
    worth = [(torch.mean((torch.sigmoid(score / unit) - result).square()).item(), unit) for unit in range(100, 600, 10)]
    return min(worth)[1]


def main():
    words = argparse.ArgumentParser()
    words.add_argument("files", nargs="+")
    words.add_argument("--out", default="chess.net")
    words.add_argument("--hidden", type=int, default=128)
    words.add_argument("--epochs", type=int, default=40)
    words.add_argument("--batch", type=int, default=16_384)
    words.add_argument("--rate", type=float, default=1e-3)
    words.add_argument("--begin", help="a network to go on from")
    words.add_argument("--result", type=float, default=0.3, help="how much of the aim is the result of the game")
    words = words.parse_args()
    torch.manual_seed(1)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    aside = [column.to(device) for column in load(words.files[-1:])]
    known = [column.to(device) for column in load(words.files[:-1])]
    unit = steepness(known[2], known[3])
    print(f"{len(known[2])} positions to learn from, {len(aside[2])} aside, steepness {unit}", flush=True)

    def aim(score, result):
        return torch.sigmoid(score / unit) * (1 - words.result) + result * words.result

    network = Network(words.hidden)
    if words.begin:
        network.begin(words.begin)
    network = network.to(device)
    batches = len(known[2]) // words.batch
    way = torch.optim.Adam(network.parameters(), lr=words.rate, betas=(0.9, 0.99))
    total = words.epochs * batches
    rate = lambda step: min(1.0, (step + 1) / 200) * (0.005 + 0.995 * (1 + math.cos(math.pi * step / total)) / 2)
    pace = torch.optim.lr_scheduler.LambdaLR(way, rate)

    def loss(columns, rows, flip):
        inputs, side, score, result = (column[rows] for column in columns)
        count = (inputs != NOTHING).sum(1, keepdim=True)
        bucket = ((count - 2) // 4).clamp(0, BUCKETS - 1)
        white, black = views(inputs, flip)
        black_moves = side.bool()[:, None]
        value = network(white, black, black_moves, bucket)
        aimed = aim(score, result)
        aimed = torch.where(black_moves[:, 0], 1 - aimed, aimed)
        return (torch.sigmoid(value * WORTH / unit) - aimed).abs().pow(2.5).mean()

    for epoch in range(words.epochs):
        order = torch.randperm(len(known[2]), device=device)
        sum_of = torch.zeros((), device=device)
        for at in range(batches):
            rows = order[at * words.batch : (at + 1) * words.batch]
            flip = torch.rand(len(rows), 1, device=device) < 0.5
            error = loss(known, rows, flip)
            way.zero_grad(set_to_none=True)
            error.backward()
            way.step()
            pace.step()
            with torch.no_grad():
                # What the integers can hold.
                network.sums.weight.clamp_(-1.98, 1.98)
                network.out.weight.clamp_(-1.98, 1.98)
            sum_of += error.detach()
        if epoch % 4 == 3 or epoch == words.epochs - 1:
            with torch.no_grad():
                no = torch.zeros(1, 1, dtype=torch.bool, device=device)
                parts = torch.arange(len(aside[2]), device=device).split(1 << 16)
                other = sum(loss(aside, rows, no).item() * len(rows) for rows in parts) / len(aside[2])
            print(f"epoch {epoch + 1}: error {sum_of.item() / batches:.6f}, aside {other:.6f}", flush=True)

    def whole(tensor, one, kind):
        return torch.round(tensor.detach().cpu() * one).numpy().astype(kind)

    with open(words.out, "wb") as file:
        file.write(struct.pack("<HH", words.hidden, BUCKETS))
        file.write(whole(network.sums.weight[:NOTHING], ONE, "<i2").tobytes())
        file.write(whole(network.start, ONE, "<i2").tobytes())
        file.write(whole(network.out.weight, ONE_OUT, "<i2").tobytes())
        file.write(whole(network.out.bias, ONE_OUT * ONE, "<i4").tobytes())


if __name__ == "__main__":
    main()
