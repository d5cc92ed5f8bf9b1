"""Commands that papers bring: whatever one answers is printed, or with `--json` its values.

The app is the one place that asks for the papers, here and for the demonstration; where they are missing, so are their
tables and commands, and nothing else is.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from gamelore.app.terminal.output import JsonFlag, Seed, print_json, print_table
from gamelore.app.terminal.talk import talk
from gamelore.app.terminal.width import say
from gamelore.base.registry import load
from gamelore.lab.engine.shelf import sources

if TYPE_CHECKING:
    from rich.table import Table

    from gamelore.papers.answers import PaperAnswer, ToldTable

PAPERS = "gamelore.papers"
TALK = "talk"
"""The parameter of a command that needs a person to talk with."""


def open_papers() -> None:
    """Put the papers on the shelf of the lab, if there are any."""
    try:
        import_module(PAPERS)
    except ModuleNotFoundError as missing:
        if missing.name != PAPERS:
            raise


def commands() -> dict[str, Callable[..., None]]:
    """The commands of all sources on the shelf."""
    return {name: _command(load(place)) for source in sources() for name, place in source.commands.items()}


def _command(answer: Callable[..., PaperAnswer]) -> Callable[..., None]:
    """A command with the options of a function that answers, and with the words for `--seed` and `--json` of all."""
    asked = inspect.signature(answer, eval_str=True)
    talks = TALK in asked.parameters

    def run(as_json: bool = False, **options: Any) -> None:
        if talks:
            with talk() as person:
                found = answer(talk=person, **options)
        else:
            found = answer(**options)
        if as_json:
            print_json(found.values)
            return
        for one in found.told:
            say(one) if isinstance(one, str) else print_table(_drawn(one))

    given = [one for one in asked.parameters.values() if one.name != TALK]
    own = [one.replace(annotation=Seed) if one.name == "seed" else one for one in given]
    flag = inspect.Parameter("as_json", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=JsonFlag)
    run.__signature__ = asked.replace(parameters=[*own, flag], return_annotation=None)  # type: ignore[attr-defined]
    run.__doc__ = answer.__doc__
    return run


def _drawn(table: ToldTable) -> Table:
    from rich.markup import escape
    from rich.table import Table

    drawn = Table(*map(escape, table.head), title=escape(table.title), title_justify="left")
    for row in table.rows:
        drawn.add_row(*("" if cell is None else escape(str(cell)) for cell in row))
    return drawn
