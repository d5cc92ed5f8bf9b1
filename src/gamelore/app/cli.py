"""The command line: one program, `gamelore`, with the same words everywhere.

Each group of commands stands in a module of its own and imports what it needs when it runs, so that asking for help
costs nothing. An error of ours is one sentence on standard error and exit status 2; anything else that ends in a
traceback is a defect.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Sequence
from typing import Annotated

import typer

from gamelore import __version__
from gamelore.app.commands import (
    bid,
    compare,
    curve,
    guide,
    lab,
    learn,
    look,
    lore,
    papers,
    play,
    proficiency,
    quiz,
    rule,
    serve,
)
from gamelore.app.terminal.width import NARROWEST, folded
from gamelore.base.errors import BadText, GameloreError, one_line
from gamelore.base.little import little_work
from gamelore.base.streams import never_fails, tell
from gamelore.lab.engine.shelf import places

app = typer.Typer(
    name="gamelore",
    help="Programs that learn games the way people do: from few contests, into heuristics that can be read.",
    epilog="Try: gamelore games, then gamelore play five_mens_morris --against perfect",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # drawing help with rich costs three times what the rest of the program does
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        print(f"gamelore {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
    know: Annotated[
        list[str] | None,
        typer.Option(
            "--know", metavar="MODULE:NAME", help="A game that no package has installed, for folders and records of it."
        ),
    ] = None,
) -> None:
    """Programs that learn games the way people do: from few contests, into heuristics that can be read."""
    from gamelore.games.registry import typed_game

    for place in know or ():
        typed_game(place)


papers.open_papers()
places("files", {"proficiency": "gamelore.app.table.poker.proficiency:check_test"})
_COMMANDS: dict[str, Callable[..., None]] = {
    "games": look.games, "learners": look.learners, "solve": look.solve, "check": look.check,
    "learn": learn.learn, "test": learn.put_to_test, "explain": learn.explain, "lore": lore.lore, "guide": guide.guide,
    "quiz": quiz.quiz,
    "play": play.play, "review": play.review, "proficiency": proficiency.proficiency,
    "reproduce": lab.reproduce, "results": lab.results, "bench": lab.bench, "curve": curve.curve,
    "compare": compare.compare, "compile": rule.compile_rules, "coach": rule.coach, "teach": bid.teach,
    **papers.commands(), "serve": serve.serve,
}  # fmt: skip
_LITTLE = {"check", "explain", "lore", "play"}
"""Commands that compute little before a person sees something."""
for name, command in _COMMANDS.items():
    app.command(name)(little_work()(command) if name in _LITTLE else command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    for stream in (sys.stdout, sys.stderr):
        never_fails(stream)
    try:
        for word in arguments or ():
            if "\0" in word:  # no system hands one over, but a program may
                raise BadText(f"an argument has a NUL character: {word!r}")
        app(None if arguments is None else list(arguments), prog_name="gamelore")
    except GameloreError as error:
        return _complain(str(error))
    except OSError as error:
        return _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt:
        return 130
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 0 if leaving.code is None else 1
    return 0


def _complain(sentence: str) -> int:
    """One line, which a person at a terminal sees folded between words."""
    if sys.stderr.isatty():
        width = max(shutil.get_terminal_size().columns, NARROWEST)
        print(folded(f"gamelore: {one_line(sentence)}", width), file=sys.stderr)
    else:
        tell(sentence)
    return 2
