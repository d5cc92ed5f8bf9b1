"""Hoyle end to end: it learns, its explanations add up, its files can be read, edited and trusted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.learners.advisors.boards import FIVE, LOSE, TTT, board_game, trained
from tests.learners.advisors.test_survey import walk

from gamelore.arena import Block, challenge, make_regime, train
from gamelore.arena.roster import make_player
from gamelore.arena.tournament import seat_of
from gamelore.arena.training import taken_back
from gamelore.base.errors import BadSetting, DamagedFile, UnknownName
from gamelore.base.files import parse_toml, to_toml
from gamelore.base.seeds import stream
from gamelore.games import RESIGN, game_names, load_game
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.learners.advisors.forr import vote_again
from gamelore.learners.advisors.hoyle import Hoyle
from gamelore.learners.advisors.patsy import PatternRegression
from gamelore.learners.advisors.settings.hoyle import PRESETS
from gamelore.learners.advisors.weighing.weights import Logit
from gamelore.learners.check import check_learner
from gamelore.learners.core import ContestInfo, Decision, Reason
from gamelore.learners.registry import load_agent, save_agent

BOARD_GAMES = [name for name in game_names() if isinstance(load_game(name), BoardGame)]


def asked(learner: Hoyle, state: BoardState, seed: int = 0, *, fresh: bool = True) -> Decision:
    if fresh:
        learner.begin(state.mover, ContestInfo(learner.game, ("hoyle", "other"), seats=(state.mover,)))
    return learner.decide(state.view(state.mover), stream(seed))


def copy_of(learner: Hoyle, texts: Mapping[str, str] | None = None) -> Hoyle:
    other = Hoyle(learner.game, learner.settings)
    other.restore(learner.knowledge() if texts is None else texts, "agent")
    return other


# Learning


def test_lose_tic_tac_toe_is_learned_from_forty_watched_contests() -> None:
    learner = trained("lose_tic_tac_toe", "gamelore", 40, seed=3)
    scores = challenge(LOSE, learner, ("perfect", "random"), 60, seed=3)
    assert scores["perfect"].reliability.mean >= 95
    assert scores["random"].reliability.mean >= 90


@pytest.mark.parametrize("name", [pytest.param("tic_tac_toe", marks=pytest.mark.slow), "three_mens_morris"])
def test_hoyle_keeps_every_promise_of_a_learner(name: str) -> None:
    report = check_learner(Hoyle, load_game(name, max_plies=8), stream(1), contests=2)
    assert report.presets == len(PRESETS)


@pytest.mark.parametrize(
    "name",
    [n if n in ("tic_tac_toe", "six_mens_morris") else pytest.param(n, marks=pytest.mark.slow) for n in BOARD_GAMES],
)
def test_every_board_game_is_learned_and_played_by_the_same_program(name: str) -> None:
    game = board_game(name)
    learner = Hoyle(game, PRESETS["gamelore"])
    regime = make_regime("lesson_and_practice", game, 3)
    players = {"perfect": Hoyle(game, PRESETS["l03"])}  # any opponent will do here
    records = list(train(game, learner, regime, seed=1, opponents=players))
    assert len(records) == 3
    assert learner.knowledge_items.own
    assert learner.knowledge_items.expert or records[0].result(0) != records[1].result(0)


def test_nothing_is_learned_when_learning_is_off() -> None:
    learner = copy_of(trained("lose_tic_tac_toe", "gamelore", 40))
    before = learner.knowledge()
    challenge(LOSE, learner, ("random",), 10, seed=4)
    assert learner.knowledge() == before


def test_weights_are_learned_only_where_an_expert_moved() -> None:
    learner = Hoyle(TTT, PRESETS["l03"])
    list(train(TTT, learner, make_regime("lesson_and_practice", TTT, 9), seed=2, opponents={"perfect": learner}))
    assert learner.knowledge_items.own
    practised = Hoyle(TTT, PRESETS["l03"])
    regime = replace(make_regime("perfect_vs_increasing", TTT, 4), blocks=(Block(("random", "random"), 4),))
    list(train(TTT, practised, regime, seed=2))
    assert practised.weights.to_mapping() == {}
    assert not practised.knowledge_items.expert


def test_a_coached_learner_remembers_its_own_moves_but_takes_weights_only_from_what_is_taken_back() -> None:
    own = Block(("learner", "expert"), 6)
    books, weights, back = [], [], []
    for coached in ("taken_back", None):
        learner = Hoyle(TTT, PRESETS["gamelore"])
        regime = replace(make_regime("coached_practice", TTT), blocks=(own,), contests=6, coached=coached)
        perfect = {"perfect": make_player("perfect", TTT)}
        records = list(train(TTT, learner, regime, seed=2, opponents=perfect))
        books.append(learner.knowledge_items.expert)
        weights.append(learner.knowledge()["weights.toml"])
        back.append(sum(map(taken_back, records)))
        assert [record.experts for record in records] == [
            ((seat_of(record, 0),) if coached else ()) for record in records
        ]
    assert books[0]
    assert not books[1]
    assert back == [0, 0]  # so that all moves are its own, and say nothing of weights
    assert weights[0] == weights[1] == Hoyle(TTT, PRESETS["gamelore"]).knowledge()["weights.toml"]


def test_weights_learn_from_the_moves_that_a_coach_makes_in_the_learners_place() -> None:
    learner = Hoyle(LOSE, PRESETS["gamelore"])
    regime = replace(make_regime("coached_practice", LOSE), blocks=(Block(("learner", "expert"), 6),), contests=6)
    records = list(train(LOSE, learner, regime, seed=1, opponents={"perfect": make_player("perfect", LOSE)}))
    corrected = sum(map(taken_back, records))
    assert isinstance(learner.weights, Logit)
    lessons = sum(map(len, learner.weights._evidence.values()))
    assert lessons % 5 == 0
    assert 0 < lessons <= 5 * corrected  # not where tier 1 leaves no choice


# Explanations


def adds_up(decision: Decision, state: BoardState, learner: Hoyle) -> None:
    """Recompute a decision from its printed reasons alone."""
    reasons = decision.reasons
    assert reasons
    tier1 = {advisor.name for advisor in learner.tier1}
    spoken = [r for r in reasons if r.who in tier1]
    if decision.action == RESIGN:
        assert spoken[-1].action == ""
        return
    ordered = {r.action for r in spoken if "must be played" in r.sentence}
    struck = {r.action for r in spoken if "is out" in r.sentence}
    live = {str(move) for move in state.legal_actions()} - struck
    assert str(decision.action) in live
    if ordered:
        assert str(decision.action) in ordered
        assert decision.by == f"tier 1: {spoken[-1].who}"
        return
    if len(live) == 1:
        return
    assert decision.by == "tier 2: vote"
    votes = [r for r in reasons if r.weight is not None]
    assert {r.action for r in votes} <= live
    support = vote_again(votes, learner.settings.vote)
    assert learner.support(reasons) == support
    highest = max(support.get(move, 0.0) for move in live)
    assert support.get(str(decision.action), 0.0) == pytest.approx(highest, abs=1e-6)


@settings(max_examples=25, deadline=None)
@given(
    which=st.sampled_from(
        [("tic_tac_toe", "gamelore"), ("lose_tic_tac_toe", "gamelore"), ("lose_tic_tac_toe", "l03")]
        + [("five_mens_morris", preset) for preset in ("gamelore", "gamelore16", "l03")]
    ),
    seed=st.integers(0, 10**6),
    plies=st.integers(0, 40),
)
def test_the_explanation_of_any_decision_adds_up(which: tuple[str, str], seed: int, plies: int) -> None:
    learner = trained(*which, 40)
    state = walk(board_game(which[0]), stream(seed), plies)[-1]
    adds_up(asked(learner, state, seed), state, learner)


def test_explanations_stay_what_they_were_when_more_is_learned() -> None:
    learner = Hoyle(TTT, PRESETS["gamelore"])
    list(train(TTT, learner, make_regime("perfect_vs_increasing", TTT, 4), seed=5))
    decision = asked(learner, TTT.new_initial_state())
    before = decision.reasons
    assert any(reason.who == "Anthropomorph" for reason in before)
    list(train(TTT, learner, make_regime("perfect_vs_increasing", TTT, 4), seed=6))
    assert decision.reasons == before
    assert asked(learner, TTT.new_initial_state()).reasons != before


def test_an_only_move_and_a_silent_table_are_explained_too() -> None:
    learner = Hoyle(LOSE, PRESETS["l03"])
    only = asked(learner, LOSE.parse_state("XOX/XOO/OX. X"))
    assert (only.by, only.reasons) == ("only move", (Reason("rules", "there is no other move", "9"),))
    silent = asked(Hoyle(LOSE, PRESETS["l03"]), LOSE.new_initial_state())
    assert [reason.who for reason in silent.reasons] != []


def test_repeat_remembers_each_seat_of_the_contest_apart() -> None:
    learner = copy_of(trained("five_mens_morris", "gamelore", 40))
    state = FIVE.new_initial_state()
    learner.begin(0, ContestInfo(FIVE, ("hoyle", "hoyle"), seats=(0, 1)))
    for seed in range(4):
        move = learner.decide(state.view(state.mover), stream(seed)).action
        state = state.child(move)  # type: ignore[arg-type]
    assert [len(learner._seen[seat]) for seat in (0, 1)] == [2, 2]
    learner.begin(1, ContestInfo(FIVE, ("other", "hoyle"), seats=(1,)))
    assert learner._seen == {}


# Files


@pytest.mark.parametrize("preset", ["gamelore", "l03"])
def test_a_saved_agent_loads_equal_and_decides_equally(preset: str, tmp_path: Path) -> None:
    learner = trained("five_mens_morris", preset, 40)
    save_agent(learner, tmp_path / "agent")
    agent = load_agent(tmp_path / "agent")
    assert agent.edited == ()
    again = agent.learner
    assert isinstance(again, Hoyle)
    assert again.knowledge() == learner.knowledge()
    for seed in range(6):
        state = walk(FIVE, stream(seed), 4 * seed)[-1]
        mine, theirs = asked(learner, state, seed), asked(again, state, seed)
        assert (mine.action, mine.by, mine.reasons) == (theirs.action, theirs.by, theirs.reasons)


def edited(learner: Hoyle, weights: Mapping[str, float]) -> dict[str, str]:
    """The learner's texts with other weights in every stage, as a person would change them."""
    texts = learner.knowledge()
    content = parse_toml(texts["weights.toml"], "weights.toml")
    for stage in content["stages"].values():
        stage["weights"] = {**dict.fromkeys(stage["weights"], 0.0), **weights}
    return {**texts, "weights.toml": to_toml(content)}


