"""The judge of maxims at 42: lists in, marks out, on mirrored deals.

A list to play is judged on contracts that the napkin formula calls, against the plain rule of play and against a list
of an earlier study: whoever practises against the plain rule alone learns to exploit it. A list to bid is judged
against passing and against the formula, with its own lines playing at all seats: each deal is played once in all of its
28 contracts, whatever is called. Solved deals and labels judge nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from gamelore.arena.contest import ContestKey, play
from gamelore.arena.players import ByCounter, NoLearning
from gamelore.base.arrays import Bools, Floats, Ints
from gamelore.base.registry import Late
from gamelore.base.seeds import Phase, Rng
from gamelore.base.threads import shared_out, thread_count
from gamelore.games.core import AnyGame, AnyView
from gamelore.games.forty_two.bulk import dominoes_of
from gamelore.games.forty_two.game import Deal, FortyTwo, FortyTwoState
from gamelore.games.forty_two.rules import PASS, Bid, NameTrump, Play
from gamelore.games.forty_two.view import FortyTwoView
from gamelore.games.record import Record
from gamelore.learners.core import Decision, Player
from gamelore.learners.features.forty_two.seen import (
    AT_MOST,
    CALL_LIMITS,
    HOLDERS,
    PLAY_CONDITIONS,
    PLAY_MEASURES,
    PROMISES,
    TRUMP_MEASURES,
)
from gamelore.learners.maxims.forty_two_words import BID, PLAY, conditions_in, forty_two_words, lines_of
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import MOST_LINES, Line, MaximList, Maxims, parse_list
from gamelore.learners.maxims.schedule import MaximSettings
from gamelore.learners.signatures.cogap.play import plain_play

if TYPE_CHECKING:
    from gamelore.arena.forty_two import _judge_kernels as kernels
else:
    kernels = Late("gamelore.arena.forty_two._judge_kernels")

SPARRING = parse_list(
    "opponent_winning: most beats; cannot_beat: fewest points; following: most loose_points; drawing: most top_trump; "
    "trumps_gone: fewest trump; leading: most top; most beaten_by; fewest pips"
)
"""Whom lists to play practise with beside the plain rule."""
MARGIN = 4
"""What the napkin formula keeps back."""
DEALS = 64
"""Deals of a round of practice."""
ROOM = 64
_MEASURED = {"trumps": "suit_length", "unbroken": "suit_unbroken", "offs": "suit_offs",
             "off_points": "suit_off_points", "doubles": "suit_doubles"}  # fmt: skip


PASSER_BIDDER, FORMULA_BIDDER = -1, -2
ByLines = MaximList | int
"""Who bids: a list, or a number that stands for a bidder without one."""


@dataclass(frozen=True, slots=True)
class Deals:
    """Many deals in a row, seat 0 calls first."""

    hands: Ints
    """Four sets of dominoes by number each."""
    looks: Ints
    """What bidders see of each hand."""
    seed: int
    first: int

    def __len__(self) -> int:
        return len(self.hands)

    def deal(self, number: int) -> Deal:
        return Deal(0, tuple(dominoes_of(int(hand)) for hand in self.hands[number]))

    def state(self, number: int, calls: Iterable[int] = (), trump: int | None = None) -> FortyTwoState:
        """One of them after some calls, and with a trump."""
        state = FortyTwo().initial_state(str(self.deal(number)))
        for amount in calls:
            state = state.child(Bid(int(amount)) if amount else PASS)
        return state if trump is None else state.child(NameTrump(int(trump)))


@lru_cache(maxsize=2)
def deals(seed: int, first: int, count: int) -> Deals:
    """Some of the deals of a seed."""
    hands = np.zeros((count, 4), np.int64)
    looks = np.zeros((count, 4, kernels.LOOK), np.int64)
    kernels.deals(seed, first, hands)
    kernels.look(hands, _asked(), MARGIN, looks)
    return Deals(hands, looks, seed, first)


def _asked() -> Ints:
    order = list(TRUMP_MEASURES)
    rows = [(order.index(_MEASURED[what]), -1 if what in AT_MOST else 1, bound) for what, bound in PROMISES.values()]
    return np.array(rows, np.int64)


def play_lines(lists: Sequence[MaximList]) -> tuple[Ints, Ints]:
    """Lists to play as kernels take them."""
    measures, conditions = list(PLAY_MEASURES), list(PLAY_CONDITIONS)

    def row(line: Line) -> tuple[int, ...]:
        sign = 1 if line.sense == "most" else -1
        return conditions.index(line.condition), measures.index(line.measure), sign

    return _arrays([[row(line) for line in lines] for lines in lists], kernels.COLUMNS)


def bid_lines(bidders: Sequence[ByLines]) -> tuple[Ints, Ints]:
    """Lists to bid as kernels take them."""
    lists = [bidder if isinstance(bidder, tuple) else () for bidder in bidders]
    found, lengths = _arrays([[_bid_row(line) for line in lines] for lines in lists], kernels.BID_COLUMNS)
    numbers = [n if isinstance(b, tuple) else b for b, n in zip(bidders, lengths.tolist(), strict=True)]
    return found, np.array(numbers, np.int64)


def _bid_row(line: Line) -> tuple[int, ...]:
    sign = 1 if line.sense == "most" else -1
    if line.measure in TRUMP_MEASURES:
        return 0, 0, 0, list(TRUMP_MEASURES).index(line.measure), sign
    names = conditions_in(line.condition)
    holder = sum(1 + list(HOLDERS).index(name) for name in names if name in HOLDERS)
    needs = sum(1 << list(PROMISES).index(name) for name in names if name in PROMISES)
    return 1, holder, needs, CALL_LIMITS.get(line.measure, 0), sign


def _arrays(lists: Sequence[Sequence[tuple[int, ...]]], columns: int) -> tuple[Ints, Ints]:
    found = np.zeros((len(lists), MOST_LINES, columns), np.int64)
    for number, rows in enumerate(lists):
        if rows:
            found[number, : len(rows)] = rows
    return found, np.array([len(rows) for rows in lists], np.int64)


class FortyTwoJudge:
    """Scores lists of 42 by practice; the same rounds with the same seed give the same scores."""

    opponents = ("the plain rule, or who passes", "the sparring list, or the formula")
    """Who is met by a list that plays, or by one that bids."""
    each = 4 * DEALS
    """Two opponents, both seatings."""

    def __init__(self, *, slips: float = 0.0, threads: int = 0) -> None:
        self.slips = slips
        """How likely the reader is to skip a line to play, in half of the deals."""
        self.threads = threads or thread_count()
        self._rooms = [np.zeros(ROOM, np.int64) for _ in range(self.threads)]
        self._wording = forty_two_words()
        self._points: tuple[Any, Ints] | None = None

    def contests(self, lists: Sequence[MaximList], rounds: range, seed: int) -> Ints:
        """[list, opponent, round]: marks over the opponent, both seatings; a list that bids is judged by that alone."""
        some = deals(seed, rounds.start * DEALS, len(rounds) * DEALS)
        found = np.zeros((len(lists), len(self.opponents), len(some)), np.int64)
        bids, owns = ([lines_of(self._wording, lines, part) for lines in lists] for part in (BID, PLAY))
        playing = [n for n, bid in enumerate(bids) if not bid]
        if playing:
            for number, other in enumerate((None, SPARRING)):
                found[playing, number] = self.play_margins([lists[n] for n in playing], other, some)
        for own in dict.fromkeys(own for own, bid in zip(owns, bids, strict=True) if bid):
            alike = [n for n, bid in enumerate(bids) if bid and owns[n] == own]
            for number, bidder in enumerate((PASSER_BIDDER, FORMULA_BIDDER)):
                found[alike, number] = self.bid_margins([bids[n] for n in alike], own, bidder, some)
        by_round: Ints = found.reshape(*found.shape[:2], len(rounds), DEALS).sum(axis=3)
        return by_round

    def scores(self, lists: Sequence[MaximList], found: Ints | Floats) -> list[float]:
        """Marks per hundred rounds of the game."""
        return [sum(per_hundred(row / DEALS) / 2 for row in rows) for rows in found]

    def play_margins(self, lists: Sequence[MaximList], other: MaximList | None, some: Deals) -> Ints:
        """For each list and deal the marks over another list (None: the plain rule), both seatings together."""
        arrays, lengths = play_lines(lists)
        others, counts = play_lines([other or ()])
        count = kernels.PLAIN if other is None else int(counts[0])
        contracts, slips = formula_contracts(some), round(1000 * self.slips)
        found = np.zeros((len(lists), len(some)), np.int64)

        def work(room: Any, part: slice) -> None:
            kernels.play_margins(
                some.hands, contracts, arrays[part], lengths[part], others[0], count, slips, some.seed, some.first,
                room, found[part],
            )  # fmt: skip

        shared_out(work, self._rooms, len(lists))
        return found

    def bid_margins(self, lists: Sequence[ByLines], play: MaximList, other: int, some: Deals) -> Ints:
        """For each list and deal the marks over a bidder, both seatings together, with lines playing at all seats."""
        points = self.points(play, some)
        arrays, lengths = bid_lines(lists)
        found = np.zeros((len(lists), len(some)), np.int64)

        def work(room: Any, part: slice) -> None:
            kernels.bid_margins(
                some.looks, points, arrays[part], lengths[part], other, some.seed, some.first, room, found[part]
            )

        shared_out(work, self._rooms, len(lists))
        return found

    def points(self, play: MaximList, some: Deals) -> Ints:
        """The points of declarer's side in the contracts of some deals, by deal, declarer and trump."""
        key = play, some.seed, some.first, len(some)
        if self._points is None or self._points[0] != key:
            self._points = key, contract_points(some.hands, play, some.seed, some.first, self._rooms)
        return self._points[1]


