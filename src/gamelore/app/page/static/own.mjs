// A game of one's own: sent, checked, drawn, solved.

import { ask, element, find } from "./api.mjs";
import { showSolution } from "./solving.mjs";

find("bring").addEventListener("submit", async (event) => {
  event.preventDefault();
  const out = find("brought"), button = event.target.querySelector("button");
  button.disabled = true;
  out.replaceChildren(element("p", { className: "soft" }, "Checking…"));
  try {
    const told = await ask("/api/games", { toml: find("toml").value });
    const solution = element("p", { className: "soft" }, told.solvable ? "Solving…" : "Too large to be solved here.");
    const path = `/games/${encodeURIComponent(told.game).replace("%3A", ":")}`;
    const links = element("p", { className: "actions" },
      element("a", { className: "button main", href: path }, "Play it"),
      element("a", { className: "button", href: `/courses?game=${encodeURIComponent(told.game)}` }, "Let somebody learn it"));
    out.replaceChildren(element("h2", {}, `${told.title} is yours`), element("p", { className: "checked" }, told.checked), solution, links);
    if (told.solvable) await showSolution(told.game, solution);
  } catch (error) {
    out.replaceChildren(element("p", { className: "wrong", role: "alert" }, error.message));
  } finally {
    button.disabled = false;
  }
});

// --- while one writes ---

const PAUSE = 400; // milliseconds without a key before the server is asked
const text = find("toml"), gutter = find("gutter");
let timer = 0, asked = 0;

function numbers(wrong = 0) {
  const count = text.value.split("\n").length;
  gutter.replaceChildren(...Array.from({ length: count }, (_, n) => element("span", { className: n + 1 === wrong ? "here" : "" }, String(n + 1))));
  gutter.scrollTop = text.scrollTop;
}

// The line with the error, chosen where it stands.
function select(line) {
  const before = text.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  const end = text.value.indexOf("\n", before);
  text.focus();
  text.setSelectionRange(before, end < 0 ? text.value.length : end);
}

async function preview() {
  const mine = ++asked;
  const told = await ask("/api/games/preview", { toml: text.value }).catch((error) => ({ fits: false, words: error.message, line: 0 }));
  if (mine !== asked) return;
  numbers(told.line ?? 0);
  find("wrong").className = told.fits ? "soft" : "wrong";
  if (told.fits) {
    find("wrong").textContent = "No error so far.";
    const picture = element("div", { className: "art" });
    picture.innerHTML = told.picture;
    find("preview").replaceChildren(element("h2", {}, told.title), element("p", {}, told.summary), picture,
      element("ul", { className: "told-rules" }, ...told.rules.map((sentence) => element("li", {}, sentence))));
    return;
  }
  const jump = told.line ? [element("button", { type: "button", onclick: () => select(told.line) }, `Line ${told.line}`), " "] : [];
  find("wrong").replaceChildren(...jump, told.words);
}

text.addEventListener("input", () => {
  numbers();
  clearTimeout(timer);
  timer = setTimeout(preview, PAUSE);
});
text.addEventListener("scroll", () => { gutter.scrollTop = text.scrollTop; });
numbers();
preview();
