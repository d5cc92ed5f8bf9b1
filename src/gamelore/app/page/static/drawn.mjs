// A board that the server has drawn: its points become buttons, and moves are shown as rings and arrows.

import { Marks } from "./guide/board.mjs";
import { NONE } from "./guide/rules.mjs";
import { SLIDE, animate } from "./motion.mjs";

const SVG = "http://www.w3.org/2000/svg", GRASP = 6;

// "10-16x3" as {start, to, capture, takes}, points counted from 0.
export function parseMove(text) {
  const [, start, to, taken] = /^(?:(\d+)-)?(\d+)((?:x\d+)*)$/.exec(text);
  const point = (number) => (number === undefined ? NONE : Number(number) - 1);
  const takes = taken.split("x").slice(1).map(point);
  return { to: point(to), start: point(start), capture: takes[0] ?? NONE, takes, text };
}

function make(name, attributes, parent) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent.append(made);
  return made;
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class DrawnBoard {
  constructor(svg) {
    this.svg = svg;
    this.onPick = () => {};
    this.side = "";
    this.radius = Number(svg.dataset.radius);
    this.rows = (svg.dataset.rows ?? "").split(" ").filter(Boolean).map((row) => row.split("-").map((n) => Number(n) - 1));
    this.points = [...svg.querySelectorAll(".point")];
    this.names = this.points.map((group) => group.getAttribute("aria-label"));
    this.at = this.points.map((group) => [Number(group.dataset.x), Number(group.dataset.y)]);
    this.marks = new Marks(svg.querySelector(".under"), svg.querySelector(".arrows"), this.at, this.radius);
    this.marks.sizes = this.points.map((group) => Number(group.querySelector(".marker").getAttribute("r")));
    this.points.forEach((group, p) => {
      group.addEventListener("click", () => { if (!this.dragged) this.pick(p); });
      group.addEventListener("pointerdown", (event) => this.grasp(event, p));
      group.addEventListener("keydown", (event) => this.key(event, p));
    });
  }

  pick(p) {
    if (this.isOpen(p)) this.onPick(p);
  }

  isOpen(p) {
    return this.points[p].getAttribute("aria-disabled") === "false";
  }

  key(event, p) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.pick(p);
    } else if (event.key in ARROWS) {
      event.preventDefault();
      this.step(p, ARROWS[event.key]);
    }
  }

  // The nearest open point in a direction gets the focus.
  step(p, [dx, dy]) {
    const [x, y] = this.at[p];
    let best = null, least = Infinity;
    this.at.forEach(([px, py], q) => {
      const along = (px - x) * dx + (py - y) * dy, across = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
      const cost = along + 2.2 * across;
      if (q !== p && along > 1 && this.isOpen(q) && cost < least) [best, least] = [q, cost];
    });
    if (best !== null) this.points[best].focus();
  }

  show(_, { open = [], chosen = [] } = {}) {
    this.points.forEach((group, p) => {
      const may = open.includes(p), held = chosen.includes(p);
      group.classList.toggle("open", may);
      group.classList.toggle("chosen", held);
      group.setAttribute("tabindex", may ? "0" : "-1");
      group.setAttribute("aria-disabled", String(!may));
      group.setAttribute("aria-label", this.names[p] + (held ? ", chosen" : ""));
    });
  }

  mark(groups) {
    this.marks.show(groups);
  }

  // --- what stands before the server has said so ---

  sideOf(p) {
    return ["x", "o"].find((side) => this.points[p].classList.contains(side)) ?? "spot";
  }

  put(p, side) {
    const group = this.points[p], marker = group.querySelector(".marker");
    group.classList.remove("x", "o", "spot");
    group.classList.add(side);
    marker.setAttribute("r", this.radius * (side === "spot" ? 0.5 : 1));
    this.marks.sizes[p] = Number(marker.getAttribute("r"));
  }

  // A move of one side as it will stand, or of one that takes, how it stands while that is chosen.
  stand(move, side, { taking = true } = {}) {
    this.restore();
    this.before = this.points.map((_, p) => this.sideOf(p));
    if (move.start !== NONE && move.start !== move.to) this.put(move.start, "spot");
    this.put(move.to, side);
    if (taking) for (const p of move.takes) this.put(p, "spot");
    this.points.forEach((group, p) => group.classList.toggle("last", p === move.to));
    this.light(move.to, side);
  }

  restore() {
    if (!this.before) return;
    this.before.forEach((side, p) => { if (side !== this.sideOf(p)) this.put(p, side); });
    this.before = null;
    this.points.forEach((group) => group.classList.remove("last"));
    this.svg.querySelector(".rows").replaceChildren();
  }

  // The rows through a point that are full of one side.
  light(p, side) {
    const root = this.svg.querySelector(".rows");
    const full = this.rows.filter((row) => row.includes(p) && row.every((q) => this.sideOf(q) === side));
    root.replaceChildren();
    for (const row of full) make("polyline", { class: "row", points: row.map((q) => this.at[q].join(",")).join(" ") }, root);
  }

  // --- motion ---

  // How a move that stands already came about: a marker slides or appears, and what it takes goes.
  async arrive(move, side) {
    const [x, y] = this.at[move.to], marker = this.points[move.to].querySelector(".marker");
    const other = side === "x" ? "o" : "x", gone = move.takes.map((p) => this.fade(p, other));
    const from = move.start === NONE ? "scale(.3)" : `translate(${this.at[move.start][0] - x}px, ${this.at[move.start][1] - y}px)`;
    await Promise.all([animate(marker, [{ transform: from }, { transform: "none" }], SLIDE), ...gone]);
  }

  async fade(p, side) {
    const [cx, cy] = this.at[p], ghost = make("g", { class: `point ghost ${side}`, "aria-hidden": "true" }, this.svg);
    make("circle", { class: "marker", cx, cy, r: this.radius }, ghost);
    await animate(ghost, [{ opacity: 1 }, { opacity: 0 }], SLIDE);
    ghost.remove();
  }

  // --- dragging: a marker that may move is chosen where it is grasped, and goes where it is let go ---

  grasp(event, p) {
    this.dragged = false;
    if (event.button || !this.isOpen(p) || this.sideOf(p) !== this.side) return;
    const marker = this.points[p].querySelector(".marker"), [x, y] = this.at[p];
    const seen = (other) => new DOMPoint(other.clientX, other.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    const follow = (moved) => {
      if (!this.dragged && Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY) < GRASP) return;
      if (!this.dragged && !this.points[p].classList.contains("chosen")) this.pick(p);
      this.dragged = true;
      const at = seen(moved);
      marker.style.transform = `translate(${at.x - x}px, ${at.y - y}px)`;
    };
    const drop = (let_go) => {
      removeEventListener("pointermove", follow);
      for (const name of ["pointerup", "pointercancel"]) removeEventListener(name, drop);
      marker.style.transform = "";
      if (!this.dragged) return;
      const at = seen(let_go), far = this.at.map(([px, py]) => Math.hypot(px - at.x, py - at.y));
      const q = far.indexOf(Math.min(...far));
      if (let_go.type === "pointerup" && q !== p && far[q] < 2 * this.radius && this.isOpen(q)) this.pick(q);
      else if (this.points[p].classList.contains("chosen")) this.pick(p);
      this.onDrop?.();
      setTimeout(() => { this.dragged = false; }, 0); // the click that comes of it is none
    };
    addEventListener("pointermove", follow);
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, drop);
  }
}