def test_a_weight_edited_by_hand_changes_the_decision_as_it_should() -> None:
    learner = trained("five_mens_morris", "gamelore", 40)
    state = FIVE.parse_state("XX./.O./..O./X.O/X.O X")
    free = copy_of(learner, edited(learner, {"Freedom": 1.0}))
    bound = copy_of(learner, edited(learner, {"Freedom": -1.0}))
    likes = {r.action: r.strength for r in asked(free, state).reasons if r.who == "Freedom" and r.strength is not None}
    best, worst = max(likes.values()), min(likes.values())
    assert best > worst
    assert likes[str(asked(free, state).action)] == best
    assert likes[str(asked(bound, state).action)] == worst
    with pytest.raises(UnknownName, match=r"agent/weights.toml: Advisor in .* 'Fredom' .* did you mean 'Freedom'\?"):
        copy_of(learner, edited(learner, {"Fredom": 1.0}))


def test_damaged_weights_and_patterns_are_refused_with_their_place_and_change_nothing() -> None:
    learner = copy_of(trained("five_mens_morris", "gamelore", 40))
    before = learner.knowledge()
    patterns = before["patterns.tsv"].splitlines()
    for file, text, complaint in (
        ("weights.toml", before["weights.toml"].replace('rule = "', 'rule = "un', 1), "weights.toml: expected rule"),
        ("weights.toml", before["weights.toml"][:40] + "\n= 3\n", "weights.toml"),
        (
            "patterns.tsv",
            "\n".join([patterns[0], "sliding\t1? 2+\t1\t1"]),
            "patterns.tsv:2: expected a pattern of this board",
        ),
        ("patterns.tsv", "\n".join([*patterns[:2], patterns[2] + "x"]), "patterns.tsv:3: expected a number"),
        ("patterns.tsv", "\n".join(patterns[1:]), "patterns.tsv:1: expected the columns"),
    ):
        with pytest.raises(DamagedFile) as caught:
            learner.restore({**before, file: text}, "agent")
        assert complaint in str(caught.value)
        assert learner.knowledge() == before


