// A course that goes on: its curve and its sentences as they come, over a WebSocket.

import { ask, element, find, tell } from "./api.mjs";

const key = document.querySelector("main").dataset.course, base = `/api/courses/${key}`;
let lore = [];

function show(told) {
  find("curve").innerHTML = told.picture;
  find("words").textContent = told.words;
  find("bar").value = told.of ? told.done / told.of : 0;
  const count = `${told.done.toLocaleString("en")} of ${told.of.toLocaleString("en")} contests`;
  const words = {
    running: told.done ? `Learning: ${count}.` : "Getting ready…", finished: `Finished after ${count}.`,
    stopped: `Stopped after ${count}; what was learned is kept.`, failed: told.error || "Something went wrong.",
  };
  find("status").textContent = words[told.state];
  find("stop").hidden = told.state !== "running";
  find("on").hidden = told.state !== "stopped";
  find("play").hidden = told.state !== "finished";
  find("play").href = `/games/${told.game}?against=${encodeURIComponent(`agent:${key}`)}`;
  const items = told.lore.map((sentence) => element("li", { className: lore.includes(sentence) ? "" : "fresh" }, sentence));
  if (JSON.stringify(lore) !== JSON.stringify(told.lore)) find("lore").replaceChildren(...items);
  if (!told.lore.length) find("lore").replaceChildren(element("li", { className: "soft" }, "Nothing yet."));
  lore = told.lore;
  find("weights-part").hidden = !told.weights;
  find("weights").innerHTML = told.weights;
  find("taken-part").hidden = !told.taken.length;
  find("taken").replaceChildren(...told.taken.map((sentence) => element("li", {}, sentence)));
}

function watch() {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${base}/watch`);
  let last = null;
  socket.addEventListener("message", (event) => show(last = JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    if (last?.state === "running") setTimeout(watch, 1000);
  });
}

async function change(what) {
  try {
    show(await ask(`${base}/${what}`, {}));
    if (what === "on") watch();
  } catch (error) {
    tell(error.message);
  }
}

find("stop").addEventListener("click", () => change("stop"));
find("on").addEventListener("click", () => change("on"));
ask(base).then((told) => {
  show(told);
  if (told.state === "running") watch();
}).catch((error) => tell(error.message));
