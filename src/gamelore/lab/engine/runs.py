"""Experiments that are run many times, and the one keeper of their runs.

An experiment is a frozen value. One run is a pure function of that value and of the number of the run, so it may be
computed in any process, at any time. The keeper gives every experiment a folder of its own, named by what it is signed
with, and every finished run one canonical file there. An experiment that was interrupted goes on where it stopped, and
its files are the same bytes as if it had not been. What depends on the machine, all times, stands apart in
`timings.json`.

Nothing in such a folder is believed (`kept.py`). Who edits a count so that it stays possible, and signs it anew, can
still be caught: `check_runs` computes runs again and compares.
"""

from __future__ import annotations

import dataclasses
import importlib.util
import re
import time
import typing
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, Self

from gamelore.base.errors import DamagedFile, GameloreError, NotAvailable, UnknownName
from gamelore.base.files import Json, to_json
from gamelore.base.folders import holding, sweep
from gamelore.base.little import little_work
from gamelore.base.registry import Registry
from gamelore.base.seeds import Phase, stream
from gamelore.base.settings import convert
from gamelore.base.streams import tell as say
from gamelore.lab.engine.executor import Workers, as_computed
from gamelore.lab.engine.kept import (
    EXPERIMENT_FILE,
    KeptRuns,
    read_content,
    run_file,
    sign,
    was_edited,
    without_times,
    write_content,
)
from gamelore.lab.engine.shapes import FIGURES, Shape
from gamelore.lab.engine.shelf import places, sources

FORMAT = 2


@dataclass(frozen=True, slots=True)
class Package:
    """A package that an extra of ours installs."""

    module: str
    name: str
    extra: str

    @property
    def installed(self) -> bool:
        """Whether it could be imported."""
        return importlib.util.find_spec(self.module) is not None

    def require(self, who: str) -> None:
        """Refuse somebody who cannot do without it, in time."""
        if not self.installed:
            raise NotAvailable(f"{who} needs {self.name}; install it: pip install 'gamelore[{self.extra}]'")


@dataclass(frozen=True, slots=True)
class Runnable(ABC):
    """An experiment: plain values that decide, together with the number of a run, what the run gives."""

    kind: ClassVar[str]
    revision: ClassVar[int] = 1
    """Raised when the same values give other results than before."""

    @abstractmethod
    def run(self, number: int) -> Json:
        """One run. Times stand under `times`; everything else is a function of the experiment and the number."""

    def shape(self) -> Shape:
        """The form of a result, times included: what is stored and does not have it is not believed."""
        return FIGURES

    def resolved(self) -> Json:
        """All that decides the results: every preset as the settings it stands for, every learner's revision."""
        return dataclasses.asdict(self)

    @property
    def label(self) -> str:
        """What its folder is called, before the digest."""
        return self.kind

    @property
    def packages(self) -> tuple[Package, ...]:
        """What a run needs that is installed only on request."""
        return ()

    @property
    def digest(self) -> str:
        """What its runs are signed with."""
        return sign(self.described())

    def described(self) -> Json:
        """Plain values for `experiment.json`."""
        return {"kind": self.kind, "revision": self.revision, "experiment": self.resolved()}

    @classmethod
    def read(cls, values: Mapping[str, Any], where: str) -> Self:
        """An experiment from plain values; the error names the key."""
        return cls(**read_fields(cls, values, f"{cls.kind} experiment", where))

    @classmethod
    def read_resolved(cls, values: Mapping[str, Any], where: str) -> Self:
        """The experiment that resolves to these values; what only signs it, such as revisions, is left out."""
        known = {field.name for field in dataclasses.fields(cls)}
        return cls.read({name: value for name, value in values.items() if name in known}, where)


KINDS: Registry[type[Runnable]] = Registry(
    "kind of experiment",
    places(
        "kinds",
        {
            "contest": "gamelore.lab.engine.experiment:Experiment",
            "guide_42": "gamelore.lab.own_tables.forty_two_maxims:GuideExperiment",
            "learning": "gamelore.lab.learning.experiment:LearningExperiment",
            "marks": "gamelore.lab.forty_two.marks:MarksExperiment",
            "maxims": "gamelore.lab.own_tables.maxims:MaximExperiment",
            "odds": "gamelore.lab.forty_two.odds:OddsExperiment",
            "poker": "gamelore.lab.poker_lists:PokerExperiment",
            "quality": "gamelore.lab.forty_two.quality:QualityExperiment",
            "times": "gamelore.lab.engine.timed:TimedVariants",
        },
    ),
)
"""Every kind of experiment, to read one back from its folder."""


def read_fields(cls: type, values: Mapping[str, Any], what: str, where: str) -> Json:
    """Values for the fields of a dataclass, each of its type; the error names the key."""
    if not isinstance(values, Mapping):
        raise DamagedFile(f"{where}: expected a table of values of a {what}, found {values!r:.40}")
    kinds, fields = typing.get_type_hints(cls), {field.name: field for field in dataclasses.fields(cls)}
    for name in values:
        if name not in fields:
            raise UnknownName(f"key of a {what}", name, fields, where)
    for name, field in fields.items():
        if name not in values and field.default is field.default_factory is dataclasses.MISSING:
            raise DamagedFile(f"{where}: '{name}' is missing")
    return {name: convert(kinds[name], value, f"{where}: '{name}'") for name, value in values.items()}


