"""One keeper of runs: same bytes however they were computed, and nothing trusted that is not this experiment's."""

from __future__ import annotations

import dataclasses
import json
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

from gamelore.base.errors import DamagedFile, UnknownName
from gamelore.base.files import Json, to_json
from gamelore.lab.engine.executor import InlineExecutor, Workers, open_workers
from gamelore.lab.engine.experiment import Experiment, TestPlan
from gamelore.lab.engine.kept import EXPERIMENT_FILE, TIMES, TIMINGS_FILE
from gamelore.lab.engine.runs import Runnable, check_runs, keep_runs
from gamelore.lab.validate import validate
from gamelore.learners.advisors.hoyle import Hoyle
from gamelore.learners.rote import Rote

INLINE = Workers(InlineExecutor(), ahead=1)

SMALL = Experiment(
    "lose_tic_tac_toe",
    learner="rote",
    regime="broader_context",
    contests=12,
    test=TestPlan(("random", "reasonable"), contests=6),
    seed=7,
)
RUNS = 4


def only(folder: Path) -> Path:
    """The folder of the one experiment that is kept there."""
    (place,) = folder.iterdir()
    return place


def contents(folder: Path) -> dict[str, bytes]:
    """Everything that an experiment left, timings apart."""
    return {path.name: path.read_bytes() for path in sorted(only(folder).iterdir()) if path.name != TIMINGS_FILE}


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("inline")
    keep_runs(SMALL, folder, RUNS, INLINE)
    return contents(folder)


@pytest.mark.slow
def test_two_processes_give_the_same_bytes_as_one(tmp_path: Path, uninterrupted: dict[str, bytes]) -> None:
    with open_workers(2) as workers:
        results = keep_runs(SMALL, tmp_path, RUNS, workers)
    assert contents(tmp_path) == uninterrupted
    assert set(json.loads((only(tmp_path) / TIMINGS_FILE).read_text())) == {f"run-000{run}.json" for run in range(4)}
    assert keep_runs(SMALL, tmp_path, RUNS, INLINE) == results, "read again, they are what they were"


class Stop(Exception):
    pass


def test_an_interrupted_experiment_goes_on_to_the_same_bytes(tmp_path: Path, uninterrupted: dict[str, bytes]) -> None:
    def interrupt(run: int) -> None:
        if run == 1:
            raise Stop

    with pytest.raises(Stop):
        keep_runs(SMALL, tmp_path, RUNS, INLINE, interrupt)
    assert sorted(contents(tmp_path)) == [EXPERIMENT_FILE, "run-0000.json", "run-0001.json"]
    seen: list[int] = []
    keep_runs(SMALL, tmp_path, RUNS, INLINE, seen.append)
    assert contents(tmp_path) == uninterrupted
    assert seen == [0, 1, 2, 3]


