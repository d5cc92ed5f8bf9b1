"""How a decision is told: what decided, the strongest reasons first, moves alike together, the truth beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from tests.learners.advisors.boards import FIVE, trained

from gamelore.base.errors import BadSetting, ImpossibleState
from gamelore.base.seeds import stream
from gamelore.games import load_game
from gamelore.lab.explanation import Explanation, explain
from gamelore.learners.core import Decision, Reason
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


def made_up(
    chosen: str, reasons: Sequence[Reason], worths: Sequence[float], support: Mapping[str, float]
) -> Explanation:
    state = FIVE.parse_state("OO./.X./..../.../..X X 6 left")
    decision = Decision(FIVE.parse_action(chosen), "test", lambda: reasons)
    return Explanation(state, decision, tuple(reasons), tuple(worths), support, None)


def test_the_chosen_move_has_three_reasons_for_it_and_the_strongest_against_it() -> None:
    reasons = [Reason(f"voice {n}", f"says {n}", "3", 5.0, 1.0) for n in range(6)]
    told = list(made_up("3", reasons, [0.1, 4.0, -3.0, 2.0, 3.0, -5.0], {"3": 1.1}).lines())
    assert [line.strip() for line in told if "voice" in line] == [
        "voice 1 (strength 5, weight 1): says 1",
        "voice 4 (strength 5, weight 1): says 4",
        "voice 3 (strength 5, weight 1): says 3",
        "voice 5 (strength 5, weight 1), against it: says 5",
    ]
    assert "      and 2 more" in told


def test_then_comes_the_best_alternative_and_what_speaks_against_it() -> None:
    reasons = [Reason(who, f"{who} speaks", action) for who, action in zip("abcdef", "346667", strict=True)]
    worths = [1.0, -9.0, 2.0, -1.0, -3.0, -1.0]
    told = list(made_up("3", reasons, worths, {"3": 1.0, "4": -9.0, "6": -2.0}).lines())
    best = next(n for n, line in enumerate(told) if line.endswith("<- best alternative"))
    assert told[best].split()[0] == "6"
    assert told[best + 1 : best + 4] == [
        "      e, against it: e speaks", "      d, against it: d speaks", "      and 1 more",
    ]  # fmt: skip
    assert any(line.startswith("  others: 4 (support -9.00)") for line in told)


def test_a_move_that_is_left_when_all_others_are_out_says_so() -> None:
    legal = [str(action) for action in FIVE.parse_state("OO./.X./..../.../..X X 6 left").legal_actions()]
    out = [Reason("Disciple", f"{action} is out", action, -1.0) for action in legal if action != "3"]
    assert "      is what is left: all other moves are out" in made_up("3", out, [-1.0] * len(out), {}).lines()
    assert (
        "      is what is left: all other moves are out" not in made_up("3", out[1:], [-1.0] * len(out[1:]), {}).lines()
    )


def test_many_words_about_the_situation_are_cut_and_a_decision_without_a_word_is_told_alone() -> None:
    reasons = [Reason("voice", f"says {n}") for n in range(5)]
    short = list(made_up("3", reasons, [0.0] * 5, {}).lines())
    assert [line.strip() for line in short[:5]] == [
        "plays 3, decided by test", "voice: says 0", "voice: says 1", "voice: says 2", "and 2 more",
    ]  # fmt: skip
    assert not any("and the same for" in line for line in short)
    assert "  voice: says 4" in made_up("3", reasons, [0.0] * 5, {}).lines(everything=True)
    assert list(made_up("3", [], [], {}).lines()) == ["plays 3, decided by test"]


def test_a_weight_below_zero_turns_support_into_opposition() -> None:
    learner = trained("five_mens_morris", "gamelore", 40)
    told = explain(learner, "OO./.X./..../.../..X X 6 left", seed=1)
    votes = [(reason, worth) for reason, worth in zip(told.reasons, told.worths, strict=True) if reason.weight]
    assert all(worth == round(learner.support([reason])[reason.action], 2) for reason, worth in votes)
    assert {worth < 0 for _, worth in votes} == {True, False}


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
