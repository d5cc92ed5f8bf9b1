"""How a decision is told: what decided, the strongest reasons first, moves alike together, the truth beside them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.learners.advisors.boards import FIVE, trained

from gamelore.base.errors import BadSetting, ImpossibleState
from gamelore.base.seeds import stream
from gamelore.games import load_game
from gamelore.lab.explanation import Explanation, explain
from gamelore.learners.registry import new_learner


def explained(text: str) -> Explanation:
    learner = trained("five_mens_morris", "gamelore", 40)
    told = explain(learner, text, seed=1)
    assert told == replace(explain(learner, FIVE.parse_state(text), seed=1), decision=told.decision)
    assert told.support == learner.support(told.decision.reasons)
    return told


def test_tier_one_is_named_with_what_it_orders_and_the_truth_stands_beside() -> None:
    told = explained("XX./..O/..OX/..O/... X")
    lines = list(told.lines())
    assert lines[0] == f"plays {told.decision.action}, decided by tier 1: Victory"
    assert lines[2] == f"  {told.decision.action!s:<8}win in 1   <- chosen"
    assert any("and the same for 10-3x" in line for line in lines)
    assert lines[-1] == "  win, draw and loss are the truth, without any limit of plies"
    assert str(told) == "\n".join(lines)
    spoiled = dict.fromkeys(told.truth or (), "loss in 4") | dict.fromkeys(("10-3x6", "10-3x9", "10-3x13"), "win in 1")
    lines = list(replace(told, truth=spoiled).lines())
    assert any(line.startswith("  others: ") and "(loss in 4)" in line for line in lines)


def test_a_vote_shows_support_and_a_handful_of_reasons_unless_all_are_asked_for() -> None:
    told = explained("OO./.X./..../.../..X X 6 left")
    short, whole = list(told.lines()), list(told.lines(everything=True))
    chosen = told.support[str(told.decision.action)]
    assert any(f"support {chosen:+.2f}" in line and "<- chosen" in line for line in short)
    assert len(short) < len(whole)
    spoken = [line for line in whole if "strength" in line and "weight" in line]
    assert len(spoken) <= len(told.reasons)
    assert not any("more" in line.split()[-1:] for line in whole)


def test_the_same_in_plain_values_has_everything_that_the_vote_needs() -> None:
    told = explained("OO./.X./..../.../..X X 6 left")
    values = told.to_mapping()
    assert values["state"] == "OO./.X./..../.../..X X 6 left"
    assert values["action"] == str(told.decision.action)
    assert values["by"] == "tier 2: vote"
    assert isinstance(values["reasons"], list)
    assert len(values["reasons"]) == len(told.reasons)
    assert set(values["reasons"][0]) == {"who", "sentence", "action", "strength", "weight"}


def test_where_hands_are_hidden_the_seat_that_decides_is_all_that_is_looked_at() -> None:
    game = load_game("draw_poker")
    learner = new_learner("waterman", game)
    state = game.new_initial_state(stream(3))
    told = explain(learner, state)
    assert told.situation == state.view(state.current_player())
    assert told.truth is None
    assert explain(learner, str(told.situation)).to_mapping() == told.to_mapping()
    assert explain(learner, seed=3).situation == told.situation
    with pytest.raises(ImpossibleState, match="not this seat's turn"):
        explain(learner, state.view(1 - state.current_player()))


def test_a_situation_of_another_game_or_one_that_is_over_is_refused() -> None:
    learner = new_learner("rote", load_game("tic_tac_toe"))
    with pytest.raises(BadSetting, match="plays load_game\\('tic_tac_toe'\\), but the situation is one of"):
        explain(learner, FIVE.new_initial_state())
    with pytest.raises(ImpossibleState, match="the contest is over; there is nothing to decide"):
        explain(learner, "XXX/OO./... O")
