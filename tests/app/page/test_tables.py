"""The contests of the visitors without HTTP: kept after every move, restored, refused; the battery of its mutants."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from gamelore.app.page import open_contests as module
from gamelore.app.page.catalogue import Catalogue
from gamelore.app.page.keeping.store import PageStore
from gamelore.app.page.keeping.trouble import Trouble
from gamelore.app.page.open_contests import NoSuchSitting, OpenTable, Stale, Tables, picture, status
from gamelore.app.page.solving import PROMISED
from gamelore.app.table.sitting import TableSitting
from gamelore.arena.contest import ContestKey
from gamelore.arena.players import NoLearning
from gamelore.base.errors import GameloreError, IllegalAction, NotAvailable
from gamelore.base.little import LITTLE
from gamelore.games import board, load_game
from gamelore.games.core import AnyGame
from gamelore.learners.core import Decision, Player
from gamelore.oracles.core import most_seconds

TIC, POKER, FORTY = load_game("tic_tac_toe"), load_game("draw_poker"), load_game("forty_two")
NINE = load_game("nine_mens_morris")
TITLE = "Tic-tac-toe"


class First(NoLearning):
    """Does the first thing that is legal; or fails."""

    def __init__(self, wrong: Exception | None = None) -> None:
        super().__init__("first")
        self.wrong = wrong

    def decide(self, view: Any, rng: Any) -> Decision:
        if self.wrong is not None:
            raise self.wrong
        return Decision(view.legal_actions()[0], "first")


class Offered(Catalogue):
    """Everybody is the same simple player."""

    wrong: Exception | None = None

    def make(self, name: str, game: AnyGame) -> Player:
        return First(self.wrong)


def story(folder: Path, tell: Callable[[Tables], Awaitable[None]], most: int = 5) -> None:
    """Something that happens at the tables."""

    async def go() -> None:
        store = PageStore(folder / "page.sqlite")
        tables = Tables(store, Offered(store, folder), most)
        try:
            await tell(tables)
        finally:
            tables.close()
            store.close()

    asyncio.run(go())


def rows(tables: Tables) -> list[dict[str, Any]]:
    return [dict(row) for row in tables.store.read("SELECT * FROM sittings ORDER BY rowid")]


def play(text: str) -> Callable[[TableSitting], object]:
    return lambda sitting: sitting.play(text)


# --- a contest begins -------------------------------------------------------------------------------------------------


def test_a_contest_is_on_the_disk_when_it_is_shown(tmp_path: Path) -> None:
    async def tell(tables: Tables) -> None:
        before = time.time()
        seen = await tables.begin("me", TIC, "random", 0)
        (row,) = rows(tables)
        assert row["sitting"] == seen["sitting"]
        assert (seen["version"], seen["page"]) == (0, "tic_tac_toe")
        assert (row["visitor"], row["kind"], row["title"], row["version"], row["result"]) == (
            "me",
            "table",
            TITLE,
            0,
            "",
        )
        assert json.loads(row["setting"]) == {"game": "tic_tac_toe", "against": "random", "seat": 0}
        assert before <= row["made"] == row["changed"] <= time.time()
        assert json.loads(row["log"])["plies"] == []
        assert list(tables.open) == [seen["sitting"]]
        table = tables.open[seen["sitting"]]
        assert (table.key, table.visitor, table.against, table.version) == (seen["sitting"], "me", "random", 0)
        assert len(seen["sitting"]) == 16

    story(tmp_path, tell)


def test_the_others_move_first_where_they_sit_first(tmp_path: Path) -> None:
    async def tell(tables: Tables) -> None:
        seen = await tables.begin("me", TIC, "random", 1)
        assert [moved["action"] for moved in seen["history"]] == ["1"]
        assert json.loads(rows(tables)[0]["log"])["plies"] == [["1", "first"]]
        assert json.loads(rows(tables)[0]["setting"])["seat"] == 1

    story(tmp_path, tell)


def test_no_two_contests_have_the_same_seed(tmp_path: Path) -> None:
    async def tell(tables: Tables) -> None:
        for _ in range(4):
            await tables.begin("me", FORTY, "random", 2)
        seeds = [json.loads(row["log"])["key"]["seed"] for row in rows(tables)]
        assert len(set(seeds)) == 4
        assert max(seeds) > 2**40
        assert json.loads(rows(tables)[0]["log"])["others"].keys() == {"0", "1", "3"}

    story(tmp_path, tell)


def test_so_many_are_kept_and_those_that_go_are_gone_from_memory_too(tmp_path: Path) -> None:
    async def tell(tables: Tables) -> None:
        keys = [(await tables.begin("me", TIC, "random", 0))["sitting"] for _ in range(4)]
        assert list(tables.open) == keys[2:]
        assert [row["sitting"] for row in rows(tables)] == keys[2:]
        with pytest.raises(NoSuchSitting):
            await tables.find("me", keys[0])
        tables.open.clear()
        await tables.begin("me", TIC, "random", 0)

    story(tmp_path, tell, most=2)


def test_what_could_not_be_kept_has_not_begun(tmp_path: Path) -> None:
    async def tell(tables: Tables) -> None:
        tables.store._writer.execute("ALTER TABLE sittings RENAME TO elsewhere")
        with pytest.raises(Trouble):
            await tables.begin("me", TIC, "random", 0)
        assert not tables.open

    story(tmp_path, tell)


# --- found again ------------------------------------------------------------------------------------------------------


def test_a_contest_is_found_in_memory_and_else_in_the_file(tmp_path: Path) -> None:
    async def tell(tables: Tables) -> None:
        seen = await tables.begin("me", TIC, "random", 0)
        key = seen["sitting"]
        other = (await tables.begin("me", TIC, "random", 0))["sitting"]
        table = await tables.find("me", key)
        assert table is tables.open[key]
        assert list(tables.open) == [other, key]
        await tables.change(table, 0, play("5"))
        tables.open.clear()
        restored = await tables.find("me", key)
        assert restored is not table
        assert tables.open[key] is restored
        assert (restored.key, restored.visitor, restored.against, restored.version) == (key, "me", "random", 1)
        assert await tables.look(restored) == await tables.look(table)
        assert (await tables.look(restored))["version"] == 1
        assert await tables.ask(restored, lambda sitting: sitting) is restored.sitting
        assert restored.sitting.table.make == tables.catalogue.make

    story(tmp_path, tell)


def test_a_game_of_ones_own_is_its_owners_and_is_found_again(tmp_path: Path) -> None:
    async def tell(tables: Tables) -> None:
        text = (Path(board.__path__[0]) / "builtin" / "pong_hau_ki.toml").read_text()
        await tables.store.write("INSERT INTO games VALUES ('mine', 'me', 'n', ?, 0)", text)
        own = tables.catalogue.game("own:mine", "me")
        seen = await tables.begin("me", own, "random", 0)
        assert seen["page"] == "own:mine"
        tables.open.clear()
        again = await tables.find("me", seen["sitting"])
        assert (await tables.look(again))["page"] == "own:mine"
        assert again.sitting.game.source == own.source

    story(tmp_path, tell)


@pytest.mark.parametrize("cleared", [False, True])
def test_nobody_learns_of_anothers_contest(tmp_path: Path, cleared: bool) -> None:
    async def tell(tables: Tables) -> None:
        key = (await tables.begin("me", TIC, "random", 0))["sitting"]
        await tables.store.write("INSERT INTO sittings VALUES ('lesson', 'me', 'coach', '', '{}', '{}', 0, '', 0, 0)")
        if cleared:
            tables.open.clear()
        for visitor, asked in (("you", key), ("me", "nothing"), ("me", "lesson")):
            with pytest.raises(NoSuchSitting) as caught:
                await tables.find(visitor, asked)
            assert str(caught.value) == "no such contest of yours"

    story(tmp_path, tell)


def test_two_who_ask_at_once_get_the_same_table(tmp_path: Path) -> None:
    async def tell(tables: Tables) -> None:
        key = (await tables.begin("me", TIC, "random", 0))["sitting"]
        tables.open.clear()
        found = await asyncio.gather(*(tables.find("me", key) for _ in range(4)))
        assert len(set(map(id, found))) == 1

    story(tmp_path, tell)


def test_tables_of_somebody_who_goes_are_closed(tmp_path: Path) -> None:
    async def tell(tables: Tables) -> None:
        mine = [(await tables.begin("me", TIC, "random", 0))["sitting"] for _ in range(2)]
        yours = (await tables.begin("you", TIC, "random", 0))["sitting"]
        tables.leave("me")
        assert list(tables.open) == [yours]
        await tables.store.write("UPDATE sittings SET visitor = 'you' WHERE visitor = 'me'")
        assert (await tables.find("you", mine[0])).visitor == "you"

    story(tmp_path, tell)


def test_memory_is_short_and_a_table_in_use_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_OPEN", 2)

    async def tell(tables: Tables) -> None:
        first = await tables.find("me", (await tables.begin("me", TIC, "random", 0))["sitting"])
        second = (await tables.begin("me", TIC, "random", 0))["sitting"]
        assert list(tables.open) == [first.key, second]
        async with first.lock:
            third = (await tables.begin("me", TIC, "random", 0))["sitting"]
            assert list(tables.open) == [first.key, third]
        fourth = (await tables.begin("me", TIC, "random", 0))["sitting"]
        assert list(tables.open) == [third, fourth]

    story(tmp_path, tell)


# --- a contest goes on ------------------------------------------------------------------------------------------------


def test_a_change_is_on_the_disk_when_it_is_shown(tmp_path: Path) -> None:
    async def tell(tables: Tables) -> None:
        seen = await tables.begin("me", TIC, "random", 0)
        other = await tables.begin("me", TIC, "random", 0)
        table = await tables.find("me", seen["sitting"])
        made = rows(tables)[0]["changed"]
        done, after = await tables.change(table, 0, lambda sitting: sitting.play("5"))
        assert [event.to_data()["kind"] for event in done] == ["moved", "moved"]
        assert (after["version"], table.version) == (1, 1)
        row, unchanged = rows(tables)
        assert (row["version"], row["result"]) == (1, "")
        assert row["changed"] > made == row["made"]
        assert [ply[0] for ply in json.loads(row["log"])["plies"]] == ["5", "1"]
        assert (unchanged["sitting"], unchanged["version"]) == (other["sitting"], 0)
        await tables.change(table, 1, lambda sitting: sitting.resign())
        assert rows(tables)[0]["result"] == "loss"

    story(tmp_path, tell)


def test_a_move_on_a_table_that_has_moved_on_is_refused(tmp_path: Path) -> None:
    async def tell(tables: Tables) -> None:
        table = await tables.find("me", (await tables.begin("me", TIC, "random", 0))["sitting"])
        await tables.change(table, 0, play("5"))
        for version in (0, 2):
            with pytest.raises(Stale, match=r"^this contest has moved on; look again$"):
                await tables.change(table, version, play("9"))
        assert tables.open[table.key] is table
        assert len(table.sitting.plies) == 2

    story(tmp_path, tell)


def test_what_the_file_holds_is_right_if_it_differs(tmp_path: Path) -> None:
    async def tell(tables: Tables) -> None:
        table = await tables.find("me", (await tables.begin("me", TIC, "random", 0))["sitting"])
        await tables.store.write("UPDATE sittings SET version = 4")
        with pytest.raises(Stale, match=r"^this contest has moved on; look again$"):
            await tables.change(table, 0, play("5"))
        assert table.key not in tables.open
        assert rows(tables)[0]["version"] == 4
        again = await tables.find("me", table.key)
        assert (again.version, again.sitting.plies) == (4, [])

    story(tmp_path, tell)


def test_what_could_not_be_kept_has_not_happened(tmp_path: Path) -> None:
    async def tell(tables: Tables) -> None:
        table = await tables.find("me", (await tables.begin("me", TIC, "random", 0))["sitting"])
        tables.store._writer.execute("ALTER TABLE sittings RENAME TO elsewhere")
        with pytest.raises(Trouble):
            await tables.change(table, 0, play("5"))
        tables.store._writer.execute("ALTER TABLE elsewhere RENAME TO sittings")
        assert table.key not in tables.open
        assert (await tables.find("me", table.key)).sitting.plies == []

    story(tmp_path, tell)


def test_a_refused_move_leaves_the_table_as_it_is(tmp_path: Path) -> None:
    async def tell(tables: Tables) -> None:
        table = await tables.find("me", (await tables.begin("me", TIC, "random", 0))["sitting"])
        await tables.change(table, 0, play("5"))
        with pytest.raises(GameloreError):
            await tables.change(table, 1, play("5"))
        assert tables.open[table.key] is table
        assert table.version == rows(tables)[0]["version"] == 1
        await tables.change(table, 1, lambda sitting: sitting.resign())
        with pytest.raises(NotAvailable):
            await tables.change(table, 2, play("9"))
        assert tables.open[table.key] is table

    story(tmp_path, tell)


@pytest.mark.parametrize("wrong", ["stale", "unwritten", "refused", "odd"])
def test_what_goes_wrong_at_a_table_that_was_closed_meanwhile_is_told_as_it_is(tmp_path: Path, wrong: str) -> None:
    async def tell(tables: Tables) -> None:
        assert isinstance(tables.catalogue, Offered)
        table = await tables.find("me", (await tables.begin("me", TIC, "random", 0))["sitting"])
        expected: dict[str, type[Exception]] = {
            "stale": Stale, "unwritten": Trouble, "refused": IllegalAction, "odd": ValueError,
        }  # fmt: skip
        if wrong == "stale":
            await tables.store.write("UPDATE sittings SET version = 4")
        if wrong == "unwritten":
            tables.store._writer.execute("ALTER TABLE sittings RENAME TO elsewhere")
        tables.catalogue.wrong = {"refused": IllegalAction("no"), "odd": ValueError("odd")}.get(wrong)
        table.sitting.table.players.clear()
        tables.open.clear()
        with pytest.raises(expected[wrong]):
            await tables.change(table, 0, play("5"))

    story(tmp_path, tell)


@pytest.mark.parametrize("wrong", [IllegalAction("cannot"), ValueError("odd")])
def test_where_somebody_could_not_answer_the_contest_goes_on_from_the_file(tmp_path: Path, wrong: Exception) -> None:
    async def tell(tables: Tables) -> None:
        assert isinstance(tables.catalogue, Offered)
        table = await tables.find("me", (await tables.begin("me", TIC, "random", 0))["sitting"])
        tables.catalogue.wrong = wrong
        table.sitting.table.players.clear()
        with pytest.raises(type(wrong)):
            await tables.change(table, 0, play("5"))
        assert table.key not in tables.open
        tables.catalogue.wrong = None
        again = await tables.find("me", table.key)
        assert again.sitting.plies == []
        assert (await tables.change(again, 0, play("5")))[1]["version"] == 1

    story(tmp_path, tell)


def test_a_defect_in_what_is_asked_for_closes_the_table(tmp_path: Path) -> None:
    async def tell(tables: Tables) -> None:
        table = await tables.find("me", (await tables.begin("me", TIC, "random", 0))["sitting"])

        def fail(sitting: TableSitting) -> None:
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await tables.change(table, 0, fail)
        assert table.key not in tables.open

    story(tmp_path, tell)


# --- who thinks where -------------------------------------------------------------------------------------------------


def test_whoever_may_take_long_has_threads_of_their_own(tmp_path: Path) -> None:
    async def tell(tables: Tables) -> None:
        def where(_: object = None) -> str:
            return threading.current_thread().name.partition("_")[0]

        assert await tables.think(most_seconds, "x", slow=False) == PROMISED
        assert await tables.think(where, "x", slow=True) == "patient"
        assert await tables.think(where, "x", slow=False) == "quick"
        assert [await tables.think(LITTLE.get, "x", slow=slow) for slow in (False, True)] == [True, False]
        quick = await tables.find("me", (await tables.begin("me", TIC, "random", 0))["sitting"])
        slow = await tables.find("me", (await tables.begin("me", TIC, "search", 0))["sitting"])
        assert (quick.slow, slow.slow) == (False, True)
        assert [await tables.ask(table, where) for table in (quick, slow)] == ["quick", "patient"]
        assert await tables.ask(quick, where, slow=True) == "patient"
        assert (await tables.change(quick, 0, where))[0] == "quick"
        assert (await tables.change(slow, 0, where))[0] == "patient"
        assert tables._turns == {}

    story(tmp_path, tell)


def test_every_question_is_about_its_game_and_goes_to_the_right_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def tell(tables: Tables) -> None:
        asked: list[tuple[object, ...]] = []
        think = tables.think

        async def noted(job: Callable[[], Any], game: str, *, slow: bool) -> Any:
            asked.append((game, slow))
            return await think(job, game, slow=slow)

        monkeypatch.setattr(tables, "think", noted)
        for game, against, slow in ((TIC, "random", False), (TIC, "search", True), (NINE, "random", True)):
            key = (await tables.begin("me", game, against, 0))["sitting"]
            tables.open.clear()
            table = await tables.find("me", key)
            await tables.change(table, 0, play("1"))
            await tables.look(table)
            name = game.name
            assert asked == [(name, slow), (name, False), (name, slow), (name, slow)]
            asked.clear()
        assert tables.quick._max_workers == tables.patient._max_workers == 2

    story(tmp_path, tell)


def test_whoever_waits_keeps_the_place_of_those_who_come_later(tmp_path: Path) -> None:
    async def tell(tables: Tables) -> None:
        inside: list[str] = []
        doors = {name: threading.Event() for name in "abc"}

        def job(name: str) -> Callable[[], None]:
            def work() -> None:
                inside.append(name)
                doors[name].wait(5)
                inside.remove(name)

            return work

        first, second = (asyncio.create_task(tables.think(job(name), "g", slow=False)) for name in "ab")
        await asyncio.sleep(0.02)
        doors["a"].set()
        await first
        await asyncio.sleep(0.02)
        third = asyncio.create_task(tables.think(job("c"), "g", slow=True))
        await asyncio.sleep(0.05)
        assert inside == ["b"]
        doors["b"].set()
        doors["c"].set()
        await asyncio.gather(second, third)

    story(tmp_path, tell)


def test_games_are_thought_about_one_at_a_time_and_tables_asked_one_at_a_time(tmp_path: Path) -> None:
    async def tell(tables: Tables) -> None:
        inside: list[str] = []
        together: set[tuple[str, ...]] = set()

        def job(name: str) -> Callable[[], None]:
            def work() -> None:
                inside.append(name)
                together.add(tuple(sorted(inside)))
                time.sleep(0.01)
                inside.remove(name)

            return work

        await asyncio.gather(*(tables.think(job(f"g{n % 2}"), f"g{n % 2}", slow=n % 4 < 2) for n in range(12)))
        assert ("g0", "g1") in together
        assert together <= {("g0",), ("g1",), ("g0", "g1")}
        assert tables._turns == {}
        with pytest.raises(ValueError, match="odd"):
            await tables.think(lambda: (_ for _ in ()).throw(ValueError("odd")), "g", slow=False)
        assert tables._turns == {}
        table = await tables.find("me", (await tables.begin("me", TIC, "random", 0))["sitting"])
        async with table.lock:
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(tables.ask(table, lambda _: None), 0.05)

    story(tmp_path, tell)


def test_nobody_thinks_after_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def tell(tables: Tables) -> None:
        ended: list[dict[str, object]] = []

        def shut(end: Callable[..., None], **how: object) -> None:
            ended.append(how)
            end(**how)

        for pool in (tables.quick, tables.patient):
            monkeypatch.setattr(pool, "shutdown", partial(shut, pool.shutdown))
        tables.close()
        assert ended == [{"wait": False, "cancel_futures": True}] * 2
        for slow in (False, True):
            with pytest.raises(RuntimeError, match="shutdown"):
                await tables.think(lambda: None, "x", slow=slow)

    story(tmp_path, tell)


# --- what is shown ----------------------------------------------------------------------------------------------------


def test_the_last_twelve_are_listed_the_latest_first(tmp_path: Path) -> None:
    async def tell(tables: Tables) -> None:
        keys = [(await tables.begin("me", TIC, "random", 1))["sitting"] for _ in range(14)]
        await tables.begin("you", TIC, "random", 0)
        found = tables.listed("me")
        assert [row["sitting"] for row in found] == keys[:1:-1]
        assert set(found[0]) == {"sitting", "kind", "title", "setting", "result", "changed"}
        assert found[0]["setting"] == {"game": "tic_tac_toe", "against": "random", "seat": 1, "role": ""}

    story(tmp_path, tell, most=50)


def sat(game: AnyGame, seat: int, against: str = "random", number: int = 3) -> OpenTable:
    others = {at: against for at in range(game.seats) if at != seat}
    sitting = TableSitting(game, seat, others, ContestKey(number), make=lambda *_: First())
    list(sitting.answers())
    return OpenTable("key", "me", sitting, against, 0)


def test_a_picture_tells_who_sits_where_and_what_may_be_done() -> None:
    table = sat(TIC, 0)
    seen = picture(table, "the page's name", 7)
    drawn = seen.pop("picture")
    assert drawn.startswith("<svg")
    assert TITLE in drawn
    assert seen == {
        "sitting": "key", "version": 7, "game": "tic_tac_toe", "page": "the page's name", "title": TITLE, "seat": 0,
        "seat_names": ["Black", "White"], "players": ["you", "first"], "kind": "board", "stage": seen["stage"],
        "your_turn": True, "moves": [{"action": str(n), "said": seen["moves"][n - 1]["said"]} for n in range(1, 10)],
        "history": [], "opening": [], "result": None, "status": "Your turn as Black.",
        "may": {"undo": False, "resign": True, "draw": "offer", "truth": True, "lay_down": False}, "score": "",
    }  # fmt: skip
    assert seen["moves"][4]["said"]
    table.sitting.play("5")
    seen = picture(table, "p", 1)
    assert seen["history"] == [
        {
            "yours": True, "player": "you", "seat_name": "Black", "action": "5", "said": "plays 5", "written": "5",
        },
        {
            "yours": False, "player": "first", "seat_name": "White", "action": "1", "said": "plays 1", "written": "1",
        },
    ]  # fmt: skip
    assert seen["status"] == "First plays 1. Your turn as Black."
    assert seen["may"]["undo"]


def test_a_picture_of_the_end_tells_how_it_came() -> None:
    table = sat(TIC, 0)
    for move in ("3", "5", "7"):
        table.sitting.play(move)
    seen = picture(table, "p", 4)
    assert seen["result"]["result"] == "win"
    assert seen["result"]["headline"] == "You win"
    assert table.sitting.result is not None
    assert table.sitting.result.why == "X completed a line"
    assert seen["result"]["why"] == "Black completed a line"  # stones are drawn
    assert (seen["moves"], seen["your_turn"]) == ([], False)
    assert seen["may"] == {"undo": False, "resign": False, "draw": "", "truth": True, "lay_down": False}
    assert seen["status"] == f"You win: {seen['result']['why']}."


def test_a_picture_of_a_dropped_hand_says_so_in_words() -> None:
    table = sat(POKER, 0)
    while table.sitting.result is None:
        moves = [move.action for move in table.sitting.moves()]
        table.sitting.play("drop" if "drop" in moves else moves[0])
    assert picture(table, "p", 1)["result"]["why"] == "a hand was dropped"


def test_the_end_tells_no_more_than_the_last_two_moves_of_the_others() -> None:
    table = sat(FORTY, 0)
    while table.sitting.result is None:
        table.sitting.play(str(table.sitting.moves()[0].action))
    seen = picture(table, "p", 1)
    others = [moved for moved in seen["history"] if not moved["yours"]]
    last = f"{others[-1]['seat_name']} (first) {others[-1]['said']}."
    assert last in seen["status"] or seen["history"][-1]["yours"]
    assert seen["status"].count("(first)") <= 2
    assert seen["may"]["lay_down"]
    assert not seen["may"]["resign"]
    assert not seen["may"]["truth"]
    assert seen["stage"] == table.sitting.shown().to_data()["stage"]


def test_the_first_word_is_how_the_deal_came_about() -> None:
    table = sat(POKER, 0)
    sitting = table.sitting
    sitting.opening = ("Ann drew the high card.", "Bob deals.")
    history = picture(table, "p", 0)["history"]
    assert picture(table, "p", 0)["opening"] == ["Ann drew the high card.", "Bob deals."]
    assert not picture(table, "p", 0)["may"]["resign"]
    if not history:
        assert status(sitting, []).startswith("Ann drew the high card. Bob deals. Your turn")
    made = {"yours": False, "player": "bob", "seat_name": "second", "action": "x", "said": "bets 1"}
    mine = {**made, "yours": True}
    assert status(sitting, [made]) == "Ann drew the high card. Bob deals. Bob bets 1. Your turn."
    assert status(sitting, [made, mine, {**made, "said": "calls"}]) == "Bob calls. Your turn."
    assert status(sitting, [mine]) == "Your turn."
    second = sat(POKER, 1).sitting
    second.opening = ()
    assert status(second, [made]) == "Bob bets 1. Your turn."
    four = sat(FORTY, 2).sitting
    four.opening = ()
    assert status(four, [made, made]).startswith("second (bob) bets 1. second (bob) bets 1. Your turn")
    four.opening, four.inherited = ("Dealt anew.",), 2
    assert status(four, [made, mine]).startswith("Dealt anew. Your turn")
    assert status(four, [made, made, mine]).startswith("Your turn")


def test_at_the_end_the_last_two_moves_of_the_others_are_told() -> None:
    table = sat(TIC, 0)
    table.sitting.resign()
    mine = {"yours": True, "player": "you", "seat_name": "X", "action": "5", "said": "plays 5"}
    made = [{**mine, "yours": False, "player": "first", "said": f"plays {n}"} for n in range(4)]
    assert status(table.sitting, [mine, *made]) == "First plays 2. First plays 3. You lose: Black resigned."
