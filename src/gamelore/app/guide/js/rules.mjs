// The rules of board games, played from the tables that `app/guide/board.py` makes of a game.
//
// A state is {own, other, left, mover}: the markers of the one to move, of the one who waits, how many markers both have
// still to place, and the seat to move. A set of points is an integer whose bit p stands for point p (counted from 0): a
// number on boards of at most 31 points, a BigInt on larger ones. The operators & | ~ and === serve both, as long as
// single points come from `Rules.bit` and the empty set from `Rules.none`. A move is {to, start, capture}; -1 stands for
// none.

//
// Where the two sides differ, `left` is a word that also tells whose turn it is, as in `games/board/turns.py`.

export const NONE = -1;
export const WON = "won", LOST = "lost", DRAWN = "drawn", ONGOING = "";

const LOW = 0xffffffffn;
const SIDED = 1 << 24, SECOND = 1 << 16;

// Whether who is on turn places a marker; the seat on turn where that matters; the word after a move; with the other on turn.
export function placing(left) {
  return (left & 255) !== 0;
}

function seatOf(left) {
  return left & SECOND ? 1 : 0;
}

export function after(left) {
  return left < SIDED ? Math.max(0, left - 1) : left ^ SECOND;
}

export function passed(left) {
  return left < SIDED ? left : left ^ SECOND;
}

function halves(set) {
  return [Number(set & LOW) | 0, Number(set >> 32n) | 0];
}

// A set from the text or number that stands for it among the tables.
export function setOf(told) {
  return typeof told === "string" ? BigInt(told) : told;
}

// A state from the same.
export function stateOf(told) {
  return { ...told, own: setOf(told.own), other: setOf(told.other) };
}

