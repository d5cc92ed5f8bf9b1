// A board that the server has drawn: its points become buttons, and moves are shown as rings and arrows.

import { Marks } from "./guide/board.mjs";
import { NONE } from "./guide/rules.mjs";

// "10-16x3" as {start, to, capture}, points counted from 0.
export function parseMove(text) {
  const [, start, to, capture] = /^(?:(\d+)-)?(\d+)(?:x(\d+))?$/.exec(text);
  const point = (number) => (number === undefined ? NONE : Number(number) - 1);
  return { to: point(to), start: point(start), capture: point(capture), text };
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class DrawnBoard {
  constructor(svg) {
    this.onPick = () => {};
    this.points = [...svg.querySelectorAll(".point")];
    this.names = this.points.map((group) => group.getAttribute("aria-label"));
    this.at = this.points.map((group) => [Number(group.dataset.x), Number(group.dataset.y)]);
    this.marks = new Marks(svg.querySelector(".under"), svg.querySelector(".arrows"), this.at, Number(svg.dataset.radius));
    this.marks.sizes = this.points.map((group) => Number(group.querySelector(".marker").getAttribute("r")));
    this.points.forEach((group, p) => {
      group.addEventListener("click", () => this.pick(p));
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
}
