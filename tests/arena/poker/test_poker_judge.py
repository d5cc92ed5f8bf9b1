"""The judge of practice at draw poker: contests that replay exactly, take-backs, and what the strong player wins."""

from __future__ import annotations

import numpy as np
import pytest

from gamelore.arena.poker.exploiter import student_of
from gamelore.arena.poker.judge import PANEL, PokerJudge
from gamelore.arena.poker.opponents import OPPONENTS, opponent
from gamelore.arena.poker.scripted import SCRIPTS, Noisy
from gamelore.base.errors import NotAvailable
from gamelore.base.stats import mean_interval
from gamelore.games.poker.draw_poker import make
from gamelore.learners.rules.language.lash import compile_lash, to_lash
from gamelore.learners.rules.poker.lists import printed
from gamelore.learners.rules.poker.practised import GRID, practice_start
from gamelore.learners.rules.practice.boxes import Box, to_heuristics

GAME = make()
COMPILED = [name for name in OPPONENTS if name != "mix"]
JUDGE = PokerJudge(GAME, {name: opponent(name, GAME) for name in COMPILED}, threads=1)
ROUNDS, DEALS, SEED = range(2, 6), range(10, 30), 5


@pytest.mark.parametrize("program", ["builtin", "before", "implicit"])
def test_every_contest_of_the_kernel_replays_through_the_plain_arena(program: str) -> None:
    found = JUDGE.contests([printed(program)], ROUNDS, SEED)[0]
    for name, by_game in zip(JUDGE.opponents, found, strict=True):
        slowly = []
        for number, (first, second) in enumerate(JUDGE.records(printed(program), name, DEALS, SEED)):
            seat = number % 5 % 2
            slowly.append(first.returns[seat] + second.returns[1 - seat])
        assert by_game.tolist() == np.array(slowly).reshape(-1, 5).mean(axis=1).tolist(), name


def test_a_decision_taken_back_wins_what_the_list_wins_that_decides_otherwise_there() -> None:
    calls = to_heuristics((Box(GRID.whole, 1),), GRID, practice_start())
    found = JUDGE.take_backs(calls, [-1, 0, 1, 20], range(1), SEED)
    assert (found.gains[:, 1] == 0).all()
    # Whoever calls always has opened with 1, and a drop in its place loses the pot of that moment.
    first = found.seen[:, list(found.columns).index("POT")] == 2
    opening = first & (found.seen[:, list(found.columns).index("LASTBET")] == 0)
    assert opening.sum() == len(JUDGE.opponents) * 5
    assert set(found.did[opening]) == {1}
    drops = to_heuristics(
        (Box(((0, 27), (0, 0), (0, 0), (0, 9), (0, 4)), 0), Box(GRID.whole, 1)), GRID, practice_start()
    )
    base, dropped = JUDGE.contests([calls, drops], range(1), SEED).mean(axis=2) * 5
    by_name = np.bincount(found.opponent[opening], found.gains[opening, 0], len(JUDGE.opponents))
    memoryless = [n for n, name in enumerate(JUDGE.opponents) if name in SCRIPTS or name == "strong"]
    assert (dropped - base)[memoryless] == pytest.approx(by_name[memoryless])


def test_the_same_deals_give_the_same_winnings_in_any_number_of_threads() -> None:
    lists = [printed("builtin"), printed("manual")]
    many = PokerJudge(GAME, JUDGE.panel, threads=3)
    assert (JUDGE.contests(lists, ROUNDS, SEED) == many.contests(lists, ROUNDS, SEED)).all()
    assert (JUDGE.contests(lists, ROUNDS, SEED) != JUDGE.contests(lists, ROUNDS, SEED + 1)).any()


def test_whoever_cannot_be_compiled_is_refused_by_name() -> None:
    with pytest.raises(NotAvailable, match="mix cannot be met in practice"):
        PokerJudge(GAME, {"mix": opponent("mix", GAME)}).contests([printed("builtin")], range(1), 1)
    other = compile_lash(to_lash(printed("before")).replace("K22 equals 6", "K22 equals 7"))
    with pytest.raises(NotAvailable, match="whose K22 is not the source"):
        JUDGE.contests([other], range(1), 1)
    with pytest.raises(NotAvailable, match="reserved"):
        PokerJudge(make(replacements="deck"))
    noisy = Noisy(opponent("builtin", GAME), opponent("call", GAME), 0.5)
    with pytest.raises(NotAvailable, match="noisy"):
        PokerJudge(GAME, {"noisy": noisy}).contests([printed("builtin")], range(1), 1)


@pytest.mark.slow
def test_a_student_wins_more_than_ten_chips_a_deal_from_who_calls_everything() -> None:
    found = student_of(GAME, opponent("call", GAME), 3, steps=4)
    assert found.chips.low > 10
    assert len(found.rules.rules) <= 10


@pytest.mark.slow
def test_the_strong_player_beats_every_script_and_every_list_of_the_source() -> None:
    found = JUDGE.contests([opponent("strong", GAME)], range(8_000), 10_001)[0]
    for name, by_game in zip(JUDGE.opponents, found, strict=True):
        if name != "strong":
            assert mean_interval(by_game.tolist()).low > 0, name
    assert set(PANEL) <= set(JUDGE.opponents)
