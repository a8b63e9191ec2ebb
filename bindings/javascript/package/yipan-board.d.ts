import { Game } from "./index.js";

/** The detail of the event `yipan-move`. */
export interface YipanMove {
  /** The move in UCI notation. */
  move: string;
  /** The position after it. */
  fen: string;
}

/**
 * A board for web pages: `<yipan-board game="xiangqi" moves="h2e2 h9g7" interactive></yipan-board>`.
 *
 * Attributes: `game` (chess, xiangqi, liuzichong), `fen`, `moves` (separated by spaces), `orientation` (a side), `ply`
 * (the number of moves shown), `interactive`, `coordinates` (`off` hides the labels) and `pieces` (a piece set). The event
 * `yipan-move` follows each move of the user, `yipan-error` each attribute that makes no sense.
 *
 * The colors are CSS variables: `--light-square`, `--dark-square`, `--frame`, `--board-background`, `--grid-line`,
 * `--coordinate`, `--piece-first`, `--ink-first`, `--piece-second`, `--ink-second`, `--detail-second`, `--red`, `--black`,
 * `--last-move`, `--selected`, `--target` and `--ring`.
 */
export class YipanBoard extends HTMLElement {
  /** The game with all moves up to the position shown. */
  readonly position: Game | undefined;
  /** The number of moves shown. */
  ply: number;
  /** Plays a move from the position shown. Throws with the reason if it is not legal. */
  play(move: string): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "yipan-board": YipanBoard;
  }
}
