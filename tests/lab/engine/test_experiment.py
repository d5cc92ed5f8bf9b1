from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gamelore.base.errors import BadSetting, GameloreError, UnknownName
from gamelore.lab.engine.executor import InlineExecutor, Workers, open_workers
from gamelore.lab.engine.experiment import (
    EXPERIMENT_FILE,
    TIMINGS_FILE,
    Experiment,
    TestPlan,
    experiment_from_mapping,
    run_experiment,
    run_file,
    run_one,
    score_of,
)

INLINE = Workers(InlineExecutor(), ahead=1)

SMALL = Experiment(
    "lose_tic_tac_toe",
    learner="rote",
    regime="broader_context",
    contests=12,
    test=TestPlan(("random", "reasonable"), contests=6),
    runs=4,
    seed=7,
)


def contents(folder: Path) -> dict[str, bytes]:
    """Everything that an experiment left, timings apart."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.name != TIMINGS_FILE}


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("experiment") / "inline"
    run_experiment(SMALL, folder, INLINE)
    return contents(folder)


def test_a_run_is_a_function_of_the_experiment_and_its_number() -> None:
    assert run_one(SMALL, 1) == run_one(SMALL, 1)
    assert run_one(SMALL, 1)["knowledge"] != run_one(SMALL, 2)["knowledge"]


def test_a_run_tells_how_training_went_and_what_the_tests_gave() -> None:
    result = run_one(SMALL, 0)
    assert len(result["training"]["results"]) == result["training"]["contests"] == 12
    assert set(result["training"]["results"]) <= set("WDL")
    assert score_of(result, "random").contests == 6
    assert sum(result["tests"]["random"]["deciders"].values()) > 0


def test_two_processes_give_the_same_bytes_as_one(tmp_path: Path, uninterrupted: dict[str, bytes]) -> None:
    with open_workers(2) as workers:
        run_experiment(SMALL, tmp_path / "two", workers)
    assert contents(tmp_path / "two") == uninterrupted
    assert set(json.loads((tmp_path / "two" / TIMINGS_FILE).read_text())) == {run_file(run) for run in range(4)}


class Stop(Exception):
    pass


def test_an_interrupted_experiment_goes_on_to_the_same_bytes(tmp_path: Path, uninterrupted: dict[str, bytes]) -> None:
    folder = tmp_path / "interrupted"

    def interrupt(run: int) -> None:
        if run == 1:
            raise Stop

    with pytest.raises(Stop):
        run_experiment(SMALL, folder, INLINE, interrupt)
    assert sorted(contents(folder)) == [EXPERIMENT_FILE, run_file(0), run_file(1)]
    run_experiment(SMALL, folder, INLINE)
    assert contents(folder) == uninterrupted


KILLED = """
import sys
from pathlib import Path
from gamelore.lab.engine.executor import open_workers
from gamelore.lab.engine.experiment import experiment_from_mapping, run_experiment
import json

if __name__ == "__main__":
    experiment = experiment_from_mapping(json.loads(sys.argv[1]), "test")
    with open_workers(2) as workers:
        run_experiment(experiment, Path(sys.argv[2]), workers)
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_killed_experiment_goes_on_to_the_same_bytes(
    tmp_path: Path, how: signal.Signals, uninterrupted: dict[str, bytes]
) -> None:
    folder, script = tmp_path / "killed", tmp_path / "killed.py"
    script.write_text(KILLED)
    process = subprocess.Popen(
        [sys.executable, str(script), json.dumps(SMALL.to_mapping()), str(folder)], stderr=subprocess.DEVNULL
    )
    deadline = time.monotonic() + 60
    while not list(folder.glob("run-*.json")) and time.monotonic() < deadline and process.poll() is None:
        time.sleep(0.002)
    process.send_signal(how)
    process.wait(timeout=20)
    assert list(folder.glob("run-*.json"))
    for path in folder.glob(".*"):
        path.unlink()  # what a kill in the middle of a write leaves; no reader ever looks at it
    run_experiment(SMALL, folder, INLINE)
    assert contents(folder) == uninterrupted


def test_more_runs_can_be_added_to_a_folder(tmp_path: Path) -> None:
    import dataclasses

    few = dataclasses.replace(SMALL, runs=1)
    run_experiment(few, tmp_path / "grows", INLINE)
    before = (tmp_path / "grows" / run_file(0)).stat().st_mtime_ns
    assert len(run_experiment(dataclasses.replace(SMALL, runs=2), tmp_path / "grows", INLINE)) == 2
    assert (tmp_path / "grows" / run_file(0)).stat().st_mtime_ns == before


def test_a_damaged_run_is_computed_again(tmp_path: Path, uninterrupted: dict[str, bytes]) -> None:
    folder = tmp_path / "damaged"
    run_experiment(SMALL, folder, INLINE)
    (folder / run_file(0)).write_text("{")
    (folder / run_file(1)).write_bytes(uninterrupted[run_file(2)])
    run_experiment(SMALL, folder, INLINE)
    assert contents(folder) == uninterrupted


def test_a_folder_of_another_experiment_is_refused_and_left_alone(tmp_path: Path) -> None:
    import dataclasses

    folder = tmp_path / "mine"
    run_experiment(dataclasses.replace(SMALL, runs=1), folder, INLINE)
    before = contents(folder)
    with pytest.raises(GameloreError, match="holds another experiment"):
        run_experiment(dataclasses.replace(SMALL, seed=8), folder, INLINE)
    assert contents(folder) == before


def test_a_folder_with_other_things_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear reader")
    with pytest.raises(GameloreError, match="is not empty"):
        run_experiment(SMALL, tmp_path, INLINE)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_an_experiment_reads_back_from_its_mapping() -> None:
    again = experiment_from_mapping(json.loads(json.dumps(SMALL.to_mapping())), "there")
    assert again == SMALL
    assert again.digest == SMALL.digest


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
        ({"test": {"contests": 0}}, "at least one contest"),
        ({"tests": {}}, "key of an experiment 'tests' is not known"),
        ({"runs": 0}, "at least one run"),
    ],
)
def test_an_experiment_that_could_not_run_is_refused_at_once(changes: dict[str, object], message: str) -> None:
    with pytest.raises((BadSetting, UnknownName), match=message):
        experiment_from_mapping({**SMALL.to_mapping(), **changes}, "there")
