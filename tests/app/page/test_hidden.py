"""What the page sends of a contest with hidden hands is a function of what the visitor's seat can see.

A contest is told in the true world and in a twin, in which whatever the seat could not see is drawn again. Every
message must be the same in both, byte for byte: the page's JSON with its pictures, the HTML around them, what a contest
says that was restored from its log at every turn, what follows when it is taken up again, and its review.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.app.page.asking import Visitor, opened
from tests.leaks import Leak, Puppet, story

from gamelore.app.page.contests import _reviewed, reasons_since
from gamelore.app.page.open_contests import OpenTable, picture
from gamelore.app.page.study.puzzles import KeptMistakes, OwnPuzzle, mistakes_of
from gamelore.app.page.study.walk import walked
from gamelore.app.table.again import DEALT_ANEW
from gamelore.app.table.discretion import Discretion
from gamelore.app.table.sitting import TableSitting
from gamelore.arena.contest import ContestKey
from gamelore.arena.players import NoLearning
from gamelore.arena.poker import play_outs
from gamelore.base.errors import GameloreError
from gamelore.base.files import to_json
from gamelore.base.seeds import Rng, stream
from gamelore.games import load_game
from gamelore.games.core import AnyGame, AnyState, AnyView
from gamelore.lab.review import forty_two, poker
from gamelore.lab.review.core import MoveValues
from gamelore.learners.core import Decision, Reason

GAMES = ("draw_poker", "forty_two")
FIRST = 23_001
"""The number of the first contest of the long walk."""


class Indiscreet(NoLearning):
    """Does what its stream says, hardly ever drops, and would tell its hand to anybody."""

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        legal = _seldom_dropped(view.legal_actions(), rng)
        action = legal[int(rng.integers(len(legal)))]
        secret = Reason("secret", f"I see {view}", str(action))
        return Decision(action, f"rule {view}", lambda: [secret, Reason("in general", "I play.", public=True)])


def _seldom_dropped(legal: Sequence[Any], rng: Rng) -> list[Any]:
    return [action for action in legal if str(action) != "drop" or rng.random() < 0.2]


def played(game: AnyGame, number: int) -> AnyState:
    """A contest at random; at poker seldom dropped, so that showdowns are seen too."""
    rng = stream(number, seat=7)
    state: AnyState = game.new_initial_state(rng)
    while not state.is_terminal():
        legal = _seldom_dropped(state.legal_actions(), rng)
        state = state.child(legal[int(rng.integers(len(legal)))])
    return state


class World:
    """A contest in one world, in which everybody does what was done."""

    def __init__(self, end: AnyState, seat: int, number: int) -> None:
        self.game, self.seat, self.number = end.game, seat, number
        self.deal, self.actions = story(end)

    def sit(self, plies: int | None = None) -> TableSitting:
        """The visitor's contest, played up to the visitor's turn at or after so many plies; to its end without."""
        others = {at: "puppet" for at in range(self.game.seats) if at != self.seat}
        key, make = ContestKey(self.number), lambda *_: Puppet(self.actions)
        sitting = TableSitting(self.game, self.seat, others, key, deal=self.deal, make=make)
        list(sitting.answers())
        while sitting.result is None and (plies is None or len(sitting.plies) < plies):
            sitting.play(str(self.actions[len(sitting.plies)]))
        return sitting

    def messages(self, *, restored: bool = False) -> list[str]:
        """All that the page would send, turn by turn; from a contest that is closed and restored before each."""
        sitting, sent = self.sit(0), []
        while True:
            if restored:
                make = sitting.table.make
                sitting = TableSitting.restore(sitting.to_log(), make=make, game=self.game)
            sent.extend(told(sitting))
            if sitting.result is not None:
                return sent
            sitting.play(str(self.actions[len(sitting.plies)]))

    def played_on(self, ply: int) -> list[str]:
        """All that the page would send when the contest is taken up again before a ply."""
        over, draws = self.sit(), stream(self.number, seat=9)
        over.table.make = lambda *_: Indiscreet("indiscreet")
        sitting = over.play_on(ContestKey(self.number, number=ply + 1), ply)
        list(sitting.answers())
        sent = told(sitting)
        while sitting.result is None:
            moves = [move.action for move in sitting.moves()]
            moves = _seldom_dropped(moves, draws)
            sitting.play(moves[int(draws.integers(len(moves)))])
            sent.extend(told(sitting))
        for everything in (False, True):
            for seat in range(self.game.seats):
                sent.append(to_json([because.to_data() for because in sitting.why(seat, everything=everything)]))
        return sent


def told(sitting: TableSitting) -> list[str]:
    """All that the page would send of a contest as it stands."""
    game = sitting.game
    table = OpenTable("key", "visitor", sitting, "puppet", 0)
    sent = [to_json(picture(table, game.name, len(sitting.plies))), to_json(reasons_since(sitting, everything=True))]
    lines = sitting.narrowing() if game.name == "forty_two" and len(sitting.plies) < 6 else None
    sent.append(to_json([line.to_data() for line in lines or ()]))
    try:
        sitting.move("bet 21")
    except GameloreError as error:
        sent.append(str(error))
    return sent


class Twins:
    """A walk through contests of a game, each in its true world and in another that looks the same to one seat."""

    def __init__(self, name: str) -> None:
        self.game = load_game(name)
        self.compared: Counter[str] = Counter()

    def worlds(self, number: int) -> tuple[World, World]:
        end, seat = played(self.game, number), number % self.game.seats
        twin = end.resample_from_infostate(seat, stream(number, seat=8))
        assert twin is not None
        return World(end, seat, number), World(twin, seat, number)

    def same(self, kind: str, number: int, mine: Sequence[str], theirs: Sequence[str]) -> None:
        if len(mine) != len(theirs):
            raise Leak(f"{kind} of {self.game.name} {number}: {len(mine)} messages would be {len(theirs)}")
        for one, other in zip(mine, theirs, strict=True):
            self.compared[kind] += 1
            if one != other:
                raise Leak(f"{kind} of {self.game.name} {number}:\n  {one}\nwould be\n  {other}")

    def json(self, number: int) -> None:
        mine, theirs = self.worlds(number)
        self.same("json", number, mine.messages(), theirs.messages())

    def restored(self, number: int) -> None:
        """In each world the contest that was never closed, and the one that was closed at every turn."""
        mine, theirs = self.worlds(number)
        never_closed = mine.messages()
        for world in (mine, theirs):
            self.same("restored", number, never_closed, world.messages(restored=True))

    def play_on(self, number: int, plies: int = 1000) -> None:
        """From before the first moves, from the end, and from as many plies between as there shall be at most."""
        mine, theirs = self.worlds(number)
        between = range(1, len(mine.actions))
        chosen = {0, len(mine.actions), *between[:: max(1, len(between) // plies)]}
        for ply in sorted(chosen):
            self.same("play-on", number, mine.played_on(ply), theirs.played_on(ply))

    def review(self, number: int) -> None:
        """The worst moves, and the whole contest gone over move by move."""
        mine, theirs = (
            [to_json(_reviewed(world.sit())), *map(to_json, _parts(walked(world.sit())))]
            for world in self.worlds(number)
        )
        self.same("review", number, mine, theirs)

    def puzzles(self, number: int) -> None:
        """What the contest leaves to practise, and what is told of every answer to it."""
        mine, theirs = (list(_puzzles(world.sit())) for world in self.worlds(number))
        self.same("puzzles", number, mine, theirs)

    def html(self, folder: Path, numbers: Sequence[int]) -> None:
        """The pages of two visitors who have had the same contests, each in another world."""

        async def go() -> None:
            async with opened(folder) as page:
                visitors = [await Visitor(page).enter() for _ in range(2)]
                known = [row["visitor"] for row in page.store.read("SELECT visitor FROM visitors ORDER BY made")]
                keys: list[list[str]] = [[], []]
                for number, plies in itertools.product(numbers, (0, 3, None)):
                    told = []
                    for at, world in enumerate(self.worlds(number)):
                        sit = partial(world.sit, plies)
                        seen = await page.tables.keep(known[at], self.game, "puppet", sit)
                        told.append(await pages(visitors[at], seen, keys[at], over=plies is None))
                    self.same("html", number, *told)

        asyncio.run(go())


def _puzzles(sitting: TableSitting) -> Iterator[str]:
    found = mistakes_of(sitting.retrace())
    yield found
    for mistake in KeptMistakes.model_validate_json(found).mistakes:
        puzzle = OwnPuzzle(sitting, mistake)
        yield to_json(puzzle.shown())
        for option in puzzle.options():
            verdict = puzzle.judge([option])
            yield to_json([verdict.right, verdict.told])


def _parts(told: dict[str, Any]) -> list[Any]:
    """What a page shows one by one: every position, every mistake, and the rest."""
    rest = {name: value for name, value in told.items() if name not in ("frames", "mistakes")}
    return [rest, *told["frames"], *told["mistakes"]]


async def pages(visitor: Visitor, seen: Any, keys: list[str], *, over: bool) -> list[str]:
    """The HTML that tells of a contest, and of all of them; the keys are drawn by lot, so numbers stand for them."""
    keys.append(seen["sitting"])
    sent = [seen["picture"]]
    if over:
        sent.append((await visitor.client.post("/api/record/judged")).text)
    for path in (f"/contests/{keys[-1]}", "/", "/record", "/coach", "/contests/nobodys"):
        sent.append((await visitor.client.get(path)).text)
    for number, known in enumerate(keys):
        sent = [text.replace(known, f"contest {number}") for text in sent]
    return sent


@pytest.mark.parametrize("name", GAMES)
def test_the_page_tells_nothing_that_the_seat_cannot_see(name: str) -> None:
    twins = Twins(name)
    for number in range(12):
        twins.json(number)
    assert twins.compared["json"] > 100


@pytest.mark.parametrize("name", GAMES)
def test_a_contest_that_was_closed_says_what_it_would_have_said_in_both_worlds(name: str) -> None:
    twins = Twins(name)
    for number in range(4):
        twins.restored(number)
    assert twins.compared["restored"] > 80


@pytest.mark.parametrize("name", GAMES)
def test_whoever_plays_on_learns_nothing_about_the_old_hands(name: str) -> None:
    twins = Twins(name)
    for number in range(3):
        twins.play_on(number, plies=3)
    assert twins.compared["play-on"] > 100


@pytest.fixture
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judges who are quick and not thorough; in fewer than some twenty deals moves at 42 are hardly ever told apart."""
    for judge, worlds, few in ((play_outs, "WORLDS", 6), (play_outs, "WORLDS_OF_A_DRAW", 6), (forty_two, "WORLDS", 24)):
        monkeypatch.setattr(judge, worlds, few)


