// The proficiency test: round after round, and the graph of the thesis when both series are over.

import { ask, element, find, tell } from "./api.mjs";

const key = document.querySelector("main").dataset.test, base = `/api/proficiency/${key}`;
let now = null, busy = false;

async function send(move) {
  if (busy) return;
  busy = true;
  try {
    show(await ask(`${base}/moves`, { version: now.version, move }));
  } catch (error) {
    tell(error.message);
    if (error.status === 409) show(await ask(base));
  } finally {
    busy = false;
  }
}

function showBets(root) {
  const bets = now.moves.filter(({ action }) => action.startsWith("bet "));
  for (const { action, said } of now.moves.filter(({ action }) => !action.startsWith("bet "))) {
    root.append(element("button", { type: "button", onclick: () => send(action) }, said));
  }
  if (bets.length) {
    const size = element("input", { type: "number", id: "bet", min: "1", max: String(bets.length), value: "3" });
    const go = element("button", { type: "button", className: "main", onclick: () => send(`bet ${size.value}`) }, "Bet");
    root.prepend(element("span", { className: "bet" }, element("label", { htmlFor: "bet" }, "Chips "), size, go));
  }
}

function showCards(root) {
  const cards = [...find("table").querySelectorAll("button[data-card]")];
  const chosen = () => cards.filter((card) => card.getAttribute("aria-pressed") === "true").map((card) => card.dataset.card);
  const go = element("button", { type: "button", className: "main", onclick: () => send(`replace ${chosen().join(" ") || "none"}`) });
  const refresh = () => { go.textContent = chosen().length ? `Replace ${chosen().length}` : "Keep all five cards"; };
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

function showLast() {
  const root = find("last");
  root.hidden = !now.last && !now.news.length;
  const told = now.news.map((said) => element("p", {}, said));
  const table = element("div");
  if (now.last) table.innerHTML = now.last.table;
  root.replaceChildren(element("h2", {}, "The round before"), ...(now.last ? [element("p", {}, now.last.said), table] : []), ...told);
}

function show(told) {
  now = told;
  const root = find("moves");
  root.replaceChildren();
  find("score").textContent = told.chips.map((chips) => (chips > 0 ? `+${chips}` : `${chips}`)).join("  ") || "None yet.";
  showLast();
  if (told.over) {
    find("status").textContent = "The test is over.";
    find("table").replaceChildren();
    const pictures = told.graphs.map((svg) => { const made = element("div", { className: "graph" }); made.innerHTML = svg; return made; });
    find("result").replaceChildren(...told.verdict.map((said) => element("p", {}, said)), ...pictures);
    return;
  }
  find("status").textContent = [told.wait, `${told.title} (${told.done + 1} of ${told.of}).`].filter(Boolean).join(" ");
  find("table").innerHTML = told.table;
  (told.stage === "replace" ? showCards : showBets)(root);
}

ask(base).then(show).catch((error) => tell(error.message));
