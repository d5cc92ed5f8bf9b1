"""The rule learner at the table: promises of every learner, corrections in words, implicit training, lore, files."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gamelore.arena.regimes import make_regime
from gamelore.arena.training import train
from gamelore.base.errors import BadText, DamagedFile, UnknownName
from gamelore.base.seeds import stream
from gamelore.games import load_game
from gamelore.games.poker.draw_poker import DrawPokerView
from gamelore.games.record import Record
from gamelore.learners.check import check_learner
from gamelore.learners.core import CORRECTION, JUDGED, ContestInfo, Lesson
from gamelore.learners.features.core import features_of
from gamelore.learners.features.poker.variables import NOTHING_KNOWN, situation
from gamelore.learners.registry import new_learner
from gamelore.learners.rules.language.expressions import Both, Comparison, Name, Number
from gamelore.learners.rules.language.matching import Matcher
from gamelore.learners.rules.language.sentences import clause, list_sentences
from gamelore.learners.rules.learner import Waterman
from gamelore.learners.rules.poker.lists import builtin
from gamelore.learners.rules.poker.task import PHRASES
from gamelore.learners.rules.training.implicit import JudgedCase

POKER = load_game("draw_poker")
HANDS = "C3 H3 H13 H7 H2 / D10 C10 D7 S11 D12 / S14 S12 H4 D2 S5 S6"


def learner(preset: str) -> Waterman:
    made = new_learner("waterman", POKER, preset)
    assert isinstance(made, Waterman)
    return made


def sit(who: Waterman, seat: int = 0, number: int = 0) -> None:
    who.begin(seat, ContestInfo(POKER, ("waterman", "x"), learning=True, number=number, seats=(seat,)))


def view_of(state: str, seat: int) -> DrawPokerView:
    view = POKER.parse_state(f"{HANDS}: {state}").view(seat)
    assert isinstance(view, DrawPokerView)
    return view


def test_it_keeps_every_promise_of_a_learner() -> None:
    assert check_learner(Waterman, POKER, np.random.default_rng(5), contests=2).presets == len(Waterman.presets)


def test_a_correction_in_words_changes_the_next_decision_and_is_quoted_when_asked_why() -> None:
    who = learner("thesis_like")
    sit(who)
    view = view_of("", 0)
    reply = "(BET SB BECAUSE YOUR HAND IS FAIR, AND THE POT IS SMALL)"
    who.learn(Lesson(view, (), "trainer", CORRECTION, (reply,)))
    decision = who.decide(view, stream(1))
    assert str(decision.action) in {f"bet {n}" for n in range(1, 6)}
    assert decision.by == "rule 1"
    said = [f"{reason.who}: {reason.sentence}" for reason in decision.reasons]
    assert said[0] == "rule 1: With a fair hand, when the pot is below 3, bet small (1 to 5)."
    assert said[1] == "trainer: BET SB BECAUSE YOUR HAND IS FAIR, AND THE POT IS SMALL."
    assert "definition P1: POT is 2: the pot is below 3 (POT<3)." in said
    assert "formula D: D = ceiling(VDHAND-OH) = 3 (with VDHAND 9, OH 6)." in said
    assert who.lore()[0] == "1. With a fair hand, when the pot is below 3, bet small (1 to 5)."
    assert [part.name for part in who.parts()] == ["rule 1"]
    assert len(who.without("rule 1").lore()) == len(who.lore()) - 1
    with pytest.raises(UnknownName, match="part of learner waterman"):
        who.without("rule 9")


def test_a_reply_that_makes_no_sense_is_one_error_and_nothing_is_lost() -> None:
    who = learner("thesis_like")
    sit(who)
    before = who.knowledge()
    for reply, error in (("(BET SB BECUASE ...)", BadText), ("(FOLD BECAUSE THE POT IS SMALL)", UnknownName)):
        with pytest.raises(error):
            who.learn(Lesson(view_of("", 0), (), "trainer", CORRECTION, (reply,)))
    assert who.knowledge() == before


def test_an_approved_decision_is_remembered_by_those_who_remember() -> None:
    who = learner("calibrated")
    sit(who)
    view = view_of("", 0)
    who.learn(Lesson(view, (), "trainer", CORRECTION, ("(BET SB BECAUSE THE HAND IS FAIR)",)))
    who.learn(Lesson(view_of("bet 2, bet 3", 0), (), "trainer", CORRECTION, ("(OK)",)))
    assert len(who.school.trainee.memory.cases) == 2


def play(who: Waterman, actions: str, seat: int, deal: str = HANDS) -> None:
    """A round with given actions; the learner is asked at its turns, and what it says is not what is played."""
    state = POKER.initial_state(deal)
    rng = stream(3)
    for text in actions.split(", "):
        if state.current_player() == seat:
            who.decide(state.view(seat), rng)
        state = state.child(POKER.parse_action(text))
    record = Record("draw_poker", ("a", "b"), tuple(actions.split(", ")), state.returns(), "rules", deal=deal)
    who.end(record)


def test_implicit_training_learns_at_a_showdown_and_only_there() -> None:
    shown = "bet 2, call, replace H13 H7 H2, replace D7 S11 D12, bet 2, call"
    dropped = "bet 2, call, replace H13 H7 H2, replace D7 S11 D12, bet 2, drop"
    for actions, trials in ((dropped, 0), (shown, 1)):
        who = learner("thesis_like_implicit")
        sit(who)
        play(who, actions, 0)
        assert who.school.trainee.trials == trials


def test_where_nothing_follows_from_the_axioms_there_is_nothing_to_refit() -> None:
    school = learner("calibrated_implicit").school
    situation = dict.fromkeys(school.trainee.heuristics.vector, 1.0)
    for follows, cases in ((False, 0), (True, 1)):
        school.judged(JudgedCase(situation, ("CALL",), follows=follows), None)
        assert len(school.cases) == cases


def test_decisions_before_the_draw_are_judged_with_the_hand_as_it_was_or_as_it_became() -> None:
    drawn, shown = HANDS.replace("S14", "S3"), "bet 2, bet 3, call, replace H13 H7 H2, replace D7 S11 D12, bet 2, call"
    folded = "bet 2, bet 3, call, replace H13 H7 H2, replace D7 S11 D12, bet 2, drop"
    found = {}
    for setting in ("unjudged", "held", "became"):
        for refit in (0, 15):
            asked = replace(learner("calibrated_implicit").settings, before_draw=setting, refit=refit)
            who = Waterman(POKER, asked)
            sit(who)
            play(who, folded, 0, drawn)
            assert not who.school.cases
            sit(who, number=1)
            play(who, shown, 0, drawn)
            found[setting, refit] = [(case.values[5], set(case.worth)) for case in who.school.cases]
            # A list that is refitted takes what came before the draw as cases, another one as trials.
            judged = len(who.marks()[JUDGED])
            assert judged == (1 if refit or setting == "unjudged" else 3)
    after = (3.0, {"BETLOW"})
    assert found["unjudged", 15] == [after]
    # A pair of threes loses to the tens that are shown; three of them, which they became, win.
    assert found["held", 15][-2:] == [(-1.0, {"DROP"}), after]
    assert found["became", 15][-2:] == [(-1.0, {"BETLOW", "BETHIGH"}), after]


def test_what_came_before_the_draw_is_judged_by_expected_hands_once_both_have_drawn() -> None:
    asked = replace(learner("calibrated_implicit").settings, judge="expected")
    for actions, cases in (("bet 2, drop", 0), ("bet 2, call, replace H13 H7 H2, replace D7 S11 D12, bet 2, drop", 2)):
        who = Waterman(POKER, asked)
        sit(who)
        play(who, actions, 0)
        assert len(who.school.cases) == cases


def test_who_changes_places_takes_along_what_is_remembered_of_the_opponent() -> None:
    dropped = "bet 2, call, replace H13 H7 H2, replace D7 S11 D12, bet 2, drop"
    for learning in (True, False):
        who = learner("calibrated")
        who.begin(0, ContestInfo(POKER, ("waterman", "x"), learning=learning, number=0, seats=(0,)))
        play(who, dropped, 0)
        who.begin(1, ContestInfo(POKER, ("x", "waterman"), learning=learning, number=1, seats=(1,)))
        assert who.memory(1)["OD"] == 1
        play(who, dropped, 1)
        who.begin(0, ContestInfo(POKER, ("waterman", "y"), learning=learning, number=2, seats=(0,)))
        assert who.memory(0) == NOTHING_KNOWN
        play(who, dropped, 0)
        who.begin(1, ContestInfo(POKER, ("x", "waterman"), learning=learning, number=3, seats=(1,)))
        assert who.memory(1)["OD"] == 1
        play(who, dropped, 1)
        who.begin(0, ContestInfo(POKER, ("waterman",) * 2, learning=learning, number=4, seats=(0, 1)))
        assert who.memory(0) == NOTHING_KNOWN


def test_while_learning_from_showdowns_a_drop_is_played_as_a_call() -> None:
    who = learner("thesis_like_implicit")
    sit(who)
    text = who.knowledge()["rules.txt"].replace("rule 1 (* * * * * * *) -> random", "rule 1 (* * * * * * *) -> DROP")
    who.restore({**who.knowledge(), "rules.txt": text}, "here")
    assert str(who.decide(view_of("bet 2", 1), stream(1)).action) == "call"
    assert str(who.decide(view_of("", 0), stream(1)).action) == "bet 1"
    who.begin(0, ContestInfo(POKER, ("waterman", "x"), learning=False, seats=(0,)))
    assert str(who.decide(view_of("bet 2", 1), stream(1)).action) == "drop"


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("POT<3", "POT<", r"rules\.txt:\d+:\d+: expected"),
        ("(H3 P1", "(H3 P9", r"rules\.txt:\d+:\d+: rule 1: symbol 'P9' is not known; known: H1, H2, H3, H4, P1"),
        ("-> BETSB", "-> BETSMALL", r"move 'BETSMALL' is not known"),
        ("D>=28", "D>28", "'H1' must begin with D>=number"),
        ("vector VDHAND POT", "vector POT VDHAND", "is a value of VDHAND, but stands at POT"),
    ],
)
def test_a_damaged_rule_file_is_refused_with_its_place_and_nothing_changes(
    before: str, after: str, message: str
) -> None:
    who = learner("thesis_like")
    sit(who)
    reply = "(BET SB BECAUSE YOUR HAND IS FAIR, AND THE POT IS SMALL)"
    who.learn(Lesson(view_of("", 0), (), "trainer", CORRECTION, (reply,)))
    texts = who.knowledge()
    assert before in texts["rules.txt"]
    with pytest.raises(DamagedFile, match=message):
        who.restore({**texts, "rules.txt": texts["rules.txt"].replace(before, after, 1)}, "here")
    assert who.knowledge() == texts


def test_the_built_in_rules_fit_on_a_page_as_sentences() -> None:
    lines = list_sentences(builtin(), PHRASES)
    assert len(lines) == 28
    assert lines[-1] == "28. With a hand with almost no chance, drop."
    assert sum(1 + len(line) // 100 for line in lines) <= 60


@pytest.mark.parametrize(
    ("name", "low", "high", "said"),
    [
        ("ORP", 1, 3, "the opponent replaced two cards"),
        ("ORP", -1, 2, "the opponent replaced none or one card"),
        ("VDHAND", 13, 31, "your hand is at least a pair of eights and at most two pair with jacks"),
        ("POT", 2, 5, "the pot is 3 to 4"),
    ],
)
def test_two_bounds_are_said_as_a_player_would(name: str, low: int, high: int, said: str) -> None:
    bounds = Comparison(">", Name(name), Number(low)), Comparison("<", Name(name), Number(high))
    assert clause(Both(bounds), PHRASES) == said


def test_features_and_formulas_compute_the_same_function_variables() -> None:
    rng, matcher = stream(8), Matcher(builtin())
    known = features_of("draw_poker")
    for _ in range(60):
        state = POKER.new_initial_state(rng)
        memory = {"OBLUFFS": int(rng.integers(3)), "OCORREL": int(rng.integers(-3, 4)), "OD": int(rng.integers(3))}
        while not state.is_terminal():
            view = state.view(state.current_player())
            values = matcher.values(situation(view, memory))
            for name in ("VDHAND", "POT", "LASTBET", "BLUFFO", "POTBET", "ORP", "OSTYLE", "OH"):
                assert known[name].measure(view, None, memory) == pytest.approx(values[name])
            legal = state.legal_actions()
            state = state.child(legal[int(rng.integers(len(legal)))])


def test_a_view_of_nobody_yet_met_has_neutral_bookkeeping() -> None:
    values = Matcher(builtin()).values(situation(view_of("", 0), NOTHING_KNOWN))
    assert (values["OH"], values["OSTYLE"], values["BLUFFO"], values["LAP"]) == (6, 0, -6, 11)


def test_the_learner_acts_first_in_rounds_one_three_and_five_of_every_game_of_the_source() -> None:
    records = list(train(POKER, learner("calibrated"), make_regime("poker_automatic", POKER, 10), seed=4))
    assert [record.players.index("waterman") for record in records] == [0, 1, 0, 1, 0] * 2


@pytest.mark.parametrize(
    ("preset", "regime"),
    [
        ("calibrated", "poker_coached"),
        ("calibrated", "poker_automatic"),
        ("calibrated", "poker_strong"),
        ("thesis_like_implicit", "poker_rounds"),
    ],
)
def test_a_course_that_was_interrupted_ends_as_one_that_was_not(preset: str, regime: str) -> None:
    plan = make_regime(regime, POKER, 13)
    whole = learner(preset)
    records = list(train(POKER, whole, plan, seed=4))
    first = learner(preset)
    course = train(POKER, first, plan, seed=4)
    part = [next(course) for _ in range(7)]
    second = learner(preset)
    second.restore(first.knowledge(), "here")
    rest = list(train(POKER, second, plan, seed=4, after=part))
    assert part + rest == records
    assert second.knowledge() == whole.knowledge()
    assert whole.school.trainee.trials > 0
