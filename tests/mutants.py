"""Mutation testing: `python -m tests.mutants FOLDER [BATTERY ...]`, or `make mutants`.

mutmut leaves decorated functions alone, and compiled code would hide its mutants. So each battery works on a copy of
the sources in which kernels are plain functions and a property is made after its function; otherwise nothing differs.
`FOLDER/BATTERY` keeps the mutants and what became of them. See docs/mutation.md.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


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
}

PLAIN = {
    "base/compile.py": "from tests.plain_kernels import kernel as kernel\n",
    "base/bitops.py": "from tests.plain_kernels import highest as highest, lowest as lowest, popcount as popcount\n",
}

DIFFERENCES = """
import sys
from mutmut.mutation.diff_apply import find_mutant, get_diff_for_mutant
for name in sys.argv[1:]:
    print("#", name, get_diff_for_mutant(name, path=find_mutant(name).path), sep="\\n")
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
        "pytest_add_cli_args": ["-p", "tests.mutants", "-p", "no:cacheprovider"],
        "timeout_multiplier": 0.5,
        "timeout_constant": 12.0,
        "use_git_change_detection": False,
    }
    listed = "".join(f"{name} = {json.dumps(value)}\n" for name, value in settings.items())
    (folder / "pyproject.toml").write_text(f"{(ROOT / 'pyproject.toml').read_text()}\n[tool.mutmut]\n{listed}")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """As a plugin of the runs: the quickest test first, since the first one that fails ends a mutant."""
    measured = Path("mutmut-stats.json")
    seconds = json.loads(measured.read_text())["duration_by_test"] if measured.exists() else {}
    items.sort(key=lambda item: seconds.get(item.nodeid, 0.0))


def results(folder: Path) -> tuple[Counter[str], list[str]]:
    """What became of the mutants of a battery, and the names of those that nothing caught."""
    listed = subprocess.run(
        [sys.executable, "-m", "mutmut", "results", "--all", "true"],
        cwd=folder, check=True, capture_output=True, text=True,
    )  # fmt: skip
    found = [line.strip().rsplit(": ", 1) for line in listed.stdout.splitlines() if ": " in line]
    return Counter(fate for _, fate in found), [name for name, fate in found if fate not in ("killed", "timeout")]


def main(folder: Path, names: list[str]) -> None:
    """Run the batteries and print the survivors of each as differences."""
    for name in names or BATTERIES:
        place = folder / name
        lay_out(place, BATTERIES[name])
        subprocess.run([sys.executable, "-m", "mutmut", "run", "--max-children", "1"], cwd=place, check=True)
        fates, survivors = results(place)
        subprocess.run([sys.executable, "-c", DIFFERENCES, *survivors], cwd=place, check=True)
        print(f"{name}: {dict(fates)}", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
