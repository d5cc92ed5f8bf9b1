"""A game that the package does not know brings a kit: lines by practice, a guide, hints, a review, a page.

It is the example package's, typed as `module:name`, through the command line alone.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.app.page.asking import Visitor, opened

from gamelore.app.cli import main
from gamelore.app.page import catalogue
from gamelore.base.seeds import stream
from gamelore.games import registry
from gamelore.games.registry import load_game, typed_game
from gamelore.learners.maxims.lines import parse_list
from gamelore.learners.registry import load_agent
from gamelore.oracles import truth_of
from gamelore.oracles.solving import solve

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
MATCHES = "gamelore_examples.matches:Matches"
KNOW = ("--know", MATCHES)


@pytest.fixture(autouse=True)
def _known_for_a_test(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.setattr(registry._MAKERS, "_known", dict(registry._MAKERS._known))
    monkeypatch.setattr(registry._MAKERS, "typed", [])
    monkeypatch.chdir(tmp_path)
    catalogue.games.cache_clear()
    yield
    catalogue.games.cache_clear()


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command that succeeds tells."""
    capsys.readouterr()
    assert main(words) == 0
    return capsys.readouterr().out


def test_its_truth_is_that_of_the_rules() -> None:
    """Computed again by trying everything."""
    game = load_game(typed_game(MATCHES), matches=21)
    truth = truth_of(game)
    assert truth is not None
    plies: dict[int, int] = {0: 0}
    wins: dict[int, bool] = {0: False}
    for heap in range(1, 22):
        after = [heap - taken for taken in (1, 2, 3) if taken <= heap]
        wins[heap] = not all(wins[left] for left in after)
        plies[heap] = 1 + (
            min(plies[left] for left in after if not wins[left]) if wins[heap] else max(plies[left] for left in after)
        )
        value = truth.value(game.parse_state(f"{heap} X"))
        assert (value.result, value.distance) == (1 if wins[heap] else -1, plies[heap]), heap
    solved = solve(game.parse_state("6 O"))
    assert (solved.value, solved.best) == ("win in 3", ("take 2",))


def test_practice_finds_the_line_that_wins_and_the_guide_tells_it(capsys: pytest.CaptureFixture[str]) -> None:
    learned = told(capsys, "learn", MATCHES, "--out", "runs", "--contests", "6000", "--seed", "3")
    assert "1. Counted in fours, leave as few over as you can." in learned
    learner = load_agent(Path("runs")).learner
    game = learner.game
    for heap in (5, 6, 7, 9, 10, 11):
        decision = learner.decide(game.parse_state(f"{heap} X").view(0), stream(0))
        assert str(decision.action) == f"take {heap % 4}"
    guide = told(capsys, *KNOW, "guide", "runs", "--contests", "4")
    assert "Matches: 1 line to play by" in guide
    assert "Here it keeps take " in guide
    assert "Weakest against" in guide or "against perfect" in guide


def test_lines_may_use_its_words_and_others_are_refused() -> None:
    from gamelore.learners.registry import new_learner

    wording = new_learner("maxims", load_game(typed_game(MATCHES))).reader.wording  # type: ignore[attr-defined]
    (line,) = parse_list("fewest over_fours")
    assert wording.sentence(line) == "Counted in fours, leave as few over as you can."
    assert "over_fours" not in new_learner("maxims", load_game("tic_tac_toe")).reader.wording.measures  # type: ignore[attr-defined]


def test_a_contest_is_drawn_hinted_and_reviewed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("3\nhint\n2\n2\n2\n2\n2\n\n"))
    played = told(capsys, "play", MATCHES, "--against", "random", "--seed", "2", "--record", "mine.jsonl")
    assert "||||| ||||| ||  (12)" in played
    assert "perfect would take" in played
    assert "random (O) takes" in played
    review = told(capsys, *KNOW, "review", "mine.jsonl")
    assert "Judged by the solved game" in review


def test_it_stands_on_the_page_with_its_picture_its_truth_and_a_perfect_player(tmp_path: Path) -> None:
    async def go() -> None:
        typed_game(MATCHES)
        async with opened(tmp_path) as page:
            visitor = await Visitor(page).enter()
            assert 'value="perfect"' in (await visitor.client.get("/games/matches")).text
            now = await visitor.begin("matches", "expert", seat=0)
            assert now["kind"] == "heap"
            assert 'aria-label="12 matches"' in now["picture"]
            truth = await visitor.get(f"/api/contests/{now['sitting']}/truth")
            assert truth["known"]
            assert {move["action"] for move in truth["moves"]} == {"take 1", "take 2", "take 3"}

    asyncio.run(go())


def test_a_folder_of_a_game_that_nobody_named_is_refused_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    told(capsys, "learn", MATCHES, "--learner", "rote", "--contests", "4", "--out", "runs")
    registry._MAKERS._known.pop("matches")
    assert main(["lore", "runs"]) == 2
    assert "game 'matches' is not known" in capsys.readouterr().err
    assert main([*KNOW, "lore", "runs"]) == 0
