"""A contest that is taken up again in a world drawn anew: what the person saw stays, what was hidden is dealt again.

With the deal of the old contest a person could drop, play on, pay for the showdown and see a hand that nobody has
shown. So the person plays on in a world that looks the same to the person's seat at that ply (`Discretion.from_here`),
a function of what the seat saw there and of the stream that draws it. Neither is it told what decided the others in
the old contest: that was decided with other hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gamelore.app.table.discretion import Ply
from gamelore.app.table.manners import manners_of
from gamelore.games.core import RESIGN, AnyState

DEALT_ANEW = "What was hidden from you here is dealt anew; only what you had seen stays as it was."
"""What a person is told who plays on in another world."""


@dataclass(frozen=True, slots=True)
class TakenUp:
    """How a contest stands when it is taken up again."""

    deal: str
    start: str
    """The text of the first state, if it is not that of the deal."""
    plies: tuple[tuple[str, str], ...]
    """The text of each action so far, and what decided it."""
    opening: tuple[str, ...] = ()
    """What the person is told first."""


def dealt_anew(world: AnyState, plies: Sequence[Ply], seat: int) -> TakenUp:
    """The same plies in a world that was drawn for a seat; what the others hid in theirs belongs to that world."""
    deal, actions = manners_of(world.game).line(world)
    made = sum(ply.action != RESIGN for ply in plies)
    before = len(actions) - made
    texts = [str(action) for action in (*actions[before:], *[RESIGN] * (len(plies) - made))]
    told = tuple((text, ply.by if ply.seat == seat else "") for text, ply in zip(texts, plies, strict=True))
    if not before:
        return TakenUp(deal, "", told, (DEALT_ANEW,))
    first: AnyState = world.game.initial_state(deal)
    for action in actions[:before]:
        first = first.child(action)
    return TakenUp("", str(first), told, (DEALT_ANEW,))
