"""Every kind of experiment reads back from what `experiment.json` says of it, and refuses whatever is wrong there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache

import pytest
from tests.lab.engine.damage import places, without, wrong_types

from gamelore.base.errors import DamagedFile, GameloreError
from gamelore.base.files import Json, to_json
from gamelore.lab.engine.experiment import Experiment, TestPlan
from gamelore.lab.engine.orders import read_row
from gamelore.lab.engine.published import CONTESTS, published_table, table_names
from gamelore.lab.engine.reproduce import row_experiment
from gamelore.lab.engine.runs import KINDS, Runnable, read_described
from gamelore.lab.engine.timed import TimedVariants
from gamelore.lab.forty_two.marks import MarksExperiment
from gamelore.lab.learning.experiment import LearningExperiment
from gamelore.lab.own_tables.bidders import kind_of
from gamelore.lab.own_tables.forty_two_maxims import GuideExperiment
from gamelore.lab.own_tables.maxims import MaximExperiment
from gamelore.lab.poker_lists import PokerExperiment
from gamelore.papers.carberry.bidding import BiddingExperiment
from gamelore.papers.epstein_1996_1998.held import HeldExperiment
from gamelore.papers.epstein_1996_1998.patterns import PatternExperiment
from gamelore.papers.epstein_1996_1998.votes import VoteExperiment
from gamelore.papers.lock_2003.sequences import PairExperiment, RoteExperiment

BY_RUNNER: dict[str, type[Runnable]] = {
    "pairs": PairExperiment, "patterns": PatternExperiment, "chapter_5": PokerExperiment,
    "poker_practice": PokerExperiment, "rote": RoteExperiment, "rote_times": RoteExperiment, "maxims": MaximExperiment,
    "forty_two_maxims": GuideExperiment, "held": HeldExperiment, "bidding": BiddingExperiment,
    "votes": VoteExperiment,
}  # fmt: skip


def every_kind(base: type[Runnable] = Runnable) -> Iterator[type[Runnable]]:
    for made in base.__subclasses__():
        yield made
        yield from every_kind(made)


@cache
def experiments() -> dict[str, Runnable]:
    """One experiment for each description of every table, and what no table holds."""
    found: dict[str, Runnable] = {}
    for name in table_names():
        table = published_table(name)
        for row in table.rows:
            if row.experiment is None or table.runner not in (CONTESTS, "bidders", *BY_RUNNER):
                continue
            if table.runner == CONTESTS:
                made: Runnable = row_experiment(table, row, 20_000)
            elif table.runner == "bidders":
                made = read_row(kind_of(row), table, row, 20_000)
            else:
                kind = BY_RUNNER[table.runner]
                if kind is GuideExperiment and "pairs" in row.experiment:
                    kind = MarksExperiment
                game = {"game": row.game} if issubclass(kind, Experiment) else {}
                made = read_row(kind, table, row, 20_000, **game)
            found[f"{name} {row.game} {row.name}"] = made
    rote = Experiment("tic_tac_toe", learner="rote", regime="rotation", test=TestPlan(("random",)))
    found["times"] = TimedVariants({"first": rote, "second": rote})
    found["learning"] = LearningExperiment("tic_tac_toe", "hoyle:40")
    return found


def described(experiment: Runnable) -> Json:
    content: Json = json.loads(to_json(experiment.described()))
    return content


def test_every_kind_of_experiment_is_known_by_its_name() -> None:
    experiments()
    ours = {kind.kind: kind for kind in every_kind() if kind.__module__.startswith("gamelore.")}
    assert {name: KINDS.find(name) for name in ours} == ours
    assert {experiment.kind for experiment in experiments().values()} == set(ours)


def test_every_experiment_of_the_tables_reads_back_with_the_same_digest() -> None:
    assert len(experiments()) > 100
    for name, experiment in experiments().items():
        assert read_described(described(experiment), name).digest == experiment.digest, name


CURVE = Experiment(
    "lose_tic_tac_toe", learner="rote", regime="broader_context", contests=12, checkpoints=(4, 8), probe="perfect",
    test=TestPlan(("random",), contests=6), seed=7,
)  # fmt: skip
SAMPLES = ["contest", "bidding", "learning", "marks", "odds", "poker", "times"]


def sample(kind: str) -> Runnable:
    if kind == "poker":
        return PokerExperiment(
            "agreement", preset="thesis_like", contests=100
        )  # where there is none, any number is another experiment
    return CURVE if kind == "contest" else next(e for e in experiments().values() if e.kind == kind)


def _usual_length(content: Json) -> bool:
    experiment = content.get("experiment")
    return isinstance(experiment, dict) and experiment.get("contests", 0) is None


@pytest.mark.parametrize("every", [10, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", SAMPLES)
def test_a_wrong_type_or_a_missing_key_in_a_description_is_one_clear_error(kind: str, every: int) -> None:
    content = described(sample(kind))
    changes = [changed for _, changed in wrong_types(content) if isinstance(changed, dict)]
    open_ = {("experiment", "variants", name) for name in ("first", "second")}  # one fewer is another experiment
    changes += [without(content, at) for at in places(content) if at and isinstance(at[-1], str) and at not in open_]
    # No length of training is as good as any.
    changes = [changed for changed in changes if kind != "poker" or not _usual_length(changed)]
    for changed in changes[::every]:
        with pytest.raises(GameloreError) as refused:
            read_described(changed, "experiment.json")
        assert str(refused.value).startswith("experiment.json: "), refused.value


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("test", 5, "'test' is the table of a test plan, not 5"),
        ("checkpoints", 5, "'checkpoints': expected .*tuple.*, found 5"),
        ("checkpoints", list(range(13)), "checkpoints lies between 1 and .*, not 0"),
        ("game", None, "'game': expected str, found None"),
        ("contests", 1.5, "'contests': expected int or NoneType, found 1.5"),
        ("contests", 10**30, "is more than any number may be"),
        ("seed", -1, "seed lies between 0 and"),
        ("seed", True, "'seed': expected int, found True"),
        ("learner", "roet", "did you mean 'rote'"),
        ("learner_revision", 99, "have changed since"),
    ],
)
def test_values_that_once_were_a_traceback_or_hung_are_refused_at_once(key: str, value: object, message: str) -> None:
    content = described(CURVE)
    content["experiment"][key] = value
    with pytest.raises(DamagedFile, match=f"^experiment.json: .*{message}"):
        read_described(content, "experiment.json")
