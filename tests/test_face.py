"""The public face: one import, lazy, typed, and the same whatever else was imported before."""

from __future__ import annotations

import ast
import pkgutil
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import assert_type
from xml.etree import ElementTree

import numpy as np
import pytest

import gamelore
from gamelore.app.cli import main
from gamelore.base.stats import Interval
from gamelore.games import registry as games
from gamelore.games.core import AnyGame
from gamelore.games.poker.cards import cards_text
from gamelore.lab.engine.strength import CurvePoint
from gamelore.lab.guide.core import CAREFUL, NOT_LOST, Guide, GuideEntry, GuidePart
from gamelore.learners import registry as learners
from gamelore.learners.maxims.lines import Line, Maxims

THREE = """
format = 1
name = "mine"
title = "Mine"
summary = "Three in a row wins."

[board]
points = [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1]]
lines = ["1-2-3", "4-5-6"]

[rules]
markers = 3
slides = false
line = "wins"
goal_lines = ["1-2-3", "4-5-6"]
"""

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
    assert_type(gamelore.challenge(game, learner, (), seed=0), gamelore.Scores)


# Names in place of things


def test_a_name_does_wherever_a_thing_is_meant(tmp_path: Path) -> None:
    game = gamelore.load_game("tic_tac_toe")
    learner = gamelore.new_learner("rote", "tic_tac_toe")
    assert learner.game.is_same(game)
    assert gamelore.make_regime("fixed_length", "tic_tac_toe", 4) == gamelore.make_regime("fixed_length", game, 4)
    by_name = list(gamelore.train("tic_tac_toe", "rote", "fixed_length", seed=1))
    assert by_name == list(gamelore.train(game, learner, gamelore.make_regime("fixed_length", game), seed=1))
    gamelore.save_agent(learner, tmp_path / "rote")
    agent = gamelore.load_agent(tmp_path / "rote")
    scores = [
        gamelore.challenge(which, who, ["random"], 4, seed=1)
        for which in ("tic_tac_toe", game)
        for who in (learner, agent, tmp_path / "rote", f"agent:{tmp_path / 'rote'}")
    ]
    assert all(score == scores[0] for score in scores)
    told = {str(gamelore.explain(who)) for who in (learner, agent, tmp_path / "rote", str(tmp_path / "rote"))}
    assert len(told) == 1
    assert gamelore.make_player(learner, "tic_tac_toe") is learner
    assert str(gamelore.solve("tic_tac_toe")) == str(gamelore.solve(game))


def test_a_file_and_a_place_do_as_well_as_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent.parent / "examples"))
    monkeypatch.chdir(tmp_path)
    for registry in (games._MAKERS, learners._LEARNERS):
        monkeypatch.setattr(registry, "_known", dict(registry._known))
        monkeypatch.setattr(registry, "typed", [])
    (tmp_path / "mine.toml").write_text(THREE)
    assert gamelore.new_learner("rote", "mine.toml").game.name == "mine.toml"
    assert gamelore.play(Path("mine.toml"), ["random", "perfect"], 1).game == "mine.toml"
    record = gamelore.play("gamelore_examples.matches:Matches", ["random", "random"], 1)
    assert record.ended == "rules"
    assert gamelore.new_learner("tests.tinker:Tinker", "tic_tac_toe").kind == "tinker"


