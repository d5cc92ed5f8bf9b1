"""What a person sees of a contest, as data that a terminal and a page draw: a board, a poker table, a table of 42.

Everything here is made from the `View` of one seat, so that nothing else can be shown. At 42 won tricks lie face up in
rows, and only the last two when the contract is 42 or more (Carberry, Appendix I).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, TypeAlias

from gamelore.app.table.data import Datum
from gamelore.app.table.wording import SUIT_SIGNS, card_sign, card_words, done, suit_of, trump_words
from gamelore.base.seeds import Rng
from gamelore.games.board.game import SYMBOLS, BoardState, Move
from gamelore.games.core import NOBODY, Action, AnyGame, AnyView
from gamelore.games.forty_two import FortyTwo, FortyTwoView, draw_for_deal, first_dealer, parse_deal
from gamelore.games.forty_two.dominoes import Domino, suit_led
from gamelore.games.forty_two.rules import PASSED, SEATS, marks_of
from gamelore.games.forty_two.table import PLAYING, Trick
from gamelore.games.forty_two.view import SEAT_NAMES
from gamelore.games.poker.cards import Card, card_text
from gamelore.games.poker.draw_poker import DrawPokerView
from gamelore.games.poker.table import Bet, Call


@dataclass(frozen=True, slots=True)
class ShownPoint(Datum):
    """One position of a board."""

    kind: ClassVar[str] = "point"
    number: int
    """From 1, as moves name it."""
    x: float
    y: float
    marker: str
    """`X`, `O` or empty."""


@dataclass(frozen=True, slots=True)
class ShownBoard(Datum):
    """A board game."""

    kind: ClassVar[str] = "board"
    points: tuple[ShownPoint, ...]
    lines: tuple[tuple[int, ...], ...]
    """The drawn lines, by the numbers of their positions."""
    to_move: int
    """The seat whose turn it is, -1 when the contest is over."""
    seat_names: tuple[str, ...]
    stage: str
    left: int
    """How many markers both sides have still to place."""
    last: tuple[int, ...]
    """The positions that the last move touched: to, from and taken, as far as there are."""
    text: str
    """The text form of the state, for `explain` and for whoever wants to copy it."""


@dataclass(frozen=True, slots=True)
class ShownCard(Datum):
    """One card."""

    kind: ClassVar[str] = "card"
    text: str
    """`D12`, as moves and records name it."""
    sign: str
    """`Q♦`."""
    words: str
    red: bool


@dataclass(frozen=True, slots=True)
class PokerAct(Datum):
    """Something that a seat did at poker."""

    kind: ClassVar[str] = "act"
    seat: int
    said: str
    interval: str
    """`first bets`, `replacing` or `second bets`."""


@dataclass(frozen=True, slots=True)
class ShownPoker(Datum):
    """A poker table."""

    kind: ClassVar[str] = "poker"
    seat: int
    seat_names: tuple[str, ...]
    stage: str
    to_move: int
    pot: int
    """Matched money."""
    to_call: int
    """What the one to act must match to stay in, 0 if nothing."""
    paid: tuple[int, int]
    """What each seat has put in so far, matched or not."""
    hand: tuple[ShownCard, ...]
    given_away: tuple[ShownCard, ...]
    replaced: tuple[int | None, int | None]
    """How many cards each seat replaced; None before it did."""
    acts: tuple[PokerAct, ...]
    other_shows: tuple[ShownCard, ...]
    """The other's hand at the showdown, else nothing."""
    largest_bet: int
    """The largest bet that may be made now, 0 if none."""


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
class ShownFortyTwo(Datum):
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


@dataclass(frozen=True, slots=True)
class ShownText(Datum):
    """A game that nobody has drawn: the text form of what the seat sees."""

    kind: ClassVar[str] = "text"
    text: str
    to_move: int
    seat_names: tuple[str, ...]


Shown: TypeAlias = ShownBoard | ShownPoker | ShownFortyTwo | ShownText


def shown(view: AnyView, last: Action | None = None) -> Shown:
    """What a seat sees; on a board the last move is marked."""
    if isinstance(view, FortyTwoView):
        return _forty_two(view)
    if isinstance(view, DrawPokerView):
        return _poker(view)
    if view.game.perfect_information and isinstance(view.state, BoardState):
        return _board(view.state, last)
    return ShownText(str(view), view.current_player(), view.game.seat_names)


