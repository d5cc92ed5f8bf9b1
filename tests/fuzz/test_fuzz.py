"""Whatever is read is taken or refused with one of our errors; no reader of the package is without a target."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import given, settings
from tests.fuzz import hunt
from tests.fuzz.mutations import MUTATIONS, Change, mutate
from tests.fuzz.targets import PACKAGE, TARGETS, TEXT, Target

from gamelore.base.errors import GameloreError

READER = re.compile(r"_?(parse|read|restore|compile_lash|from_(json|text|texts|mapping))(_\w+)?$")
"""What a function is called that reads what somebody else wrote."""

NOT_FROM_OUTSIDE = {
    "app/page/store.py: read",  # asks the database
    "lab/engine/rows.py: read", "lab/engine/timed.py: read_resolved", "lab/sources/maxims.py: _read",
    "learners/features/poker/variables.py: _read", "oracles/board/styles.py: _read",
    "learners/rules/training/deduction.py: parse_term", "learners/advisors/sequences/rote_texts.py: read_move",
}  # fmt: skip
"""What is called so and reads nothing of a stranger's, or nothing that the others do not."""


def failures(target: Target, tally: hunt.Tally) -> str:
    return f"{target.name}: {list(tally.failures)}"


@pytest.mark.parametrize("name", TARGETS)
def test_what_is_valid_is_taken_and_what_is_mutated_is_taken_or_refused_in_one_line(name: str) -> None:
    target = TARGETS[name]
    for files in target.valid():
        target.read(files)

    @settings(max_examples=8, database=None)
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


def readers() -> Iterator[tuple[str, int, str]]:
    """Every function of the package that reads, with its file and line."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and READER.fullmatch(node.name):
                abstract = any("abstract" in ast.dump(decorator) for decorator in node.decorator_list)
                if not abstract and f"{path.relative_to(PACKAGE)}: {node.name}" not in NOT_FROM_OUTSIDE:
                    line = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                    yield str(path), line, node.name


def test_no_reader_is_without_a_target() -> None:
    """A new format needs a target: some target must come through its reader."""
    reached: set[tuple[str, int]] = set()

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            reached.add((frame.f_code.co_filename, frame.f_code.co_firstlineno))

    sys.setprofile(note)
    try:
        for target in TARGETS.values():
            for files in target.valid.__wrapped__():  # type: ignore[attr-defined]
                target.read(files)
    finally:
        sys.setprofile(None)
    missing = [
        f"{Path(file).relative_to(PACKAGE)}: {name}" for file, line, name in readers() if (file, line) not in reached
    ]
    assert not missing, missing


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
    assert first == again != other
    assert len(first) == 100