WRONG: dict[str, Callable[[], object]] = {
    "solve": lambda: gamelore.solve(None),  # type: ignore[call-overload]
    "challenge game": lambda: gamelore.challenge(3, "random", seed=1),  # type: ignore[arg-type]
    "challenge player": lambda: gamelore.challenge("tic_tac_toe", 3, seed=1),  # type: ignore[arg-type]
    "challenge contests": lambda: gamelore.challenge("tic_tac_toe", "random", "random", "9", seed=1),  # type: ignore[arg-type]
    "challenge seed": lambda: gamelore.challenge("tic_tac_toe", "random", "random", seed="9"),  # type: ignore[arg-type]
    "new_learner": lambda: gamelore.new_learner(3, "tic_tac_toe"),  # type: ignore[arg-type]
    "new_learner game": lambda: gamelore.new_learner("rote", 3),  # type: ignore[arg-type]
    "train": lambda: next(gamelore.train("tic_tac_toe", 3, "fixed_length", seed=1)),  # type: ignore[arg-type]
    "train regime": lambda: next(gamelore.train("tic_tac_toe", "rote", 3, seed=1)),  # type: ignore[arg-type]
    "make_regime": lambda: gamelore.make_regime("fixed_length", "tic_tac_toe", "9"),  # type: ignore[arg-type]
    "make_player": lambda: gamelore.make_player(None, "tic_tac_toe"),  # type: ignore[arg-type]
    "explain": lambda: gamelore.explain(3),  # type: ignore[arg-type]
    "explain where": lambda: gamelore.explain(gamelore.new_learner("rote", "tic_tac_toe"), 3),  # type: ignore[arg-type]
    "learn": lambda: gamelore.learn("tic_tac_toe", 3),  # type: ignore[arg-type]
    "learn given": lambda: gamelore.learn("tic_tac_toe", gamelore.new_learner("rote", "tic_tac_toe"), out="x"),
    "learn another": lambda: gamelore.learn("tic_tac_toe", gamelore.new_learner("rote", "lose_tic_tac_toe")),
    "play": lambda: gamelore.play("tic_tac_toe", "perfect"),
    "play too few": lambda: gamelore.play("tic_tac_toe", ["perfect"]),
    "play where": lambda: gamelore.play("tic_tac_toe", ["random", "random"], start=3),  # type: ignore[arg-type]
    "read_records": lambda: gamelore.read_records(3),  # type: ignore[arg-type]
    "save_agent": lambda: gamelore.save_agent(3, "x"),  # type: ignore[arg-type]
    "to_rows": lambda: gamelore.to_rows("text"),
    "compile_rules": lambda: gamelore.compile_rules(3),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_cannot_be_meant_is_refused_in_a_sentence(wrong: str) -> None:
    with pytest.raises(gamelore.GameloreError) as told:
        WRONG[wrong]()
    assert " " in str(told.value)


# Verbs in one call


def test_a_learner_is_taught_in_one_call_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    learner = gamelore.learn("lose_tic_tac_toe", "rote", contests=12, seed=3)
    again = gamelore.new_learner("rote", "lose_tic_tac_toe")
    list(gamelore.train(again.game, again, gamelore.make_regime("fixed_length", again.game, 12), seed=3))
    assert learner.knowledge() == again.knowledge() == gamelore.learn(
        "lose_tic_tac_toe", gamelore.new_learner("rote", "lose_tic_tac_toe"), contests=12, seed=3
    ).knowledge()  # fmt: skip
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_the_one_that_the_command_writes(tmp_path: Path) -> None:
    gamelore.learn("tic_tac_toe", "rote", contests=6, seed=3, out=tmp_path / "ours")
    words = ["learn", "tic_tac_toe", "--learner", "rote", "--contests", "6", "--seed", "3", "--out"]
    assert not main([*words, str(tmp_path / "theirs")])
    ours, theirs = ({f.name: f.read_bytes() for f in (tmp_path / name).iterdir()} for name in ("ours", "theirs"))
    assert ours == theirs
    records = list(gamelore.read_records(tmp_path / "ours"))
    assert records == list(gamelore.read_records(str(tmp_path / "theirs" / "contests.jsonl")))
    assert len(records) == 6


def test_the_usual_learner_has_its_usual_course() -> None:
    steps: list[int] = []
    learner = gamelore.learn("tic_tac_toe", contests=7_000, seed=1, progress=lambda state: steps.append(state.done))
    assert (learner.kind, steps[-1]) == ("maxims", 7_000)
    assert learner.lore()


def test_one_contest_is_played_by_name() -> None:
    record = gamelore.play("tic_tac_toe", ["perfect", "random"], 5)
    assert record == gamelore.play("tic_tac_toe", ["perfect", "random"], seed=5)
    assert record.players == ("perfect", "random")
    late = gamelore.play("tic_tac_toe", ["perfect", "random"], start="XX./OO./... X")
    assert late.actions == ("3",)
    poker = gamelore.play("draw_poker", ["random", "poker:call"], reasons=True)
    assert len(poker.reasons) == len(poker.actions)


def test_one_player_for_a_side_sits_at_both_seats() -> None:
    record = gamelore.play("forty_two", ["random", gamelore.make_player("random", "forty_two")], seed=1)
    assert record.players == ("random",) * 4


# How values show themselves

HTML = ("_repr_svg_", "_repr_html_")


def shown() -> dict[str, object]:
    maxims = gamelore.learn("tic_tac_toe", contests=7_000, seed=1)
    told = gamelore.explain(maxims)
    scores = gamelore.challenge("tic_tac_toe", maxims, ["random"], 4, seed=1)
    poker, dominoes = (gamelore.load_game(name) for name in ("draw_poker", "forty_two"))
    deals = [game.initial_state(game.sample_deal(np.random.default_rng(1))) for game in (poker, dominoes)]
    line = GuideEntry("a<b", "line 1", "line", "Take a < b.", 1.0, "all", 3, {}, Interval(0, 0, 0), None)
    strength = {"line": {CAREFUL: {NOT_LOST.name: {"random": scores["random"].reliability}}}}
    part = GuidePart("line", "The list", "")
    guide = Guide(maxims.game, "maxims", "ttt", 1, 4, (NOT_LOST,), strength, (), (part,), entries=(line,))
    return {
        "board": told.situation, "view": maxims.game.new_initial_state().view(0), "decision": told.decision,
        "explanation": told, "learner": maxims, "maxims": Maxims((Line("a<b"),)), "score": scores["random"],
        "scores": scores, "solution": gamelore.solve("tic_tac_toe"), "solved": gamelore.solve(deals[1]),
        "poker": deals[0], "a hand": deals[0].view(1), "dominoes": deals[1], "a seat": deals[1].view(2), "guide": guide,
    }  # fmt: skip


def test_values_show_themselves_in_a_notebook() -> None:
    for name, value in shown().items():
        text = next(getattr(value, way)() for way in HTML if hasattr(value, way))
        tree = ElementTree.fromstring(f"<div>{text}</div>")  # whole, and every text escaped
        assert "".join(tree.itertext()).strip(), name
        assert not {node.tag.rpartition("}")[2] for node in tree.iter()} & {"script", "link", "img"}, name
        assert not re.search(r"(?:src|href)=|url\(", text), f"{name} asks for something elsewhere"


def test_a_seat_shows_no_hand_of_another() -> None:
    for name in ("draw_poker", "forty_two"):
        game = gamelore.load_game(name)
        state = game.initial_state(game.sample_deal(np.random.default_rng(4)))
        other = state.resample_from_infostate(0, np.random.default_rng(5))
        assert str(other) != str(state)
        assert other.view(0)._repr_html_() == state.view(0)._repr_html_()
        own = " ".join(map(str, state.view(0).hand)) if name == "forty_two" else cards_text(state.view(0).hand)
        assert own in state.view(0)._repr_html_()


@pytest.mark.parametrize("wins", [0, 3, 9_999_999])
def test_scores_and_solutions_tell_themselves_in_a_line(wins: int) -> None:
    score = gamelore.Score(wins, wins and 7, wins and 3_333_333, 1.5, 100_000_000)
    state = gamelore.load_game("tic_tac_toe").new_initial_state()
    for told in (score, gamelore.solve("tic_tac_toe"), gamelore.solve(state)):
        for text in (str(told), repr(told)):
            assert len(text) <= 120
            assert "\n" not in text
    assert str(gamelore.solve("lose_tic_tac_toe")).startswith("lose_tic_tac_toe: draw for the first player; ")


def test_rows_are_flat_and_alike(tmp_path: Path) -> None:
    records = gamelore.train("tic_tac_toe", "rote", gamelore.make_regime("fixed_length", "tic_tac_toe", 4), seed=1)
    scores = gamelore.challenge("tic_tac_toe", "random", ["random", "perfect"], 4, seed=1)
    told = gamelore.explain(gamelore.learn("tic_tac_toe", contests=7_000, seed=1))
    point = CurvePoint({"perfect": Interval(50, 40, 60)}, {}, {}, {}, 20, None)
    for things in (records, scores, told, gamelore.solve("tic_tac_toe"), [point, point], [(1, 50.0)]):
        rows = gamelore.to_rows(things)
        assert rows
        assert len({tuple(row) for row in rows}) == 1, "every row has the same columns"
        assert all(v is None or type(v) in (int, float, str, bool) for row in rows for v in row.values())
    assert gamelore.to_rows(point)[0] == {
        "reliability_perfect": 50, "reliability_perfect_low": 40, "reliability_perfect_high": 60, "contests": 20,
        "regret": None,
    }  # fmt: skip
    assert [row["challenger"] for row in scores.to_rows()] == ["random", "perfect"]


def test_the_scripts_of_the_manual_are_short_and_need_the_face_alone() -> None:
    page = (Path(__file__).parent.parent / "docs" / "library.md").read_text()
    scripts = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert len(scripts) == 5
    for script in scripts:
        assert len([line for line in script.splitlines() if line.strip()]) <= 15
        assert re.findall(r"^(?:import|from) .*", script, re.MULTILINE) == ["import gamelore"]
        used = set(re.findall(r"gamelore\.(\w+)", script))
        assert used <= set(gamelore.__all__)