def test_the_lore_tells_what_is_remembered_and_learned_and_no_constant() -> None:
    learner = trained("five_mens_morris", "gamelore", 40)
    lore = learner.lore()
    assert re.match(r"It remembers [1-9][\d,]* positions that an expert was seen to make\.", lore[0])
    assert any(re.search(r" \(weight 0\.\d\d while ", sentence) for sentence in lore)
    names = [sentence.partition(" (weight")[0] for sentence in lore]
    assert len(set(names)) == len(names)
    # Their weight is a constant, and who only watched has nothing of its own to speak of.
    assert not {"Cyber", "Leery", "Not Again"} & {*names, *(part.name for part in learner.parts())}


def test_a_twin_decides_without_a_part_and_the_learner_stays_whole() -> None:
    learner = trained("lose_tic_tac_toe", "gamelore", 40)
    state = LOSE.parse_state("X../.../... O")
    decided = asked(learner, state)
    speaker = next(reason.who for reason in decided.reasons)
    assert speaker in [part.name for part in learner.parts()]
    assert speaker not in {reason.who for reason in asked(learner.without(speaker), state).reasons}
    assert asked(learner, state).reasons == decided.reasons
    with pytest.raises(UnknownName, match="part of learner hoyle"):
        learner.without("Nobody")


