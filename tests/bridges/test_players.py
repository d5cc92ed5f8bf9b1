"""Players over the bridge, both ways, and our rules beside theirs."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pyspiel
import pytest

from gamelore.arena.contest import ContestKey, play
from gamelore.arena.players import Random
from gamelore.arena.roster import make_player
from gamelore.base.errors import BadSetting, NotAvailable
from gamelore.base.seeds import stream
from gamelore.bridges.openspiel.bots import as_bot
from gamelore.bridges.openspiel.players import MIRRORED, Mirror, as_player, compiled, their_bot, their_moves
from gamelore.bridges.openspiel.registered import register
from gamelore.games.core import AnyGame
from gamelore.games.registry import load_game

CONTESTS = 1000
SEED = 23_370


def side_by_side(game: AnyGame, contests: int, plies: int) -> set[float]:
    """Random contests in both, move by move; the results of those that ended."""
    theirs = pyspiel.load_game(MIRRORED[game.name])
    rng, results = stream(SEED), set()
    for _ in range(contests):
        ours, other = game.new_initial_state(), theirs.new_initial_state()
        for _ in range(plies):
            moves = their_moves(other)
            assert {str(action) for action in ours.legal_actions()} == set(moves), str(ours)
            assert ours.current_player() == other.current_player()
            choice = sorted(moves)[int(rng.integers(len(moves)))]
            ours = ours.child(game.parse_action(choice))
            for action in moves[choice]:
                other.apply_action(action)
            assert ours.is_terminal() == other.is_terminal(), str(ours)
            if ours.is_terminal():
                assert list(ours.returns()) == list(other.returns())
                results.add(ours.returns()[0])
                break
    return results


@pytest.mark.parametrize("name", ["tic_tac_toe", "lose_tic_tac_toe"])
def test_a_thousand_contests_of_ours_are_contests_of_theirs(name: str) -> None:
    assert side_by_side(load_game(name), CONTESTS, 9) == {1.0, 0.0, -1.0}


def test_nine_mens_morris_agrees_until_theirs_is_called_a_draw() -> None:
    # Theirs is drawn after 200 actions of its own, of which a capture is one; ours goes on.
    assert side_by_side(load_game("nine_mens_morris"), 100, 120) == {1.0, -1.0}
    assert any(differs(seed) for seed in range(20))


def differs(seed: int) -> bool:
    """Whether theirs calls a contest a draw that goes on in ours."""
    game, theirs = load_game("nine_mens_morris"), pyspiel.load_game("nine_mens_morris").new_initial_state()
    rng, ours = stream(seed), game.new_initial_state()
    while not theirs.is_terminal():
        moves = their_moves(theirs)
        choice = sorted(moves)[int(rng.integers(len(moves)))]
        ours = ours.child(game.parse_action(choice))
        for action in moves[choice]:
            theirs.apply_action(action)
    return theirs.returns() == [0.0, 0.0] and not ours.is_terminal()


# --- theirs, here -----------------------------------------------------------------------------------------------------


def test_their_search_plays_their_games_mirrored_games_and_ours() -> None:
    for name, kind in (
        ("openspiel:connect_four", "TheirSearch"),
        ("lose_tic_tac_toe", "MirroredSearch"),
        ("nine_mens_morris", "MirroredSearch"),
        ("achi", "OutsideSearch"),
    ):
        game = load_game(name)
        player = make_player("openspiel:mcts:20", game)
        assert type(player).__name__ == kind
        record = play(game, [player, Random()], ContestKey(3))
        assert record == play(game, [player, Random()], ContestKey(3))
        assert record.deciders[0] == "mcts"


def test_their_search_takes_a_win_and_says_how_often_it_tried() -> None:
    game = load_game("tic_tac_toe")
    state = game.parse_state("XX./OO./... X")
    player = make_player("openspiel:mcts:300", game)
    decision = player.decide(state.view(0), stream(1))
    assert str(decision.action) == "3"
    assert decision.reasons[0].action == "3"
    assert "of 300" in decision.reasons[0].sentence


def test_a_mirror_does_what_was_done_and_knows_when_it_cannot() -> None:
    game = load_game("nine_mens_morris")
    mirror = Mirror(game)
    state = game.new_initial_state()
    for text in ("1", "4", "2", "5"):
        state = state.child(game.parse_action(text))
    assert not mirror.follow(state)  # four plies at once are more than it looks for
    mirror, state = Mirror(game), game.new_initial_state()
    for text in ("1", "4", "2", "5", "3x4"):
        state = state.child(game.parse_action(text))
        assert mirror.follow(state)
    assert len(mirror.theirs.history()) == 6


def test_a_strange_horizon_is_not_mirrored() -> None:
    game = load_game("nine_mens_morris", flying_at=0)
    assert type(make_player("openspiel:mcts:5", game)).__name__ == "OutsideSearch"


@pytest.mark.parametrize("name", ["openspiel:mcts:0", "openspiel:mcts:x", "openspiel:alpha:3", "openspiel:mcts"])
def test_a_player_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(BadSetting):
        make_player(name, load_game("tic_tac_toe"))


def test_their_search_sees_no_hidden_hands() -> None:
    with pytest.raises(NotAvailable, match="whole state"):
        make_player("openspiel:mcts:5", load_game("draw_poker"))


def test_a_bot_in_c_is_refused_at_a_game_in_python() -> None:
    theirs = pyspiel.load_game(register(load_game("achi")))
    in_c = their_bot(pyspiel.load_game("tic_tac_toe"), 5)
    assert compiled(in_c)
    with pytest.raises(NotAvailable, match="bot of OpenSpiel in C"):
        as_player(in_c, load_game("achi"))
    assert type(their_bot(theirs, 5)).__module__ == "open_spiel.python.algorithms.mcts"
    record = play(load_game("achi"), [as_player(their_bot(theirs, 5), load_game("achi")), Random()], ContestKey(2))
    assert record.players[0] == "openspiel:MCTSBot"


def test_a_bot_in_c_ends_the_interpreter_there_which_is_why() -> None:
    code = (
        "import pyspiel\nfrom open_spiel.python.games import tic_tac_toe\n"
        "game = pyspiel.load_game('python_tic_tac_toe')\n"
        "bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 50, 100, True, 1, False)\n"
        "bot.step(game.new_initial_state())\n"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=120).returncode != 0


# --- ours, there ------------------------------------------------------------------------------------------------------


def contest(game: Any, bots: list[Any]) -> list[float]:
    state, rng = game.new_initial_state(), stream(3)
    for bot in bots:
        bot.restart()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            action = int(rng.choice(outcomes, p=odds))
        else:
            action = bots[state.current_player()].step(state)
        state.apply_action(action)
    returns: list[float] = state.returns()
    return returns


def test_a_list_of_ours_is_a_bot_of_theirs_and_never_loses() -> None:
    game = pyspiel.load_game(register(load_game("lose_tic_tac_toe")))
    for seed in range(6):
        bots = [as_bot("maxims", game, 0, seed), as_bot("random", game, 1, seed)]
        assert contest(game, bots)[0] >= 0


def test_ours_play_where_hands_are_hidden_and_meet_their_compiled_search() -> None:
    forty_two = pyspiel.load_game(register(load_game("forty_two")))
    assert sum(contest(forty_two, [as_bot("random", forty_two, seat) for seat in range(4)])) == 0
    hexes = pyspiel.load_game("hex(board_size=3)")
    assert contest(hexes, [their_bot(hexes, 200), as_bot("random", hexes, 1)]) == [1.0, -1.0]
    assert contest(hexes, [as_bot("openspiel:mcts:200", hexes, 0), as_bot("random", hexes, 1)]) == [1.0, -1.0]


def test_a_learner_of_theirs_learns_a_game_of_ours() -> None:
    """The environment of their reinforcement learners takes it as any other."""
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import tabular_qlearner

    environment = rl_environment.Environment(register(load_game("tic_tac_toe")))
    agents = [tabular_qlearner.QLearner(seat, environment.action_spec()["num_actions"]) for seat in range(2)]
    for _ in range(10):
        time_step = environment.reset()
        while not time_step.last():
            agent = agents[time_step.observations["current_player"]]
            time_step = environment.step([agent.step(time_step).action])
        for agent in agents:
            agent.step(time_step)
