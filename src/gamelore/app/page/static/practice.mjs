// Puzzles, one after the other: chosen on the board, on the table, or by buttons; judged by the server.

import { ask, element, find, tell } from "./api.mjs";
import { DrawnBoard, parseMove } from "./drawn.mjs";
import { Picker } from "./guide/board.mjs";

const game = document.querySelector("main").dataset.game, base = `/api/practice/${encodeURIComponent(game)}`;

class Practice {
  async next() {
    find("answer").hidden = true;
    find("verdict").replaceChildren();
    this.show(await ask(base));
  }

  show(now) {
    this.now = now;
    this.standing(now);
    this.chosen = [];
    this.board = null;
    find("seen").replaceChildren();
    find("choices").replaceChildren();
    if (!now.puzzle) {
      find("table").replaceChildren();
      find("status").textContent = now.words;
      return;
    }
    const before = now.back ? "This one again. " : "";
    find("status").textContent = `${before}${now.asks} ${now.prompt}`;
    find("seen").replaceChildren(...now.seen.map((sentence) => element("p", { className: "soft" }, sentence)));
    find("table").innerHTML = now.picture;
    if (now.kind === "board") this.onBoard();
    else if (now.kind === "buttons") this.onTable();
    else this.beside();
  }

  onBoard() {
    this.board = new DrawnBoard(find("table").querySelector("svg.board"));
    const picker = new Picker(this.board, (move) => this.choose(0, move.text));
    picker.show(null, this.now.choices[0].options.map(({ action }) => parseMove(action)));
    this.picker = picker;
    if (this.moved) find("table").querySelector("g.open")?.focus();
  }

  onTable() {
    for (const button of find("table").querySelectorAll("[data-move]")) {
      button.addEventListener("click", () => this.choose(0, button.dataset.move));
    }
    if (this.moved) find("table").querySelector("[data-move]")?.focus();
  }

  beside() {
    find("choices").replaceChildren(...this.now.choices.map(({ name, options }, n) => {
      const buttons = options.map(({ action, said }) => element("button", {
        type: "button", onclick: () => this.choose(n, action), "aria-pressed": "false", "data-option": action,
      }, said.charAt(0).toUpperCase() + said.slice(1)));
      return element("fieldset", { className: "choice" }, element("legend", {}, name.charAt(0).toUpperCase() + name.slice(1)),
        element("div", { className: "controls" }, ...buttons));
    }));
    if (this.moved) find("choices").querySelector("button")?.focus();
  }

  async choose(n, action) {
    if (this.busy) return;
    this.chosen[n] = action;
    for (const button of find("choices").children[n]?.querySelectorAll("button") ?? []) {
      button.setAttribute("aria-pressed", String(button.dataset.option === action));
    }
    const settled = this.now.alone.includes(action), count = this.now.choices.length;
    const chosen = settled ? [action] : Array.from({ length: count }, (_, k) => this.chosen[k]);
    if (chosen.includes(undefined)) {
      const missing = this.now.choices[chosen.indexOf(undefined)].name;
      find("status").textContent = `And which ${missing}?`;
      return;
    }
    this.busy = true;
    try {
      this.judged(await ask(base, { puzzle: this.now.puzzle, chosen }), chosen);
    } catch (error) {
      tell(error.message);
      if (error.status === 409) await this.next();
    } finally {
      this.busy = false;
    }
  }

  judged(told, chosen) {
    this.standing(told);
    find("status").textContent = `${told.right ? "Right." : "No."} ${told.said}`;
    const on = element("button", { type: "button", className: "main", onclick: () => this.goOn() }, "Next puzzle");
    find("verdict").replaceChildren(element("p", { className: "actions" }, on), element("p", { className: "soft" }, told.after));
    const parts = [element("h2", {}, told.right ? "Right" : "Not kept")];
    if (told.because) parts.push(element("p", {}, told.because));
    if (told.steps.length) parts.push(element("ol", { className: "maxims live" }, ...told.steps.map((step) => this.step(step))));
    parts.push(...told.left.map((sentence) => element("p", {}, sentence)));
    if (told.values.length) {
      parts.push(element("ul", { className: "reasons" }, ...told.values.map(([action, words]) => element("li", {}, element("b", {}, action), ` ${words}`))));
    }
    find("answer").replaceChildren(...parts);
    find("answer").hidden = false;
    this.told = { ...told, chosen };
    this.colour();
    for (const button of document.querySelectorAll("#choices button, #table [data-move]")) button.disabled = true;
    on.focus();
  }

  // A line shows what it keeps and drops; pressed again, it stops.
  step(step) {
    const button = element("button", { type: "button", "aria-pressed": "false" }, step.sentence);
    button.addEventListener("click", () => {
      const here = button.getAttribute("aria-pressed") !== "true";
      for (const other of find("answer").querySelectorAll("ol button")) other.setAttribute("aria-pressed", String(here && other === button));
      if (here) this.paint(step.kept, step.dropped);
      else this.colour();
    });
    return element("li", { className: "narrows" }, this.now.kind === "board" ? button : step.sentence, element("span", { className: "count" }, step.keeps));
  }

  colour() {
    const { kept, chosen, right } = this.told;
    this.paint(kept, right ? [] : chosen);
  }

  paint(good, bad) {
    if (this.board) {
      this.picker.show(null, []);
      this.board.mark([{ moves: bad.map(parseMove), kind: "bad" }, { moves: good.map(parseMove), kind: "good" }]);
      return;
    }
    for (const button of document.querySelectorAll("#choices button, #table [data-move]")) {
      const action = button.dataset.option ?? button.dataset.move;
      button.classList.toggle("is-good", good.includes(action));
      button.classList.toggle("is-bad", bad.includes(action));
    }
  }

  async goOn() {
    this.moved = true;
    await this.next().catch((error) => tell(error.message));
  }

  standing(told) {
    find("score").textContent = told.asked_so_far ? `${told.right_so_far} of ${told.asked_so_far} right so far.` : "Not begun.";
    find("standing").innerHTML = told.standing;
  }
}

const practice = new Practice();
const first = practice.next().catch((error) => tell(error.message));

// Contests that nobody has looked at yet become puzzles while one is at it: if there was nothing to ask, there may be now.
async function look() {
  for (let before = Infinity, left; ; before = left) {
    ({ left } = await ask("/api/record/judged", {}));
    if (!left || left >= before) break;
  }
  await first;
  if (!practice.now?.puzzle) await practice.next();
}
look().catch(() => {});
