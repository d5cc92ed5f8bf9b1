// Situations to try a list on. Everything that is shown was computed before; this shows one question after the
// other, judges what was pressed, and lets each entry of the list show what it keeps.

class ListQuiz {
  constructor(root) {
    Object.assign(this, { root, number: -1, right: 0, asked: 0 });
    this.status = root.querySelector('[data-part="status"]');
    this.questions = [...root.querySelectorAll(".question")];
    root.querySelector('[data-part="next"]').addEventListener("click", () => this.next());
    for (const option of root.querySelectorAll("[data-option]")) option.addEventListener("click", () => this.choose(option));
    for (const line of root.querySelectorAll("[data-shows]")) line.addEventListener("click", () => this.press(line));
    root.hidden = false;
    this.next();
  }

  get question() {
    return this.questions[this.number];
  }

  next() {
    this.number = (this.number + 1) % this.questions.length;
    this.questions.forEach((question, n) => { question.hidden = n !== this.number; });
    this.answered = false;
    this.question.querySelector('[data-part="panel"]').hidden = true;
    for (const option of this.question.querySelectorAll("[data-option]")) option.removeAttribute("aria-pressed");
    this.mark();
    this.status.textContent = `${this.number + 1} of ${this.questions.length}. ${this.root.dataset.prompt}`;
  }

  // Colour options: those that are kept, and those that are dropped.
  mark(kept = [], dropped = []) {
    for (const option of this.question.querySelectorAll("[data-option]")) {
      option.classList.toggle("good", kept.includes(option.dataset.option));
      option.classList.toggle("bad", dropped.includes(option.dataset.option));
    }
  }

  choose(option) {
    if (this.answered) return;
    const groups = [...this.question.querySelectorAll("[data-group]")];
    const group = option.closest("[data-group]");
    for (const other of group.querySelectorAll("[data-option]")) other.setAttribute("aria-pressed", String(other === option));
    const chosen = groups.map((some) => some.querySelector('[aria-pressed="true"]'));
    if (chosen.every(Boolean)) this.judge(chosen);
    else this.status.textContent = `${option.dataset.name}, and which ${groups[chosen.indexOf(null)].getAttribute("aria-label").toLowerCase()}?`;
  }

  // Some options settle the whole question: whoever rightly passes names no trump.
  judge(chosen) {
    const last = chosen.at(-1), settled = last.dataset.alone && last.dataset.right === "1";
    const counted = settled ? [last] : chosen;
    const wrong = counted.find((option) => option.dataset.right !== "1");
    this.answered = true;
    this.asked += 1;
    this.right += Number(!wrong);
    const said = wrong ? `No: ${this.against(wrong)}` : `Right: ${counted.map((option) => option.dataset.name).join(", ")}.`;
    this.status.textContent = `${said} ${this.right} of ${this.asked} right.`;
    this.question.querySelector('[data-part="panel"]').hidden = false;
    this.show();
  }

  // Which entry rules an option out, and what the list comes to.
  against(option) {
    const group = option.closest("[data-group]"), { group: name } = group.dataset;
    const kept = [...group.querySelectorAll('[data-right="1"]')].map((other) => other.dataset.name).join(" or ");
    const line = this.question.querySelectorAll(`[data-shows="${name}"]`)[Number(option.dataset.step) - 1];
    const why = line ? `“${line.textContent}” rules out ${option.dataset.name}` : group.dataset.tie;
    return `${why}. The ${this.root.dataset.noun}s come to ${kept}.`;
  }

  show() {
    const options = [...this.question.querySelectorAll("[data-option]")];
    const wrong = options.filter((o) => o.getAttribute("aria-pressed") === "true" && o.dataset.right !== "1");
    this.mark(options.filter((o) => o.dataset.right === "1").map((o) => o.dataset.option), wrong.map((o) => o.dataset.option));
  }

  // An entry shows what it keeps and what it drops; pressed again, it stops.
  press(line) {
    const on = line.getAttribute("aria-pressed") !== "true";
    for (const other of this.root.querySelectorAll("[data-shows]")) other.setAttribute("aria-pressed", String(on && other === line));
    if (on) this.mark(line.dataset.kept.split("|"), line.dataset.dropped.split("|"));
    else this.show();
  }
}

for (const root of document.querySelectorAll(".quiz")) new ListQuiz(root);
