"""The associative pattern store, by the printed examples and by contests made by hand."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.learners.advisors.boards import FIVE, LOSE, TTT, contest, new_knowledge

from gamelore.base.errors import DamagedFile
from gamelore.games.board.game import BoardGame
from gamelore.learners.advisors.memory.knowledge import Watched
from gamelore.learners.advisors.patterns.associations import (
    CACHED,
    DRAWN,
    LOST,
    UNINFORMATIVE,
    UNSEEN,
    WAITING,
    WON,
    PatternStore,
    StageStore,
    collect,
    confidence,
)
from gamelore.learners.advisors.patterns.sight import sight_of
from gamelore.learners.advisors.settings.patterns import PatternSettings

S = PatternSettings()
LETTERS = {"W": "win", "L": "loss", "D": "draw"}


def spell(letters: str) -> list[str]:
    return [LETTERS[letter] for letter in letters]


def section(settings: PatternSettings = S) -> StageStore:
    return StageStore(sight_of(TTT, TTT.symmetries), settings)


def one(part: StageStore, number: int = 0) -> np.ndarray:
    seen = np.zeros_like(part.kept, dtype=np.bool_)
    seen[0, number] = True
    return seen


def store(game: BoardGame, settings: PatternSettings = S) -> PatternStore:
    return PatternStore(sight_of(game, game.symmetries), settings)


def played(
    game: BoardGame, moves: str, *, own: tuple[int, ...] = (0,), results: tuple[str, str] | None = None
) -> Watched:
    return contest(game, moves, new_knowledge(game), own=own, results=results)


# Confidence


@pytest.mark.parametrize(("letters", "expected"), [("LDW", 1.0), ("WDL", 0.0), ("DWL", 0.0625), ("LLDDWD", 0.8819)])
def test_confidence_is_that_of_equations_1_and_2(letters: str, expected: float) -> None:
    found = confidence(spell(letters))
    assert found == pytest.approx(expected, abs=5e-5)


def test_confidence_is_not_defined_while_all_results_are_of_one_kind() -> None:
    assert confidence(spell("DDDD")) is None


@given(st.text("WLD", min_size=1, max_size=40))
def test_confidence_lies_between_none_and_full(letters: str) -> None:
    found = confidence(spell(letters))
    assert found is None or 0 <= found <= 1


# One pattern


def test_a_response_counts_contests() -> None:
    part = section()
    part.learn(one(part), WON, 1, 0.0)
    assert part.responses[0, 0].tolist() == [1, 0, 0]
    assert part.kept[0, 0] == WAITING
    part.learn(one(part), WON, 2, 0.0)
    assert part.responses[0, 0].tolist() == [2, 0, 0]


def test_old_evidence_is_discounted_by_the_confidence_when_an_outcome_is_new() -> None:
    for conflict in ("new_kind", "any"):
        part = section(replace(S, conflict=conflict))
        part.kept[0, 0], part.responses[0, 0] = WAITING, (12, 0, 3)
        part.learn(one(part), LOST, 20, 0.4)
        assert part.responses[0, 0] == pytest.approx([7.2, 1, 1.8])


def test_the_readings_of_a_conflict_differ_when_the_outcome_is_on_record_beside_another() -> None:
    found = {}
    for conflict in ("new_kind", "any"):
        part = section(replace(S, conflict=conflict))
        part.kept[0, 0], part.responses[0, 0] = WAITING, (12, 0, 3)
        part.learn(one(part), DRAWN, 20, 0.5)
        found[conflict] = part.responses[0, 0].tolist()
    assert found == {"new_kind": [12, 0, 4], "any": [6, 0, 2.5]}


@pytest.mark.parametrize(("kept", "contests"), [(WAITING, 459), (CACHED, 4603)])
def test_a_single_outcome_is_forgotten_after_the_printed_number_of_contests(kept: int, contests: int) -> None:
    part = section()
    part.kept[0, 0], part.responses[0, 0] = kept, (1, 0, 0)
    for _ in range(contests - 1):
        part.age()
    assert part.kept[0, 0] == kept
    part.age()
    assert part.kept[0, 0] == UNSEEN


def test_a_pattern_is_cached_when_seen_more_often_than_the_threshold_with_one_outcome() -> None:
    part = section()
    for number in range(1, 7):
        assert part.kept[0, 0] == (UNSEEN if number == 1 else WAITING)
        part.learn(one(part), DRAWN, number, 0.0)
    assert part.kept[0, 0] == CACHED
    assert part.contests[0, 0] == 6


def test_by_its_response_a_pattern_is_cached_only_if_enough_is_left_of_what_was_seen() -> None:
    """Contradicting evidence wipes a response, sightings stay: six are enough for one reading, not for the other."""
    kept = {}
    for promoted_by in ("contests", "response"):
        part = section(replace(S, promoted_by=promoted_by))
        for number, outcome in enumerate([LOST] * 5 + [DRAWN] * 6, start=1):
            part.learn(one(part), outcome, number, 1.0)
            if number == 6:
                early = part.kept[0, 0]
        kept[promoted_by] = early, part.kept[0, 0]
    assert kept == {"contests": (CACHED, CACHED), "response": (WAITING, CACHED)}


def test_a_mixed_pattern_waits_until_its_other_outcome_has_faded() -> None:
    part = section(replace(S, conflict="new_kind"))
    part.learn(one(part), LOST, 1, 0.0)
    for number in range(2, 9):
        part.learn(one(part), DRAWN, number, 0.0)
    assert part.kept[0, 0] == WAITING
    sure = section()
    sure.learn(one(sure), LOST, 1, 0.0)
    for number in range(2, 9):
        sure.learn(one(sure), DRAWN, number, 0.9)
    assert sure.kept[0, 0] == CACHED


def test_a_pattern_of_almost_every_contest_tells_nothing_and_is_never_processed_again() -> None:
    part = section()
    for number in range(1, 31):
        part.learn(one(part), number % 2, number, 0.0)
    part.clean(30)
    assert part.kept[0, 0] == UNINFORMATIVE
    before = part.responses.copy()
    part.learn(one(part), WON, 31, 0.5)
    assert (part.responses == before).all()


def test_a_template_without_other_patterns_is_discarded() -> None:
    part = section()
    for number in range(1, 31):
        part.learn(one(part), number % 2, number, 0.0)
    part.clean(30)
    assert part.discarded == {0}
    part.learn(one(part, 1), WON, 31, 0.0)
    assert part.kept[0, 1] == UNSEEN


def test_a_pattern_of_every_contest_with_one_outcome_tells_something() -> None:
    part = section()
    for number in range(1, 41):
        part.learn(one(part), WON, number, 0.0)
    part.clean(40)
    assert part.kept[0, 0] == CACHED


# Contests


def texts_seen(game: BoardGame, watched: Watched, which: str) -> dict[tuple[str, int], set[str]]:
    sight = sight_of(game, game.symmetries)
    found = collect(sight, watched, which, store(game).section)  # type: ignore[arg-type]
    return {
        (stage, mover): {sight.text(int(n)) for n in np.flatnonzero(seen[mover])}
        for stage, seen in found.items()
        for mover in (0, 1)
    }


def test_a_move_creates_the_patterns_of_the_places_it_touches() -> None:
    found = texts_seen(TTT, played(TTT, "5 1"), "created")
    assert "line 4_ 5X 6_" in found["placing", 0]
    assert "line 1_ 2_ 3_" not in found["placing", 0]
    assert "diagonal 1O 5X" in found["placing", 1]
    assert not any("3O" in text and "7O" in text for text in found["placing", 1])


def test_crucial_states_are_the_last_that_were_not_forced() -> None:
    # O's third marker blocks, X's fourth blocks: the free moves before them count.
    watched = played(TTT, "5 1 9 3 2 8")
    found = texts_seen(TTT, watched, "crucial")
    sight = sight_of(TTT, TTT.symmetries)
    free_x, free_o = watched.states[3], watched.states[4]
    for seat, state in ((0, free_x), (1, free_o)):
        numbers = sight.patterns(np.array([state.x]), np.array([state.o]))[0]
        assert found["placing", seat] == {sight.text(int(n)) for n in numbers}


def test_of_a_crucial_state_the_most_specific_patterns_leave_out_what_lies_within_a_cached_one() -> None:
    watched = played(TTT, "5 1 9 3 2 8")
    plain = texts_seen(TTT, watched, "crucial")
    assert texts_seen(TTT, watched, "specific") == plain, "while nothing is cached, all count"
    one_store = store(TTT)
    cached = one_store.sight.parse("line 1O 2_ 3O")
    one_store.section("placing").kept[1, cached] = CACHED
    found = collect(one_store.sight, watched, "specific", one_store.section)["placing"]
    left = {one_store.sight.text(int(n)) for n in np.flatnonzero(found[1])}
    assert "line 1O 2_ 3O" in left
    assert "line 1O 3O" in plain["placing", 1] - left, "seen only within the cached one"
    assert "line 1O 2_" in left, "seen elsewhere, too"
    assert set(np.flatnonzero(found[0])) == {one_store.sight.parse(text) for text in plain["placing", 0]}


def test_the_stage_of_a_pattern_is_that_of_the_move_which_made_it() -> None:
    moves = ["1", "4", "2", "5", "14", "3", "16", "7", "10", "15", "1-2", "5-8"]
    state = FIVE.new_initial_state()
    done = []
    for text in moves:
        if FIVE.parse_action(text) not in state.legal_actions():
            break
        done.append(text)
        state = state.child(FIVE.parse_action(text))
    found = texts_seen(FIVE, played(FIVE, " ".join(done)), "created")
    assert all(bool(found["placing", seat]) for seat in (0, 1))


def test_sweeps_come_every_ten_contests_or_by_confidence() -> None:
    fixed, by_confidence = store(TTT), store(TTT, replace(S, sweep="confidence"))
    swept: list[list[int]] = [[], []]
    for number in range(1, 46):
        result = ("loss", "win") if number < 10 else ("draw", "draw")
        for k, one_store in enumerate((fixed, by_confidence)):
            if one_store.learn(played(TTT, "5 1", results=result)):
                swept[k].append(number)
    assert swept[0] == [10, 20, 30, 40]
    assert swept[1] == [15, 20, 25, 30, 35, 40, 45]
    assert by_confidence.confidence == 1.0


def test_a_contest_cut_short_teaches_its_crucial_states_or_nothing() -> None:
    cut = played(LOSE, "5 1 9", results=("draw", "draw"))
    for settings, learns in ((S, False), (replace(S, collect="crucial"), True)):
        one_store = store(LOSE, settings)
        one_store.learn(cut)
        assert bool(one_store.sections) == learns
        assert one_store.outcomes == [DRAWN]


def test_practice_adds_no_confidence_and_an_expert_lends_its_own() -> None:
    practice, watching = store(TTT), store(TTT)
    for result in (("loss", "win"), ("draw", "draw")):
        practice.learn(played(TTT, "5 1", own=(0, 1), results=result))
        watching.learn(contest(TTT, "5 1", new_knowledge(TTT), experts=(0,), results=result))
    assert (practice.confidence, watching.confidence) == (0.0, 1.0)


# Files


def taught() -> PatternStore:
    one_store = store(LOSE)
    results = (("draw", "draw"), ("win", "loss"), ("draw", "draw"), ("loss", "win"), ("draw", "draw"))
    for number, moves in enumerate(["5 1 9 2 8", "5 1 9 3 7 4 6 8 2", "1 2 3", "5 2 8 1 9"] * 9):
        one_store.learn(played(LOSE, moves, own=(number % 2,), results=results[number % 5]))
    one_store.section("placing").discarded.add(2)
    return one_store


def test_a_store_comes_back_from_its_texts_and_goes_on_the_same() -> None:
    before = taught()
    after = store(LOSE)
    after.restore(before.texts(), "agent")
    assert after.texts() == before.texts()
    for one_store in (before, after):
        for _ in range(5):
            one_store.learn(played(LOSE, "5 1 9 2 8"))
    assert after.texts() == before.texts()
    assert after.next_sweep == before.next_sweep
    assert after.confidence == before.confidence


@pytest.mark.parametrize(
    ("name", "old", "new", "place"),
    [
        ("pattern_store.tsv", "line ", "lime ", "pattern_store.tsv:"),
        ("pattern_store.tsv", "stage\t", "", "pattern_store.tsv:1:"),
        ("pattern_store.tsv", "waiting", "wading", "pattern_store.tsv:"),
        ("pattern_store.tsv", "\tX\t", "\tZ\t", "pattern_store.tsv:"),
        ("pattern_contests.tsv", "loss", "lost", "pattern_contests.tsv:"),
        ("pattern_contests.tsv", "\t10\n", "\tten\n", "pattern_contests.tsv:"),
    ],
)
def test_damage_is_refused_with_its_place_and_nothing_changes(name: str, old: str, new: str, place: str) -> None:
    texts = taught().texts()
    assert old in texts[name]
    texts[name] = texts[name].replace(old, new, 1)
    empty = store(LOSE)
    with pytest.raises(DamagedFile, match=place):
        empty.restore(texts, "agent")
    assert not empty.outcomes
    assert not empty.sections


def test_a_missing_file_is_refused() -> None:
    with pytest.raises(DamagedFile, match=r"pattern_store\.tsv is missing"):
        store(LOSE).restore({"pattern_contests.tsv": taught().texts()["pattern_contests.tsv"]}, "agent")


@pytest.mark.parametrize("value", ["nan", "-1", "much"])
def test_responses_must_be_numbers(value: str) -> None:
    texts = taught().texts()
    head, first, *rest = texts["pattern_store.tsv"].splitlines()
    cells = first.split("\t")
    cells[4] = value
    texts["pattern_store.tsv"] = "\n".join([head, "\t".join(cells), *rest])
    with pytest.raises(DamagedFile, match=r"pattern_store\.tsv:2"):
        store(LOSE).restore(texts, "agent")


def test_the_ageing_of_the_papers_text_is_not_that_of_its_numbers() -> None:
    """Printed as .9, a single outcome stays 44 contests on the waiting list and not 459."""
    part = section(replace(S, age_waiting=0.9))
    part.kept[0, 0], part.responses[0, 0] = WAITING, (1, 0, 0)
    contests = 0
    while part.kept[0, 0] == WAITING:
        part.age()
        contests += 1
    assert contests == 44 == math.ceil(math.log(0.01) / math.log(0.9))
    assert math.ceil(math.log(0.01) / math.log(0.99)) == 459
