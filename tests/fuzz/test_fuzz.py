"""Whatever is read is taken or refused with one of our errors; no reader of the package is without a target."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from tests.fuzz import hunt, reach
from tests.fuzz.mutations import MUTATIONS, Change, mutate
from tests.fuzz.targets import TARGETS, TEXT, Target

from gamelore.base.errors import GameloreError


def failures(target: Target, tally: hunt.Tally) -> str:
    return f"{target.name}: {list(tally.failures)}"


@pytest.mark.parametrize("name", TARGETS)
def test_what_is_valid_is_taken_and_what_is_mutated_is_taken_or_refused_in_one_line(name: str) -> None:
    target = TARGETS[name]
    for files in target.valid():
        target.read(files)

    @settings(max_examples=4, database=None)
    @given(MUTATIONS)
    def mutated(mutation: tuple[int, list[Change]]) -> None:
        tally, valid = hunt.Tally(), target.valid()
        hunt.attempt(target, mutate(valid[mutation[0] % len(valid)], mutation[1]), tally, timed=False)
        assert not tally.failures, failures(target, tally)

    mutated()


@pytest.mark.parametrize("path", sorted(hunt.CORPUS.glob("*.json")), ids=lambda path: path.stem)
def test_what_failed_once_fails_no_more(path: Path) -> None:
    target, files = hunt.kept(path)
    tally = hunt.Tally()
    hunt.attempt(target, files, tally, timed=False)
    assert not tally.failures, failures(target, tally)


def test_no_reader_is_without_a_target() -> None:
    """A new format needs a target: some target must come through its reader (`python -m tests.fuzz.reach`)."""
    assert reach.readers() == set(reach.listed())
    assert set(reach.listed().values()) <= set(TARGETS)


@pytest.mark.slow
def test_the_list_of_readers_that_targets_reach_is_true(tmp_path: Path) -> None:
    # In a process of its own: what others have read here before may be kept, and is then not read again.
    found = tmp_path / "reached.json"
    subprocess.run([sys.executable, "-m", "tests.fuzz.reach", str(found)], check=True)
    assert found.read_text() == reach.LIST.read_text()


def test_a_reader_is_found_by_its_name_wherever_it_stands() -> None:
    source = """
def outer():
    def parse_inner(): ...
class Form:
    @abstractmethod
    def read(self): ...
    @staticmethod
    def from_text(text): ...
def parse_form(text): ...
"""
    names = [name for name, abstract in reach.defined(source) if not abstract]
    assert names == ["outer", "outer.<locals>.parse_inner", "Form.from_text", "parse_form"]


def test_the_hunt_notices_whatever_may_go_wrong() -> None:
    def breaks(files: dict[str, bytes]) -> None:
        raise KeyError("no error of ours")

    def chatters(files: dict[str, bytes]) -> None:
        error = GameloreError("x")
        error.args = ("x" * 301,)
        raise error

    def fattens(files: dict[str, bytes]) -> None:
        bytes(bytearray(b"x" * (hunt.MEMORY // 4)))

    tally = hunt.Tally()
    for read in (breaks, chatters, fattens):
        hunt.attempt(Target("", lambda: [], read), {TEXT: b""}, tally, timed=False, memory=hunt.MEMORY // 8)
    foreign, long, fat = tally.failures
    assert foreign.startswith("KeyError")
    assert long.startswith("a complaint of 301 characters")
    assert fat.endswith("MiB of memory")


def test_the_hunt_stops_who_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hunt, "SECONDS", 0.01)

    def turns(files: dict[str, bytes]) -> None:
        while True:
            pass

    tally = hunt.Tally()
    with hunt.alarms():
        hunt.attempt(Target("", lambda: [], turns), {TEXT: b""}, tally)
    assert next(iter(tally.failures)).startswith("more than 0.01 s")


def test_the_same_seed_gives_the_same_inputs() -> None:
    target = TARGETS["worth.json"]
    first, again, other = (list(hunt.mutants(target, number, 100)) for number in (1, 1, 2))
    assert first == again
    assert first[: hunt.FAMILY] != other[: hunt.FAMILY], "no turn begins as the one before did"
    assert len(first) == 100
