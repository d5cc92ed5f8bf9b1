"""Dominoes and a table of 42 as HTML with pictures in SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from gamelore.app.page.drawing import turn
from gamelore.app.table.forty_two.showing import ShownDomino, ShownFortyTwo, ShownTrick
from gamelore.base.words import counted
from gamelore.games.forty_two.dominoes import NO_TRUMP, TRUMP_WORDS, Domino, is_trump
from gamelore.games.forty_two.drawing import domino_back, domino_picture


def domino_svg(domino: ShownDomino | None) -> str:
    """A domino, or the back of one."""
    return domino_back() if domino is None else domino_picture(domino.high, domino.low)


def _domino_words(domino: ShownDomino) -> str:
    counts = f", counts {domino.points}" if domino.points else ""
    return f"{domino.high}-{domino.low}{counts}"


def forty_two_html(shown: ShownFortyTwo, players: Sequence[str], *, still: bool = False) -> Iterator[str]:
    """A table of 42, piece by piece; `still` makes it a picture in which nothing can be played."""
    places = {shown.seat: "south", (shown.seat + 1) % 4: "west", shown.partner: "north", (shown.seat + 3) % 4: "east"}
    yield '<div class="felt forty-two">'
    yield f'<p class="contract">{_contract(shown, players)}</p>'
    yield '<div class="round">'
    for seat, place in sorted(places.items(), key=lambda item: ("north", "west", "east", "south").index(item[1])):
        yield _place(shown, seat, place, players)
    yield f"{_trick_html(shown, places)}</div>"
    items, choosing = [], any(domino.playable for domino in shown.hand)
    for domino in in_order(shown.hand, shown.trump):
        name, text = escape(_domino_words(domino), quote=True), escape(domino.text)
        held = "disabled data-held" if choosing else "disabled"
        move = "disabled" if still else f'data-move="play {text}"'
        kind = move if domino.playable else held
        items.append(
            f'<li><button type="button" class="pick" {kind} aria-label="{name}">{domino_svg(domino)}'
            f"{_worth(domino)}</button></li>"
        )
    yield f'<ul class="hand dominoes" aria-label="Your dominoes">{"".join(items)}</ul>'
    yield f"</div>{_won(shown, players)}"


def in_order(hand: Sequence[ShownDomino], trump: str) -> list[ShownDomino]:
    """A hand as people hold it: trumps first, their double before all; then by the higher half."""
    suit = TRUMP_WORDS.index(trump) if trump else NO_TRUMP

    def key(domino: ShownDomino) -> tuple[bool, bool, int, int]:
        trumps = is_trump(Domino(domino.high, domino.low), suit) if suit != NO_TRUMP else False
        other = domino.low if domino.high == suit else domino.high
        return (not trumps, trumps and domino.high != domino.low, -(other if trumps else domino.high), -domino.low)

    return sorted(hand, key=key)


def held_html(dominoes: Sequence[ShownDomino], title: str) -> str:
    """A hand that only lies there."""
    items = "".join(
        f'<li><span class="pick" role="img" aria-label="{escape(_domino_words(domino), quote=True)}">'
        f"{domino_svg(domino)}{_worth(domino)}</span></li>"
        for domino in dominoes
    )
    return f'<ul class="hand dominoes" aria-label="{escape(title, quote=True)}">{items}</ul>'


def _worth(domino: ShownDomino) -> str:
    return f'<span class="worth" aria-hidden="true">{domino.points}</span>' if domino.points else ""


def _contract(shown: ShownFortyTwo, players: Sequence[str]) -> str:
    sides = (shown.seat % 2, 1 - shown.seat % 2)
    if shown.declarer < 0:
        return f"Bidding. {escape(_who(shown, shown.dealer, players))} dealt."
    trump = f", trump <strong>{escape(shown.trump)}</strong>" if shown.trump else ""
    ours, theirs = (shown.points[side] for side in sides)
    said = f"{escape(_who(shown, shown.declarer, players))} bid <strong>{shown.contract}</strong>{trump}"
    return f'{said} <span class="score">You and your partner {ours}, the others {theirs}</span>'


def _who(shown: ShownFortyTwo, seat: int, players: Sequence[str]) -> str:
    if seat == shown.seat:
        return "You"
    role = "your partner" if seat == shown.partner else players[seat]
    return f"{shown.seat_names[seat]}, {role}"


def _place(shown: ShownFortyTwo, seat: int, place: str, players: Sequence[str]) -> str:
    called = dict(shown.calls).get(seat)
    call = "" if called is None else "passed" if called == 0 else f"bid {called}"
    backs = "" if seat == shown.seat else "".join(domino_svg(None) for _ in range(shown.left[seat]))
    name = "You" if seat == shown.seat else "Partner" if seat == shown.partner else players[seat]
    return (
        f'<div class="place {place}{turn(shown.to_move == seat)}"><h3>{escape(shown.seat_names[seat])} '
        f'<small>{escape(name)}</small></h3><p class="call">{call}</p>'
        f'<div class="backs" role="img" aria-label="{shown.left[seat]} dominoes left">{backs}</div></div>'
    )


def _trick_html(shown: ShownFortyTwo, places: dict[int, str]) -> str:
    """The trick that is being played, or the one that was just taken, which is marked as done."""
    trick = shown.trick
    if trick is not None and not trick.dominoes and shown.tricks:
        trick = shown.tricks[-1]  # what was just taken stays on the table until somebody leads
    if trick is None:
        trick = shown.tricks[-1] if shown.tricks else None
    if trick is None:
        return '<div class="trick"></div>'
    laid = "".join(
        f'<span class="laid {places[seat]}{" wins" if seat == trick.winner else ""}" role="img" '
        f'aria-label="{escape(shown.seat_names[seat])} played {_domino_words(domino)}">{domino_svg(domino)}</span>'
        for seat, domino in trick.dominoes
    )
    taken = (
        f'<p class="led">{escape(shown.seat_names[trick.winner])} takes {trick.points}</p>'
        if trick.winner >= 0
        else f'<p class="led">{escape(trick.led)} led</p>'
        if trick.led
        else ""
    )
    return f'<div class="trick"{" data-done" if trick.winner >= 0 else ""}>{laid}{taken}</div>'


def _won(shown: ShownFortyTwo, players: Sequence[str]) -> str:
    if not shown.tricks:
        return ""
    rows = "".join(_row(shown, trick) for trick in shown.tricks)
    hidden = f"<li>{counted(shown.stacked, 'trick')} face down</li>" if shown.stacked else ""
    return f'<details class="tricks"><summary>Tricks so far</summary><ol>{hidden}{rows}</ol></details>'


def _row(shown: ShownFortyTwo, trick: ShownTrick) -> str:
    played = ", ".join(f"{shown.seat_names[seat]} {domino.text}" for seat, domino in trick.dominoes)
    return f"<li>{escape(played)}: {escape(shown.seat_names[trick.winner])} takes {trick.points}</li>"
