// A contest: the table that the server draws, what may be done at it, and what may be asked.

import { ask, element, find, tell } from "./api.mjs";
import { DrawnBoard, parseMove } from "./drawn.mjs";
import { Picker } from "./guide/board.mjs";


const FEW = 4;
const key = document.querySelector("main").dataset.sitting, base = `/api/contests/${key}`;
const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

class Contest {
  constructor() {
    this.truthOn = false;
    this.pressed = -1;
    this.busy = false;
  }

  async open() {
    this.show(await ask(base));
    this.aside();
  }

  // Do something that changes the table.
  async change(what, body = {}) {
    if (this.busy) return;
    this.busy = true;
    document.body.classList.add("thinking");
    try {
      const inside = find("table").contains(document.activeElement) || find("moves").contains(document.activeElement);
      const point = document.activeElement?.dataset?.point;
      this.show(await ask(`${base}/${what}`, { version: this.now.version, ...body }));
      if (inside) this.refocus(point);
    } catch (error) {
      tell(error.message);
      if (error.status === 409) this.show(await ask(base));
      else this.show(this.now);
    } finally {
      this.busy = false;
      document.body.classList.remove("thinking");
    }
    this.aside();
  }

  refocus(point) {
    const open = [...document.querySelectorAll("#table g.open, #table button:not([disabled]), #moves button:not([disabled])")];
    const same = open.find((found) => found.dataset.point === point);
    (same ?? open[0] ?? find("tools").querySelector("button"))?.focus();
  }

  // What is asked beside the table, once the table stands.
  async aside() {
    const version = this.now.version;
    const still = (job) => (answer) => { if (this.now.version === version) job(answer); };
    const waits = [
      ask(`${base}/why`).then(still((told) => this.showWhy(told))),
      ask(`${base}/lines`).then(still((told) => this.showLines(told))),
    ];
    if (this.truthOn) waits.push(ask(`${base}/truth`).then(still((told) => this.showTruth(told))));
    await Promise.all(waits).catch((error) => tell(error.message));
  }

  show(now) {
    this.now = now;
    this.pressed = -1;
    find("status").textContent = now.status;
    find("table").innerHTML = now.picture;
    find("moves").replaceChildren();
    find("truth-part").hidden = true;
    this.board = null;
    if (now.kind === "board") this.showBoard();
    else this.showTable();
    this.showTools();
    this.showHistory();
    this.showEnd();
  }

  // --- boards ---

  showBoard() {
    this.board = new DrawnBoard(find("table").querySelector("svg.board"));
    this.picker = new Picker(this.board, (move) => this.change("moves", { move: move.text }));
    this.picker.show(null, this.now.moves.map(({ action }) => parseMove(action)));
    for (const name of ["click", "keydown"]) find("table").firstChild.addEventListener(name, () => this.prompt());
    this.prompt();
  }

  prompt() {
    const asks = this.now.your_turn ? ` ${this.picker.asks}` : "";
    find("status").textContent = this.now.status + asks;
    if (this.truthOn && this.values) this.colour();
  }

  // --- cards and dominoes ---

  showTable() {
    const table = find("table"), moves = find("moves"), now = this.now;
    for (const button of table.querySelectorAll("[data-move]")) {
      button.addEventListener("click", () => this.change("moves", { move: button.dataset.move }));
    }
    if (!now.your_turn) return;
    if (now.kind === "poker" && now.stage === "replacing") this.showReplacing(table, moves);
    else if (now.kind === "poker") this.showBetting(moves);
    else if (now.stage !== "play") this.showChoices(moves);
  }

  showReplacing(table, moves) {
    const cards = [...table.querySelectorAll("button[data-card]")];
    const most = Math.max(...replacements(this.now.moves));
    const go = element("button", { type: "button", className: "main" });
    const chosen = () => cards.filter((card) => card.getAttribute("aria-pressed") === "true").map((c) => c.dataset.card);
    const refresh = () => {
      const count = chosen().length;
      go.textContent = count ? `Replace ${plural(count, "card")}` : "Keep all five cards";
    };
    for (const card of cards) {
      card.addEventListener("click", () => {
        const on = card.getAttribute("aria-pressed") === "true";
        if (!on && chosen().length >= most) {
          tell(`At most ${plural(most, "card")} can be replaced.`);
          return;
        }
        card.setAttribute("aria-pressed", String(!on));
        refresh();
      });
    }
    go.addEventListener("click", () => this.change("moves", { move: `replace ${chosen().join(" ") || "none"}` }));
    refresh();
    moves.append(element("p", {}, "Choose the cards to give away."), go);
  }

