"""Carberry's Tables 5-1, 5-2 and 5-5 obtained anew: bidders taught so many labelled hands, tested on others.

Hands come from the labelled store. A run draws the rounds it learns from; with a seed for choosing settings it is
tested on other rounds of the same set, with a reporting seed on the set that was never used for choosing. Each hand of
a round hears the correct calls of those before it (p. 131), or is tested as first caller.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import numpy as np

from gamelore.base.errors import BadSetting, DamagedFile, UnknownName
from gamelore.base.files import digest, parse_json, read_text, to_json, write_text
from gamelore.base.seeds import Phase, Rng, stream
from gamelore.base.settings import settings_from_mapping
from gamelore.lab.bidding import BiddingScores, score_bidding
from gamelore.lab.bidding_peers import PEERS, PeerBidder
from gamelore.lab.executor import Workers, as_computed
from gamelore.lab.published import PublishedRow, PublishedTable
from gamelore.lab.report import Cell, Report, ReportRow
from gamelore.learners.features.forty_two import Situations
from gamelore.learners.signatures.cogap.bidder import Bidder
from gamelore.learners.signatures.cogap.learner import Cogap
from gamelore.learners.signatures.cogap.lessons import Lessons, lessons_of
from gamelore.learners.signatures.cogap.settings import CogapSettings
from gamelore.learners.signatures.tree import IntArray
from gamelore.oracles.forty_two.labels import RULES, LabelRule, label_hand
from gamelore.oracles.forty_two.pricing import Price
from gamelore.oracles.forty_two.store import LabelledHand, Store, load_store

REPORTING_SEED = 10_000
CHOOSE, REPORT = "choose", "report"
ROUND = 4
TRAINER = "trainer"


@dataclass(frozen=True, slots=True)
class BiddingExperiment:
    """Who is taught how many hands, and how it is tested."""

    who: str = "cogap"
    """`cogap`, a peer (`logistic`, `boosted`), or the `trainer` with another sample of deals."""
    preset: str = ""
    settings: Mapping[str, object] = field(default_factory=dict)
    hands: int = 800
    test: Literal["rounds", "first"] = "rounds"
    test_hands: int = 400
    penalty: float = 0.0
    """For a peer: the pass penalty under which it chooses."""
    seed: int = REPORTING_SEED

    def __post_init__(self) -> None:
        if self.who not in ("cogap", TRAINER, *PEERS):
            raise UnknownName("bidder", self.who, ("cogap", TRAINER, *PEERS))
        if self.test not in ("rounds", "first"):
            raise BadSetting(f"a bidder is tested in 'rounds' or as 'first' caller, not '{self.test}'")
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


def run_bidding(experiment: BiddingExperiment, run: int) -> BiddingScores:
    """One run: teach, test, score. A pure function of the experiment and the number of the run."""
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


def reproduce_bidding(
    table: PublishedTable,
    rows: Sequence[PublishedRow],
    folder: Path,
    workers: Workers,
    *,
    runs: int | None,
    seed: int,
    progress: Callable[[str, int], None] | None = None,
) -> Report:
    """Run the rows of one of the tables and set ours beside theirs. Each row is one file, kept and used again."""
    done = []
    for row in rows:
        values = {k: v for k, v in (row.experiment or {}).items() if k != "runs"}
        experiment = experiment_from_mapping({**values, "seed": seed}, f"table {table.name}, row {row.name}")
        scores = _run_row(
            experiment, runs or row.default_runs, folder / f"{row.name}.json", workers, row.name, progress
        )
        done.append(_report_row(table, row, experiment, scores))
    return Report(table, seed, tuple(done))


def experiment_from_mapping(values: Mapping[str, Any], where: str) -> BiddingExperiment:
    """An experiment from plain values; the error names the key."""
    known = {f.name for f in dataclasses.fields(BiddingExperiment)}
    for name in values:
        if name not in known:
            raise UnknownName("key of a bidding experiment", name, known, where)
    return BiddingExperiment(**values)


def _run_row(
    experiment: BiddingExperiment,
    runs: int,
    file: Path,
    workers: Workers,
    title: str,
    progress: Callable[[str, int], None] | None,
) -> list[BiddingScores]:
    found = _read_row(file, experiment)
    tasks = [(experiment, run) for run in range(runs) if run not in found]
    for run in sorted(found):
        if progress is not None and run < runs:
            progress(title, run)
    for (_, run), scores in as_computed(workers, _run_task, tasks):
        found[run] = scores
        content = {"experiment": experiment.digest, "runs": {str(r): dataclasses.asdict(s) for r, s in found.items()}}
        write_text(file, to_json(content, indent=1) + "\n")
        if progress is not None:
            progress(title, run)
    return [found[run] for run in range(runs)]


def _run_task(task: tuple[BiddingExperiment, int]) -> BiddingScores:
    return run_bidding(*task)


def _read_row(file: Path, experiment: BiddingExperiment) -> dict[int, BiddingScores]:
    """The runs that are there already; a file that is damaged or of another experiment is computed again."""
    if not file.exists():
        return {}
    try:
        content = parse_json(read_text(file), str(file))
        if content["experiment"] != experiment.digest:
            return {}
        return {int(run): BiddingScores(**scores) for run, scores in content["runs"].items()}
    except (DamagedFile, KeyError, TypeError, ValueError, AttributeError):
        return {}


def _report_row(
    table: PublishedTable, row: PublishedRow, experiment: BiddingExperiment, scores: Sequence[BiddingScores]
) -> ReportRow:
    cells = []
    for column in (*table.columns, *(c for c in ("accuracy", "trump") if c not in table.columns)):
        ours = tuple(100 * getattr(s, column) for s in scores)
        theirs = row.cells.get(column)
        printed = theirs if theirs is not None and not np.isnan(theirs.mean) else None
        cells.append(Cell(column, ours, printed, row.runs, aim="reach"))
    return ReportRow(row, len(scores), _say(experiment), tuple(cells))


def _say(experiment: BiddingExperiment) -> str:
    if experiment.who == TRAINER:
        who = "the trainer against itself, both with as many sampled deals drawn anew"
    elif experiment.who == "cogap":
        changed = "".join(f", {k} = {v}" for k, v in experiment.settings.items())
        who = f"COGAP-42, preset {experiment.preset or 'default'}{changed}, {experiment.hands} hands learned"
    else:
        choice = f", chooses under a pass penalty of {experiment.penalty:g}" if experiment.penalty else ""
        who = f"{experiment.who} on the same parameters, {experiment.hands} hands learned{choice}"
    return f"{who}; labels '{store_rule().name}'; seed {experiment.seed}"
