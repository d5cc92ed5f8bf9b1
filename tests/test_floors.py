"""The house stands: floors, rooms without circles, machines apart, one meaning a word, kernels imported late."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import gamelore

ROOT = Path(gamelore.__file__).parent
FLOORS = ("base", "games", "oracles", "learners", "arena", "bridges", "lab", "papers", "app")
MACHINES = ("advisors", "maxims", "rules", "signatures")
MOST_FILES = 16

FAMILIES = ("board", "poker", "forty_two")
"""The folders of families, on every floor."""
FAMILY_GAMES = ("draw_poker", "forty_two", "tic_tac_toe")
"""Games by whose names a general room would ask for a family."""
GENERAL = (
    "app.guide", "app.page", "app.table", "app.terminal", "arena", "bridges", "lab.engine", "lab.guide", "lab.review",
)  # fmt: skip
"""Where general rooms serve every game, and a family has folders of its own."""
KNOWS_A_FAMILY: dict[str, str] = {
    "arena.regimes": "the papers print the length of a course for two of their games",
    "bridges.openspiel.names": "a game of OpenSpiel with the rules of one of ours is that one",
    "lab.engine.runs": "kinds of experiment of our own tables are found by name, those of 42 among them",
}
"""General rooms that know a family all the same, and why."""
MOST_THAT_KNOW = 8

SHARED_NOUNS = {"Deal", "Table"}
"""Class names that two games share."""


@cache
def modules() -> dict[str, Path]:
    """Every module of the package, by its name below `gamelore`."""
    paths = (path.relative_to(ROOT) for path in ROOT.rglob("*.py"))
    return {".".join(path.with_suffix("").parts).removesuffix("__init__").rstrip("."): path for path in paths}


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse((ROOT / path).read_text())


def imports(nodes: Iterator[ast.AST], path: Path) -> Iterator[str]:
    """What is imported: modules of others by name, ours by their name below `gamelore`."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name.removeprefix("gamelore.") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            name = str(node.module)
            for alias in node.names:
                whole = f"{name}.{alias.name}".removeprefix("gamelore.")
                yield whole if whole in modules() else name.removeprefix("gamelore.")


@cache
def arrows() -> list[tuple[str, str]]:
    """Who imports whom among our modules, late imports and those for types included."""
    found = ((name, target) for name, path in modules().items() for target in imports(ast.walk(tree(path)), path))
    return [(name, target) for name, target in found if name and target in modules() and target]


def packages() -> list[str]:
    return sorted(name for name, path in modules().items() if name and path.name == "__init__.py")


def test_every_folder_is_a_floor() -> None:
    assert {name for name in packages() if "." not in name} <= set(FLOORS)


def test_no_import_points_to_a_floor_above() -> None:
    for name, target in arrows():
        here, there = name.split(".")[0], target.split(".")[0]
        if here != "__main__":
            assert FLOORS.index(there) <= FLOORS.index(here), f"{name} imports {target}"


def test_only_the_door_of_the_app_knows_the_papers() -> None:
    """No floor below, and of the app the commands of papers alone: whatever they bring is found on the shelf."""
    sources = [name.removeprefix("papers.") for name in packages() if name.startswith("papers.")]
    named = re.compile(rf"gamelore[./]papers|\b(?:{'|'.join(map(re.escape, sources))})\b")
    knows = {name for name, path in modules().items() if named.search((ROOT / path).read_text())}
    assert {name for name in knows if not f"{name}.".startswith("papers.")} == {"app.commands.papers"}


def test_no_files_import_each_other_in_a_circle() -> None:
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for name, target in arrows():
        if modules()[name].name != "__init__.py" and modules()[target].name != "__init__.py":
            sorter.add(name, target)
    sorter.prepare()  # names the circle if there is one


@pytest.mark.parametrize("package", packages())
def test_no_rooms_of_a_package_import_each_other_in_a_circle(package: str) -> None:
    """A subfolder is one room, and a file that stands directly in the package is a room of its own."""
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for name, target in arrows():
        if name.startswith(f"{package}.") and target.startswith(f"{package}."):
            here, there = (module.removeprefix(f"{package}.").split(".")[0] for module in (name, target))
            if here != there:
                sorter.add(here, there)
    sorter.prepare()


