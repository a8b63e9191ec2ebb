// The entry for browsers: fetches the compiled rules from beside this file.
import init from "./rules.js";

await init({ module_or_path: new URL("./rules_bg.wasm", import.meta.url) });

export { Analysis, ChanceOutcome, Game, Outcome } from "./rules.js";
