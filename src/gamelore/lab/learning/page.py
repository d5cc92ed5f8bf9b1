"""The bench of learning and the matrix as pages: who learns what from how much, with what it was given beside.

A page is written from runs that are kept: the same runs give the same bytes, but for the times, which belong to the
machine and the hour of the runs.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from gamelore import __version__
from gamelore.base.files import Json
from gamelore.base.stats import mean_interval, share_interval, wilson
from gamelore.base.words import counted
from gamelore.games import load_game
from gamelore.lab.engine.executor import Workers
from gamelore.lab.engine.runs import keep_runs
from gamelore.lab.learning.entrants import Q_LEARNING, SELF_PLAY
from gamelore.lab.learning.experiment import LearningExperiment, has_teacher
from gamelore.learners.maxims.reader import reader_for
from gamelore.learners.registry import learner_class

GIVEN = {
    "uct": ("none", "the rules, played to the end in every try", "no", "none"),
    "openspiel": ("none", "the rules, played to the end in every try", "no", "none"),
    f"{Q_LEARNING}:{SELF_PLAY}": ("none: plays itself", "no", "no", "none"),
    Q_LEARNING: ("meets the perfect player", "no", "no", "none"),
    "hoyle": ("watches the perfect player, who then takes moves back", "no; two plies", "yes", "Advisors"),
    "maxims": ("practises with three who know the truth", "in practice; two plies", "no", "measures"),
}
"""By the beginning of an entrant's text: teacher, simulator and how far it looks, symmetry, prior words."""


@dataclass(frozen=True, slots=True)
class BenchRow:
    """A row of a page: an experiment with the results of its runs."""

    experiment: LearningExperiment
    results: Sequence[Json]

    def score(self, challenger: str) -> str:
        """Won or drawn and won in per cent, or what was gained in a contest."""
        tests = [result["tests"][challenger] for result in self.results]
        contests = self.experiment.tests
        if load_game(self.experiment.game).unit != "result":
            return f"{mean_interval([test['total'] / contests for test in tests]):.2f}"
        kept = [100 * (test["wins"] + test["draws"]) / contests for test in tests]
        won = fmean(100 * test["wins"] / contests for test in tests)
        alone = wilson(tests[0]["wins"] + tests[0]["draws"], contests)
        return f"{alone if len(tests) == 1 else share_interval(kept, contests * len(tests))} / {won:.0f}"

    @property
    def begins(self) -> str:
        """Its first moves in the tests, most frequent first."""
        counts: Counter[str] = Counter()
        for result in self.results:
            counts.update(result["begins"])
        whole = counts.total() or 1
        told = [f"{move} {100 * count / whole:.0f} %" for move, count in counts.most_common(3)]
        return ", ".join(told) + (", ..." if len(counts) > 3 else "")

    @property
    def learned(self) -> str:
        """What is needed to print what was learned."""
        lines, words = (fmean(result[name] for result in self.results) for name in ("lines", "words"))
        return f"{lines:,.0f} lines, {words:,.0f} words" if lines else "nothing"

    def time(self, name: str, scale: float = 1.0) -> str:
        """A mean time of its runs, with two figures that count."""
        seconds = scale * fmean(result["times"][name] for result in self.results)
        places = 0 if seconds >= 10 else 1 if seconds >= 1 else 2
        return f"{seconds:.{places}f}" if seconds and math.isfinite(seconds) else ""

    @property
    def contests(self) -> str:
        """The contests of its course."""
        return f"{fmean(result['contests'] for result in self.results):,.0f}"

    @property
    def kind(self) -> str:
        """The entrant without its number."""
        return self.experiment.entrant.rpartition(":")[0]

    @property
    def words(self) -> int:
        """How many words of ours it began with: measures to make lines of, or Advisors."""
        game, entrant = self.experiment.load_game(), self.experiment.read_entrant()
        if entrant.learner == "maxims":
            return len(reader_for(game).wording.measures)
        settings = learner_class("hoyle").preset(None)
        return len(settings.tier1) + len(settings.tier2) if entrant.learner == "hoyle" else 0


