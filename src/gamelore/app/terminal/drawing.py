"""What a person sees of a contest, drawn in characters: a board with the last move, a poker table, a table of 42."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamelore.app.table.showing import (
    Shown,
    ShownBoard,
    ShownCard,
    ShownDomino,
    ShownFortyTwo,
    ShownPoker,
    ShownTrick,
)
from gamelore.app.terminal.ink import Ink, Style
from gamelore.app.terminal.terminal import draw_points

PLAIN = Ink()


def draw(shown: Shown, ink: Ink = PLAIN) -> str:
    """The picture of what a person sees."""
    if isinstance(shown, ShownBoard):
        return "\n".join(_board(shown, ink))
    if isinstance(shown, ShownPoker):
        return "\n".join(_poker(shown, ink))
    if isinstance(shown, ShownFortyTwo):
        return "\n".join(_forty_two(shown, ink))
    return shown.text


# --- boards -----------------------------------------------------------------------------------------------------------


def _board(shown: ShownBoard, ink: Ink) -> Iterator[str]:
    def paint(number: int, label: str) -> str:
        marker = shown.points[number - 1].marker
        style: Style = "x" if marker == "X" else "o" if marker == "O" else "faint"
        # What was just taken away is marked, too: it is empty now, and its number stands out.
        return ink(label, style, "last") if number in shown.last else ink(label, style)

    lines = [[number - 1 for number in line] for line in shown.lines]
    labels = [point.marker or str(point.number) for point in shown.points]
    yield draw_points([(point.x, point.y) for point in shown.points], lines, labels, paint)
    if shown.to_move >= 0:
        symbol, name = "XO"[shown.to_move], shown.seat_names[shown.to_move]
        left = f", {shown.left} still to place" if shown.left and shown.stage == "placing" else ""
        yield f"{ink(symbol, 'x' if symbol == 'X' else 'o') if name == symbol else f'{name} ({symbol})'} to move{left}"


# --- poker ------------------------------------------------------------------------------------------------------------


def cards(hand: Sequence[ShownCard], ink: Ink) -> str:
    """Cards as ranks with signs of suits, the red ones in red."""
    return "  ".join(ink(card.sign, "red") if card.red else card.sign for card in hand)


def _poker(shown: ShownPoker, ink: Ink) -> Iterator[str]:
    you, other = shown.seat, 1 - shown.seat
    names = {you: "you", other: "other"}
    for interval in ("first bets", "replacing", "second bets"):
        acts = [
            f"{names[act.seat]} {_second(act.said, act.seat == you)}" for act in shown.acts if act.interval == interval
        ]
        if acts:
            yield f"{interval:<12} {', '.join(acts)}"
    if not shown.acts:
        yield f"{'first bets':<12} nobody has bet yet; {'you begin' if shown.to_move == you else 'the other begins'}"
    call = f"   to call {ink(str(shown.to_call), 'strong')}" if shown.to_call else ""
    paid = f"paid in: you {shown.paid[you]}, other {shown.paid[other]}"
    yield f"{'pot':<12} {ink(str(shown.pot), 'strong')}{call}   {paid}"
    if shown.other_shows:
        yield f"{'other shows':<12} {cards(shown.other_shows, ink)}"
    yield f"{'your hand':<12} {cards(shown.hand, ink)}"
    if shown.given_away:
        yield ink(f"{'given away':<12} {'  '.join(card.sign for card in shown.given_away)}", "faint")


def _second(said: str, yours: bool) -> str:
    """`bets 5`, of the person itself `bet 5`."""
    verb, _, rest = said.partition(" ")
    return f"{verb.removesuffix('s') if yours else verb} {rest}".rstrip()


# --- 42 ---------------------------------------------------------------------------------------------------------------


def _forty_two(shown: ShownFortyTwo, ink: Ink) -> Iterator[str]:
    names = [name + (" (you)" if seat == shown.seat else "") for seat, name in enumerate(shown.seat_names)]
    calls = ", ".join(f"{shown.seat_names[seat]} {call or 'pass'}" for seat, call in shown.calls)
    yield f"{'bids':<10} {calls or 'none yet'}   (dealer {shown.seat_names[shown.dealer]})"
    if shown.contract:
        worth = f"{shown.marks} mark{'' if shown.marks == 1 else 's'}"
        trump = f", trump {ink(shown.trump, 'strong')}" if shown.trump else ""
        yield f"{'contract':<10} {names[shown.declarer]} needs {shown.needed} points for {worth}{trump}"
    if shown.trump:
        yield f"{'points':<10} {_side(shown, 0)} {shown.points[0]}, {_side(shown, 1)} {shown.points[1]}"
        left = ", ".join(f"{shown.seat_names[seat]} {count}" for seat, count in enumerate(shown.left))
        yield f"{'dominoes':<10} {left} left"
    if shown.stacked:
        yield f"{'tricks':<10} {shown.stacked} face down"
    for trick in shown.tricks:
        yield ink(f"{f'trick {trick.number}':<10} {_played(shown, trick)}", "faint")
    if shown.trick is not None:
        led = f"   led: {ink(shown.trick.led, 'strong')}" if shown.trick.led else ""
        yield f"{f'trick {shown.trick.number}':<10} {_played(shown, shown.trick) or 'nothing is led yet'}{led}"
    if shown.hand:
        yield f"{'your hand':<10} {'  '.join(_held(domino, ink, shown.trick is not None) for domino in shown.hand)}"


def _side(shown: ShownFortyTwo, team: int) -> str:
    pair = f"{shown.seat_names[team]} and {shown.seat_names[team + 2]}"
    return f"{pair} (you)" if shown.seat % 2 == team else pair


def _played(shown: ShownFortyTwo, trick: ShownTrick) -> str:
    said = ", ".join(f"{shown.seat_names[seat]} {domino.text}" for seat, domino in trick.dominoes)
    if trick.winner < 0:
        return said
    return f"{said}; {shown.seat_names[trick.winner]} takes {trick.points}"


def _held(domino: ShownDomino, ink: Ink, playing: bool) -> str:
    """A domino of the hand; a counter carries its points, what may not be played now is faint."""
    text = domino.text + (f"({domino.points})" if domino.points else "")
    return ink(text, "strong") if domino.playable or not playing else ink(text, "faint")
