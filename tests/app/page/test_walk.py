"""A contest gone over move by move: every position, what it was worth, mistakes played out, and one file to share."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

from tests.app.page.asking import Visitor, opened

from gamelore.app.page.study import walk
from gamelore.app.page.study.alone import bundled
from gamelore.app.page.study.graph import graph_svg, heights
from gamelore.app.page.study.walk import walked
from gamelore.app.table.sitting import TableSitting
from gamelore.arena.contest import ContestKey
from gamelore.base.files import to_json
from gamelore.games import load_game
from gamelore.lab.review.retracing import ValuePoint


def over(game: str, moves: str, against: str = "random", seed: int = 1) -> TableSitting:
    """A contest of the first player who does what is asked while that can be done, and then the first that is legal."""
    sitting = TableSitting(load_game(game), 0, {1: against}, ContestKey(seed))
    list(sitting.answers())
    wanted = moves.split()
    while sitting.result is None:
        legal = [move.action for move in sitting.moves()]
        found = next((move for move in wanted if move in legal), legal[0])
        sitting.play(found)
    return sitting


def test_a_walk_shows_every_position_and_says_what_the_review_says() -> None:
    sitting = over("tic_tac_toe", "2 4 6 8")
    told, review = walked(sitting), sitting.review()
    assert len(told["frames"]) == len(sitting.plies) + 1
    assert told["sentence"] == review.sentence
    assert [m["ply"] for m in told["mistakes"]] == sorted(move.ply for move in review.moves)
    assert told["frames"][0]["said"] == "The beginning."
    held = [frame["picture"].count('class="point x') for frame in told["frames"]]
    assert held == [(n + 1) // 2 for n in range(len(held))]
    assert ">9</text>" in told["frames"][0]["picture"]  # boards have their numbers
    to_json(told)


def test_a_mistake_is_played_out_to_the_end_of_what_punishes_it() -> None:
    for seed in range(30):
        sitting = over("tic_tac_toe", "2 4 6 8", seed=seed)
        told = walked(sitting)
        lost = [m for m in told["mistakes"] if "into a loss" in m["lost"]]
        if lost:
            break
    mistake = lost[0]
    state: Any = sitting.plies[mistake["ply"]].state
    for frame in mistake["punished"]:
        state = state.child(sitting.game.parse_action(frame["action"]))
    assert state.is_terminal()
    assert state.returns()[sitting.seat] == -1
    assert mistake["punished"][0]["action"] == mistake["action"]
    assert mistake["instead"][0]["action"] == mistake["best"][0]
    at = {point["at"]: point["words"] for point in told["values"]}
    assert at[mistake["ply"] + 1].startswith("loss")
    assert f'data-ply="{mistake["ply"]}"' in told["graph"]


def test_where_hands_are_hidden_nothing_is_played_out() -> None:
    sitting = TableSitting(load_game("draw_poker"), 0, {1: "poker:call"}, ContestKey(3))
    list(sitting.answers())
    while sitting.result is None:
        sitting.play(sitting.moves()[0].action)
    told = walked(sitting)
    assert all(not mistake["punished"] and not mistake["instead"] for mistake in told["mistakes"])
    assert len(told["frames"]) == len(sitting.plies) + 1
    assert "card back" in told["frames"][0]["picture"]


def test_of_a_long_contest_the_last_moves_are_shown(monkeypatch: Any) -> None:
    monkeypatch.setattr(walk, "MOST_SHOWN", 3)
    sitting = over("tic_tac_toe", "2 4 6 8")
    told = walked(sitting)
    assert told["first"] == len(sitting.plies) - 3
    assert len(told["frames"]) == 4
    assert all(mistake["ply"] >= told["first"] for mistake in told["mistakes"])


def test_values_stand_between_win_and_loss() -> None:
    points = [ValuePoint(0, 0.5, ""), ValuePoint(1, -2.0, ""), ValuePoint(2, 30.0, ""), ValuePoint(3, -30.0, "")]
    found = heights(points)
    assert found[2:] == [1.0, -1.0]
    assert -1 < found[1] < 0 < found[0] < 1
    assert heights([ValuePoint(0, 0.0, "")]) == [0.0]
    assert graph_svg(points[:1], 4, "markers", [], "") == ""
    assert graph_svg(points, 4, "markers", [1], "<title>").count("mistake-dot") == 1
    assert "<title>" not in graph_svg(points, 4, "markers", [1], "<title>")


def test_the_page_the_walk_and_the_file_are_the_visitors_own(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as page:
            visitor, stranger = await Visitor(page).enter(), await Visitor(page).enter()
            now = await visitor.begin("tic_tac_toe", "random")
            key = now["sitting"]
            answer = await visitor.client.get(f"/api/contests/{key}/walk")
            assert (answer.status_code, answer.json()["detail"]) == (400, "A contest is reviewed when it is over.")
            while now["result"] is None:
                now = await visitor.move(now, now["moves"][0]["action"])
            told = await visitor.get(f"/api/contests/{key}/walk")
            assert len(told["frames"]) == len(now["history"]) + 1
            assert "move by move" in (await visitor.client.get(f"/contests/{key}/review")).text
            file = await visitor.client.get(f"/api/contests/{key}/file")
            assert 'filename="tic-tac-toe-review.html"' in file.headers["content-disposition"]
            data = re.search(r'id="guide-data">(.*?)</script>', file.text, re.DOTALL)
            assert data is not None
            assert json.loads(data[1]) == told
            assert not re.search(r'(?:src|href)="(?!data:)[^"#]', file.text)
            assert "import " not in re.findall(r'<script type="module">(.*?)</script>', file.text, re.DOTALL)[0]
            for path in (f"/api/contests/{key}/walk", f"/api/contests/{key}/file", f"/contests/{key}/review"):
                assert (await stranger.client.get(path)).status_code == 404

    asyncio.run(scene())


def test_a_bundle_holds_every_module_once_behind_what_it_needs() -> None:
    text = bundled("walk_alone.mjs")
    assert text.count("class Walk ") == text.count("class Marks ") == text.count("const NONE =") == 1
    assert text.index("class Marks ") < text.index("class Walk ") < text.index("new Walk(")
    assert not re.search(r"^(?:import|export) ", text, re.MULTILINE)
