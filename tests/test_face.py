"""The public face: one import, lazy, typed, and the same whatever else was imported before."""

from __future__ import annotations

import ast
import pkgutil
import subprocess
import sys
from pathlib import Path
from typing import assert_type

import pytest

import gamelore
from gamelore.games.core import AnyGame

EVERYTHING = """
import importlib, pkgutil
import gamelore
for module in pkgutil.walk_packages(gamelore.__path__, "gamelore."):
    importlib.import_module(module.name)
"""
USE = """
import gamelore
for name in gamelore.__all__:
    thing = getattr(gamelore, name)
    assert not isinstance(thing, type(gamelore)), f"{name} is a module"
assert gamelore.load_game(gamelore.game_names()[0]).name == gamelore.game_names()[0]
game = gamelore.load_game("lose_tic_tac_toe")
learner = gamelore.new_learner("rote", game)
records = list(gamelore.train(game, learner, gamelore.make_regime("fixed_length", game, contests=4), seed=1))
assert isinstance(records[0], gamelore.Record)
scores = gamelore.challenge(game, learner, ("random",), 4, seed=1)
assert isinstance(scores["random"], gamelore.Score)
gamelore.save_agent(learner, "agent")
told = gamelore.explain(gamelore.load_agent("agent"), ".../.X./... O")
assert isinstance(told.decision, gamelore.Decision) and isinstance(told.reasons[0], gamelore.Reason)
assert told.truth == {str(n): "draw" for n in (1, 2, 3, 4, 6, 7, 8, 9)}
assert isinstance(gamelore.solve(game), gamelore.Solution)
"""


@pytest.mark.parametrize(
    "before",
    [pytest.param("", id="alone", marks=pytest.mark.slow), pytest.param(EVERYTHING, id="after every module")],
)
def test_every_public_name_is_there_and_works(before: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", before + USE], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 0, done.stderr


def test_no_public_name_is_the_name_of_a_package() -> None:
    packages = {module.name for module in pkgutil.iter_modules(gamelore.__path__)}
    assert "games" in packages
    assert not packages & set(gamelore.__all__)


def test_what_is_promised_is_what_is_listed() -> None:
    assert sorted(gamelore.__all__) == sorted(set(gamelore.__all__))
    assert set(gamelore.__all__) <= set(dir(gamelore))
    with pytest.raises(AttributeError, match="module 'gamelore' has no attribute 'solution'"):
        getattr(gamelore, "solution")  # noqa: B009 (mypy knows that it is not there)


def test_a_type_checker_is_told_of_the_same_places_as_the_interpreter() -> None:
    told: dict[str, str] = {}
    for node in ast.walk(ast.parse(Path(gamelore.__file__).read_text())):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("gamelore."):
            told |= {alias.name: str(node.module).removeprefix("gamelore.") for alias in node.names}
    assert told == vars(gamelore)["_MODULES"]
    assert {*told, "__version__"} == set(gamelore.__all__)


def test_the_types_are_the_real_ones() -> None:
    game = assert_type(gamelore.load_game("tic_tac_toe"), AnyGame)
    learner = assert_type(gamelore.new_learner("rote", game), gamelore.Learner)
    told = assert_type(gamelore.explain(learner), gamelore.Explanation)
    assert_type(told.decision, gamelore.Decision)
    assert_type(gamelore.challenge(game, learner, (), seed=0), dict[str, gamelore.Score])
