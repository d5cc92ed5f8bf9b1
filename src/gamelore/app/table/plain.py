"""What a person at a table with hidden hands is shown: the own hand, and what lies open on the table.

Everything here is made from the `View` of one seat, so that nothing else can be shown. At 42 won tricks lie face up in
rows, and only the last two when the contract is 42 or more (Carberry, Appendix I).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamelore.games.core import AnyView
from gamelore.games.forty_two import FortyTwoView
from gamelore.games.forty_two.dominoes import TRUMP_NAMES, Domino, hand_text
from gamelore.games.forty_two.rules import PASSED, SEATS
from gamelore.games.forty_two.table import OVER
from gamelore.games.forty_two.table import Table as DominoTable
from gamelore.games.forty_two.view import SEAT_NAMES
from gamelore.games.poker.cards import cards_text
from gamelore.games.poker.draw_poker import DrawPokerView


def show(view: AnyView) -> str:
    """What a seat sees, in a few lines; the text form of the view where a game has no other."""
    if isinstance(view, FortyTwoView):
        return "\n".join(_forty_two(view))
    if isinstance(view, DrawPokerView):
        return "\n".join(_poker(view))
    return str(view)


def _forty_two(view: FortyTwoView) -> Iterator[str]:
    table = view.table
    yield f"dealer {SEAT_NAMES[table.dealer]}; calls: {_calls(table)}"
    if table.trump is not None:
        trump, declarer = TRUMP_NAMES[table.trump], SEAT_NAMES[table.declarer]
        yield f"{declarer} declares {table.contract}, trump {trump}; A and C have {table.points(0)} points, " + (
            f"B and D {table.points(1)}"
        )
    shown = table.tricks_on_show()
    stacked = len(table.tricks) - len(shown)
    if stacked:
        yield f"  {stacked} trick{'' if stacked == 1 else 's'} stacked face down"
    for number, trick in enumerate(shown, start=stacked + 1):
        won = f"{SEAT_NAMES[trick.winner]} takes {trick.points}"
        yield f"  trick {number}: {_in_order(trick.leader, trick.dominoes)}; {won}"
    if table.trick:
        suit = table.suit_to_follow()
        assert suit is not None
        yield f"  on the table: {_in_order(table.leader, table.trick)}; the suit is {TRUMP_NAMES[suit]}"
    if table.stage != OVER or view.hand:
        yield f"{SEAT_NAMES[view.seat]} holds {hand_text(view.hand)}"


def _calls(table: DominoTable) -> str:
    said = (f"{SEAT_NAMES[table.caller(n)]} {call if call != PASSED else 'pass'}" for n, call in enumerate(table.calls))
    return ", ".join(said) or f"{SEAT_NAMES[table.first_caller]} calls first"


def _in_order(leader: int, dominoes: Sequence[Domino]) -> str:
    return ", ".join(f"{SEAT_NAMES[(leader + n) % SEATS]} {domino}" for n, domino in enumerate(dominoes))


def _poker(view: DrawPokerView) -> Iterator[str]:
    table = view.table
    told = ", ".join(f"{view.game.seat_names[seat]} {event}" for seat, event in table.acts())
    yield told or "nobody has bet yet"
    yield f"the pot is {table.pot}" + (f", {table.last_bet} to call" if table.last_bet else "")
    yield f"you hold {cards_text(view.hand)}"
    if view.discarded:
        yield f"you gave away {cards_text(view.discarded)}"
    if view.shown:
        yield f"the other shows {cards_text(view.shown)}"
