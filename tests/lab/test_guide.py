"""A guide measures what it tells: each line by leaving it out, each reader by contests, and no proof is claimed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.board_states import board_game
from tests.plain_games import Nim

from gamelore.arena.board.judge import BoardJudge
from gamelore.arena.contest import ContestKey
from gamelore.arena.roster import make_player
from gamelore.arena.tournament import tournament
from gamelore.base.errors import NotAvailable
from gamelore.base.little import LITTLE
from gamelore.base.seeds import Phase
from gamelore.games import load_game
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.games.kit import Kit
from gamelore.lab.guide.board import BoardEvidence
from gamelore.lab.guide.core import ENOUGH, Guide, guide_mapping
from gamelore.lab.guide.evidence import AGENT, GuideAsked, little_practice, maxims_price
from gamelore.lab.guide.making import evidence_of, make_guide
from gamelore.lab.guide.open_game import (
    KINDS,
    OPEN,
    ROUNDS,
    ListDecision,
    example_of,
    left_out,
    most_to_have,
    readers_of,
    situations_of,
)
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import MaximList, Maxims, narrow, parse_list
from gamelore.learners.maxims.reader import reader_for
from gamelore.learners.maxims.shipped import shipped_learner, shipped_names
from gamelore.learners.registry import new_learner
from gamelore.oracles import has_easy_truth

FOUR = parse_list("most other_ready; first_marker: most opposite_other; most own_alone; most own_stopped")
IDLE = parse_list("most own_alone; most own_alone; most other_ready")


def follower(lines: MaximList = FOUR) -> MaximLearner:
    learner = MaximLearner(board_game("lose_tic_tac_toe"), MaximLearner.preset(None))
    learner.maxims = Maxims(lines)
    return learner


@pytest.fixture(scope="module")
def guide() -> Guide:
    return make_guide(follower(), "lose", contests=6, seed=5)


def test_every_line_has_its_evidence(guide: Guide) -> None:
    assert [told.text for told in guide.entries] == [str(line) for line in FOUR]
    for number, told in enumerate(guide.entries):
        assert told.words == len(told.sentence.split()) <= 20
        assert 0 < told.decides < 1
        assert told.example is not None
        step = told.example.step(number)
        assert step is not None
        assert step.dropped
        assert not set(step.kept) & set(step.dropped)
        assert str(told.example.shown) in step.kept
    assert guide.entries[2].carries


def test_an_example_passes_over_no_move_that_wins_at_once_where_there_is_another() -> None:
    game, lines = board_game("tic_tac_toe"), parse_list("fewest other_ready")

    def decided(text: str) -> ListDecision:
        state = game.parse_state(text)
        reader = reader_for(game)
        reader.begin()
        actions, values = reader.values(state.view(state.current_player()), lines)
        return ListDecision(state, actions, values, narrow(lines, len(actions), values))

    passing, other = decided("O.X/.X./OXO X"), decided("OO./.X./..X X")
    alone, both = (example_of(0, lines[0], some, "line") for some in ([passing], [passing, other]))
    assert alone is not None
    assert alone.situation is passing.state
    assert both is not None
    assert both.situation is other.state
    assert [asked.situation for asked in OPEN._quiz([passing, other], len(lines), "line")] == [other.state]


def test_every_reader_is_tested_against_every_challenger(guide: Guide) -> None:
    strength = guide.strength["line"]
    assert list(strength) == list(KINDS)
    for scores in strength.values():
        assert [list(scores[unit]) for unit in ("not lost", "won")] == [["perfect", "expert", "novice", "random"]] * 2
    assert strength["careful"]["not lost"]["perfect"].mean == 100
    assert strength["alone"]["not lost"]["perfect"].mean < 100


def test_the_weakest_opponent_is_one_who_is_alone_in_that(guide: Guide) -> None:
    found = dict(guide.strength["line"]["careful"]["not lost"])
    assert guide.weakest("line") is None
    worse = {**found, "novice": replace(found["novice"], mean=50.0)}
    weak = replace(guide, strength={"line": {"careful": {"not lost": worse}}})
    assert weak.weakest("line") == ("novice", worse["novice"])
    panel = guide.strangers["line"]
    stranger = {**panel.scores["not lost"], "uct:1000": replace(found["novice"], mean=40.0)}
    weaker = replace(weak, strangers={"line": replace(panel, scores={"not lost": stranger})})
    assert weaker.weakest("line") == ("uct:1000", stranger["uct:1000"]), "a stranger counts as much"


def test_a_list_is_shown_against_strangers_too(guide: Guide) -> None:
    panel = guide.strangers["line"]
    assert panel.contests == 6
    assert {"search:4", "uct:1000", "maxims", "intuitive"} == set(panel.scores["not lost"]) == set(panel.scores["won"])
    means = [interval.mean for interval in panel.scores["not lost"].values()]
    assert means == sorted(means)
    assert all(f"{name}: " in panel.told for name in panel.scores["won"])
    assert list(guide_mapping(guide)["strangers"]["line"]["scores"]["not lost"]) == list(panel.scores["not lost"])
    assert evidence_of(guide.game).contests(follower(), 6) == 6 * (6 * 4 + 4)


def test_who_does_not_ask_for_strangers_has_the_rest_of_the_guide(guide: Guide) -> None:
    asked: list[str] = []
    shorter = make_guide(follower(), "lose", contests=6, seed=5, progress=asked.append, strangers=False)
    assert not shorter.strangers
    assert {**guide_mapping(guide), "strangers": {}} == guide_mapping(shorter)
    assert len(asked) == evidence_of(guide.game).contests(follower(), 6, strangers=False) == 6 * 6 * 4


def test_a_beginner_by_feel_is_told_where_somebody_plays_so(guide: Guide) -> None:
    scores = {reader: guide.strength["line"][reader]["not lost"]["perfect"].mean for reader in ("feel", "feel alone")}
    assert scores["feel"] > scores["feel alone"]
    assert set(readers_of(Nim())) == {"careful", "careless", "beginner", "alone"}


def test_never_loses_is_said_only_with_a_proof(guide: Guide) -> None:
    assert guide.proof is not None
    assert guide.proof.never_loses
    shorter = make_guide(follower(FOUR[:1]), "lose", contests=2, seed=5)
    assert shorter.proof is not None
    assert shorter.proof.never_loses is False
    assert shorter.proof.line


def test_a_line_that_never_narrows_is_not_told_and_the_others_keep_their_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    learner = follower(IDLE)
    measured = evidence_of(learner.game).guide(learner, GuideAsked("lose", 5, 4))
    assert [entry.decides == 0 for entry in measured.entries] == [False, True, False]
    assert measured.entries[1].example is None
    few = measured.entries[1].seen
    assert few < ENOUGH
    assert not measured.without_idle().idle, "so few decisions show nothing"
    monkeypatch.setattr("gamelore.lab.guide.core.ENOUGH", few)
    told = measured.without_idle()
    assert told.idle == ("line 2",)
    assert [entry.label for entry in told.entries] == ["line 1", "line 3"]
    for number, entry in enumerate(told.entries):
        assert entry.example is not None
        assert entry.example.step(number) is not None
    for asked, before in zip(told.quiz, measured.quiz, strict=True):
        assert [step.entry for step in asked.choices[0].steps] == [0, 1]
        assert asked.choices[0].left == before.choices[0].left


def test_nobody_is_asked_for_a_position_that_was_an_example(guide: Guide) -> None:
    shown = {str(entry.example.situation.normal_form()[0]) for entry in guide.entries if entry.example is not None}
    assert shown
    assert not shown & {str(asked.situation.normal_form()[0]) for asked in guide.quiz}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("lose_tic_tac_toe", "With perfect play on both sides it is a draw"),
        ("tapatan", "X wins by force, and the sides alternate: against a perfect player 50 % is all"),
        ("nine_mens_morris", "What can be had at most is not known"),
    ],
)
def test_what_can_be_had_at_most_is_the_value_of_the_game(name: str, said: str) -> None:
    (told,) = most_to_have(board_game(name))
    assert told.startswith(said)


def test_what_is_lost_without_a_line_is_the_judges_own_count() -> None:
    game, rounds = board_game("lose_tic_tac_toe"), 40
    whole, rest, losses = left_out(game, FOUR, rounds, seed=9)
    judge = BoardJudge(game, slips=0.1)
    results = judge.outcomes("novice", [FOUR, FOUR[:2] + FOUR[3:]], range(rounds), 9)[:, :, 0]
    for unit, some in (("not lost", results != 0), ("won", results == 2)):
        held = some.mean(axis=1) * 100
        assert whole[unit]["novice"].mean == pytest.approx(held[0])
        assert rest[2][unit]["novice"].mean == pytest.approx(held[1])
    assert losses[2].low > 0


def test_the_quiz_asks_different_positions_with_something_to_choose(guide: Guide) -> None:
    states = [asked.situation for asked in guide.quiz]
    forms = {str(state.normal_form()[0]) for state in states if isinstance(state, BoardState)}
    assert len(forms) == len(guide.quiz) >= 4
    for asked in guide.quiz:
        assert len(asked.choices[0].options) >= 3 * len(asked.choices[0].left)


def test_the_same_seed_gives_the_same_guide(guide: Guide) -> None:
    assert guide_mapping(make_guide(follower(), "lose", contests=6, seed=5)) == guide_mapping(guide)
    assert guide.rounds == ROUNDS * guide.contests


def test_the_price_tells_practice_and_the_words_that_were_given() -> None:
    learner = follower()
    learner.maxims = replace(learner.maxims, found={"practised": 1200})
    made = make_guide(learner, "lose", facts={"seed": 3, "contests": 1500}, contests=2, seed=5)
    assert made.price is not None
    assert made.price.practised == 1200
    assert made.price.given["measures"] == len(learner.reader.wording.measures)
    assert "--contests 1500 --seed 3" in made.price.command
    assert "--set" not in made.price.command
    learner.settings = replace(learner.settings, lines=3)
    price = maxims_price(learner, {"seed": 3, "contests": 1500})
    assert "--contests 1500 --set lines=3 --seed 3" in price.command


def test_an_agent_without_maxims_has_no_lines() -> None:
    made = make_guide(new_learner("rote", board_game("lose_tic_tac_toe")), "rote", contests=2, seed=5)
    assert not made.entries
    assert list(made.strength[AGENT]) == ["careful"]
    assert made.proof is None


def test_a_kit_without_evidence_says_that_there_is_no_guide(monkeypatch: pytest.MonkeyPatch) -> None:
    learner = follower()
    monkeypatch.setattr(type(learner.game), "kit", Kit(evidence=""))
    with pytest.raises(NotAvailable, match="names no evidence for a guide"):
        make_guide(learner, "lose", seed=5)


def test_little_practice_is_said_and_enough_is_not() -> None:
    learner = follower()
    usual = learner.game.kit.practice[0]
    for contests, said in ((usual // 100, True), (usual // 10, False), (usual, False)):
        learner.maxims = replace(learner.maxims, found={"practised": contests})
        assert ("contests are little practice: a usual course has 400,000" in maxims_price(learner, {}).told) == said
    assert little_practice(new_learner("rote", learner.game), {"contests": 3}) == ""


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in shipped_names() if isinstance(load_game(name), BoardGame)])
def test_every_line_of_a_shipped_list_narrows_something(name: str) -> None:
    game = board_game(name)
    learner = shipped_learner(game)
    others = ("expert", "novice", "random") if has_easy_truth(game) else ("random",)
    records = [
        record
        for other in others
        for record in tournament(
            game, (learner, make_player(other, game)), 100, ContestKey(7, 0, Phase.TEST, series=other)
        )
    ]
    narrowed = {n for decision in situations_of(game, learner.lines, records) for n in decision.narrowing.narrowed}
    assert narrowed == set(range(len(learner.lines)))


def test_what_looks_through_a_small_game_for_a_guide_is_little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, bool] = {}
    for told in ("panel", "_quiz", "scores"):
        real = getattr(BoardEvidence, told)

        def noted(*asked: Any, told: str = told, real: Any = real) -> Any:
            seen[told] = LITTLE.get()
            return real(*asked)

        monkeypatch.setattr(BoardEvidence, told, noted)
    make_guide(shipped_learner(load_game("tic_tac_toe")), "tic_tac_toe", contests=2, seed=7, strangers=False)
    assert seen == {"scores": False, "panel": True, "_quiz": True}
    assert not BoardEvidence().is_small(load_game("five_mens_morris"))
