"""`gamelore lore` prints what was learned, holds it against the oracle and draws it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gamelore.app.cli import main


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A learner of pairs that watched a few contests."""
    folder = tmp_path_factory.mktemp("lore") / "agent"
    assert main(["learn", "lose_tic_tac_toe", "--learner", "pairs", "--contests", "24", "--out", str(folder)]) == 0
    return folder


def test_lore_prints_sentences(agent: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lore", str(agent), "--most", "3"]) == 0
    carries, _, said = capsys.readouterr().out.partition("\nWhat it says of itself:\n")
    assert carries.startswith("What carries it: ")
    assert "% not lost" in carries.splitlines()[0]
    assert len(said.splitlines()) == 3
    assert all("play" in line for line in said.splitlines())


def test_lore_holds_heuristics_against_the_oracle_and_draws_them(
    agent: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pictures = tmp_path / "pictures"
    assert main(["lore", str(agent), "--accuracy", "--pictures", str(pictures), "--most", "4", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["heuristics"]) == 4
    assert all(0 <= row["accuracy"] <= 1 for row in found["heuristics"])
    assert all(row["name"] and row["text"] and row["sentence"] for row in found["heuristics"])
    assert found["all"]["right"] > found["all"]["chance"]
    assert found["all"]["of_weight_1"]["often"] <= found["all"]["often"]
    assert found["all"]["clearly_worse_than_chance"] <= found["all"]["no_better_than_chance"]
    drawn = sorted(path.name for path in pictures.iterdir())
    assert drawn == ["0001.svg", "0002.svg", "0003.svg", "0004.svg"]
    assert "right in" in (pictures / "0001.svg").read_text()


def test_lore_says_when_a_search_stands_in_for_the_oracle_and_what_it_speaks_against(
    agent: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gamelore.lab.accuracy.CONTESTS", 2)
    assert main(["lore", str(agent), "--accuracy", "--most", "500"]) == 0
    known = capsys.readouterr().out
    assert "Moves are judged by the oracle." in known
    assert "Against the oracle: right in" in known
    assert "speaks against" not in known
    monkeypatch.setattr("gamelore.lab.accuracy.has_easy_truth", lambda _: False)
    assert main(["lore", str(agent), "--accuracy", "--most", "500"]) == 0
    guessed = capsys.readouterr().out
    assert "Moves are judged by a search of 4 plies, which may be wrong." in guessed
    assert "Against the search: right in" in guessed
    refuted = guessed.count("It speaks against this.")
    assert f"{refuted} clearly worse." in guessed
    assert main(["lore", str(agent), "--accuracy", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["all"]["judged_by"].startswith("a search")


def test_pictures_never_replace_what_is_there(agent: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lore", str(agent), "--pictures", str(tmp_path)]) == 2
    assert "exists already" in capsys.readouterr().err


def test_a_learner_without_single_heuristics_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "rote"
    assert main(["learn", "tic_tac_toe", "--learner", "rote", "--contests", "2", "--out", str(folder)]) == 0
    assert main(["lore", str(folder)]) == 0
    assert main(["lore", str(folder), "--accuracy"]) == 2
    assert "no heuristics" in capsys.readouterr().err
