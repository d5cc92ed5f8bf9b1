// A game of one's own: sent, checked, drawn, solved.

import { ask, element, find, tell } from "./api.mjs";

find("bring").addEventListener("submit", async (event) => {
  event.preventDefault();
  const out = find("brought"), button = event.target.querySelector("button");
  button.disabled = true;
  out.replaceChildren(element("p", { className: "soft" }, "Checking…"));
  try {
    const told = await ask("/api/games", { toml: find("toml").value });
    const picture = element("div", { className: "art" });
    picture.innerHTML = told.picture;
    const solution = element("p", { className: "soft" }, told.solvable ? "Solving…" : "Too large to be solved while you look.");
    const path = `/games/${encodeURIComponent(told.game).replace("%3A", ":")}`;
    const links = element("p", { className: "actions" },
      element("a", { className: "button main", href: path }, "Play it"),
      element("a", { className: "button", href: `/courses?game=${encodeURIComponent(told.game)}` }, "Let somebody learn it"));
    out.replaceChildren(element("h2", {}, told.title), element("p", {}, told.summary), picture,
      element("p", { className: "checked" }, told.checked), solution, links);
    if (told.solvable) solution.textContent = (await ask(`/api/games/${encodeURIComponent(told.game)}/solution`)).words;
  } catch (error) {
    out.replaceChildren(element("p", { className: "wrong", role: "alert" }, error.message));
  } finally {
    button.disabled = false;
  }
});
