// Asking the server, telling the visitor, and making elements.

const FIRST = "gamelore-first", AGAIN = "gamelore-again";

// What windows of one browser that have no key yet share: they are handed the same key, however close together they ask.
export function first() {
  const fresh = Array.from(crypto.getRandomValues(new Uint8Array(24)), (n) => n.toString(16).padStart(2, "0")).join("");
  try {
    if (!localStorage.getItem(FIRST)) localStorage.setItem(FIRST, fresh);
    return localStorage.getItem(FIRST);
  } catch {
    return fresh;
  }
}

function forget(storage, name) {
  try { storage.removeItem(name); } catch { /* a browser that stores nothing */ }
}

// A browser that came without a key asks for one. If it has one after all (a link from another site may come without
// it) and there is something of theirs, the page is loaded again, once, and is the visitor's own.
async function welcome() {
  const told = await post("/api/welcome", { first: first() }).catch(() => null);
  if (!told) return;
  forget(localStorage, FIRST);
  if (told.owns && !sessionStorage.getItem(AGAIN)) {
    sessionStorage.setItem(AGAIN, "1");
    location.reload();
  }
}

const newcomer = document.body.dataset.new !== undefined;
const welcomed = newcomer ? welcome() : Promise.resolve();
if (!newcomer) { forget(localStorage, FIRST); forget(sessionStorage, AGAIN); }

export async function ask(path, body) {
  await welcomed;
  return post(path, body);
}

async function post(path, body) {
  const options = body === undefined ? {} : {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  };
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Error("The server does not answer. What was shown is kept; try again in a moment.");
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) {
    const detail = typeof answer.detail === "string" ? answer.detail : "The server did not understand that.";
    throw Object.assign(new Error(detail), { status: response.status });
  }
  return answer;
}

let timer = 0;

// One sentence at the foot of the page, read aloud by screen readers.
export function tell(sentence) {
  const told = document.getElementById("told");
  told.textContent = sentence;
  told.hidden = !sentence;
  clearTimeout(timer);
  timer = setTimeout(() => { told.hidden = true; }, 6000);
}

export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key in made && key !== "list") made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

export function find(id) {
  return document.getElementById(id);
}
