// A visitor's record: contests that nobody has judged yet are judged one by one while the page is open.

import { ask, find, tell } from "./api.mjs";

async function judge(left) {
  while (left) {
    find("left").textContent = `Your moves are being judged: ${left} contest${left === 1 ? "" : "s"} to go.`;
    const told = await ask("/api/record/judged", {});
    find("record").innerHTML = told.html;
    left = told.left;
  }
  find("left").textContent = "";
}

judge(Number(find("left").dataset.left)).catch((error) => tell(error.message));
