"""What a reading costs: paired contests, the worst first; what is kept is what the command prints."""

from __future__ import annotations

import json

import pytest

from gamelore.base.errors import BadSetting
from gamelore.base.files import read_text
from gamelore.games import load_game
from gamelore.lab.misreading import COSTLY, FOLDER, misreadings, not_meant, readings_in
from gamelore.learners.maxims.lines import Maxims, list_text, parse_list
from gamelore.learners.maxims.shipped import shipped_learner, shipped_names
from gamelore.learners.registry import new_learner


def test_readings_are_told_worst_first_with_what_a_careful_reader_scores() -> None:
    learner = shipped_learner(load_game("lose_tic_tac_toe"))
    told = []
    found = misreadings(learner, 10, seed=3, progress=lambda: told.append(1))
    assert found.meant.mean == 100.0
    costs = [one.cost.mean for one in found.found]
    assert costs == sorted(costs, reverse=True)
    assert found.found[0].reading.name == "row as drawn"
    assert found.found[0].cost.low > 0
    assert len(told) == 10 * (1 + len(found.found))
    assert found == misreadings(learner, 10, seed=3)
    mapping = found.to_mapping()
    assert mapping["list"] == list_text(learner.lines)
    assert [one["reading"] for one in mapping["readings"]] == [one.reading.name for one in found.found]


def test_a_reading_whose_word_no_sentence_has_is_gone_with_it() -> None:
    able, gone = readings_in(shipped_learner(load_game("shisima")))
    assert "nearest pair" in {reading.name for reading in gone}
    assert "nearest pair" not in {reading.name for reading, _ in able}


def test_only_maxims_can_be_misread() -> None:
    with pytest.raises(BadSetting, match="no maxims whose words could be misread"):
        readings_in(new_learner("rote", load_game("tic_tac_toe")))


@pytest.mark.parametrize("name", shipped_names())
def test_what_is_kept_of_each_shipped_list_is_of_that_list_and_names_readings_that_it_has(name: str) -> None:
    learner = shipped_learner(load_game(name))
    kept = json.loads(read_text(FOLDER / f"{name}.json"))
    able, gone = readings_in(learner)
    assert kept["list"] == list_text(learner.lines)
    assert {(one["reading"], one["sense"], *one["lines"]) for one in kept["readings"]} == {
        (reading.name, reading.sense, *lines) for reading, lines in able
    }
    assert [one["reading"] for one in kept["gone"]] == [reading.name for reading in gone]


def test_a_guide_says_what_is_not_meant_where_that_costs_much() -> None:
    learner = shipped_learner(load_game("lose_tic_tac_toe"))
    found = not_meant("lose_tic_tac_toe", list_text(learner.lines))
    kept = json.loads(read_text(FOLDER / "lose_tic_tac_toe.json"))
    costly = {label for one in kept["readings"] if one["cost"]["mean"] > COSTLY for label in one["lines"]}
    assert set(found) == costly
    assert all(str(text).startswith("Not meant: ") for texts in found.values() for text in texts)
    learner.maxims = Maxims(parse_list("most centre"))
    assert not_meant("lose_tic_tac_toe", list_text(learner.lines)) == {}
    assert not_meant("nobody_knows_it", "most centre") == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["lose_tic_tac_toe", "tic_tac_toe"])
def test_what_is_kept_is_what_a_run_finds(name: str) -> None:
    kept = json.loads(read_text(FOLDER / f"{name}.json"))
    learner = shipped_learner(load_game(name))
    found = misreadings(learner, kept["contests"], seed=kept["seed"], against=kept["against"], unsolved="search")
    assert json.loads(json.dumps(found.to_mapping())) == kept
