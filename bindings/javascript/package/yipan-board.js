// <yipan-board>: a board for web pages. See yipan-board.d.ts for its attributes and events.
import { Game } from "./index.js";

/** The labels of chess follow the squares, whose colors the page may have chosen. */
const STYLE = `
  :host {
    display: inline-block; vertical-align: top; width: 400px; max-width: 100%;
    --coordinate-on-light: color-mix(in srgb, var(--dark-square, #ab7748) 82%, #000);
    --coordinate-on-dark: color-mix(in srgb, var(--light-square, #ecd5ab) 82%, #fff);
  }
  svg { display: block; width: 100%; height: auto; font-family: sans-serif; user-select: none; }
  :host([interactive]) svg { cursor: pointer; }
  nav { display: flex; justify-content: center; gap: .5em; padding: .3em; }
  nav[hidden] { display: none; }
`;

const PROMOTIONS = ["q", "r", "b", "n"];

export class YipanBoard extends HTMLElement {
  static observedAttributes = [
    "game", "fen", "moves", "orientation", "ply", "interactive", "coordinates", "pieces", "lang",
  ];

  #root = this.attachShadow({ mode: "open" });
  #game;
  #selected;

  connectedCallback() {
    this.#root.innerHTML = `<style>${STYLE}</style><div part="board" role="img"></div>
      <nav hidden><button part="back" aria-label="previous move">‹</button><output></output>
      <button part="forward" aria-label="next move">›</button></nav>`;
    const [back, forward] = this.#root.querySelectorAll("button");
    back.addEventListener("click", () => (this.ply -= 1));
    forward.addEventListener("click", () => (this.ply += 1));
    this.#root.querySelector("div").addEventListener("click", (event) => this.#press(event));
    this.#load();
  }

  attributeChangedCallback() {
    if (this.isConnected && this.#root.firstChild) this.#load();
  }

  get position() {
    return this.#game;
  }

  get #moves() {
    return (this.getAttribute("moves") ?? "").split(/\s+/).filter((move) => move !== "");
  }

  get ply() {
    const count = this.#moves.length;
    const ply = this.hasAttribute("ply") ? Number(this.getAttribute("ply")) : count;
    return Number.isInteger(ply) ? Math.min(Math.max(ply, 0), count) : count;
  }

  set ply(value) {
    this.setAttribute("ply", String(Math.min(Math.max(value, 0), this.#moves.length)));
  }

  /** Replays the record up to the ply that is shown. */
  #load() {
    this.#selected = undefined;
    try {
      const game = new Game(this.getAttribute("game") ?? "chess", this.getAttribute("fen") ?? undefined);
      for (const move of this.#moves.slice(0, this.ply)) game.push(move);
      this.#game = game;
      this.removeAttribute("error");
      this.#draw();
    } catch (error) {
      this.#game = undefined;
      this.#root.querySelector("div").textContent = error.message;
      this.setAttribute("error", error.message);
      this.dispatchEvent(new CustomEvent("yipan-error", { detail: error.message, bubbles: true }));
    }
  }

  get #bottom() {
    const [first, second] = this.#game.sides;
    return this.getAttribute("orientation") === second ? second : first;
  }

  /** Returns the language of the text around the element, as far as the drawing knows it. */
  get #language() {
    const tag = this.closest("[lang]")?.lang ?? "";
    if (!tag.startsWith("zh")) return "en";
    return /hant|tw|hk|mo/i.test(tag) ? "zh-Hant" : "zh-Hans";
  }

  #draw() {
    const board = this.#root.querySelector("div");
    const hasCoordinates = this.getAttribute("coordinates") !== "off";
    const pieces = this.getAttribute("pieces") ?? undefined;
    board.innerHTML = this.#game.themedSvg(this.#bottom, this.#selected, hasCoordinates, pieces, this.#language);
    board.setAttribute("aria-label", `${this.#game.kind}: ${this.#game.fen()}`);
    const count = this.#moves.length;
    this.#root.querySelector("nav").hidden = count === 0;
    this.#root.querySelector("output").textContent = `${this.ply} / ${count}`;
    this.setAttribute("shown-fen", this.#game.fen());
  }

  /** Returns the destinations of the selected piece. */
  #targets() {
    const from = this.#selected;
    return this.#game.legalMoves().filter((move) => move.startsWith(from)).map((move) => move.slice(2, 4));
  }

  /** Returns the cell under the pointer. */
  #cell(event) {
    const { left, top, width, height } = this.#root.querySelector("svg").getBoundingClientRect();
    return this.#game.cellAt((event.clientX - left) / width, (event.clientY - top) / height, this.#bottom);
  }

  #press(event) {
    if (!this.#game || !this.hasAttribute("interactive")) return;
    const cell = this.#cell(event);
    if (cell === undefined) return;
    if (this.#selected && this.#targets().includes(cell)) {
      this.play(this.#selected + cell);
      return;
    }
    const canMove = this.#game.legalMoves().some((move) => move.startsWith(cell));
    this.#selected = canMove && cell !== this.#selected ? cell : undefined;
    this.#draw();
  }

  /** Plays a move from the position shown; a pawn becomes a queen unless the move says otherwise. */
  play(text) {
    const legal = this.#game.legalMoves();
    const move = [text, ...PROMOTIONS.map((kind) => text + kind)].find((move) => legal.includes(move)) ?? text;
    const played = this.#game.copy().push(move);
    const moves = [...this.#moves.slice(0, this.ply), played];
    this.removeAttribute("ply");
    this.setAttribute("moves", moves.join(" "));
    const detail = { move: played, fen: this.#game.fen() };
    this.dispatchEvent(new CustomEvent("yipan-move", { detail, bubbles: true }));
  }
}

customElements.define("yipan-board", YipanBoard);
