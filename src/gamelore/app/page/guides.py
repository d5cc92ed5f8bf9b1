"""The guides of the games that come with lines: made once in a process of its own, kept, and served as they are.

`python -m gamelore.app.page.guides FOLDER` makes those that are missing, the quickest first. A guide is kept under a
digest of its list and of the program's version, so that another list gets another guide.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
import signal
import sys
from pathlib import Path

from gamelore import __version__
from gamelore.app.page.child import end_with_the_page
from gamelore.base.files import digest, read_text, write_text
from gamelore.games.board.game import BoardGame
from gamelore.games.registry import load_game
from gamelore.learners.maxims.shipped import FOLDER, shipped_names

CONTESTS = 10
"""Contests of each reader against each challenger: enough for a first look; `gamelore guide` plays more."""
SEED = 20_000
_LONGEST_LAST = (
    "achi", "five_mens_morris", "six_mens_morris", "forty_two", "nine_mens_morris", "eleven_mens_morris",
)  # fmt: skip

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_SCRIPT = re.compile(r'<script type="module">(.*?)</script>', re.DOTALL)


def guided_games() -> list[str]:
    """The games that get a guide."""
    last = {name: place for place, name in enumerate(_LONGEST_LAST, start=1)}
    return sorted(shipped_names(), key=lambda name: last.get(name, 0))


def guide_file(folder: Path, game: str) -> Path:
    """Where the guide of a game stands, or will."""
    sign = digest(f"{__version__} {CONTESTS} {read_text(FOLDER / f'{game}.toml')}")[:12]
    return folder / "guides" / f"{game}-{sign}.html"


def policy(page: str) -> str:
    """What a guide may load: the scripts and styles that stand in it, and nothing else."""
    styles = {f"'sha256-{_sha(text)}'" for text in _STYLE.findall(page)}
    scripts = {f"'sha256-{_sha(text)}'" for text in _SCRIPT.findall(page)}
    nothing = "'none'"
    allowed = f"style-src {' '.join(sorted(styles)) or nothing}; script-src {' '.join(sorted(scripts)) or nothing}"
    return f"default-src 'none'; img-src data:; {allowed}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


def _sha(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def main(folder: Path) -> None:
    """Make the guides that are missing."""
    from gamelore.app.guide.either import as_page, measured
    from gamelore.learners.maxims.shipped import shipped_learner

    os.nice(10)
    end_with_the_page(signal.SIGTERM)
    for name in guided_games():
        file = guide_file(folder, name)
        if not file.exists():
            game = load_game(name)
            contests = CONTESTS if isinstance(game, BoardGame) else None  # deals in a kernel cost little
            write_text(file, as_page(measured(shipped_learner(game), name, contests=contests, seed=SEED)))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
