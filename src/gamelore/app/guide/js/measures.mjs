// What the lines of a list count: each measure of the board after a move, as `learners/features/board/` defines it.
//
// A step is a move with the board before it (own, other) and after it (mine, theirs; `rest` markers left to place).

import { LOST, NONE, ONGOING, WON, after, count, passed, points } from "./rules.mjs";

export function stepOf(rules, state, move, made = []) {
  const mine = rules.moved(state.own, move), theirs = rules.taken(state.other, move);
  const rest = after(state.left);
  return { own: state.own, other: state.other, mine, theirs, rest, move, made, end: rules.result(theirs, mine, rest) };
}

// What a side could do if it were on turn: moves that differ only in what they capture are one.
function tries(rules, own, other, left) {
  const found = [];
  for (const move of rules.movesGoingOn(own, other, left)) {
    const last = found[found.length - 1];
    if (!last || last.to !== move.to || last.start !== move.start) found.push(move);
  }
  return found;
}

function ending(rules, own, other, left, move) {
  return rules.result(rules.taken(other, move), rules.moved(own, move), after(left));
}

// A move that takes a marker strikes whatever it takes; another has only itself.
function strikes(rules, own, other, left) {
  return tries(rules, own, other, left).filter(
    (move) => move.capture !== NONE || ending(rules, own, other, left, move) === LOST,
  );
}

function isPlan(rules, own, other, left, move) {
  const moved = rules.moved(own, move), met = other & ~rules.bit[move.to], rest = after(left), again = passed(rest);
  if (rules.result(met, moved, rest) !== ONGOING || rules.result(moved, met, again) !== ONGOING) return false;
  const fills = rules.line === "wins" || (rules.line === "captures" && rules.victims(met) !== rules.none);
  return (fills && rules.places(moved, met, again).length > 0) || rules.canTake(moved, met, again);
}

const OF_A_SIDE = {
  moves: (rules, own, other, left) => tries(rules, own, other, left).length,
  slides: (rules, own, other, left) => rules.slidesOf(own, other, left),
  strikes: (rules, own, other, left) => strikes(rules, own, other, left).length,
  targets: (rules, own, other, left) => new Set(strikes(rules, own, other, left).map((move) => move.to)).size,
  plans: (rules, own, other, left) =>
    tries(rules, own, other, left).filter((move) => isPlan(rules, own, other, left, move)).length,
  cover: (rules, own) => rules.game.lines.filter((line) => line.some((p) => own & rules.bit[p])).length,
  safe: (rules, own, other, left) =>
    tries(rules, own, other, left).filter((move) => ending(rules, own, other, left, move) !== WON).length,
  open: (rules, own, other) => rules.goals.filter((goal) => !(other & goal)).length,
  ready: (rules, own, other) => rows(rules, own, other, (held, against, empty) => !against && empty === 1),
  alone: (rules, own, other) => rows(rules, own, other, (held, against) => !against && held === 1),
  stopped: (rules, own, other) =>
    rows(rules, own, other, (held, against, empty) => !empty && against === 1 && held > 0),
  full: (rules, own, other) => rows(rules, own, other, (held, against, empty) => !empty && !against),
};

function rows(rules, own, other, fits) {
  return rules.goals.filter((goal) => {
    const held = count(own & goal), against = count(other & goal);
    return fits(held, against, count(goal) - held - against);
  }).length;
}

// The goal lines that the move adds a marker to.
function entered(rules, { move }) {
  return rules.goals.filter(
    (goal) => goal & rules.bit[move.to] && !(move.start !== NONE && goal & rules.bit[move.start]),
  );
}

// The other's replies with the boards they lead to; none where the move ended the contest.
function replies(rules, step) {
  if (step.end !== ONGOING) return [];
  const last = after(step.rest);
  return rules.movesGoingOn(step.theirs, step.mine, step.rest).map((move) => {
    const mine = rules.taken(step.mine, move), theirs = rules.moved(step.theirs, move);
    return { move, mine, theirs, last, end: rules.result(mine, theirs, last) };
  });
}

