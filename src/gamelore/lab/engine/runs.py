"""Experiments that are run many times, and the one keeper of their runs.

An experiment is a frozen value. One run is a pure function of that value and of the number of the run, so it may be
computed in any process, at any time. The keeper gives every experiment a folder of its own, named by what it is signed
with, and every finished run one canonical file there. An experiment that was interrupted goes on where it stopped, and
its files are the same bytes as if it had not been. What depends on the machine, all times, stands apart in
`timings.json`.
"""

from __future__ import annotations

import dataclasses
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Self

from gamelore.base.errors import DamagedFile, GameloreError, UnknownName
from gamelore.base.files import Json, digest, parse_json, read_text, to_json, write_text
from gamelore.lab.engine.executor import Workers, as_computed

FORMAT = 2
EXPERIMENT_FILE = "experiment.json"
TIMINGS_FILE = "timings.json"
TIMES = "times"
"""The part of a run's result that belongs to the machine."""


@dataclass(frozen=True, slots=True)
class Runnable(ABC):
    """An experiment: plain values that decide, together with the number of a run, what the run gives."""

    kind: ClassVar[str]
    revision: ClassVar[int] = 1
    """Raised when the same values give other results than before."""

    @abstractmethod
    def run(self, number: int) -> Json:
        """One run. Times stand under `times`; everything else is a function of the experiment and the number."""

    def resolved(self) -> Json:
        """All that decides the results: every preset as the settings it stands for, every learner's revision."""
        return dataclasses.asdict(self)

    @property
    def label(self) -> str:
        """What its folder is called, before the digest."""
        return self.kind

    @property
    def digest(self) -> str:
        """What its runs are signed with."""
        return _sign(self.described())

    def described(self) -> Json:
        """Plain values for `experiment.json`."""
        return {"kind": self.kind, "revision": self.revision, "experiment": self.resolved()}

    @classmethod
    def read(cls, values: Mapping[str, Any], where: str) -> Self:
        """An experiment from plain values; the error names the key."""
        known = {field.name for field in dataclasses.fields(cls)}
        for name in values:
            if name not in known:
                raise UnknownName(f"key of a {cls.kind} experiment", name, known, where)
        try:
            return cls(**{name: tuple(v) if isinstance(v, list) else v for name, v in values.items()})
        except TypeError as error:
            raise DamagedFile(f"{where}: {error}") from None


def keep_runs(
    experiment: Runnable, folder: Path, runs: int, workers: Workers, progress: Callable[[int], None] | None = None
) -> list[Json]:
    """The results of all runs in order, those that the experiment's folder does not hold yet computed now.

    A run that is damaged, of another experiment, or whose times are lost is computed again.
    """
    described = experiment.described()
    signed, label = _sign(described), re.sub(r"[^\w.]+", "-", experiment.label)
    place = folder / f"{label}-{signed[:8]}"
    write_text(place / EXPERIMENT_FILE, to_json({"format": FORMAT, "digest": signed, **described}, indent=1) + "\n")
    timings = _read_timings(place)
    results: dict[int, Json] = {}
    for number in range(runs):
        try:
            results[number] = _read_run(place, signed, number, timings)
        except GameloreError:
            continue
        if progress is not None:
            progress(number)
    tasks = [(experiment, number) for number in range(runs) if number not in results]
    for (_, number), (result, seconds) in as_computed(workers, _timed, tasks):
        name = _run_file(number)
        plain = {key: value for key, value in result.items() if key != TIMES}
        timings[name] = {"seconds": round(seconds, 3), TIMES: result.get(TIMES)}
        write_text(place / TIMINGS_FILE, to_json(timings, indent=1) + "\n")
        content = {"experiment": signed, "run": number, "timed": TIMES in result, "result": plain}
        write_text(place / name, to_json({**content, "checksum": _sign(plain)}, indent=1) + "\n")
        results[number] = _read_run(place, signed, number, timings)
        if progress is not None:
            progress(number)
    return [results[number] for number in range(runs)]


def check_runs(place: Path) -> int:
    """How many runs the folder of an experiment holds; the first thing wrong there is an error."""
    about = place / EXPERIMENT_FILE
    content = parse_json(read_text(about), str(about))
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise DamagedFile(f"{about}: not of format {FORMAT}; its runs would be computed again")
    if content.get("digest") != _sign({name: content.get(name) for name in ("kind", "revision", "experiment")}):
        raise DamagedFile(f"{about}: the digest is not that of the experiment it holds")
    timings, files = _read_timings(place), sorted(place.glob("run-*.json"))
    for path in files:
        if not path.stem[4:].isdecimal():
            raise DamagedFile(f"{path}: not the name of a run")
        _read_run(place, content["digest"], int(path.stem[4:]), timings)
    return len(files)


def _read_run(place: Path, signed: str, number: int, timings: Json) -> Json:
    path = place / _run_file(number)
    content = parse_json(read_text(path), str(path))
    if not isinstance(content, dict) or (content.get("experiment"), content.get("run")) != (signed, number):
        raise DamagedFile(f"{path}: not run {number} of this experiment")
    result = content.get("result")
    if not isinstance(result, dict) or content.get("checksum") != _sign(result):
        raise DamagedFile(f"{path}: changed since it was written")
    if not content.get("timed"):
        return result
    try:
        return {**result, TIMES: timings[path.name][TIMES]}
    except (KeyError, TypeError):
        raise DamagedFile(f"{path}: its times are not in {TIMINGS_FILE}") from None


def _read_timings(place: Path) -> Json:
    try:
        content = parse_json(read_text(place / TIMINGS_FILE), TIMINGS_FILE)
    except GameloreError:
        return {}
    return content if isinstance(content, dict) else {}


def _run_file(number: int) -> str:
    return f"run-{number:04}.json"


def _sign(value: Json) -> str:
    try:
        return digest(to_json(value))[:16]
    except ValueError:
        raise DamagedFile("a figure of a result is not a number") from None


def _timed(task: tuple[Runnable, int]) -> tuple[Json, float]:
    experiment, number = task
    start = time.perf_counter()
    return experiment.run(number), time.perf_counter() - start
