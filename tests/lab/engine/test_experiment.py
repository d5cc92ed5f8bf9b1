from __future__ import annotations

import dataclasses
import json

import pytest

from gamelore.base.errors import BadSetting, UnknownName
from gamelore.lab.engine.experiment import Experiment, TestPlan, score_of

SMALL = Experiment(
    "lose_tic_tac_toe",
    learner="rote",
    regime="broader_context",
    contests=12,
    test=TestPlan(("random", "reasonable"), contests=6),
    seed=7,
)


def test_a_run_is_a_function_of_the_experiment_and_its_number() -> None:
    assert SMALL.run(1) == SMALL.run(1)
    assert SMALL.run(1)["knowledge"] != SMALL.run(2)["knowledge"]


def test_a_run_tells_how_training_went_and_what_the_tests_gave() -> None:
    result = SMALL.run(0)
    assert len(result["training"]["results"]) == result["training"]["contests"] == 12
    assert set(result["training"]["results"]) <= set("WDL")
    assert score_of(result["tests"], "random").contests == 6
    assert sum(result["tests"]["random"]["deciders"].values()) > 0


def test_an_experiment_reads_back_from_its_mapping() -> None:
    again = Experiment.read(json.loads(json.dumps(dataclasses.asdict(SMALL))), "there")
    assert again == SMALL
    assert again.digest == SMALL.digest


def test_settings_of_the_players_alone_are_short_for_a_test_plan() -> None:
    short = Experiment.read({"game": "tic_tac_toe", "player": "random", "players": {"style": "uniform"}}, "there")
    assert short.test == TestPlan(players={"style": "uniform"})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": "lose_tic_tac_to"}, "did you mean 'lose_tic_tac_toe'"),
        ({"learner": "", "player": ""}, "either a player or a learner"),
        ({"player": "random"}, "either a player or a learner"),
        ({"learner": "roet"}, "did you mean 'rote'"),
        ({"regime": "fixed_lenght"}, "did you mean 'fixed_length'"),
        ({"settings": {"own": False}}, "own or experts must be true"),
        ({"test": {"challengers": ["perfekt"]}}, "did you mean 'perfect'"),
        ({"test": {"players": {"stile": "uniform"}}}, "did you mean 'style'"),
        ({"test": {"contests": 0}}, "contests lies between 1 and 10000000, not 0"),
        ({"tests": {}}, "key of a contest experiment 'tests' is not known"),
        ({"seed": -1}, "seed lies between 0 and"),
    ],
)
def test_an_experiment_that_could_not_run_is_refused_at_once(changes: dict[str, object], message: str) -> None:
    with pytest.raises((BadSetting, UnknownName), match=message):
        Experiment.read({**dataclasses.asdict(SMALL), **changes}, "there")
