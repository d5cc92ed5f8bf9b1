"""The pages of rules: every game in sentences and pictures, words explained where they stand, and a contest to try."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from tests.app.page.asking import Visitor, opened

from gamelore.app.page.catalogue import games
from gamelore.app.page.display import display_of
from gamelore.app.page.own_games import EXAMPLE
from gamelore.app.page.server import lines_of
from gamelore.app.page.study.rules import rules_html
from gamelore.games import load_game
from gamelore.games.telling import rules_in_words


@pytest.mark.parametrize("name", [game.name for game in games()])
def test_every_game_has_its_rules_in_sentences_and_pictures(name: str) -> None:
    game = next(game for game in games() if game.name == name)
    text = "".join(rules_html(game, name))
    plain = re.sub("<[^>]*>", "", text)
    for sentence in rules_in_words(game):
        assert display_of(game).spoken(game, sentence).replace("'", "&#x27;") in plain
    rules = re.sub("<[^>]*>", "", re.sub("<div popover.*?</div>", "", text))
    assert not re.search(r"\b[XO]\b", rules), "the page shows stones, and calls the sides by them"
    assert text.count("<figure>") >= 2
    asked = set(re.findall('popovertarget="([^"]*)"', text))
    assert asked == set(re.findall('popover id="([^"]*)"', text))
    assert asked or name == "draw_poker"  # its words are those of everybody's cards
    assert display_of(game).patient in [rival.name for rival in display_of(game).rivals(game)]


def test_the_pictures_of_a_board_show_a_legal_move_of_every_kind() -> None:
    game = next(game for game in games() if game.name == "five_mens_morris")
    said = [words for _, words in display_of(game).pictured_rules(game)]
    assert [words.split(":")[0] for words in said] == [
        "So it begins. Points are called by their numbers.", "A marker is placed", "A marker moves",
        "A full line takes a marker", "A full line takes a marker",
    ]  # fmt: skip


def test_rules_are_served_for_games_of_ones_own_too_and_lead_to_a_contest(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as page:
            visitor, stranger = await Visitor(page).enter(), await Visitor(page).enter()
            own = (await visitor.post("/api/games", toml=EXAMPLE))["game"]
            text = (await visitor.client.get(f"/rules/{own}")).text
            assert "Each side places four markers" in re.sub("<[^>]*>", "", text)
            found = re.search('data-game="([^"]*)" data-against="([^"]*)"', text)
            assert found is not None
            assert (await visitor.begin(found[1], found[2]))["may"]["undo"] is False
            assert (await stranger.client.get(f"/rules/{own}")).status_code == 404
            answer = await visitor.client.get("/rules/five_mens_morris")
            policy = answer.headers["content-security-policy"]
            assert policy.count("'sha256-") >= 1
            assert "unsafe" not in policy
            assert f'href="/rules/{own}"' in (await visitor.client.get(f"/games/{own}")).text

    asyncio.run(scene())


def test_the_first_page_says_in_a_sentence_what_this_is_and_counts_the_lines(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as page:
            visitor = await Visitor(page).enter()
            text = (await visitor.client.get("/")).text
            assert "Learn five men's morris in eight sentences. The computer tells you why." in text
            assert len(lines_of(load_game("five_mens_morris"))) == 8

    asyncio.run(scene())


def test_an_agent_is_chosen_where_a_course_leads_to_it_and_nobody_else_can_be(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as page:
            visitor = await Visitor(page).enter()
            (row,) = page.store.read("SELECT visitor FROM visitors")
            told = '{"done": 1, "of": 1, "curve": [], "lore": []}'
            course = ("c1", row["visitor"], "tic_tac_toe", "rote", "{}", "finished", told, 1.0)
            await page.store.write("INSERT INTO courses VALUES (?, ?, ?, ?, ?, ?, ?, ?)", *course)
            for asked, chosen in (("?against=agent:c1", "agent:c1"), ("?against=agent:c2", "maxims"), ("", "maxims")):
                text = (await visitor.client.get(f"/games/tic_tac_toe{asked}")).text
                found = re.findall('name="against" value="([^"]*)" checked', text)
                assert found == [chosen], asked

    asyncio.run(scene())
