// Rules of one's own: compiled beside the program, kept, and played against.

import { ask, element, find } from "./api.mjs";

const out = find("compiled"), buttons = [...document.querySelectorAll("#write button")];

async function bring(keep) {
  for (const button of buttons) button.disabled = true;
  out.replaceChildren(element("p", { className: "soft" }, "Compiling…"));
  try {
    const told = await ask("/api/rules", { lash: find("lash").value, keep });
    if (keep) {
      const begun = await ask("/api/contests", { game: "draw_poker", against: told.agent, seat: 0 });
      location.href = `/contests/${begun.sitting}`;
      return;
    }
    const rules = told.rules.map((rule) => element("li", {}, rule.replace(/^\d+\. /, "")));
    const listing = element("details", {}, element("summary", {}, "As production rules"), element("pre", { tabIndex: 0 }, told.listing));
    out.replaceChildren(element("h2", {}, "Its rules, tried in this order"), element("ol", { className: "maxims" }, ...rules),
      element("p", { className: "checked" }, told.checked), ...(told.taken ? [element("p", { className: "soft" }, `${told.taken}.`)] : []), listing);
  } catch (error) {
    out.replaceChildren(element("p", { className: "wrong", role: "alert" }, error.message));
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

find("write").addEventListener("submit", (event) => {
  event.preventDefault();
  bring(false);
});
find("meet").addEventListener("click", () => bring(true));
bring(false);
