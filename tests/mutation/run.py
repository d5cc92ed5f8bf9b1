"""Mutation testing: `python -m tests.mutation.run FOLDER [--sample N] [BATTERY ...]`, or `make mutants`.

mutmut leaves decorated functions alone, and compiled code would hide its mutants. So each battery works on a copy of
the sources in which kernels are plain functions and a property is made after its function; otherwise nothing differs.
`FOLDER/BATTERY` keeps the mutants and what became of them. See docs/mutation.md.
"""

from __future__ import annotations

import argparse
import ast
import json
import math
import os
import random
import re
import resource
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True, slots=True)
class Battery:
    """Some modules of the package, and the tests that hold them."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]


BATTERIES = {
    "vote": Battery(("learners/advisors/forr.py",), ("tests/learners/advisors/test_forr.py",)),
    "matcher": Battery(
        ("learners/rules/language/matching.py",),
        ("tests/learners/rules/language/test_matching.py",),
    ),
    "scoring": Battery(
        ("games/forty_two/table.py", "games/forty_two/rules.py", "arena/tournament.py"),
        ("tests/games/forty_two/test_forty_two_scoring.py", "tests/arena/test_tournament.py"),
    ),
    "solver": Battery(
        ("oracles/forty_two/_kernels.py",),
        ("tests/oracles/forty_two/test_forty_two_kernels.py",),
    ),
    "retrograde": Battery(
        ("oracles/board/_kernels.py",),
        ("tests/oracles/board/test_retrograde_kernels.py",),
    ),
    "guard": Battery(("app/page/door/guard.py",), ("tests/app/page/test_door.py",)),
    "store": Battery(("app/page/keeping/store.py",), ("tests/app/page/test_store.py", "tests/app/page/test_schema.py")),
    "tables": Battery(
        ("app/page/open_contests.py",),
        ("tests/app/page/test_tables.py", "tests/app/page/test_series.py"),
    ),
    "discretion": Battery(("app/table/discretion.py",), ("tests/app/test_discretion.py",)),
}

PLAIN = {
    "base/compile.py": "from tests.mutation.plain_kernels import kernel\n",
    "base/bitops.py": "from tests.mutation.plain_kernels import highest, lowest, popcount\n",
}

SECONDS = 6
"""Of computing for one mutant: what takes longer hangs. Not of the clock, which tells of the machine."""

WAITING = 10
"""Seconds of the clock for one test of a mutant: what waits longer waits for something that never comes."""

NAMES = """
import pathlib, sys
from mutmut.mutation.file_mutation import mutate_file_contents
from mutmut.utils.format_utils import get_mutant_name
for path in map(pathlib.Path, sys.argv[1:]):
    for name in mutate_file_contents(str(path), path.read_text()).mutant_names:
        print(get_mutant_name(path, name))
"""

DIFFERENCES = """
import sys
from mutmut.mutation.diff_apply import find_mutant, get_diff_for_mutant
for name in sys.argv[1:]:
    print(f"# {name}", get_diff_for_mutant(name, path=find_mutant(name).path), sep="\\n")
"""


def undecorated(source: str) -> str:
    """A source whose kernels and properties are functions that mutmut can see."""
    lines = source.splitlines(keepends=True)
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    for function in sorted(functions, key=lambda node: -node.lineno):
        for decorator in function.decorator_list:
            text = ast.unparse(decorator)
            if text == "property":
                assert function.end_lineno is not None
                name, indent = function.name, " " * function.col_offset
                lines.insert(function.end_lineno, f"{indent}{name} = property({name})\n")
            if text == "property" or re.match(r"kernel\b", text):
                lines[decorator.lineno - 1 : decorator.end_lineno] = []
    return "".join(lines)


def lay_out(folder: Path, battery: Battery) -> None:
    """Copy the package, its tests and the settings; what did not change keeps its time, by which mutmut goes."""
    for path in [*ROOT.glob("src/**/*"), *ROOT.glob("tests/**/*")]:
        if path.is_file() and path.suffix != ".pyc":
            place = path.relative_to(ROOT)
            module = "/".join(place.parts[2:])
            text = path.read_bytes()
            if module in PLAIN:
                text = PLAIN[module].encode()
            elif path.suffix == ".py" and place.parts[0] == "src":
                text = undecorated(text.decode()).encode()
            copy = folder / place
            if not copy.exists() or copy.read_bytes() != text:
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(text)
    settings = {
        "source_paths": ["src"],
        "only_mutate": [f"src/gamelore/{module}" for module in battery.modules],
        "pytest_add_cli_args_test_selection": list(battery.tests),
        "pytest_add_cli_args": ["-p", "tests.mutation.run", "-p", "no:cacheprovider"],
        "timeout_constant": 60.0,
        "use_git_change_detection": False,
    }
    listed = "".join(f"{name} = {json.dumps(value)}\n" for name, value in settings.items())
    (folder / "pyproject.toml").write_text(f"{(ROOT / 'pyproject.toml').read_text()}\n[tool.mutmut]\n{listed}")


def pytest_sessionstart() -> None:
    """As a plugin of the runs: a mutant has its seconds."""
    if "__mutmut_" in os.environ.get("MUTANT_UNDER_TEST", ""):
        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(time.process_time()) + SECONDS, most))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The quickest test first, since the first one that fails ends a mutant; who waits for nothing is stopped."""
    if "__mutmut_" in os.environ.get("MUTANT_UNDER_TEST", ""):
        for item in items:
            item.add_marker(pytest.mark.timeout(WAITING))
    measured = Path("mutmut-stats.json")
    seconds = json.loads(measured.read_text())["duration_by_test"] if measured.exists() else {}
    items.sort(key=lambda item: seconds.get(item.nodeid, 0.0))


def told(folder: Path, *arguments: str) -> str:
    """What Python prints when it is run with these arguments in the folder of a battery."""
    done = subprocess.run([sys.executable, *arguments], cwd=folder, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


def main(folder: Path, names: list[str], sample: int) -> None:
    """Run the batteries, each with all its mutants or with a sample of them, and print the survivors as differences."""
    for name in names or BATTERIES:
        place, battery = folder / name, BATTERIES[name]
        lay_out(place, battery)
        chosen = told(place, "-c", NAMES, *(f"src/gamelore/{module}" for module in battery.modules)).split()
        drawn = sorted(random.Random(0).sample(chosen, sample)) if 0 < sample < len(chosen) else []
        subprocess.run([sys.executable, "-m", "mutmut", "run", "--max-children", "1", *drawn], cwd=place, check=True)
        chosen = drawn or chosen
        listed = told(place, "-m", "mutmut", "results", "--all", "true").splitlines()
        fates = dict(line.strip().rsplit(": ", 1) for line in listed if ": " in line)
        survivors = [mutant for mutant in chosen if fates[mutant] not in ("killed", "timeout")]
        print(told(place, "-c", DIFFERENCES, *survivors))
        print(f"{name}: {dict(Counter(fates[mutant] for mutant in chosen))}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Run the batteries on the mutants of their modules.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("batteries", nargs="*", metavar="battery", help=", ".join(BATTERIES))
    parser.add_argument("--sample", type=int, default=0, help="so many mutants of a battery, drawn at random")
    given = parser.parse_intermixed_args()
    for unknown in set(given.batteries) - set(BATTERIES):
        parser.error(f"there is no battery '{unknown}'; known: {', '.join(BATTERIES)}")
    main(given.folder, given.batteries, given.sample)
