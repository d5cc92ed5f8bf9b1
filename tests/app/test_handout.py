"""A handout tells the game, the entries with their examples and the words; who has no list gets none."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from tests.app.conftest import Answer, lose_follower

from gamelore.app.guide.document import UNBROKEN
from gamelore.app.guide.handout import handout_page
from gamelore.app.guide.html import guide_page
from gamelore.app.guide.text import guide_text, handout_text
from gamelore.games.telling import rules_in_words
from gamelore.lab.guide.core import Guide
from gamelore.learners.registry import save_agent

Run = Callable[..., Answer]


def test_a_handout_has_rules_lines_and_words_and_no_figures(guides: list[Guide]) -> None:
    for guide in guides:
        text, page = " ".join(handout_text(guide).split()), handout_page(guide).replace(UNBROKEN, "-")
        for told in (*(entry.sentence for entry in guide.entries), *guide.how, *guide.words):
            assert told in text
            assert told in re.sub("&#x27;", "'", page)
        for sentence in rules_in_words(guide.game):
            assert sentence in text
        for shown in (text, page):
            assert "Answers" not in shown
            assert "It adds" not in shown
        assert not re.search(r"""(?:src|href)=|url\(|@import|^import |\bfetch\(""", page, re.MULTILINE)


def test_all_guides_have_one_order(guides: list[Guide]) -> None:
    for guide in guides:
        text, page = guide_text(guide), guide_page(guide)
        titles = ["The game", *(part.title for part in guide.parts), "The words", "How strong it is"]
        titles = [title for title in titles if title != "The words" or guide.words]
        places = [text.index(f"\n{title}\n---") for title in titles]
        places += [text.index(f"\n{title}") for title in ("To try: what do the ", "How it was found\n---")]
        assert places == sorted(places)
        places = [page.index(f">{title}</h2>") for title in (*titles, "Try it", "How it was found")]
        assert places == sorted(places)


def test_a_board_is_shown_with_the_numbers_of_its_points(guides: list[Guide]) -> None:
    board, *others = guides
    assert " 1-----2-----3\n |     |     |\n 4-----5-----6\n" in guide_text(board)
    for page in (guide_page(board), handout_page(board)):
        assert "The board with the numbers of its points" in page
        assert "X has the black markers, O the white." in page
    assert all("numbers of its points" not in guide_page(guide) for guide in others)


def test_wins_stand_beside_contests_not_lost(guides: list[Guide]) -> None:
    board = guides[0]
    text = guide_text(board)
    assert "With and without each line: per cent won or drawn / per cent won, against" in text
    whole = board.whole["line"]
    figure = f"{whole['not lost']['novice'].mean:.0f} / {whole['won']['novice'].mean:.0f}"
    assert figure in text
    assert f"<td>{figure}</td>" in guide_page(board)
    assert "With perfect play on both sides it is a draw" in " ".join(text.split())


def test_the_command_writes_or_prints_a_handout(run: Run, tmp_path: Path, agent: Path) -> None:
    save_agent(lose_follower(), tmp_path / "lose")
    asked = ("guide", str(tmp_path / "lose"), "--contests", "2", "--handout")
    assert "How strong it is" not in run(*asked).out
    page = tmp_path / "handout.html"
    assert run(*asked, "--out", str(page)).out.split() == f"The handout stands in {page}".split()
    assert "@page" in page.read_text()
    refused = run("guide", str(agent), "--contests", "2", "--handout", "--out", str(tmp_path / "none.html"))
    assert refused.refusal() == "learner rote has no list that a handout could tell; try without --handout"
    assert not (tmp_path / "none.html").exists()
