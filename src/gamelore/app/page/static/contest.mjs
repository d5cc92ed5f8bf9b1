// A contest: the table that the server draws, what may be done at it, and what may be asked.

import { ask, element, find, tell } from "./api.mjs";
import { DrawnBoard, parseMove } from "./drawn.mjs";
import { Picker } from "./guide/board.mjs";
import { draggable } from "./motion.mjs";
import { comeIn, giveAway, layDomino, rest, sayAt, seenOn } from "./played.mjs";
import { waiting } from "./waiting.mjs";


const FEW = 4, SIDES = ["x", "o"];
const key = document.querySelector("main").dataset.sitting, base = `/api/contests/${key}`;
const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

class Contest {
  constructor() {
    this.truthOn = false;
    this.values = null;
    this.pressed = -1;
    this.busy = false;
    this.resigning = false; // whether one was asked and has not answered yet
    this.position = 0; // counts what was drawn: an answer about an older position comes too late
  }

  async open() {
    this.show(await ask(base));
    this.aside();
  }

  // Do something that changes the table; `own` draws what the person does before the server has answered.
  async change(what, body = {}, own = null) {
    if (this.busy) return;
    this.busy = true;
    const inside = find("table").contains(document.activeElement) || find("moves").contains(document.activeElement);
    const point = document.activeElement?.dataset?.point, before = this.now;
    document.body.classList.add("thinking");
    const answered = waiting(find("waiting"), this.awaited());
    try {
      const drawn = own ? this.draw(own) : null;
      const now = await ask(`${base}/${what}`, { version: before.version, ...body }).finally(answered);
      document.body.classList.replace("thinking", "moving");
      await drawn;
      await this.replay(now.steps ?? []);
      const seen = seenOn(find("table"));
      this.show(now);
      if (now.told) tell(now.told);
      if (inside) this.refocus(point);
      if (now.history.length > before.history.length) this.arrive(now, seen);
    } catch (error) {
      tell(error.message);
      this.show(error.status === 409 ? await ask(base).catch(() => before) : before);
    } finally {
      this.busy = false;
      document.body.classList.remove("thinking", "moving");
    }
    this.aside();
  }

  // Whom one waits for.
  awaited() {
    const others = [...new Set(this.now.players.filter((_, seat) => seat !== this.now.seat))];
    const who = others.length > 1 ? "the others" : others[0];
    return `${who.replace(/^./, (c) => c.toUpperCase())} ${others.length > 1 || this.now.players.length > 2 ? "are" : "is"} thinking,`;
  }

  // What the person does is seen at once; what was told of the position before it is gone.
  draw(own) {
    this.position += 1;
    this.forget();
    find("moves").replaceChildren();
    for (const button of find("tools").querySelectorAll("button")) button.disabled = true;
    return own();
  }

  // What others did one after the other is shown in that order; whoever presses something sees the end at once.
  async replay(steps) {
    let skip;
    const skipped = new Promise((done) => { skip = done; }), events = ["pointerdown", "keydown"];
    let over = false;
    skipped.then(() => { over = true; });
    for (const name of events) addEventListener(name, skip);
    for (const step of steps) {
      if (over) break;
      const seen = seenOn(find("table"));
      find("table").innerHTML = step;
      await Promise.race([comeIn(find("table"), seen), skipped]);
      await rest(find("table"), skipped);
    }
    for (const name of events) removeEventListener(name, skip);
  }

  // The last thing that somebody else did moves.
  arrive(now, seen) {
    const last = now.history.at(-1);
    if (!this.board) comeIn(find("table"), seen);
    else if (!last.yours && last.action !== "resign") this.board.arrive(parseMove(last.action), SIDES[1 - now.seat]);
  }

  refocus(point) {
    const open = [...document.querySelectorAll("#table g.open, #table button:not([disabled]), #moves button:not([disabled])")];
    const same = open.find((found) => found.dataset.point === point);
    (same ?? open[0] ?? find("tools").querySelector("button"))?.focus();
  }

  // Hands an answer on only if the position that it is about is still the one that is shown.
  still(job) {
    const position = this.position;
    return (answer) => {
      if (this.position === position && (answer.version ?? this.now.version) === this.now.version) job(answer);
    };
  }

  // What is asked beside the table, once the table stands.
  async aside() {
    const waits = [
      ask(`${base}/why`).then(this.still((told) => this.showWhy(told))),
      ask(`${base}/lines`).then(this.still((told) => this.showLines(told))),
    ];
    if (this.truthOn && this.now.your_turn) waits.push(ask(`${base}/truth`).then(this.still((told) => this.showTruth(told))));
    await Promise.all(waits).catch((error) => tell(error.message));
  }

  // Nothing of what was told of the position that was shown so far is left.
  forget() {
    this.values = null;
    this.pressed = -1;
    this.board?.mark([]);
    find("truth").replaceChildren();
    find("truth-part").hidden = true;
    find("lines-part").hidden = true;
  }

