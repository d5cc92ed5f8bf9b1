"""A course teaches whom it trains: one that offers nothing that a learner learns from is refused before it begins."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gamelore.app.cli import main
from gamelore.arena.regimes import make_regime
from gamelore.arena.training import require_budget, train
from gamelore.base.errors import BadSetting
from gamelore.games import load_game
from gamelore.lab.engine.experiment import Experiment
from gamelore.learners.core import Learner
from gamelore.learners.registry import learner_class, learner_names, new_learner


def least(learner: Learner, regime: str) -> int:
    """How many contests a course is told to need that has too few."""
    with pytest.raises(BadSetting) as told:
        require_budget(learner, make_regime(regime, learner.game, 1))
    found = re.fullmatch(
        rf"learner {learner.kind} needs ([\d,]+) contests of practice before it has learned anything; 1 are too few",
        str(told.value),
    )
    assert found is not None, told.value
    return int(found[1].replace(",", ""))


@pytest.mark.parametrize(
    ("game", "learner", "preset", "regime"),
    [
        ("tic_tac_toe", "maxims", "", "fixed_length"),
        ("tic_tac_toe", "maxims", "", "double_cycle"),
        ("tic_tac_toe", "hoyle", "", "practice"),
        ("tic_tac_toe", "rote", "", "long_practice"),
        ("draw_poker", "waterman", "practised", "poker_rounds"),
        ("draw_poker", "waterman", "calibrated", "poker_rounds"),
        ("draw_poker", "waterman", "calibrated_implicit", "long_practice"),
    ],
)
def test_a_course_that_teaches_nothing_is_refused(game: str, learner: str, preset: str, regime: str) -> None:
    loaded = load_game(game)
    made = new_learner(learner, loaded, preset or None)
    with pytest.raises(BadSetting, match=f"learner {learner} learns from .*, and .* its usual course is"):
        next(train(loaded, made, make_regime(regime, loaded), seed=0))
    with pytest.raises(BadSetting, match=f"learner {learner} learns from"):
        Experiment(game, learner=learner, preset=preset, regime=regime)


def test_every_learner_learns_from_its_usual_course() -> None:
    ours = [learner_class(name) for name in learner_names()]
    for kind in ours:
        for settings in kind.presets.values():
            for game in map(load_game, ("tic_tac_toe", "draw_poker", "forty_two")):
                if kind.plays(game):
                    regime = make_regime(kind.usual_regime(settings), game)
                    regime.require(new_learner(kind.kind, game, settings=settings))


def test_the_command_writes_nothing_for_a_course_that_teaches_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["learn", "tic_tac_toe", "--learner", "maxims", "--regime", "double_cycle", "--out", str(tmp_path / "x")]
    assert main(words) == 2
    told = capsys.readouterr().err
    assert "learner maxims learns from practice by itself, and 'double_cycle' has only contests" in told
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("game", ["tic_tac_toe", "lose_tic_tac_toe"])
def test_maxims_have_their_first_line_with_exactly_what_they_are_told_to_need(game: str) -> None:
    learner = new_learner("maxims", game)
    needed = least(learner, "long_practice")
    with pytest.raises(BadSetting, match=f"{needed - 1:,} are too few"):
        next(train(game, learner, make_regime("long_practice", game, needed - 1), seed=1))
    assert not list(learner.lore())
    for _ in train(game, learner, make_regime("long_practice", game, needed), seed=1):
        pass
    assert list(learner.lore())


def test_what_is_left_of_a_step_is_reckoned_with() -> None:
    learner = new_learner("maxims", "tic_tac_toe")
    whole, short = least(learner, "long_practice"), least(learner, "practice")
    assert short > whole, "steps of 500 contests lose more than steps of 5,000"
    for _ in train("tic_tac_toe", learner, make_regime("practice", "tic_tac_toe", short), seed=1):
        pass
    assert list(learner.lore())


@pytest.mark.parametrize(
    ("game", "learner", "regime", "needed"),
    [("draw_poker", "waterman", "long_practice", 112_000), ("forty_two", "cogap", "forty_two_hands", 6_720)],
)
def test_a_budget_that_teaches_nothing_is_refused_before_it_begins(
    game: str, learner: str, regime: str, needed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = new_learner(learner, game)
    assert least(made, regime) == needed
    require_budget(made, make_regime(regime, made.game, needed))
    with pytest.raises(BadSetting, match="learns nothing from 500 contests of practice at a time, as 'practice' has"):
        require_budget(made, make_regime("practice", made.game))
    with pytest.raises(BadSetting, match="are too few"):
        Experiment(game, learner=learner, regime=regime, contests=needed - 1)
    words = ["learn", game, "--learner", learner, "--contests", "10", "--out", str(tmp_path / "x")]
    assert main(words) == 2
    assert f"needs {needed:,} contests of practice before it has learned anything; 10 are" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_bidder_has_as_many_contests_as_it_was_given() -> None:
    learner = new_learner("cogap", "forty_two")
    records = list(train("forty_two", learner, make_regime("forty_two_hands", "forty_two", 10_000), seed=1))
    assert [record.labels["practised"] for record in records] == [6_720, 3_280], "what is too little for a deal is lost"


def test_a_teacher_is_whoever_corrects_or_is_a_model() -> None:
    taught = {name: make_regime(name, "tic_tac_toe").has_teacher for name in ("fixed_length", "double_cycle")}
    taught |= {name: make_regime(name, "draw_poker").has_teacher for name in ("poker_coached", "poker_rounds")}
    taught |= {name: make_regime(name, "tic_tac_toe").has_teacher for name in ("coached_practice", "long_practice")}
    assert taught == {
        "fixed_length": True, "double_cycle": True, "poker_coached": True, "poker_rounds": False,
        "coached_practice": True, "long_practice": False,
    }  # fmt: skip
