// A board to look at and to choose from, laid out as `games/drawing.py` does: points are buttons, moves are shown as rings and arrows.

import { NONE, points } from "./rules.mjs";

const SVG = "http://www.w3.org/2000/svg";

function make(name, attributes, parent) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent.append(element);
  return element;
}

// Rings where markers would be placed, arrows where they would slide, rings around what would be taken.
export class Marks {
  constructor(under, over, at, radius) {
    Object.assign(this, { under, over, at, radius });
  }

  show(groups) {
    this.under.replaceChildren();
    this.over.replaceChildren();
    for (const { moves, kind } of groups) {
      for (const move of moves) {
        if (move.start === NONE) this.ring(move.to, kind);
        else this.arrow(move.start, move.to, kind);
        if (move.capture !== NONE) this.ring(move.capture, `${kind} taken`);
      }
    }
  }

  ring(p, kind) {
    const [cx, cy] = this.at[p], size = this.sizes?.[p] ?? this.radius;
    make("circle", { class: `ring ${kind}`, cx, cy, r: size + 6 }, this.under);
  }

  arrow(from, to, kind) {
    const [x1, y1] = this.at[from], [x2, y2] = this.at[to];
    const length = Math.hypot(x2 - x1, y2 - y1), ux = (x2 - x1) / length, uy = (y2 - y1) / length;
    const near = this.radius + 2, end = length - this.radius - 3, head = end - 13;
    const place = (along, across) => [x1 + ux * along - uy * across, y1 + uy * along + ux * across];
    const [ax, ay] = place(near, 0), [hx, hy] = place(head, 0);
    make("line", { class: `arrow ${kind}`, x1: ax, y1: ay, x2: hx, y2: hy }, this.over);
    const corners = [place(end, 0), place(head, 8), place(head, -8)].map((c) => c.join(",")).join(" ");
    make("polygon", { class: `head ${kind}`, points: corners }, this.over);
  }
}

export class BoardView {
  constructor(root, game) {
    this.game = game;
    this.onPick = () => {};
    const { width, height, radius, places } = game.picture;
    this.radius = radius;
    this.at = places;
    this.svg = make("svg", { viewBox: `0 0 ${width} ${height}`, class: "board", role: "group" }, root);
    this.svg.setAttribute("aria-label", `Board of ${game.title}`);
    this.svg.style.maxWidth = `${width}px`;
    for (const line of game.lines) {
      make("polyline", { class: "line", points: line.map((p) => this.at[p].join(",")).join(" ") }, this.svg);
    }
    const under = make("g", { "aria-hidden": "true" }, this.svg);
    this.points = this.at.map(([x, y], p) => this.point(x, y, p));
    const over = make("g", { "aria-hidden": "true", class: "arrows" }, this.svg);
    this.marks = new Marks(under, over, this.at, this.radius);
  }

  point(x, y, p) {
    const group = make("g", { class: "point", role: "button" }, this.svg);
    make("circle", { class: "focus", cx: x, cy: y, r: this.radius + 9 }, group); // as large as a finger, too
    make("circle", { class: "marker", cx: x, cy: y, r: this.radius }, group);
    make("text", { x, y: y + this.radius * 0.26 }, group).textContent = p + 1;
    const pick = () => group.getAttribute("aria-disabled") === "false" && this.onPick(p);
    group.addEventListener("click", pick);
    group.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        pick();
      }
    });
    return group;
  }

  // Where markers stand, which points may be chosen, which is chosen, and what was done last.
  show(state, { open = [], chosen = [], last = null } = {}) {
    const [xs, os] = (state.mover ? [state.other, state.own] : [state.own, state.other]).map(points);
    this.points.forEach((group, p) => {
      const who = xs.includes(p) ? 0 : os.includes(p) ? 1 : NONE;
      const kind = who === NONE ? "empty" : this.game.seats[who];
      const may = open.includes(p), held = chosen.includes(p);
      const side = ["x", "o"][who] ?? "spot";
      group.querySelector(".marker").setAttribute("r", this.radius * (who === NONE ? 0.6 : 1));
      group.setAttribute("class", `point ${side}${may ? " open" : ""}${held ? " chosen" : ""}`);
      group.setAttribute("tabindex", may ? "0" : "-1");
      group.setAttribute("aria-disabled", String(!may));
      group.setAttribute("aria-label", `Point ${p + 1}, ${kind}${held ? ", chosen" : ""}`);
    });
    this.mark(last ? [{ moves: [last], kind: "faint" }] : []);
  }

  mark(groups) {
    this.marks.show(groups);
  }
}

// A move chosen point by point: start, goal, and what is taken, as far as the game asks for them.
export class Picker {
  constructor(view, onMove) {
    Object.assign(this, { view, onMove });
    view.onPick = (p) => this.pick(p);
  }

  // `moves` is empty where there is nothing to choose.
  show(state, moves, last = null) {
    Object.assign(this, { state, moves, last, chosen: [] });
    this.refresh();
  }

  path(move) {
    return [move.start, move.to, move.capture].filter((p) => p !== NONE);
  }

  fitting() {
    return this.moves.filter((move) => this.chosen.every((p, n) => this.path(move)[n] === p));
  }

  // Where a move may begin: another marker may be chosen as long as only one is.
  starts() {
    const sliding = this.moves.filter((move) => move.start !== NONE);
    return this.chosen.length < 2 ? sliding.map((move) => move.start) : [];
  }

  next() {
    return this.fitting().map((move) => this.path(move)[this.chosen.length]);
  }

  refresh() {
    const open = [...new Set([...this.next(), ...this.chosen.slice(0, 1), ...this.starts()])].filter((p) => p !== undefined);
    this.view.show(this.state, { open, chosen: this.chosen, last: this.last });
  }

  pick(p) {
    if (this.chosen[0] === p) this.chosen = [];
    else if (this.chosen.length && !this.next().includes(p)) this.chosen = [p];
    else this.chosen.push(p);
    const found = this.fitting();
    if (this.chosen.length && found.length === 1 && this.path(found[0]).length === this.chosen.length) {
      this.onMove(found[0]);
    } else {
      this.refresh();
    }
  }

  // What is to be done next, in words.
  get asks() {
    const found = this.fitting();
    if (!this.moves.length) return "";
    if (!this.chosen.length) return found[0].start === NONE ? "Choose a point." : "Choose the marker to move.";
    const next = found.map((move) => this.path(move)[this.chosen.length]);
    return found.every((move) => move.capture === next[0] || move.capture !== NONE && this.chosen.includes(move.to))
      ? "Choose the marker to take."
      : "Choose where it goes.";
  }
}

