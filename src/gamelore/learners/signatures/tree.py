"""Goal trees as data: a general goal divided into sub-goals, down to measured parameters (Carberry, chapter 2).

Every inner goal is a signature table. Its inputs are sub-goals or parameters, most important first; a combination of
their values is a signature, and the signature's argument is its place in the table, counted in mixed radix with the
last input fastest. A tree is read from TOML and knows nothing of any game: parameters are names with a size.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gamelore.base.arrays import Ints
from gamelore.base.errors import BadText, UnknownName
from gamelore.base.files import parse_toml

LARGEST_TABLE = 1_000_000
"""More signatures than this in one table is a mistake in the tree, and is refused before anything is allocated."""


@dataclass(frozen=True, slots=True)
class Goal:
    """One inner goal: which values make its signature, and into how many categories its signatures are sorted."""

    name: str
    inputs: tuple[str, ...]
    sizes: tuple[int, ...]
    categories: int
    level: int
    """Distance from the general goal, which is level 0."""
    sentence: str = ""

    @property
    def signatures(self) -> int:
        """How many signatures there are."""
        return math.prod(self.sizes)

    def argument(self, signature: Sequence[int]) -> int:
        """The place of a signature, counted from 1 as the thesis prints it (p. 40)."""
        if len(signature) != len(self.sizes) or any(not 0 <= v < n for v, n in zip(signature, self.sizes, strict=True)):
            raise ValueError(f"no signature of a table of {' x '.join(map(str, self.sizes))}")
        return 1 + int(np.ravel_multi_index(tuple(signature), self.sizes))

    def arguments(self, values: Mapping[str, Ints]) -> Ints:
        """The places of many signatures at once, counted from 0."""
        places = values[self.inputs[0]].astype(np.int64)
        for name, size in zip(self.inputs[1:], self.sizes[1:], strict=True):
            places = places * size + values[name]
        return places

    def all_signatures(self) -> Ints:
        """Every signature in order of its argument, one row each."""
        return np.stack(np.unravel_index(np.arange(self.signatures), self.sizes), axis=1).astype(np.int64)


@dataclass(frozen=True, slots=True)
class GoalTree:
    """A whole tree. `goals` is in order of computation: every goal stands after its sub-goals."""

    name: str
    root: str
    goals: tuple[Goal, ...]
    parameters: Mapping[str, int]
    """The measured parameters at the leaves, with the number of values of each."""

    def goal(self, name: str) -> Goal:
        """A goal by name."""
        for goal in self.goals:
            if goal.name == name:
                return goal
        raise UnknownName(f"goal of tree {self.name}", name, [g.name for g in self.goals])

    def levels(self) -> tuple[tuple[Goal, ...], ...]:
        """The goals grouped by level, the deepest level first, the general goal last."""
        deepest = max(goal.level for goal in self.goals)
        return tuple(tuple(g for g in self.goals if g.level == level) for level in range(deepest, -1, -1))


def parse_tree(text: str, parameters: Mapping[str, int], where: str) -> GoalTree:
    """Read a tree from TOML; `parameters` gives the size of everything that can be measured.

    The file names the tree (`name`), its general goal (`root`), and for each goal in `[goals.NAME]` its `inputs`,
    its number of `categories` and a `sentence`. Every complaint names the goal.
    """
    content = parse_toml(text, where)
    name, root, tables = content.get("name"), content.get("root"), content.get("goals")
    if not isinstance(name, str) or not isinstance(root, str) or not isinstance(tables, dict):
        raise BadText(f"{where}: a tree needs 'name', 'root' and [goals.NAME] tables")
    if root not in tables:
        raise UnknownName("goal", root, tables, where)
    for goal, entry in tables.items():
        _check_entry(goal, entry, f"{where}: goal {goal}")
    found: dict[str, Goal] = {}
    _descend(root, 0, (), tables, parameters, found, where)
    for goal in tables:
        if goal not in found:
            raise BadText(f"{where}: goal {goal} serves no other goal and is not the root")
    order = tuple(found.values())
    measured = {i: parameters[i] for goal in order for i in goal.inputs if i not in tables}
    return GoalTree(name, root, order, measured)


def _check_entry(goal: str, entry: object, where: str) -> None:
    if not isinstance(entry, dict):
        raise BadText(f"{where}: expected a table with 'inputs' and 'categories'")
    inputs, categories = entry.get("inputs"), entry.get("categories")
    if not isinstance(inputs, list) or not inputs or not all(isinstance(i, str) for i in inputs):
        raise BadText(f"{where}: 'inputs' must be a list of names, at least one")
    if type(categories) is not int or categories < 1:
        raise BadText(f"{where}: 'categories' must be a whole number from 1 up, found {categories!r}")
    for key, value in entry.items():
        if key not in ("inputs", "categories", "sentence"):
            raise UnknownName("key", key, ("inputs", "categories", "sentence"), where)
        if key == "sentence" and not isinstance(value, str):
            raise BadText(f"{where}: 'sentence' must be a text")


def _descend(
    name: str,
    level: int,
    path: tuple[str, ...],
    tables: Mapping[str, Mapping[str, object]],
    parameters: Mapping[str, int],
    found: dict[str, Goal],
    where: str,
) -> None:
    """Put a goal after its sub-goals. A goal has one parent: two would give it two levels."""
    if name in path:
        raise BadText(f"{where}: goal {name} is its own sub-goal: {' > '.join((*path, name))}")
    if name in found:
        raise BadText(f"{where}: goal {name} serves more than one goal")
    entry = tables[name]
    inputs, categories = entry["inputs"], entry["categories"]
    assert isinstance(inputs, list)
    assert isinstance(categories, int)
    sizes = []
    for item in inputs:
        if item in tables:
            _descend(item, level + 1, (*path, name), tables, parameters, found, where)
            sizes.append(found[item].categories)
        elif item in parameters:
            sizes.append(parameters[item])
        else:
            raise UnknownName("input", item, (*tables, *parameters), f"{where}: goal {name}")
    if math.prod(sizes) > LARGEST_TABLE:
        raise BadText(f"{where}: goal {name} would have more than {LARGEST_TABLE:,} signatures")
    found[name] = Goal(name, tuple(inputs), tuple(sizes), categories, level, str(entry.get("sentence", "")))
