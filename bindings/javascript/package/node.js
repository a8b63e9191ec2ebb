// The entry for Node: reads the compiled rules from the disk.
import { readFileSync } from "node:fs";
import { initSync } from "./rules.js";

initSync({ module: readFileSync(new URL("./rules_bg.wasm", import.meta.url)) });

export { Analysis, ChanceOutcome, Game, Outcome } from "./rules.js";