def test_the_machines_never_import_each_other_and_what_they_share_imports_none() -> None:
    for name, target in arrows():
        here, there = name.split("."), target.split(".")
        if here[0] == there[0] == "learners" and len(there) > 1 and there[1] in MACHINES:
            assert here[1] == there[1], f"{name} imports {target}"


def is_of_a_family(module: str) -> bool:
    return not set(FAMILIES).isdisjoint(module.partition(":")[0].split("."))


def names_a_family(text: str) -> bool:
    """Whether a text is the name of a family's game, or the place of a part of its kit."""
    return text in FAMILY_GAMES or (text.startswith("gamelore.") and is_of_a_family(text))


def test_general_rooms_know_no_family() -> None:
    """They ask `game.kit`; whoever must know a family is listed with the reason."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    inside = tuple(f"{scope}." for scope in GENERAL)
    general = {name for name in modules() if f"{name}.".startswith(inside) and not is_of_a_family(name)}
    assert {scope for scope in GENERAL if any(f"{name}.".startswith(f"{scope}.") for name in general)} == set(GENERAL)
    for name, target in arrows():
        if name in general and is_of_a_family(target):
            found[name].add(f"imports {target}")
    for name in general:
        for node in ast.walk(tree(modules()[name])):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and names_a_family(node.value):
                found[name].add(f"line {node.lineno} names '{node.value}'")
    assert found.keys() - KNOWS_A_FAMILY.keys() == set(), dict(found)
    assert KNOWS_A_FAMILY.keys() - found.keys() == set(), "no longer needed"
    assert len(KNOWS_A_FAMILY) <= MOST_THAT_KNOW


def test_kernels_are_imported_late() -> None:
    """Only kernels import numba and other kernels at the top, so that whoever computes nothing does not wait."""
    compiled = {"base.compile", "base.machine", "base.bitops", "base.counter"}
    heavy = {"numba", "llvmlite", "scipy", *compiled}
    for name, path in modules().items():
        if path.name.endswith("_kernels.py") or name in compiled:
            continue
        for target in imports(iter(tree(path).body), path):
            late = target.split(".")[0] not in heavy and target not in heavy and not target.endswith("_kernels")
            assert late, f"{path} imports {target} at the top"


def test_the_code_of_a_move_is_taken_apart_only_among_the_games() -> None:
    taken_apart = re.compile(r">> ?(?:6|12)\b|\b(?:64|4096) ?\*|(?<!\*)\* ?(?:64|4096)\b|& ?(?:63|4095)\b")
    for path in modules().values():
        if path.parts[0] != "games" and path.parts[:2] != ("oracles", "forty_two"):  # dominoes are numbered otherwise
            found = taken_apart.search((ROOT / path).read_text())
            assert found is None, f"{path}: '{found[0] if found else ''}'"


def test_array_types_have_their_names_in_one_module() -> None:
    alias = re.compile(r"^(?:type )?\w+(?:: \w+)? = .*NDArray\[", re.MULTILINE)
    holders = {str(path) for path in modules().values() if alias.search((ROOT / path).read_text())}
    assert holders == {"base/arrays.py"}


def test_a_class_name_has_one_meaning() -> None:
    places: defaultdict[str, list[str]] = defaultdict(list)
    for path in modules().values():
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(str(path))
    twice = {name: where for name, where in places.items() if len(where) > 1}
    assert twice.keys() - SHARED_NOUNS == set(), twice


def test_no_folder_becomes_a_thicket() -> None:
    files = Counter(path.parent for path in modules().values() if path.name != "__init__.py")
    for folder, count in files.items():
        if folder.parts[:1] in (("lab",), ("papers",), ("app",)) or folder.parts[:2] == ("learners", "rules"):
            assert count <= MOST_FILES, f"{folder} holds {count} files"
