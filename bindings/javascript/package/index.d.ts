/// <reference lib="esnext.disposable" />
// The reference is for Symbol.dispose in the generated types, which older targets lack.
export { Analysis, ChanceOutcome, Game, Outcome } from "./rules.js";
