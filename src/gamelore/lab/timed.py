"""A player whose decisions are timed, for tables that compare what deciding costs."""

from __future__ import annotations

import time

from gamelore.base.seeds import Rng
from gamelore.games import AnyView, Record
from gamelore.learners.core import ContestInfo, Decision, Player


class Timed:
    """A player with the processor's time that its decisions took: what else runs on the machine does not count."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.times: dict[str, list[float]] = {}
        """One time in seconds for each decision, by what decided."""

    @property
    def name(self) -> str:
        """The player's own name."""
        return self.player.name

    @property
    def seconds(self) -> float:
        """All decisions together."""
        return sum(map(sum, self.times.values()))

    def begin(self, seat: int | None, contest: ContestInfo) -> None:
        """Sit down."""
        self.player.begin(seat, contest)

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Decide, and note the time it took."""
        start = time.thread_time()
        decision = self.player.decide(view, rng)
        self.times.setdefault(decision.by, []).append(time.thread_time() - start)
        return decision

    def end(self, record: Record) -> None:
        """Get up."""
        self.player.end(record)
