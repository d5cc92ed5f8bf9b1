// Asking the server, telling the visitor, and making elements.

export async function ask(path, body) {
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
