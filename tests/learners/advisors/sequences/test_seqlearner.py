"""SeqLearner: its promises, its way of deciding, what it reaches, and the shuttle that it learns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from typing import ClassVar

import numpy as np
import pytest
from tests.significance import improved

from gamelore.arena import make_player, make_regime, train
from gamelore.arena.tournament import challenge
from gamelore.base.errors import BadSetting, DamagedFile
from gamelore.base.settings import settings_from_mapping
from gamelore.base.stats import mean_sd
from gamelore.games import Record, load_game
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.learners.advisors.sequences import context_pairs as store
from gamelore.learners.advisors.sequences import contexts, seqlearner
from gamelore.learners.advisors.sequences.sayings import SHUTTLE
from gamelore.learners.advisors.sequences.seqlearner import SeqLearner
from gamelore.learners.advisors.sequences.settings import L03, L03_1, L03_SITACT, PRESETS, SeqSettings
from gamelore.learners.check import check_learner
from gamelore.learners.core import ContestInfo, Decision

INCREMENTAL = replace(L03_SITACT, pwl_mode="incremental")


def board(name: str) -> BoardGame:
    game = load_game(name)
    assert isinstance(game, BoardGame)
    return game


class Eager(SeqLearner):
    """Learns from everybody, so that a check of a few contests sees all parts at work."""

    presets: ClassVar[Mapping[str, SeqSettings]] = {
        "context": replace(L03, pwl_mode="incremental"),
        "one vote": replace(L03_1, pwl_mode="incremental"),
        "sitact": replace(INCREMENTAL, sets=True),
        "retro": replace(INCREMENTAL, retro="all", vote="specific"),
    }

    def end(self, record: Record) -> None:
        super().end(replace(record, experts=(0, 1)))


@pytest.mark.parametrize("name", ["lose_tic_tac_toe", pytest.param("three_mens_morris", marks=pytest.mark.slow)])
def test_it_keeps_every_promise_of_a_learner(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    report = check_learner(SeqLearner, load_game(name, max_plies=24), np.random.default_rng(5), contests=2)
    assert report.presets == len(PRESETS)
    # Pairs are made of everything at once, and trusted.
    monkeypatch.setattr(contexts, "THR", {False: 1, True: 1})
    monkeypatch.setattr(contexts, "LENGTHS", {False: (3,), True: (3,)})
    monkeypatch.setattr(seqlearner, "SWEEP", {False: 2, True: 2})
    monkeypatch.setattr(store, "FIRST_WEIGHT", 1.0)
    report = check_learner(Eager, load_game(name, max_plies=24), np.random.default_rng(5), contests=3)
    assert report.presets == 4


def taught(
    settings: SeqSettings, name: str = "lose_tic_tac_toe", run: int = 0, contests: int | None = None, seed: int = 1
) -> SeqLearner:
    game = board(name)
    learner = SeqLearner(game, settings)
    for _ in train(game, learner, make_regime("double_cycle", game, contests), seed=seed, run=run):
        pass
    return learner


@pytest.fixture(scope="module")
def second() -> SeqLearner:
    return taught(L03)


def decide(learner: SeqLearner, state: BoardState, seed: int = 0) -> Decision:
    return learner.decide(state.view(state.mover), np.random.default_rng(seed))


def test_it_makes_about_as_many_pairs_as_were_printed(second: SeqLearner) -> None:
    assert 28 <= len(second.pairs) <= 50, "Lock (2003), Table 7: 38.05"
    assert second.contests == 160


def test_reasons_add_up_to_the_vote_and_the_choice_has_the_most(second: SeqLearner) -> None:
    game, voted = second.board_game, 0
    rng = np.random.default_rng(3)
    for number in range(30):
        state = game.new_initial_state()
        second.begin(0, ContestInfo(game, ("a", "b"), seats=(0, 1)))
        while not state.is_terminal():
            decision = decide(second, state, number)
            support = second.support(decision.reasons)
            if decision.by == "chance":
                assert not support
            else:
                voted += 1
                best = max(support.values())
                assert support[str(decision.action)] == pytest.approx(best)
                speakers = [(r.who, r.action) for r in decision.reasons]
                assert len(set(speakers)) == len(speakers), "a pair speaks once for a move"
            moves = state.legal_actions()
            state = state.child(moves[int(rng.integers(len(moves)))])
    assert voted > 30


def test_the_enforcer_goes_on_with_a_plan_as_long_as_the_replies_fit(second: SeqLearner) -> None:
    game, followed = second.board_game, 0
    perfect = make_player("perfect", game)
    for number in range(40):
        state, rng = game.new_initial_state(), np.random.default_rng(number)
        second.begin(number % 2, ContestInfo(game, ("a", "b"), seats=(number % 2,)))
        plan = None
        while not state.is_terminal():
            if state.mover == number % 2:
                decision = second.decide(state.view(state.mover), rng)
                if decision.by == "Enforcer":
                    followed += 1
                    assert plan is not None
                plan = second._plans[state.mover]
            else:
                decision = perfect.decide(state.view(state.mover), rng)
            assert isinstance(decision.action, type(state.legal_actions()[0]))
            state = state.child(decision.action)
    assert followed > 5


def test_the_last_of_several_segments_hands_no_plan_on(second: SeqLearner) -> None:
    game, rng = second.board_game, np.random.default_rng(4)
    planned: set[tuple[int, str]] = set()
    silent: set[tuple[int, str]] = set()
    for settings in (L03, L03_1):
        alone = SeqLearner(game, settings)
        alone.restore(second.knowledge(), "here")
        for _ in range(40):
            state = game.new_initial_state()
            while not state.is_terminal():
                alone.begin(state.mover, ContestInfo(game, ("a", "b"), seats=(state.mover,)))
                by = decide(alone, state).by
                (silent if alone._plans[state.mover] is None else planned).add((len(settings.segments), by))
                moves = state.legal_actions()
                state = state.child(moves[int(rng.integers(len(moves)))])
    assert {(4, "segment 1"), (1, "segment 1")} <= planned
    assert (4, "segment 4") in silent - planned


def test_the_segments_are_asked_in_turn(second: SeqLearner) -> None:
    game = second.board_game
    weights = second.pairs.weights()
    second.begin(0, ContestInfo(game, ("a", "b"), seats=(0, 1)))
    decision = decide(second, game.new_initial_state())
    segment = int(decision.by.removeprefix("segment "))
    bounds = (2.0, *L03.segments)
    for reason in decision.reasons:
        assert reason.weight is not None
        assert bounds[segment] <= reason.weight < bounds[segment - 1]
        number = int(reason.who.split()[-1]) - 1
        assert weights[number] == reason.weight


def test_weights_from_all_contests_do_not_depend_on_when_a_pair_was_made() -> None:
    """Scoring what is new at each sweep gives the same as scoring everything at the end."""
    learner = taught(replace(L03, retro="all"))
    game, before = learner.board_game, (learner.pairs.rights.copy(), learner.pairs.totals.copy())
    learner.pairs.forget_weights(np.arange(len(learner.pairs)))
    for kept in learner._kept:
        learner.pairs.weigh(kept.contest, kept.experts)
    assert (learner.pairs.rights == before[0]).all()
    assert (learner.pairs.totals == before[1]).all()
    assert len(learner._kept) == make_regime("double_cycle", game).contests


def test_bad_settings_are_refused_by_name() -> None:
    for name, value in (
        ("segments", [0.5, 0.7]),
        ("segments", [1.2]),
        ("retro", "held_out"),
        ("plans_from", 0.55),
    ):
        with pytest.raises(BadSetting, match=name):
            settings_from_mapping(L03, {name: value}, "here")
    with pytest.raises(BadSetting, match="has no board"):
        SeqLearner(load_game("draw_poker"), L03)


def test_a_course_file_that_is_none_is_refused() -> None:
    learner = SeqLearner(board("lose_tic_tac_toe"), L03)
    for text in ("contests = -1\n", "contests = true\n", "sweeps = 1\n"):
        with pytest.raises(DamagedFile, match=r"course.toml: expected contests"):
            learner.restore({**learner.knowledge(), "course.toml": text}, "here")


def test_sitact_with_value_sets_learns_lose_tic_tac_toe() -> None:
    learner = taught(replace(INCREMENTAL, sets=True))
    scores = challenge(learner.game, learner, ("perfect", "random"), 50, seed=1)
    assert scores["perfect"].reliability.mean >= 90
    assert scores["random"].reliability.mean >= 80


@pytest.fixture(scope="module")
def morris() -> SeqLearner:
    return taught(replace(L03, retro="all"), "five_mens_morris", contests=120)


def test_the_mill_shuttle_is_learned_for_both_colours_and_told_first(morris: SeqLearner) -> None:
    sentences = morris.lore()
    for number, side in enumerate(("Black", "White")):
        assert sentences[number].startswith(f"{side}, sliding, weight"), sentences[number]
        assert SHUTTLE in sentences[number]
    assert len(sentences) == 10


def test_the_mill_shuttle_is_shown_where_it_applies(morris: SeqLearner) -> None:
    """A state that fits a learned shuttle: the decision or one of its reasons names it."""
    game, shown = morris.board_game, set()
    regime = make_regime("double_cycle", game, 12)
    for record in train(game, SeqLearner(game, L03), regime, seed=2):
        for state, _ in record.replay(game):
            assert isinstance(state, BoardState)
            if state.stage() == "sliding" and state.mover not in shown:
                morris.begin(state.mover, ContestInfo(game, ("a", "b"), seats=(state.mover,)))
                if any(SHUTTLE in reason.sentence for reason in decide(morris, state).reasons):
                    shown.add(state.mover)
    assert shown == {0, 1}


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_each_step_of_the_chain_is_above_the_one_before() -> None:
    """Lock (2003), Tables 6 and 11: 20.5, 66.0, 82.0, 91.0 against the perfect player of lose tic-tac-toe."""
    steps = []
    for settings in (L03_1, L03, INCREMENTAL):
        reached = []
        for seed, run in product((1, 2, 3), range(20)):
            learner = taught(settings, run=run, seed=seed)
            reached.append(challenge(learner.game, learner, ("perfect",), 50, seed=seed, run=run)["perfect"])
        steps.append((*mean_sd([score.reliability.mean for score in reached]), 60))
    assert steps[0][0] > 60, "a random player draws 21 %"
    for better, base in zip(steps[1:], steps, strict=False):
        assert improved(better, base), f"{base} then {better}"
