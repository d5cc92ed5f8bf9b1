// The page on which a reader tries a list: plays against it, and is asked what it would choose.

import { BoardView, Picker } from "./board.mjs";
import { narrow, unknownLines } from "./maxims.mjs";
import { LOST, NONE, ONGOING, Rules, WON, moveText, placing, stateOf } from "./rules.mjs";

const MOST_NAMED = 8;

function say(moves) {
  const named = moves.slice(0, MOST_NAMED).map(moveText).join(", ");
  return moves.length > MOST_NAMED ? `${named} and ${moves.length - MOST_NAMED} more` : named;
}

// How a list went over the moves of a position; each line is a button that shows on the board what it kept and dropped.
class Panel {
  constructor(root, sentences, picker, status) {
    Object.assign(this, { root, sentences, picker, status });
  }

  clear() {
    this.root.replaceChildren();
  }

  show(title, state, found, back) {
    this.clear();
    this.told = null;
    const heading = document.createElement("p");
    heading.textContent = `${title} All ${found.moves.length} legal moves at first.`;
    const list = document.createElement("ol");
    let before = found.moves.map((_, n) => n);
    found.kept.forEach(({ applies, left }, number) => {
      const was = before, item = document.createElement("li"), button = document.createElement("button");
      const outcome = document.createElement("span");
      const moves = left.map((n) => found.moves[n]);
      const narrowed = left.length < was.length;
      button.type = "button";
      button.textContent = this.sentences[number];
      outcome.textContent = !applies ? "Does not apply now." : narrowed
        ? `Keeps ${left.length} of ${was.length}: ${say(moves)}.`
        : `Keeps all ${was.length}.`;
      item.className = narrowed ? "narrows" : "idle";
      button.setAttribute("aria-pressed", "false");
      button.addEventListener("click", () => this.press(button, state, back, [
        { moves: was.filter((n) => !left.includes(n)).map((n) => found.moves[n]), kind: "bad" },
        { moves, kind: "good" },
      ]));
      item.append(button, outcome);
      list.append(item);
      before = left;
    });
    const end = document.createElement("p");
    const left = found.left.map((n) => found.moves[n]);
    end.textContent = left.length > 1 ? `Chance decides among ${say(left)}.` : `Left: ${say(left)}.`;
    this.root.append(heading, list, end);
  }

  press(button, state, back, groups) {
    const pressed = button.getAttribute("aria-pressed") === "true";
    for (const other of this.root.querySelectorAll("button")) other.setAttribute("aria-pressed", "false");
    if (pressed) {
      this.status.textContent = this.told;
      this.told = null;
      back();
      return;
    }
    this.told ??= this.status.textContent;
    this.status.textContent = "Green is kept by this line, red is dropped. Press it again to go on.";
    button.setAttribute("aria-pressed", "true");
    this.picker.show(state, []);
    this.picker.view.mark(groups);
  }
}

function parts(section) {
  const find = (name) => section.querySelector(`[data-part="${name}"]`);
  return { board: find("board"), status: find("status"), panel: find("panel"), find };
}

class Play {
  constructor(section, data) {
    const { board, status, panel, find } = parts(section);
    Object.assign(this, { data, rules: new Rules(data.game), status });
    this.picker = new Picker(new BoardView(board, data.game), (move) => this.human(move));
    this.panel = new Panel(panel, data.sentences, this.picker, status);
    board.addEventListener("click", () => this.prompt());
    board.addEventListener("keydown", () => this.prompt());
    find("first").addEventListener("click", () => this.begin(0));
    find("second").addEventListener("click", () => this.begin(1));
    find("back").addEventListener("click", () => this.takeBack());
    find("hint").addEventListener("click", () => this.hint());
    this.begin(0);
  }

  begin(seat) {
    this.seat = seat;
    this.past = [];
    this.state = this.rules.first();
    this.panel.clear();
    this.goOn();
  }

  made(seat) {
    return this.past.filter(({ state }) => state.mover === seat).map(({ after }) => (
      { mine: after.other, theirs: after.own, rest: after.left }
    ));
  }

  get over() {
    const { own, other, left } = this.state, { max_plies, repetition } = this.data.game;
    const result = this.rules.result(own, other, left);
    if (result !== ONGOING) {
      const winner = result === WON ? this.state.mover : result === LOST ? 1 - this.state.mover : NONE;
      return winner === NONE ? "A draw." : winner === this.seat ? "You win." : "The list wins.";
    }
    if (max_plies && this.past.length >= max_plies) return `A draw after ${max_plies} moves.`;
    const now = this.state, same = (state) => ["own", "other", "left", "mover"].every((key) => state[key] === now[key]);
    const times = 1 + this.past.filter(({ state }) => same(state)).length;
    return repetition && times >= repetition ? "A draw: the same position again." : "";
  }

