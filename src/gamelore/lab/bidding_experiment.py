"""Experiments with bidders of 42: taught so many labelled hands, tested on others, for agreement or for marks.

Hands come from the labelled store. A run draws the rounds it learns from; with a seed for choosing settings it is
tested on other rounds of the same set, with a reporting seed on the set that was never used for choosing. Each hand of
a round hears the correct calls of those before it (p. 131), or is tested as first caller. For marks, two bidders call
the same deals from both sides, and the contracts are played out by the playing machine.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import numpy as np

from gamelore.arena.forty_two.bidders import TrainerBidder
from gamelore.arena.forty_two.matches import mirrored
from gamelore.arena.forty_two.roster import BIDDERS
from gamelore.base.errors import BadSetting, UnknownName
from gamelore.base.files import digest, to_json
from gamelore.base.seeds import Phase, Rng, stream
from gamelore.base.settings import settings_from_mapping
from gamelore.games.forty_two import Deal, Domino, FortyTwo
from gamelore.games.forty_two.bulk import mask_of
from gamelore.lab.bidding import BiddingScores, score_bidding
from gamelore.lab.bidding_peers import PEERS, PeerBidder
from gamelore.learners.core import Player
from gamelore.learners.features.forty_two import Situations
from gamelore.learners.signatures.cogap.bidder import Bidder
from gamelore.learners.signatures.cogap.learner import Cogap
from gamelore.learners.signatures.cogap.lessons import Lessons, lessons_of
from gamelore.learners.signatures.cogap.marks import marks_of_rounds
from gamelore.learners.signatures.cogap.settings import CogapSettings
from gamelore.learners.signatures.tree import IntArray
from gamelore.oracles.forty_two.labels import RULES, LabelRule, label_hand
from gamelore.oracles.forty_two.pricing import Price
from gamelore.oracles.forty_two.store import LabelledHand, Store, load_store

REPORTING_SEED = 10_000
CHOOSE, REPORT = "choose", "report"
ROUND = 4
TRAINER = "trainer"
OPPONENTS = ("passer", "formula", TRAINER, "cogap")


@dataclass(frozen=True, slots=True)
class BiddingExperiment:
    """Who is taught how many hands, and how it is tested."""

    who: str = "cogap"
    """`cogap`, a peer (`logistic`, `boosted`), or the `trainer` with another sample of deals."""
    preset: str = ""
    settings: Mapping[str, object] = field(default_factory=dict)
    hands: int = 800
    test: Literal["rounds", "first", "marks"] = "rounds"
    """In real rounds, as first caller, or for marks `against` another bidder."""
    against: str = ""
    """For marks: `passer`, `formula`, `trainer`, or `cogap:PRESET` taught the same hands."""
    test_hands: int = 400
    penalty: float = 0.0
    """For a peer: the pass penalty under which it chooses."""
    seed: int = REPORTING_SEED

    def __post_init__(self) -> None:
        if self.who not in ("cogap", TRAINER, *PEERS):
            raise UnknownName("bidder", self.who, ("cogap", TRAINER, *PEERS))
        if self.test not in ("rounds", "first", "marks"):
            raise BadSetting(f"a bidder is tested in 'rounds', as 'first' caller or for 'marks', not '{self.test}'")
        if self.test == "marks" and (self.who in PEERS or self.against.partition(":")[0] not in OPPONENTS):
            raise BadSetting(f"for marks {self.who} cannot meet '{self.against}'; opponents: {', '.join(OPPONENTS)}")
        if self.hands < 1 or self.test_hands < ROUND:
            raise BadSetting(f"{self.hands} hands to learn and {self.test_hands} to test on are too few")
        self.cogap_settings()

    def cogap_settings(self) -> CogapSettings:
        """The settings of COGAP-42 under this experiment."""
        base: CogapSettings = Cogap.preset(self.preset or None)
        return settings_from_mapping(base, self.settings, "bidding experiment")

    @property
    def digest(self) -> str:
        """What a row's file is signed with."""
        return digest(to_json(dataclasses.asdict(self)))[:16]


@lru_cache(maxsize=1)
def _store() -> Store:
    return load_store()


@lru_cache(maxsize=2)
def _rounds(set_: str) -> tuple[tuple[LabelledHand, ...], ...]:
    return _store().rounds(set_)


def store_rule() -> LabelRule:
    """The label rule of the shipped store."""
    return RULES[_store().facts["rule"]]


