"""Lines to play lose tic-tac-toe by are looked for; then all that is known about them is measured, said and written.

What is said comes from the same measurements as the guide (`lab/guide`), which stands in `guide.html` afterwards.
"""

from __future__ import annotations

import textwrap
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from gamelore.app.demo.course import GAME, comparison, has_published
from gamelore.app.guide.html import guide_page
from gamelore.app.guide.words import price_sentences, proof_sentence
from gamelore.arena.training import Progress
from gamelore.base.files import write_text
from gamelore.lab.engine.experiment import Experiment
from gamelore.lab.guide.core import NOT_LOST, WON, Guide
from gamelore.lab.guide.making import make_guide
from gamelore.lab.learn import Learned, learn
from gamelore.learners.core import Learner

CONTESTS, LINES, TESTS, SEED = 200_000, 5, 50, 1
WIDE = 100
CAVEAT = (
    "Ours is one search, with a seed that is also used for choosing. Theirs are means over 10 and 20 runs, of a "
    "learner that had 200 contests: the lines were chosen by a thousand times as many."
)
WHO = {
    "careful": "who follows every line",
    "careless": "who skips a line in ten",
    "beginner": "a beginner with the lines *",
    "alone": "the same without them",
}
BEGINNER = "* skips a line in ten, and makes every tenth move at random"


def show(out: Path) -> None:
    """The whole demonstration."""
    course = Experiment(
        GAME, learner="maxims", regime="long_practice", settings={"lines": LINES}, contests=CONTESTS, seed=SEED
    )
    game = course.load_game()
    _say(f"{game.title}: {game.summary}" if game.summary else game.title)
    _say(f"A program looks for at most {LINES} lines that a person can follow, in {CONTESTS:,} contests of practice.")
    _say("The first time, kernels are compiled, which takes half a minute. + marks what is new.")
    began = time.perf_counter()
    learned = learn(course, out / "agent", over=True, watch=_Live())
    _say(f"Found in {time.perf_counter() - began:.0f} seconds, compiling included.")
    _say("")
    guide = make_guide(learned.learner, str(out / "agent"), facts={}, contests=TESTS, seed=SEED, strangers=False)
    for paragraph in (
        _lines(learned, guide),
        _proof(guide),
        _strength(guide),
        _beginner(guide),
        price_sentences(guide.price),
    ):
        for text in paragraph:
            _say(text)
        _say("")
    write_text(out / "guide.html", guide_page(guide))
    _say(f"Open {out / 'guide.html'}: pictures, evidence for every line, a board to try them on, a quiz. Then:")
    _say(f"  .venv/bin/gamelore play {GAME} --against agent:{out / 'agent'}")
    _say("  .venv/bin/gamelore guide five_mens_morris")


class _Live:
    """Tells of the search as it goes: whenever the list changes, how good it is and what it says."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def __call__(self, state: Progress, learner: Learner) -> None:
        lines = [line.partition(" ")[2] for line in learner.lore()]
        if lines == self.told:
            return
        _say(f"  after {state.done:>7,} contests, {len(lines)} line{'s' * (len(lines) != 1)}:")
        for number, line in enumerate(lines, start=1):
            _say(f"    {' ' if line in self.told else '+'} {number}. {line}")
        self.told = lines


def _lines(learned: Learned, guide: Guide) -> Iterator[str]:
    yield "The lines"
    for line in learned.learner.lore():
        yield f"  {line}"
    yield from textwrap.wrap(" ".join(guide.how), WIDE, initial_indent="  ", subsequent_indent="  ")


def _proof(guide: Guide) -> Iterator[str]:
    yield "Can they lose?"
    yield f"  {proof_sentence(guide)}"


def _strength(guide: Guide) -> Iterator[str]:
    yield f"Tested against four players, {TESTS} contests each (% won or drawn / % won)"
    scores = guide.strength["line"]["careful"]
    pairs = {name: (kept.mean, scores[WON.name][name].mean) for name, kept in scores[NOT_LOST.name].items()}
    rows = comparison("maxims", pairs)
    yield from _table(rows)
    if has_published(rows):
        yield from textwrap.wrap(CAVEAT, WIDE, initial_indent="  ", subsequent_indent="  ")


def _beginner(guide: Guide) -> Iterator[str]:
    yield "What they do for people who make mistakes (% won or drawn / % won)"
    readers = guide.strength["line"]
    names = list(readers["careful"][NOT_LOST.name])
    rows: list[tuple[str, ...]] = [("", *names)]
    for name, who in WHO.items():
        kept, won = (readers[name][unit.name] for unit in (NOT_LOST, WON))
        rows.append((who, *(f"{kept[other].mean:.0f} / {won[other].mean:.0f}" for other in names)))
    yield from _table(rows)
    yield f"  {BEGINNER}"


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    wide = max(len(row[0]) for row in rows) + 2
    for first, *cells in rows:
        yield "  " + first.ljust(wide) + "".join(cell.rjust(10) for cell in cells)


def _say(text: str) -> None:
    """At once: who looks on does not wait for a buffer."""
    print(text, flush=True)
