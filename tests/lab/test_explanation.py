"""How a decision is told: what decided, the strongest reasons first, moves alike together, the truth beside them."""

from __future__ import annotations

from tests.learners.advisors.boards import FIVE, trained

from gamelore.base.seeds import stream
from gamelore.lab.explanation import explanation_lines, explanation_mapping
from gamelore.learners.advisors.hoyle import Hoyle
from gamelore.learners.core import ContestInfo, Decision


def decided(text: str) -> tuple[Hoyle, Decision, list[str]]:
    learner, state = trained("five_mens_morris", "gamelore", 40), FIVE.parse_state(text)
    learner.begin(state.mover, ContestInfo(FIVE, ("hoyle", "other"), seats=(state.mover,)))
    decision = learner.decide(state.view(state.mover), stream(1))
    return learner, decision, [str(move) for move in state.legal_actions()]


def test_tier_one_is_named_with_what_it_orders_and_the_truth_stands_beside() -> None:
    learner, decision, actions = decided("XX./..O/..OX/..O/... X")
    truth = dict.fromkeys(actions, "loss in 4") | dict.fromkeys(("10-3x6", "10-3x9", "10-3x13"), "win in 1")
    lines = list(explanation_lines(learner, decision, actions, truth, everything=False))
    assert lines[0] == f"plays {decision.action}, decided by tier 1: Victory"
    assert lines[2] == f"  {decision.action!s:<8}win in 1   <- chosen"
    assert any("and the same for 10-3x" in line for line in lines)
    assert any(line.startswith("  others: ") and "(loss in 4)" in line for line in lines)


def test_a_vote_shows_support_and_a_handful_of_reasons_unless_all_are_asked_for() -> None:
    learner, decision, actions = decided("OO./.X./..../.../..X X 6 left")
    short = list(explanation_lines(learner, decision, actions, None, everything=False))
    whole = list(explanation_lines(learner, decision, actions, None, everything=True))
    support = learner.support(decision.reasons)
    assert any(f"support {support[str(decision.action)]:+.2f}" in line and "<- chosen" in line for line in short)
    assert len(short) < len(whole)
    assert short[-1] == "  --all shows every reason of every move"
    spoken = [line for line in whole if "strength" in line and "weight" in line]
    assert len(spoken) <= len(decision.reasons)
    assert not any("more" in line.split()[-1:] for line in whole)


def test_the_same_in_plain_values_has_everything_that_the_vote_needs() -> None:
    learner, decision, _ = decided("OO./.X./..../.../..X X 6 left")
    told = explanation_mapping(learner, decision, None)
    assert told["action"] == str(decision.action)
    assert told["by"] == "tier 2: vote"
    assert told["support"] == learner.support(decision.reasons)
    assert isinstance(told["reasons"], list)
    assert len(told["reasons"]) == len(decision.reasons)
