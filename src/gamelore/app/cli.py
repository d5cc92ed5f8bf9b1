"""The command line: one program, `gamelore`, with the same words everywhere.

Each group of commands stands in a module of its own and imports what it needs when it runs, so that asking for help
costs nothing. An error of ours is one sentence on standard error and exit status 2; anything else that ends in a
traceback is a defect.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Annotated

import typer

from gamelore import __version__
from gamelore.app.commands import bid, compare, curve, guide, lab, learn, look, lore, models, play, rule, serve
from gamelore.base.errors import BadText, GameloreError
from gamelore.base.plain import never_fails, tell

app = typer.Typer(
    name="gamelore",
    help="Programs that learn games the way people do: from few contests, into heuristics that can be read.",
    epilog="Try: gamelore games, then gamelore play five_mens_morris --against perfect",
    no_args_is_help=True,
    add_completion=False,
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
) -> None:
    """Programs that learn games the way people do: from few contests, into heuristics that can be read."""


_COMMANDS: dict[str, Callable[..., None]] = {
    "games": look.games, "learners": look.learners, "solve": look.solve, "check": look.check,
    "learn": learn.learn, "test": learn.put_to_test, "explain": learn.explain, "lore": lore.lore, "guide": guide.guide,
    "play": play.play, "review": play.review,
    "reproduce": lab.reproduce, "results": lab.results, "bench": lab.bench, "curve": curve.curve,
    "compare": compare.compare, "compile": rule.compile_rules, "coach": rule.coach, "teach": bid.teach,
    "models": models.models, "serve": serve.serve,
}  # fmt: skip
for name, command in _COMMANDS.items():
    app.command(name)(command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    for stream in (sys.stdout, sys.stderr):
        never_fails(stream)
    try:
        for word in arguments or ():
            if "\0" in word:  # no system hands one over, but a program may
                raise BadText(f"an argument has a NUL character: {word!r}")
        app(None if arguments is None else list(arguments))
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
    tell(sentence)
    return 2
