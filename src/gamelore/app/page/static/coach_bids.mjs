// Coaching at 42: a hand, the visitor's label, and what it moved in the bidder.

import { ask, element, find, tell } from "./api.mjs";

const key = document.querySelector("main").dataset.coaching, base = `/api/coachings/${key}`;
const FEW = 6;
let now = null, busy = false;

async function send(what, body) {
  if (busy) return;
  busy = true;
  try {
    show(await ask(`${base}/${what}`, { version: now.version, ...body }));
  } catch (error) {
    tell(error.message);
    if (error.status === 409) show(await ask(base));
  } finally {
    busy = false;
  }
}

function choose(id, options, chosen) {
  find(id).replaceChildren(...options.map(([value, said]) => element("option", { value }, said)));
  find(id).value = chosen;
}

function needed() {
  const passes = find("call").value === "pass", nothing = ["", "none"].includes(find("contract").value);
  find("trump").disabled = passes && nothing;
}

function label() {
  const call = find("call").value, said = [call];
  if (!find("trump").disabled) said.push(`trump ${find("trump").value}`);
  if (find("contract").value) said.push(`contract ${find("contract").value}`);
  if (find("sets").value) said.push(`sets ${find("sets").value}`);
  return `${said.join(" ")} because ${find("reasons").value.trim()}`;
}

function showLesson() {
  const lesson = now.told.findLast(({ kind }) => kind === "lesson"), root = find("lesson");
  root.hidden = !lesson;
  find("beside").hidden = !lesson?.told.length;
  if (!lesson) return;
  const moved = lesson.changes.map(({ sentence, up }) => element("li", { className: up ? "up" : "down" }, sentence));
  root.replaceChildren(
    element("h2", {}, `Hand ${lesson.number}: you said ${lesson.label}`),
    element("p", { className: "soft" }, lesson.hand),
    element("p", {}, `It would have called: ${lesson.before}. Now: ${lesson.after}.`),
    element("h3", {}, moved.length ? "Goals that moved" : "No goal rates this hand otherwise than before"),
    element("ul", { className: "moved" }, ...moved.slice(0, FEW)));
  if (moved.length > FEW) {
    root.append(element("details", {}, element("summary", {}, `${moved.length - FEW} more`), element("ul", { className: "moved" }, ...moved.slice(FEW))));
  }
  find("goals").replaceChildren(...lesson.told.map(({ about, grade, person, program }) => element("tr", {},
    element("th", { scope: "row" }, grade ? `${about} ${grade}` : about),
    element("td", {}, person.join(" ") || "–"), element("td", {}, program.join(" ") || "–"))));
}

function show(told) {
  const fresh = now === null || now.prompt.number !== told.prompt.number;
  now = told;
  const { prompt } = told;
  find("status").textContent = told.over ? `That was the last hand; ${told.hands} were taught. The bidder is kept with your agents.`
    : `Hand ${prompt.number} of ${prompt.of}. ${told.heard.join(" ")}${prompt.label ? ` So far: ${prompt.label}.` : ""}`;
  find("table").innerHTML = told.hand;
  find("table").hidden = !told.hand;
  find("label").hidden = told.over;
  find("undo").disabled = !told.may_undo;
  if (!told.over && fresh) {
    const calls = prompt.bids.map((bid) => (bid ? [String(bid), `bid ${bid}`] : ["pass", "pass"]));
    choose("call", calls, calls[0][0]);
    const trumps = prompt.trumps.map((trump) => [told.trumps[trump], told.trumps[trump]]);
    choose("trump", trumps, trumps[0][0]);
    const points = told.contracts.map((value) => [String(value), String(value)]);
    choose("contract", [["", "what I call"], ["none", "nothing: to be passed"], ...points], "");
    choose("sets", [["", "no idea"], ...told.sets.map((value) => [String(value), String(value)])], "");
    find("reasons").value = "";
  }
  needed();
  showLesson();
  find("why").replaceChildren(...(told.why.length ? told.why : ["No hand has been labelled yet."]).map((said) => element("p", {}, said)));
  const lines = told.told.filter(({ kind }) => kind === "said").map(({ what, text }) => (what === "reply" ? `> ${text}` : text));
  find("dialogue").textContent = lines.join("\n");
  find("dialogue").scrollTop = find("dialogue").scrollHeight;
}

find("label").addEventListener("submit", (event) => {
  event.preventDefault();
  send("answers", { text: label() });
});
find("skip").addEventListener("click", () => send("answers", { text: "skip" }));
find("undo").addEventListener("click", () => send("undo", {}));
for (const id of ["call", "contract"]) find(id).addEventListener("change", needed);
ask(base).then(show).catch((error) => tell(error.message));