  show(now) {
    this.now = now;
    this.position += 1;
    this.forget();
    this.resigning = false;
    find("status").textContent = now.status;
    find("score").textContent = now.score;
    find("score").hidden = !now.score;
    find("table").innerHTML = now.picture;
    find("moves").replaceChildren();
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
    this.board.side = SIDES[this.now.seat];
    this.picker = new Picker(this.board, (move) => this.change("moves", { move: move.text }, () => this.stand(move)));
    this.picker.show(null, this.now.moves.map(({ action }) => parseMove(action)));
    for (const name of ["click", "keydown"]) find("table").firstChild.addEventListener(name, () => this.prompt());
    this.board.onDrop = () => this.prompt();
    this.prompt();
  }

  // The person's move stands, and moves there unless its marker stands already.
  stand(move) {
    const stood = this.board.standing?.to === move.to, side = this.board.side;
    this.picker.show(null, []);
    this.board.stand(move, side);
    find("status").textContent = `You ${offered(this.now, move.text)}.`;
    return this.board.arrive(stood || this.board.dragged ? { ...move, start: move.to } : move, side);
  }

  prompt() {
    if (this.busy) return;
    const asks = this.now.your_turn ? ` ${this.picker.asks}` : "", { board, picker } = this;
    find("status").textContent = this.now.status + asks;
    // While one chooses what to take, the marker stands where it will, and the row that it completed is lit.
    const found = picker.fitting(), path = found.length && picker.chosen.length ? picker.path(found[0]) : [];
    const taking = path.length === picker.chosen.length + 1 && found[0].capture !== -1 && path.at(-1) === found[0].capture;
    if (taking) board.stand(found[0], board.side, { taking: false });
    else board.restore();
    if (taking && !board.dragged && board.standing?.text !== found[0].text) board.arrive({ ...found[0], takes: [] }, board.side);
    board.standing = taking ? found[0] : null;
    if (this.truthOn && this.values) this.colour();
  }

  // --- cards and dominoes ---

  showTable() {
    const table = find("table"), moves = find("moves"), now = this.now;
    for (const button of table.querySelectorAll("[data-move]")) {
      const play = () => this.change("moves", { move: button.dataset.move }, () => {
        find("status").textContent = `You ${offered(now, button.dataset.move)}.`;
        return layDomino(table, button, now.seat_names[now.seat]);
      });
      button.addEventListener("click", play);
      draggable(button, (_, dy) => dy < -40, play);
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
      draggable(card, (_, dy) => Math.abs(dy) > 30, () => card.click());
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
    go.addEventListener("click", () => {
      const gone = chosen();
      this.change("moves", { move: `replace ${gone.join(" ") || "none"}` }, () => {
        find("status").textContent = gone.length ? `You replace ${plural(gone.length, "card")}.` : "You keep all five cards.";
        giveAway(table, gone);
      });
    });
    refresh();
    moves.append(element("p", {}, "Choose the cards to give away."), go);
  }

  showBetting(moves) {
    const bets = this.now.moves.filter(({ action }) => action.startsWith("bet "));
    for (const { action, said } of this.now.moves) {
      if (action.startsWith("bet ")) continue;
      const title = said.charAt(0).toUpperCase() + said.slice(1);
      moves.append(element("button", { type: "button", onclick: () => this.say(action) }, title));
    }
    if (!bets.length) return;
    const size = element("input", { type: "number", id: "bet", min: "1", max: String(bets.length), value: "3" });
    const go = () => this.say(`bet ${Number(size.value)}`);
    size.addEventListener("keydown", (event) => { if (event.key === "Enter") go(); });
    const label = element("label", { htmlFor: "bet" }, "Chips ");
    const bet = element("button", { type: "button", className: "main", onclick: go }, "Bet");
    moves.prepend(element("span", { className: "bet" }, label, size, bet));
  }

  // A bet, a bid or a trump: it stands at the person's place at once.
  say(action) {
    this.change("moves", { move: action }, () => {
      const words = offered(this.now, action);
      find("status").textContent = `You ${words}.`;
      sayAt(find("table"), words);
    });
  }

  showChoices(moves) {
    for (const { action, said } of this.now.moves) {
      const title = said.charAt(0).toUpperCase() + said.slice(1);
      moves.append(element("button", { type: "button", onclick: () => this.say(action) }, title));
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
    if (now.may.draw) found.push(button(now.may.draw === "claim" ? "Claim a draw" : "Offer a draw", () => this.change("draw")));
    if (now.may.resign && !this.resigning) found.push(button("Resign", () => this.asked(true)));
    if (now.may.resign && this.resigning) {
      found.push(element("span", { className: "sure", role: "group", "aria-label": "Resign?" }, "Give this contest up? ",
        button("Yes, resign", () => this.change("resign")), button("No, go on", () => this.asked(false))));
    }
    if (now.may.lay_down) found.push(button("See all hands", () => this.layDown()));
    tools.replaceChildren(...found);
    if (had) found.find((other) => other.textContent === had)?.focus();
  }

  // Nobody resigns by one click.
  asked(resigning) {
    this.resigning = resigning;
    this.showTools();
    const name = resigning ? "No, go on" : "Resign";
    [...find("tools").querySelectorAll("button")].find((button) => button.textContent === name)?.focus();
  }

  async again(button) {
    button.disabled = true;
    const answered = waiting(find("waiting"), "Whom you meet is getting ready,");
    try {
      location.href = `/contests/${(await ask(`${base}/again`, {}).finally(answered)).sitting}`;
    } catch (error) {
      tell(error.message);
      button.disabled = false;
    }
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
    const show = this.still((told) => {
      find("status").textContent = `${told.player.replace(/^./, (c) => c.toUpperCase())} would ${told.said}.`;
      this.showReasons(find("why"), [told], "Hint");
      if (this.board) this.board.mark([{ moves: [parseMove(told.action)], kind: "good" }]);
    });
    const refuse = this.still(() => { find("status").textContent = this.now.status; });
    const answered = waiting(find("waiting"), "Looking for a good move,");
    try {
      show(await ask(`${base}/hint`).finally(answered));
    } catch (error) {
      refuse({});
      tell(error.message);
    }
  }

  async toggleTruth() {
    this.truthOn = !this.truthOn;
    this.showTools();
    if (!this.truthOn) {
      this.values = null;
      find("truth-part").hidden = true;
      this.board?.mark([]);
      return;
    }
    const show = this.still((told) => this.showTruth(told)), answered = waiting(find("waiting"), "Looking up what each move is worth,");
    try {
      show(await ask(`${base}/truth`).finally(answered));
    } catch (error) {
      tell(error.message);
    }
  }

  showTruth(told) {
    if (!this.truthOn || !this.now.your_turn) return;
    find("truth-part").hidden = false;
    if (!told.known) {
      find("truth").replaceChildren(element("p", { className: "soft" }, told.words));
      return;
    }
    this.values = told.moves;
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
      const said = told.whole ? told.reasons.length ? "It ruled out every other move." : "It gives no reasons."
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
      `${moved.yours ? "You" : moved.player}${this.now.seat_names.length > 2 ? ` (${moved.seat_name})` : ""}: ${moved.written}`));
    find("history").replaceChildren(...items);
  }