  do(move) {
    const after = this.rules.play(this.state, move);
    this.past.push({ state: this.state, move, after });
    this.state = after;
  }

  human(move) {
    this.panel.clear();
    this.do(move);
    this.goOn();
  }

  goOn() {
    this.said = "";
    if (!this.over && this.state.mover !== this.seat) {
      const state = this.state, found = narrow(this.rules, this.data.lines, state, this.made(state.mover));
      const move = found.moves[found.left[Math.floor(Math.random() * found.left.length)]];
      this.panel.show("The list's turn.", state, found, () => this.refresh());
      this.do(move);
      this.said = `The list plays ${moveText(move)}. `;
    }
    this.refresh();
  }

  refresh() {
    const last = this.past.at(-1)?.move ?? null;
    this.picker.show(this.state, this.over ? [] : this.rules.moves(this.state), last);
    this.prompt();
  }

  prompt() {
    this.status.textContent = this.said + (this.over || `Your turn as ${this.data.game.seats[this.seat]}. ${this.picker.asks}`);
  }

  hint() {
    if (this.over) return;
    const found = narrow(this.rules, this.data.lines, this.state, this.made(this.seat));
    this.panel.show("Your turn, as the list would play it.", this.state, found, () => this.refresh());
    this.refresh();
    this.picker.view.mark([{ moves: found.left.map((n) => found.moves[n]), kind: "good" }]);
  }

  takeBack() {
    const mine = this.past.findLastIndex(({ state }) => state.mover === this.seat);
    if (mine < 0) return;
    this.state = this.past[mine].state;
    this.past.length = mine;
    this.said = "";
    this.panel.clear();
    this.refresh();
  }
}

class Quiz {
  constructor(section, data) {
    const { board, status, panel, find } = parts(section);
    Object.assign(this, { data, rules: new Rules(data.game), status, number: -1, right: 0, asked: 0 });
    this.picker = new Picker(new BoardView(board, data.game), (move) => this.answer(move));
    this.panel = new Panel(panel, data.sentences, this.picker, status);
    find("next").addEventListener("click", () => this.next());
    this.next();
  }

  next() {
    this.number = (this.number + 1) % this.data.quiz.length;
    this.state = stateOf(this.data.quiz[this.number]);
    this.panel.clear();
    this.picker.show(this.state, this.rules.moves(this.state));
    const who = this.data.game.seats[this.state.mover], left = this.state.left;
    const still = placing(left) ? `, ${Math.ceil(left / 2)} still to place` : "";
    this.status.textContent =
      `Position ${this.number + 1} of ${this.data.quiz.length}: ${who} to move${still}. What does the list choose?`;
  }

  answer(move) {
    const found = narrow(this.rules, this.data.lines, this.state);
    const text = moveText(move), number = found.moves.findIndex((other) => moveText(other) === text);
    const right = found.left.includes(number);
    const dropped = found.kept.findIndex(({ left }) => !left.includes(number));
    const best = found.left.map((n) => found.moves[n]);
    this.asked += 1;
    this.right += Number(right);
    this.status.textContent = `${right ? `Right: ${text}.` : `No: line ${dropped + 1} drops ${text}. The list keeps ${say(best)}.`}`
      + ` ${this.right} of ${this.asked} right.`;
    const show = () => {
      this.picker.show(this.state, []);
      this.picker.view.mark([...(right ? [] : [{ moves: [move], kind: "bad" }]), { moves: best, kind: "good" }]);
    };
    this.panel.show("Line by line.", this.state, found, show);
    show();
  }
}

function begin() {
  const data = JSON.parse(document.getElementById("guide-data").textContent);
  const unknown = unknownLines(data.lines);
  if (unknown.length) {
    const which = unknown.map((n) => n + 1).join(", ");
    document.getElementById("try-unknown").textContent =
      `This page does not know what line ${which} counts, so that the list cannot be tried here.`;
    return;
  }
  const play = document.getElementById("play"), quiz = document.getElementById("quiz");
  play.hidden = false;
  new Play(play, data);
  if (data.quiz.length) {
    quiz.hidden = false;
    new Quiz(quiz, data);
  }
}

begin();
