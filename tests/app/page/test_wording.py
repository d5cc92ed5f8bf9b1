"""What the page says agrees with what it draws: stones, cards, hands in order, the pot, what is known of a game."""

from __future__ import annotations

import asyncio
import itertools
import re
from pathlib import Path

from tests.app.page.asking import Visitor, opened

from gamelore.app.page.display import display_of
from gamelore.app.page.forty_two.drawing import in_order as dominoes_in_order
from gamelore.app.table.forty_two.showing import shown_domino
from gamelore.app.table.poker.showing import in_order as cards_in_order
from gamelore.app.table.poker.showing import shown_cards
from gamelore.games import load_game
from gamelore.games.forty_two.dominoes import Domino
from gamelore.games.poker.cards import parse_card


def test_where_stones_are_drawn_nobody_is_called_by_a_cross(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as page:
            visitor = await Visitor(page).enter()
            game = (await visitor.client.get("/games/tic_tac_toe")).text
            assert "Black, first" in game
            now = await visitor.begin("tic_tac_toe", "reasonable")
            while now["result"] is None:
                assert "Your turn as Black." in now["status"]
                assert not re.search(r"aria-label=\"Point \d, [XO]", now["picture"])
                told = await visitor.get(f"/api/contests/{now['sitting']}/why")
                assert not re.search(
                    r"\b[XO]\b", str([reason["sentence"] for why in told for reason in why["reasons"]])
                )
                now = await visitor.move(now, now["moves"][0]["action"])
            assert not re.search(r"\b[XO]\b", now["status"])
            walk = await visitor.get(f"/api/contests/{now['sitting']}/walk")
            told = [walk["why"], *(str(mistake["because"]) for mistake in walk["mistakes"])]
            told += [step["said"] for mistake in walk["mistakes"] for step in mistake["punished"] + mistake["instead"]]
            assert len(told) > 2
            assert not re.search(r"\b[XO]\b", " ".join(told))

    asyncio.run(scene())


def test_who_names_the_sides_of_a_game_has_named_them() -> None:
    morris = load_game("five_mens_morris")
    display = display_of(morris)
    assert display.seat_names(morris) == morris.seat_names
    assert display.spoken(morris, "X marks the spot") == "X marks the spot"


def test_the_pot_is_what_was_put_in_and_cards_are_named_as_people_write_them(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as page:
            visitor = await Visitor(page).enter()
            now = await visitor.begin("draw_poker", "poker:call")
            for _ in range(6):
                pot = int(re.search(r"The pot is <strong>(\d+)", now["picture"])[1])  # type: ignore[index]
                paid = [int(found) for found in re.findall(r"(\d+) chips? put in", now["picture"])]
                assert pot == sum(paid)
                if now["stage"] == "replacing":
                    break
                now = await visitor.move(now, "bet 2")
            move = next(told["action"] for told in now["moves"] if told["action"].count(" ") == 2)
            now = await visitor.move(now, move)
            written = next(told["written"] for told in now["history"] if told["yours"] and "replace" in told["action"])
            assert re.fullmatch(r"replace \S+[♠♥♦♣] \S+[♠♥♦♣]", written)

    asyncio.run(scene())


def test_hands_lie_in_order() -> None:
    cards = shown_cards([parse_card(text) for text in ("D2", "H14", "S9", "C2", "D9")])
    assert [card.text[1:] for card in cards_in_order(cards)] == ["9", "9", "2", "2", "14"]
    hand = [shown_domino(Domino(high, low)) for high, low in ((3, 0), (6, 4), (4, 4), (6, 6), (4, 1), (5, 2))]

    def texts(trump: str) -> list[str]:
        return [domino.text for domino in dominoes_in_order(hand, trump)]

    assert texts("fours") == ["4-4", "6-4", "4-1", "6-6", "5-2", "3-0"]
    assert texts("doubles") == ["6-6", "4-4", "6-4", "5-2", "4-1", "3-0"]
    assert texts("") == texts("no trump") == ["6-6", "6-4", "5-2", "4-4", "4-1", "3-0"]
    for some in itertools.permutations(hand, 2):  # whatever order they were dealt in
        assert dominoes_in_order([*some], "fours") == dominoes_in_order([*reversed(some)], "fours")


def test_an_address_that_is_none_is_a_page(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as page:
            answer = await (await Visitor(page).enter()).client.get("/nonsense", headers={"accept": "text/html"})
            assert answer.status_code == 404
            assert "<h1>Not here</h1>" in answer.text

    asyncio.run(scene())
