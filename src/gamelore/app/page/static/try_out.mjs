// From the rules to a contest in which nothing can go wrong.

import { ask, find, tell } from "./api.mjs";

find("try").addEventListener("click", async ({ currentTarget: button }) => {
  const { game, against } = button.dataset;
  button.disabled = true;
  button.textContent = "Sitting down…";
  try {
    location.href = `/contests/${(await ask("/api/contests", { game, against, seat: 0 })).sitting}`;
  } catch (error) {
    tell(error.message);
    button.disabled = false;
    button.textContent = "Try it out";
  }
});
