"""Practice of COGAP-42: hands dealt at random, played out by somebody, and learned by what they took.

Carberry wished for a playing machine that trains the bidder (page 143). The bidder is handed one (`HandJudge`). A hand
is played with every trump it may name; what its calls can expect in marks follows from the calls that the same rule
gives the players after it. Nobody says what a hand takes in defence: calls chosen by marks do not ask for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from gamelore.base.arrays import Ints
from gamelore.base.seeds import Rng
from gamelore.games.forty_two import Deal, random_deal
from gamelore.games.forty_two.dominoes import Domino
from gamelore.games.forty_two.rules import THESIS, RuleSet
from gamelore.learners.signatures.cogap.lessons import Lessons, lessons_of
from gamelore.learners.signatures.cogap.marks import marks_of_rounds
from gamelore.oracles.forty_two.labelled_store import LabelledHand, Round, label_round
from gamelore.oracles.forty_two.labels import PLAYED_OUT, Label
from gamelore.oracles.forty_two.pricing import DEFENCE_FROM, Price, candidate_trumps, prices_of

UNTRIED = Price(DEFENCE_FROM, ())
UNLABELLED = Label(trump=0, strength=0.0, contract=0, set_bid=0.0, first=0, call=0)


class HandJudge(Protocol):
    """Plays hands out."""

    @property
    def each(self) -> int:
        """How many contests a hand takes."""

    def points(self, hand: Sequence[Domino], seed: int) -> Ints:
        """What a hand takes as declarer, by deal and trump."""


def practised_round(judge: HandJudge, rng: Rng, rules: RuleSet) -> Lessons:
    """The lessons of a deal in which every hand was played out; hands stand in the order of calling."""
    labelled = round_played_out(judge, random_deal(rng), int(rng.integers(1 << 62)), rules)
    return lessons_of(labelled, PLAYED_OUT, marks_of_rounds(labelled, PLAYED_OUT, rules))


def round_played_out(judge: HandJudge, deal: Deal, seed: int, rules: RuleSet = THESIS) -> Round:
    """The hands of a deal in the order of its seats, each played out with every trump, and what is right to call."""
    hands = []
    for place, held in enumerate(deal.hands):
        dominoes = tuple(sorted(held))
        prices = prices_of(judge.points(dominoes, seed), candidate_trumps(dominoes))
        hands.append(LabelledHand("practice", 0, place, dominoes, (), prices, UNTRIED, UNLABELLED))
    return label_round(hands, PLAYED_OUT, rules)
