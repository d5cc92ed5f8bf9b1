"""What one seat knows in 42: the table and its own seven dominoes, nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gamelore.games.core import AnyGame, View
from gamelore.games.forty_two.dominoes import DOMINOES, Domino, hand_text
from gamelore.games.forty_two.drawing import hands_html
from gamelore.games.forty_two.rules import SEATS, FortyTwoAction
from gamelore.games.forty_two.table import Table

SEAT_NAMES = ("A", "B", "C", "D")


@dataclass(frozen=True, slots=True)
class FortyTwoView(View[FortyTwoAction]):
    """The view of one seat. Its text is 'B | dealer A | seven dominoes | line of play'."""

    game: AnyGame
    seat: int
    dealt: tuple[Domino, ...]
    """The seven dominoes this seat was dealt."""
    table: Table

    @property
    def hand(self) -> tuple[Domino, ...]:
        """The dominoes this seat still holds."""
        gone = {domino for _, domino in self.table.plays()}
        return tuple(d for d in self.dealt if d not in gone)

    @property
    def partner(self) -> int:
        return (self.seat + 2) % SEATS

    def unseen(self) -> tuple[Domino, ...]:
        """The dominoes that the three others still hold."""
        seen = {domino for _, domino in self.table.plays()} | set(self.dealt)
        return tuple(d for d in DOMINOES if d not in seen)

    def tiles_left(self) -> tuple[int, ...]:
        """How many dominoes each seat still holds."""
        played = [seat for seat, _ in self.table.plays()]
        return tuple(7 - played.count(seat) for seat in range(SEATS))

    def current_player(self) -> int:
        """Whose turn it is."""
        return self.table.current_player()

    def legal_actions(self) -> Sequence[FortyTwoAction]:
        """What this seat may do now; empty when it is not its turn."""
        return self.table.legal_actions(self.hand) if self.current_player() == self.seat else ()

    def __str__(self) -> str:
        place = f"{SEAT_NAMES[self.seat]} | dealer {SEAT_NAMES[self.table.dealer]}"
        return f"{place} | {hand_text(self.dealt)} | {self.table}".rstrip()

    def _repr_html_(self) -> str:
        held = f"{SEAT_NAMES[self.seat]} holds"
        return hands_html(f"42: {self.table}", [(held, self.hand), ("on the table", self.table.trick)])
