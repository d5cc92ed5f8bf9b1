"""The house has few knobs: a setting has two values in use, a preset is named where a person meets it.

In use is what a preset, a published table or a comparison in the manual sets. Anything else is a named constant.
"""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import gamelore
import gamelore.papers  # puts its tables on the shelf
from gamelore.arena.roster import PlayerSettings
from gamelore.lab.engine.shelf import table_files
from gamelore.learners.core import Learner
from gamelore.learners.registry import learner_class, learner_names

ROOT = Path(gamelore.__file__).parent
MANUAL = [*Path(__file__).parent.parent.glob("docs/*.md"), Path(__file__).parent.parent / "README.md"]
MOST_SETTINGS, MOST_PRESETS = 110, 24


def flat(settings: object) -> Iterator[tuple[str, object]]:
    """Every setting with its value; those of a faculty under the name of the faculty."""
    assert dataclasses.is_dataclass(settings)
    for field in dataclasses.fields(settings):
        value = getattr(settings, field.name)
        if dataclasses.is_dataclass(value):
            yield from ((f"{field.name}.{name}", inner) for name, inner in flat(value))
        else:
            yield field.name, value


def flat_mapping(values: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    for name, value in values.items():
        if isinstance(value, dict):
            yield from ((f"{name}.{inner}", v) for inner, v in flat_mapping(value))
        else:
            yield name, tuple(value) if isinstance(value, list) else value


def tables() -> Iterator[Mapping[str, Any]]:
    """The experiments of all published tables."""
    for path in sorted(table_files().values()):
        for row in tomllib.loads(path.read_text(encoding="utf-8"))["row"]:
            if "experiment" in row:
                yield row["experiment"]


def manual() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in MANUAL)


def set_in_tables(key: str) -> dict[str, set[object]]:
    """The values that tables give to settings, wherever a mapping of that name stands in an experiment."""
    found: dict[str, set[object]] = defaultdict(set)

    def walk(values: Mapping[str, Any]) -> None:
        for name, value in values.items():
            if name == key and isinstance(value, dict):
                for setting, given in flat_mapping(value):
                    found[setting].add(given)
            elif isinstance(value, dict):
                walk(value)
            elif isinstance(value, list):
                for one in value:
                    if isinstance(one, dict):
                        walk(one)

    for experiment in tables():
        walk(experiment)
    return found


def set_in_manual() -> dict[str, set[object]]:
    found: dict[str, set[object]] = defaultdict(set)
    for name, values in re.findall(r"--(?:set|vary|players) ([a-z0-9_.]+)=([^\s`']+)", manual()):
        found[name] |= set(values.split(","))
    return found


def learners() -> dict[str, type[Learner]]:
    """The learners of the package, by name; other tests may have registered theirs."""
    found = {name: learner_class(name) for name in learner_names()}
    return {name: kind for name, kind in found.items() if kind.__module__.startswith("gamelore.")}


def values_in_use() -> dict[str, set[object]]:
    """By learner and setting, every value that somebody uses."""
    found: dict[str, set[object]] = {}
    beside, said = set_in_tables("settings"), set_in_manual()
    for learner, kind in learners().items():
        for preset in kind.presets.values():
            for name, value in flat(preset):
                found.setdefault(f"{learner}.{name}", set()).add(value)
    for name in found:
        setting = name.partition(".")[2]
        found[name] |= beside.get(setting, set()) | said.get(setting, set())
    players = set_in_tables("players")
    for name, value in flat(PlayerSettings()):
        found[f"players.{name}"] = {value} | players.get(name, set()) | said.get(name, set())
    return found


def test_every_setting_has_two_values_in_use() -> None:
    alone = {name for name, values in values_in_use().items() if len(values) < 2}
    assert alone == set(), "one value in use, so a constant"


def settings_classes() -> set[type]:
    """Every class of settings in the package."""
    found: set[type] = set()
    for module in pkgutil.walk_packages([str(ROOT)], "gamelore."):
        if not {"benches", "bridges", "__main__"} & set(module.name.split(".")):
            for value in vars(importlib.import_module(module.name)).values():
                if isinstance(value, type) and value.__name__.endswith("Settings") and dataclasses.is_dataclass(value):
                    found.add(value)
    return found


def test_there_are_few_settings() -> None:
    own = 0
    for kind in settings_classes():
        inherited = {field.name for base in kind.__mro__[1:] if dataclasses.is_dataclass(base)
                     for field in dataclasses.fields(base)}  # fmt: skip
        own += len([f for f in dataclasses.fields(kind) if f.name not in inherited])
    assert own <= MOST_SETTINGS


def test_there_are_few_presets_and_each_is_named_in_a_table_or_in_the_manual_or_is_a_default() -> None:
    named = {str(experiment.get("preset")) for experiment in tables()}
    text = manual()
    count = 0
    for learner, kind in learners().items():
        _, *others = kind.presets
        count += 1 + len(others)
        for name in others:
            assert name in named or re.search(rf"`{name}`|--presets? \S*\b{name}\b", text), f"{learner} {name}"
    assert count <= MOST_PRESETS
