"""What the page sends of a contest with hidden hands is a function of what the visitor's seat can see."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from tests.leaks import Leak, Puppet, story

from gamelore.app.page.contests import reasons_since
from gamelore.app.page.tables import OpenTable, picture
from gamelore.app.table.sitting import TableSitting
from gamelore.arena.contest import ContestKey
from gamelore.base.errors import GameloreError
from gamelore.base.files import to_json
from gamelore.base.seeds import stream
from gamelore.games import load_game
from gamelore.games.core import AnyGame, AnyState

GAMES = ("draw_poker", "forty_two")


@dataclass
class Seen:
    """How much was compared."""

    messages: int = 0


def played(game: AnyGame, number: int) -> AnyState:
    """A contest at random; at poker seldom dropped, so that showdowns are seen too."""
    rng = stream(number, seat=7)
    state: AnyState = game.new_initial_state(rng)
    while not state.is_terminal():
        legal = [a for a in state.legal_actions() if str(a) != "drop" or rng.random() < 0.2]
        state = state.child(legal[int(rng.integers(len(legal)))])
    return state


def messages(end: AnyState, seat: int, number: int) -> list[str]:
    """All that the page would send in a contest in which everybody did what was done."""
    deal, actions = story(end)
    game = end.game
    others = {at: "puppet" for at in range(game.seats) if at != seat}
    sitting = TableSitting(game, seat, others, ContestKey(number), deal=deal, make=lambda *_: Puppet(actions))
    table = OpenTable("key", "visitor", sitting, "puppet", 0)
    list(sitting.answers())
    sent = []
    while True:
        sent.append(to_json(picture(table, game.name, len(sitting.plies))))
        sent.append(to_json(reasons_since(sitting, everything=True)))
        lines = sitting.narrowing() if game.name == "forty_two" and len(sitting.plies) < 6 else None
        sent.append(to_json([line.to_data() for line in lines or ()]))
        try:
            sitting.move("bet 21")
        except GameloreError as error:
            sent.append(str(error))
        if sitting.result is not None:
            return sent
        sitting.play(str(actions[len(sitting.plies)]))


def compare(name: str, number: int, seen: Seen) -> None:
    game = load_game(name)
    end, seat = played(game, number), number % game.seats
    twin = end.resample_from_infostate(seat, stream(number, seat=8))
    assert twin is not None
    mine, theirs = messages(end, seat, number), messages(twin, seat, number)
    for one, other in zip(mine, theirs, strict=True):
        seen.messages += 1
        if one != other:
            raise Leak(f"{name} {number}, seat {seat}:\n  {one}\nwould be\n  {other}")


@pytest.mark.parametrize("name", GAMES)
def test_the_page_tells_nothing_that_the_seat_cannot_see(name: str) -> None:
    seen = Seen()
    for number in range(12):
        compare(name, number, seen)
    assert seen.messages > 100


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", GAMES)
def test_the_page_tells_nothing_in_thousands_of_contests(name: str) -> None:
    seen = Seen()
    for number in range(20_000, 22_500):
        compare(name, number, seen)
    assert seen.messages > 25_000


def test_a_page_that_sent_the_deal_would_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    from gamelore.app.page import tables

    true = tables.status
    monkeypatch.setattr(tables, "status", lambda sitting, history: true(sitting, history) + sitting.deal)
    with pytest.raises(Leak):
        compare("draw_poker", 0, Seen())