@pytest.mark.usefixtures("few_worlds")
@pytest.mark.parametrize("name", GAMES)
def test_a_review_is_a_function_of_what_the_seat_saw(name: str) -> None:
    twins = Twins(name)
    twins.review(1)
    assert twins.compared["review"] > 4


@pytest.mark.usefixtures("few_worlds")
@pytest.mark.parametrize("name", GAMES)
def test_the_pages_around_a_contest_are_the_same_in_both_worlds(name: str, tmp_path: Path) -> None:
    twins = Twins(name)
    twins.html(tmp_path, range(2))
    assert twins.compared["html"] == 2 * 19


@pytest.mark.slow
@pytest.mark.usefixtures("few_worlds")
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_told_in_thousands_of_messages_of_every_kind(name: str, tmp_path: Path) -> None:
    twins = Twins(name)
    contests = {"draw_poker": 150, "forty_two": 60}[name]
    for number in range(FIRST, FIRST + contests):
        twins.json(number)
        twins.restored(number)
        twins.play_on(number)
    for number in range(FIRST, FIRST + contests // 4):
        twins.review(number)
        twins.puzzles(number)
    twins.html(tmp_path, range(FIRST, FIRST + contests // 4))
    print(name, dict(twins.compared), twins.compared.total())
    assert min(twins.compared[kind] for kind in ("json", "restored", "play-on", "html")) > 250
    assert min(twins.compared[kind] for kind in ("review", "puzzles")) > 50
    assert twins.compared.total() > 10_000


def test_a_hand_that_was_not_shown_is_not_seen_by_playing_on(tmp_path: Path) -> None:
    """Drop, take the contest up again before that, bet one chip and let the other show its hand: it is another one."""

    async def go() -> None:
        async with opened(tmp_path) as page:
            visitor = await Visitor(page).enter()
            same = 0
            for _ in range(6):
                now = await visitor.move(await visitor.begin("draw_poker", "poker:call"), "drop")
                true = page.tables.open[now["sitting"]].sitting.deal
                now = await visitor.post(f"/api/contests/{now['sitting']}/on", ply=0)
                assert now["opening"] == [DEALT_ANEW]
                taken = page.tables.open[now["sitting"]].sitting
                assert taken.deal.split()[:5] == true.split()[:5]
                same += taken.deal.split()[5:] == true.split()[5:]
                for move in ("bet 1", "replace none", "bet 1"):
                    now = await visitor.move(now, move)
                assert now["result"]["why"]
            assert same == 0

    asyncio.run(go())


def test_the_page_says_that_hands_were_dealt_anew_until_the_visitor_moves(tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(tmp_path) as page:
            visitor = await Visitor(page).enter()
            now = await visitor.begin("draw_poker", "poker:call")
            for move in ("bet 1", "replace none", "drop"):
                now = await visitor.move(now, move)
            now = await visitor.post(f"/api/contests/{now['sitting']}/on", ply=2)
            assert now["status"] == f"{DEALT_ANEW} Call calls. Your turn."
            now = await visitor.move(now, "replace none")
            assert DEALT_ANEW not in now["status"]

    asyncio.run(go())


# --- each kind of leak, planted


def caught(kind: str, walk: Callable[[int], None]) -> None:
    def go() -> None:
        for number in range(12):
            walk(number)

    with pytest.raises(Leak, match=f"^{kind} of"):
        go()


def test_a_page_that_sent_the_deal_would_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    from gamelore.app.page import open_contests as tables

    true = tables.status
    monkeypatch.setattr(tables, "status", lambda sitting, history: true(sitting, history) + sitting.deal)
    caught("json", Twins("draw_poker").json)


def test_a_contest_that_came_back_with_open_hands_would_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    true = TableSitting.restore

    def restore(log: Any, **named: Any) -> TableSitting:
        sitting = true(log, **named)
        sitting.discretion.laid_down = True
        return sitting

    monkeypatch.setattr(TableSitting, "restore", staticmethod(restore))
    twins = Twins("draw_poker")
    for number in range(12):
        twins.json(number)
    caught("restored", twins.restored)


@pytest.mark.parametrize("name", GAMES)
def test_whoever_played_on_with_the_old_deal_would_be_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Discretion, "from_here", lambda discretion, state, rng: state)
    caught("play-on", partial(Twins(name).play_on, plies=3))


def test_what_decided_in_the_old_contest_would_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    from gamelore.app.table import again, sitting

    true = again.dealt_anew

    def blabbed(world: AnyState, plies: Any, seat: int) -> Any:
        taken = true(world, plies, seat)
        told = tuple((text, ply.by) for (text, _), ply in zip(taken.plies, plies, strict=True))
        return again.TakenUp(taken.deal, taken.start, told, taken.opening)

    monkeypatch.setattr(sitting, "dealt_anew", blabbed)
    caught("play-on", partial(Twins("draw_poker").play_on, plies=3))


def test_a_review_of_the_whole_contest_would_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def judge(_: object, state: Any, view: Any, action: Any, rng: Rng) -> MoveValues:
        return MoveValues({str(action): 0.0, "bet 19": float(sum(state.hands[1 - view.seat]))})

    monkeypatch.setattr(poker.BetJudge, "judge", judge)
    caught("review", Twins("draw_poker").review)


@pytest.mark.usefixtures("few_worlds")
@pytest.mark.parametrize("name", GAMES)
def test_puzzles_of_ones_own_mistakes_are_a_function_of_what_the_seat_saw(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forty_two, "ERRORS_APART", 0.0)  # so that something is held against the visitor
    twins = Twins(name)
    for number in range(6):
        twins.puzzles(number)
    assert twins.compared["puzzles"] > 20


@pytest.mark.usefixtures("few_worlds")
def test_a_puzzle_that_showed_the_whole_state_would_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    true = OwnPuzzle.shown
    monkeypatch.setattr(OwnPuzzle, "shown", lambda puzzle: {**true(puzzle), "seen": [str(puzzle.state)]})
    caught("puzzles", Twins("draw_poker").puzzles)


def test_a_walk_that_showed_the_other_hand_would_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    from gamelore.app.page.study import walk

    true = walk.frames

    def blabbed(sitting: TableSitting, first: int) -> Any:
        return [*true(sitting, first), {"said": sitting.deal}]

    monkeypatch.setattr(walk, "frames", blabbed)
    caught("review", Twins("draw_poker").review)


def test_a_list_of_contests_that_told_the_deal_would_be_caught(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from gamelore.app.page import open_contests as tables

    monkeypatch.setattr(tables, "_result", lambda sitting: sitting.deal)
    caught("html", lambda number: Twins("draw_poker").html(tmp_path / str(number), [number]))
