"""Times for tables that compare what deciding costs: a player whose decisions are timed, and runs that are.

Times are no results in the sense of other tables: they differ from one hour to the next. They are measured each time
they are asked for, and kept apart.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from gamelore.base.files import to_json, write_text
from gamelore.base.seeds import Rng
from gamelore.games import AnyView, Record
from gamelore.lab.engine.executor import as_computed
from gamelore.lab.engine.experiment import TIMINGS_FILE
from gamelore.lab.engine.rows import Order
from gamelore.learners.core import ContestInfo, Decision, Player

Seconds = dict[str, dict[str, float]]
"""By row, whatever was timed."""

E = TypeVar("E")


def time_rows(order: Order, run: Callable[[E, int], Seconds], experiment: E) -> list[Seconds]:
    """Time all rows together in every run; `run` is a function of a module, so that another process can find it."""
    found: dict[int, Seconds] = {}
    tasks = [(run, experiment, number) for number in range(max(order.runs_of(row) for row in order.rows))]
    for (_, _, number), seconds in as_computed(order.workers, _time_task, tasks):
        found[number] = seconds
        written = {str(n): s for n, s in sorted(found.items())}
        write_text(order.folder / TIMINGS_FILE, to_json(written, indent=1) + "\n")
        for row in order.rows:
            order.done(row.name, number)
    return [found[number] for number in sorted(found)]


def _time_task(task: tuple[Callable[[E, int], Seconds], E, int]) -> Seconds:
    run, experiment, number = task
    return run(experiment, number)


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
