// Compares the speed of builds of the engine worker in one run of Node, in turns, best of five.
//
//   cargo xtask page
//   node benches/worker_speed.mjs crates/assets/site/worker crates/assets/site/worker_simd
//
// An argument is the path of a build without `.js` and `_bg.wasm`. Every build searches the same positions for the same time.
// What is compared are the nodes per second of processor time, which other programs hardly disturb. The first build counts as 1.
import { readFile } from "node:fs/promises";
import { loadavg } from "node:os";

const ROUNDS = 5;
const SEARCH_MS = 1500;
const POSITIONS = {
  chess: [
    null,
    "r1bq1rk1/pp2bppp/2n2n2/2pp4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 b - - 0 9",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  ],
  xiangqi: [
    null,
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "3a1kb1r/3na4/2c1b1nc1/r3p3p/1Cp3p2/p8/2P1P1PCP/2N1B3R/4AN3/R1B1KA3 w - - 0 1",
  ],
};

// Loads a build and returns the function that answers a request. The build takes Node's global scope for that of a worker.
async function load(path) {
  const script = await readFile(`${path}.js`, "utf8");
  const engine = await import(`data:text/javascript,${encodeURIComponent(script)}`);
  await engine.default({ module_or_path: await readFile(`${path}_bg.wasm`) });
  const onMessage = globalThis.onmessage;
  return (request) => {
    let last;
    globalThis.postMessage = (text) => { last = JSON.parse(text); };
    onMessage({ data: JSON.stringify(request) });
    return last;
  };
}

// Returns the nodes per second of processor time of one search.
function search(respond, game, position) {
  const setup = { game, position, players: ["human", "human"], seed: 1 };
  const query = { query: "analyze", time_ms: SEARCH_MS, line_count: 1 };
  const [start, before] = [performance.now(), process.cpuUsage()];
  const response = respond({ id: 1, setup, actions: [], query });
  const [elapsed, used] = [performance.now() - start, process.cpuUsage(before)];
  if (!response?.nodes_per_second) throw new Error(`no search of ${game} ${position ?? "start"}`);
  return Math.round(response.nodes_per_second * elapsed * 1000 / (used.user + used.system));
}

// Fails unless a build finds the same line with the same score as the first one. A hint is limited by nodes.
function compareHints(game, position) {
  const setup = { game, position, players: ["human", "human"], seed: 1 };
  const hints = builds.map(({ respond }) => JSON.stringify(respond({ id: 1, setup, actions: [], query: { query: "hint" } }).lines));
  const other = hints.findIndex((hint) => hint !== hints[0]);
  if (other >= 0) throw new Error(`${builds[other].path} finds ${hints[other]}, ${builds[0].path} ${hints[0]}`);
}

const paths = process.argv.slice(2);
if (paths.length === 0) {
  console.error("usage: node benches/worker_speed.mjs BUILD [BUILD ..]");
  process.exit(2);
}
const builds = [];
for (const path of paths) builds.push({ path, respond: await load(path) });
console.log(`load average ${loadavg().map((load) => load.toFixed(1)).join(" ")}, Node ${process.version}`);
for (const [game, positions] of Object.entries(POSITIONS)) {
  positions.forEach((position) => compareHints(game, position));
  const best = builds.map(() => positions.map(() => 0));
  for (let round = 0; round < ROUNDS; round++) {
    positions.forEach((position, at) => builds.forEach(({ respond }, build) => {
      best[build][at] = Math.max(best[build][at], search(respond, game, position));
    }));
  }
  builds.forEach(({ path }, build) => {
    const ratios = positions.map((_, at) => best[build][at] / best[0][at]);
    const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
    console.log(`${game}  ${path}  ${best[build].join(" ")} nodes per second  ${mean.toFixed(2)}`);
  });
}
