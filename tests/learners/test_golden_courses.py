"""What is learned and decided changes only with a new revision of the learner."""

from __future__ import annotations

from itertools import combinations

import pytest
from tests import golden_courses
from tests.golden_courses import STATES, complaint, courses, entry, fixed_views, recorded, rounded_digest

from gamelore.base.errors import BadSetting
from gamelore.games import load_game
from gamelore.learners.core import Decision
from gamelore.learners.registry import learner_class
from gamelore.learners.rote import Rote

ROTE = "rote/own"


def test_every_course_ends_as_was_recorded_under_the_revision_of_its_learner() -> None:
    golden = recorded()
    found = [complaint(name, golden.get(name), entry(course)) for name, course in courses().items()]
    assert not list(filter(None, found)), "\n".join(filter(None, found))
    assert set(golden) == set(courses()), "courses that went: python -m tests.golden_courses"


def test_presets_with_different_settings_differ_in_what_they_know_or_decide() -> None:
    golden = recorded()
    by_preset: dict[tuple[str, str], dict[str, tuple[int | str, ...]]] = {}
    for name, course in courses().items():
        held = golden[name]["digest"], golden[name]["decisions"]
        by_preset.setdefault((course.learner, course.preset), {})[f"{course.game} {course.how}"] = held
    for (one, found), (other, again) in combinations(by_preset.items(), 2):
        if one[0] == other[0]:
            presets = learner_class(one[0]).presets
            assert presets[one[1]] != presets[other[1]], f"{one} and {other} have the same settings"
            assert any(found[where] != again[where] for where in found.keys() & again), (
                f"{one} and {other} are the same"
            )


def test_the_fixed_states_are_many_and_of_every_kind_of_decision() -> None:
    for name, kinds in (("lose_tic_tac_toe", 1), ("draw_poker", 2), ("forty_two", 3)):
        views = fixed_views(load_game(name))
        assert len(views) == STATES
        assert len({str(view) for view in views}) > STATES / 2
        assert len({type(view.legal_actions()[-1]) for view in views}) == kinds


def test_a_change_without_a_new_revision_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    course = courses()[ROTE]
    golden = entry(course)
    assert complaint(ROTE, golden, entry(course)) == ""
    assert "no golden course is recorded" in complaint(ROTE, None, golden)
    with monkeypatch.context() as changed:
        changed.setattr(Rote, "decide", lambda learner, view, rng: Decision(view.legal_actions()[-1], "the last"))
        found = complaint(ROTE, golden, {**entry(course), "digest": golden["digest"]})
        assert "other decisions" in found
        assert found.endswith("raise the revision or mend the change")
    monkeypatch.setattr(Rote, "knowledge", lambda learner: {"rote.tsv": "something else"})
    assert complaint(ROTE, golden, entry(course)).endswith("raise the revision or mend the change")
    monkeypatch.setattr(Rote, "revision", 99)
    assert "the revision was raised" in complaint(ROTE, golden, entry(course))


def test_a_course_after_which_nothing_is_known_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    course = courses()[ROTE]
    monkeypatch.setattr(Rote, "lore", lambda learner: [])
    with pytest.raises(ValueError, match=f"{ROTE}: nothing was learned"):
        entry(course)
    monkeypatch.setattr(golden_courses, "PRACTISED", {"maxims": 1000, "waterman": 1000})
    for name in ("maxims/maxims", "waterman/practised"):
        with pytest.raises(BadSetting, match="are too few"):
            entry(courses()[name])


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("weight = 0.30000000000000004", "weight = 0.3", True),
        ("-1.23456e-05 7", "-1.23457e-05 7", True),
        ("x = -1.7763568394002505e-15", "x = 0.0", True),
        ("x = 9e-16", "x = -8.881784197001252e-16", True),
        ("0.3001", "0.3002", False),
        ("1e-06", "2e-06", False),
        ("10001 games", "10002 games", False),
    ],
)
def test_only_the_last_digits_of_decimal_numbers_do_not_count(one: str, other: str, same: bool) -> None:
    assert (rounded_digest({"a": one}) == rounded_digest({"a": other})) == same
