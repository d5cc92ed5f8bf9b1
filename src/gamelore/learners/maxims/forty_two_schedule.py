"""The schedule of a search for the two lists of 42: first what to play, then what to bid with these lines playing.

Bidding is worth what the play makes of it, so it is never judged by other play. Each list is climbed step by step: some
changes of one line are compared on the same deals with the same luck. The best list of all climbs is shaken (some lines
removed) and climbed again; which is best is seen on deals that no climb has used. Play starts from the plain rule of
play told in lines.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import combinations

import numpy as np

from gamelore.learners.features.forty_two.seen import CALL, CALL_LIMITS, HOLDERS, PROMISES, TRUMP_MEASURES
from gamelore.learners.maxims.forty_two_words import AND, AT_LEAST, BID, PLAY, conditions_in, lines_of
from gamelore.learners.maxims.lines import ALWAYS, Line, MaximList, parse_list
from gamelore.learners.maxims.schedule import MaximSettings
from gamelore.learners.maxims.words import MOST_WORDS, Wording
from gamelore.learners.practice.judge import Ask, Numbers
from gamelore.learners.practice.lists import added, best_of, changed, compared, priced, scores
from gamelore.learners.practice.search import Asking

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


class FortyTwoSchedule:
    """First play, then bidding; then nothing is left to search."""

    def __init__(self, wording: Wording, settings: MaximSettings, seed: int) -> None:
        self.wording, self.settings, self.seed = wording, settings, seed
        self.best: tuple[MaximList, float] = ((), 0.0)

    def questions(self) -> Asking[Line]:
        """Both lists in turn."""
        play = yield from self._climbs(PLAY, PLAINLY, ())
        yield from self._climbs(BID, BIDDING, play)

    def _climbs(self, part: str, start: MaximList, rest: MaximList) -> Generator[Ask[Line], list[Numbers], MaximList]:
        """Climb a list again and again; the best on deals that no climb used."""
        found: dict[MaximList, float] = {}
        for climb in range(CLIMBS[part]):
            rng = np.random.default_rng([self.seed, PARTS.index(part), climb])
            lines = _shaken(max(found, key=found.__getitem__), rng) if found else start
            kept = yield from self._climbed(part, lines, rest, rng, climb)
            fresh = [lines for lines in dict.fromkeys(kept) if lines not in found]
            points = yield from scores([lines + rest for lines in fresh], range(_FINALS, _FINALS + FINAL))
            found.update((c, _worth(c, score)) for c, score in zip(fresh, points, strict=True))
            best = max(found, key=found.__getitem__)
            self.best = best + rest, dict(zip(fresh, points, strict=True)).get(best, self.best[1])
        return max(found, key=found.__getitem__)

    def _climbed(
        self, part: str, lines: MaximList, rest: MaximList, rng: np.random.Generator, climb: int
    ) -> Generator[Ask[Line], list[Numbers], list[MaximList]]:
        """Some of the lists that a climb came over."""
        changes = _changed_play if part == PLAY else _changed_bidding
        kept = []
        for step in range(1, STEPS + 1):
            base = (STEPS * (len(PARTS) * climb + PARTS.index(part)) + step) * _STEP
            able = [c for c in dict.fromkeys(changes(self.wording, lines)) if c != lines]
            able = [c for c in able if len(c) <= self.settings.lines]
            if len(able) > CANDIDATES:
                able = [able[n] for n in sorted(rng.choice(len(able), CANDIDATES, replace=False))]
            last, points = yield from compared([lines], able, STAGES, LAST, base, _worth, lambda c: c + rest)
            best = best_of([_worth(c, score) for c, score in zip(last, points, strict=True)], 1)[0]
            lines = last[best]
            if climb == 0:
                self.best = lines + rest, points[best]
            if step % KEPT_EVERY == 0 or step == STEPS:
                kept.append(lines)
        return kept


def _worth(lines: MaximList, score: float) -> float:
    conditions = sum(len(conditions_in(line.condition)) for line in lines)
    return priced(score, (PRICE, len(lines)), (CONDITION_PRICE, conditions))


def _shaken(lines: MaximList, rng: np.random.Generator) -> MaximList:
    """Without some lines, whichever."""
    count = max(0, min(SHAKEN, len(lines) - 1))
    gone = set(rng.choice(len(lines), count, replace=False).tolist())
    return tuple(line for n, line in enumerate(lines) if n not in gone)


def _changed_play(wording: Wording, lines: MaximList) -> Iterator[MaximList]:
    """With a line removed, moved, under another condition, or replaced; or with one more anywhere."""
    some = [line for c in wording.conditions for line in lines_of(wording, wording.lines(c), PLAY)]
    yield from changed(lines, lambda _: some)
    for place in range(len(lines) + 1):
        yield from added(lines, place, some)


def _changed_bidding(wording: Wording, lines: MaximList) -> Iterator[MaximList]:
    """The same for lines about trump and about calls; the last line is what is called otherwise."""
    suits = tuple(line for line in lines if line.measure in TRUMP_MEASURES)
    calls = tuple(line for line in lines if line.measure in CALL_LIMITS)
    otherwise = Line(CALL, "fewest")
    some = [line for line in wording.lines() if line.measure in TRUMP_MEASURES]
    for edited in _edited(suits, lambda _: some, [x for x in some if x not in suits]):
        if edited:
            yield (*edited, *calls, otherwise)
    for edited in _edited(calls, lambda n: _changed_call(calls[n]), _new_calls()):
        # "At least" makes a number plain and is nothing more to keep in mind.
        if all(len(wording.sentence(line).replace(AT_LEAST, "").split()) <= MOST_WORDS for line in edited):
            yield (*suits, *edited, otherwise)


def _edited(
    lines: MaximList, others: Callable[[int], Sequence[Line]], new: Sequence[Line]
) -> Iterator[tuple[Line, ...]]:
    yield from changed(lines, others)
    for place in {0, len(lines)}:
        yield from added(lines, place, new)


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
