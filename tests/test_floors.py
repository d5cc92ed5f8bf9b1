"""The house stands: a floor imports only floors below, no files import each other in a circle, machines stay apart."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import gamelore

ROOT = Path(gamelore.__file__).parent
FLOORS = ("base", "games", "oracles", "learners", "arena", "lab", "app")
MACHINES = ("advisors", "rules", "signatures")


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""


def arrows() -> Iterator[tuple[Path, str]]:
    for path in sorted(ROOT.rglob("*.py")):
        for name in imports(path):
            if name.startswith("gamelore."):
                yield path.relative_to(ROOT), name.removeprefix("gamelore.")


def test_every_folder_is_a_floor() -> None:
    folders = {p.name for p in ROOT.iterdir() if p.is_dir() and p.name != "__pycache__"}
    assert folders <= set(FLOORS)


def test_no_import_points_to_a_floor_above() -> None:
    for path, target in arrows():
        if len(path.parts) > 1:
            here, there = path.parts[0], target.split(".")[0]
            assert FLOORS.index(there) <= FLOORS.index(here), f"{path} imports {target}"


def test_no_files_import_each_other_in_a_circle() -> None:
    files = {".".join(p.relative_to(ROOT).with_suffix("").parts) for p in ROOT.rglob("*.py") if p.name != "__init__.py"}
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for path, target in arrows():
        if path.name != "__init__.py" and target in files:
            sorter.add(".".join(path.with_suffix("").parts), target)
    sorter.prepare()  # names the circle if there is one


def test_the_three_machines_never_import_each_other() -> None:
    for path, target in arrows():
        parts = target.split(".")
        if path.parts[0] == "learners" and path.parts[1] in MACHINES and parts[0] == "learners" and len(parts) > 1:
            assert parts[1] not in MACHINES or parts[1] == path.parts[1], f"{path} imports {target}"


def test_what_the_machines_share_imports_none_of_them() -> None:
    for path, target in arrows():
        parts = target.split(".")
        if path.parts[0] == "learners" and path.parts[1] not in MACHINES and parts[0] == "learners" and len(parts) > 1:
            assert parts[1] not in MACHINES, f"{path} imports {target}"
