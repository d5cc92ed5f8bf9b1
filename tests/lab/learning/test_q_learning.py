"""Tabular Q-learning: the sums by hand, self-play and a teacher, the table as text, and the promises of a learner."""

from __future__ import annotations

import pytest
from tests.plain_games import Nim, Take

from gamelore.arena.regimes import LEARNER, Block, Regime
from gamelore.arena.training import train
from gamelore.base.errors import DamagedFile
from gamelore.base.seeds import stream
from gamelore.games import Record, load_game
from gamelore.lab.learning.q_learning import TABLE_FILE, QLearning
from gamelore.learners.check import check_learner
from gamelore.learners.core import ContestInfo

SELF_PLAY = Regime("self_play", (Block((LEARNER, LEARNER), 1),), 400)


def heard(learner: QLearning, actions: tuple[str, ...], seats: tuple[int, ...] = (0, 1)) -> None:
    """Let a learner have played a contest of nim at some seats."""
    state = learner.game.new_initial_state()
    for text in actions:
        state = state.child(learner.game.parse_action(text))
    record = Record(learner.game.name, ("a", "b"), actions, state.returns(), "rules")
    learner.begin(seats[0], ContestInfo(learner.game, record.players, learning=True, seats=seats))
    learner.end(record)


def rows(learner: QLearning) -> list[str]:
    return learner.knowledge()[TABLE_FILE].splitlines()[1:]


def test_a_value_moves_a_tenth_towards_the_payment_and_then_towards_the_best_that_follows() -> None:
    learner = QLearning(Nim(5))
    heard(learner, ("take 1", "take 1", "take 3"), seats=(0,))
    assert rows(learner) == ["3 stones, A moves\ttake 3\t0.1", "5 stones, A moves\ttake 1\t0.0"]
    heard(learner, ("take 1", "take 1", "take 3"), seats=(0,))
    assert rows(learner) == ["3 stones, A moves\ttake 3\t0.19", "5 stones, A moves\ttake 1\t0.010000000000000002"]


def test_what_was_never_tried_is_worth_nothing_so_that_a_loss_behind_it_does_not_count_yet() -> None:
    learner = QLearning(Nim(5))
    heard(learner, ("take 1", "take 1", "take 1", "take 2"), seats=(0,))
    heard(learner, ("take 1", "take 1", "take 1", "take 2"), seats=(0,))
    assert learner.table["3 stones, A moves"] == {"take 1": -0.19}
    assert learner.table["5 stones, A moves"] == {"take 1": 0.0}


def test_it_teaches_itself_to_take_the_last_stones() -> None:
    nim = Nim(7)
    learner = QLearning(nim)
    for _ in train(nim, learner, SELF_PLAY, seed=1):
        pass
    learner.begin(0, ContestInfo(nim, ("a", "b"), seats=(0,)))
    found = {stones: learner.decide(nim.parse_state(f"{stones} stones, A moves").view(0), stream(0)).action
             for stones in (2, 3, 5, 7)}  # fmt: skip
    assert found == {2: Take(2), 3: Take(3), 5: Take(1), 7: Take(3)}


def test_it_tries_things_out_only_while_it_learns() -> None:
    nim = Nim(3)
    learner = QLearning(nim)
    learner.table = {"3 stones, A moves": {"take 3": 1.0}}

    def deciders(learning: bool) -> set[str]:
        learner.begin(0, ContestInfo(nim, ("a", "b"), learning=learning, seats=(0,)))
        return {learner.decide(nim.new_initial_state().view(0), stream(n)).by for n in range(40)}

    assert deciders(False) == {"table"}
    assert deciders(True) == {"table", "trial"}


def test_its_table_reads_back_and_damage_is_named() -> None:
    game = load_game("tic_tac_toe")
    learner = QLearning(game)
    for _ in train(game, learner, Regime("taught", (Block((LEARNER, "perfect"), 2),), 6), seed=2):
        pass
    again = QLearning(game)
    again.restore(learner.knowledge(), "there")
    assert again.table == learner.table
    text = learner.knowledge()[TABLE_FILE]
    for old, new, told in (("value", "worth", "columns"), ("\t0.", "\tx", "number"), ("\t5\t", "\t55\t", ":")):
        with pytest.raises(DamagedFile, match=told):
            again.restore({TABLE_FILE: text.replace(old, new)}, "there")
    assert again.table == learner.table


@pytest.mark.parametrize("game", ["tic_tac_toe", "draw_poker"])
def test_it_keeps_every_promise_of_a_learner(game: str) -> None:
    assert check_learner(QLearning, load_game(game), stream(1), contests=2).decisions > 4
