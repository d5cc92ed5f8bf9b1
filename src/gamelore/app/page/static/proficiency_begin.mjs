// Sitting down to a proficiency test.

import { ask, find, tell } from "./api.mjs";

find("test").addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = event.target.querySelector("button");
  button.disabled = true;
  try {
    const against = event.target.querySelector("input:checked").value;
    const begun = await ask("/api/proficiency", { against, games: Number(find("games").value) });
    location.href = `/proficiency/${begun.test}`;
  } catch (error) {
    tell(error.message);
    button.disabled = false;
  }
});
