"""Weights over the contests of a course, drawn, with the contest at which an Advisor arrived and what came after it.

The papers name a danger of learned heuristics: while a system adjusts to new ones it may do worse for a while (Epstein,
Gelfand and Lock 1998, section 5). Where an agent's own contests show that, it is told.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path

from gamelore.base.errors import NotAvailable
from gamelore.base.files import read_text
from gamelore.base.words import counted
from gamelore.lab.records import METRICS_FILE
from gamelore.learners.advisors.weighing.history import FILE, WeightCourse, by_advisor, read_history

MOST = 6
"""Advisors of either kind that are drawn: those of the highest weights."""
LATELY = 20
"""Own contests before and after an arrival that are set beside each other."""
FELL = 0.1
"""By which share of contests reliability fell that is told."""
_COLOURS = ("#3366aa", "#cc6633", "#559944", "#aa3377", "#888833", "#33999e")
_NAMES = ("Advisors of Hoyle's", "Learned Advisors")
_WIDTH, _HEIGHT, _LEFT, _RIGHT, _ABOVE, _BELOW = 860.0, 270.0, 52.0, 310.0, 26.0, 46.0
_LONGEST = 42


def picture_of(texts: Mapping[str, str], title: str) -> str:
    """The picture from the chronicle of a learner; empty for one that keeps no weights."""
    return weights_svg(by_advisor(read_history(texts[FILE], "chronicle")), title) if FILE in texts else ""


def weights_of(folder: Path) -> list[WeightCourse]:
    """How the weights of an agent went."""
    file = folder / FILE
    if not file.is_file():
        raise NotAvailable(f"{folder}: holds no {FILE}; courses of hoyle write it")
    return by_advisor(read_history(read_text(file), str(folder)))


def results_of(folder: Path) -> dict[int, bool]:
    """Of the learner's own contests, by number, whether each was not lost."""
    file = folder / METRICS_FILE
    rows = list(csv.reader(io.StringIO(read_text(file))))[1:] if file.is_file() else []
    return {int(row[0]): row[3] != "L" for row in rows if len(row) == 5 and row[0].isdecimal() and row[3] in "WDL"}


def drawn_ones(courses: Sequence[WeightCourse]) -> tuple[list[WeightCourse], list[WeightCourse]]:
    """Those that are drawn: of the standing Advisors and of the learned ones those of the highest weights."""
    standing, learned = ([c for c in courses if c.learned == kind][:MOST] for kind in (False, True))
    return standing, learned


def told(courses: Sequence[WeightCourse], results: dict[int, bool]) -> list[str]:
    """What is drawn, in sentences: weights, arrivals, and the arrivals after which reliability fell."""
    sentences = []
    for course in (*drawn_ones(courses)[0], *drawn_ones(courses)[1]):
        since = f"arrived after contest {course.arrived}" if course.learned else course.stage
        end = "is gone" if course.last is None else f"counts {course.last:.2f} in the end"
        sentences.append(f"{course.advisor}, {since}: {end}, {course.highest:.2f} at most.")
    for contest in sorted({course.arrived for course in courses if course.learned}):
        before = [kept for number, kept in results.items() if number <= contest][-LATELY:]
        after = [kept for number, kept in results.items() if number > contest][:LATELY]
        if len(before) == len(after) == LATELY and (sum(before) - sum(after)) / LATELY >= FELL:
            count = sum(course.learned and course.arrived == contest for course in courses)
            sentences.append(
                f"Reliability fell when {counted(count, 'learned Advisor')} arrived after contest {contest}: of "
                f"{LATELY} contests before it {sum(before)} were not lost, of {LATELY} after it {sum(after)}."
            )
    return sentences


def weights_svg(courses: Sequence[WeightCourse], title: str) -> str:
    """Weight against contests, standing Advisors above, learned ones below with a ring where each arrived."""
    last = max((step[0] for course in courses for step in course.steps), default=1)
    panels = [(name, shown) for name, shown in zip(_NAMES, drawn_ones(courses), strict=True) if shown]
    height = len(panels) * _HEIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="weights" viewBox="0 0 {_WIDTH:.0f} {height:.0f}" role="img" '
        f'aria-label="{escape(title, quote=True)}" font-family="sans-serif" font-size="12">'
    ]
    for number, (name, shown) in enumerate(panels):
        parts += [f'<g transform="translate(0 {number * _HEIGHT:.0f})">', *_panel(name, shown, last), "</g>"]
    return "".join([*parts, "</svg>\n"])


def _panel(name: str, shown: Sequence[WeightCourse], last: int) -> Iterator[str]:
    """The axes of some Advisors, a line for each, and what the lines are."""
    weights = [weight for course in shown for _, weight in course.steps if weight is not None]
    top, bottom = max([0.0, *weights]), min([0.0, *weights])
    span = top - bottom or 1.0
    legend = _WIDTH - _RIGHT

    def x(contest: float) -> float:
        return _LEFT + (legend - _LEFT) * contest / last

    def y(weight: float) -> float:
        return _ABOVE + (_HEIGHT - _ABOVE - _BELOW) * (1 - (weight - bottom) / span)

    yield f'<text x="{_LEFT:.0f}" y="14" fill="#777">{name}</text>'
    for k in range(5):
        value, count = bottom + span * k / 4, last * k // 4
        yield f'<path d="M{_LEFT:.1f} {y(value):.1f}H{legend:.1f}" stroke="#8886" fill="none"/>'
        yield f'<text x="{_LEFT - 6:.1f}" y="{y(value) + 4:.1f}" text-anchor="end" fill="#777">{value:.2f}</text>'
        yield f'<text x="{x(count):.1f}" y="{_HEIGHT - 22:.0f}" text-anchor="middle" fill="#777">{count:,}</text>'
    yield f'<text x="{x(last / 2):.1f}" y="{_HEIGHT - 6:.0f}" text-anchor="middle" fill="#777">contests</text>'
    for number, (course, colour) in enumerate(zip(shown, _COLOURS, strict=False)):
        path, before = "", None
        for contest, weight in [*course.steps, (last, course.last)]:
            if before is not None:
                path += f"H{x(contest):.1f}"
            if weight is not None:
                path += f"{'M' + format(x(contest), '.1f') + ' ' if before is None else 'V'}{y(weight):.1f}"
            before = weight
        yield f'<path d="{path}" stroke="{colour}" stroke-width="2" fill="none"/>'
        at, weight = course.steps[0]
        if course.learned and weight is not None:
            place = f'cx="{x(at):.1f}" cy="{y(weight):.1f}"'
            yield f'<circle {place} r="5" stroke="{colour}" stroke-width="2" fill="#fff"/>'
        row, since = _ABOVE + 6 + 34 * number, f"from contest {at}, " if course.learned else ""
        end = "gone" if course.last is None else f"{course.last:.2f}"
        yield f'<path d="M{legend + 14:.1f} {row:.1f}h14" stroke="{colour}" stroke-width="3"/>'
        yield f'<text x="{legend + 34:.1f}" y="{row + 4:.1f}" fill="#777">{escape(_short(course.advisor))}</text>'
        small = f"{escape(course.stage)}: {since}{end}"
        yield f'<text x="{legend + 34:.1f}" y="{row + 17:.1f}" fill="#777" font-size="10">{small}</text>'


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 3]}..."
