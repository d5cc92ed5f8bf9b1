// Sitting down as a trainer.

import { ask, find, tell } from "./api.mjs";

find("coach").addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = event.target.querySelector("button");
  button.disabled = true;
  try {
    const begun = await ask("/api/coachings", { role: event.target.querySelector("input:checked").value });
    location.href = `/coach/${begun.coaching}`;
  } catch (error) {
    tell(error.message);
    button.disabled = false;
  }
});
