"""How a person stands after some contests at the same table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from gamelore.app.table.data import Datum
from gamelore.base.words import counted
from gamelore.games.record import Record


@dataclass(frozen=True, slots=True)
class ScoreBoard(Datum):
    """Contests won, drawn and lost, and what they came to."""

    kind: ClassVar[str] = "standing"
    contests: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    gain: float = 0.0
    unit: str = ""

    def after(self, record: Record, seat: int) -> Self:
        """The score after one more contest."""
        result = record.result(seat)
        return replace(
            self,
            contests=self.contests + 1,
            won=self.won + (result == "win"),
            drawn=self.drawn + (result == "draw"),
            lost=self.lost + (result == "loss"),
            gain=self.gain + record.returns[seat],
            unit=record.unit,
        )

    def counted(self) -> str:
        """How many contests were won and lost."""
        told = f"After {counted(self.contests, 'contest')}: won {self.won}, lost {self.lost}"
        return f"{told}, drawn {self.drawn}" if self.drawn else told

    def line(self) -> str:
        """The same with what it came to, as a sentence."""
        return f"{self.counted()}; {self.gain:+g} {self.unit}." if self.unit != "result" else f"{self.counted()}."
