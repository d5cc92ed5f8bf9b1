"""Kits: a family's parts by the names of their places; what cannot be loaded is said."""

from __future__ import annotations

from dataclasses import fields

import pytest

from gamelore.base.errors import NotAvailable
from gamelore.games import game_names, load_game
from gamelore.games.core import Game
from gamelore.games.kit import RULES_ALONE, Kit

KITS = {load_game(name).kit for name in game_names()} | {RULES_ALONE}


def places(kit: Kit) -> dict[str, str]:
    """The parts of a kit that stand somewhere."""
    found = {field.name: getattr(kit, field.name) for field in fields(kit)}
    return {name: place for name, place in found.items() if isinstance(place, str) and "." in place}


def test_every_family_has_a_kit_of_its_own_and_every_game_one() -> None:
    assert len(KITS) == 4
    assert Game.kit is RULES_ALONE


@pytest.mark.parametrize("kit", sorted(KITS, key=repr), ids=lambda kit: kit.opponent or kit.learner or "rules alone")
def test_every_part_that_a_kit_names_stands_where_it_says(kit: Kit) -> None:
    for name, place in places(kit).items():
        assert kit.part(name) is not None, place


def test_a_part_that_is_not_there_is_named_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    kit = Kit(learner="gamelore.nowhere:Nothing")
    with pytest.raises(NotAvailable, match=r"the part 'learner' of a kit gamelore.nowhere:Nothing cannot be loaded"):
        kit.part("learner")
    assert Kit(learner="").part("learner") is None
    with pytest.raises(NotAvailable, match="nobody learns this"):
        Kit().need("learner", "nobody learns this")
