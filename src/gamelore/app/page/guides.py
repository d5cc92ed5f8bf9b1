"""The guides of the games that come with lines: made once in a process of its own, kept, and served inside the site.

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
from functools import cache
from pathlib import Path

from gamelore import __version__
from gamelore.app.page.child import end_with_the_page
from gamelore.app.page.puzzle_book import make_book
from gamelore.base.files import digest, read_text, write_text
from gamelore.games.registry import load_game
from gamelore.lab.guide.making import evidence_of, make_guide
from gamelore.learners.maxims.shipped import FOLDER, shipped_names

CONTESTS = 10
"""Contests of each reader against each challenger: enough for a first look; `gamelore guide` plays more."""
SEED = 20_000

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_SCRIPT = re.compile(r'<script type="module">(.*?)</script>', re.DOTALL)


@cache
def guided_games() -> list[str]:
    """The games that come with a list and whose kit has evidence for it, those that take longest last."""
    games = [game for game in map(load_game, shipped_names()) if game.kit.evidence]
    return [game.name for game in sorted(games, key=lambda game: evidence_of(game).effort(game))]


def guide_file(folder: Path, game: str) -> Path:
    """Where the guide of a game stands, or will."""
    sign = digest(f"{__version__} {CONTESTS} {read_text(FOLDER / f'{game}.toml')}")[:12]
    return folder / "guides" / f"{game}-{sign}.html"


def book_file(folder: Path, game: str) -> Path:
    """Where the puzzles of a game stand, or will."""
    return guide_file(folder, game).with_suffix(".puzzles.json")


def inside_file(folder: Path, game: str) -> Path:
    """Where the same guide stands as a part of a page of the site."""
    return guide_file(folder, game).with_suffix(".inside.html")


def is_made(folder: Path, game: str) -> bool:
    """Whether the guide of a game stands there, and its puzzles."""
    return all(found(folder, game).exists() for found in (guide_file, inside_file, book_file))


def policy(page: str) -> str:
    """What a guide may load: the scripts and styles that stand in it, and nothing else."""
    styles = {f"'sha256-{_sha(text)}'" for text in _STYLE.findall(page)}
    scripts = {f"'sha256-{_sha(text)}'" for text in _SCRIPT.findall(page)}
    nothing = "'none'"
    allowed = f"style-src {' '.join(sorted(styles)) or nothing}; script-src {' '.join(sorted(scripts)) or nothing}"
    return f"default-src 'none'; img-src data:; {allowed}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


def policy_inside(text: str, usual: str) -> str:
    """What a page of the site may load that has scripts and styles standing in it: those, and what is usual."""
    for kind, found in (("style-src", _STYLE.findall(text)), ("script-src", _SCRIPT.findall(text))):
        more = " ".join(sorted({f"'sha256-{_sha(one)}'" for one in found}))
        usual = usual.replace(f"{kind} 'self'", f"{kind} 'self' {more}".rstrip())
    return usual


def _sha(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def main(folder: Path) -> None:
    """Make the guides that are missing."""
    from gamelore.app.guide.html import guide_inside, guide_page

    os.nice(10)
    end_with_the_page(signal.SIGTERM)
    for name in guided_games():
        file, game = guide_file(folder, name), load_game(name)
        if not book_file(folder, name).exists():
            make_book(game, book_file(folder, name), CONTESTS, SEED)
        if not is_made(folder, name):
            contests = CONTESTS if game.perfect_information else None  # deals in a kernel cost little
            guide = make_guide(evidence_of(game).shipped(game), name, contests=contests, seed=SEED)
            write_text(inside_file(folder, name), guide_inside(guide))
            write_text(file, guide_page(guide))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
