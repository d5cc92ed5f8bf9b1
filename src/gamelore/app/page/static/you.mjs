// A visitor's own affairs: the recovery code, another browser, and leaving.

import { ask, find, tell } from "./api.mjs";

async function show(replace) {
  try {
    find("code").textContent = (await ask("/api/you/code", { replace })).code;
    find("code-said").textContent = replace ? "The old one counts no longer." : "";
    find("anew").textContent = "Make a new one";
  } catch (error) {
    find("code-said").textContent = error.message;
  }
  find("anew").hidden = false;
}

find("show").addEventListener("click", () => show(false));
find("anew").addEventListener("click", () => show(true));

// Become the visitor whose code was typed; `together` answers whose the things are that this browser holds.
async function recover(together = null) {
  try {
    await ask("/api/you/recover", { code: find("typed").value, together });
    location.href = "/";
  } catch (error) {
    find("whose").hidden = error.status !== 409;
    if (error.status === 409) find("whose-said").textContent = error.message;
    else tell(error.message);
  }
}

find("recover").addEventListener("submit", (event) => { event.preventDefault(); recover(); });
find("together").addEventListener("click", () => recover(true));
find("apart").addEventListener("click", () => recover(false));

// Forgetting and deleting: the server says what would be lost, and does it when somebody is sure.
function leaving(what) {
  const go = async (sure) => {
    try {
      await ask(`/api/you/${what}`, { sure });
      location.href = "/";
    } catch (error) {
      if (error.status !== 409) { tell(error.message); return; }
      find(`${what}-said`).textContent = error.message;
      find(`${what}-sure`).hidden = false;
      find(`${what}-no`).focus();
    }
  };
  find(what).addEventListener("click", () => go(false));
  find(`${what}-yes`).addEventListener("click", () => go(true));
  find(`${what}-no`).addEventListener("click", () => { find(`${what}-sure`).hidden = true; find(what).focus(); });
}

leaving("forget");
leaving("delete");
