// Sitting down as a trainer.

import { ask, tell } from "./api.mjs";

for (const form of document.querySelectorAll("form.coach")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button"), { game, rounds } = form.dataset;
    button.disabled = true;
    try {
      const begun = await ask("/api/coachings", { game, rounds: Number(rounds), role: form.querySelector("input:checked").value });
      location.href = `/coach/${begun.coaching}`;
    } catch (error) {
      tell(error.message);
      button.disabled = false;
    }
  });
}
