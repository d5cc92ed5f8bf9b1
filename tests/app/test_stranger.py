"""A game without a kit at table, terminal and page: shown as text, moved by text, with hints."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from tests.app.page.asking import Visitor, opened
from tests.plain_games import Kuhn

from gamelore.app.page import catalogue
from gamelore.app.page.display import PAPER
from gamelore.app.page.server import WebPage
from gamelore.app.table.sitting import TableSitting
from gamelore.app.terminal.playing import play_on
from gamelore.app.terminal.talk import Talk
from gamelore.arena.contest import ContestKey
from gamelore.games import registry
from gamelore.games.core import AnyGame
from gamelore.games.kit import RULES_ALONE
from gamelore.games.record import Record
from gamelore.games.registry import register_game

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@pytest.fixture
def matches(monkeypatch: pytest.MonkeyPatch) -> Iterator[AnyGame]:
    """The example game without its kit, known by its name as long as the test runs."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    from gamelore_examples.matches import Matches

    class Bare(Matches):
        kit = RULES_ALONE

    monkeypatch.setattr(registry._MAKERS, "_known", dict(registry._MAKERS._known))
    register_game("matches", Bare)
    register_game("kuhn", Kuhn)
    catalogue.games.cache_clear()
    yield Bare()
    catalogue.games.cache_clear()


def at_terminal(game: AnyGame, against: str, *typed: str) -> tuple[list[str], list[Record]]:
    """What is written to somebody who types some lines, and the contests that were kept."""
    written: list[str] = []
    kept: list[Record] = []
    lines = iter(typed)

    def read(prompt: str) -> str:
        written.append(prompt)
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    others = dict.fromkeys(range(1, game.seats), against)
    play_on(TableSitting(game, 0, others, ContestKey(1)), Talk(read, written.append), kept.append)
    return written, kept


def test_it_is_played_at_the_terminal_with_hints(matches: AnyGame) -> None:
    written, kept = at_terminal(
        matches, "search", "moves", "hint", "truth", "maxims", "take 9", "take 1", "why", "undo", "take 3", "take 3",
        "take 3", "take 3", "next", "take 1",
    )  # fmt: skip
    told = "\n".join(written)
    assert "Matches: you are X. Type a move, or 'help'." in written
    assert "seat 0: 12 X" in written
    assert "your move> " in written
    assert "take 1, take 2, take 3" in written
    assert any(line.startswith("search would play take ") for line in written)
    assert "Nobody knows what the moves of Matches are worth here." in written
    assert "No maxims come with Matches." in written
    assert "expected 'take 1' to 'take 3', found 'take 9'" in told
    assert "search (O) plays take " in told
    assert "Taken back: take 1" in written
    assert "You lose: the last match is taken." in written
    assert "After 1 contest: won 0, lost 1." in written
    assert [record.players for record in kept] == [("you", "search")]


def test_hidden_hands_are_shown_as_the_text_of_the_view() -> None:
    game = Kuhn()
    assert game.kit is RULES_ALONE
    sitting = TableSitting(game, 0, {1: "random"}, ContestKey(1))
    written, kept = at_terminal(game, "random", "bet", "next")
    assert written[2] == str(sitting.view)
    assert str(sitting.moves()[0].action) == sitting.moves()[0].said
    result = kept[0].returns[0]
    assert f"After 1 contest: won {int(result > 0)}, lost {int(result < 0)}; {result:+g} chips." in written


def visit(folder: Path, story: Callable[[WebPage, Visitor], Awaitable[None]]) -> None:
    async def go() -> None:
        async with opened(folder) as page:
            await story(page, await Visitor(page).enter())

    asyncio.run(go())


def test_it_is_played_on_the_page_with_text_and_buttons(matches: AnyGame, tmp_path: Path) -> None:
    async def story(page: WebPage, visitor: Visitor) -> None:
        shelf = (await visitor.client.get("/")).text
        tile = shelf.index('href="/games/matches"')
        assert tile > shelf.index('href="/games/forty_two"')
        assert shelf[tile:].partition("</li>")[0].count(PAPER) == 1
        first = (await visitor.client.get("/games/matches")).text
        assert "<span>X, first</span>" in first
        for rival in ("novice", "expert", "search", "reasonable", "random"):
            assert f'value="{rival}"' in first
        assert 'value="perfect"' not in first
        now = await visitor.begin("matches", "search", seat=0)
        assert (now["kind"], now["stage"], now["picture"]) == ("text", "", "<pre>seat 0: 12 X</pre>")
        assert [move["said"] for move in now["moves"]] == ["take 1", "take 2", "take 3"]
        key = now["sitting"]
        hint = await visitor.get(f"/api/contests/{key}/hint")
        assert hint["said"].startswith("play take ")
        nobody = {"known": False, "moves": [], "words": "Nobody knows what the moves of Matches are worth here."}
        nobody["version"] = now["version"]
        assert await visitor.get(f"/api/contests/{key}/truth") == nobody
        assert await visitor.get(f"/api/contests/{key}/lines") == {
            "known": False,
            "lines": [],
            "version": now["version"],
        }
        now = await visitor.move(now, "take 1")
        assert "Search plays take " in now["status"]
        assert (await visitor.get(f"/api/contests/{key}/why"))[0]["player"] == "search"
        page.tables.open.clear()  # restored from its log
        assert await visitor.get(f"/api/contests/{key}") == now
        now = await visitor.post(f"/api/contests/{key}/resign", version=now["version"])
        assert now["result"]["headline"] == "You lose"
        again = await visitor.post(f"/api/contests/{key}/on", ply=2)
        assert again["picture"] != "<pre>seat 0: 12 X</pre>"
        assert again["your_turn"]

    visit(tmp_path, story)


def test_where_something_is_hidden_only_who_needs_no_whole_state_is_offered(matches: AnyGame, tmp_path: Path) -> None:
    async def story(page: WebPage, visitor: Visitor) -> None:
        first = (await visitor.client.get("/games/kuhn")).text
        assert first.count('name="against"') == 1
        now = await visitor.begin("kuhn", "random", seat=1)
        assert now["your_turn"]
        assert now["picture"].startswith("<pre>")
        await visitor.move(now, now["moves"][0]["action"])

    visit(tmp_path, story)