def opening(game: AnyGame, deal: str, rng: Rng) -> tuple[str, list[str]]:
    """The deal with which a person's contest begins, and what is to be told of how it came about.

    At 42 everybody draws a domino, and the highest deals (Carberry, Appendix I).
    """
    if not isinstance(game, FortyTwo):
        return deal, []
    drawn = draw_for_deal(rng)
    dealer = first_dealer(drawn)
    draws = ", ".join(f"{SEAT_NAMES[seat]} {domino}" for seat, domino in enumerate(drawn))
    return str(replace(parse_deal(deal), dealer=dealer)), [f"Drawn for the deal: {draws}. {SEAT_NAMES[dealer]} deals."]


def _board(state: BoardState, last: Action | None) -> ShownBoard:
    game, board = state.game, state.game.board
    markers = [SYMBOLS[0] if state.x >> n & 1 else SYMBOLS[1] if state.o >> n & 1 else "" for n in range(board.size)]
    points = tuple(ShownPoint(n + 1, x, y, markers[n]) for n, (x, y) in enumerate(board.points))
    touched = (last.to, last.start, last.capture) if isinstance(last, Move) else ()
    return ShownBoard(
        points,
        tuple(tuple(n + 1 for n in line) for line in board.lines),
        state.current_player(),
        game.seat_names,
        state.stage(),
        state.left,
        tuple(n + 1 for n in touched if n is not None),
        str(state),
    )


def shown_cards(cards: Sequence[Card]) -> tuple[ShownCard, ...]:
    """Cards as data."""
    return tuple(ShownCard(card_text(c), card_sign(c), card_words(c), SUIT_SIGNS[suit_of(c)] in "♥♦") for c in cards)


def _poker(view: DrawPokerView) -> ShownPoker:
    table, rules = view.table, view.table.rules
    paid, to_match, acts = [rules.ante, rules.ante], 0, []
    stages = _intervals(view)
    for (seat, event), stage in zip(table.acts(), stages, strict=True):
        if isinstance(event, Bet):
            paid[seat] += to_match + event.size
            to_match = event.size
        elif isinstance(event, Call):
            paid[seat] += to_match
            to_match = 0
        acts.append(PokerAct(seat, done(event), stage))
    replaced = tuple(table.replaced[seat] if seat < len(table.replaced) else None for seat in (0, 1))
    return ShownPoker(
        view.seat,
        view.game.seat_names,
        table.stage,
        table.actor,
        table.pot,
        table.last_bet,
        (paid[0], paid[1]),
        shown_cards(view.hand),
        shown_cards(view.discarded),
        (replaced[0], replaced[1]),
        tuple(acts),
        shown_cards(view.shown),
        rules.max_bet if table.may_bet() else 0,
    )


def _intervals(view: DrawPokerView) -> list[str]:
    """The stage in which each event of the table happened."""
    table, found = type(view.table)(view.table.rules, 2 * view.table.rules.ante), []
    for event in view.table.history:
        found.append(table.stage)
        table = table.after(event)
    return found


def _domino(domino: Domino, *, playable: bool = False) -> ShownDomino:
    return ShownDomino(str(domino), domino.high, domino.low, domino.points, playable)


def _forty_two(view: FortyTwoView) -> ShownFortyTwo:
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
        "" if table.trump is None else trump_words(table.trump),
        (table.points(0), table.points(1)),
        stacked,
        tuple(_trick(trick, n, table.trump) for n, trick in enumerate(on_show, start=stacked + 1)),
        _trick(open_trick, len(table.tricks) + 1, table.trump) if named and playing else None,
        tuple(_domino(d, playable=d in playable) for d in view.hand),
        view.tiles_left(),
    )


def _trick(trick: Trick, number: int, trump: int | None) -> ShownTrick:
    led = trump_words(suit_led(trick.dominoes[0], trump)) if trick.dominoes and trump is not None else ""
    dominoes = tuple(((trick.leader + n) % SEATS, _domino(domino)) for n, domino in enumerate(trick.dominoes))
    return ShownTrick(number, dominoes, led, trick.winner, trick.points)