def run_lines(
    entered: Sequence[tuple[str, str]],
    folder: Path,
    *,
    tests: int,
    runs: int,
    seed: int,
    workers: Workers,
    progress: Callable[[], None] = lambda: None,
) -> list[BenchRow]:
    """The runs of every row; those that the folder keeps are not computed again."""
    experiments = [LearningExperiment(game, text, tests, seed) for game, text in entered]
    return [BenchRow(e, keep_runs(e, folder, runs, workers, lambda _: progress())) for e in experiments]


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    for row in (headings, ["---"] * len(headings), *rows):
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"


def _source(command: str, lines: Sequence[BenchRow]) -> Iterator[str]:
    first = lines[0]
    yield f"    {command}"
    runs = counted(len(first.results), "run")
    yield f"    seed {first.experiment.seed}, {runs}, {first.experiment.tests} contests a cell and run"
    yield f"    gamelore {__version__}; revision of the bench: {LearningExperiment.revision}"


def bench_page(lines: Sequence[BenchRow], command: str) -> str:
    """The page of the bench of learning."""
    out = [
        "# The bench of learning",
        "",
        "Who learns what from how much. Each cell: per cent won or drawn with its 95 % interval, and per cent won.",
        "What an entrant was given, a teacher, a simulator, symmetry, words, stands at the end: no row is to be read",
        "without that. The number behind a searcher's name is its tries a move, behind a learner's its contests.",
        "Times are the processor's, on the machine of these runs. Of one run the interval is that of its contests.",
        "",
        *_source(command, lines),
    ]
    for game in dict.fromkeys(line.experiment.game for line in lines):
        some = [line for line in lines if line.experiment.game == game]
        panel = some[0].experiment.challengers()
        out += ["", f"## {load_game(game).title}", ""]
        out += _table(
            ("entrant", *panel, "begins with", "ms a move", "learned in s", "to print what was learned"),
            [
                (
                    line.experiment.entrant,
                    *map(line.score, panel),
                    line.begins,
                    line.time("decision", 1000.0),
                    line.time("learning"),
                    line.learned,
                )
                for line in some
            ],
        )
    out += ["", "## What each was given", ""]
    out += _table(("entrant", "teacher", "simulator", "symmetry", "prior words"), list(_given(lines)))
    return "\n".join(out) + "\n"


def _given(lines: Sequence[BenchRow]) -> Iterator[tuple[str, ...]]:
    """What each kind of entrant had before and beside its contests; of a stranger nothing is known."""
    for kind in dict.fromkeys(line.kind for line in lines):
        given = next((given for begins, given in GIVEN.items() if kind.startswith(begins)), ("?",) * 4)
        words = sorted({line.words for line in lines if line.kind == kind})
        told = f"{words[0]} to {words[-1]} " if words[0] != words[-1] else f"{words[0]} " if words[0] else ""
        yield (kind, *given[:3], told + given[3])


def matrix_page(lines: Sequence[BenchRow], command: str) -> str:
    """The page of every learner on every game where it can speak."""
    out = [
        "# Every learner on every game",
        "",
        "A row is a learner after so many contests of its usual course, against the panel of the game: per cent won or",
        "drawn with its 95 % interval, and per cent won; where a game has chips or marks, what a contest brought.",
        "Where a game is too large to be solved a search stands for the perfect player. A learner that is missing",
        "cannot speak at a game. Seconds are the processor's. Of one run the interval is that of its contests; chips",
        "and marks have none then.",
        "",
        *_source(command, lines),
    ]
    for panel in dict.fromkeys(line.experiment.challengers() for line in lines):
        some = [line for line in lines if line.experiment.challengers() == panel]
        out += ["", f"## Against {', '.join(panel)}", ""]
        out += _table(
            ("game", "learner", "contests", "teacher", *panel, "seconds", "to print what was learned"),
            [
                (
                    line.experiment.game,
                    line.kind,
                    line.contests,
                    "yes" if has_teacher(line.experiment) else "no",
                    *map(line.score, panel),
                    line.time("learning"),
                    line.learned,
                )
                for line in some
            ],
        )
    return "\n".join(out) + "\n"


PAGES = {"learning": bench_page, "matrix": matrix_page}
