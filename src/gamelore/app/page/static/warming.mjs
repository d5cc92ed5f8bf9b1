// A line above the page while the players are getting ready.

import { ask, find } from "./api.mjs";

async function look() {
  const told = await ask("/api/ready").catch(() => null);
  if (told) find("warming").textContent = told.words;
  if (told?.ready) find("warming").hidden = true;
  else setTimeout(look, 1000);
}

setTimeout(look, 1000);
