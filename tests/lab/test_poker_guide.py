"""The guide of draw poker measures rules in chips on the same deals, and asks for hands that the rules decide."""

from __future__ import annotations

import pytest
from tests.poker_guide import THREE, follower, guide_of, many

from gamelore.arena.poker.judge import PokerJudge
from gamelore.arena.poker.opponents import opponent
from gamelore.base.seeds import stream
from gamelore.games.poker.draw_poker import make
from gamelore.lab.guide.core import Guide, guide_mapping
from gamelore.lab.guide.poker import PANEL, winnings
from gamelore.learners.rules.learner import Waterman
from gamelore.learners.rules.poker.lists import printed


@pytest.fixture(scope="module")
def guide() -> Guide:
    return guide_of(follower())


def test_every_rule_is_told_with_chips_a_share_and_a_hand(guide: Guide) -> None:
    assert [entry.label for entry in guide.entries] == ["rule 1", "rule 2", "rule 3"]
    assert sum(entry.decides for entry in guide.entries) == pytest.approx(1)
    for number, entry in enumerate(guide.entries):
        assert set(entry.without["chips"]) == set(PANEL)
        assert entry.example is not None
        step = entry.example.step(number)
        assert step is not None
        assert step.kept == (("bet 1", "call", "drop")[number],)
    assert guide.units[0].meaning == "chips a hand"
    assert guide.left_out == 0


def test_what_a_rule_adds_is_the_judges_own_count_without_it(guide: Guide) -> None:
    game = make()
    judge = PokerJudge(game, {name: opponent(name, game) for name in PANEL})
    lists = [THREE, THREE.with_rules((THREE.rules[0], THREE.rules[2]))]
    whole, rest = judge.contests(lists, range(20), 5)
    assert guide.entries[1].loss.mean == pytest.approx((whole - rest).mean())
    assert guide.entries[1].without["chips"]["tight"].mean == pytest.approx(rest[PANEL.index("tight")].mean())
    assert guide.whole["rule"]["chips"]["tight"].mean == pytest.approx(whole[PANEL.index("tight")].mean())


def test_opponents_stand_worst_first_and_the_weakest_is_named(guide: Guide) -> None:
    scores = guide.strength["rule"]["careful"]["chips"]
    assert [figure.mean for figure in scores.values()] == sorted(figure.mean for figure in scores.values())
    weakest = guide.weakest("rule")
    assert weakest is not None
    assert weakest[0] == next(iter(scores))
    assert guide_mapping(guide)["weakest"] == {"rule": weakest[0]}


def test_a_hand_to_try_is_answered_by_what_the_learner_does(guide: Guide) -> None:
    learner = follower()
    assert len(guide.quiz) == 12
    shown = {str(entry.example.situation) for entry in guide.entries if entry.example is not None}
    for asked in guide.quiz:
        assert str(asked.situation) not in shown
        assert asked.choices[0].left == (str(learner.decide(asked.situation, stream(0)).action),)
        assert set(asked.choices[0].left) < set(asked.choices[0].options)
        *idle, last = asked.choices[0].steps
        assert all(step.kept == asked.choices[0].options and not step.applies for step in idle)
        assert last.applies


def test_of_many_rules_the_twelve_that_carry_most_are_told_in_their_order() -> None:
    learner = many()
    guide = guide_of(learner)
    assert len(guide.entries) == 12
    assert guide.left_out == len(learner.parts()) - len(guide.idle) - 12 > 0
    assert all(entry.decides or entry.carries for entry in guide.entries)
    places = [int(entry.place) for entry in guide.entries]
    assert places == sorted(places)
    assert list(guide.strength["rule"]) == ["careful", "told"]
    assert guide.price is not None
    assert "a trainer's corrections in 5,000 contests" in guide.price.told
    assert guide.price.practised is None


def test_rules_of_the_game_that_no_kernel_plays_are_played_plainly() -> None:
    game = make(replacements="deck")
    found, deals = winnings(game, [printed("builtin")], 10, 5)
    assert deals == 10
    assert found.shape == (1, len(PANEL), 2)
    again, _ = winnings(game, [printed("builtin")], 10, 5)
    assert (found == again).all()


def test_the_same_seed_gives_the_same_guide(guide: Guide) -> None:
    assert guide_mapping(guide_of(follower())) == guide_mapping(guide)


def test_who_learned_nothing_is_told_without_rules() -> None:
    from gamelore.lab.guide.making import evidence_of

    learner = Waterman(make(), Waterman.preset(None))
    assert not evidence_of(learner.game).has_list(learner)
