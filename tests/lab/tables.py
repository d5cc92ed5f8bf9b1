"""Published tables for tests, reproduced as the command does it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import gamelore.papers  # noqa: F401  puts its tables on the shelf
from gamelore.lab.engine.executor import open_workers
from gamelore.lab.engine.orders import Order
from gamelore.lab.engine.published import PublishedTable, published_table
from gamelore.lab.engine.report import Report
from gamelore.lab.engine.reproduce import reproduce, rows_to_run


def reproduced(
    table: str | PublishedTable,
    folder: Path,
    *,
    rows: Sequence[str] = (),
    games: Sequence[str] = (),
    runs: int,
    seed: int,
    preset: str = "",
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Some rows of a table, run in this process."""
    published = published_table(table) if isinstance(table, str) else table
    with open_workers() as workers:
        order = Order(published, rows_to_run(published, rows, games), folder, workers, seed, runs, progress)
        return reproduce(order, preset)
