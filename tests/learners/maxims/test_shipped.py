"""The lists that come with the package."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.board_states import BOARD_GAMES, board_game

from gamelore.arena.roster import make_player
from gamelore.base.errors import NotAvailable
from gamelore.base.files import read_text
from gamelore.games import load_game
from gamelore.lab.engine.experiment import Experiment
from gamelore.lab.learn import learn
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import Maxims
from gamelore.learners.maxims.proof import prove
from gamelore.learners.maxims.reader import reader_for
from gamelore.learners.maxims.shipped import FOLDER, shipped_learner, shipped_maxims, shipped_names
from gamelore.learners.maxims.texts import write_maxims


@pytest.mark.parametrize("name", shipped_names())
def test_a_shipped_list_is_readable_says_where_it_comes_from_and_is_followed(name: str) -> None:
    game = load_game(name)
    maxims = shipped_maxims(game)
    assert 1 <= len(maxims.lines) <= (16 if name == "forty_two" else 10)
    assert str(maxims.found["command"]).startswith(f"gamelore learn {name} --learner maxims ")
    assert isinstance(maxims.found["practised"], int)
    assert write_maxims(maxims, reader_for(game).wording) == read_text(FOLDER / f"{name}.toml")
    player = make_player("maxims", game)
    assert isinstance(player, MaximLearner)
    assert player.lines == maxims.lines


def test_every_board_game_has_a_list() -> None:
    assert set(BOARD_GAMES) <= set(shipped_names())


def test_the_list_of_lose_tic_tac_toe_never_loses() -> None:
    learner = shipped_learner(board_game("lose_tic_tac_toe"))
    assert prove(learner.game, learner.lines).never_loses


def test_other_rules_have_no_list() -> None:
    for game in (load_game("five_mens_morris", flying_at=3), load_game("draw_poker")):
        with pytest.raises(NotAvailable, match="no maxims come with"):
            shipped_maxims(game)


@pytest.mark.slow
def test_a_shipped_list_is_found_again_with_the_same_bytes(tmp_path: Path) -> None:
    game = board_game("lose_tic_tac_toe")
    words = str(shipped_maxims(game).found["command"]).split()
    contests, lines, seed = (words[words.index(option) + 1] for option in ("--contests", "--set", "--seed"))
    settings = {"lines": int(lines.removeprefix("lines="))}
    course = Experiment(
        game.name, learner="maxims", settings=settings, regime="long_practice", contests=int(contests), seed=int(seed)
    )
    found = learn(course, tmp_path / "again").learner
    assert isinstance(found, MaximLearner)
    again = Maxims(found.lines, {**shipped_maxims(game).found, **found.maxims.found})
    assert write_maxims(again, found.reader.wording) == read_text(FOLDER / f"{game.name}.toml")
