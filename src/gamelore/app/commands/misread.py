"""What `test --misread` prints: each reading of a word of the list, and what it costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gamelore.app.terminal.output import console, print_json, progress

if TYPE_CHECKING:
    from gamelore.lab.misreading import Misreadings
    from gamelore.learners.core import Learner


def show_misreadings(
    learner: Learner, against: str, contests: int, seed: int, as_json: bool, settings: Mapping[str, Any]
) -> None:
    """Let every reading play, and print what it costs."""
    from gamelore.base.errors import BadSetting
    from gamelore.lab.misreading import misreadings, readings_in

    if "," in against:
        raise BadSetting(f"--misread is asked against one challenger, not '{against}'")
    able, _ = readings_in(learner)
    with progress("misreading", contests * (1 + len(able))) as advance:
        found = misreadings(
            learner,
            contests,
            seed=seed,
            against=against.strip(),
            progress=advance,
            **{"unsolved": "search", **settings},
        )
    if as_json:
        print_json(found.to_mapping())
    else:
        _print(found, learner.game.title)


def _print(found: Misreadings, title: str) -> None:
    from rich.table import Table

    told = f"{title}, {found.contests} contests against {found.against}, as meant {found.meant} % not lost"
    table = Table("reading", "of", title=told, title_justify="left")
    for column in ("not lost %", "costs"):
        table.add_column(column, justify="right")
    for one in found.found:
        table.add_row(f"{one.reading.name}: {one.reading.sense}", ", ".join(one.lines), str(one.score), str(one.cost))
    console().print(table)
    if found.gone:
        names = ", ".join(reading.name for reading in found.gone)
        print(f"Gone with the word: {names}.")
    if not found.found:
        print("No word of the list has another sense that is known.")
