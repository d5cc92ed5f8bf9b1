"""One contest after the other at the tables, and what the others did, one by one; with `test_tables.py` and
`test_again.py` the battery of the mutants of `open_contests.py`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.app.page.test_tables import FORTY, POKER, TIC, play, rows, story

from gamelore.app.page.open_contests import ScoreKept, Tables, picture
from gamelore.app.table.manners import manners_of
from gamelore.base.errors import NotAvailable

TILE = "[0-6]-[0-6]"


async def resigned(tables: Tables, key: str) -> None:
    table = await tables.find("me", key)
    await tables.change(table, table.version, lambda sitting: sitting.resign())


def test_the_score_goes_on_and_is_on_the_disk(tmp_path: Path) -> None:
    async def tell(tables: Tables) -> None:
        key = (await tables.begin("me", TIC, "random", 0))["sitting"]
        with pytest.raises(NotAvailable) as caught:
            await tables.again(await tables.find("me", key))
        assert str(caught.value) == "This contest goes on; another one begins when it is over."
        for number in (1, 2):
            await resigned(tables, key)
            over = await tables.find("me", key)
            assert (
                picture(over, "p", 1)["score"] == f"After {number} contest{'s' * (number > 1)}: won 0, lost {number}."
            )
            seen = await tables.again(over)
            assert (seen["seat"], seen["page"]) == (number % 2, "tic_tac_toe")
            assert seen["score"] == picture(over, "p", 1)["score"]
            key = seen["sitting"]
            assert tables.open[key].sitting.table.make == tables.catalogue.make
            row = rows(tables)[number]
            asked = {"game": "tic_tac_toe", "against": "random", "seat": number % 2}
            score = json.loads(row["setting"]).pop("score")
            assert json.loads(row["setting"]) == {**asked, "score": score}
            assert (row["visitor"], row["sitting"]) == ("me", key)
            assert (score["contests"], score["won"], score["lost"], score["gain"]) == (number, 0, number, -number)
            tables.open.clear()
            found = await tables.find("me", key)
            assert found.score.to_data() == score
            assert (found.against, found.visitor, found.version) == ("random", "me", 0)
            assert found.sitting.table.make == tables.catalogue.make

    story(tmp_path, tell)


def test_who_has_played_nothing_yet_comes_back_to_the_score_of_the_game(tmp_path: Path) -> None:
    async def tell(tables: Tables) -> None:
        key = (await tables.begin("me", FORTY, "random", 0))["sitting"]
        tables.open.clear()
        assert (await tables.find("me", key)).score == manners_of(FORTY).score

    story(tmp_path, tell)


def test_another_contest_has_another_deal(tmp_path: Path) -> None:
    async def tell(tables: Tables) -> None:
        key = (await tables.begin("me", POKER, "random", 0))["sitting"]
        over = await tables.find("me", key)
        while over.sitting.result is None:
            action = str(over.sitting.moves()[0].action)
            await tables.change(over, over.version, play(action))
        again = [(await tables.again(over))["sitting"] for _ in range(2)]
        deals = {tables.open[at].sitting.deal for at in (key, *again)}
        assert len(deals) == 3

    story(tmp_path, tell)


def test_a_score_that_was_kept_is_put_on_the_board_of_its_game() -> None:
    kept = ScoreKept(contests=3, won=2, lost=1, gain=2.0, unit="marks", marks=(2, 1), match_won=None)
    board = kept.on(manners_of(FORTY).score)
    assert board.to_data() == {**manners_of(FORTY).score.to_data(), "contests": 3, "won": 2, "lost": 1, "gain": 2.0} | {
        "unit": "marks",
        "marks": board.to_data()["marks"],
    }
    assert tuple(board.to_data()["marks"]) == (2, 1)
    plain = kept.on(manners_of(TIC).score)
    assert (plain.contests, plain.won, plain.drawn, plain.lost) == (3, 2, 0, 1)
    assert "marks" not in plain.to_data()


def test_at_42_every_domino_is_shown_when_it_is_played_and_no_other(tmp_path: Path) -> None:
    async def tell(tables: Tables) -> None:
        table = await tables.find("me", (await tables.begin("me", FORTY, "random", 0))["sitting"])
        sitting, longest = table.sitting, 0
        while sitting.result is None:
            before = len(sitting.plies)
            mine = set(re.findall(TILE, picture(table, "p", 0)["picture"].split("Your dominoes")[-1]))
            _, seen = await tables.change(table, table.version, play(str(sitting.moves()[0].action)))
            made = [str(ply.action) for ply in sitting.plies]
            steps = seen.get("steps", [])
            assert len(steps) == len(made) - before - 1
            for number, step in enumerate(steps, before):
                assert step.count("<small>first</small>") == 2  # the third is the partner
                played = [action.removeprefix("play ") for action in made[: number + 1]]
                assert re.findall(f"played ({TILE})", step)[-1:] == (played[-1:] if made[number][:4] == "play" else [])
                assert set(re.findall(TILE, step)) <= mine | set(played)
            longest = max(longest, len(steps))
        assert longest >= 3

    story(tmp_path, tell)


def test_what_shows_all_of_itself_at_once_has_no_steps(tmp_path: Path) -> None:
    async def tell(tables: Tables) -> None:
        table = await tables.find("me", (await tables.begin("me", TIC, "random", 0))["sitting"])
        _, seen = await tables.change(table, 0, play("5"))
        assert len(table.sitting.plies) == 2
        assert "steps" not in seen

    story(tmp_path, tell)
