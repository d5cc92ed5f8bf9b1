"""The search for the two lists of 42: first what to play, then what to bid with these lines playing at all seats.

Bidding is worth what the play makes of it, so it is never judged by other play. Each list is climbed step by step: some
changes of one line are scored on the same deals with the same luck, and most are dropped after a few deals. The best
list of all climbs is shaken (some lines removed) and climbed again; which is best is seen on deals that no climb has
used. Play starts from the plain rule of play told in lines.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from itertools import combinations

import numpy as np

from gamelore.learners.features.forty_two.seen import CALL, CALL_LIMITS, HOLDERS, PROMISES, TRUMP_MEASURES
from gamelore.learners.maxims.forty_two_words import AND, BID, PLAY, conditions_in, lines_of
from gamelore.learners.maxims.lines import ALWAYS, Line, MaximList, parse_list
from gamelore.learners.maxims.search import Ask, Asking, Judge, MaximSearch
from gamelore.learners.maxims.words import MOST_WORDS, Wording

PLAINLY = parse_list(
    "leading: most trump; leading: most double; leading: most height; partner_winning: most points; "
    "opponent_winning: most beats; can_beat: fewest height; cannot_beat: fewest points; fewest height"
)
"""The plain rule of play, told in lines."""
BIDDING = parse_list("most suit_length; not_partner and trumps_4: most up_to_31; fewest call")
"""Where a climb of bidding starts."""
CANDIDATES = 200
"""How many changes a step tries, drawn by chance."""
STAGES = ((8, 20), (32, 5))
"""After so many rounds so many of them stay."""
LAST = 128
"""Rounds on which a list is compared with those of its changes that stayed to the end."""
STEPS = 12
"""The steps of a climb. Short climbs from shaken lists found more than long ones."""
KEPT_EVERY = 4
"""Of a climb every so-manieth list is remembered, and the last."""
FINAL = 512
"""Rounds on which the lists of all climbs are compared."""
PRICE, CONDITION_PRICE = 0.1, 0.03
"""The marks per hundred rounds that a line and each condition must earn."""
CLIMBS = {PLAY: 5, BID: 3}
"""How often each list is climbed."""
PARTS = (PLAY, BID)
SHAKEN = 3
"""How many lines a shaken list loses at most."""
TOGETHER = 3
"""How many conditions of the hand a line of bidding has at most."""

_STEP = 1 << 12
_FINALS = 1 << 30
Answer = Generator[Ask, Sequence[float], MaximList]


class FortyTwoSearch(MaximSearch):
    """Such a search; it can be taken up again from its log."""

    def practise(self, judge: Judge, contests: int) -> int:
        """Go on; when nothing is left to search, all that was allowed counts as used."""
        try:
            return super().practise(judge, contests)
        except StopIteration:
            return contests

    def _starts(self) -> Asking:
        play = yield from self._climbs(PLAY, (PLAINLY,), ())
        yield from self._climbs(BID, (BIDDING,), play)

    def _climbs(self, part: str, starts: Sequence[MaximList], rest: MaximList) -> Answer:
        """Climb a list again and again; the best on deals that no climb used."""
        found: dict[MaximList, float] = {}
        for climb in range(CLIMBS[part]):
            rng = np.random.default_rng([self.log.seed, PARTS.index(part), climb])
            start = starts[climb] if climb < len(starts) else _shaken(max(found, key=found.__getitem__), rng)
            kept = yield from self._climbed(part, start, rest, rng, climb, first=not found)
            fresh = [lines for lines in dict.fromkeys(kept) if lines not in found]
            scores = yield [lines + rest for lines in fresh], range(_FINALS, _FINALS + FINAL)
            found.update((c, _worth(c, score)) for c, score in zip(fresh, scores, strict=True))
            best = max(found, key=found.__getitem__)
            self.best = best + rest, dict(zip(fresh, scores, strict=True)).get(best, self.best[1])
        return max(found, key=found.__getitem__)

    def _climbed(
        self, part: str, lines: MaximList, rest: MaximList, rng: np.random.Generator, climb: int, *, first: bool
    ) -> Generator[Ask, Sequence[float], list[MaximList]]:
        """Some of the lists that a climb came over."""
        changed: Callable[[MaximList], Iterator[MaximList]] = partial(
            _changed_play if part == PLAY else _changed_bidding, self.wording
        )
        kept = []
        for step in range(1, STEPS + 1):
            base = (STEPS * (len(PARTS) * climb + PARTS.index(part)) + step) * _STEP
            able = [c for c in dict.fromkeys(changed(lines)) if c != lines and len(c) <= self.settings.lines]
            if len(able) > CANDIDATES:
                able = [able[n] for n in sorted(rng.choice(len(able), CANDIDATES, replace=False))]
            lines, score = yield from self._step(lines, able, rest, base)
            if first:
                self.best = lines + rest, score
            if step % KEPT_EVERY == 0 or step == STEPS:
                kept.append(lines)
        return kept

    def _step(
        self, lines: MaximList, able: Sequence[MaximList], rest: MaximList, base: int
    ) -> Generator[Ask, Sequence[float], tuple[MaximList, float]]:
        """The best of a list and its changes."""
        sums, done = dict.fromkeys(able, 0.0), 0
        for until, most in STAGES:
            scores = yield [c + rest for c in sums], range(base + done, base + until)
            sums = {c: total + (until - done) * s for (c, total), s in zip(sums.items(), scores, strict=True)}
            done = until
            order = sorted(sums, key=lambda c: -_worth(c, sums[c] / done))[:most]
            sums = {c: sums[c] for c in order}
        last = [lines, *sums]
        scores = yield [c + rest for c in last], range(base + done, base + done + LAST)
        best = max(range(len(last)), key=lambda n: _worth(last[n], scores[n]))
        return last[best], scores[best]


def _worth(lines: MaximList, score: float) -> float:
    conditions = sum(len(conditions_in(line.condition)) for line in lines)
    return score - PRICE * len(lines) - CONDITION_PRICE * conditions


def _shaken(lines: MaximList, rng: np.random.Generator) -> MaximList:
    """Without some lines, whichever."""
    count = min(SHAKEN, len(lines) - 1)
    gone = set(rng.choice(len(lines), count, replace=False).tolist())
    return tuple(line for n, line in enumerate(lines) if n not in gone)


def _changed_play(wording: Wording, lines: MaximList) -> Iterator[MaximList]:
    """With a line removed, moved, under another condition, or replaced; or with one more anywhere."""
    some = [line for c in wording.conditions for line in lines_of(wording, wording.lines(c), PLAY)]
    for n, line in enumerate(lines):
        rest = (*lines[:n], *lines[n + 1 :])
        yield rest
        yield from ((*rest[:place], line, *rest[place:]) for place in range(len(lines)))
        yield from ((*lines[:n], new, *lines[n + 1 :]) for new in some)
    for place in range(len(lines) + 1):
        yield from ((*lines[:place], new, *lines[place:]) for new in some)


def _changed_bidding(wording: Wording, lines: MaximList) -> Iterator[MaximList]:
    """The same for lines about trump and about calls; the last line is what is called otherwise."""
    suits = [line for line in lines if line.measure in TRUMP_MEASURES]
    calls = [line for line in lines if line.measure in CALL_LIMITS]
    otherwise = Line(CALL, "fewest")
    some = [line for line in wording.lines() if line.measure in TRUMP_MEASURES]
    for changed in _lists_beside(suits, lambda _: some, [x for x in some if x not in suits]):
        if changed:
            yield (*changed, *calls, otherwise)
    for changed in _lists_beside(calls, _changed_call, _new_calls()):
        if all(len(wording.sentence(line).split()) <= MOST_WORDS for line in changed):
            yield (*suits, *changed, otherwise)


def _lists_beside(
    lines: Sequence[Line], changed: Callable[[Line], Sequence[Line]], new: Sequence[Line]
) -> Iterator[tuple[Line, ...]]:
    for n, line in enumerate(lines):
        rest = (*lines[:n], *lines[n + 1 :])
        yield rest
        yield from ((*rest[:place], line, *rest[place:]) for place in range(len(lines)))
        yield from ((*lines[:n], other, *lines[n + 1 :]) for other in changed(line))
    for place in {0, len(lines)}:
        yield from ((*lines[:place], other, *lines[place:]) for other in new)


def _call_line(measure: str, holder: str, hand: Sequence[str]) -> Line:
    ordered = [name for name in PROMISES if name in hand]
    return Line(measure, "most", AND.join([*([holder] if holder else []), *ordered]) or ALWAYS)


def _new_calls() -> list[Line]:
    """Every line about a call with up to two conditions of the hand about different things."""
    hands = [hand for size in (1, 2) for hand in combinations(PROMISES, size) if _of_different_things(hand)]
    return [_call_line(measure, holder, hand) for measure in CALL_LIMITS for holder in HOLDERS for hand in hands]


def _changed_call(line: Line) -> list[Line]:
    """A line about a call with another limit, holder, or one condition of the hand more, less or other."""
    names = conditions_in(line.condition)
    holder = next((name for name in names if name in HOLDERS), "")
    hand = [name for name in names if name in PROMISES]
    hands = [[other for other in hand if other != name] for name in hand]
    hands += [[*some, name] for some in ([hand] if len(hand) < TOGETHER else []) + hands for name in PROMISES]
    found = [_call_line(line.measure, holder, some) for some in hands if _of_different_things(some)]
    found += [_call_line(line.measure, who, hand) for who in ("", *HOLDERS)]
    return found + [_call_line(measure, holder, hand) for measure in CALL_LIMITS]


def _of_different_things(hand: Sequence[str]) -> bool:
    things = [PROMISES[name][0] for name in hand]
    return len(set(things)) == len(things)
