"""Look for inputs that make a reader fail in another way than by one of our errors.

    python -m tests.fuzz.hunt --seconds 3600          (make fuzz)
    python -m tests.fuzz.hunt --inputs 1e6

An input fails if its reader raises anything but a `GameloreError`, takes more than 5 seconds, or needs more memory than
there may be. Failures are written into `corpus/`, one file each, and every test run reads them again.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import json
import resource
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import FrameType

from tests.fuzz import app_targets, page_targets  # noqa: F401  register their targets
from tests.fuzz.mutations import Files, family, mutate
from tests.fuzz.targets import TARGETS, Target

from gamelore.base.errors import LONGEST, GameloreError
from gamelore.base.files import digest

CORPUS = Path(__file__).parent / "corpus"
SECONDS = 5
"""How long a reader may take for one input."""
MEMORY = 2**30
"""By how much one input may make the process grow."""
CHUNK = 1000
"""Inputs of a target of weight 10 in a row."""
FAMILY = 50
"""How many inputs one draw unfolds to."""


class TooSlow(BaseException):
    """A reader took longer than it may; no reader catches this."""


@dataclass
class Tally:
    """What became of the inputs of a target."""

    inputs: int = 0
    taken: int = 0
    refused: int = 0
    slowest: float = 0.0
    grown: int = 0
    failures: dict[str, Files] = field(default_factory=dict)


def ring(number: int, frame: FrameType | None) -> None:
    raise TooSlow


@contextlib.contextmanager
def alarms() -> Iterator[None]:
    """Within this block readers that take too long are stopped."""
    numbers = (signal.SIGALRM, signal.SIGPROF)
    before = [signal.signal(number, ring) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


def attempt(target: Target, files: Files, tally: Tally, *, timed: bool = True, memory: int = MEMORY) -> None:
    """Let a target read an input, and note how that went."""
    tally.inputs += 1
    began, before = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    if timed:
        signal.setitimer(signal.ITIMER_PROF, SECONDS)  # of the processor: the machine may have other things to do
        signal.setitimer(signal.ITIMER_REAL, 20 * SECONDS)  # who waits for something needs no processor
    try:
        target.read(files)
        tally.taken += 1
    except GameloreError as error:
        tally.refused += 1
        told = str(error)
        if len(told) > LONGEST or not told.isprintable():
            tally.failures.setdefault(f"a complaint of {len(told)} characters: {told[:60]!r}", files)
    except TooSlow:
        tally.failures.setdefault(f"more than {SECONDS} s: {_last_line()}", files)
    except Exception as error:
        tally.failures.setdefault(f"{type(error).__name__} {_last_line()}: {str(error)[:100]!r}", files)
    finally:
        if timed:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.setitimer(signal.ITIMER_REAL, 0)
    tally.slowest = max(tally.slowest, time.process_time() - began)
    grown = 1024 * (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    tally.grown = max(tally.grown, grown)
    if grown > memory:
        tally.failures.setdefault(f"{grown >> 20} MiB of memory", files)


def _last_line() -> str:
    """Where in our package an error came from."""
    frames = [frame for frame in traceback.extract_tb(sys.exc_info()[2]) if "gamelore" in frame.filename]
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"


def mutants(target: Target, number: int, inputs: int) -> Iterator[Files]:
    """So many mutated inputs of a target, by the number of a seed."""
    valid, draw = target.valid(), Random(number)
    for first in range(0, inputs, FAMILY):
        for which, steps in family(draw.getrandbits(63), min(FAMILY, inputs - first)):
            yield mutate(valid[which % len(valid)], steps)


def hunt(names: list[str], begin: int, inputs: int, seconds: float) -> dict[str, Tally]:
    """Go round the targets, each by its weight, until so many inputs were read or so many seconds have passed."""
    tallies = {name: Tally() for name in names}
    until, count, turn = time.monotonic() + seconds, 0, begin
    for name in names:
        for files in TARGETS[name].valid():
            TARGETS[name].read(files)  # whatever has to be compiled or loaded once is no part of reading
    gc.collect()
    gc.freeze()  # what was loaded stays; looking for garbage in it again and again takes a quarter of the time
    with contextlib.suppress(KeyboardInterrupt):  # what was read until then counts
        while count < inputs and time.monotonic() < until:
            for name in names:
                target = TARGETS[name]
                for files in mutants(target, turn, int(CHUNK * target.weight / 10)):
                    attempt(target, files, tallies[name])
                    count += 1
                    if time.monotonic() > until:
                        return tallies
            turn += 1
            failures = [f"{name}: {why}" for name, tally in tallies.items() for why in tally.failures]
            print("\n  ".join([f"{count:,} inputs, {len(failures)} failures", *failures]), file=sys.stderr, flush=True)
    return tallies


def keep(name: str, why: str, files: Files, folder: Path) -> Path:
    """A failure as a file of the corpus."""
    place = folder / f"{name.replace(' ', '_')}-{digest(why + repr(sorted(files.items())))[:8]}.json"
    folder.mkdir(parents=True, exist_ok=True)
    content = {"target": name, "was": why, "files": {file: data.decode("latin-1") for file, data in files.items()}}
    place.write_text(json.dumps(content, indent=1) + "\n")
    return place


def kept(path: Path) -> tuple[Target, Files]:
    """A failure of the past."""
    content = json.loads(path.read_text())
    return TARGETS[content["target"]], {file: text.encode("latin-1") for file, text in content["files"].items()}


def main() -> int:
    """Hunt; status 1 if something was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.hunt", description=__doc__)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--inputs", type=float, default=float("inf"))
    parser.add_argument("--seed", type=lambda text: int(text, 16), default=0, help="in hexadecimal: a commit will do")
    parser.add_argument("--targets", default="", help="names with this in them; all by default")
    parser.add_argument("--out", type=Path, default=CORPUS, help="where failures go")
    options = parser.parse_args()
    if options.seconds == options.inputs == float("inf"):
        parser.error("--seconds or --inputs")
    names = [name for name in TARGETS if options.targets in name]
    for number in (signal.SIGINT, signal.SIGTERM):  # whoever ends a long hunt gets its table
        signal.signal(number, signal.default_int_handler)
    with alarms():
        tallies = hunt(names, options.seed % 2**40, int(min(options.inputs, 10**12)), options.seconds)
    print("| target | inputs | taken | refused | slowest, ms | grown, MiB | failed |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for name, t in tallies.items():
        figures = (f"{t.inputs:,}", f"{t.taken:,}", f"{t.refused:,}", f"{1000 * t.slowest:.0f}", f"{t.grown >> 20}")
        print(f"| {name} | {' | '.join(figures)} | {len(t.failures)} |")
    print(f"| all | {sum(t.inputs for t in tallies.values()):,} | | | | | |")
    failed = [(name, why, files) for name, t in tallies.items() for why, files in t.failures.items()]
    for name, why, files in failed:
        print(f"{name}: {why}\n  {keep(name, why, files, options.out)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