  showBetting(moves) {
    const bets = this.now.moves.filter(({ action }) => action.startsWith("bet "));
    for (const { action, said } of this.now.moves) {
      if (action.startsWith("bet ")) continue;
      const title = said.charAt(0).toUpperCase() + said.slice(1);
      moves.append(element("button", { type: "button", onclick: () => this.change("moves", { move: action }) }, title));
    }
    if (!bets.length) return;
    const size = element("input", { type: "number", id: "bet", min: "1", max: String(bets.length), value: "3" });
    const go = () => this.change("moves", { move: `bet ${Number(size.value)}` });
    size.addEventListener("keydown", (event) => { if (event.key === "Enter") go(); });
    const label = element("label", { htmlFor: "bet" }, "Chips ");
    const bet = element("button", { type: "button", className: "main", onclick: go }, "Bet");
    moves.prepend(element("span", { className: "bet" }, label, size, bet));
  }

  showChoices(moves) {
    for (const { action, said } of this.now.moves) {
      const title = said.charAt(0).toUpperCase() + said.slice(1);
      moves.append(element("button", { type: "button", onclick: () => this.change("moves", { move: action }) }, title));
    }
  }

  // --- tools ---

  showTools() {
    const tools = find("tools"), now = this.now;
    const had = tools.contains(document.activeElement) ? document.activeElement.textContent : "";
    const button = (title, act, properties = {}) => element("button", { type: "button", onclick: act, ...properties }, title);
    const found = [];
    if (now.your_turn) found.push(button("Hint", () => this.hint()));
    if (now.may.truth && now.your_turn) {
      found.push(button("Colour the moves", () => this.toggleTruth(), { "aria-pressed": String(this.truthOn) }));
    }
    if (!now.result) found.push(button("Take back", () => this.change("undo"), { disabled: !now.may.undo }));
    if (now.may.resign) found.push(button("Resign", () => this.change("resign")));
    if (now.may.lay_down) found.push(button("See all hands", () => this.layDown()));
    tools.replaceChildren(...found);
    if (had) found.find((other) => other.textContent === had)?.focus();
  }

  async layDown() {
    try {
      const told = await ask(`${base}/show`, { version: this.now.version });
      this.show(told);
      const rows = told.laid_down.hands.map(([seat, hand]) => element("li", {}, `${seat}: ${hand}`));
      find("end").append(element("ul", { className: "hands" }, ...rows));
      this.aside();
    } catch (error) {
      tell(error.message);
    }
  }

  async hint() {
    find("status").textContent = "Thinking of a hint…";
    try {
      const told = await ask(`${base}/hint`);
      find("status").textContent = `${told.player.replace(/^./, (c) => c.toUpperCase())} would ${told.said}.`;
      this.showReasons(find("why"), [told], "Hint");
      if (this.board) this.board.mark([{ moves: [parseMove(told.action)], kind: "good" }]);
    } catch (error) {
      find("status").textContent = this.now.status;
      tell(error.message);
    }
  }

  async toggleTruth() {
    this.truthOn = !this.truthOn;
    this.showTools();
    if (!this.truthOn) {
      find("truth-part").hidden = true;
      this.board?.mark([]);
      return;
    }
    try {
      this.showTruth(await ask(`${base}/truth`));
    } catch (error) {
      tell(error.message);
    }
  }

