"""What a person sees of a table of 42, as data: made from the view of one seat, so that nothing else can be shown.

Won tricks lie face up in rows, and only the last two when the contract is 42 or more (Carberry, Appendix I).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gamelore.app.table.data import Datum, Shown
from gamelore.games.core import NOBODY
from gamelore.games.forty_two import FortyTwoView
from gamelore.games.forty_two.dominoes import TRUMP_WORDS, Domino, suit_led
from gamelore.games.forty_two.rules import PASSED, SEATS, marks_of
from gamelore.games.forty_two.table import PLAYING, Trick
from gamelore.games.forty_two.view import SEAT_NAMES


@dataclass(frozen=True, slots=True)
class ShownDomino(Datum):
    """One domino."""

    kind: ClassVar[str] = "domino"
    text: str
    high: int
    low: int
    points: int
    playable: bool = False
    """Whether it lies in the person's hand and may be played now."""


@dataclass(frozen=True, slots=True)
class ShownTrick(Datum):
    """A trick that lies open, or the one that is being played."""

    kind: ClassVar[str] = "trick"
    number: int
    """From 1."""
    dominoes: tuple[tuple[int, ShownDomino], ...]
    """Who played what, from the leader on."""
    led: str
    """The suit that was led, in words; empty before anything was."""
    winner: int
    """-1 while it is being played."""
    points: int


@dataclass(frozen=True, slots=True)
class ShownFortyTwo(Shown):
    """A table of 42."""

    kind: ClassVar[str] = "forty_two"
    seat: int
    partner: int
    seat_names: tuple[str, ...]
    stage: str
    to_move: int
    dealer: int
    calls: tuple[tuple[int, int], ...]
    """Who called what, in order; 0 is a pass."""
    declarer: int
    """-1 before anybody has bid."""
    contract: int
    marks: int
    """What the contract is worth."""
    needed: int
    trump: str
    """In words, empty before it is named."""
    points: tuple[int, int]
    """Of A and C, of B and D."""
    stacked: int
    """Tricks that lie face down."""
    tricks: tuple[ShownTrick, ...]
    trick: ShownTrick | None
    hand: tuple[ShownDomino, ...]
    left: tuple[int, ...]
    """How many dominoes each seat holds."""


def shown_forty_two(view: FortyTwoView) -> ShownFortyTwo:
    """The table from one seat."""
    table = view.table
    on_show = table.tricks_on_show()
    stacked = len(table.tricks) - len(on_show)
    playing = table.stage == PLAYING
    playable = table.playable(view.hand) if playing and table.current_player() == view.seat else ()
    open_trick = Trick(table.leader, table.trick, NOBODY, 0)
    named = table.trump is not None
    return ShownFortyTwo(
        view.seat,
        view.partner,
        SEAT_NAMES,
        table.stage,
        table.current_player(),
        table.dealer,
        tuple((table.caller(place), call) for place, call in enumerate(table.calls)),
        table.declarer,
        table.contract,
        marks_of(table.contract) if table.contract != PASSED else 0,
        table.needed,
        "" if table.trump is None else TRUMP_WORDS[table.trump],
        (table.points(0), table.points(1)),
        stacked,
        tuple(_trick(trick, n, table.trump) for n, trick in enumerate(on_show, start=stacked + 1)),
        _trick(open_trick, len(table.tricks) + 1, table.trump) if named and playing else None,
        tuple(shown_domino(d, playable=d in playable) for d in view.hand),
        view.tiles_left(),
    )


def shown_domino(domino: Domino, *, playable: bool = False) -> ShownDomino:
    """A domino as it is shown."""
    return ShownDomino(str(domino), domino.high, domino.low, domino.points, playable)


def _trick(trick: Trick, number: int, trump: int | None) -> ShownTrick:
    led = TRUMP_WORDS[suit_led(trick.dominoes[0], trump)] if trick.dominoes and trump is not None else ""
    dominoes = tuple(((trick.leader + n) % SEATS, shown_domino(domino)) for n, domino in enumerate(trick.dominoes))
    return ShownTrick(number, dominoes, led, trick.winner, trick.points)