KILLED = """
import sys
from pathlib import Path
from gamelore.lab.engine.executor import open_workers
from gamelore.lab.engine.experiment import Experiment
from gamelore.lab.engine.kept import TIMES, TIMINGS_FILE
from gamelore.lab.engine.runs import keep_runs
import json

if __name__ == "__main__":
    experiment = Experiment.read(json.loads(sys.argv[1]), "test")
    with open_workers(2) as workers:
        keep_runs(experiment, Path(sys.argv[2]), 4, workers)
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, pytest.param(signal.SIGINT, marks=pytest.mark.slow)])
def test_a_killed_experiment_goes_on_to_the_same_bytes(
    tmp_path: Path, how: signal.Signals, uninterrupted: dict[str, bytes]
) -> None:
    folder, script = tmp_path / "killed", tmp_path / "killed.py"
    script.write_text(KILLED)
    process = subprocess.Popen(
        [sys.executable, str(script), json.dumps(dataclasses.asdict(SMALL)), str(folder)], stderr=subprocess.DEVNULL
    )
    deadline = time.monotonic() + 60
    while not list(folder.glob("*/run-*.json")) and time.monotonic() < deadline and process.poll() is None:
        time.sleep(0.002)
    process.send_signal(how)
    process.wait(timeout=20)
    assert list(folder.glob("*/run-*.json"))
    keep_runs(SMALL, folder, RUNS, INLINE)
    assert contents(folder) == uninterrupted, "what a kill in the middle of a write left is swept"


def test_more_runs_can_be_added_to_a_folder(tmp_path: Path) -> None:
    keep_runs(SMALL, tmp_path, 1, INLINE)
    before = (only(tmp_path) / "run-0000.json").stat().st_mtime_ns
    assert len(keep_runs(SMALL, tmp_path, 2, INLINE)) == 2
    assert (only(tmp_path) / "run-0000.json").stat().st_mtime_ns == before


def test_a_damaged_run_is_computed_again(tmp_path: Path, uninterrupted: dict[str, bytes]) -> None:
    keep_runs(SMALL, tmp_path, RUNS, INLINE)
    place = only(tmp_path)
    (place / "run-0000.json").write_text("{")
    (place / "run-0001.json").write_bytes(uninterrupted["run-0002.json"])
    edited = uninterrupted["run-0002.json"].replace(b'"losses": ', b'"losses": 1')
    for text, message in ((edited, "changed since"), (edited.replace(b'"plies": ', b'"plies": NaN, "p": '), "number")):
        (place / "run-0002.json").write_bytes(text)
        (place / "run-0000.json").unlink(missing_ok=True)
        (place / "run-0001.json").unlink(missing_ok=True)
        with pytest.raises(DamagedFile, match=message):
            check_runs(place)
    keep_runs(SMALL, tmp_path, RUNS, INLINE)
    assert contents(tmp_path) == uninterrupted


def test_runs_of_another_experiment_stand_beside_and_are_left_alone(tmp_path: Path) -> None:
    keep_runs(SMALL, tmp_path, 1, INLINE)
    before = contents(tmp_path)
    (first,) = tmp_path.iterdir()
    keep_runs(dataclasses.replace(SMALL, seed=8), tmp_path, 1, INLINE)
    assert len(list(tmp_path.iterdir())) == 2
    assert {path.name: path.read_bytes() for path in first.iterdir() if path.name in before} == before
    assert len(validate(str(tmp_path))) == 2


def test_a_new_revision_of_learner_or_runner_counts_as_another_experiment(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {SMALL.digest}
    for owner in (Rote, Experiment):
        monkeypatch.setattr(owner, "revision", 99)
        found.add(SMALL.digest)
    assert len(found) == 3


def test_a_preset_is_signed_as_the_settings_that_it_stands_for(monkeypatch: pytest.MonkeyPatch) -> None:
    named = dataclasses.replace(SMALL, learner="hoyle", preset="l03")
    settings = Hoyle.presets["l03"]
    before = named.digest
    monkeypatch.setattr(Hoyle, "presets", {"other": settings, "l03": dataclasses.replace(settings, weights="logit")})
    assert dataclasses.replace(named, preset="other").digest == before, "the name itself says nothing"
    assert dataclasses.replace(named, preset="other", settings={"weights": "logit"}).digest == named.digest != before


def test_folders_are_checked_and_those_of_a_former_format_refused(tmp_path: Path) -> None:
    keep_runs(SMALL, tmp_path, 2, INLINE)
    place = only(tmp_path)
    assert validate(str(place)) == [f"{place}: runs of one experiment, all readable: 2"]
    about = json.loads((place / EXPERIMENT_FILE).read_text())
    (place / "run-x.json").write_text("{}")
    with pytest.raises(DamagedFile, match="not the name of a run"):
        check_runs(place)
    for changed, message in (({**about, "format": 1}, "not of format 2"), ({**about, "kind": "odds"}, "the digest")):
        (place / EXPERIMENT_FILE).write_text(to_json(changed, indent=1) + "\n")
        with pytest.raises(DamagedFile, match=message):
            validate(str(tmp_path))


@dataclass(frozen=True, slots=True)
class Clock(Runnable):
    """Measures something that differs each time."""

    kind: ClassVar[str] = "clock"
    ticks: tuple[int, ...] = (1,)

    def run(self, number: int) -> Json:
        return {"number": number, TIMES: time.perf_counter()}


def test_times_are_kept_apart_and_measured_again_only_when_they_are_lost(tmp_path: Path) -> None:
    first = keep_runs(Clock(), tmp_path, 2, INLINE)
    place = only(tmp_path)
    assert b"times" not in (place / "run-0000.json").read_bytes()
    assert keep_runs(Clock(), tmp_path, 2, INLINE) == first
    for lost in ("", "[]", '{"run-0000.json": 3}'):
        (place / TIMINGS_FILE).write_text(lost)
        again = keep_runs(Clock(), tmp_path, 2, INLINE)
        assert [result["number"] for result in again] == [0, 1]
        assert all(new[TIMES] > old[TIMES] for new, old in zip(again, first, strict=True))


def test_a_key_that_no_experiment_has_is_named() -> None:
    assert Clock.read({"ticks": [1, 2]}, "here") == Clock((1, 2))
    with pytest.raises(UnknownName, match="here: key of a clock experiment 'tick' is not known; did you mean 'ticks'"):
        Clock.read({"tick": 1}, "here")
