"""Words and misreadings as a person meets them: in the guide, in `lore`, on the page, and by `test --misread`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from gamelore.app.cli import main
from gamelore.app.guide.glossary import linked, terms_of, words_inside, words_text
from gamelore.games import load_game
from gamelore.learners.maxims.shipped import shipped_learner, shipped_names
from gamelore.learners.registry import save_agent


def said_by(name: str) -> list[str]:
    learner = shipped_learner(load_game(name))
    return [learner.reader.wording.sentence(line) for line in learner.lines]


@pytest.mark.parametrize("name", shipped_names())
def test_every_linked_word_of_a_page_leads_to_an_entry_on_it(name: str) -> None:
    page = words_inside(load_game(name), said_by(name))
    places = set(re.findall(r'id="(word-[^"]+)"', page))
    assert places
    assert set(re.findall(r'href="#(word-[^"]+)"', page)) <= places


def test_only_the_words_that_the_lines_use_are_told_each_with_its_board() -> None:
    game = load_game("lose_tic_tac_toe")
    text = "\n".join(words_text(game, said_by("lose_tic_tac_toe"), 60))
    assert " line: Who fills all points of one with its own markers loses." in " ".join(text.split())
    assert "  corner:" not in text
    assert "*-----5-----*" in text  # the middles of the sides
    assert max(map(len, text.splitlines())) <= 60


def test_a_word_is_linked_in_any_form_and_text_is_escaped() -> None:
    terms = terms_of(load_game("tic_tac_toe"), ["Have the most lines."])
    assert linked("Have 3 < 4 lines.", terms, "/words/x") == (
        '<a class="word" href="/words/x#word-have">Have</a> 3 &lt; 4 '
        '<a class="word" href="/words/x#word-line">lines</a>.'
    )


def test_lore_tells_the_words_below_bare_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save_agent(shipped_learner(load_game("lose_tic_tac_toe")), tmp_path / "lose")
    assert main(["lore", str(tmp_path / "lose")]) == 0
    lines, _, words = capsys.readouterr().out.partition("The words:\n")
    assert "Have the most lines with one marker of yours and two empty points." in lines
    assert "go onto: " in words


def test_a_shipped_list_is_tested_by_the_name_of_its_game_and_misread(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["test", "lose_tic_tac_toe", "--misread", "--contests", "4", "--seed", "3"]
    assert main([*asked, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {one["reading"] for one in found["readings"]} == {"row as drawn", "only here", "first move only"}
    assert "row across" in {one["reading"] for one in found["gone"]}
    assert main(asked) == 0
    assert "Gone with the word: row across" in " ".join(capsys.readouterr().out.split())
    assert main(["test", "lose_tic_tac_toe", "--against", "random", "--contests", "2"]) == 0


def test_misreading_goes_with_careful_readers_and_one_challenger(capsys: pytest.CaptureFixture[str]) -> None:
    for more, wrong in ((["--slips", "0.1"], "careful readers"), (["--against", "perfect,random"], "one challenger")):
        assert main(["test", "lose_tic_tac_toe", "--misread", *more]) != 0
        assert wrong in capsys.readouterr().err
