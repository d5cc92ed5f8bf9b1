"""The command `guide`: a few lines to play by, with all that is known about them, as text, JSON or one page of HTML."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gamelore.app.terminal.output import (
    REPORTING_SEED,
    JsonFlag,
    ReportSeed,
    console,
    open_game,
    print_json,
    progress,
)

if TYPE_CHECKING:
    from gamelore.learners.core import Learner


def guide(
    subject: Annotated[str, typer.Argument(metavar="GAME-or-DIR", help="A game with maxims, or an agent's folder.")],
    out: Annotated[Path | None, typer.Option(help="Write one page of HTML here; it needs nothing else.")] = None,
    contests: Annotated[
        int | None,
        typer.Option(
            help="Contests of each reader against a challenger; 100 if a game is solved, else 10; at 42 deals, 20000.",
            min=2,
        ),
    ] = None,
    beside: Annotated[
        str, typer.Option(metavar="LEARNER", help="Set the list beside this learner and published ones instead.")
    ] = "",
    as_json: JsonFlag = False,
    seed: ReportSeed = REPORTING_SEED,
) -> None:
    """Print the strategy guide of a game or of a learned agent.

    A guide has at most ten lines, in order. Each is told with how often it narrows the choice and what
    the list scores without it; the list with its strength for careful and careless readers, with a
    proof where there is one, and with its price. On the page a reader can play against the list.

    Example: gamelore guide lose_tic_tac_toe --out guide.html
    """
    from gamelore.app.guide.either import as_mapping, as_page, as_text, measured
    from gamelore.base.files import write_text
    from gamelore.lab.guide.making import contests_of

    learner, facts, folder = _open(subject)
    if beside:
        _compare(learner, beside, contests, seed, as_json)
        return
    with progress("contests", contests_of(learner, contests)) as advance:
        made = measured(
            learner, subject, facts=facts, folder=folder, contests=contests, seed=seed, progress=lambda _: advance()
        )
    if out is not None:
        write_text(out, as_page(made))
    if as_json:
        print_json(as_mapping(made))
    elif out is None:
        print(as_text(made), end="")
    else:
        print(f"The guide stands in {out}")


def _compare(learner: Learner, other: str, contests: int | None, seed: int, as_json: bool) -> None:
    """Print strength and price of a list beside those of another learner."""
    from rich.table import Table

    from gamelore.base.errors import BadSetting
    from gamelore.lab.guide.beside import beside
    from gamelore.lab.guide.making import CONTESTS
    from gamelore.learners.maxims.learner import MaximLearner

    if not isinstance(learner, MaximLearner):
        raise BadSetting(f"learner {learner.kind} has no maxims that could stand beside {other}")
    asked = contests or CONTESTS
    rows = beside(learner, other, contests=asked, seed=seed)
    if as_json:
        print_json([row.to_mapping() for row in rows])
        return
    title = f"{learner.game.title}: % won or drawn / % won, ours of {asked} contests against each, seed {seed}"
    table = Table("", title=title, title_justify="left")
    for column in (*rows[0].strength, "words", "contests", "s to learn", "ms to decide"):
        table.add_column(column, justify="right")
    for row in rows:
        strength = [f"{kept:.0f} / {won:.0f}" for kept, won in row.strength.values()]
        price = [_known(row.words, ","), _known(row.contests, ","), _known(row.learning), _known(row.deciding, ".2f")]
        table.add_row(row.name, *strength, *price)
    console().print(table)


def _known(value: float | None, form: str = ",.0f") -> str:
    return "" if value is None else f"{value:{form}}"


def _open(subject: str) -> tuple[Learner, dict[str, Any], Path | None]:
    """The learner of a folder, or whoever follows the maxims that come with a game."""
    from gamelore.learners.maxims.shipped import shipped_learner
    from gamelore.learners.registry import load_agent

    folder = Path(subject)
    if folder.is_dir():
        agent = load_agent(folder)
        return agent.learner, dict(agent.facts), folder
    return shipped_learner(open_game(subject)), {}, None