def judge_lines(game: AnyGame, settings: MaximSettings, players: Mapping[str, object]) -> FortyTwoJudge:
    """The judge of lines of the kit; practice is by the rules of the thesis."""
    return FortyTwoJudge(slips=settings.slips)


def contract_points(
    hands: Ints, play: MaximList, seed: int, first: int, rooms: Sequence[Ints], declarers: int = 4
) -> Ints:
    """The points of declarer's side in the contracts of some deals by deal, declarer and trump, lines at all seats."""
    lines, lengths = play_lines([play])
    found = np.zeros((len(hands), declarers, 7), np.int64)

    def work(room: Any, part: slice) -> None:
        kernels.contract_points(hands[part], lines[0], int(lengths[0]), seed, first + part.start, room, found[part])

    shared_out(work, rooms, len(hands))
    return found


class PlainPlayer(NoLearning):
    """Plays by the plain rule."""

    def __init__(self) -> None:
        super().__init__("plain play")

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """The domino of the rule."""
        assert isinstance(view, FortyTwoView)
        return Decision(Play(plain_play(view)[0]), self.name)


def follower(lines: MaximList, slips: float = 0.0) -> MaximLearner:
    """Who follows lists at 42 by the rules of the thesis."""
    reader = MaximLearner(FortyTwo(), MaximLearner.preset(None))
    reader.maxims, reader.slips = Maxims(lines), slips
    return reader


