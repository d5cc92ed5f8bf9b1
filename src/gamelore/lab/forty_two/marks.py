"""Bidders of 42 compared by the marks they win: the same deals called from both sides, hands played out.

The thesis judges bidding by agreement with its trainer only. Here every deal is called twice by a pair of bidders, with
the sides exchanged, and the playing machine plays both contracts with the same luck; exact play never judges. Many
pairs share the deals of a run: a contract that several pairs arrive at by the same calls is played once.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Literal

import numpy as np

from gamelore.arena.contest import ContestKey
from gamelore.arena.forty_two.machine import QUICK, Machine
from gamelore.arena.forty_two.matches import play_out
from gamelore.arena.forty_two.played_prices import played_out
from gamelore.arena.regimes import make_regime
from gamelore.arena.training import train
from gamelore.base.arrays import Ints
from gamelore.base.errors import BadSetting, UnknownName
from gamelore.base.files import Json
from gamelore.base.seeds import Phase, stream
from gamelore.base.settings import settings_to_mapping
from gamelore.games.forty_two import Bid, Deal, FortyTwo, FortyTwoState, NameTrump, Pass, random_deal
from gamelore.games.forty_two.bulk import dominoes_of, mask_of
from gamelore.games.forty_two.dominoes import ALL_POINTS
from gamelore.games.forty_two.rules import PASSED, SEATS
from gamelore.lab.engine.runs import Package, Runnable
from gamelore.lab.engine.shapes import Shape, keys, real
from gamelore.lab.forty_two.labelled_hands import REPORTING_SEED, TRAINER, draw_rounds, store_rule, teach_hands
from gamelore.lab.forty_two.peers import PEERS, PeerBidder, packages_of
from gamelore.lab.forty_two.rule_bidder import RULES, RuleBidder
from gamelore.lab.forty_two.simple_bidders import Caller, formula, pass_always
from gamelore.learners.features.forty_two import Situations
from gamelore.learners.features.forty_two.situations import AFTER, BEFORE, NOT_YET
from gamelore.learners.maxims.forty_two import trump_in_mind
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import MaximList, Maxims, list_text
from gamelore.learners.maxims.shipped import shipped_maxims
from gamelore.learners.signatures.cogap.learner import Cogap
from gamelore.learners.signatures.cogap.lessons import lessons_of
from gamelore.oracles.forty_two.labels import PLAYED, PLAYED_OUT, Label, LabelRule

PASSER, FORMULA, MARKS = "passer", "formula", "marks"
PUSH_WEAK, PUSH_NEAR = "push_weak", "push_near"
"""The trainer, but pushing: see `pushing`."""
PLAYED_TRAINER = "played"
"""The trainer, but with the label rule from hands played out."""
KNOWS_STORE = (TRAINER, PUSH_WEAK, PUSH_NEAR, PLAYED_TRAINER)
MAXIMS = "maxims"
"""The shipped lines to bid."""
PLAYED_OUT_BIDDER = "played_out"
"""COGAP-42 for marks, taught by hands played out instead of prices of open play."""
PRACTISED = "practised"
"""What `gamelore learn forty_two` makes: COGAP-42 for marks that practised other hands, played out too."""
FROM_LINES = (MAXIMS, PLAYED_OUT_BIDDER, PRACTISED)
"""Who depends on the shipped lines."""


def bidder_names() -> tuple[str, ...]:
    """Everybody who can be compared: presets of COGAP-42 by their names, and the others."""
    return (*Cogap.presets, PASSER, FORMULA, *FROM_LINES, *KNOWS_STORE, RULES, *PEERS)


@dataclass(frozen=True, slots=True)
class MarksExperiment(Runnable):
    """Which pairs meet on which deals."""

    kind: ClassVar[str] = "marks"

    pairs: tuple[str, ...]
    """Each 'FIRST.SECOND', two names of `bidder_names`."""
    hands: int = 1600
    """Labelled hands that every learner is taught."""
    source: Literal["fresh", "store"] = "fresh"
    """Random deals, or the rounds of the labelled store that were not learned: only there the trainer knows all hands.
    Those are called with each of the four hands first."""
    deals: int = 50
    """Deals of one run."""
    worlds: int = QUICK
    """How many deals the playing machine thinks through for each domino."""
    seed: int = REPORTING_SEED

    def __post_init__(self) -> None:
        for pair in self.pairs:
            for name in pair.split("."):
                if name not in bidder_names():
                    raise UnknownName("bidder", name, bidder_names(), f"pair '{pair}'")
            if pair.count(".") != 1:
                raise BadSetting(f"a pair is written 'FIRST.SECOND', found '{pair}'")
            if self.source == "fresh" and not set(KNOWS_STORE).isdisjoint(pair.split(".")):
                raise BadSetting(f"pair '{pair}': the trainer knows the deals of the store only")
        if self.source not in ("fresh", "store"):
            raise BadSetting(f"deals are 'fresh' or from the 'store', not '{self.source}'")
        if self.hands < 1 or self.deals < 1 or not self.pairs:
            raise BadSetting("marks need at least one pair, one hand to learn and one deal")
        if self.source == "store" and self.deals % SEATS:
            raise BadSetting(f"deals of the store are called from all four seats: {self.deals} is no multiple of 4")

    @property
    def packages(self) -> tuple[Package, ...]:
        """What the peers among the pairs need."""
        return packages_of(name for pair in self.pairs for name in pair.split("."))

    def resolved(self) -> Json:
        """The settings behind the names of presets too."""
        everybody = {name for pair in self.pairs for name in pair.split(".")}
        taught = {MARKS} if everybody & {PLAYED_OUT_BIDDER, PRACTISED} else set()
        named = sorted(everybody & set(Cogap.presets) | taught)
        settings = {name: settings_to_mapping(Cogap.preset(name)) for name in named}
        described: Json = {**dataclasses.asdict(self), "settings": settings, "learner_revision": Cogap.revision}
        if everybody & set(FROM_LINES):
            described[MAXIMS] = list_text(shipped_maxims(FortyTwo()).lines)
        return described

    def shape(self) -> Shape:
        """Marks of every pair."""
        return keys(dict.fromkeys(self.pairs, real()))

    def run(self, number: int) -> Json:
        """Marks per hundred rounds of the first over the second bidder of every pair, on the deals of one run."""
        deals = deals_of_run(self, number)
        hands = np.array([[mask_of(hand) for hand in deal.hands] for deal in deals], dtype=np.int64)
        judge = _Judge(deals, Machine(self.worlds), self.seed, number)
        found: Json = {}
        for pair in self.pairs:
            first, second = (caller_of(name, self.hands, self.seed) for name in pair.split("."))
            one = call_deals(hands, (first, second, first, second))
            two = call_deals(hands, (second, first, second, first))
            found[pair] = 100 * float(np.mean([judge.margin(n, one, two) for n in range(len(deals))]))
        return found


def deals_of_run(experiment: MarksExperiment, run: int) -> list[Deal]:
    """The deals of one run; A is the first to call in each."""
    if experiment.source == "fresh":
        drawn = (random_deal(stream(experiment.seed, run, Phase.TEST, n)) for n in range(experiment.deals))
        return [deal.turned(-deal.dealer) for deal in drawn]
    _, rounds = draw_rounds(experiment.hands, experiment.seed, 0)
    size = experiment.deals // SEATS
    chosen = rounds[run * size : (run + 1) * size]
    if len(chosen) < size:
        raise BadSetting(f"the labelled store has too few rounds for run {run} of {size} rounds each")
    return [
        Deal(0, tuple(four[(first + seat) % SEATS].dominoes for seat in range(SEATS)))
        for four in chosen
        for first in range(SEATS)
    ]


@dataclass(frozen=True, slots=True)
class Called:
    """Many deals after the calls: the calls in order, and the trump of each declarer."""

    calls: Ints
    trumps: Ints


def call_deals(hands: Ints, callers: Sequence[Caller]) -> Called:
    """Call many deals at once; a row of `hands` holds the four hands in the order of calling."""
    calls = np.full(hands.shape, NOT_YET, dtype=np.int64)
    trumps = np.zeros_like(calls)
    for place, caller in enumerate(callers):
        heard = np.full((len(hands), SEATS - 1), NOT_YET, dtype=np.int64)
        heard[:, :place] = calls[:, :place][:, ::-1]
        calls[:, place], trumps[:, place] = caller(Situations(hands[:, place], heard))
    return Called(calls, trumps[np.arange(len(hands)), calls.argmax(axis=1)])


class _Judge:
    """Plays contracts out, each one once."""

    def __init__(self, deals: Sequence[Deal], machine: Machine, seed: int, run: int) -> None:
        self.game = FortyTwo()
        self.deals, self.machine, self.seed, self.run = deals, machine, seed, run
        self._played: dict[tuple[int, ...], float] = {}

    def margin(self, number: int, one: Called, two: Called) -> float:
        """Marks for the bidder at seats 0 and 2 of `one` and at 1 and 3 of `two`, the mean of both seatings."""
        return (self._marks(number, one) - self._marks(number, two)) / 2

    def _marks(self, number: int, called: Called) -> float:
        key = (number, *called.calls[number].tolist(), int(called.trumps[number]))
        if key not in self._played:
            luck = ContestKey(self.seed, self.run, Phase.TEST, number)
            self._played[key] = play_out(self._state(number, called), self.machine, luck).returns()[0]
        return self._played[key]

    def _state(self, number: int, called: Called) -> FortyTwoState:
        state = self.game.initial_state(str(self.deals[number]))
        for call in called.calls[number].tolist():
            state = state.child(Pass() if call == PASSED else Bid(call))
        return state.child(NameTrump(int(called.trumps[number])))


@lru_cache(maxsize=32)
def caller_of(name: str, hands: int, seed: int) -> Caller:
    """A bidder by name, taught if it learns. It is the same in every run, so a process teaches it once."""
    if name == PASSER:
        return pass_always
    if name == FORMULA:
        return formula
    if name == MAXIMS:
        return by_maxims(shipped_maxims(FortyTwo()).lines)
    rule, (learned, apart) = store_rule(), draw_rounds(hands, seed, 0)
    if name in KNOWS_STORE:
        labels = {mask_of(hand.dominoes): hand.label for four in apart for hand in four}
        trainer = trainer_of(labels, PLAYED if name == PLAYED_TRAINER else rule)
        return trainer if name in (TRAINER, PLAYED_TRAINER) else pushing(trainer, labels, rule, weak=name == PUSH_WEAK)
    taken = [hand for four in learned for hand in four][:hands]
    if name in (*Cogap.presets, PLAYED_OUT_BIDDER, PRACTISED):
        if name == PLAYED_OUT_BIDDER:
            name, taken, rule = MARKS, played_out(taken), PLAYED_OUT
        learner = practised(seed) if name == PRACTISED else teach_hands(FortyTwo(), Cogap.preset(name), taken, rule)
        bidder = learner.bidder

        def call(situations: Situations) -> tuple[Ints, Ints]:
            bids = bidder.bid(situations)
            return bids.call, bids.trump

        return call
    peer = RuleBidder() if name == RULES else PeerBidder(name)
    peer.learn(lessons_of(taken, rule))
    return peer.bid


def practised(seed: int) -> Cogap:
    """COGAP-42 after its usual course."""
    learner = Cogap(FortyTwo(), Cogap.preset(MARKS))
    regime = make_regime(Cogap.usual_regime(learner.settings), learner.game)
    for _ in train(learner.game, learner, regime, seed=seed):
        pass
    return learner


def by_maxims(lines: MaximList) -> Caller:
    """Calls by lines that a person can follow, each hand as a seat sees it."""
    game = FortyTwo()
    reader = MaximLearner(game, MaximLearner.preset(None))
    reader.maxims = Maxims(lines)
    chance = np.random.default_rng(0)  # lists with a last line leave nothing to it

    def call(situations: Situations) -> tuple[Ints, Ints]:
        calls, trumps = [], []
        for hand, heard in zip(situations.hands, situations.calls, strict=True):
            view = game.view_of_call(dominoes_of(int(hand)), [int(c) for c in reversed(heard) if c != NOT_YET])
            action = reader.decide(view, chance).action
            calls.append(action.amount if isinstance(action, Bid) else PASSED)
            trumps.append(trump_in_mind(view, lines))
        return np.array(calls, dtype=np.int64), np.array(trumps, dtype=np.int64)

    return call


def trainer_of(labels: Mapping[int, Label], rule: LabelRule) -> Caller:
    """The trainer as a bidder for hands that it has labelled."""

    def call(situations: Situations) -> tuple[Ints, Ints]:
        known = [labels[int(hand)] for hand in situations.hands]
        heard = [[int(c) for c in reversed(calls) if c != NOT_YET] for calls in situations.calls]
        calls = [rule.call(label.strength, some) for label, some in zip(known, heard, strict=True)]
        return np.array(calls, dtype=np.int64), np.array([label.trump for label in known], dtype=np.int64)

    return call


def pushing(trainer: Caller, labels: Mapping[int, Label], rule: LabelRule, *, weak: bool) -> Caller:
    """The trainer, but with the defensive push that the thesis did not achieve (s47).

    Where it would pass over an opponent's bid while another opponent has yet to call, it bids one more, to force them
    higher: with hands that are not worth any contract (`weak`), or else with those just short of a bid.
    """

    def call(situations: Situations) -> tuple[Ints, Ints]:
        calls, trumps = trainer(situations)
        strength = np.array([labels[int(hand)].strength for hand in situations.hands])
        last, opponents = situations.last_bid, situations.calls[:, (BEFORE, AFTER)]
        theirs = (last > PASSED) & (opponents == last[:, None]).any(axis=1) & (opponents == NOT_YET).any(axis=1)
        right = strength < rule.contract_at if weak else strength >= rule.contract_at
        push = theirs & right & (calls == PASSED) & (last + 1 < ALL_POINTS)
        return np.where(push, last + 1, calls), trumps

    return call
