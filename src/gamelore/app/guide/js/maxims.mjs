// A list of maxims followed line by line: begin with all moves; each line that applies keeps those it prefers.

import { MEASURES, stepOf } from "./measures.mjs";
import { count, passed, placing } from "./rules.mjs";

// How many markers the mover has more, the one not counted that the second player is about to place.
function lead({ own, other, left, mover }) {
  return count(own) + (mover === 1 && placing(left) ? 1 : 0) - count(other);
}

export const CONDITIONS = {
  always: () => true,
  first_player: (rules, state) => state.mover === 0,
  second_player: (rules, state) => state.mover === 1,
  first_marker: (rules, state) => state.own === rules.none,
  placing: (rules, state) => placing(state.left),
  sliding: (rules, state) => !placing(state.left),
  even: (rules, state) => lead(state) === 0,
  behind: (rules, state) => lead(state) < 0,
  holding_centre: (rules, state) => (state.own & rules.centre) !== rules.none,
  quiet: (rules, state) => !rules.canStrike(state.other, state.own, passed(state.left)),
};

// The numbers of the lines that this page cannot follow, counted from 0.
export function unknownLines(lines) {
  return lines.flatMap(({ measure, condition }, n) => (measure in MEASURES && condition in CONDITIONS ? [] : [n]));
}

// The moves, and for each line whether it applies and which moves it leaves. `made` are the boards that the one who
// moves has made earlier in the contest: {mine, theirs, rest}.
export function narrow(rules, lines, state, made = []) {
  const moves = rules.moves(state);
  const steps = moves.map((move) => stepOf(rules, state, move, made));
  let left = moves.map((_, n) => n);
  const kept = lines.map(({ measure, sense, condition }) => {
    const applies = CONDITIONS[condition](rules, state);
    if (applies && left.length > 1) {
      const values = left.map((n) => MEASURES[measure](rules, steps[n]));
      const best = sense === "most" ? Math.max(...values) : Math.min(...values);
      left = left.filter((_, k) => values[k] === best);
    }
    return { applies, left };
  });
  return { moves, kept, left };
}
