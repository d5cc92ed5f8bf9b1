// The page of a game: whom to meet, where to sit, and off.

import { ask, find, tell } from "./api.mjs";
import { showSolution } from "./solving.mjs";
import { waiting } from "./waiting.mjs";

const solution = find("solution");
if (solution) showSolution(find("begin").dataset.game, solution);

find("begin").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target, button = form.querySelector("button[type=submit]");
  const chosen = (name) => form.querySelector(`input[name=${name}]:checked`).value;
  button.disabled = true;
  button.textContent = "Sitting down…";
  const answered = waiting(find("waiting"), "Whom you meet is getting ready,");
  try {
    const begun = await ask("/api/contests", {
      game: form.dataset.game, against: chosen("against"), seat: Number(chosen("seat")),
    }).finally(answered);
    location.href = `/contests/${begun.sitting}`;
  } catch (error) {
    tell(error.message);
    button.disabled = false;
    button.textContent = "Play";
  }
});
