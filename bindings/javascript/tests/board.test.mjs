// <yipan-board> in Chromium. YIPAN_PACKAGE names the directory of the built package.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

/** The page of the test: it uses the boards of the example and writes what it finds into the document. */
const CHECKS = `
  await customElements.whenDefined("yipan-board");
  const results = {};
  const [record, position, play] = ["record", "position", "play"].map((id) => document.getElementById(id));
  results.record = record.getAttribute("shown-fen");
  record.shadowRoot.querySelector("button").click();
  results.back = record.getAttribute("shown-fen");
  results.pieces = position.shadowRoot.querySelectorAll("g").length;
  const moved = new Promise((resolve) => play.addEventListener("yipan-move", (event) => resolve(event.detail)));
  const svg = play.shadowRoot.querySelector("svg").getBoundingClientRect();
  const press = (column, row) => {
    const at = (cell, size) => 10 / 420 * size + (cell + 0.5) / 4 * (400 / 420) * size;
    const place = { clientX: svg.left + at(column, svg.width), clientY: svg.top + at(row, svg.height), bubbles: true };
    play.shadowRoot.querySelector("div").dispatchEvent(new MouseEvent("click", place));
  };
  press(0, 2);
  press(1, 2);
  results.moved = await moved;
  play.setAttribute("moves", "a1d4");
  results.error = play.getAttribute("error");
  const output = document.createElement("pre");
  output.id = "results";
  output.textContent = JSON.stringify(results);
  document.body.append(output);
`;

function serve() {
  const example = readFileSync(new URL("../examples/embed.html", import.meta.url), "utf8");
  const page = example.replace("</body>", `<script type="module">${CHECKS}</script></body>`);
  return createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://localhost").pathname);
    const type = TYPES[extname(path)] ?? "text/plain";
    try {
      const body = path === "/examples/embed.html" ? page : readFileSync(join(process.env.YIPAN_PACKAGE, path));
      response.writeHead(200, { "content-type": type }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
}

test("the boards of the example page are shown and played on", async () => {
  const server = serve();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const profile = mkdtempSync(join(tmpdir(), "yipan-board-"));
  try {
    const url = `http://127.0.0.1:${server.address().port}/examples/embed.html`;
    const flags = ["--headless", "--no-sandbox", "--disable-gpu", `--user-data-dir=${profile}`];
    const chromium = process.env.CHROMIUM ?? "chromium";
    const run = promisify(execFile)(chromium, [...flags, "--virtual-time-budget=20000", "--dump-dom", url], {
      timeout: 60_000,
      maxBuffer: 1 << 26,
    });
    const { stdout } = await run;
    const found = /<pre id="results">(.*?)<\/pre>/s.exec(stdout);
    assert.ok(found, stdout.slice(0, 2000));
    const results = JSON.parse(found[1].replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"));
    assert.match(results.record, /^r1bqkbnr\/pppp1ppp\/2n5\/1B2p3/);
    assert.match(results.back, /^r1bqkbnr\/pppp1ppp\/2n5\/4p3/);
    assert.equal(results.pieces, 3);
    assert.equal(results.moved.move, "a2b2");
    assert.match(results.error, /./);
  } finally {
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
