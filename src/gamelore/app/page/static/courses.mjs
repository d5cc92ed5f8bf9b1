// Starting a course: a game, who learns it, how long.

import { ask, element, find, tell } from "./api.mjs";

let learners = [];

function describe() {
  const chosen = learners.find(({ name }) => name === find("learner").value);
  if (!chosen) return;
  find("contests").value = chosen.contests;
  find("contests").max = chosen.most;
  find("mine").hidden = !chosen.mine;
  find("mine").textContent = `Let it learn from my ${chosen.mine === 1 ? "contest" : `${chosen.mine} contests`}`;
  find("learner-words").textContent = `${chosen.name}: ${chosen.words}. At most ${chosen.most.toLocaleString("en")} contests.`;
}

async function load() {
  try {
    learners = await ask(`/api/learners?game=${encodeURIComponent(find("game").value)}`);
    find("learner").replaceChildren(...learners.map(({ name }) => element("option", { value: name }, name)));
    describe();
  } catch (error) {
    tell(error.message);
  }
}

find("game").addEventListener("change", load);
find("learner").addEventListener("change", describe);
find("course").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const begun = await ask("/api/courses", {
      game: find("game").value, learner: find("learner").value, contests: Number(find("contests").value),
    });
    location.href = `/courses/${begun.course}`;
  } catch (error) {
    tell(error.message);
  }
});
find("mine").addEventListener("click", async () => {
  try {
    const begun = await ask("/api/courses/mine", { game: find("game").value });
    location.href = `/courses/${begun.course}`;
  } catch (error) {
    tell(error.message);
  }
});
load();
