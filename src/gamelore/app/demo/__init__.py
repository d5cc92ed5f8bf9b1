"""`make demo`: maxims of lose tic-tac-toe are found while one looks on; or another learner takes its course.

`make demo LEARNER=hoyle` shows any other learner at the same game.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from gamelore.app.commands.papers import open_papers
from gamelore.app.demo import course, maxims
from gamelore.base.errors import GameloreError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the demonstration; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m gamelore.app.demo", description=__doc__)
    parser.add_argument("--learner", default="maxims", help="who learns (default: %(default)s)")
    parser.add_argument("--out", type=Path, default=Path("demo"), help="where the pictures go (default: %(default)s)")
    options = parser.parse_args(arguments)
    open_papers()
    try:
        if options.learner == "maxims":
            maxims.show(options.out)
        else:
            course.show(options.learner, options.out)
    except GameloreError as error:
        print(f"gamelore: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0