def read_described(content: Any, where: str) -> Runnable:
    """The experiment that was described so; refused if what it stands for has changed since."""
    about = content if isinstance(content, dict) else {}
    kind, values = about.get("kind"), about.get("experiment")
    if not isinstance(kind, str) or not isinstance(values, dict):
        raise DamagedFile(f"{where}: 'kind' or 'experiment' is missing or has the wrong form")
    made = KINDS.find(kind, where=where)
    if about.get("revision") != made.revision:
        raise DamagedFile(f"{where}: of revision {about.get('revision')!r:.40}; this program runs {made.revision}")
    try:
        experiment = made.read_resolved(values, where)
        same = sign(experiment.described()) == sign(about)
    except GameloreError as error:
        told = str(error)
        raise DamagedFile(told if told.startswith(where) else f"{where}: {told}") from None
    if not same:
        raise DamagedFile(f"{where}: its learner, presets or training have changed since; runs would be computed again")
    return experiment


def place_of(experiment: Runnable, folder: Path, signed: str = "") -> Path:
    """The folder of an experiment among those that a folder holds."""
    label = re.sub(r"[^\w.]+", "-", experiment.label)
    return folder / f"{label}-{(signed or experiment.digest)[:8]}"


def runs_missing(experiment: Runnable, folder: Path, runs: int) -> int:
    """How many of so many runs no file tells of yet."""
    place = place_of(experiment, folder)
    return sum(not run_file(place, number).exists() for number in range(runs))


def seconds_of(experiment: Runnable, folder: Path, runs: int) -> list[float]:
    """How long each run took where and when it was computed, tests included; none of a run whose time is lost."""
    place = place_of(experiment, folder)
    timings = KeptRuns(place, experiment.digest, experiment.shape(), lambda _: None).timings
    names = [run_file(place, number).name for number in range(runs)]
    return [float(timings[name]["seconds"]) for name in names if name in timings]


def keep_runs(
    experiment: Runnable,
    folder: Path,
    runs: int,
    workers: Workers,
    progress: Callable[[int], None] | None = None,
    tell: Callable[[str], None] | None = None,
) -> list[Json]:
    """The results of all runs in order, those that the experiment's folder does not hold yet computed now.

    A run that is damaged, edited, of another experiment, or whose times are lost is computed again, and told: on
    standard error if nobody listens.
    """
    tell = tell or say
    described = experiment.described()
    signed = sign(described)
    place = place_of(experiment, folder, signed)
    about, content = place / EXPERIMENT_FILE, {"format": FORMAT, "digest": signed, **described}
    if was_edited(about, content):
        tell(f"{about}: changed since it was written; written again")
    if was_edited(about, content) or not about.exists():
        write_content(about, content)
    kept = KeptRuns(place, signed, experiment.shape(), tell)
    results: dict[int, Json] = {}
    for number in range(runs):
        if not kept.holds(number):
            continue
        try:
            results[number] = kept.read(number)
        except GameloreError as error:
            tell(f"{error}; computed again")
            continue
        if progress is not None:
            progress(number)
    tasks = [(experiment, number) for number in range(runs) if number not in results]
    if tasks:
        with holding(place):
            kept = KeptRuns(place, signed, experiment.shape(), tell)  # with the times of whoever was here meanwhile
            shelf = tuple(source.module for source in sources())
            for (_, number), (result, seconds) in as_computed(workers, partial(_timed, shelf), tasks):
                kept.write(number, result, seconds)
                results[number] = kept.read(number)
                if progress is not None:
                    progress(number)
    else:
        sweep(place)
    return [results[number] for number in range(runs)]


@dataclass(frozen=True, slots=True)
class CheckedRuns:
    """What the folder of an experiment was found to hold."""

    runs: int
    again: tuple[int, ...]
    """The runs that were computed again, and gave the same."""


@little_work(False)
def check_runs(place: Path, again: int = 0, seed: int = 0) -> CheckedRuns:
    """Read every run in the folder of an experiment, and compute so many again; what is wrong there is an error."""
    about = place / EXPERIMENT_FILE
    content = read_content(about)
    if content.get("format") != FORMAT:
        raise DamagedFile(f"{about}: not of format {FORMAT}; its runs would be computed again")
    described = {name: content.get(name) for name in ("kind", "revision", "experiment")}
    if content.keys() != {"format", "digest", *described} or content["digest"] != sign(described):
        raise DamagedFile(f"{about}: the digest is not that of the experiment it holds")
    experiment = read_described(described, str(about))
    kept = KeptRuns(place, content["digest"], experiment.shape(), _refuse)
    numbers = kept.numbers()
    results = {number: kept.read(number) for number in numbers}
    chosen = stream(seed, phase=Phase.SAMPLE).permutation(len(numbers))[:again]
    compared = tuple(sorted(numbers[i] for i in chosen))
    for number in compared:
        told, found = (to_json(without_times(result)) for result in (results[number], experiment.run(number)))
        if told != found:
            raise DamagedFile(f"{kept.path(number)}: computed again, it gives something else; it was edited")
    return CheckedRuns(len(numbers), compared)


def _refuse(sentence: str) -> None:
    raise DamagedFile(sentence)


def _timed(shelf: Sequence[str], task: tuple[Runnable, int]) -> tuple[Json, float]:
    """One run with its seconds; a worker has on its shelf what whoever asked has."""
    for module in shelf:
        import_module(module)
    experiment, number = task
    start = time.perf_counter()
    return experiment.run(number), time.perf_counter() - start
