#!/usr/bin/env python3
"""Trains the chess network on positions written by `tune play chess`.

    python3 train.py --out chess.net positions.txt..

The architecture is (768 -> hidden) x 2 -> 1 x 8 with squared clipped ReLU. Each side sees the board from its own
perspective: 768 inputs (own or enemy, kind, square). The output weights are selected by the number of pieces. The last
file is the validation set. Needs PyTorch; a GPU is recommended.
"""

import argparse
import math
import multiprocessing
import struct

import numpy
import torch

KINDS = "pnbrqk"
# The number of inputs, which is also the index of the padding.
INPUTS = 768
PADDING = INPUTS
MAX_PIECES = 32
BUCKETS = 8
# The quantization of accumulators and output weights, and the centipawns of an output of one.
QA, QB, EVAL_SCALE = 255, 64, 400


def parse_positions(lines):
    """Returns the inputs from White's perspective, whether Black is to move, and White's score and result."""
    inputs = numpy.full((len(lines), MAX_PIECES), PADDING, dtype=numpy.int16)
    black_to_move = numpy.zeros(len(lines), dtype=numpy.int8)
    score = numpy.zeros(len(lines), dtype=numpy.float32)
    result = numpy.zeros(len(lines), dtype=numpy.float32)
    for row, line in enumerate(lines):
        fen, result_text, score_text = line.split(";")
        board, side, _ = fen.split(" ", 2)
        square, count = 56, 0
        for character in board:
            if character == "/":
                square -= 16
            elif character.isdigit():
                square += int(character)
            else:
                lower = character.lower()
                inputs[row, count] = (character == lower) * 384 + KINDS.index(lower) * 64 + square
                count, square = count + 1, square + 1
        black_to_move[row], score[row], result[row] = side == "b", float(score_text), float(result_text)
    return inputs, black_to_move, score, result


def load(files):
    lines = []
    for file in files:
        with open(file) as text:
            rows = text.read().split("\n")
        # The last line is incomplete if the writer was interrupted.
        lines += [line for line in rows[:-1] if line.count(";") == 2]
    chunks = [lines[at : at + 20_000] for at in range(0, len(lines), 20_000)]
    with multiprocessing.Pool() as pool:
        parts = pool.map(parse_positions, chunks)
    return [torch.from_numpy(numpy.concatenate(column)) for column in zip(*parts)]


class Network(torch.nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.features = torch.nn.EmbeddingBag(INPUTS + 1, hidden, mode="sum", padding_idx=PADDING)
        self.feature_bias = torch.nn.Parameter(torch.zeros(hidden))
        self.output = torch.nn.Linear(2 * hidden, BUCKETS)
        torch.nn.init.uniform_(self.features.weight, -0.08, 0.08)
        with torch.no_grad():
            self.features.weight[PADDING] = 0

    def load_quantized(self, path):
        """Loads the parameters of a network file."""
        hidden = len(self.feature_bias)
        with open(path, "rb") as file:
            data = file.read()
        assert struct.unpack_from("<HH", data) == (hidden, BUCKETS), "the network file has another architecture"
        weights = torch.from_numpy(numpy.frombuffer(data[4 : -4 * BUCKETS], dtype="<i2").astype(numpy.float32))
        biases = torch.from_numpy(numpy.frombuffer(data[-4 * BUCKETS :], dtype="<i4").astype(numpy.float32))
        features, feature_bias, output = weights.split([INPUTS * hidden, hidden, BUCKETS * 2 * hidden])
        with torch.no_grad():
            self.features.weight[:INPUTS] = features.view(INPUTS, hidden) / QA
            self.feature_bias.copy_(feature_bias / QA)
            self.output.weight.copy_(output.view(BUCKETS, 2 * hidden) / QB)
            self.output.bias.copy_(biases / (QB * QA))

    def save_quantized(self, path):
        """Writes the network file."""

        def quantize(tensor, scale, dtype):
            return torch.round(tensor.detach().cpu() * scale).numpy().astype(dtype)

        with open(path, "wb") as file:
            file.write(struct.pack("<HH", len(self.feature_bias), BUCKETS))
            file.write(quantize(self.features.weight[:INPUTS], QA, "<i2").tobytes())
            file.write(quantize(self.feature_bias, QA, "<i2").tobytes())
            file.write(quantize(self.output.weight, QB, "<i2").tobytes())
            file.write(quantize(self.output.bias, QB * QA, "<i4").tobytes())

    def forward(self, white, black, black_to_move, bucket):
        hidden = [(self.features(inputs) + self.feature_bias).clamp(0, 1).square() for inputs in (white, black)]
        us = torch.where(black_to_move, hidden[1], hidden[0])
        them = torch.where(black_to_move, hidden[0], hidden[1])
        return self.output(torch.cat([us, them], 1)).gather(1, bucket)[:, 0]


def perspectives(inputs, mirror):
    """Returns the inputs from both perspectives; `mirror` selects the positions whose files are mirrored."""
    white = inputs.long()
    padding = white == PADDING
    white = torch.where(mirror, white ^ 7, white)
    # Black sees the ranks flipped, and own and enemy pieces swapped.
    black = (white ^ 56) + torch.where(white < 384, 384, -384)
    return white.masked_fill(padding, PADDING), black.masked_fill(padding, PADDING)


def fit_steepness(score, result):
    """Returns the scale of the logistic function, in centipawns, that fits the game results best."""
    error = lambda unit: torch.mean((torch.sigmoid(score / unit) - result).square()).item()
    return min(range(100, 600, 10), key=error)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+")
    parser.add_argument("--out", default="chess.net")
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--batch", type=int, default=16_384)
    parser.add_argument("--rate", type=float, default=1e-3, help="the peak learning rate")
    parser.add_argument("--begin", help="a network file to start from")
    parser.add_argument("--result", type=float, default=0.3, help="the weight of the game result in the target")
    arguments = parser.parse_args()
    torch.manual_seed(1)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    validation = [column.to(device) for column in load(arguments.files[-1:])]
    training = [column.to(device) for column in load(arguments.files[:-1])]
    steepness = fit_steepness(training[2], training[3])
    print(f"{len(training[2])} training, {len(validation[2])} validation positions, steepness {steepness}", flush=True)

    network = Network(arguments.hidden)
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
        count = (inputs != PADDING).sum(1, keepdim=True)
        bucket = ((count - 2) // 4).clamp(0, BUCKETS - 1)
        white, black = perspectives(inputs, mirror)
        black_to_move = side.bool()[:, None]
        value = network(white, black, black_to_move, bucket)
        target = torch.sigmoid(score / steepness) * (1 - arguments.result) + result * arguments.result
        target = torch.where(black_to_move[:, 0], 1 - target, target)
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
                network.features.weight.clamp_(-1.98, 1.98)
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
    network.save_quantized(arguments.out)


if __name__ == "__main__":
    main()
