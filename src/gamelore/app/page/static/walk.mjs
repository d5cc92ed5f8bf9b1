// A contest gone over move by move. Everything was drawn and found before; this shows one position at a time, says what
// was given away when it is asked, and plays lines out on the board. The same script serves the page and a file.

import { parseMove } from "./drawn.mjs";
import { Marks } from "./guide/board.mjs";

const BEAT = 900; // milliseconds between the moves of a line
const calm = () => globalThis.matchMedia("(prefers-reduced-motion: reduce)").matches;
const at = (id) => document.getElementById(id);

function made(name, text = "", className = "") {
  const element = document.createElement(name);
  element.textContent = text;
  if (className) element.className = className;
  return element;
}

function button(title, act) {
  const found = made("button", title);
  found.type = "button";
  found.addEventListener("click", act);
  return found;
}

export class Walk {
  constructor(told, { playOn = null } = {}) {
    Object.assign(this, { told, playOn, number: 0, line: null, seen: new Set(), timer: 0 });
    this.mistakes = new Map(told.mistakes.map((mistake) => [mistake.ply - told.first, mistake]));
    at("verdict").textContent = `${told.headline}: ${told.why}. ${told.sentence}`;
    at("how").textContent = `Judged by ${told.how}.`;
    at("graph").innerHTML = told.graph;
    this.list();
    const steps = { first: () => this.go(0), back: () => this.step(-1), next: () => this.step(1), last: () => this.go(Infinity) };
    for (const [name, act] of Object.entries(steps)) at(name).addEventListener("click", act);
    at("mistake").addEventListener("click", () => this.nextMistake());
    at("mistake").disabled = !this.mistakes.size;
    document.addEventListener("keydown", (event) => this.key(event));
    at("graph").addEventListener("click", (event) => this.aim(event));
    at("walk").hidden = false;
    this.go(this.mistakes.size ? Math.min(...this.mistakes.keys()) : 0);
  }

