"""What is learned changes only with a new revision of the learner."""

from __future__ import annotations

import pytest
from tests.golden_courses import complaint, entry, names, recorded, rounded_digest

from gamelore.learners.rote import Rote


def test_every_preset_learns_what_was_recorded_under_its_revision() -> None:
    golden = recorded()
    found = [complaint(name, golden.get(name), entry(name)) for name in names()]
    assert not list(filter(None, found)), "\n".join(filter(None, found))
    assert set(golden) == set(names()), "presets that went: python -m tests.golden_courses"


def test_a_change_without_a_new_revision_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"rote/{next(iter(Rote.presets))}"
    golden = entry(name)
    assert complaint(name, golden, entry(name)) == ""
    assert "no golden course is recorded" in complaint(name, None, golden)
    monkeypatch.setattr(Rote, "knowledge", lambda learner: {"rote.tsv": "something else"})
    assert complaint(name, golden, entry(name)).endswith("raise the revision or mend the change")
    monkeypatch.setattr(Rote, "revision", 99)
    assert "the revision was raised" in complaint(name, golden, entry(name))


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
