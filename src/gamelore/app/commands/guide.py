"""The command `guide`: a few lines to play by, with all that is known about them, as text, JSON or one page of HTML."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gamelore.app.terminal.completing import complete_games
from gamelore.app.terminal.output import (
    REPORTING_SEED,
    JsonFlag,
    ReportSeed,
    open_game,
    print_json,
    print_table,
    progress,
)
from gamelore.app.terminal.width import say, text_width

if TYPE_CHECKING:
    from gamelore.learners.core import Learner


def guide(
    subject: Annotated[
        str,
        typer.Argument(
            metavar="GAME-or-DIR", help="A game with a list, or an agent's folder.", autocompletion=complete_games
        ),
    ],
    out: Annotated[Path | None, typer.Option(help="Write one page of HTML here; it needs nothing else.")] = None,
    contests: Annotated[
        int | None,
        typer.Option(
            help="Contests of each reader against a challenger; 100 if a game is solved, else 10. "
            "Where hands are dealt: deals, 20000.",
            min=2,
        ),
    ] = None,
    beside: Annotated[
        str, typer.Option(metavar="LEARNER", help="Set the list beside this learner and published ones instead.")
    ] = "",
    handout: Annotated[
        bool, typer.Option("--handout", help="Only what a player has beside the board, on one sheet of paper.")
    ] = False,
    as_json: JsonFlag = False,
    seed: ReportSeed = REPORTING_SEED,
) -> None:
    """Print the strategy guide of a game or of a learned agent.

    A guide has at most a dozen lines or rules, in order. Each is told with how often it decides and what
    the list scores without it; the list with its strength, against whom it is weakest, with a proof
    where there is one, and with its price. On the page a reader can try the list. A handout has the
    game, the lines and the words: print the page that --handout --out writes, it is one sheet.

    Example: gamelore guide lose_tic_tac_toe --out guide.html
    """
    from gamelore.app.guide.handout import handout_page, require_list
    from gamelore.app.guide.html import guide_page
    from gamelore.app.guide.text import guide_text, handout_text
    from gamelore.base.files import write_text
    from gamelore.lab.guide.core import guide_mapping
    from gamelore.lab.guide.making import evidence_of, make_guide

    learner, facts, folder = open_subject(subject)
    if beside:
        _compare(learner, beside, contests, seed, as_json)
        return
    strangers = not handout
    whole = evidence_of(learner.game).contests(learner, contests, strangers=strangers)
    with progress("contests", whole) as advance:
        made = make_guide(
            learner,
            subject,
            facts=facts,
            folder=folder,
            contests=contests,
            seed=seed,
            progress=lambda _: advance(),
            strangers=strangers,
        )
    if handout:
        require_list(made)
    if out is not None:
        write_text(out, handout_page(made) if handout else guide_page(made))
    if as_json:
        print_json(guide_mapping(made))
    elif out is None:
        print((handout_text if handout else guide_text)(made, text_width()), end="")
    else:
        say(f"The {'handout' if handout else 'guide'} stands in {out}")


def _compare(learner: Learner, other: str, contests: int | None, seed: int, as_json: bool) -> None:
    """Print strength and price of a list beside those of another learner."""
    from rich.table import Table

    from gamelore.base.errors import BadSetting
    from gamelore.lab.guide.beside import beside
    from gamelore.lab.guide.evidence import CONTESTS
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
    print_table(table)


def _known(value: float | None, form: str = ",.0f") -> str:
    return "" if value is None else f"{value:{form}}"


def open_subject(subject: str) -> tuple[Learner, dict[str, Any], Path | None]:
    """The learner of a folder, or whoever follows the list that comes with a game."""
    from gamelore.lab.guide.making import evidence_of
    from gamelore.learners.registry import load_agent

    folder = Path(subject)
    if folder.is_dir():
        agent = load_agent(folder)
        return agent.learner, dict(agent.facts), folder
    game = open_game(subject)
    return evidence_of(game).shipped(game), {}, None
