#!/usr/bin/env python3
"""Trains the network of chess or xiangqi on positions written by `tune play`.

    python3 train.py chess --out chess.net positions.txt..

The architecture is (inputs -> hidden) x 2 -> 1 x 8 with squared clipped ReLU. Each side sees the board from its own
perspective, with one input for each own or enemy piece, kind and cell: 768 in chess, 1260 in xiangqi. The output
weights are selected by the number of pieces. The last file is the validation set; a file that ends with `.xz` is
compressed. Needs PyTorch; a GPU is recommended.
"""

import argparse
import lzma
import math
import multiprocessing
import struct

import numpy
import torch

MAX_PIECES = 32
BUCKETS = 8
# The quantization of accumulators and output weights, and the centipawns of an output of one.
QA, QB, EVAL_SCALE = 255, 64, 400


class Board:
    """The shape of a board, and the kinds of pieces in the order of their inputs."""

    def __init__(self, kinds, files, ranks):
        self.kinds, self.files, self.ranks = kinds, files, ranks
        self.cells = files * ranks
        # The number of inputs, which is also the index of the padding.
        self.inputs = 2 * len(kinds) * self.cells

    def map_inputs(self, map_input):
        """Returns a table of inputs; `map_input` is given the owner, kind, rank and file of each."""
        table = numpy.arange(self.inputs + 1)
        owner, rest = numpy.divmod(table[:-1], self.inputs // 2)
        kind, cell = numpy.divmod(rest, self.cells)
        owner, kind, rank, file = map_input(owner, kind, *numpy.divmod(cell, self.files))
        table[:-1] = ((owner * len(self.kinds) + kind) * self.ranks + rank) * self.files + file
        return torch.from_numpy(table)

    def mirror(self):
        """Returns the inputs of the board with its files mirrored."""
        return self.map_inputs(lambda owner, kind, rank, file: (owner, kind, rank, self.files - 1 - file))

    def flip(self):
        """Returns the inputs of the other perspective: ranks flipped, own and enemy pieces swapped."""
        return self.map_inputs(lambda owner, kind, rank, file: (1 - owner, kind, self.ranks - 1 - rank, file))


BOARDS = {"chess": Board("pnbrqk", 8, 8), "xiangqi": Board("kabnrcp", 9, 10)}


def parse_positions(board, lines):
    """Returns the inputs from the first side's perspective, whether the second is to move, and the first side's score
    and result."""
    inputs = numpy.full((len(lines), MAX_PIECES), board.inputs, dtype=numpy.int16)
    second_to_move = numpy.zeros(len(lines), dtype=numpy.int8)
    score = numpy.zeros(len(lines), dtype=numpy.float32)
    result = numpy.zeros(len(lines), dtype=numpy.float32)
    start = {}
    for number, kind in enumerate(board.kinds):
        start[kind.upper()] = number * board.cells
        start[kind] = (len(board.kinds) + number) * board.cells
    for row, line in enumerate(lines):
        fen, result_text, score_text = line.split(";")
        placement, side, _ = fen.split(" ", 2)
        cell, count = board.cells - board.files, 0
        for character in placement:
            if character == "/":
                cell -= 2 * board.files
            elif character.isdigit():
                cell += int(character)
            else:
                inputs[row, count] = start[character] + cell
                count, cell = count + 1, cell + 1
        second_to_move[row], score[row], result[row] = side == "b", float(score_text), float(result_text)
    return inputs, second_to_move, score, result


def load_file(board, file):
    """Returns the columns of `parse_positions` for one file."""
    with lzma.open(file, "rt") if file.endswith(".xz") else open(file) as text:
        rows = text.read().split("\n")
    # The last line is incomplete if the writer was interrupted.
    return parse_positions(board, [line for line in rows[:-1] if line.count(";") == 2])


def load(board, files):
    """Returns the columns of `parse_positions` for all positions of the files."""
    with multiprocessing.Pool() as pool:
        parts = pool.starmap(load_file, [(board, file) for file in files], chunksize=1)
    return [torch.from_numpy(numpy.concatenate(column)) for column in zip(*parts)]


class Network(torch.nn.Module):
    def __init__(self, inputs, hidden):
        super().__init__()
        self.inputs = inputs
        self.features = torch.nn.Parameter(torch.empty(inputs, hidden).uniform_(-0.08, 0.08))
        self.feature_bias = torch.nn.Parameter(torch.zeros(hidden))
        self.output = torch.nn.Linear(2 * hidden, BUCKETS)

    def load_quantized(self, path):
        """Loads the parameters of a network file."""
        inputs, hidden = self.inputs, len(self.feature_bias)
        with open(path, "rb") as file:
            data = file.read()
        assert struct.unpack_from("<HH", data) == (hidden, BUCKETS), "the network file has another architecture"
        weights = torch.from_numpy(numpy.frombuffer(data[4 : -4 * BUCKETS], dtype="<i2").astype(numpy.float32))
        biases = torch.from_numpy(numpy.frombuffer(data[-4 * BUCKETS :], dtype="<i4").astype(numpy.float32))
        features, feature_bias, output = weights.split([inputs * hidden, hidden, BUCKETS * 2 * hidden])
        with torch.no_grad():
            self.features.copy_(features.view(inputs, hidden) / QA)
            self.feature_bias.copy_(feature_bias / QA)
            self.output.weight.copy_(output.view(BUCKETS, 2 * hidden) / QB)
            self.output.bias.copy_(biases / (QB * QA))

    def save_quantized(self, path):
        """Writes the network file."""

        def quantize(tensor, scale, dtype):
            return torch.round(tensor.detach().cpu() * scale).numpy().astype(dtype)

        with open(path, "wb") as file:
            file.write(struct.pack("<HH", len(self.feature_bias), BUCKETS))
            file.write(quantize(self.features, QA, "<i2").tobytes())
            file.write(quantize(self.feature_bias, QA, "<i2").tobytes())
            file.write(quantize(self.output.weight, QB, "<i2").tobytes())
            file.write(quantize(self.output.bias, QB * QA, "<i4").tobytes())

    def accumulate(self, inputs):
        """Returns the values of the hidden layer. A product of matrices is much faster here than sums of rows."""
        # The padding is the first of the columns that are left out; eight of them keep the rows aligned.
        pieces = torch.zeros(len(inputs), self.inputs + 8, device=inputs.device)
        pieces.scatter_(1, inputs, 1.0)
        return torch.addmm(self.feature_bias, pieces[:, : self.inputs], self.features)

    def forward(self, first, second, second_to_move, bucket):
        hidden = [self.accumulate(inputs).clamp(0, 1).square() for inputs in (first, second)]
        us = torch.where(second_to_move, hidden[1], hidden[0])
        them = torch.where(second_to_move, hidden[0], hidden[1])
        return self.output(torch.cat([us, them], 1)).gather(1, bucket)[:, 0]


def fit_steepness(score, result):
    """Returns the scale of the logistic function, in centipawns, that fits the game results best."""
    error = lambda unit: torch.mean((torch.sigmoid(score / unit) - result).square()).item()
    return min(range(100, 1_000, 10), key=error)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=BOARDS)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--out", required=True, help="the network file to write")
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--batch", type=int, default=16_384)
    parser.add_argument("--rate", type=float, default=1e-3, help="the peak learning rate")
    parser.add_argument("--begin", help="a network file to start from")
    parser.add_argument("--result", type=float, default=0.3, help="the weight of the game result in the target")
    parser.add_argument("--score-scale", type=float, default=1.0, help="what to multiply the scores by")
    parser.add_argument("--steepness", type=float, help="the centipawns of the logistic function; fitted by default")
    arguments = parser.parse_args()
    torch.manual_seed(1)
    # The weights are quantized to fewer bits than these products keep.
    torch.set_float32_matmul_precision("high")
    device = "cuda" if torch.cuda.is_available() else "cpu"
    board = BOARDS[arguments.game]
    mirror_table, flip_table = board.mirror().to(device), board.flip().to(device)
    validation = [column.to(device) for column in load(board, arguments.files[-1:])]
    training = [column.to(device) for column in load(board, arguments.files[:-1])]
    for columns in (training, validation):
        columns[2] *= arguments.score_scale
    steepness = arguments.steepness or fit_steepness(training[2], training[3])
    print(f"{len(training[2])} training, {len(validation[2])} validation positions, steepness {steepness}", flush=True)

    network = Network(board.inputs, arguments.hidden)
    if arguments.begin:
        network.load_quantized(arguments.begin)
    network = network.to(device)
    batches = len(training[2]) // arguments.batch
    optimizer = torch.optim.Adam(network.parameters(), lr=arguments.rate, betas=(0.9, 0.99))
    total = arguments.epochs * batches
    # Linear warmup, then cosine decay.
    rate = lambda step: min(1.0, (step + 1) / 200) * (0.005 + 0.995 * (1 + math.cos(math.pi * step / total)) / 2)
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)

    def loss(columns, rows, mirror):
        inputs, side, score, result = (column[rows] for column in columns)
        count = (inputs != board.inputs).sum(1, keepdim=True)
        bucket = ((count - 2) // 4).clamp(0, BUCKETS - 1)
        first = inputs.long()
        first = torch.where(mirror, mirror_table[first], first)
        second_to_move = side.bool()[:, None]
        value = network(first, flip_table[first], second_to_move, bucket)
        target = torch.sigmoid(score / steepness) * (1 - arguments.result) + result * arguments.result
        target = torch.where(second_to_move[:, 0], 1 - target, target)
        return (torch.sigmoid(value * EVAL_SCALE / steepness) - target).abs().pow(2.5).mean()

    for epoch in range(arguments.epochs):
        order = torch.randperm(len(training[2]), device=device)
        training_loss = torch.zeros((), device=device)
        for at in range(batches):
            rows = order[at * arguments.batch : (at + 1) * arguments.batch]
            mirror = torch.rand(len(rows), 1, device=device) < 0.5
            error = loss(training, rows, mirror)
            optimizer.zero_grad(set_to_none=True)
            error.backward()
            optimizer.step()
            scheduler.step()
            with torch.no_grad():
                # The range of the quantized weights.
                network.features.clamp_(-1.98, 1.98)
                network.output.weight.clamp_(-1.98, 1.98)
            training_loss += error.detach()
        if epoch % 4 == 3 or epoch == arguments.epochs - 1:
            with torch.no_grad():
                no_mirror = torch.zeros(1, 1, dtype=torch.bool, device=device)
                parts = torch.arange(len(validation[2]), device=device).split(1 << 16)
                total_loss = sum(loss(validation, rows, no_mirror).item() * len(rows) for rows in parts)
                validation_loss = total_loss / len(validation[2])
            print(
                f"epoch {epoch + 1}: training loss {training_loss.item() / batches:.6f}, "
                f"validation loss {validation_loss:.6f}",
                flush=True,
            )
            # So that an interrupted run leaves a network.
            network.save_quantized(arguments.out)


if __name__ == "__main__":
    main()
