"""Kill commands at any moment, take them up again, and compare: same bytes, nothing lost, no leftovers.

    python -m tests.faults.battery --kills 20
    python -m tests.faults.battery --kills 6 --only "learn rote"

Every case is a command. It is run whole once, in this process, so that whatever must be compiled is there; its copies
are forks of this process. Some are killed before their n-th step on the disk (whatever opens a file for writing,
renames, removes, makes a folder), so that every step of saving has its turn; the others after a time of the processor
that the seed draws, or half of it, and so on, where the command was over before.
"""

from __future__ import annotations

import argparse
import builtins
import contextlib
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

os.environ.setdefault("NUMBA_THREADING_LAYER", "workqueue")  # the one that may be forked

from gamelore.app.cli import main as command
from gamelore.lab import learn as courses
from gamelore.lab.engine.kept import TIMINGS_FILE
from gamelore.lab.validate import validate

OUT = "OUT"
STEPS = {"os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.chmod", "os.truncate", "ctypes.dlsym"}
SHORTEST = 1e-4
"""Seconds of the processor in which no command is over."""
Tree = dict[str, bytes]


@dataclass(frozen=True)
class Case:
    """A command that writes, and what must hold after it was killed and given again."""

    name: str
    arguments: tuple[str, ...]
    typed: str = ""
    """What a person types, a line each."""
    holds: str = "same"
    """`same`: the bytes of a run that nobody killed. `prefix`: those after some of its rounds. `lines`: whole lines."""


CASES = (
    Case("learn rote", ("learn", "tic_tac_toe", "--learner", "rote", "--regime", "fixed_length", "--contests", "5")),
    Case("learn hoyle", ("learn", "tic_tac_toe", "--learner", "hoyle", "--regime", "double_cycle", "--contests", "4")),
    Case("learn hoyle s98", ("learn", "tic_tac_toe", "--learner", "hoyle", "--preset", "s98", "--contests", "3")),
    Case("learn pairs", ("learn", "tic_tac_toe", "--learner", "pairs", "--contests", "4")),
    Case("learn seqlearner", ("learn", "tic_tac_toe", "--learner", "seqlearner", "--contests", "4")),
    Case("learn waterman", ("learn", "draw_poker", "--preset", "calibrated", "--contests", "5")),
    Case("learn cogap", ("learn", "forty_two", "--learner", "cogap", "--preset", "thesis", "--contests", "6720")),
    Case("learn maxims", ("learn", "tic_tac_toe", "--learner", "maxims", "--contests", "7000")),
    Case("teach", ("teach", "--preset", "thesis", "--hands", "8")),
    Case("reproduce", ("reproduce", "l03-6", "--rows", "baseline", "--games", "lose_tic_tac_toe", "--runs", "2")),
    Case("coach", ("coach", "poker", "--trainer", "builtin", "--against", "call", "--rounds", "2"), holds="prefix"),
    Case("play", ("play", "tic_tac_toe", "--against", "random"), "resign\n", holds="lines"),
)  # fmt: skip
WHERE = {"coach": "--agent", "play": "--record"}


def run(case: Case, out: Path, **changes: str) -> int:
    """The command in this process; what it says is for nobody."""
    lines = iter(case.typed.splitlines())

    def answer(prompt: object = "") -> str:
        for line in lines:
            return line
        raise EOFError

    arguments = [changes.get(word, word) for word in (*case.arguments, WHERE.get(case.name, "--out"), str(out))]
    before, builtins.input = builtins.input, answer
    try:
        with open(os.devnull, "w") as nobody, contextlib.redirect_stdout(nobody), contextlib.redirect_stderr(nobody):
            return command(arguments)
    finally:
        builtins.input = before