export function count(set) {
  if (typeof set === "bigint") {
    const [low, high] = halves(set);
    return count(low) + count(high);
  }
  set -= (set >>> 1) & 0x55555555;
  set = (set & 0x33333333) + ((set >>> 2) & 0x33333333);
  return (((set + (set >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

export function points(set) {
  if (typeof set === "bigint") {
    const [low, high] = halves(set);
    return [...points(low), ...points(high).map((p) => p + 32)];
  }
  const found = [];
  for (; set; set &= set - 1) found.push(31 - Math.clz32(set & -set));
  return found;
}

export class Rules {
  constructor(game) {
    Object.assign(this, game.rules);
    this.game = game;
    this.size = game.neighbours.length;
    this.near = game.neighbours.map(setOf);
    this.goals = game.goals.map(setOf);
    this.below = game.below && game.below.map(setOf);
    this.bit = this.near.map((_, p) => (typeof game.centre === "string" ? 1n << BigInt(p) : 1 << p));
    this.none = this.bit[0] ^ this.bit[0];
    this.all = this.bit.reduce((all, bit) => all | bit, this.none);
    this.goalsAt = this.bit.map((bit) => this.goals.filter((goal) => goal & bit).map((goal) => goal & ~bit));
    this.corners = setOf(game.corners);
    this.centre = setOf(game.centre);
    this.opposite = game.opposite.map(setOf);
    const ways = game.ways || [{ steps: game.neighbours }, { steps: game.neighbours }];
    this.steps = ways.map(({ steps }) => steps.map(setOf));
    this.takes = game.ways && ways.map(({ takes }) => takes.map(setOf));
    this.homes = game.homes && game.homes.map(setOf);
    this.degree = Math.max(...this.near.map(count));
  }

  first() {
    const [x, o] = this.game.start.map(setOf);
    return { own: x, other: o, left: this.game.left, mover: 0 };
  }

  empty(own, other) {
    return this.all & ~(own | other);
  }

  // Where a marker may be placed: where they fall, on points with none empty below.
  landing(empty) {
    if (!this.below) return empty;
    return points(empty).reduce((found, p) => (empty & this.below[p] ? found : found | this.bit[p]), this.none);
  }

  completes(own, to) {
    return this.goalsAt[to].some((rest) => (own & rest) === rest);
  }

  hasLine(markers) {
    return this.goals.some((goal) => (markers & goal) === goal);
  }

  victims(markers) {
    if (this.capture_in_line === "always") return markers;
    let inside = this.none;
    for (const goal of this.goals) if ((markers & goal) === goal) inside |= goal;
    const free = markers & ~inside;
    return free || this.capture_in_line === "never" ? free : markers;
  }

  reach(own, other, start, left) {
    const empty = this.empty(own, other), seat = seatOf(left);
    if (start === NONE) return this.landing(empty);
    if (this.takes) return (this.steps[seat][start] & empty) | (this.takes[seat][start] & other);
    return count(own) <= this.flying_at ? empty : this.steps[seat][start] & empty;
  }

  // Whether who is on turn can take a marker by moving.
  canTake(own, other, left) {
    return Boolean(this.takes) && points(own).some((start) => this.takes[seatOf(left)][start] & other);
  }

  // Every move of who is on turn, as if the contest went on, by start, goal and capture.
  movesGoingOn(own, other, left) {
    const found = [], captures = this.line === "captures";
    const victims = captures ? points(this.victims(other)) : [];
    for (const start of placing(left) ? [NONE] : points(own)) {
      const rest = start === NONE ? own : own & ~this.bit[start];
      for (const to of points(this.reach(own, other, start, left))) {
        if (victims.length && this.completes(rest, to)) {
          for (const capture of victims) found.push({ to, start, capture });
        } else {
          found.push({ to, start, capture: other & this.bit[to] ? to : NONE });
        }
      }
    }
    return found;
  }

  moves(state) {
    const { own, other, left } = state;
    return this.result(own, other, left) === ONGOING ? this.movesGoingOn(own, other, left) : [];
  }

  // The markers of who moves, and of the other, after a move.
  moved(own, move) {
    return (move.start === NONE ? own : own & ~this.bit[move.start]) | this.bit[move.to];
  }

  taken(other, move) {
    return move.capture === NONE ? other : other & ~this.bit[move.capture];
  }

  play(state, move) {
    return {
      own: this.taken(state.other, move),
      other: this.moved(state.own, move),
      left: after(state.left),
      mover: 1 - state.mover,
    };
  }

  // How the contest stands for who is on turn.
  result(own, other, left) {
    if (this.line === "wins" || this.line === "loses") {
      if (this.hasLine(other)) return this.line === "wins" ? LOST : WON;
      if (this.hasLine(own)) return this.line === "wins" ? WON : LOST;
    }
    if (this.homes && other & this.homes[1 - seatOf(left)]) return LOST;
    if (this.homes && own & this.homes[seatOf(left)]) return WON;
    if (placing(left)) return ONGOING;
    if (!this.slides) return DRAWN;
    if (count(own) <= this.loses_at) return LOST;
    if (count(other) <= this.loses_at) return WON;
    if (points(own).some((start) => this.reach(own, other, start, left))) return ONGOING;
    return this.blocked === "loses" ? LOST : DRAWN;
  }

  // Steps to empty neighbours, or flights, whatever the stage.
  slidesOf(own, other, left) {
    const empty = this.empty(own, other);
    if (count(own) <= this.flying_at) return count(own) * count(empty);
    return points(own).reduce((sum, p) => sum + count(this.steps[seatOf(left)][p] & empty), 0);
  }

  // Whether who is on turn could take a marker or win at once; the contest must not be over.
  canStrike(own, other, left) {
    const fills = this.line === "wins" || (this.line === "captures" && this.victims(other) !== this.none);
    if (fills && this.places(own, other, left).length) return true;
    if (this.canTake(own, other, left)) return true;
    if (!this.slides || (left > 1 && left < SIDED)) return false;
    // Only who is nearly blocked can be blocked by one move.
    if (!left && count(other) > this.loses_at && this.slidesOf(other, own, left) > this.degree) return false;
    const rest = after(left);
    return this.movesGoingOn(own, other, left).some(
      (move) => this.result(this.taken(other, move), this.moved(own, move), rest) === LOST,
    );
  }

  // The points at which who is on turn could complete a goal line.
  places(own, other, left) {
    const empty = this.empty(own, other);
    return points(placing(left) ? this.landing(empty) : empty).filter((to) => {
      if (placing(left)) return this.completes(own, to);
      const flies = count(own) <= this.flying_at, steps = this.steps[seatOf(left)];
      const starts = points(own).filter((start) => flies || steps[start] & this.bit[to]);
      return starts.some((start) => this.completes(own & ~this.bit[start], to));
    });
  }
}

export function moveText(move) {
  const text = move.start === NONE ? `${move.to + 1}` : `${move.start + 1}-${move.to + 1}`;
  return move.capture === NONE ? text : `${text}x${move.capture + 1}`;
}
