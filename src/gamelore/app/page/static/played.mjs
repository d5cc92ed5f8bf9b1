// Cards and dominoes: what a person does, drawn before the server has answered, and how the others' plays come in.

import { element } from "./api.mjs";
import { REST, SLIDE, animate, pause } from "./motion.mjs";

const FROM = { north: [0, -1], south: [0, 1], west: [-1, 0], east: [1, 0] };
const place = (laid) => Object.keys(FROM).find((name) => laid.classList.contains(name));

// A domino of one's own goes from the hand into the trick.
export function layDomino(table, button, seat) {
  const trick = table.querySelector(".trick"), from = button.getBoundingClientRect();
  if (trick.dataset.done !== undefined) trick.replaceChildren();
  delete trick.dataset.done;
  const laid = element("span", { className: "laid south", role: "img", "aria-label": `${seat} played ${button.getAttribute("aria-label")}` });
  laid.append(button.querySelector("svg").cloneNode(true));
  trick.append(laid);
  for (const other of table.querySelectorAll("button[data-move]")) other.disabled = true;
  button.closest("li").remove();
  const to = laid.getBoundingClientRect();
  const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / (to.width || 1)})`;
  laid.style.transformOrigin = "0 0";
  return animate(laid, [{ transform: start }, { transform: "none" }], SLIDE);
}

// Something said at 42 stands at one's place; at poker behind what was said before.
export function sayAt(table, words) {
  const call = table.querySelector(".place.south .call"), acts = table.querySelector(".acts");
  if (call) call.textContent = words;
  if (!acts) return;
  const list = acts.tagName === "OL" ? acts : element("ol", { className: "acts", "aria-label": "What was done last" });
  if (list !== acts) acts.replaceWith(list);
  list.append(element("li", { className: "own" }, `You ${words}`));
}

// Cards that are given away are turned over where they lay.
export function giveAway(table, cards) {
  const back = table.querySelector(".seat.other .hand.small svg");
  for (const card of table.querySelectorAll("button[data-card]")) {
    card.disabled = true;
    if (!cards.includes(card.dataset.card)) continue;
    card.setAttribute("aria-pressed", "false");
    card.replaceChildren(back.cloneNode(true));
  }
}

// What can be seen on a table of cards or dominoes, to be compared with what comes next.
export function seenOn(table) {
  const names = (query) => new Set([...table.querySelectorAll(query)].map((found) => found.getAttribute("aria-label") ?? found.textContent));
  return { laid: names(".laid"), cards: names(".hand [aria-label]"), acts: names(".acts li") };
}

// What was not there before comes in; it takes no time where nothing is new.
export async function comeIn(table, seen) {
  const fresh = (query, known) => [...table.querySelectorAll(query)]
    .filter((found) => !known.has(found.getAttribute("aria-label") ?? found.textContent));
  const laid = fresh(".laid", seen.laid).map((found) => {
    const [dx, dy] = FROM[place(found)];
    return animate(found, [{ transform: `translate(${90 * dx}px, ${90 * dy}px)`, opacity: 0 }, { transform: "none", opacity: 1 }], SLIDE);
  });
  const cards = fresh(".poker .hand [aria-label]", seen.cards).map((found) => (
    animate(found, [{ transform: "translateY(-2.5rem)", opacity: 0 }, { transform: "none", opacity: 1 }], SLIDE)));
  const acts = fresh(".acts li:not(.own)", seen.acts).map((found) => animate(found, [{ opacity: 0 }, { opacity: 1 }], SLIDE));
  await Promise.all([...laid, ...cards, ...acts]);
}

// A trick that is complete rests with its winner, who then takes it.
export async function rest(table, skipped) {
  const trick = table.querySelector(".trick[data-done]");
  if (!trick) return;
  await Promise.race([pause(REST), skipped]);
  const winner = trick.querySelector(".laid.wins");
  if (!winner) return;
  const [dx, dy] = FROM[place(winner)];
  await Promise.all([...trick.querySelectorAll(".laid")].map((found) => (
    animate(found, [{ transform: "none", opacity: 1 }, { transform: `translate(${120 * dx}px, ${120 * dy}px)`, opacity: 0 }], SLIDE))));
}
