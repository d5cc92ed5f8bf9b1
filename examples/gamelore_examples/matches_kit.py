"""The kit of Matches: what is true of a heap, what can be seen in it, and how it is shown and spoken of.

None of it is needed to play. With `truth` there is a perfect player, and reviews know what a move is worth. With
`reader` practice may use words of the game. With `manners`, `terminal` and `page` a person sees matches, not a number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from gamelore.app.page.display import Display
from gamelore.app.table.data import ShownText
from gamelore.app.table.manners import Manners
from gamelore.app.terminal.drawing import Drawing
from gamelore.app.terminal.ink import Ink
from gamelore.games.core import Action, AnyGame, AnyView
from gamelore.learners.maxims.boards import OpenReader, OwnMeasure
from gamelore.oracles.core import Value
from gamelore.oracles.truth import Truth

if TYPE_CHECKING:
    from gamelore_examples.matches import Heap, Take


class HeapTruth(Truth):
    """Whoever faces a multiple of four loses: the other makes four with whatever was taken."""

    def value(self, state: Heap) -> Value:
        """What a heap is worth to whoever moves, and in how many plies it is over."""
        fours, over = divmod(state.matches, 4)
        return Value(1, 2 * fours + 1) if over else Value(-1, 2 * fours)


def _over(by: int) -> OwnMeasure:
    def left_over(state: Heap, action: Take) -> float:
        return (state.matches - action.matches) % by

    words = {2: "twos", 3: "threes", 4: "fours", 5: "fives"}[by]
    return OwnMeasure(
        f"over_{words}",
        f"Counted in {words}, leave as many over as you can.",
        f"Counted in {words}, leave as few over as you can.",
        left_over,
    )


def _left(state: Heap, action: Take) -> float:
    return state.matches - action.matches


SEEN = (
    OwnMeasure("left", "Leave the most matches.", "Leave the fewest matches.", _left),
    *(_over(by) for by in (2, 3, 4, 5)),
)
"""What a person can see in a heap. Which of it matters is for practice to find."""


class HeapReader(OpenReader):
    """Reads lines about heaps, beside those that the rules alone can say."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        self.own = {**self.own, **{seen.name: seen for seen in SEEN}}


@dataclass(frozen=True, slots=True)
class ShownHeap(ShownText):
    """A heap as data that terminal and page draw."""

    kind: ClassVar[str] = "heap"
    matches: int = 0


class HeapManners(Manners["Heap", AnyView]):
    """One says "take 2", and may type only the number."""

    def shown(self, view: AnyView, last: Action | None = None) -> ShownHeap:
        """The heap."""
        state: Heap = view.state  # type: ignore[assignment]
        return ShownHeap(str(view), view.current_player(), view.game.seat_names, state.matches)

    def typed(self, view: AnyView, text: str) -> str:
        """A number is enough."""
        return f"take {text}" if text.isdigit() else text

    def advised(self, action: Action) -> str:
        """`take 2`."""
        return str(action)

    def done(self, action: Action) -> str:
        """`takes 2`."""
        return str(action).replace("take ", "takes ")


class HeapDrawing(Drawing[ShownHeap]):
    """A row of matches for a terminal."""

    def lines(self, shown: ShownHeap, ink: Ink) -> Iterator[str]:
        """Matches in fives, and how many."""
        fives = ["|" * min(5, shown.matches - n) for n in range(0, shown.matches, 5)]
        yield f"{' '.join(fives) or 'none left'}  ({shown.matches})"


class HeapDisplay(Display[ShownHeap]):
    """A row of matches for the page."""

    def draw(self, shown: ShownHeap, title: str, players: Sequence[str]) -> str:
        """A picture of them; the moves are buttons below."""
        return matches_svg(shown.matches, "")

    def art(self, game: AnyGame) -> str:
        """Three matches."""
        return matches_svg(3, ' aria-hidden="true"')


def matches_svg(count: int, more: str) -> str:
    """A row of matches."""
    label = more or f' role="img" aria-label="{count} matches"'
    sticks = "".join(
        f'<path d="M{8 + 12 * n} 14V58" stroke="#b98a52" stroke-width="4"/><circle cx="{8 + 12 * n}" cy="12" r="5" '
        'fill="#b3382c"/>'
        for n in range(count)
    )
    return f'<svg viewBox="0 0 {max(64, 12 * count + 4)} 64" width="{max(64, 12 * count + 4)}"{label}>{sticks}</svg>'


MANNERS, DRAWING, DISPLAY = HeapManners(), HeapDrawing(), HeapDisplay()
