"""The trace: why COGAP-42 calls what it calls, goal by goal as in Figure 4-5 of the thesis (p. 96-105).

A trace follows the trees, not the order of computation: each goal stands after its sub-goals, with the dominoes and
counts behind every measured parameter. Scores read A/B, 0 the best and B the poorest. Our additions are the weight of a
reason, the tallies behind the signature that was met (wrong bids usually come from signatures with few, p. 135), and
before the trace what a player would say (`spoken`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from gamelore.base.arrays import Floats
from gamelore.games.forty_two.dominoes import Domino, members
from gamelore.games.forty_two.rules import PASSED
from gamelore.learners.core import Reason
from gamelore.learners.features.core import feature
from gamelore.learners.features.forty_two.probability import FIVE, ONCE, TEN, TWICE
from gamelore.learners.features.forty_two.situations import LAST_BIDS
from gamelore.learners.signatures.cogap.bidder import Bidder, Bids, Rating
from gamelore.learners.signatures.cogap.rote_tables import CALLS
from gamelore.learners.signatures.cogap.seen import FIVE_POINTERS, SeenHand, seen_hand
from gamelore.learners.signatures.cogap.spoken import spoken
from gamelore.learners.signatures.mending import Mending
from gamelore.learners.signatures.signature_tables import Evaluation, TableTree

SHOWN_CORRECTIONS = 3


def trace(bidder: Bidder, rating: Rating, bids: Bids, action: str, row: int = 0) -> list[Reason]:
    """The reasons for what is done with a hand: the offensive goals under each trump, the defensive goals, the look-up.

    First come the sentences of a player, about the action. Offensive goals speak of naming their trump, defensive ones
    of passing.
    """
    found = [Reason(one.about, one.sentence, action, summary=True) for one in spoken(bidder, rating, bids, row)]
    for place in np.flatnonzero(rating.rows == row):
        found += _offence(bidder, rating, int(place), row)
    seen = seen_hand(bidder, rating, None, row)
    found += _goals(bidder.defence, rating.defence, row, seen, "defence: ", "pass")
    found += _look_up(bidder, rating, bids, row)
    return found


def _offence(bidder: Bidder, rating: Rating, place: int, row: int) -> Iterator[Reason]:
    seen = seen_hand(bidder, rating, place, row)
    yield from _goals(bidder.offence, rating.offence, place, seen, f"trump {seen.trump}: ", f"trump {seen.trump}")
    if bidder.mending is not None:
        yield from _mending(bidder, bidder.mending, rating, place)


def _mending(bidder: Bidder, mending: Mending, rating: Rating, place: int) -> Iterator[Reason]:
    corrections = {}
    for table in mending.tables:
        entry = table.goal.arguments({name: rating.measured.values[name][[place]] for name in table.goal.inputs})[0]
        corrections[table.goal.name] = float(table.correction[entry])
    largest = sorted(corrections, key=lambda name: -abs(corrections[name]))[:SHOWN_CORRECTIONS]
    parts = ", ".join(f"{name} {corrections[name]:+.3f}" for name in largest)
    rank = f"{rating.category[place]}/{bidder.offensive_categories - 1}"
    sentence = f"what the tree misses {sum(corrections.values()):+.3f} (above all {parts}); mended ability {rank}"
    trump = f"trump {rating.trumps[place]}"
    yield Reason(f"{trump}: mending", sentence, trump, round(float(rating.score[place]), 3))


def _goals(
    tables: TableTree, said: Evaluation, place: int, seen: SeenHand, about: str, action: str
) -> Iterator[Reason]:
    told: set[str] = set()
    for goal in tables.tree.goals:
        for name in goal.inputs:
            if name in tables.tree.parameters and name not in told:
                told.add(name)
                yield Reason(about + name, _saying(name, seen), action)
        table, entry = tables.tables[goal.name], int(said.places[goal.name][place])
        behind = float(table.agree[entry] + table.disagree[entry])
        note = "" if behind else " (never met: taken from its neighbours)"
        sentence = f"{goal.sentence or goal.name} {said.values[goal.name][place]}/{goal.categories - 1}{note}"
        score = round(float(table.score[entry]), 3)
        yield Reason(f"{about}table {goal.name}", sentence, action, score, round(behind, 1))


def _look_up(bidder: Bidder, rating: Rating, bids: Bids, row: int) -> Iterator[Reason]:
    heard = int(rating.situations.previous_bid[row])
    place, trump, call = rating.best[row], int(rating.trump[row]), int(bids.call[row])
    defence = bidder.defence.tree
    offensive = f"{rating.category[place]}/{bidder.offensive_categories - 1}"
    defensive = f"{rating.defence.values[defence.root][row]}/{defence.goal(defence.root).categories - 1}"
    yield Reason("PRVBD", LAST_BIDS[heard], public=True)
    yield _in_general(bidder, heard)
    yield Reason("phase two", f"best trump {trump}, offensive category {offensive}, defensive category {defensive}")
    yield Reason("bid table", f"calls taught for this class: {_shares(bids.counts[row])}", _call_action(call))
    if not np.isnan(bids.marks[row]).all():
        said = ", ".join(f"{_call(int(CALLS[c]))} {m:+.2f}" for c, m in enumerate(bids.marks[row]) if not np.isnan(m))
        yield Reason("marks table", f"expected marks for this class: {said}", _call_action(call))
    if bids.saved[row]:
        yield Reason("save-partner table", "partner's 30 asks for help and these trumps are likely better", "bid 31")


def _in_general(bidder: Bidder, heard: int) -> Reason:
    """What is called after such a last bid, whatever the hand: this may be told at the table."""
    table = bidder.bids
    counts = table.counts.reshape(table.key.sizes[0], -1, CALLS.size)[heard].sum(axis=0)
    return Reason("in general", f"calls taught after this: {_shares(counts)}", public=True)


def _shares(counts: Floats) -> str:
    total = max(float(counts.sum()), 1e-12)
    taught = sorted((c for c in range(CALLS.size) if counts[c] / total >= 0.005), key=lambda c: -counts[c])
    return ", ".join(f"{_call(int(CALLS[c]))} {counts[c] / total:.0%}" for c in taught) or "nothing"


def _call(call: int) -> str:
    return "pass" if call == PASSED else str(call)


def _call_action(call: int) -> str:
    return "pass" if call == PASSED else f"bid {call}"


def _saying(name: str, seen: SeenHand) -> str:
    """What a measured parameter says of this hand, as a person would."""
    said = _SAYINGS.get(name)
    if said is not None:
        return said(seen)
    measure = feature("forty_two", name)
    value = seen.values[name]
    return f"{measure.sentence}: {measure.categories[value] if measure.categories else value}"


def _names(dominoes: Sequence[Domino]) -> str:
    return " ".join(str(d) for d in dominoes) or "none"


def _losing_counters(seen: SeenHand) -> str:
    assert seen.trump is not None
    held = [d for d in members(seen.trump) if d.points]
    parts = [f"losing {d} {seen.percents[FIVE if d.points == 5 else TEN]} %" for d in held]
    return f"chance of {', '.join(parts)}"


def _five_ratings(seen: SeenHand) -> str:
    code = seen.lists["five_ratings"]
    likely = dict(zip(FIVE_POINTERS, (code // 9, code // 3 % 3, code % 3), strict=True))
    sure, maybe = ([d for d, r in likely.items() if r == grade] for grade in (2, 1))
    return f"5-pointers likely to be won: {_names(sure)}; perhaps: {_names(maybe)} ({seen.values['FVPT']}/4)"


def _partner(seen: SeenHand) -> str:
    if seen.partner < 0:
        return "partner has yet to call"
    return "partner passed" if seen.partner == PASSED else f"partner bid {seen.partner}"


def _trumps(seen: SeenHand) -> str:
    return f"{sum(seen.trump in d for d in seen.hand)} trumps"


def _doubles(seen: SeenHand, suits: range, size: str) -> str:
    return f"{size} doubles held: {_names([d for d in seen.hand if d.is_double and d.high in suits])}"


_SAYINGS: Mapping[str, Callable[[SeenHand], str]] = {
    "CENT": lambda s: f"chance of losing control once {s.percents[ONCE]} %, more than once {s.percents[TWICE]} %",
    "PENT": _losing_counters,
    "TNUMC": _trumps,
    "TNUMP": _trumps,
    "TENPO": lambda s: f"{s.values['TENPO']} ten-pointers out",
    "PRMW": lambda s: f"sure winners: {_names(s.dominoes('sure_winners'))}; extra trumps: {s.lists['extra_trumps']}",
    "SECW": lambda s: f"may win a trick: {_names(s.dominoes('may_walk'))}",
    "UNBW": lambda s: f"unbacked winners: {_names(s.dominoes('unbacked'))}",
    "SIXT": lambda s: f"winning 6-4 is {feature('forty_two', 'SIXT').categories[s.values['SIXT']]} "
                      f"({s.values['SIXT']}/2)",
    "FVPT": _five_ratings,
    "PBID1": _partner,
    "PBID3": _partner,
    "PBID": _partner,
    "UNPRO": lambda s: f"held counters exposed to opposition leads: {_names(s.dominoes('unprotected'))}",
    "PNOTK": lambda s: f"counters that opposition leads may take: {_names(s.dominoes('lost_elsewhere'))}",
    "LS64": lambda s: f"own leads that can be beaten: {_names(s.dominoes('lead_losers'))}",
    "LS5": lambda s: f"5-pointers that may fall on them or to trump: {_names(s.dominoes('fives_lost_on_lead'))}",
    "DFGE4": lambda s: _doubles(s, range(4, 7), "big"),
    "DFLS4": lambda s: _doubles(s, range(4), "small"),
    "DFLDS": lambda s: f"big doubles in suits with few leads out: {s.values['DFLDS']}",
    "NUMPT": lambda s: f"{s.values['NUMPT']} counters out",
    "DF64": lambda s: "held for winning 6-4: "
                      + _names([d for d in s.hand if d in (Domino(6, 4), Domino(6, 6), Domino(4, 4))]),
}  # fmt: skip