def tree(folder: Path) -> Tree:
    """Every file below a folder, timings apart."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files if path.name != TIMINGS_FILE}


def visible(files: Tree) -> Tree:
    """Without locks and leftovers."""
    return {name: data for name, data in files.items() if not any(part.startswith(".") for part in Path(name).parts)}


def leftovers(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob(".*"))


def child(work: Callable[[], object], before_step: int = 0, after: float = 0.0, counted: Path | None = None) -> int:
    """Do some work in a fork, which is killed before a step of a number or after seconds of the processor; its number.

    The signal of that clock ends a process as it is, like the one that is called kill.
    """
    pid = os.fork()
    if pid:
        return pid
    steps, began = 0, time.process_time()

    def count(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal steps
        writes = event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR)
        if event in STEPS or writes:
            steps += 1
            if steps == before_step:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(count)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, after)
    status = 1
    try:
        work()
        status = 0
    finally:
        if counted is not None:
            counted.write_text(f"{steps} {time.process_time() - began}")
        os._exit(status)


def ended(pid: int) -> bool:
    """Whether a process was killed."""
    return os.WIFSIGNALED(os.waitpid(pid, 0)[1])


class Battery:
    """Kills of one case."""

    def __init__(self, case: Case, place: Path, rng: random.Random) -> None:
        self.case, self.place, self.rng = case, place, rng
        self.kills = 0
        assert run(case, self.out("whole")) == 0, f"{case.name} fails"
        self.whole = tree(place / "whole")
        assert not leftovers(place / "whole")
        counted, again = place / "steps", self.out("again")
        assert not ended(child(lambda: run(case, again), counted=counted)), f"{case.name}: killed by itself"
        steps, seconds = counted.read_text().split()
        self.steps, self.seconds = int(steps), float(seconds)
        assert tree(place / "again") == self.whole, f"{case.name}: another process gives other bytes"
        self.prefixes = [self.whole, {}]
        if case.holds == "prefix":
            self.prefixes += self.saved()

    def saved(self) -> list[Tree]:
        """The agent after every lesson of a run that nobody kills, each of which is saved at once."""
        from gamelore.app.table.poker import coaching

        found: list[Tree] = []
        save: Any = coaching.save_agent  # type: ignore[attr-defined]

        def keep(learner: Any, folder: Path, facts: Mapping[str, object]) -> None:
            save(learner, folder, facts)
            found.append(visible(tree(self.place / "saved")))

        with mock.patch.object(coaching, "save_agent", keep):
            assert run(self.case, self.out("saved")) == 0
        assert found[-1] == self.whole
        return found

    def out(self, name: str) -> Path:
        """A folder of its own for every run: what stands beside the output is looked at too."""
        (self.place / name).mkdir(exist_ok=True)
        return self.place / name / ("out.jsonl" if self.case.holds == "lines" else "out")

    def kill(self, number: int, of: int) -> None:
        """Kill one run, the first half of them at a step, and see to it that nothing is lost."""
        name = f"kill-{number}"
        out, folder = self.out(name), self.place / name
        if number < (of + 1) // 2:
            step = 1 + (self.steps - 1) * number // max(1, (of + 1) // 2 - 1)
            dead = ended(child(lambda: run(self.case, out), step))
        else:
            moment = self.rng.uniform(0.001, self.seconds)
            while not (dead := ended(child(lambda: run(self.case, out), after=moment))) and moment > SHORTEST:
                self.compare(folder, name)
                shutil.rmtree(folder)
                self.out(name)
                moment /= 2  # the run was over before: it was measured on a busier machine
        self.kills += dead
        if self.case.holds == "prefix":
            assert self.agent(folder) in self.prefixes, f"{self.case.name}, {name}: between two lessons"
        elif out.is_dir() and self.agent(folder):
            validate(str(out))
        assert not ended(child(lambda: run(self.case, out))), f"{self.case.name}, {name}: cannot be taken up"
        self.compare(folder, name)
        shutil.rmtree(folder)

    def agent(self, folder: Path) -> Tree:
        """What a reader finds: leftovers are nothing, and a folder between two names is put back."""
        from gamelore.base.folders import recover

        recover(folder / "out")
        return visible(tree(folder))

    def compare(self, folder: Path, name: str) -> None:
        """What a command that was given again left must be what it would have left."""
        found = tree(folder)
        if self.case.holds == "same":
            assert found == self.whole, f"{self.case.name}, {name}: other bytes: {sorted(found)}"
        elif self.case.holds == "lines":
            (line,) = self.whole.values()
            assert list(found.values()) in ([line], [line * 2]), f"{self.case.name}, {name}: a line is torn"
        else:
            validate(str(folder / "out"))
        assert not leftovers(folder), f"{self.case.name}, {name}: {leftovers(folder)}"


def batteries(names: Sequence[str], kills: int, seed: int) -> Iterator[tuple[str, int, int]]:
    """Run the cases; yields each with its kills and its steps on the disk."""
    courses.SAVE_EVERY = 0.0  # after every contest, so that saving is met often
    for case in CASES:
        if names and case.name not in names:
            continue
        with tempfile.TemporaryDirectory(prefix="gamelore-kills-") as place:
            battery = Battery(case, Path(place), random.Random(f"{seed} {case.name}"))
            for number in range(kills):
                battery.kill(number, kills)
        yield case.name, battery.kills, battery.steps


def main() -> None:
    """Run them, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.battery", description=__doc__)
    parser.add_argument("--kills", type=int, default=20, help="of each case")
    parser.add_argument("--only", action="append", default=[], help="a case by name")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    print("| command | tried | killed | steps on the disk |\n|---|---:|---:|---:|", flush=True)
    total = 0
    for name, kills, steps in batteries(options.only, options.kills, options.seed):
        print(f"| {name} | {options.kills} | {kills} | {steps} |", flush=True)
        total += kills
    print(f"| all | | {total} | |")


if __name__ == "__main__":
    main()