  showTruth(told) {
    this.values = told.moves;
    find("truth-part").hidden = false;
    if (!told.known) {
      const why = this.now.your_turn ? "Nobody knows it for this game." : "The contest is over.";
      find("truth").replaceChildren(element("p", { className: "soft" }, why));
      return;
    }
    const kinds = [[1, "good", "Wins"], [0, "note", "Draws"], [-1, "bad", "Loses"]];
    const rows = kinds.flatMap(([result, kind, word]) => {
      const moves = told.moves.filter((move) => move.result === result);
      const names = moves.map(({ action, plies }) => (plies === null || plies === undefined ? action : `${action} (${plies})`));
      return moves.length ? [element("li", { className: kind }, element("b", {}, `${word}: `), names.join(", "))] : [];
    });
    const foot = element("p", { className: "soft" }, "With perfect play on both sides; in brackets, in how many moves of both.");
    find("truth").replaceChildren(element("ul", { className: "values" }, ...rows), foot);
    this.colour();
  }

  colour() {
    const chosen = this.picker.chosen, kind = { 1: "good", 0: "note", "-1": "bad" };
    const fits = (move) => chosen.every((p, n) => this.picker.path(move)[n] === p);
    const groups = this.values.map(({ action, result }) => ({ move: parseMove(action), kind: kind[result] }))
      .filter(({ move }) => fits(move));
    const order = ["bad", "note", "good"];
    groups.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
    this.board.mark(groups.map(({ move, kind }) => ({ moves: [move], kind })));
  }

  // --- what is told beside the table ---

  showWhy(told) {
    this.showReasons(find("why"), told, "");
  }

  showReasons(root, decisions, heading) {
    if (!decisions.length) {
      root.replaceChildren(element("p", { className: "soft" }, "The other side has not moved yet."));
      return;
    }
    root.replaceChildren(...decisions.map((told) => this.decision(told, heading)));
  }

  decision(told, heading) {
    const seat = this.now.seat_names.length > 2 && !heading ? `${this.now.seat_names[told.seat]}, ` : "";
    const title = element("p", { className: "did" },
      element("b", {}, heading ? `${heading}: ` : ""), `${seat}${told.player} ${heading ? "would " : ""}${told.said}`);
    if (told.by) title.append(" ", element("span", { className: "by" }, told.by));
    const about = told.reasons.filter((reason) => reason.action === told.action || reason.action === "");
    about.sort((a, b) => Math.abs(b.worth) - Math.abs(a.worth));
    const items = (about.length ? about : []).map((reason) => element("li", { className: reason.worth < 0 ? "against" : "" },
      element("b", {}, reason.who), " ", reason.sentence));
    const box = element("div", { className: "decision" }, title);
    if (items.length) box.append(element("ul", { className: "reasons" }, ...items.slice(0, FEW)));
    if (items.length > FEW) {
      const rest = element("ul", { className: "reasons" }, ...items.slice(FEW));
      box.append(element("details", {}, element("summary", {}, `${items.length - FEW} more`), rest));
    }
    if (!items.length) {
      const said = told.whole ? told.reasons.length ? "All other moves were out." : "It gives no reasons."
        : "It keeps its reasons while its hand is hidden.";
      box.append(element("p", { className: "soft" }, said));
    }
    return box;
  }

  showLines(told) {
    find("lines-part").hidden = !told.known;
    if (!told.known) return;
    const total = this.now.moves.length, narrowing = told.lines.filter((line) => line.applies).length;
    const first = told.lines[0], last = told.lines.at(-1)?.left ?? [];
    // Of suits that are alike to every line, the lines look at one.
    const apart = first ? first.left.length + first.dropped.length : total;
    const begun = apart < total ? `the lines tell ${apart} apart and keep` : "the list keeps";
    find("lines-said").textContent = `Of ${plural(total, "move")} ${begun} ${last.length}; ${
      narrowing === 1 ? "one line lights" : `${narrowing} lines light`} up.`;
    find("lines").replaceChildren(...told.lines.map((line, number) => this.line(line, number)));
  }

  line(line, number) {
    const counts = line.applies ? `keeps ${line.left.length} of ${line.left.length + line.dropped.length}` : "";
    const said = element("span", { className: "count" }, counts);
    const button = element("button", { type: "button", "aria-pressed": "false" }, line.sentence);
    button.addEventListener("click", () => this.press(number, line));
    return element("li", { className: line.applies ? "narrows" : "idle" }, this.board ? button : line.sentence, said);
  }

