"""Learned spatial Advisors: matching, comments, phasing in, removal, and life inside Hoyle."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.learners.advisors.boards import LOSE, TTT, at, board_game, contest, new_knowledge, says, trained
from tests.learners.advisors.patterns.plainly import instances

from gamelore.arena import make_regime, train
from gamelore.base.errors import DamagedFile
from gamelore.base.seeds import stream
from gamelore.games.board.game import BoardGame
from gamelore.learners.advisors.faculty import Turn
from gamelore.learners.advisors.forr import Bench, hear
from gamelore.learners.advisors.hoyle import Hoyle
from gamelore.learners.advisors.patterns.concepts import Concept, For, parse_concept
from gamelore.learners.advisors.patterns.faculty import Patterns, Standing
from gamelore.learners.advisors.patterns.naming import idea
from gamelore.learners.advisors.patterns.spatial import ConceptMatcher, Council, SpatialAdvisor
from gamelore.learners.advisors.settings.hoyle import PRESETS, HoyleSettings
from gamelore.learners.advisors.settings.patterns import PatternSettings
from gamelore.learners.advisors.weighing.weights import make_weights
from gamelore.learners.check import check_learner

EARNED = replace(
    PRESETS["s98"],
    patterns=PatternSettings(rules=("drop", "variabilise"), phase_in_by="surplus", judged="open", merge=True),
)
REFLECTION = "placing either draw diagonal 3m 7n"


def council(game: BoardGame, *texts: str) -> Council:
    found = Council(game, game.symmetries, merged=False)
    found.seat([parse_concept(game, text) for text in texts])
    return found


def advisor(game: BoardGame, text: str) -> SpatialAdvisor:
    return council(game, text).advisors[0]


# Matching


@st.composite
def concepts(draw: st.DrawFn, size: int) -> Concept:
    cells = draw(st.dictionaries(st.integers(0, size - 1), st.sampled_from("mn_XO"), min_size=1, max_size=4))
    whose: For = draw(st.sampled_from(["X", "O", "either"]))
    return Concept("placing", whose, "draw", "line", tuple(sorted(cells.items())))


@pytest.mark.parametrize(
    "name",
    [
        "tic_tac_toe",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("five_mens_morris", "shisima", "nine_mens_morris")),
    ],
)
@settings(max_examples=25)
@given(data=st.data())
def test_all_concepts_together_find_what_each_finds_alone(name: str, data: st.DataObject) -> None:
    game = board_game(name)
    size = game.board.size
    found = data.draw(st.lists(concepts(size), min_size=1, max_size=6, unique=True))
    boards = data.draw(st.lists(st.lists(st.integers(0, 2), min_size=size, max_size=size), min_size=2, max_size=4))
    seat = data.draw(st.integers(0, 1))
    here = [c for c in found if c.speaks_to(seat)]
    if not here:
        return
    mine, theirs = (np.array([sum(1 << p for p in range(size) if b[p] == k) for b in boards]) for k in (1, 2))
    matcher = ConceptMatcher([(c,) for c in here], game.symmetries, seat)
    result = matcher.find(int(mine[0]), int(theirs[0]), mine[1:], theirs[1:])
    for row, one in enumerate(here):
        before = set(instances(one, game.symmetries, int(mine[0]), int(theirs[0]), seat))
        for column in range(len(boards) - 1):
            after = set(instances(one, game.symmetries, int(mine[column + 1]), int(theirs[column + 1]), seat))
            # Images with the same positions for this seat are one place.
            came = {n.seen_by(seat) for n in after} - {n.seen_by(seat) for n in before}
            went = {n.seen_by(seat) for n in before} - {n.seen_by(seat) for n in after}
            assert bool(result.changes[row, column] & 1) == bool(came)
            assert bool(result.changes[row, column] & 2) == bool(went)


# Comments


def test_reflection_advocates_the_opposite_corner() -> None:
    assert says(advisor(LOSE, REFLECTION), at(LOSE, "O../.X./... X")) == {"9": 8}


def test_a_loss_is_opposed_and_its_end_advocated() -> None:
    two_in_a_row = "sliding either loss line 1m 2m 3#"
    game = board_game("three_mens_morris")
    said = says(advisor(game, two_in_a_row), at(game, "XX./O.X/.OO X"))
    assert all(strength in (1, 6) for strength in said.values())
    assert said


def test_a_concept_for_one_player_is_silent_to_the_other() -> None:
    centre = advisor(TTT, "placing X draw line 2# 5m")
    assert says(centre, at(TTT, ".../.../... X")) == {"5": 8}
    assert says(centre, at(TTT, "X../.../... O")) == {}


def test_an_irrelevant_concept_never_speaks() -> None:
    """What only the other's markers make (1996, Figure 8e) cannot be made by placing one's own."""
    two_of_the_others = advisor(LOSE, "placing either draw line 1n 2n")
    for text in ("O../.X./... X", "OO./.X./..X X", "O.O/.X./.X. X"):
        assert says(two_of_the_others, at(LOSE, text)) == {}


def test_a_move_that_makes_and_takes_away_is_not_commented_on() -> None:
    game = board_game("shisima")
    beside = advisor(game, "sliding either win line 1m 2m")
    situation = at(game, "X.X/.X./OOO X")
    made = {str(situation.move(k)) for k in range(situation.count)}
    assert set(says(beside, situation)) < made


def test_the_boards_of_a_decision_are_tested_once_for_all_advisors() -> None:
    found = council(LOSE, REFLECTION, "placing either draw line 4m 6n", "placing either draw line 1m 2_")
    calls = 0
    speak = found._speak

    def counted(situation: object) -> object:
        nonlocal calls
        calls += 1
        return speak(situation)  # type: ignore[arg-type]

    found._speak = counted  # type: ignore[method-assign, assignment]
    situation = at(LOSE, "O../.X./... X")
    for one in found.advisors:
        one.comment(situation)
    assert calls == 1


# Standing


def with_concept(text: str, settings: HoyleSettings = PRESETS["s98"]) -> Patterns:
    found = Patterns(LOSE, settings)
    found.concepts[parse_concept(LOSE, text)] = Standing("variabilise", 10)
    found._seat()
    return found


def turn(text: str, move: str, leaves: str = "") -> Turn:
    """A turn of an expert, with the moves that tier 1 leaves."""
    situation = at(LOSE, text)
    numbers = {str(situation.move(k)): k for k in range(situation.count)}
    return Turn(2, situation, numbers[move], tuple(numbers[one] for one in leaves.split()))


def test_an_advisor_is_phased_in_by_apt_comments() -> None:
    found = with_concept(REFLECTION)
    name = found.learned()[0].name
    factors = [found.factor(name)]
    for _ in range(11):
        found.learn(contest(LOSE, "5 1 9", new_knowledge(LOSE)), [turn("O../.X./... X", "9")])
        factors.append(found.factor(name))
    assert factors[:3] == pytest.approx([0.1, 0.19, 0.28])
    assert factors[10:] == pytest.approx([1.0, 1.0])


def test_inapt_comments_do_not_phase_in() -> None:
    found = with_concept(REFLECTION)
    found.learn(contest(LOSE, "5 1 3", new_knowledge(LOSE)), [turn("O../.X./... X", "3")])
    standing = found.concepts[parse_concept(LOSE, REFLECTION)]
    assert (standing.turns, standing.spoken, standing.apt) == (1, 1, 0)


def test_where_weight_is_earned_only_what_is_more_than_chance_phases_in() -> None:
    found = with_concept(REFLECTION, EARNED)
    name = found.learned()[0].name
    for _ in range(4):
        found.learn(contest(LOSE, "5 1 9", new_knowledge(LOSE)), [turn("O../.X./... X", "9", "9 3")])
    assert found.factor(name) == pytest.approx(0.1 + 0.09 * 4 * (1 - 1 / 2)), "one of two moves was for it"


def test_where_weight_is_earned_turns_that_tier_1_decides_do_not_count() -> None:
    found = with_concept(REFLECTION, EARNED)
    standing = found.concepts[parse_concept(LOSE, REFLECTION)]
    watched = contest(LOSE, "5 1 9", new_knowledge(LOSE))
    found.learn(watched, [turn("O../.X./... X", "9")])
    assert (standing.turns, standing.spoken) == (0, 0), "nothing was open"
    found.learn(watched, [turn("O../.X./... X", "3", "2 3")])
    assert (standing.turns, standing.spoken) == (1, 0), "the move it is for was not open"
    found.learn(watched, [turn("O../.X./... X", "3", "3 9")])
    assert (standing.turns, standing.spoken, standing.apt, standing.chance) == (2, 1, 0, 0.5)


@pytest.mark.parametrize(
    ("standing", "weight", "fate"),
    [
        (Standing("drop", 1, turns=60), 1.0, "irrelevant"),
        (Standing("drop", 1, turns=59), 1.0, "speaks"),
        (Standing("drop", 1, turns=60, spoken=10, contradictory=30), 1.0, "self-contradictory"),
        (Standing("drop", 1, turns=60, spoken=20), 0.49, "untrustworthy"),
        (Standing("drop", 1, turns=60, spoken=19), 0.49, "speaks"),
        (Standing("drop", 1, turns=60, spoken=20, apt=20), 0.51, "speaks"),
        (Standing("drop", 1, turns=60, spoken=40, apt=22, chance=20.0), 9.0, "untrustworthy"),
        (Standing("drop", 1, turns=60, spoken=40, apt=22, chance=8.0), 9.0, "speaks"),
    ],
)
def test_advisors_that_fail_are_removed_without_asking(standing: Standing, weight: float, fate: str) -> None:
    found = with_concept(REFLECTION)
    found.concepts[parse_concept(LOSE, REFLECTION)] = standing
    found._swept = True
    weights = make_weights("awl", "raw")
    weights.from_mapping({"placing": {found.learned()[0].name: weight}}, "test")
    found.review(weights)
    assert standing.fate == fate
    assert bool(found.learned()) == (fate == "speaks")


def test_who_is_asked_may_keep_an_advisor_and_is_not_asked_again() -> None:
    learner = Hoyle(LOSE, PRESETS["s98"])
    asked: list[tuple[str, str]] = []

    def no(advisor: str, reason: str) -> bool:
        asked.append((advisor, reason))
        return False

    learner.ask_before_removal(no)
    found = learner.faculties["patterns"]
    assert isinstance(found, Patterns)
    concept = parse_concept(LOSE, REFLECTION)
    found.concepts[concept] = Standing("drop", 1, turns=60)
    found._seat()
    name = found.learned()[0].name
    for _ in range(2):
        found._swept = True
        found.review(make_weights("awl", "raw"))
    (told, reason), *more = asked
    assert (told.startswith(f"{name} ("), reason, more) == (True, "irrelevant", [])
    assert found.concepts[concept].fate == "kept"
    assert [advisor.name for advisor in found.learned()] == [name]
    again = Patterns(LOSE, PRESETS["s98"])
    again.restore(found.texts(), "test")
    assert again.texts() == found.texts()
    assert [advisor.name for advisor in again.learned()] == [name]
    learner.restore(learner.knowledge(), "test")
    assert learner.faculties["patterns"].confirm_removal is no


def test_a_general_concept_drives_out_what_counts_no_more_and_lets_it_back_when_it_is_gone() -> None:
    general, special = "placing either draw line 1m 2_", "placing either draw line 1m 2_ 3n"
    found = with_concept(general)
    found.concepts[parse_concept(LOSE, special)] = Standing("variabilise", 10)
    found._seat()
    names = [one.name for one in found.learned()]
    found._swept = True
    weights = make_weights("awl", "raw")
    for mine, theirs, left in ((2.0, 3.0, 2), (2.0, 2.0, 1)):
        weights.from_mapping({"placing": dict(zip(names, (mine, theirs), strict=True))}, "test")
        found.review(weights)
        assert len(found.learned()) == left
    found.concepts[parse_concept(LOSE, general)].spoken = 99
    weights.from_mapping({"placing": {names[0]: 0.1}}, "test")
    found.review(weights)
    assert [one.name for one in found.learned()] == [names[1]]


def test_word_for_word_a_general_concept_eliminates_whatever_counts_more() -> None:
    general, special = "placing either draw line 1m 2_", "placing either draw line 1m 2_ 3n"
    found = with_concept(general)
    found.pattern_settings = replace(found.pattern_settings, subsume="always")
    found.concepts[parse_concept(LOSE, special)] = Standing("variabilise", 10)
    found._seat()
    names = [one.name for one in found.learned()]
    weights = make_weights("awl", "raw")
    weights.from_mapping({"placing": dict(zip(names, (2.0, 3.0), strict=True))}, "test")
    found._swept = True
    found.review(weights)
    assert [one.name for one in found.learned()] == names[:1]


# Inside Hoyle


@pytest.mark.parametrize(
    "preset",
    ["s98", *(pytest.param(preset, marks=pytest.mark.slow) for preset in ("p96", "earned", "gamelore_concepts"))],
)
def test_hoyle_with_patterns_is_a_sound_learner(preset: str) -> None:
    class Seeing(Hoyle):
        kind = f"hoyle_{preset}"
        presets = {preset: {**PRESETS, "earned": EARNED}[preset]}  # noqa: RUF012

    assert check_learner(Seeing, TTT, stream(3), contests=2)


@pytest.fixture(scope="module")
def learned() -> Hoyle:
    return trained("lose_tic_tac_toe", "s98", 60, regime="fixed_length")


def test_a_trained_hoyle_comes_back_from_its_files_with_its_concepts(learned: Hoyle) -> None:
    texts = learned.knowledge()
    other = Hoyle(LOSE, learned.settings)
    other.restore(texts, "agent")
    assert other.knowledge() == texts
    assert [a.name for a in other.voices] == [a.name for a in learned.voices]
    assert [a.name for a in learned.learned]
    assert all(other.faculties["patterns"].factor(a.name) <= 1 for a in other.learned)


def test_the_council_speaks_for_all_as_they_would_one_by_one(learned: Hoyle) -> None:
    faculty = learned.faculties["patterns"]
    assert isinstance(faculty, Patterns)
    for text in ("O../.X./... X", ".../.X./.O. X", "XO./.../... X", "X../.../... O", "OX./.X./O.. X"):
        together = hear(at(LOSE, text), Bench((), [faculty.chorus()]))
        alone = hear(at(LOSE, text), Bench(faculty.learned()))
        assert list(together) == list(alone)
        assert all((together[name] == alone[name]).all() for name in alone)


@pytest.mark.parametrize(
    ("old", "new"), [("speaks", "sings"), ("variabilise", "vary"), ("placing ", "placing"), ("either", "neither")]
)
def test_damaged_concepts_are_refused_with_their_place(learned: Hoyle, old: str, new: str) -> None:
    texts = learned.knowledge()
    texts["concepts.tsv"] = texts["concepts.tsv"].replace(old, new, 1)
    with pytest.raises(DamagedFile, match=r"concepts\.tsv:\d+"):
        Hoyle(LOSE, learned.settings).restore(texts, "agent")


def test_reasons_still_hold_after_more_was_learned(learned: Hoyle) -> None:
    other = Hoyle(LOSE, learned.settings)
    other.restore(learned.knowledge(), "agent")
    one = other.learned[0]
    assert isinstance(one, SpatialAdvisor)
    situation = at(LOSE, "O../.X./... X")
    comments = {a.name: a.comment(situation) for a in other.learned}
    assert isinstance(other.faculties["patterns"], Patterns)
    other.faculties["patterns"].council.seat([])
    spoken = [a for a in learned.learned if comments.get(a.name) is not None]
    assert spoken
    for voice in spoken:
        comment = comments[voice.name]
        assert comment is not None
        for number in np.flatnonzero(comment >= 0).tolist():
            assert voice.because(situation, number)


# What is learned (1996, section 4; 1998, section 5)


def ideas(name: str, preset: str, regime: str, contests: int | None, seed: int) -> dict[str, float]:
    """The weights of the Advisors that speak after training, by the names of their ideas; the best of each."""
    game = board_game(name)
    learner = Hoyle(game, PRESETS[preset])
    players = {"style": "assertive"} if game.rules.line == "captures" else {}
    for _ in train(game, learner, make_regime(regime, game, contests), seed=seed, settings=players):
        pass
    found: dict[str, float] = {}
    for one in learner.learned:
        assert isinstance(one, SpatialAdvisor)
        weight = learner.weights.of(one.stage).get(one.name, 1.0)
        called = idea(game, one.concepts[0])
        found[called] = max(weight, found.get(called, 0.0))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_reflection_is_learned_in_lose_tic_tac_toe_and_counts_more_than_any_other_concept(seed: int) -> None:
    found = ideas("lose_tic_tac_toe", "s98", "fixed_length", 200, seed)
    assert max(found, key=lambda called: found[called]) == "reflection through the centre"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "contests"), [("five_mens_morris", 120), ("six_mens_morris", 40)])
def test_mills_are_learned_on_both_boards_of_sixteen_positions_by_the_same_code(name: str, contests: int) -> None:
    found = ideas(name, "s98", "double_cycle", contests, 1)
    assert found["mill"] > 1
