"""A list beside a learner of the sources."""

from __future__ import annotations

import json

import pytest
from tests.board_states import board_game

from gamelore.app.cli import main
from gamelore.base.errors import NotAvailable
from gamelore.games import load_game
from gamelore.lab.guide.beside import beside
from gamelore.learners.maxims.shipped import shipped_learner


def test_published_learner_ours_and_the_list_stand_side_by_side_with_their_price() -> None:
    learner = shipped_learner(board_game("lose_tic_tac_toe"))
    rows = beside(learner, "rote", contests=2, seed=1)
    assert [row.name for row in rows] == [
        "Standard Hoyle, 2003", "Hoyle with the Seq-Advisor, 2003", "Hoyle without new heuristics, 1998",
        "Hoyle with new heuristics, 1998", "rote, ours", "maxims",
    ]  # fmt: skip
    printed, ours, maxims = rows[0], rows[-2], rows[-1]
    assert printed.strength["expert"] == (97.0, 18.2)
    assert (printed.words, printed.contests, printed.deciding) == (None, 160, None)
    assert (ours.contests, maxims.contests) == (160, learner.maxims.found["practised"])
    assert maxims.words == sum(len(line.split()) for line in learner.lore())
    assert ours.learning is not None
    assert all(row.deciding is not None and row.deciding > 0 for row in (ours, maxims))


def test_hidden_games_have_no_perfect_player_to_watch() -> None:
    with pytest.raises(NotAvailable, match="perfect player"):
        beside(shipped_learner(load_game("forty_two")), "hoyle", contests=2, seed=1)


def test_the_command_prints_it_as_values(capsys: pytest.CaptureFixture[str]) -> None:
    main(["guide", "lose_tic_tac_toe", "--beside", "rote", "--contests", "2", "--json"])
    rows = json.loads(capsys.readouterr().out)
    assert rows[-1]["name"] == "maxims"
    assert set(rows[-1]["strength"]) == {"perfect", "expert", "novice", "random"}
