"""How good calls of 42 are, in the five classes of Carberry (p. 137-138, 149).

The thesis sorts the calls of 400 hands in real rounds by eye: the best, good ones as the first are those of good
players; the third class is that of amateurs; the last two are those of strangers to the game. Here a call is sorted by
the marks that it gives away: every hand is played out with every trump, so that each call has a worth. Those after it
hold the hands of other rounds, because the caller does not see theirs, and call by one rule. The bounds between the
classes are ours and were set before anybody was sorted.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np

from gamelore.arena.forty_two.playing import LinesPlay
from gamelore.base.arrays import Floats
from gamelore.base.errors import BadSetting, UnknownName
from gamelore.base.files import Json
from gamelore.base.seeds import Phase, stream
from gamelore.games.forty_two import random_deal
from gamelore.games.forty_two.rules import SEATS
from gamelore.lab.engine.runs import Runnable
from gamelore.lab.engine.shapes import PERCENT, Shape, keys, real
from gamelore.lab.forty_two.labelled_hands import REPORTING_SEED
from gamelore.lab.forty_two.marks import KNOWS_STORE, bidder_names, caller_of
from gamelore.learners.signatures.cogap.hands_played_out import round_played_out
from gamelore.learners.signatures.cogap.lessons import lessons_of
from gamelore.learners.signatures.cogap.marks import marks_of_calls
from gamelore.learners.signatures.cogap.rote_tables import CALLS
from gamelore.oracles.forty_two.labelled_store import LabelledHand, Round
from gamelore.oracles.forty_two.labels import PLAYED_OUT

CLASSES = ("best", "good", "neither", "bad", "unreasonable")
BOUNDS = (0.02, 0.1, 0.25, 0.5)
"""What a call of each class but the last may give away, in marks; the worth of a call is known to about 0.05."""
UNSEEN = 20
"""How many rounds lend their hands to those who call later."""
LESS_THAN_GOOD, GIVEN_AWAY = "less than good", "marks given away"


@dataclass(frozen=True, slots=True)
class QualityExperiment(Runnable):
    """Whose calls are sorted, on how many hands of random deals."""

    kind: ClassVar[str] = "quality"

    bidder: str
    learned: int = 1600
    """Labelled hands that a learner is taught."""
    hands: int = 400
    seed: int = REPORTING_SEED

    def __post_init__(self) -> None:
        known = [name for name in bidder_names() if name not in KNOWS_STORE]
        if self.bidder not in known:
            raise UnknownName("bidder", self.bidder, known)
        if self.learned < 1 or self.hands < SEATS:
            raise BadSetting(f"{self.learned} hands to learn and {self.hands} to sort are too few")

    def shape(self) -> Shape:
        """The share of each class, and the mean of what calls give away, per hundred."""
        return keys(dict.fromkeys((*CLASSES, LESS_THAN_GOOD), PERCENT) | {GIVEN_AWAY: real(0)})

    def run(self, number: int) -> Json:
        """Call the hands, each after the calls that are right for those before it, and sort the calls."""
        rounds = _rounds(self.seed, number, -(-self.hands // SEATS))
        lessons = lessons_of([hand for four in rounds for hand in four], PLAYED_OUT)
        calls, trumps = caller_of(self.bidder, self.learned, self.seed)(lessons.situations)
        lost = [
            given_away(rounds, n // SEATS, n % SEATS, int(call), int(trump))
            for n, (call, trump) in enumerate(zip(calls, trumps, strict=True))
        ]
        return shares(np.array(lost))


@lru_cache(maxsize=16)
def _rounds(seed: int, run: int, rounds: int) -> list[Round]:
    """The rounds of a run, their hands played out; many bidders are sorted on the same."""
    judge = LinesPlay()
    deals = (random_deal(stream(seed, run, Phase.TEST, number)) for number in range(rounds))
    return [round_played_out(judge, deal, seed) for deal in deals]


def given_away(rounds: Sequence[Round], number: int, place: int, call: int, trump: int) -> float:
    """What a call with a trump in mind gives away of the best that its hand could do, in marks.

    A suit of fewer than two dominoes has no price; who names it is taken to have named the best.
    """
    hand = rounds[number][place]
    own = hand
    if trump in hand.prices:
        own = dataclasses.replace(hand, label=dataclasses.replace(hand.label, trump=trump))
    best = float(np.nanmax(_worth(rounds, number, place, hand)))
    return max(0.0, best - float(_worth(rounds, number, place, own)[call == CALLS][0]))


def _worth(rounds: Sequence[Round], number: int, place: int, hand: LabelledHand) -> Floats:
    """What each call is worth to a hand that does not see who calls after it: hands of other rounds sit there."""
    unseen = range(1, UNSEEN + 1 if place + 1 < SEATS else 2)
    after = [rounds[(number + n) % len(rounds)][place + 1 :] for n in unseen]
    calls = [marks_of_calls([*rounds[number][:place], hand, *some], place, PLAYED_OUT) for some in after]
    worth: Floats = np.mean(calls, axis=0)
    return worth


def shares(lost: Floats) -> Json:
    """How many calls fall into each class, in per cent, and the mean loss per hundred calls."""
    classes = np.searchsorted(BOUNDS, lost)
    found: Json = {name: 100 * float((classes == number).mean()) for number, name in enumerate(CLASSES)}
    return {**found, LESS_THAN_GOOD: 100 * float((classes > 1).mean()), GIVEN_AWAY: 100 * float(lost.mean())}
