"""Judges of practice come from the kit: a course hands a learner the one that its game brings, or says it has none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import numpy as np
import pytest
from tests.plain_games import Kuhn, Nim
from tests.tinker import Tinker, TinkerSettings

from gamelore.arena.regimes import make_regime, practice
from gamelore.arena.training import train
from gamelore.base.arrays import Floats, Ints
from gamelore.base.errors import NotAvailable
from gamelore.games import load_game
from gamelore.games.core import AnyGame
from gamelore.games.kit import Kit
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import MaximList, list_text
from gamelore.learners.registry import learner_class, new_learner


@pytest.mark.parametrize(
    ("game", "kind", "judge"),
    [
        (load_game("tic_tac_toe"), "maxims", "BoardJudge"),
        (Nim(6), "maxims", "LineJudge"),
        (load_game("forty_two"), "maxims", "FortyTwoJudge"),
        (load_game("forty_two"), "cogap", "LinesPlay"),
        (load_game("draw_poker"), "waterman", "PokerJudge"),
    ],
)
def test_each_learner_that_practises_is_handed_the_judge_of_its_games_kit(game: AnyGame, kind: str, judge: str) -> None:
    learner = new_learner(kind, game)
    made = game.kit.part(f"judge_of_{learner.practises}")(game, learner.settings, {})
    assert type(made).__name__ == judge
    assert made.each > 0
    assert kind == "cogap" or made.opponents


def test_a_game_without_a_judge_is_told_in_a_sentence() -> None:
    game = UnjudgedNim(6)
    with pytest.raises(NotAvailable, match="unjudged_nim has no judge of lines, so that maxims cannot practise it"):
        next(iter(train(game, new_learner("maxims", game), practice(), seed=1)))


def test_whoever_wants_nothing_judged_and_whoever_has_a_judge_is_handed_none() -> None:
    tinker = Tinker(Nim(), TinkerSettings())
    assert tinker.practises == ""
    game = load_game("tic_tac_toe")
    learner, mine = new_learner("maxims", game), Likes(game)
    learner.judge = mine
    next(iter(train(game, learner, make_regime("practice", game, 4_000), seed=1)))
    assert learner.judge is mine


class Likes:
    """A judge that wants to see one line, whatever is played."""

    opponents = ("nobody",)
    each = 1

    def __init__(self, game: AnyGame, settings: object = None, players: Mapping[str, object] | None = None) -> None:
        self.game = game

    def contests(self, lists: Sequence[MaximList], rounds: range, seed: int) -> Floats:
        return np.array([[[5.0 * ("fewest winning_replies" in list_text(x))] * len(rounds)] for x in lists])

    def scores(self, lists: Sequence[MaximList], found: Ints | Floats) -> list[float]:
        return [float(rows.mean()) for rows in found]


class JudgedNim(Nim):
    """A stranger's game that brings a judge of its own."""

    name = "judged_nim"
    kit: ClassVar[Kit] = Kit(judge_of_lines="tests.arena.test_judges:Likes")


class UnjudgedNim(Nim):
    """A game whose kit leaves the judge out."""

    name = "unjudged_nim"
    kit: ClassVar[Kit] = Kit(judge_of_lines="")


def test_a_game_that_nobody_knows_brings_its_judge_and_gets_lines() -> None:
    game = JudgedNim(6)
    learner = new_learner("maxims", game)
    assert isinstance(learner, MaximLearner)
    for _ in train(game, learner, make_regime("practice", game, 20_000), seed=1):
        pass
    assert list_text(learner.lines) == "fewest winning_replies"


def test_maxims_are_for_whatever_has_a_reader() -> None:
    maxims = learner_class("maxims")
    assert all(maxims.plays(game) for game in (Nim(), load_game("shisima"), load_game("forty_two")))
    assert not any(maxims.plays(game) for game in (Kuhn(), Nim(seats=3), load_game("draw_poker")))
