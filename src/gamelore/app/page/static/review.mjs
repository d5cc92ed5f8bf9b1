// A contest that is over, gone over on the page.

import { ask, find, tell } from "./api.mjs";
import { Walk } from "./walk.mjs";

const base = `/api/contests/${document.querySelector("main").dataset.sitting}`;

async function playOn(ply) {
  try {
    location.href = `/contests/${(await ask(`${base}/on`, { ply })).sitting}`;
  } catch (error) {
    tell(error.message);
  }
}

ask(`${base}/walk`).then((told) => new Walk(told, { playOn })).catch((error) => { find("verdict").textContent = error.message; });
