"""A poker table in characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamelore.app.table.poker.showing import ShownCard, ShownPoker, in_order
from gamelore.app.table.poker.wording import with_signs
from gamelore.app.terminal.drawing import Drawing
from gamelore.app.terminal.ink import Ink

PROMPTS = {"first bets": "your bet> ", "second bets": "your bet> ", "replacing": "replace> "}
"""What is asked for at a stage."""


def cards(hand: Sequence[ShownCard], ink: Ink) -> str:
    """Cards as ranks with signs of suits, in the order in which people hold them, the red ones in red."""
    return "  ".join(ink(card.sign, "red") if card.red else card.sign for card in in_order(hand))


class PokerDrawing(Drawing[ShownPoker]):
    """A poker table."""

    def lines(self, shown: ShownPoker, ink: Ink) -> Iterator[str]:
        """What was done, the pot and the cards."""
        you, other = shown.seat, 1 - shown.seat
        names = {you: "you", other: "other"}
        for interval in ("first bets", "replacing", "second bets"):
            acts = [
                f"{names[act.seat]} {_second(act.said, act.seat == you)}"
                for act in shown.acts
                if act.interval == interval
            ]
            if acts:
                yield f"{interval:<12} {', '.join(acts)}"
        if not shown.acts:
            begins = "you begin" if shown.to_move == you else "the other begins"
            yield f"{'first bets':<12} nobody has bet yet; {begins}"
        call = f"   to call {ink(str(shown.to_call), 'strong')}" if shown.to_call else ""
        paid = f"paid in: you {shown.paid[you]}, other {shown.paid[other]}"
        yield f"{'pot':<12} {ink(str(sum(shown.paid)), 'strong')}{call}   {paid}"
        if shown.other_shows:
            yield f"{'other shows':<12} {cards(shown.other_shows, ink)}"
        yield f"{'your hand':<12} {cards(shown.hand, ink)}"
        if shown.given_away:
            yield ink(f"{'given away':<12} {'  '.join(card.sign for card in shown.given_away)}", "faint")

    def prompt(self, shown: ShownPoker) -> str:
        """A bet, or cards to replace."""
        return PROMPTS[shown.stage]

    def written(self, text: str) -> str:
        """Cards as people write them, wherever they are named."""
        return with_signs(text)


def _second(said: str, yours: bool) -> str:
    """`bets 5`, of the person itself `bet 5`."""
    verb, _, rest = said.partition(" ")
    return f"{verb.removesuffix('s') if yours else verb} {rest}".rstrip()


POKER_DRAWING = PokerDrawing()
