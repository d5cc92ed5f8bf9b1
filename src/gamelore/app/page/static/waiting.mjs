// Nobody waits in silence: what one waits for, how long so far, and what the server still makes ready.

import { ask, element } from "./api.mjs";

const SOON = 700, AGAIN = 3000; // milliseconds

// Says so in `out` from soon on; the answer ends it. A screen reader hears the sentence, not each second.
export function waiting(out, what) {
  const began = performance.now(), seconds = element("span", { "aria-hidden": "true" }), ready = element("span", {});
  let asked = -Infinity, over = false;
  const look = async () => {
    const told = await ask("/api/ready").catch(() => null);
    if (told && !over && ready.textContent.split(",")[0] !== told.words.split(",")[0]) ready.textContent = told.words;
  };
  const tick = () => {
    const now = performance.now();
    seconds.textContent = ` ${Math.round((now - began) / 1000)} s so far. `;
    if (out.hidden) out.replaceChildren(what, seconds, ready);
    out.hidden = false;
    if (now - asked < AGAIN) return;
    asked = now;
    look();
  };
  let timer = setTimeout(() => { tick(); timer = setInterval(tick, 1000); }, SOON);
  return () => {
    over = true;
    clearTimeout(timer);
    clearInterval(timer);
    out.hidden = true;
    out.replaceChildren();
  };
}