  // A line shows on the board what it keeps and what it drops; pressed again, it stops.
  press(number, line) {
    this.pressed = this.pressed === number ? -1 : number;
    const buttons = find("lines").querySelectorAll("button");
    buttons.forEach((button, n) => button.setAttribute("aria-pressed", String(n === this.pressed)));
    this.board.mark(this.pressed < 0 ? [] : [
      { moves: line.dropped.map(parseMove), kind: "bad" }, { moves: line.left.map(parseMove), kind: "good" },
    ]);
    find("status").textContent = this.pressed < 0 ? this.now.status : "Green is kept by this line, red is dropped.";
  }

  showHistory() {
    const items = this.now.history.map((moved) => element("li", { className: moved.yours ? "yours" : "" },
      `${moved.yours ? "You" : moved.player}${this.now.seat_names.length > 2 ? ` (${moved.seat_name})` : ""}: ${moved.action}`));
    find("history").replaceChildren(...items);
  }

  async review(root, button) {
    button.disabled = true;
    root.replaceChildren(element("p", { className: "soft" }, "Looking at your moves…"));
    try {
      const told = await ask(`${base}/review`);
      const unit = told.unit && told.unit !== "result" ? ` ${told.unit}` : "";
      const head = told.moves.length
        ? `${told.kept} of ${plural(told.judged, "move")} gave nothing away. The worst first:`
        : `${plural(told.judged, "move")} judged; none gave anything away.`;
      root.replaceChildren(element("p", {}, head), ...told.moves.map((move) => mistake(this, move, unit)),
        element("p", { className: "soft" }, `Judged by ${told.how}.`));
    } catch (error) {
      root.replaceChildren(element("p", { className: "soft" }, error.message));
      button.disabled = false;
    }
  }

  async playOn(ply) {
    try {
      location.href = `/contests/${(await ask(`${base}/on`, { ply })).sitting}`;
    } catch (error) {
      tell(error.message);
    }
  }

  showEnd() {
    const end = find("end"), result = this.now.result;
    end.hidden = !result;
    if (!result) return;
    end.className = result.result;
    const again = element("a", { className: "button", href: `/games/${this.now.page}` }, "Another contest");
    const review = element("div", { id: "review" });
    const look = element("button", { type: "button", onclick: () => this.review(review, look) }, "Review my moves");
    end.replaceChildren(element("h2", {}, result.headline),
      element("p", {}, `${result.why[0].toUpperCase()}${result.why.slice(1)}.`),
      element("p", { className: "actions" }, look, again), review);
  }
}

function mistake(contest, move, unit) {
  const box = element("article", { className: "mistake" });
  box.append(element("h3", {}, `Move ${move.ply + 1}: you played ${move.action}`));
  if (move.picture) {
    const picture = element("div", { className: "before" });
    picture.innerHTML = move.picture;
    box.append(picture);
    const board = new DrawnBoard(picture.querySelector("svg"));
    board.mark([{ moves: [parseMove(move.action)], kind: "bad" }]);
    box.board = board;
  }
  const values = element("ul", { className: "reasons" },
    ...move.values.slice(0, 6).map(([action, words]) => element("li", {}, element("b", {}, action), ` ${words}`)));
  const answer = element("details", {}, element("summary", {}, "What was better?"),
    element("p", {}, `${move.best.slice(0, 4).join(" or ")}. Your move gave away ${Math.round(move.given * 100) / 100}${unit}.`));
  if (move.maxim) answer.append(element("p", { className: "maxim" }, `The list says so, too. ${move.maxim}`));
  answer.append(values);
  answer.addEventListener("toggle", () => box.board?.mark([
    { moves: [parseMove(move.action)], kind: "bad" },
    ...(answer.open ? [{ moves: move.best.map(parseMove), kind: "good" }] : []),
  ]));
  const on = element("button", { type: "button", onclick: () => contest.playOn(move.ply) }, "Play on from here");
  box.append(answer, on);
  return box;
}

function replacements(moves) {
  return moves.map(({ action }) => (action === "replace none" ? 0 : action.split(" ").length - 1));
}

new Contest().open().catch((error) => tell(error.message));
