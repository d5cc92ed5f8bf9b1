"""A table of 42 in characters."""

from __future__ import annotations

from collections.abc import Iterator

from gamelore.app.table.forty_two.showing import ShownDomino, ShownFortyTwo, ShownTrick
from gamelore.app.terminal.drawing import Drawing
from gamelore.app.terminal.ink import Ink
from gamelore.base.words import counted

PROMPTS = {"bidding": "your bid> ", "trump": "trump> ", "play": "your domino> "}
"""What is asked for at a stage."""


class FortyTwoDrawing(Drawing[ShownFortyTwo]):
    """A table of 42."""

    def lines(self, shown: ShownFortyTwo, ink: Ink) -> Iterator[str]:
        """Bids, contract, tricks and the hand."""
        names = [name + (" (you)" if seat == shown.seat else "") for seat, name in enumerate(shown.seat_names)]
        calls = ", ".join(f"{shown.seat_names[seat]} {call or 'pass'}" for seat, call in shown.calls)
        yield f"{'bids':<10} {calls or 'none yet'}   (dealer {shown.seat_names[shown.dealer]})"
        if shown.contract:
            worth = counted(shown.marks, "mark")
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

    def prompt(self, shown: ShownFortyTwo) -> str:
        """A bid, a trump or a domino."""
        return PROMPTS[shown.stage]


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


FORTY_TWO_DRAWING = FortyTwoDrawing()
