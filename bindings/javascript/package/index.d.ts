export { Analysis, ChanceOutcome, Game, Outcome } from "./rules.js";