// The replies after which I could neither take a marker nor win, and have not won by them.
function stopping(rules, step) {
  return replies(rules, step).filter(
    ({ mine, theirs, last, end }) =>
      end !== WON && !(end === ONGOING && rules.canStrike(mine, theirs, last)),
  );
}

// Markers that a side is ahead where `end` is how the contest stands for the other; a win counts 50.
function ahead(end, own, other) {
  return end === LOST ? 50 : end === WON ? -50 : count(own) - count(other);
}

// The same after a reply and my best answer to it.
function bestAhead(rules, { mine, theirs, last, end }) {
  if (end !== ONGOING) return -ahead(end, theirs, mine);
  const rest = after(last);
  const answers = rules.movesGoingOn(mine, theirs, last).map((move) => {
    const own = rules.moved(mine, move), other = rules.taken(theirs, move);
    return ahead(rules.result(other, own, rest), own, other);
  });
  return Math.max(...answers);
}

function onPlaces(rules, set, step) {
  return Number((set & rules.bit[step.move.to]) !== rules.none);
}

export const MEASURES = {
  wins: (rules, step) => Number(step.end === LOST),
  loses: (rules, step) => Number(step.end === WON),
  captures: (rules, step) => Number(step.move.capture !== NONE),
  sure: (rules, step) => Number(step.end === ONGOING ? !stopping(rules, step).length : step.end === LOST),
  stopping: (rules, step) => stopping(rules, step).length,
  unanswered: (rules, step) =>
    stopping(rules, step).filter(({ move, end }) => move.capture !== NONE || end === LOST).length,
  forking: (rules, step) =>
    stopping(rules, step).filter(
      ({ mine, theirs, last, end }) => end === ONGOING && rules.places(theirs, mine, last).length > 1,
    ).length,
  exchange: (rules, step) => {
    if (step.end !== ONGOING) return ahead(step.end, step.mine, step.theirs);
    return Math.min(...replies(rules, step).map((reply) => bestAhead(rules, reply)));
  },
  winning_replies: (rules, step) => replies(rules, step).filter(({ end }) => end === LOST).length,
  losing_replies: (rules, step) => replies(rules, step).filter(({ end }) => end === WON).length,
  shared: (rules, step) =>
    rows(rules, step.mine, step.theirs, (held, against, empty) => held > 0 && against > 0 && empty > 0),
  adds: (rules, step) => entered(rules, step).filter((goal) => step.own & goal && !(step.other & goal)).length,
  blocks: (rules, step) => entered(rules, step).filter((goal) => step.other & goal && !(step.own & goal)).length,
  threats: (rules, step) =>
    entered(rules, step).filter((goal) => count(goal & ~step.mine) === 1 && !(step.theirs & goal)).length,
  corner: (rules, step) => onPlaces(rules, rules.corners, step),
  side: (rules, step) => onPlaces(rules, rules.all & ~(rules.corners | rules.centre), step),
  centre: (rules, step) => onPlaces(rules, rules.centre, step),
  ways: (rules, step) => count(rules.near[step.move.to]),
  crossed: (rules, step) => rules.goalsAt[step.move.to].length,
  opposite_own: (rules, step) => count(rules.opposite[step.move.to] & step.mine),
  opposite_other: (rules, step) => count(rules.opposite[step.move.to] & step.theirs),
  near_empty: (rules, step) => count(rules.near[step.move.to] & rules.empty(step.mine, step.theirs)),
  near_own: (rules, step) => count(rules.near[step.move.to] & step.mine),
  near_other: (rules, step) => count(rules.near[step.move.to] & step.theirs),
  spread: (rules, step) => {
    const held = points(step.mine);
    return held.reduce((sum, a, n) => held.slice(n + 1).reduce((all, b) => all + rules.game.steps[a][b], sum), 0);
  },
  returns: (rules, step) =>
    Number(step.made.some((m) => m.mine === step.mine && m.theirs === step.theirs && m.rest === step.rest)),
};

for (const [name, find] of Object.entries(OF_A_SIDE)) {
  MEASURES[`own_${name}`] = (rules, step) => find(rules, step.mine, step.theirs, passed(step.rest));
  MEASURES[`other_${name}`] = (rules, step) => find(rules, step.theirs, step.mine, step.rest);
}
