"""A handout tells the game, the entries with their examples and the words; who has no list gets none."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest
from tests.app.conftest import Answer, lose_follower

from gamelore.app.guide.document import UNBROKEN, unbroken
from gamelore.app.guide.drawing import drawing_of
from gamelore.app.guide.glossary import terms_of
from gamelore.app.guide.handout import handout_page
from gamelore.app.guide.html import guide_page
from gamelore.app.guide.text import guide_text, handout_text
from gamelore.games import load_game
from gamelore.games.board.game import BoardGame
from gamelore.games.telling import rules_in_words
from gamelore.lab.guide.core import Guide
from gamelore.lab.guide.making import make_guide
from gamelore.lab.misreading import not_meant
from gamelore.learners.maxims.lines import list_text
from gamelore.learners.maxims.shipped import shipped_learner
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


def test_a_handout_says_shortly_what_is_not_meant_and_once_what_several_lines_share() -> None:
    learner = shipped_learner(load_game("lose_tic_tac_toe"))
    guide = make_guide(learner, "lose_tic_tac_toe", contests=2, seed=5)
    told = not_meant("lose_tic_tac_toe", list_text(learner.lines))
    assert set(told) == {"line 3", "line 4", "line 5"}
    assert told["line 3"] == told["line 5"] != told["line 4"]
    for shown in (handout_text(guide, 400), handout_page(guide)):
        plain = re.sub(r"<[^>]*>|\n", " ", shown)
        assert plain.count(" ".join(one.short for one in told["line 3"])) == 1
        assert plain.count("Not meant: as in line 3.") == 1
        assert plain.count(told["line 4"][0].short) == 2
        assert "contests in a hundred" not in plain


def test_the_words_of_a_handout_are_a_list(guides: list[Guide]) -> None:
    guide = guides[0]
    terms = terms_of(guide.game, [entry.sentence for entry in guide.entries])
    page = handout_page(guide)
    assert len(terms) > 2
    for term in terms:
        assert f"<li><b>{term.word}</b>: {unbroken(term.sense)}</li>" in page


def test_who_has_which_markers_is_told_where_a_picture_shows_them() -> None:
    for name, letters, colours in (
        ("five_mens_morris", "X is Black, O is White.", ""),
        ("tic_tac_toe", "", "X has the black markers, O the white."),
    ):
        game = load_game(name)
        drawing, (marker,) = drawing_of(game), terms_of(game, ["A marker."])
        assert drawing.ground_text(game, 80).endswith(letters or "9")
        assert drawing.term_text(game, marker.picture)[-1] == f"Markers of both players. {letters}".rstrip()
        for picture in (drawing.ground(game), drawing.term_picture(game, marker.picture)):
            assert picture.count(colours or " has the black markers") == bool(colours)
            assert "X is Black" not in picture


def test_an_example_of_a_position_made_again_tells_when_it_stood_before() -> None:
    guide = make_guide(shipped_learner(load_game("pong_hau_ki")), "pong_hau_ki", contests=2, seed=5)
    number, entry = next((n, e) for n, e in enumerate(guide.entries) if "returns" in e.text)
    assert entry.example is not None
    assert entry.example.before is not None
    step = entry.example.step(number)
    assert step is not None
    assert str(entry.example.shown) in step.kept
    told = drawing_of(guide.game).past(entry.example)
    found = re.fullmatch(
        r"(\S+) makes again what (Black|White|X|O) made (\d+) turns? before: .* on .*, .* on .*\.", told
    )
    assert found is not None
    assert found[1] == str(entry.example.shown)
    assert told in handout_text(guide, 1000)
    assert told in guide_text(guide, 1000)
    for page in (handout_page(guide), guide_page(guide)):
        assert told in page.replace(UNBROKEN, "-")
    assert all(drawing_of(guide.game).past(e.example) == "" for e in guide.entries if e is not entry and e.example)


@pytest.mark.parametrize("name", ["tic_tac_toe", "six_mens_morris", "nine_mens_morris"])
def test_the_numbers_of_a_board_are_eight_points_or_more_on_paper(name: str) -> None:
    game = load_game(name)
    assert isinstance(game, BoardGame)
    drawing = drawing_of(game).on_paper()
    wide = float(drawing.least(game).removesuffix("pt"))
    picture = drawing.ground(game)
    box = re.search(r'viewBox="0 0 ([\d.]+) ', picture)
    assert box is not None
    sizes = [float(size) * wide / float(box[1]) for size in re.findall(r'font-size="([\d.]+)"', picture)]
    assert len(sizes) == len(game.board.points)
    assert min(sizes) == pytest.approx(8, abs=0.1)
    assert wide < 130, "two columns of lines with pictures must stand on a page"


def test_a_handout_draws_its_boards_as_wide_as_their_numbers_need(guides: list[Guide]) -> None:
    board, *others = map(handout_page, guides)
    style = (files("gamelore.app.guide") / "handout.css").read_text(encoding="utf-8")
    assert style.count("var(--least, 0pt)") == 2
    assert "--least: 43pt" in board
    assert all("--least: " not in page for page in others)


def test_dominoes_of_a_handout_do_not_shrink_with_its_letters() -> None:
    style = (files("gamelore.app.guide") / "handout.css").read_text(encoding="utf-8")
    assert ".bones li { width: max(1.35em, 12pt); text-align: center; }" in style
    assert "font-size: max(.62em, 6pt)" in style
