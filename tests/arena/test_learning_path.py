"""From nothing to a saved agent that plays better: the whole path with the smallest learner."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamelore.arena import challenge, make_player, make_regime, train
from gamelore.games import Record, load_game
from gamelore.learners.registry import load_agent, new_learner, save_agent
from gamelore.learners.rote import RoteSettings

LOSE = load_game("lose_tic_tac_toe")


@pytest.mark.parametrize(
    ("own", "regime", "least"), [(False, "double_cycle", 40.0), (True, "lesson_and_practice", 80.0)]
)
def test_a_learner_trains_is_saved_and_holds_its_own(own: bool, regime: str, least: float, tmp_path: Path) -> None:
    learner = new_learner("rote", LOSE, settings=RoteSettings(own=own, experts=True))
    before = challenge(LOSE, learner, ["perfect"], 30, seed=1)["perfect"].reliability
    assert before.low < 21.07 < before.high  # who knows nothing plays at random

    records = list(train(LOSE, learner, make_regime(regime, LOSE), seed=1))
    save_agent(learner, tmp_path / "agent", beside={"contests.jsonl": "".join(r.to_json() + "\n" for r in records)})

    agent = make_player(f"agent:{tmp_path / 'agent'}", LOSE)
    after = challenge(LOSE, agent, ["perfect"], 30, seed=1)["perfect"]
    assert after == challenge(LOSE, learner, ["perfect"], 30, seed=1)["perfect"]
    assert after.reliability.mean > least

    lines = (tmp_path / "agent" / "contests.jsonl").read_text().splitlines()
    assert [Record.from_json(line) for line in lines] == records
    for record in records:
        assert record.final_state(LOSE).returns() == record.returns
    assert load_agent(tmp_path / "agent").edited == ()
