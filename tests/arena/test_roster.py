"""Players by name, with one clear error for every bad name or setting."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.plain_games import Kuhn, Nim

from gamelore.arena.contest import ContestKey, Learning, play
from gamelore.arena.players import Challenger, Perfect, Random, Reasonable
from gamelore.arena.roster import CHALLENGERS, Entry, make_player, register_player, roster, usual_challengers
from gamelore.arena.search import Search
from gamelore.base.errors import BadSetting, GameloreError, NotAvailable, UnknownName
from gamelore.games import load_game
from gamelore.learners.registry import save_agent
from gamelore.learners.rote import Rote, RoteSettings


def test_where_nobody_is_perfect_the_search_is_met_unasked() -> None:
    assert usual_challengers(load_game("nine_mens_morris")) == ("search", "expert", "novice", "random")
    assert usual_challengers(load_game("six_mens_morris")) == CHALLENGERS
    for name in usual_challengers(load_game("nine_mens_morris")):
        make_player(name, load_game("nine_mens_morris"))


def test_the_four_challengers_of_a_solved_game() -> None:
    game = load_game("lose_tic_tac_toe")
    perfect, expert, novice, random = (make_player(name, game) for name in CHALLENGERS)
    assert isinstance(perfect, Perfect)
    assert perfect.choice.style == "uniform"
    assert isinstance(expert, Challenger)
    assert isinstance(novice, Challenger)
    assert (expert.error_share, novice.error_share) == (0.10, 0.70)
    assert isinstance(expert.strong, Perfect)
    assert isinstance(random, Random)
    assert [player.name for player in (perfect, expert, novice, random)] == list(CHALLENGERS)


def test_settings_choose_the_style_and_the_kind_of_error() -> None:
    game = load_game("lose_tic_tac_toe")
    player = make_player("novice", game, errors="reasonable_error", style="assertive")
    assert isinstance(player, Challenger)
    assert isinstance(player.error, Reasonable)
    assert isinstance(player.strong, Perfect)
    assert (player.error_share, player.strong.choice.style) == (0.70, "assertive")


def test_games_that_nobody_solves_have_a_searching_expert() -> None:
    for game in (load_game("nine_mens_morris"), Nim()):
        expert = make_player("expert", game)
        assert isinstance(expert, Challenger)
        assert isinstance(expert.strong, Search)


def test_a_perfect_player_of_an_unsolved_game_is_not_available() -> None:
    with pytest.raises(NotAvailable, match="search"):
        make_player("perfect", Nim())
    with pytest.raises(NotAvailable):
        make_player("perfect", load_game("nine_mens_morris"))
    for name in ("perfect", "expert", "novice"):
        with pytest.raises(NotAvailable, match=f"player {name} must see the whole state, which kuhn hides"):
            make_player(name, Kuhn())


@pytest.mark.parametrize(
    ("name", "settings", "message"),
    [
        ("expret", {}, "did you mean 'expert'"),
        ("perfect", {"style": "wild"}, "setting 'style': expected one of"),
        ("perfect", {"stile": "uniform"}, "did you mean 'style'"),
        ("perfect", {"stray": 2.0}, "between 0 and 1"),
        ("agent", {}, "expected 'agent:FOLDER'"),
        ("agent:", {}, "expected 'agent:FOLDER'"),
        ("random:5", {}, "expected 'random'"),
        ("random:", {}, "expected 'random'"),
        ("search:0", {}, "at least one ply ahead"),
        ("search:13", {}, "at most 12 plies ahead"),
        ("search:", {}, "expected 'search:DEPTH'"),
        ("search:deep", {}, "expected a whole number"),
        ("uct", {}, "expected 'uct:TRIES'"),
        ("uct:0", {}, "from 1 to 100,000 tries"),
        ("uct:999999999", {}, "expected a whole number"),
        ("agent:no/such/folder", {}, "is not a learned agent"),
    ],
)
def test_a_bad_name_or_setting_is_one_clear_error(name: str, settings: dict[str, object], message: str) -> None:
    with pytest.raises(GameloreError, match=message):
        make_player(name, load_game("tic_tac_toe"), **settings)


def test_a_learned_agent_sits_down_from_its_folder(tmp_path: Path) -> None:
    game = load_game("lose_tic_tac_toe")
    learner = Rote(game, RoteSettings())
    play(game, [learner, Random()], learning=Learning())
    save_agent(learner, tmp_path / "mine")
    player = make_player(f"agent:{tmp_path / 'mine'}", game)
    assert isinstance(player, Rote)
    again = [play(game, [who, Random()], ContestKey(3)).actions for who in (learner, player)]
    assert again[0] == again[1]
    with pytest.raises(BadSetting, match="learned load_game"):
        make_player(f"agent:{tmp_path / 'mine'}", load_game("tic_tac_toe"))


def test_further_players_register_once() -> None:
    entry = Entry(lambda game, settings, argument: Random(argument), "for this test", "NAME")
    register_player("test_only", entry)
    assert roster(load_game("tic_tac_toe"))["test_only"] is entry
    assert make_player("test_only:fred", Kuhn()).name == "fred"
    with pytest.raises(ValueError, match="registered already"):
        register_player("test_only", Entry(entry.make, "another"))
    with pytest.raises(UnknownName):
        make_player("nobody", Kuhn())
