"""A call in the words of a player of 42, in at most ten sentences, one or more for each goal.

The trace names every parameter and table; nobody at a table speaks so. Here the same measures are said as Carberry's
subjects said them (Figures 4-1 and 4-5): trumps and control, winners, points, offs, what partner must help with,
defence, and what was taught for such hands. Each sentence belongs to a goal, so that a person's own words can stand
beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from gamelore.base.arrays import Floats
from gamelore.games.forty_two.dominoes import TRUMP_WORDS, Domino, members, suit_led
from gamelore.games.forty_two.rules import PASSED
from gamelore.learners.features.forty_two.probability import FIVE, ONCE, TEN
from gamelore.learners.features.forty_two.situations import LAST_BIDS
from gamelore.learners.signatures.cogap.bidder import Bidder, Bids, Rating
from gamelore.learners.signatures.cogap.rote_tables import CALLS
from gamelore.learners.signatures.cogap.seen import FIVE_POINTERS, SeenHand, seen_hand
from gamelore.learners.signatures.signature_tables import Evaluation, TableTree

TRUMP, TRICKS, POINTS, OFFS, LEADS, DEFENCE, CALL = (
    "trump",
    "tricks",
    "points",
    "offs",
    "their leads",
    "defence",
    "call",
)
GOALS = {
    TRUMP: "TRSTR", TRICKS: "TKTAK", POINTS: "PTTAK", OFFS: "LPTLS", LEADS: "NLPLS", DEFENCE: "DFABL", CALL: "",
}  # fmt: skip
"""What a player speaks about, and the goal that rates it; the call is looked up."""
THIN = 60.0
"""Two bids add so much to the tallies of a signature: what rests on less was met once or twice."""
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")
_FIVE_FIVE, _SIX_FOUR = Domino(5, 5), Domino(6, 4)


@dataclass(frozen=True, slots=True)
class Spoken:
    """One sentence, and what it is about."""

    about: str
    sentence: str


def spoken(bidder: Bidder, rating: Rating, bids: Bids, row: int = 0, trump: int | None = None) -> list[Spoken]:
    """What a player would say about a call, with the best trump or with another; ten sentences at most."""
    place = int(rating.best[row]) if trump is None else configuration(rating, trump, row)
    seen = seen_hand(bidder, rating, place, row)
    said = [
        *(Spoken(TRUMP, words) for words in _trump(seen)),
        Spoken(TRICKS, _tricks(seen)),
        Spoken(POINTS, _points(seen)),
        *(Spoken(OFFS, words) for words in _offs(seen)),
        *(Spoken(LEADS, words) for words in _leads(seen)),
        Spoken(DEFENCE, _defence(bidder, rating, row)),
        *(Spoken(CALL, words) for words in _call(bidder, rating, bids, place, row)),
    ]
    assert len(said) <= 10
    return said


def configuration(rating: Rating, trump: int, row: int = 0) -> int:
    """Where a hand stands with a trump that it may name."""
    return int(np.flatnonzero((rating.rows == row) & (rating.trumps == trump))[0])


def grades(bidder: Bidder, rating: Rating, place: int, row: int = 0) -> dict[str, str]:
    """How a bidder rates what a player speaks about, as A/B with 0 the best."""
    found = {}
    for about, goal in GOALS.items():
        tables, said, at = (
            (bidder.defence, rating.defence, row) if about == DEFENCE else (bidder.offence, rating.offence, place)
        )
        if goal:
            found[about] = f"{said.values[goal][at]}/{tables.tree.goal(goal).categories - 1}"
        else:
            found[about] = f"{rating.category[place]}/{bidder.offensive_categories - 1}"
    return found


def _trump(seen: SeenHand) -> Iterator[str]:
    held = [d for d in members(seen.trump_suit) if d in seen.hand]
    double = Domino(seen.trump_suit, seen.trump_suit)
    odds = seen.percents[ONCE]
    lost = "nobody can take control from me" if not odds else f"I lose control in {odds} of 100 splits"
    yield (
        f"{_number(len(held)).capitalize()} {TRUMP_WORDS[seen.trump_suit]} as trump, {_list(held)}, "
        f"{'with' if double in held else 'without'} the double; {_number(7 - len(held))} are out, and {lost}."
    )
    counters = [
        (d, seen.percents[FIVE if d.points == 5 else TEN]) for d in members(seen.trump_suit) if d.points and d != double
    ]
    if counters:
        said = [f"{d} in {odds} of 100" if odds else f"{d} never" for d, odds in counters]
        yield f"Of the counters in trumps I lose {_joined(said)}."


def _tricks(seen: SeenHand) -> str:
    sure, may, unbacked = (seen.dominoes(name) for name in ("sure_winners", "may_walk", "unbacked"))
    won = f"{_list(sure)} win{'s' * (len(sure) == 1)}" if sure else "No sure winner"
    extra = seen.lists["extra_trumps"]
    more = [
        f"; {_list(may)} may walk" if may else "",
        f"; the right lead of theirs takes {_list(unbacked)}" if unbacked else "",
        f"; {_number(extra)} trump{'s are' if extra > 1 else ' is'} left to trump in with" if extra else "",
    ]
    return f"{won} beside trumps{''.join(more)}."


def _points(seen: SeenHand) -> str:
    tens = [
        "I hold 5-5" if _FIVE_FIVE in seen.hand else "5-5 is out",
        f"6-4 is {('likely mine', 'a chance', 'hardly mine')[seen.values['SIXT']]}",
    ]
    code = seen.lists["five_ratings"]
    ratings = dict(zip(FIVE_POINTERS, (code // 9, code // 3 % 3, code % 3), strict=True))
    likely, maybe = ([d for d, rating in ratings.items() if rating == grade] for grade in (2, 1))
    fives = [f"{_list(likely)} should come" if likely else "", f"{_list(maybe)} perhaps" if maybe else ""]
    told = ", ".join(words for words in fives if words)
    return f"Count: {tens[0]}, {tens[1]}; {told or 'no five-pointer is likely'}."


def _offs(seen: SeenHand) -> Iterator[str]:
    losers = seen.dominoes("lead_losers")
    if not losers:
        yield "No off: every lead of mine wins."
        return
    falling = list(seen.dominoes("fives_lost_on_lead"))
    may = set(seen.dominoes("may_walk"))
    off = "sure loser" if not may & set(losers) else "off"
    if _SIX_FOUR not in seen.hand and any(suit in _SIX_FOUR for suit in (suit_led(d, seen.trump_suit) for d in losers)):
        falling.append(_SIX_FOUR)
    falls = f"; {_list(falling)} may fall on {'it' if len(losers) == 1 else 'them'} or to a trump" if falling else ""
    yield f"{_number(len(losers)).capitalize()} {off}{'s' * (len(losers) > 1)}: {_list(losers)}{falls}."
    bare = sorted({d.high for d in losers if Domino(d.high, d.high) not in seen.hand}, reverse=True)
    if bare:
        yield f"Partner must have help in {_joined([TRUMP_WORDS[suit] for suit in bare])}."


def _leads(seen: SeenHand) -> Iterator[str]:
    exposed, elsewhere = seen.dominoes("unprotected"), seen.dominoes("lost_elsewhere")
    if exposed or elsewhere:
        both = [*(f"my {d}" for d in exposed), *(str(d) for d in elsewhere)]
        yield f"If they get in, their leads may take {_joined(both)}."


def _defence(bidder: Bidder, rating: Rating, row: int) -> str:
    seen = seen_hand(bidder, rating, None, row)
    big = [d for d in seen.hand if d.is_double and d.high >= 4]
    small = [d for d in seen.hand if d.is_double and d.high < 4]
    tree = bidder.defence.tree
    grade = int(rating.defence.values[tree.root][row])
    words = ("very good", "good", "fair", "poor", "very poor")[
        round(4 * grade / max(1, tree.goal(tree.root).categories - 1))
    ]
    held = f"{_list(big)} to get in with" if big else "no big double to get in with"
    low = f", {_list(small)} small" if small else ""
    return f"Against their bid it is {words}: {held}{low}, and {_number(seen.values['NUMPT'])} counters out."


def _call(bidder: Bidder, rating: Rating, bids: Bids, place: int, row: int) -> Iterator[str]:
    trump = int(rating.trumps[place])
    worst = bidder.offensive_categories - 1
    others = [int(p) for p in np.flatnonzero(rating.rows == row) if p != place]
    told = f"With {TRUMP_WORDS[trump]} I rate it {rating.category[place]} of {worst}, 0 the best"
    if others:
        second = min(others, key=lambda p: (-rating.score[p], int(rating.trumps[p])))
        next_to_it = "next" if place == rating.best[row] else "rather"
        told += f"; {next_to_it} {TRUMP_WORDS[int(rating.trumps[second])]}, {rating.category[second]}"
    thin = _thinnest(bidder.offence, rating.offence, place)
    yield f"{told}{f'; I have met few like it, and know little of its {thin}' if thin else ''}."
    heard = LAST_BIDS[int(rating.situations.previous_bid[row])]
    call = int(bids.call[row])
    if bids.saved[row]:
        yield "Partner's 30 only gives information, and my trumps are likely better: 31 saves him."
    elif not np.isnan(bids.marks[row]).all():
        yield f"When {heard}, such hands brought {_marks(bids.marks[row])} marks: so {_called(call)}."
    else:
        yield f"When {heard}, I was taught with such hands: {_taught(bids.counts[row])}: so {_called(call)}."


def _thinnest(tables: TableTree, said: Evaluation, place: int) -> str:
    """The goal below the general one that rests on least, if that is little."""
    tree, behind = tables.tree, {}
    for name in tree.goal(tree.root).inputs:
        if name in tables.tables:
            entry = int(said.places[name][place])
            behind[name] = float(tables.tables[name].agree[entry] + tables.tables[name].disagree[entry])
    name = min(behind, key=lambda known: behind[known])
    return tree.goal(name).sentence if behind[name] < THIN else ""


def _taught(counts: Floats) -> str:
    total = max(float(counts.sum()), 1e-12)
    often = sorted((c for c in range(CALLS.size) if counts[c] / total >= 0.05), key=lambda c: -counts[c])[:3]
    return ", ".join(f"{_short(int(CALLS[c]))} in {100 * counts[c] / total:.0f} of 100" for c in often) or "nothing"


def _marks(expected: Floats) -> str:
    known = [c for c in range(CALLS.size) if not np.isnan(expected[c])]
    best = sorted(known, key=lambda c: (-expected[c], c))[:3]
    return ", ".join(f"{_short(int(CALLS[c]))} {expected[c]:+.2f}" for c in best)


def _short(call: int) -> str:
    return "a pass" if call == PASSED else str(call)


def _called(call: int) -> str:
    return "I pass" if call == PASSED else f"I bid {call}"


def _number(count: int) -> str:
    return _NUMBERS[count]


def _list(dominoes: Sequence[Domino]) -> str:
    return _joined([str(d) for d in dominoes])


def _joined(words: Sequence[str]) -> str:
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)