def play_record(
    some: Deals, number: int, sides: Sequence[MaximList | None], slips: Sequence[float] = (0.0, 0.0)
) -> Record:
    """A round of practice through the plain game: the formula's contract played by two lists (None: the plain rule)."""
    players: list[Player] = [
        PlainPlayer() if lines is None else follower(lines, slip) for lines, slip in zip(sides, slips, strict=True)
    ]
    return _by_counter(some, number, players, formula_state(some, number))


def formula_state(some: Deals, number: int) -> FortyTwoState:
    """A deal after the calls of the napkin formula at all seats, before the first domino."""
    contracts, calls = call_deals(some, FORMULA_BIDDER, FORMULA_BIDDER)
    return some.state(number, calls[number].tolist(), int(contracts[number, 2]))


def guide_record(some: Deals, number: int, players: Sequence[Player]) -> Record:
    """A whole round through the plain game, called, named and played by two players at two seats each."""
    return _by_counter(some, number, players, some.state(number))


def _by_counter(some: Deals, number: int, players: Sequence[Player], state: FortyTwoState) -> Record:
    seats = [ByCounter(player, some.seed, some.first + number, _calls_and_plays) for player in players]
    return play(state.game, [*seats, *seats], ContestKey(some.seed, 0, Phase.TRAIN, number), start=state)


def _calls_and_plays(view: AnyView) -> int:
    assert isinstance(view, FortyTwoView)
    return len(view.table.actions())


def slipping(some: Deals) -> Bools:
    """In which deals a reader of lines to play may skip some: half of them, so that careful and careless ones count."""
    found: Bools = (some.first + np.arange(len(some))) % 4 < 2
    return found


def per_hundred(margins: Ints | Floats) -> float:
    """Marks per hundred rounds from what both seatings of each deal brought together."""
    return 50.0 * float(margins.mean())


def formula_contracts(some: Deals) -> Ints:
    """Amount, declarer and trump where the napkin formula bids at all seats."""
    return call_deals(some, FORMULA_BIDDER, FORMULA_BIDDER)[0]


def call_deals(some: Deals, even: ByLines, odd: ByLines) -> tuple[Ints, Ints]:
    """Amount, declarer and trump, and the calls; seats 0 and 2 bid by one list (or bidder), 1 and 3 by another."""
    lists, (first, second) = bid_lines([even, odd])
    found, calls = np.zeros((len(some), 7), np.int64), np.zeros((len(some), 4), np.int64)
    kernels.auctions(some.looks, lists[0], first, lists[1], second, some.seed, some.first, found, calls)
    return np.ascontiguousarray(found[:, :3]), calls
