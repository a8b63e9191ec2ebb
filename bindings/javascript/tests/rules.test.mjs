// The rules in Node. YIPAN_PACKAGE names the directory of the built package.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";

const { Game } = await import(pathToFileURL(`${process.env.YIPAN_PACKAGE}/node.js`));

function rows(name) {
  const bytes = readFileSync(new URL(`../../../vectors/${name}`, import.meta.url));
  return gunzipSync(bytes).toString().trim().split("\n").map((line) => JSON.parse(line));
}

for (const [kind, name] of [["chess", "chess_legal.jsonl.gz"], ["xiangqi", "xiangqi_legal.jsonl.gz"]]) {
  test(`the legal moves of every vector of ${kind}`, () => {
    let checked = 0;
    for (const { fen, legal, facing_now: isFacing } of rows(name)) {
      if (isFacing) continue;
      const game = new Game(kind, fen);
      assert.deepEqual(game.legalMoves(), [...legal].sort(), fen);
      game.free();
      checked += 1;
    }
    assert.ok(checked > 6000, `${checked} positions`);
  });
}

test("a game is played, explained and taken back", () => {
  const game = new Game("chess");
  assert.equal(game.push("e4"), "e2e4");
  assert.equal(game.explain("e7e5"), undefined);
  assert.match(game.explain("e7e4"), /pawn/);
  assert.notEqual(game.explain("e7e4", "zh-Hant"), game.explain("e7e4", "en"));
  assert.throws(() => game.push("e7e4"), /pawn/);
  assert.equal(game.pop(), "e2e4");
  assert.equal(game.pop(), undefined);
  for (const move of ["f3", "e5", "g4", "Qh4#"]) game.push(move);
  const { winner, reason, result } = game.outcome();
  assert.deepEqual([winner, reason, result], ["black", "checkmate", "0-1"]);
  assert.match(game.pgn(), /Qh4#/);
  assert.equal(new Game("chess").perft(3), 8902);
});

test("xiangqi is written in Chinese, and the engine knows every game", () => {
  const game = new Game("xiangqi");
  assert.equal(game.notation("h2e2", "chinese"), "炮二平五");
  for (const kind of ["chess", "xiangqi", "liuzichong"]) {
    const start = new Game(kind);
    const { bestMove, line } = start.analyse(2000);
    assert.ok(start.legalMoves().includes(bestMove));
    assert.equal(line[0], bestMove);
  }
  const mate = new Game("chess", "7k/8/8/8/8/8/R7/1R5K w - - 0 1").analyse(20000);
  assert.equal(mate.pawns, 100);
});

test("fog hides, and chance is applied by the caller", () => {
  const fog = new Game("chess", undefined, [], ["fog"]);
  const count = (svg) => svg.split("data-piece=").length - 1;
  assert.equal(count(fog.svg(400, "white", "white")), 16);
  assert.equal(count(fog.svg(400)), 32);
  const dice = new Game("chess", undefined, [], ["dice-a"]);
  assert.equal(dice.turn, "chance");
  while (dice.turn === "chance") dice.pushChance(dice.chanceOutcomes()[0].event);
  assert.equal(dice.turn, "white");
  assert.throws(() => new Game("checkers"), /chess, xiangqi, liuzichong/);
});

test("arguments of the wrong type are errors and break nothing", () => {
  const game = new Game("chess");
  for (const wrong of [undefined, null, 5, {}, []]) {
    assert.throws(() => new Game(wrong), Error);
    assert.throws(() => game.push(wrong), Error);
    assert.throws(() => game.explain(wrong), Error);
  }
  for (const wrong of [5, {}]) {
    assert.throws(() => new Game("chess", wrong), Error);
    assert.throws(() => new Game("chess", undefined, [wrong]), Error);
    assert.throws(() => game.svg(400, wrong), Error);
  }
  for (const wrong of ["", "x".repeat(100_000), "8/8/8/8/8/8/8/8 w - - 0 1", "\0", "帥"]) {
    assert.throws(() => new Game("chess", wrong), Error);
  }
  for (const size of [0, -1, NaN, Infinity]) assert.throws(() => game.svg(size), /size/);
  for (const depth of [-1, 65, 2 ** 31]) assert.throws(() => game.perft(depth), /depth/);
  assert.equal(game.cellName(4, 1), "e2");
  for (const outside of [200, 256, -1, 0.5, NaN]) assert.equal(game.cellName(outside, 0), undefined);
  assert.throws(() => game.push("e9"), /e9/);
  assert.throws(() => game.pushChance("die queen"), /chance/);
  assert.equal(game.fen(), new Game("chess").fen());
  assert.equal(game.perft(2), 400);
  game.free();
  assert.throws(() => game.fen(), Error);
});
