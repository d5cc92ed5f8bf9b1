"""`gamelore teach`: labelled hands into a bidder's folder that explains itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gamelore.app.cli import main
from gamelore.base.seeds import stream
from gamelore.games.forty_two import make
from gamelore.learners.registry import load_agent
from gamelore.oracles.forty_two.labels import THIRTY_ONLY, Label
from gamelore.oracles.forty_two.pricing import Price, candidate_trumps
from gamelore.oracles.forty_two.store import STORE_VERSION, LabelledHand, Store, label_round
from gamelore.oracles.forty_two.trainer import round_deal


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """Ten rounds whose prices say little: enough to walk the whole way."""
    rng = stream(0)
    hands: list[LabelledHand] = []
    for number in range(10):
        raw = []
        for place, hand in enumerate(round_deal(1, number).hands):
            prices = {
                trump: Price(28, tuple(int(n) for n in rng.multinomial(60, [1 / 15] * 15)))
                for trump in candidate_trumps(hand)
            }
            defence = Price(24, tuple(int(n) for n in rng.multinomial(60, [1 / 19] * 19)))
            raw.append(LabelledHand("choose", number, place, hand, (), prices, defence, Label(0, 0.0, 0, 0.0, 0, 0)))
        hands += label_round(raw, THIRTY_ONLY)
    path = tmp_path / "hands.jsonl"
    facts = {"version": STORE_VERSION, "rule": THIRTY_ONLY.name, "hands": len(hands)}
    path.write_text(Store(facts, tuple(hands)).to_text())
    return path


def test_hands_become_a_bidder_that_explains_itself(
    store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "bidder"
    assert main(["teach", "--store", str(store), "--hands", "30", "--out", str(folder), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["hands"] == 30
    assert main(["explain", str(folder), "A | dealer A | 0-0 6-0 2-2 4-2 2-0 5-5 5-3", "--all"]) == 0
    text = capsys.readouterr().out
    assert "trump 0: PRMW: sure winners: 2-2 5-5; extra trumps: 1" in text
    assert "phase two: best trump" in text


def test_too_many_hands_and_unknown_settings_are_one_sentence(
    store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "bidder"
    assert main(["teach", "--store", str(store), "--hands", "41", "--out", str(folder)]) == 2
    assert "has 40 hands to learn from, not 41" in capsys.readouterr().err
    assert main(["teach", "--store", str(store), "--set", "fadding=0.2", "--out", str(folder)]) == 2
    assert "did you mean 'fading'" in capsys.readouterr().err
    assert not folder.exists()


def test_a_bidder_can_be_taught_for_another_rule_set(store: Path, tmp_path: Path) -> None:
    folder = tmp_path / "modern"
    assert main(["teach", "--store", str(store), "--with", "rules=modern", "--out", str(folder)]) == 0
    assert load_agent(folder).learner.game == make("modern")
