"""Experiments with bidders of 42: taught so many labelled hands, tested on others for agreement with the trainer.

Hands come from the labelled store. A run draws the rounds it learns from; with a seed for choosing settings it is
tested on other rounds of the same set, with a reporting seed on the set that was never used for choosing. Each hand of
a round hears the correct calls of those before it (p. 131), or is tested as first caller. Beside every score stand
those of bidders that know little, on the same hands, and of the trainer's own second opinion, from other sampled deals:
nobody can agree much better. That one is there for the set to report on.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import ClassVar, Literal

from gamelore.base.arrays import Ints
from gamelore.base.errors import BadSetting, UnknownName
from gamelore.base.files import Json
from gamelore.base.seeds import Phase, stream
from gamelore.base.settings import settings_from_mapping, settings_to_mapping
from gamelore.games.forty_two import FortyTwo
from gamelore.games.forty_two.rules import PASSED, THESIS, RuleSet
from gamelore.lab.engine.rows import Figures
from gamelore.lab.engine.runs import Runnable
from gamelore.lab.engine.shapes import Shape, each, real
from gamelore.lab.forty_two.peers import PEERS, PeerBidder
from gamelore.lab.forty_two.plain import Caller, RoteBidder, bid_always, by_chance, formula, pass_always
from gamelore.lab.forty_two.rules import RULES, RuleBidder
from gamelore.lab.forty_two.scores import BiddingScores, score_bidding
from gamelore.learners.features.forty_two import Situations
from gamelore.learners.signatures.cogap.bidder import Bidder
from gamelore.learners.signatures.cogap.learner import Cogap
from gamelore.learners.signatures.cogap.lessons import Lessons, lessons_of
from gamelore.learners.signatures.cogap.marks import marks_of_rounds
from gamelore.learners.signatures.cogap.settings import CogapSettings
from gamelore.oracles.forty_two.agreement import second_opinion
from gamelore.oracles.forty_two.labels import RULES as LABEL_RULES
from gamelore.oracles.forty_two.labels import LabelRule
from gamelore.oracles.forty_two.store import SECOND, LabelledHand, Round, Store, label_round, load_store

REPORTING_SEED = 10_000
CHOOSE, REPORT = "choose", "report"
ROUND = 4
TRAINER = "trainer"
RIVALS = ("always pass", "always bid", "chance", "formula", "rote")
"""Who stands beside every bidder, on the same hands."""
COMPARED = ("overall", "accuracy")
"""In which of the scores."""


@dataclass(frozen=True, slots=True)
class BiddingExperiment(Runnable):
    """Who is taught how many hands, and how it is tested."""

    kind: ClassVar[str] = "bidding"
    revision: ClassVar[int] = 2

    who: str = "cogap"
    """`cogap`, a peer (`rules`, `logistic`, `boosted`), or the `trainer` with another sample of deals."""
    preset: str = ""
    settings: Mapping[str, object] = field(default_factory=dict)
    hands: int = 800
    test: Literal["rounds", "first"] = "rounds"
    """In real rounds, or as first caller."""
    tested: Literal["new", "learned"] = "new"
    """On hands it has not seen, or on those it learned (Figure 5-3: where the two meet, learning has converged)."""
    test_hands: int = 400
    penalty: float = 0.0
    """For a peer: the pass penalty under which it chooses."""
    seed: int = REPORTING_SEED

    def __post_init__(self) -> None:
        known = ("cogap", TRAINER, RULES, *PEERS)
        if self.who not in known:
            raise UnknownName("bidder", self.who, known)
        if self.test not in ("rounds", "first"):
            raise BadSetting(f"a bidder is tested in 'rounds' or as 'first' caller, not '{self.test}'")
        if self.tested not in ("new", "learned"):
            raise BadSetting(f"a bidder is tested on 'new' or on 'learned' hands, not '{self.tested}'")
        if self.who == TRAINER and (self.seed < REPORTING_SEED or self.tested == "learned"):
            raise BadSetting(f"the trainer has a second opinion only for reporting, with a seed from {REPORTING_SEED}")
        if self.hands < 1 or self.test_hands < ROUND:
            raise BadSetting(f"{self.hands} hands to learn and {self.test_hands} to test on are too few")
        self.cogap_settings()

    def cogap_settings(self) -> CogapSettings:
        """The settings of COGAP-42 under this experiment."""
        base: CogapSettings = Cogap.preset(self.preset or None)
        return settings_from_mapping(base, self.settings, "bidding experiment")

    def resolved(self) -> Json:
        """A preset as the settings that it stands for."""
        settings = {"preset": "", "settings": settings_to_mapping(self.cogap_settings())}
        return {**dataclasses.asdict(self), **settings, "learner_revision": Cogap.revision}

    def shape(self) -> Shape:
        """How many hands, and every score in per cent; penalties may take it far below 0."""
        score, hands = real(most=100), {"hands": real(1), "hands to bid": real(0)}
        return each(score, hands | {field.name: score for field in dataclasses.fields(BiddingScores)})

    def run(self, number: int) -> Json:
        """Teach, test, score, in percent."""
        learned, tested = draw_hands(self, number)
        new = self.tested == "new"
        if not new:
            tested = learned[: self.test_hands]
        rule, first = store_rule(), self.test == "first"
        truth = lessons_of(tested, rule)
        correct = truth.first if first else truth.call

        heard = truth.situations.as_first() if first else truth.situations
        lessons = lessons_of(learned, rule)

        def score(call: Ints, trump: Ints) -> Figures:
            found = dataclasses.asdict(score_bidding(correct, truth.trump, call, trump))
            return {name: 100 * value for name, value in found.items()}

        figures: Figures = {"hands": float(correct.size), "hands to bid": float((correct > PASSED).sum())}
        others = {name: score(*caller(heard)) for name, caller in _rivals(self, lessons, number).items()}
        if new and self.seed >= REPORTING_SEED:
            again = lessons_of(second_opinions(tested, rule), rule)
            others[TRAINER] = score(again.first if first else again.call, again.trump)
        own = others.pop(TRAINER) if self.who == TRAINER else score(*_taught(self, lessons, heard))
        beside = {f"{name}.{what}": some[what] for name, some in others.items() for what in COMPARED}
        return figures | own | beside


def _rivals(experiment: BiddingExperiment, lessons: Lessons, run: int) -> dict[str, Caller]:
    """Who bids the same hands without any of the parameters; the rote table is taught the same lessons."""
    rote = RoteBidder()
    rote.learn(lessons)
    chance = by_chance(stream(experiment.seed, run, Phase.SAMPLE))
    return dict(zip(RIVALS, (pass_always, bid_always, chance, formula, rote.bid), strict=True))


@lru_cache(maxsize=1)
def _store() -> Store:
    return load_store()


@lru_cache(maxsize=1)
def _second() -> Mapping[tuple[str, int, int], LabelledHand]:
    return {(hand.set, hand.round, hand.place): hand for hand in load_store(SECOND).hands}


@lru_cache(maxsize=2)
def stored_rounds(set_: str) -> tuple[Round, ...]:
    """The rounds of a set of the shipped store."""
    return _store().rounds(set_)


def set_of_seed(seed: int) -> str:
    """The set of hands that a seed may be tested on."""
    return REPORT if seed >= REPORTING_SEED else CHOOSE


def store_rule() -> LabelRule:
    """The label rule of the shipped store."""
    return LABEL_RULES[_store().facts["rule"]]


def draw_rounds(hands: int, seed: int, run: int) -> tuple[list[Round], list[Round]]:
    """The rounds to learn so many hands from, and every round that may test it, both in the order of the run."""
    pool = stored_rounds(CHOOSE)
    order, need = stream(seed, run, Phase.TRAIN).permutation(len(pool)), -(-hands // ROUND)
    if need > len(pool):
        raise BadSetting(f"the labelled store has too few hands to learn {hands}")
    if seed < REPORTING_SEED:
        return [pool[i] for i in order[:need]], [pool[i] for i in order[need:]]
    others = stored_rounds(REPORT)
    shuffled = stream(seed, run, Phase.TEST).permutation(len(others))
    return [pool[i] for i in order[:need]], [others[i] for i in shuffled]


def draw_hands(experiment: BiddingExperiment, run: int) -> tuple[list[LabelledHand], list[LabelledHand]]:
    """The hands to learn and the hands to test on, whole rounds each (the last one learned perhaps cut short)."""
    learned, apart = draw_rounds(experiment.hands, experiment.seed, run)
    tested = -(-experiment.test_hands // ROUND)
    if len(apart) < tested:
        raise BadSetting(f"the labelled store has too few hands to test on {experiment.test_hands}")
    return [h for four in learned for h in four][: experiment.hands], [h for four in apart[:tested] for h in four]


def second_opinions(hands: Sequence[LabelledHand], rule: LabelRule) -> list[LabelledHand]:
    """The same hands after the same calls, labelled from the independent second sample of deals."""
    known = _second()
    return [second_opinion(hand, known[hand.set, hand.round, hand.place], rule) for hand in hands]


def _taught(experiment: BiddingExperiment, lessons: Lessons, heard: Situations) -> tuple[Ints, Ints]:
    if experiment.who == "cogap":
        bidder = Bidder(experiment.cogap_settings())
        bidder.learn(lessons)
        bids = bidder.bid(heard)
        return bids.call, bids.trump
    peer = RuleBidder() if experiment.who == RULES else PeerBidder(experiment.who, penalty=experiment.penalty)
    peer.learn(lessons)
    return peer.bid(heard)


def hands_to_learn(
    store: Path | None = None, hands: int | None = None, rules: RuleSet = THESIS
) -> tuple[LabelRule, list[LabelledHand]]:
    """The first hands of the set for learning, of the shipped store or a person's own, with their label rule.

    The shipped hands hear the calls of the rule set; what a person says about a hand stands.
    """
    found = _store() if store is None else load_store(store)
    rule, rounds = LABEL_RULES[found.facts["rule"]], found.rounds(CHOOSE)
    if store is None and rules != THESIS:
        rounds = tuple(label_round(four, rule, rules) for four in rounds)
    learned = [hand for four in rounds for hand in four]
    if hands is not None and not 0 < hands <= len(learned):
        raise BadSetting(f"the labelled store has {len(learned)} hands to learn from, not {hands}")
    return rule, learned[:hands]


def teach_hands(game: FortyTwo, settings: CogapSettings, hands: Sequence[LabelledHand], rule: LabelRule) -> Cogap:
    """COGAP-42 taught labelled hands; what calls are worth in marks comes from whole rounds only."""
    whole = len(hands) // ROUND * ROUND
    learner = Cogap(game, settings)
    parts = [lessons_of(hands[whole:], rule)] if whole < len(hands) else []
    if whole:
        parts.insert(0, lessons_of(hands[:whole], rule, marks_of_rounds(hands[:whole], rule, game.rules)))
    learner.learn_all(Lessons.join(parts))
    return learner
