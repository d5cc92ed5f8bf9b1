"""`gamelore guide` prints a guide, writes it as one page that fetches nothing, and refuses clearly."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.app.conftest import Answer, lose_follower
from tests.board_states import board_game

from gamelore.app.guide.board import PAGE, BoardPictures
from gamelore.app.guide.document import script
from gamelore.app.guide.html import guide_page
from gamelore.app.guide.text import guide_text
from gamelore.base.stats import Interval
from gamelore.games.kit import RULES_ALONE
from gamelore.lab.guide.core import CAREFUL, Guide, ListStep, Question
from gamelore.lab.guide.making import make_guide
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import Maxims, parse_list
from gamelore.learners.maxims.proof import Safety
from gamelore.learners.registry import save_agent

Run = Callable[..., Answer]


@pytest.fixture(scope="module")
def guide() -> Guide:
    return make_guide(lose_follower(), "lose", contests=2, seed=5)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    save_agent(lose_follower(), tmp_path / "lose")
    return tmp_path / "lose"


def test_text_page_and_json_tell_the_same_lines(folder: Path, tmp_path: Path, run: Run) -> None:
    asked = ("guide", str(folder), "--contests", "2", "--seed", "5")
    page = tmp_path / "guide.html"
    text = run(*asked).out
    found = json.loads(run(*asked, "--json", "--out", str(page)).out)
    for told in found["entries"]:
        assert told["sentence"] in text
        assert told["sentence"] in re.sub(r"</?a\b[^>]*>", "", page.read_text())
    assert found["strength"]["line"]["careful"]["not lost"]["random"]["high"] == 100
    assert run(*asked, "--out", str(page)).out == f"The guide stands in {page}\n"


def test_text_and_page_show_strangers_the_worst_first_and_name_the_weakest_of_all(guide: Guide) -> None:
    panel = guide.strangers["line"]
    worse = {**panel.scores["not lost"], "uct:1000": Interval(0.0, 0.0, 65.8)}
    weak = replace(guide, strangers={"line": replace(panel, scores={**panel.scores, "not lost": worse})})
    for draw in (guide_text, guide_page):
        told = re.sub(r"\s+", " ", draw(weak))
        assert "players whom it did not practise with, 2 contests each, the worst first" in told
        assert all(f"against {name}" in told for name in ("search:4", "uct:1000", "maxims", "intuitive"))
        assert "Weakest against uct:1000: 0 [0, 66] per cent won or drawn." in told
        assert "did not practise with" not in re.sub(r"\s+", " ", draw(replace(guide, strangers={})))


def test_the_page_fetches_nothing(guide: Guide) -> None:
    page = guide_page(guide)
    assert not re.search(r"""(?:src|href)=(?!"#)|url\(|@import|^import |\bfetch\(""", page, re.MULTILINE)
    assert set(re.findall(r"https?://[^\"' ]+", page)) == {"http://www.w3.org/2000/svg"}
    assert "default-src 'none'" in page


def test_every_line_has_a_picture_with_a_title(guide: Guide) -> None:
    lines = guide_page(guide).split('<ol class="lines">')[1].split("</ol>")[0]
    assert lines.count('role="img"') == lines.count("<title>") == len(guide.entries)


def test_never_loses_is_printed_only_where_it_is_proved(guide: Guide) -> None:
    unproved = replace(guide, proof=None)
    for draw in (guide_text, guide_page):
        assert ("never loses." in draw(guide)) == bool(guide.proof and guide.proof.never_loses)
        assert "Proved" not in draw(unproved)


@pytest.mark.parametrize("worst", [100.0, 50.0])
def test_a_list_that_lost_can_lose_though_no_search_has_met_a_loss(guide: Guide, worst: float) -> None:
    part = guide.parts[0].name
    sure, told = Interval(100.0, 100.0, 100.0), Interval(worst, 0.0, 100.0)
    strength = {**guide.strength[part], CAREFUL: {**guide.strength[part][CAREFUL], "not lost": {"random": sure}}}
    panel = replace(guide.strangers[part], scores={**guide.strangers[part].scores, "not lost": {"search:4": told}})
    unproved = replace(guide, proof=Safety(None, 9), strength={part: strength}, strangers={part: panel})
    for draw in (guide_text, guide_page):
        page = re.sub(r"\s+", " ", draw(unproved))
        assert ("The list can lose: it lost some of the contests below." in page) == (worst < 100)
        assert ("It is not proved that the list never loses; 9 positions" in page) == (worst == 100)


def test_the_picture_of_a_line_says_when_it_does_not_mark_all_that_is_counted() -> None:
    game = board_game("connect_four")
    question = Question("line", game.new_initial_state().child(game.parse_action("39")), (), game.parse_action("38"))
    step = ListStep(0, ("38",), ("37",))
    words = BoardPictures().aside(question, step, "fewest other_open")
    assert words == "The picture shows it after 38. Of 64 lines it marks 16."
    assert BoardPictures().picture(question, step, "fewest other_open").count('class="band bad"') == 16
    assert BoardPictures().aside(question, step, "most own_ready") == "The picture shows it after 38."


def test_a_name_from_a_file_cannot_end_the_script(guide: Guide) -> None:
    name = "</script><script>alert(1)</script>"
    page = guide_page(replace(guide, game=replace(board_game("lose_tic_tac_toe"), title=name)))
    assert "<script>alert" not in page


def test_the_modules_become_one_script() -> None:
    text = script(PAGE)
    assert "export " not in text
    assert "import " not in text
    assert all(f"class {name}" in text for name in ("Rules", "BoardView", "Quiz"))
    assert len(PAGE) == 5


def test_an_agent_without_maxims_is_told_by_its_worth(agent: Path, tmp_path: Path, run: Run) -> None:
    page = tmp_path / "rote.html"
    assert "There are no maxims" in run("guide", str(agent), "--contests", "2").out
    assert run("guide", str(agent), "--contests", "2", "--out", str(page)).status == 0
    assert "<script" not in page.read_text()


def test_a_game_without_a_list_is_refused(run: Run) -> None:
    assert "no rules come with draw_poker; learn some" in run("guide", "draw_poker").refusal()
    assert "no_such_game" in run("guide", "no_such_game").refusal()


def test_a_game_that_brings_no_kit_is_told_from_its_rules_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "examples"))
    from gamelore_examples.matches import Matches

    class Bare(Matches):
        kit = RULES_ALONE

    learner = MaximLearner(Bare(), MaximLearner.preset(None))
    learner.maxims = Maxims(parse_list("most wins; fewest winning_replies"))
    made = make_guide(learner, "matches", contests=2, seed=5)
    assert list(made.strength["line"]["careful"]["not lost"]) == ["search", "expert", "novice", "random"]
    assert "a search of a few plies stands in" in " ".join(made.measured)
    assert all(entry.example is not None for entry in made.entries)
    page = guide_page(made)
    assert f"<pre>{made.quiz[0].situation}</pre>" in page
    assert 'data-option="take 1"' in page