# Settings


def test_every_preset_of_a_source_has_its_roster() -> None:
    sizes = {name: len(PRESETS[name].tier2) for name in ("p96", "s98", "l03")}
    assert sizes == {"p96": 16, "s98": 15, "l03": 13}
    for name in sizes:
        assert len(PRESETS[name].tier1) == 7
        assert PRESETS[name].vote == "raw"
        assert (PRESETS[name].symmetries, PRESETS[name].merge_colours) == ("plane", False)


@pytest.mark.parametrize(
    "change",
    [{"tier1": ("Victory", "Victory")}, {"tier2": ("Freedom", "Freedom")}, {"faculties": ("rote", "rote")}],
)
def test_names_that_stand_twice_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(change))):
        replace(PRESETS["l03"], **change)  # type: ignore[arg-type]


def test_an_unknown_advisor_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UnknownName, match="did you mean 'Freedom'"):
        Hoyle(TTT, replace(PRESETS["l03"], tier2=("Fredom",)))
    with pytest.raises(UnknownName, match="did you mean 'Victory'"):
        Hoyle(TTT, replace(PRESETS["l03"], tier1=("Viktory",)))
    with pytest.raises(BadSetting, match="hoyle plays board games"):
        Hoyle(load_game("draw_poker"), PRESETS["l03"])


def test_high_weight_testing_leaves_out_advisors_below_the_least_weight() -> None:
    learner = trained("five_mens_morris", "gamelore", 40)
    strict = Hoyle(FIVE, replace(learner.settings, least_weight=0.5))
    strict.restore(learner.knowledge(), "agent")
    state = walk(FIVE, stream(2), 14)[-1]
    heard = {reason.who: reason.weight for reason in asked(strict, state).reasons if reason.weight is not None}
    assert heard
    assert min(heard.values()) >= 0.5
    assert len(heard) < len({r.who for r in asked(learner, state).reasons if r.weight is not None})


def test_patterns_are_the_same_in_every_symmetric_place() -> None:
    patterns = trained("five_mens_morris", "gamelore", 40).faculties["regression"]
    assert isinstance(patterns, PatternRegression)
    state = walk(FIVE, stream(8), 12)[-1]
    for symmetry in FIVE.symmetries:
        image = state.transform(symmetry)
        boards = [np.array([board], dtype=np.int64) for board in (state.own, state.other, image.own, image.other)]
        here, there = (patterns.scores("sliding", *pair) for pair in (boards[:2], boards[2:]))
        assert here == pytest.approx(there)
