// <yipan-board> in Chromium. YIPAN_PACKAGE names the directory of the built package.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

/** How long the browser may take, which is a matter of a second. */
const TIMEOUT_MS = 120_000;

/** The script of the test: it uses the boards of the example and sends what it finds. */
const CHECKS = `
async function check() {
  await customElements.whenDefined("yipan-board");
  const results = {};
  const [record, position, play] = ["record", "position", "play"].map((id) => document.getElementById(id));
  results.record = record.getAttribute("shown-fen");
  record.shadowRoot.querySelector("button").click();
  results.back = record.getAttribute("shown-fen");
  results.pieces = position.shadowRoot.querySelectorAll("[data-piece]").length;
  results.isDrawing = [record, position, play].map((board) => {
    const drawn = document.createElement("div");
    const bottom = board.getAttribute("orientation") ?? board.position.sides[0];
    drawn.innerHTML = board.position.themedSvg(bottom, undefined, true, undefined, "en");
    return board.shadowRoot.querySelector("svg").isEqualNode(drawn.firstChild);
  });
  const squareColor = () => getComputedStyle(record.shadowRoot.querySelector(".dark")).fill;
  results.colors = [squareColor()];
  record.style.setProperty("--dark-square", "rgb(1, 2, 3)");
  results.colors.push(squareColor());
  record.setAttribute("coordinates", "off");
  results.labels = [record, play].map((board) => board.shadowRoot.querySelectorAll(".coordinate").length);
  record.setAttribute("pieces", "wood");
  results.wooden = record.shadowRoot.querySelectorAll(".set-wood").length;
  const moved = new Promise((resolve) => play.addEventListener("yipan-move", (event) => resolve(event.detail)));
  const svg = play.shadowRoot.querySelector("svg").getBoundingClientRect();
  const press = (column, row) => {
    // The frame of the drawing is 24 wide, a cell 100.
    const at = (cell, size) => ((24 + 100 * (cell + 0.5)) / 448) * size;
    const place = { clientX: svg.left + at(column, svg.width), clientY: svg.top + at(row, svg.height), bubbles: true };
    play.shadowRoot.querySelector("div").dispatchEvent(new MouseEvent("click", place));
  };
  press(0, 2);
  results.targets = [...play.shadowRoot.querySelectorAll("[data-target]")].map((mark) => mark.dataset.target);
  press(1, 2);
  results.moved = await moved;
  play.setAttribute("moves", "a1d4");
  results.error = play.getAttribute("error");
  return results;
}
const report = (results) => fetch("/results", { method: "POST", body: JSON.stringify(results) });
check().then(report, (error) => report({ failure: String(error.stack ?? error) }));
`;

/** Serves the package and the page, and calls `receive` with the results. */
function serve(receive) {
  const example = readFileSync(new URL("../examples/embed.html", import.meta.url), "utf8");
  const page = example.replace("</body>", `<script type="module">${CHECKS}</script></body>`);
  return createServer(async (request, response) => {
    const path = normalize(new URL(request.url, "http://localhost").pathname);
    if (path === "/results") {
      receive(JSON.parse(await text(request)));
      response.writeHead(204).end();
      return;
    }
    const type = TYPES[extname(path)] ?? "text/plain";
    try {
      const body = path === "/examples/embed.html" ? page : readFileSync(join(process.env.YIPAN_PACKAGE, path));
      response.writeHead(200, { "content-type": type }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
}

/** Opens a page in Chromium until `results` are there. */
async function browse(url, results) {
  const profile = mkdtempSync(join(tmpdir(), "yipan-board-"));
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", `--user-data-dir=${profile}`];
  const chromium = spawn(process.env.CHROMIUM ?? "chromium", [...flags, url], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(chromium, "exit");
  const messages = text(chromium.stderr);
  try {
    const late = setTimeout(TIMEOUT_MS, undefined, { ref: false }).then(() => assert.fail("the page sent no results"));
    const died = ended.then(async () => assert.fail(`Chromium has ended: ${(await messages).slice(0, 2000)}`));
    return await Promise.race([results, late, died]);
  } finally {
    chromium.kill("SIGKILL");
    await ended.catch(() => {});
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

test("the boards of the example page are shown and played on", async () => {
  let receive;
  const received = new Promise((resolve) => (receive = resolve));
  const server = serve(receive);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const results = await browse(`http://127.0.0.1:${server.address().port}/examples/embed.html`, received);
    assert.equal(results.failure, undefined);
    assert.match(results.record, /^r1bqkbnr\/pppp1ppp\/2n5\/1B2p3/);
    assert.match(results.back, /^r1bqkbnr\/pppp1ppp\/2n5\/4p3/);
    assert.equal(results.pieces, 3);
    assert.deepEqual(results.isDrawing, [true, true, true]);
    assert.deepEqual(results.colors, ["rgb(171, 119, 72)", "rgb(1, 2, 3)"]);
    assert.deepEqual(results.labels, [0, 8]);
    assert.equal(results.wooden, 32);
    assert.deepEqual(results.targets, ["b2"]);
    assert.equal(results.moved.move, "a2b2");
    assert.match(results.error, /./);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