  list() {
    at("list").replaceChildren(...this.told.frames.slice(1).map((frame, n) => {
      const item = made("li", "", frame.yours ? "yours" : ""), go = button(frame.action, () => this.go(n + 1));
      if (this.mistakes.has(n)) {
        item.classList.add("gave");
        go.append(made("span", " gave something away", "unseen"));
      }
      item.append(go);
      return item;
    }));
    at("list").start = this.told.first + 1;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
    const keys = {
      ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), Home: () => this.go(0), End: () => this.go(Infinity),
      m: () => this.nextMistake(), Escape: () => this.leave(),
    };
    if (!(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  }

  // A press on the graph goes to the move below it.
  aim(event) {
    const svg = at("graph").querySelector("svg");
    if (!svg) return;
    const box = svg.getBoundingClientRect(), { left, right, plies } = svg.dataset;
    const x = (event.clientX - box.left) * svg.viewBox.baseVal.width / box.width;
    this.go(Math.round(Number(plies) * (x - left) / (right - left)) - this.told.first);
  }

  step(by) {
    clearTimeout(this.timer);
    if (this.line) this.inLine(this.line.number + by);
    else this.go(this.number + by);
  }

  go(number) {
    clearTimeout(this.timer);
    this.line = null;
    this.number = Math.max(0, Math.min(this.told.frames.length - 1, number));
    const frame = this.told.frames[this.number];
    this.show(frame.picture, `${this.told.first + this.number}. ${frame.said}`);
    this.tell();
    this.cursor();
  }

  nextMistake() {
    const plies = [...this.mistakes.keys()].sort((a, b) => a - b);
    if (plies.length) this.go(plies.find((ply) => ply > this.number) ?? plies[0]);
  }

  show(picture, said) {
    at("said").textContent = said;
    at("position").innerHTML = picture;
    const svg = at("position").querySelector("svg.board");
    this.marks = null;
    if (!svg) return;
    const points = [...svg.querySelectorAll(".point")];
    const places = points.map((group) => [Number(group.dataset.x), Number(group.dataset.y)]);
    this.marks = new Marks(svg.querySelector(".under"), svg.querySelector(".arrows"), places, Number(svg.dataset.radius));
    this.marks.sizes = points.map((group) => Number(group.querySelector(".marker").getAttribute("r")));
  }

  cursor() {
    const { told, number } = this, svg = at("graph").querySelector("svg"), ply = told.first + number;
    for (const [n, item] of [...at("list").children].entries()) {
      item.firstChild.toggleAttribute("aria-current", n === number - 1);
    }
    at("list").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    const known = told.values.filter((value) => value.at <= ply).at(-1);
    at("worth").textContent = known ? `Worth to you here: ${known.words}.` : "";
    if (!svg) return;
    const { left, right, plies } = svg.dataset, x = Number(left) + (right - left) * ply / Math.max(1, plies);
    for (const name of ["x1", "x2"]) svg.querySelector(".cursor").setAttribute(name, x);
  }

  // What there is to say before the move that comes next; what was better only when it is asked.
  tell() {
    const root = at("told-here"), mistake = this.mistakes.get(this.number);
    root.hidden = !mistake;
    if (!mistake) return;
    const open = this.seen.has(mistake.ply);
    root.replaceChildren(made("h2", `Move ${mistake.ply + 1}: you ${mistake.said}`),
      made("p", `It ${mistake.lost}${mistake.by_chance ? "; it was a random move" : ""}.`));
    this.mark(mistake, open);
    if (!open) {
      const ask = button("What was better?", () => {
        this.seen.add(mistake.ply);
        this.tell();
        root.querySelector("button")?.focus();
      });
      ask.className = "main";
      const asked = made("p", "", "actions");
      asked.append(ask);
      root.append(asked);
      return;
    }
    const better = made("p");
    better.append("Better: ", made("b", mistake.better.join(" or ")), ".");
    if (mistake.because) root.append(made("p", mistake.because));
    root.append(better);
    if (mistake.finder) root.append(made("p", mistake.finder, "maxim"));
    const acts = made("p", "", "actions");
    if (mistake.punished.length) acts.append(button("Show what punishes it", () => this.play(mistake.punished, "Your move and the answer.")));
    if (mistake.instead.length) acts.append(button("Show the better line", () => this.play(mistake.instead, "The better line.")));
    if (this.playOn) acts.append(button("Play on from here", () => this.playOn(mistake.ply)));
    root.append(acts);
    const values = made("ul", "", "reasons");
    values.append(...mistake.values.map(([action, words]) => {
      const item = made("li");
      item.append(made("b", action), ` ${words}`);
      return item;
    }));
    root.append(values);
    if (this.marks) root.append(made("p", mistake.reply ? "Red is your move, green what was better, yellow the reply." : "Red is your move, green what was better.", "soft"));
  }

  mark(mistake, open) {
    this.marks?.show([
      { moves: [parseMove(mistake.action)], kind: "bad" },
      ...(open && mistake.reply ? [{ moves: [parseMove(mistake.reply)], kind: "note" }] : []),
      ...(open ? [{ moves: mistake.best.map(parseMove), kind: "good" }] : []),
    ]);
  }

  // A line goes on by itself; where a person wants no motion, by the arrow keys alone.
  play(frames, title) {
    this.line = { frames, title, number: 0 };
    this.inLine(0);
  }

  inLine(number) {
    const { frames, title } = this.line;
    if (number < 0) {
      this.leave();
      return;
    }
    this.line.number = Math.min(frames.length - 1, number);
    const frame = frames[this.line.number];
    this.show(frame.picture, `${title} ${this.line.number + 1} of ${frames.length}: ${frame.said}`);
    clearTimeout(this.timer);
    if (this.line.number + 1 < frames.length && !calm()) this.timer = setTimeout(() => this.inLine(this.line.number + 1), BEAT);
  }

  leave() {
    if (this.line) this.go(this.number);
  }
}