  async review(root, button) {
    button.disabled = true;
    root.replaceChildren(element("p", { className: "soft" }, "Looking at your moves…"));
    try {
      const told = await ask(`${base}/review`);
      const head = told.moves.length ? `${told.sentence} The worst first:` : told.sentence;
      root.replaceChildren(element("p", {}, head), ...told.moves.map((move) => mistake(this, move)),
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
    const again = element("button", { type: "button", onclick: () => this.again(again) }, "Another contest");
    const other = element("a", { className: "button", href: `/games/${this.now.page}` }, "Another opponent");
    const review = element("div", { id: "review" });
    const walk = element("a", { className: "button", href: `/contests/${key}/review` }, "Move by move");
    const look = element("button", { type: "button", onclick: () => this.review(review, look) }, "Review my moves");
    end.replaceChildren(element("h2", {}, result.headline),
      element("p", {}, `${result.why[0].toUpperCase()}${result.why.slice(1)}.`),
      element("p", { className: "actions" }, look, walk, again, other), review);
  }
}

function mistake(contest, move) {
  const box = element("article", { className: "mistake" });
  box.append(element("h3", {}, `Move ${move.ply + 1}: you ${move.said}`),
    element("p", {}, `It ${move.lost}${move.by_chance ? "; it was a random move" : ""}.`));
  if (move.picture) {
    const picture = element("div", { className: "before" });
    picture.innerHTML = move.picture;
    box.append(picture);
    const svg = picture.querySelector("svg.board");
    if (svg) box.board = new DrawnBoard(svg);
    box.board?.mark([{ moves: [parseMove(move.action)], kind: "bad" }]);
  }
  const values = element("ul", { className: "reasons" },
    ...move.values.slice(0, 6).map(([action, words]) => element("li", {}, element("b", {}, action), ` ${words}`)));
  const answer = element("details", {}, element("summary", {}, "What was better?"),
    element("p", {}, element("b", {}, move.better.join(" or ")), "."), element("p", {}, move.because));
  if (move.finder) answer.append(element("p", { className: "maxim" }, move.finder));
  if (box.board) answer.append(element("p", { className: "soft" }, move.reply
    ? "Red is your move, green what was better, yellow the reply." : "Red is your move, green what was better."));
  answer.append(values);
  answer.addEventListener("toggle", () => box.board?.mark([
    { moves: [parseMove(move.action)], kind: "bad" },
    ...(answer.open && move.reply ? [{ moves: [parseMove(move.reply)], kind: "note" }] : []),
    ...(answer.open ? [{ moves: move.best.map(parseMove), kind: "good" }] : []),
  ]));
  const on = element("button", { type: "button", onclick: () => contest.playOn(move.ply) }, "Play on from here");
  box.append(answer, on);
  return box;
}

// How the person's move goes on after "You": what a button would say.
function offered(now, action) {
  const said = now.moves.find((move) => move.action === action)?.said ?? action;
  return now.kind !== "board" ? said : action.includes("-") ? `move ${said}` : `play ${said}`;
}

function replacements(moves) {
  return moves.map(({ action }) => (action === "replace none" ? 0 : action.split(" ").length - 1));
}

new Contest().open().catch((error) => tell(error.message));