def draw_hands(experiment: BiddingExperiment, run: int) -> tuple[list[LabelledHand], list[LabelledHand]]:
    """The hands to learn and the hands to test on, whole rounds each (the last one learned perhaps cut short)."""
    pool = _rounds(CHOOSE)
    order = stream(experiment.seed, run, Phase.TRAIN).permutation(len(pool))
    need, tested = -(-experiment.hands // ROUND), -(-experiment.test_hands // ROUND)
    if experiment.seed >= REPORTING_SEED:
        others = _rounds(REPORT)
        test = [others[i] for i in stream(experiment.seed, run, Phase.TEST).permutation(len(others))[:tested]]
    else:
        test = [pool[i] for i in order[need : need + tested]]
    if need > len(pool) or len(test) < tested:
        raise BadSetting(
            f"the labelled store has too few hands to learn {experiment.hands} and to test on {experiment.test_hands}"
        )
    learned = [hand for i in order[:need] for hand in pool[i]]
    return learned[: experiment.hands], [hand for four in test for hand in four]


def run_bidding(experiment: BiddingExperiment, run: int) -> dict[str, float]:
    """One run: teach, test, score. A pure function of the experiment and the number of the run."""
    if experiment.test == "marks":
        return _run_marks(experiment, run)
    return {name: 100 * value for name, value in dataclasses.asdict(score_run(experiment, run)).items()}


def score_run(experiment: BiddingExperiment, run: int) -> BiddingScores:
    """Agreement with the trainer in one run."""
    learned, tested = draw_hands(experiment, run)
    rule = store_rule()
    if experiment.who == TRAINER:
        rng = stream(experiment.seed, run, Phase.SAMPLE)
        truth, other = (lessons_of([resampled(hand, rng, rule) for hand in tested], rule) for _ in range(2))
        call, trump = other.first if experiment.test == "first" else other.call, other.trump
    else:
        truth = lessons_of(tested, rule)
        call, trump = _taught(experiment, lessons_of(learned, rule), truth.situations)
    return score_bidding(truth.first if experiment.test == "first" else truth.call, truth.trump, call, trump)


def _taught(experiment: BiddingExperiment, lessons: Lessons, situations: Situations) -> tuple[IntArray, IntArray]:
    heard = situations.as_first() if experiment.test == "first" else situations
    if experiment.who == "cogap":
        bidder = Bidder(experiment.cogap_settings())
        bidder.learn(lessons)
        bids = bidder.bid(heard)
        return bids.call, bids.trump
    peer = PeerBidder(experiment.who, penalty=experiment.penalty)
    peer.learn(lessons)
    return peer.bid(heard)


def resampled(hand: LabelledHand, rng: Rng, rule: LabelRule) -> LabelledHand:
    """The same hand as the trainer would label it from another sample of as many deals, drawn from its own counts."""

    def again(price: Price) -> Price:
        drawn = rng.multinomial(price.deals, np.array(price.counts) / price.deals)
        return Price(price.low, tuple(int(n) for n in drawn))

    prices, defence = {trump: again(price) for trump, price in hand.prices.items()}, again(hand.defence)
    label = label_hand(prices, defence, hand.calls, rule)
    return dataclasses.replace(hand, prices=prices, defence=defence, label=label)


def hands_to_learn(store: Path | None = None, hands: int | None = None) -> tuple[LabelRule, list[LabelledHand]]:
    """The first hands of the set for learning, of the shipped store or a person's own, with their label rule."""
    found = _store() if store is None else load_store(store)
    learned = [hand for four in found.rounds(CHOOSE) for hand in four]
    if hands is not None and not 0 < hands <= len(learned):
        raise BadSetting(f"the labelled store has {len(learned)} hands to learn from, not {hands}")
    return RULES[found.facts["rule"]], learned[:hands]


def teach_hands(game: FortyTwo, settings: CogapSettings, hands: Sequence[LabelledHand], rule: LabelRule) -> Cogap:
    """COGAP-42 taught labelled hands; what calls are worth in marks comes from whole rounds only."""
    whole = len(hands) // ROUND * ROUND
    learner = Cogap(game, settings)
    parts = [lessons_of(hands[whole:], rule)] if whole < len(hands) else []
    if whole:
        parts.insert(0, lessons_of(hands[:whole], rule, marks_of_rounds(hands[:whole], rule)))
    learner.learn_all(Lessons.join(parts))
    return learner


class StoreTrainer(TrainerBidder):
    """The trainer as a bidder for the deals of the store, whose hands are priced already."""

    def __init__(self, hands: Sequence[LabelledHand], rule: LabelRule) -> None:
        super().__init__(rule)
        self._known = {mask_of(hand.dominoes): dict(hand.prices) for hand in hands}

    def prices(self, hand: Sequence[Domino]) -> dict[int, Price]:
        """What the store says about a hand."""
        return self._known[mask_of(hand)]


def _run_marks(experiment: BiddingExperiment, run: int) -> dict[str, float]:
    """Marks per hundred rounds over the opponent; each run takes the next rounds of the test hands."""
    whole = dataclasses.replace(experiment, test_hands=ROUND * len(_rounds(REPORT)))
    learned, tested = draw_hands(whole, 0)
    first = run * experiment.test_hands
    deals = tested[first : first + experiment.test_hands]
    if len(deals) < experiment.test_hands:
        raise BadSetting(f"the labelled store has too few hands for run {run} of {experiment.test_hands} hands each")
    game, rule = FortyTwo(), store_rule()

    def bidder(name: str) -> Player:
        who, _, preset = name.partition(":")
        if who == "cogap":
            settings = experiment.cogap_settings() if name == "cogap" else Cogap.preset(preset)
            return teach_hands(game, settings, learned, rule)
        return StoreTrainer(deals, rule) if who == TRAINER else BIDDERS[who]()

    dealt = [Deal(0, tuple(h.dominoes for h in deals[i : i + ROUND])) for i in range(0, len(deals), ROUND)]
    met = mirrored(game, bidder(experiment.who), bidder(experiment.against), dealt, experiment.seed + run)
    return {"marks": met.per_hundred.mean, "played": 100 * met.played / len(dealt)}


def experiment_from_mapping(values: Mapping[str, Any], where: str) -> BiddingExperiment:
    """An experiment from plain values; the error names the key."""
    known = {f.name for f in dataclasses.fields(BiddingExperiment)}
    for name in values:
        if name not in known:
            raise UnknownName("key of a bidding experiment", name, known, where)
    return BiddingExperiment(**values)
