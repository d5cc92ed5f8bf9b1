"""What every command shares: where words and figures go, progress with time left, options of the form name=value.

Figures go to standard output and nothing else does; progress goes to standard error and only to a terminal. With
`--json` a command prints one canonical JSON value.
"""

from __future__ import annotations

import contextlib
import shlex
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Protocol

import typer

from gamelore.app.terminal.width import WIDEST, columns, show_table
from gamelore.base.errors import BadSetting

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from gamelore.games import AnyGame

JsonFlag = Annotated[bool, typer.Option("--json", help="Print the figures as one JSON value.")]
Seed = Annotated[int, typer.Option(help="The seed of every random choice; the same seed gives the same result.", min=0)]
REPORTING_SEED = 20_000
"""Seeds below this are for choosing settings, from here on for reporting."""
ReportSeed = Annotated[int, typer.Option(help="The seed; from 20000 for figures that are reported.", min=0)]
Processes = Annotated[int, typer.Option(help="Processes on this machine.", min=1)]
Cluster = Annotated[str | None, typer.Option(help="Address of a dask scheduler, instead of processes.")]
With = Annotated[
    list[str] | None, typer.Option("--with", metavar="NAME=VALUE", help="A parameter of the game, e.g. flying_at=3.")
]


def console() -> Console:
    """Standard output for people; as wide as the terminal, or 120 columns where there is none."""
    from rich.console import Console

    return Console(width=columns() or WIDEST, highlight=False, soft_wrap=False)


def print_table(table: Table) -> None:
    """Print a table as wide as the terminal; no figure is cut."""
    show_table(table, console())


def print_json(value: object) -> None:
    """Print one canonical JSON value and nothing else."""
    from gamelore.base.files import to_json

    print(to_json(value, indent=2))


def names_of(text: str) -> tuple[str, ...]:
    """The names in a text, separated by commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def name_values(texts: Sequence[str] | None, option: str) -> dict[str, str]:
    """The pairs of a repeated option such as `--set name=value`."""
    pairs: dict[str, str] = {}
    for text in texts or ():
        name, found, value = text.partition("=")
        if not found or not name.strip():
            raise BadSetting(f"{option} needs name=value, found '{text}'")
        pairs[name.strip()] = value.strip()
    return pairs


def open_game(name: str, parameters: Sequence[str] | None = None) -> AnyGame:
    """The game of a name, a TOML file or `module:name`, with the parameters of `--with`."""
    from gamelore.games.registry import load_game, typed_game

    return load_game(typed_game(name), **{k: _plain(v) for k, v in name_values(parameters, "--with").items()})


def _plain(text: str) -> Any:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        return int(text)
    except ValueError:
        return text


def shown_command(verb: str, what: str, **options: object) -> str:
    """A command of ours as somebody would type it again, without options that are empty or nothing."""
    given = (f"--{name} {shlex.quote(str(value))}" for name, value in options.items() if value not in ("", None))
    return " ".join(("gamelore", verb, shlex.quote(what), *given))


class Advance(Protocol):
    """Moves a bar on."""

    def __call__(self, steps: int = 1) -> None:
        """By so many steps."""


@contextlib.contextmanager
def progress(title: str, total: int | None) -> Iterator[Advance]:
    """A live bar with the time left, on standard error and only for a person who looks at it."""
    if not sys.stderr.isatty():
        yield lambda steps=1: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total)
        yield lambda steps=1: bar.advance(task, steps)


@contextlib.contextmanager
def spinner(what: str) -> Iterator[None]:
    """Something turns while a person waits for what takes its time; nothing where nobody looks."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(what):
        yield
