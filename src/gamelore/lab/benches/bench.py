"""Benchmarks as ratios: ours and a peer's (or a plain version of ours), in the same process and the same run.

Absolute speeds belong to a machine and an hour; ratios travel. Each benchmark is a function in `lab/benches/` that
registers itself and returns one `Measurement`; a peer that is not installed is said to be missing, nothing else.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import platform
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from gamelore import __version__
from gamelore.base.errors import UnknownName


@dataclass(frozen=True, slots=True)
class Measurement:
    """What one benchmark found, in units per second."""

    unit: str
    ours: float
    theirs: float | None = None
    """None when the peer is not installed, or when there is none."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One registered benchmark."""

    name: str
    summary: str
    peer: str
    """Whom we compare with, as a person would say it; empty for a plain speed."""
    bar: float | None
    """The ratio that we promise."""
    packages: tuple[str, ...]
    """The packages of the peer whose versions matter."""
    measure: Callable[[], Measurement]


@dataclass(frozen=True, slots=True)
class BenchResult:
    """A benchmark with what it found."""

    benchmark: Benchmark
    measurement: Measurement

    @property
    def ratio(self) -> float | None:
        """How many times the peer's speed ours is."""
        theirs = self.measurement.theirs
        return None if theirs is None else self.measurement.ours / theirs

    @property
    def verdict(self) -> str:
        """`reached` or `below` the bar; `not installed`, or nothing to compare with."""
        if self.benchmark.peer and self.measurement.theirs is None:
            return "not installed"
        if self.benchmark.bar is None or self.ratio is None:
            return ""
        return "reached" if self.ratio >= self.benchmark.bar else "below"

    def to_mapping(self) -> dict[str, object]:
        """Plain values for JSON."""
        b, m = self.benchmark, self.measurement
        return {
            "name": b.name, "summary": b.summary, "peer": b.peer, "bar": b.bar, "unit": m.unit, "ours": m.ours,
            "theirs": m.theirs, "ratio": self.ratio, "verdict": self.verdict, "note": m.note,
        }  # fmt: skip


_BENCHMARKS: dict[str, Benchmark] = {}


def benchmark(
    name: str, summary: str, *, peer: str = "", bar: float | None = None, packages: Sequence[str] = ()
) -> Callable[[Callable[[], Measurement]], Callable[[], Measurement]]:
    """Register the decorated function as a benchmark."""

    def register(measure: Callable[[], Measurement]) -> Callable[[], Measurement]:
        known = _BENCHMARKS.get(name)
        if known is not None and known.measure is not measure:
            raise ValueError(f"a benchmark named '{name}' is registered already")
        _BENCHMARKS[name] = Benchmark(name, summary, peer, bar, tuple(packages), measure)
        return measure

    return register


def benchmarks() -> Mapping[str, Benchmark]:
    """Every benchmark by name."""
    from gamelore.lab import benches

    for module in pkgutil.iter_modules(benches.__path__):
        importlib.import_module(f"{benches.__name__}.{module.name}")
    return dict(sorted(_BENCHMARKS.items()))


def run_benchmark(name: str) -> BenchResult:
    """Measure one benchmark now."""
    known = benchmarks()
    if name not in known:
        raise UnknownName("benchmark", name, known)
    return BenchResult(known[name], known[name].measure())


def surroundings(results: Sequence[BenchResult]) -> dict[str, object]:
    """Where and with what it was measured: machine, load, versions."""
    packages = {"numpy", "numba", *(p for r in results for p in r.benchmark.packages)}
    return {
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "load": [round(load, 2) for load in os.getloadavg()],
        "python": platform.python_version(),
        "gamelore": __version__,
        "packages": {name: found for name in sorted(packages) if (found := _version(name))},
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def installed(module: str) -> bool:
    """Whether a peer can be imported."""
    try:
        importlib.import_module(module)
    except ImportError:
        return False
    return True


def side_by_side(
    ours: Callable[[], int], theirs: Callable[[], int] | None, *, seconds: float = 3.0
) -> tuple[float, float | None]:
    """Units per second of two pieces of work, each the best of many repetitions in turn.

    In turn, so that whatever else the machine does meets both; the best, because it can only slow a repetition down.
    """
    works = [ours] if theirs is None else [ours, theirs]
    for work in works:
        work()
    best = [0.0] * len(works)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for number, work in enumerate(works):
            start = time.perf_counter()
            units = work()
            best[number] = max(best[number], units / max(time.perf_counter() - start, 1e-9))
    return best[0], None if theirs is None else best[1]
