// The page of a game: whom to meet, where to sit, and off.

import { ask, find, tell } from "./api.mjs";

find("begin").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target, button = form.querySelector("button[type=submit]");
  const chosen = (name) => form.querySelector(`input[name=${name}]:checked`).value;
  button.disabled = true;
  button.textContent = "Sitting down…";
  try {
    const begun = await ask("/api/contests", {
      game: form.dataset.game, against: chosen("against"), seat: Number(chosen("seat")),
    });
    location.href = `/contests/${begun.sitting}`;
  } catch (error) {
    tell(error.message);
    button.disabled = false;
    button.textContent = "Play";
  }
});
