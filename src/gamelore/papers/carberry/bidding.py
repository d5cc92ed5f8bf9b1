"""Carberry's Tables 5-1, 5-2 and 5-5: bidders of 42 taught labelled hands, tested for agreement with the trainer.

Each hand of a round hears the correct calls of those before it (p. 131), or is tested as first caller. Beside every
score stand those of bidders that know little, on the same hands, and of the trainer's own second opinion, from other
sampled deals: nobody can agree much better. That one is there for the set to report on. Among the rows are ablations
that the thesis only predicts.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar, Literal

from gamelore.arena.forty_two.played_prices import SECOND_OPINION, played_out, stored_prices
from gamelore.base.arrays import Ints
from gamelore.base.errors import BadSetting, UnknownName
from gamelore.base.files import Json
from gamelore.base.seeds import Phase, stream
from gamelore.base.settings import settings_from_mapping, settings_to_mapping
from gamelore.games.forty_two.bulk import mask_of
from gamelore.games.forty_two.rules import PASSED
from gamelore.lab.engine.orders import Figures, Order, reproduce_rows
from gamelore.lab.engine.published import PublishedRow, PublishedTable
from gamelore.lab.engine.report import Report, ReportRow, beside_printed
from gamelore.lab.engine.runs import Package, Runnable
from gamelore.lab.engine.shapes import Shape, each, real
from gamelore.lab.forty_two.labelled_hands import REPORTING_SEED, ROUND, TRAINER, draw_rounds, store_rule
from gamelore.lab.forty_two.peers import PEERS, PeerBidder, packages_of
from gamelore.lab.forty_two.rule_bidder import RULES, RuleBidder
from gamelore.lab.forty_two.simple_bidders import Caller, formula, pass_always
from gamelore.learners.features.forty_two import Situations
from gamelore.learners.signatures.cogap.bidder import Bidder
from gamelore.learners.signatures.cogap.learner import Cogap
from gamelore.learners.signatures.cogap.lessons import Lessons, lessons_of
from gamelore.learners.signatures.cogap.settings import CogapSettings
from gamelore.oracles.forty_two.agreement import second_opinion
from gamelore.oracles.forty_two.labelled_store import SECOND, LabelledHand, load_store
from gamelore.oracles.forty_two.labels import PLAYED_OUT, LabelRule
from gamelore.papers.carberry.rivals import RoteBidder, bid_always, by_chance
from gamelore.papers.carberry.scores import BiddingScores, score_bidding

RIVALS = ("always pass", "always bid", "chance", "formula", "rote")
"""Who stands beside every bidder, on the same hands."""
COMPARED = ("overall", "accuracy")
"""In which of the scores."""
BESIDE = ("accuracy", "trump", *(f"{who}.{what}" for what in COMPARED for who in (*RIVALS, TRAINER)))
"""What stands beside the printed columns of every row; the trainer is the ceiling."""


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
    labels: Literal["open", "played_out"] = "open"
    """By open play, or by hands played out, of those who learn and of those who test."""
    penalty: float = 0.0
    """For a peer: the pass penalty under which it chooses."""
    seed: int = REPORTING_SEED

    def __post_init__(self) -> None:
        known = ("cogap", TRAINER, RULES, *PEERS)
        if self.who not in known:
            raise UnknownName("bidder", self.who, known)
        if self.test not in ("rounds", "first"):
            raise BadSetting(f"a bidder is tested in 'rounds' or as 'first' caller, not '{self.test}'")
        if self.labels not in ("open", "played_out"):
            raise BadSetting(f"labels come from 'open' play or from hands 'played_out', not '{self.labels}'")
        if self.tested not in ("new", "learned"):
            raise BadSetting(f"a bidder is tested on 'new' or on 'learned' hands, not '{self.tested}'")
        if self.who == TRAINER and (self.seed < REPORTING_SEED or self.tested == "learned"):
            raise BadSetting(f"the trainer has a second opinion only for reporting, with a seed from {REPORTING_SEED}")
        if self.hands < 1 or self.test_hands < ROUND:
            raise BadSetting(f"{self.hands} hands to learn and {self.test_hands} to test on are too few")
        self.cogap_settings()

    @property
    def packages(self) -> tuple[Package, ...]:
        """What a peer needs."""
        return packages_of([self.who])

    @property
    def rule(self) -> LabelRule:
        """The rule of its labels."""
        return store_rule() if self.labels == "open" else PLAYED_OUT

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
        # By labels of hands played out nobody opens with 32 or more: that segment may be empty.
        empty = {"high"} if self.labels == "played_out" else set()
        needed = {field.name for field in dataclasses.fields(BiddingScores)} - empty
        return each(score, hands | dict.fromkeys(sorted(needed), score))

    def run(self, number: int) -> Json:
        """Teach, test, score, in percent."""
        learned, tested = draw_hands(self, number)
        new = self.tested == "new"
        if not new:
            tested = learned[: self.test_hands]
        rule, first = self.rule, self.test == "first"
        if self.labels == "played_out":
            learned, tested = played_out(learned), played_out(tested)
        truth = lessons_of(tested, rule)
        correct = truth.first if first else truth.call

        heard = truth.situations.as_first() if first else truth.situations
        lessons = lessons_of(learned, rule)

        def score(call: Ints, trump: Ints) -> Figures:
            found = dataclasses.asdict(score_bidding(correct, truth.trump, call, trump))
            return {name: 100 * value for name, value in found.items() if not math.isnan(value)}

        figures: Figures = {"hands": float(correct.size), "hands to bid": float((correct > PASSED).sum())}
        others = {name: score(*caller(heard)) for name, caller in _rivals(self, lessons, number).items()}
        if new and self.seed >= REPORTING_SEED:
            opinions = second_opinions(tested, rule) if self.labels == "open" else played_again(tested)
            again = lessons_of(opinions, rule)
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
def _second() -> Mapping[tuple[str, int, int], LabelledHand]:
    return {(hand.set, hand.round, hand.place): hand for hand in load_store(SECOND).hands}


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


def played_again(hands: Sequence[LabelledHand]) -> list[LabelledHand]:
    """The same hands after the same calls, labelled from other deals that were played out."""
    known = stored_prices()
    again = [dataclasses.replace(h, prices=known[mask_of(h.dominoes), SECOND_OPINION]) for h in hands]
    return [second_opinion(*pair, PLAYED_OUT) for pair in zip(hands, again, strict=True)]


def _taught(experiment: BiddingExperiment, lessons: Lessons, heard: Situations) -> tuple[Ints, Ints]:
    if experiment.who == "cogap":
        bidder = Bidder(experiment.cogap_settings())
        bidder.learn(lessons)
        bids = bidder.bid(heard)
        return bids.call, bids.trump
    peer = RuleBidder() if experiment.who == RULES else PeerBidder(experiment.who, penalty=experiment.penalty)
    peer.learn(lessons)
    return peer.bid(heard)


def reproduce_bidding(order: Order) -> Report:
    """Run the rows of one of the tables."""
    return reproduce_rows(order, [order.read(BiddingExperiment, row) for row in order.rows], _report_row)


def _report_row(
    table: PublishedTable, row: PublishedRow, experiment: BiddingExperiment, figures: Sequence[Figures]
) -> ReportRow:
    cells = []
    for column in dict.fromkeys((*table.columns, *BESIDE)):
        if all(column in some for some in figures):
            ours = tuple(f[column] for f in figures)
            who, _, what = column.rpartition(".")
            trials, rival = _trials(column, figures), (who, what) if who else None
            cells.append(beside_printed(table, row, column, ours, "reach", trials=trials, rival=rival))
    return ReportRow(row, len(figures), _say(experiment), tuple(cells))


def _trials(column: str, figures: Sequence[Figures]) -> int:
    """How many hands a share rests on; 0 for scores with penalties, which are no shares."""
    counted = "hands to bid" if column in ("bid", "trump") else "hands" if column.endswith("accuracy") else ""
    return int(sum(f[counted] for f in figures)) if counted else 0


def _say(experiment: BiddingExperiment) -> str:
    if experiment.who == TRAINER:
        who = "the trainer's second opinion, from other deals"
    elif experiment.who == "cogap":
        changed = "".join(f", {k} = {v}" for k, v in experiment.settings.items())
        who = f"COGAP-42, preset {experiment.preset or 'default'}{changed}, {experiment.hands} hands learned"
    else:
        choice = f", chooses under a pass penalty of {experiment.penalty:g}" if experiment.penalty else ""
        who = f"{experiment.who} on the same parameters, {experiment.hands} hands learned{choice}"
    return f"{who}; labels '{experiment.rule.name}'; seed {experiment.seed}"
