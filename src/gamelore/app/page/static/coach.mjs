// Coaching: what the learner would do, the visitor's answer in a sentence, and what it changed in the rules.

import { ask, element, find, tell } from "./api.mjs";

const key = document.querySelector("main").dataset.coaching, base = `/api/coachings/${key}`;
const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
let now = null, busy = false;

async function send(what, body) {
  if (busy) return;
  busy = true;
  try {
    show(await ask(`${base}/${what}`, { version: now.version, ...body }));
  } catch (error) {
    tell(error.message);
    if (error.status === 409) show(await ask(base));
  } finally {
    busy = false;
  }
}

function sentence() {
  const reasons = [...find("because").querySelectorAll("select")].filter(({ value }) => value)
    .map(({ value, dataset }) => `THE ${dataset.name} IS ${value}`);
  find("sentence").value = `(${find("decision").value} BECAUSE ${reasons.join(", AND ") || "…"})`;
  find("teach").disabled = !reasons.length;
}

function showVerdict(prompt) {
  find("verdict").hidden = prompt.asks !== "verdict";
  if (prompt.asks !== "verdict") return;
  find("undo").disabled = !now.may_undo;
  find("decision").replaceChildren(...now.decisions.map(({ name, meaning }) => element("option", { value: name }, `${name}: ${meaning}`)));
  find("because").replaceChildren(...prompt.variables.map(({ name, value, meaning, word }) => {
    const classes = now.classes[name]?.length ? now.classes[name] : ["LARGE", "SMALL"];
    const select = element("select", { id: `is-${name}`, onchange: sentence },
      element("option", { value: "" }, "does not matter"), ...classes.map((said) => element("option", { value: said }, `is ${said}`)));
    select.dataset.name = name;
    const told = `${name}: ${meaning}, now ${Math.round(value * 10) / 10}${word ? ` (${word})` : ""}`;
    return element("p", { className: "because" }, element("label", { htmlFor: `is-${name}` }, told), select);
  }));
  sentence();
}

function showMoves(prompt) {
  const root = find("moves");
  root.replaceChildren();
  if (prompt.asks === "bet") {
    const bets = prompt.moves.filter(({ action }) => action.startsWith("bet "));
    for (const { action, said } of prompt.moves.filter(({ action }) => !action.startsWith("bet "))) {
      root.append(element("button", { type: "button", onclick: () => send("answers", { text: action }) }, said));
    }
    if (bets.length) {
      const size = element("input", { type: "number", id: "bet", min: "1", max: String(bets.length), value: "3" });
      const go = element("button", { type: "button", className: "main", onclick: () => send("answers", { text: size.value }) }, "Bet");
      root.prepend(element("span", { className: "bet" }, element("label", { htmlFor: "bet" }, "Chips "), size, go));
    }
  } else if (prompt.asks === "replace") {
    const cards = [...find("table").querySelectorAll("button[data-card]")];
    const chosen = () => cards.filter((card) => card.getAttribute("aria-pressed") === "true").map((card) => card.dataset.card);
    const go = element("button", { type: "button", className: "main", onclick: () => send("answers", { text: chosen().join(" ") || "none" }) });
    const refresh = () => { go.textContent = chosen().length ? `Replace ${plural(chosen().length, "card")}` : "Keep all five cards"; };
    for (const card of cards) {
      card.addEventListener("click", () => {
        const on = card.getAttribute("aria-pressed") === "true";
        if (on || chosen().length < 3) card.setAttribute("aria-pressed", String(!on));
        refresh();
      });
    }
    refresh();
    root.append(go);
  }
}

function showLesson() {
  const lesson = now.told.findLast(({ kind }) => kind === "lesson"), root = find("lesson");
  const words = lesson?.words ?? [];
  root.hidden = !lesson?.changes.length && !words.length;
  if (root.hidden) return;
  const rows = lesson.changes.map(({ sign, number, sentence: said }) => element("li", { className: sign === "+" ? "plus" : "minus" },
    `${sign} ${number}. ${said}`));
  root.replaceChildren(element("h2", {}, "What your lesson changed"), ...words.map((said) => element("p", {}, said)),
    element("ul", { className: "rules" }, ...rows));
}

function show(told) {
  now = told;
  const { prompt } = told;
  const asks = { verdict: `${told.decision}`, bet: `Your bet. The pot is ${prompt.pot}${prompt.to_call ? `, ${prompt.to_call} to call` : ""}.`,
    replace: "Which cards do you want replaced?", nothing: "The sitting is over. What it learned is kept." };
  find("status").textContent = asks[prompt.asks];
  find("table").innerHTML = told.hand;
  find("table").hidden = !told.hand;
  showVerdict(prompt);
  showMoves(prompt);
  showLesson();
  const fresh = told.told.findLast(({ kind }) => kind === "lesson")?.changes.filter(({ sign }) => sign === "+").map((c) => c.sentence) ?? [];
  find("rules").replaceChildren(...told.rules.map((rule) => element("li", { className: fresh.includes(rule) ? "narrows" : "" }, rule)));
  if (!told.rules.length) find("rules").replaceChildren(element("li", {}, "They are kept from you while you play against it."));
  find("why").replaceChildren(...(told.why.length ? told.why : ["Nothing to tell."]).map((said) => element("p", {}, said)));
  const lines = told.told.filter(({ kind }) => kind === "said").map(({ what, text }) => (what === "reply" ? `> ${text}` : text));
  find("dialogue").textContent = lines.join("\n");
  find("dialogue").scrollTop = find("dialogue").scrollHeight;
}

find("verdict").addEventListener("submit", (event) => {
  event.preventDefault();
  if (document.activeElement === find("sentence")) send("answers", { text: find("sentence").value });
  else send("answers", { text: "OK" });
});
find("teach").addEventListener("click", () => send("answers", { text: find("sentence").value }));
find("undo").addEventListener("click", () => send("undo", {}));
find("decision").addEventListener("change", sentence);
find("sentence").addEventListener("input", () => { find("teach").disabled = false; });
ask(base).then(show).catch((error) => tell(error.message));
