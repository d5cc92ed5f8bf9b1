// What a game is worth: told at once, solved now if that takes seconds, else solved when the visitor wishes.

import { ask, element, tell } from "./api.mjs";

const EVERY = 2000; // milliseconds; who listens to the page hears each word

export async function showSolution(game, out) {
  const base = `/api/games/${encodeURIComponent(game)}/solution`;
  const press = (title, path) => element("button", {
    type: "button",
    onclick: async (event) => {
      event.target.disabled = true;
      try {
        show(await ask(path, {}));
      } catch (error) {
        tell(error.message);
        event.target.disabled = false;
      }
    },
  }, title);

  async function look() {
    if (!out.isConnected) return;
    try {
      show(await ask(base));
    } catch (error) {
      out.replaceChildren(error.message);
    }
  }

  function show(told) {
    out.replaceChildren(told.words);
    if (told.state === "running") {
      out.append(" ", press("End that", `${base}/stop`));
      setTimeout(look, EVERY);
    } else if (["long", "ended", "done"].includes(told.state)) {
      if (told.state !== "long") out.append(` It takes ${told.takes}.`);
      out.append(" ", press("Solve it", base));
    }
  }

  await look();
}
