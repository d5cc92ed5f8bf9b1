"""`gamelore teach`: labelled hands into a bidder's folder that explains itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gamelore.app.cli import main
from gamelore.base.seeds import stream
from gamelore.games.forty_two import make
from gamelore.learners.registry import load_agent
from gamelore.oracles.forty_two.labelled_store import STORE_VERSION, LabelledHand, Store, label_round
from gamelore.oracles.forty_two.labels import THIRTY_ONLY, Label
from gamelore.oracles.forty_two.pricing import Price, candidate_trumps
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


def test_hands_that_a_person_labelled_teach_without_counts_and_beside_ours(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "mine.jsonl"
    rows = (
        {"hand": "0-0 6-0 2-2 4-2 2-0 5-5 5-3", "call": 30, "trump": "blanks", "why": "three trumps with the double"},
        {"hand": "1-0 2-0 3-1 5-3 6-2 6-3 5-1", "call": "pass"},
    )
    mine.write_text("".join(json.dumps(row) + "\n" for row in rows))
    folder = tmp_path / "own"
    assert main(["teach", "--store", str(mine), "--preset", "thesis", "--out", str(folder), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["hands"], said["without_counts"], said["labels"]) == (2, 2, "own")
    assert "three trumps with the double" in (folder / "protocols.txt").read_text()
    both = tmp_path / "both"
    assert main(["teach", "--store", str(mine), "--ours", "8", "--out", str(both)]) == 0
    assert "2 of them have no counts" in " ".join(capsys.readouterr().out.split())
    assert len(load_agent(both).learner.knowledge()["lessons.txt"].splitlines()) == 11
    for wrong, words in (
        (["--ours", "8"], "go before those of --store"),
        (["--store", str(mine), "--played-out"], "keep the labels that they have"),
    ):
        assert main(["teach", *wrong, "--out", str(tmp_path / "no")]) == 2
        assert words in capsys.readouterr().err
