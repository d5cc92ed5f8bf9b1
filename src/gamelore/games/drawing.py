"""One pure function draws a board: lines, positions, markers, highlights and arrows, as SVG for light and dark.

Besides boards as they stand it draws what is asked of a board: shapes as bands, and marks for what must stand where.
The picture is text and nothing else; a notebook shows it through `_repr_svg_`, the command line writes it to a file, a
page embeds it. Colours follow the reader's theme through `prefers-color-scheme` unless one theme is asked for. All text
that comes from files is escaped.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Literal, Protocol

Theme = Literal["auto", "light", "dark"]
COLOURS = ("good", "bad", "note", "faint")
"""What a ring, an arrow or a band may say."""
MARKS = {
    "mine": "mine", "other": "other", "empty": "empty", "X": "X", "O": "O", "any": "",
    "no X": "no X", "no O": "no O", "marker": "X/O",
}  # fmt: skip
"""What may be asked of a position in place of what stands there, and what the mark says."""

# fmt: off
_COLOURS = {
    "paper": ("#fbfaf7", "#1d1f22"), "line": ("#8a8577", "#6f7378"), "ink": ("#2b2a27", "#e6e4de"),
    "x": ("#2b2a27", "#101113"), "x-edge": ("#000000", "#e6e4de"), "mine": ("#2f6fb2", "#4b93dc"),
    "o": ("#ffffff", "#f1efe9"), "o-edge": ("#2b2a27", "#000000"), "other": ("#e9dcc4", "#d8c7a6"),
    "good": ("#2f9e6e", "#4cc38a"), "bad": ("#d1495b", "#ef6f7f"), "note": ("#e0a030", "#f0b84a"),
    "faint": ("#b9b3a3", "#54585d"),
}
# fmt: on
"""Every colour on light and on dark paper."""
_LIGHT, _DARK = ({name: both[theme] for name, both in _COLOURS.items()} for theme in (0, 1))

_CAPTION = 18.0
"""The height of a line of the caption."""


class Picture(Protocol):
    """What is drawn of a board: positions in a picture, the lines between them, and how close two can be."""

    @property
    def points(self) -> Sequence[tuple[float, float]]:
        """Where each position stands, x to the right and y downwards."""

    @property
    def lines(self) -> Sequence[Sequence[int]]:
        """The drawn lines."""

    @property
    def unit(self) -> float:
        """The smallest distance between two positions."""


@dataclass(frozen=True, slots=True)
class BoardLook:
    """How large a board is drawn."""

    margin: float
    extent: float
    """From the first position to the last, the longer way; the most, where a step is given."""
    radius: float
    """Of a marker, at most."""
    share: float
    """Of the distance between the two nearest positions, that a marker's radius may take."""
    step: float = math.inf
    """How far apart the two nearest positions are drawn."""
    numbers: tuple[float, float] = (0.62, 0.72)
    """How large the number of an empty position is, and that on a marker; as shares of the radius."""


PRINTED = BoardLook(margin=40.0, extent=720.0, radius=18.0, share=0.4, step=84.0)
SMALL = BoardLook(margin=37.0, extent=720.0, radius=28.0, share=0.4, step=150.0, numbers=(1.0, 1.0))
"""A picture beside a text: its numbers are read at a third of its size."""
PAPER = BoardLook(margin=37.0, extent=720.0, radius=28.0, share=0.4, step=84.0, numbers=(1.6, 1.6))
"""A small picture on paper: numbers as large as the markers have room for."""


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """Where the positions of a board are drawn, and how large; the one description that all drawings of it share."""

    width: float
    height: float
    radius: float
    places: tuple[tuple[float, float], ...]


def lay_out(points: Sequence[tuple[float, float]], unit: float, look: BoardLook = PRINTED) -> BoardLayout:
    """The layout of positions of which the nearest two are a unit apart."""
    xs, ys = zip(*points, strict=True)
    left, top, wide, high = min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
    scale = min(look.step / unit, look.extent / max(wide, high))
    places = tuple((look.margin + (x - left) * scale, look.margin + (y - top) * scale) for x, y in points)
    width, height = wide * scale + 2 * look.margin, high * scale + 2 * look.margin
    return BoardLayout(width, height, min(look.radius, look.share * unit * scale), places)


def draw_board(
    board: Picture,
    *,
    x: int = 0,
    o: int = 0,
    highlights: Mapping[int, str] | None = None,
    arrows: Iterable[tuple[int, int, str]] = (),
    crosses: int = 0,
    marks: Mapping[int, str] | None = None,
    bands: Iterable[tuple[Sequence[int], str]] = (),
    caption: Sequence[str] = (),
    labels: bool = True,
    title: str = "",
    names: tuple[str, ...] = ("X", "O"),
    theme: Theme = "auto",
    look: BoardLook = PRINTED,
) -> str:
    """An SVG of the board.

    `x` and `o` are the sets of markers, `highlights` rings positions in one of `COLOURS`, `arrows` are
    (from, to, colour), `crosses` marks captured positions, `labels` numbers the positions. `marks` says with one of
    `MARKS` what is asked of a position, `bands` are (positions, colour) and show what belongs together, `caption` are
    lines of text below.
    """
    laid = lay_out(board.points, board.unit, look)
    width, foot, radius, places = laid.width, laid.height, laid.radius, laid.places
    height = foot + (len(caption) * _CAPTION if caption else 0)
    described = title or f"Board: {names[0]} on {_say(x)}, {names[1]} on {_say(o)}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" width="{_n(width)}" '
        f'height="{_n(height)}" role="img" class="gamelore-board {theme}"><title>{escape(described)}</title>',
        _style(theme),
        f'<rect class="paper" width="{_n(width)}" height="{_n(height)}" rx="10"/>',
    ]
    for line in board.lines:
        joined = " ".join(f"{_n(places[p][0])},{_n(places[p][1])}" for p in line)
        parts.append(f'<polyline class="line" points="{joined}"/>')
    for positions, colour in bands:
        joined = " ".join(f"{_n(places[p][0])},{_n(places[p][1])}" for p in positions)
        parts.append(f'<polyline class="band {_colour(colour)}" points="{joined}"/>')
    for position, (cx, cy) in enumerate(places):
        here = f'cx="{_n(cx)}" cy="{_n(cy)}"'
        if highlights and position in highlights:
            parts.append(f'<circle class="ring {_colour(highlights[position])}" {here} r="{_n(radius + 6)}"/>')
        if marks and position in marks:
            parts.append(_mark(marks[position], cx, cy, radius))
            continue
        kind = "x" if x >> position & 1 else "o" if o >> position & 1 else "spot"
        parts.append(f'<circle class="{kind}" {here} r="{_n(radius if kind != "spot" else radius * 0.6)}"/>')
        if labels:
            size = radius * look.numbers[kind != "spot"]
            parts.append(
                f'<text class="on-{kind}" x="{_n(cx)}" y="{_n(cy + size * 0.36)}" font-size="{_n(size)}">'
                f"{position + 1}</text>"
            )
    for position in _positions(crosses):
        cx, cy = places[position]
        r = radius * 0.85
        parts.append(
            f'<path class="cross" d="M{_n(cx - r)} {_n(cy - r)}L{_n(cx + r)} {_n(cy + r)}'
            f'M{_n(cx - r)} {_n(cy + r)}L{_n(cx + r)} {_n(cy - r)}"/>'
        )
    parts.extend(_arrow(places[a], places[b], radius, _colour(colour)) for a, b, colour in arrows)
    for number, text in enumerate(caption):
        y = foot + number * _CAPTION
        parts.append(f'<text class="caption" x="{_n(width / 2)}" y="{_n(y)}" font-size="13">{escape(text)}</text>')
    return "".join([*parts, "</svg>"])


def _mark(mark: str, cx: float, cy: float, radius: float) -> str:
    """What is asked of a position: a marker, nothing, or anything."""
    if mark not in MARKS:
        raise ValueError(f"a mark is {', '.join(MARKS)}, not {mark!r}")
    size = radius * (0.72 if len(MARKS[mark]) < 2 else 0.56)
    kind = {"X": "x", "O": "o", "no X": "part", "no O": "part", "marker": "part"}.get(mark, mark)
    here = f'cx="{_n(cx)}" cy="{_n(cy)}" r="{_n(radius * (0.3 if mark == "any" else 1))}"'
    text = (
        f'<text class="on-{kind}" x="{_n(cx)}" y="{_n(cy + size * 0.36)}" font-size="{_n(size)}">{MARKS[mark]}</text>'
    )
    return f'<circle class="{kind}" {here}/>' + (text if MARKS[mark] else "")


def _say(markers: int) -> str:
    return ", ".join(str(p + 1) for p in _positions(markers)) or "nothing"


def _positions(mask: int) -> Iterator[int]:
    return (p for p in range(mask.bit_length()) if mask >> p & 1)


def _n(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


def _colour(name: str) -> str:
    if name not in COLOURS:
        raise ValueError(f"a ring, an arrow or a band is {', '.join(COLOURS)}, not {name!r}")
    return name


def _arrow(start: tuple[float, float], end: tuple[float, float], radius: float, colour: str) -> str:
    """From the rim of one position to the rim of another."""
    length = math.dist(start, end)
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    ax, ay = start[0] + ux * (radius + 2), start[1] + uy * (radius + 2)
    bx, by = end[0] - ux * (radius + 3), end[1] - uy * (radius + 3)
    hx, hy = bx - ux * 13, by - uy * 13
    head = f"{_n(bx)},{_n(by)} {_n(hx - uy * 8)},{_n(hy + ux * 8)} {_n(hx + uy * 8)},{_n(hy - ux * 8)}"
    return (
        f'<line class="arrow {colour}" x1="{_n(ax)}" y1="{_n(ay)}" x2="{_n(hx)}" y2="{_n(hy)}"/>'
        f'<polygon class="head {colour}" points="{head}"/>'
    )


def _style(theme: Theme) -> str:
    if theme == "dark":
        return f"<style>{_rules(theme, _DARK)}</style>"
    dark = f"@media (prefers-color-scheme:dark){{{_rules(theme, _DARK)}}}" if theme == "auto" else ""
    return f"<style>{_rules(theme, _LIGHT)}{dark}</style>"


def _rules(theme: Theme, colours: Mapping[str, str]) -> str:
    """Plain colours rather than CSS variables, which many programs that show SVG do not know."""
    c = colours
    rules = {
        ".paper": f"fill:{c['paper']}",
        ".line": f"fill:none;stroke:{c['line']};stroke-width:2.5;stroke-linecap:round;stroke-linejoin:round",
        ".spot": f"fill:{c['paper']};stroke:{c['line']};stroke-width:1.5",
        ".x": f"fill:{c['x']};stroke:{c['x-edge']};stroke-width:2",
        ".o": f"fill:{c['o']};stroke:{c['o-edge']};stroke-width:2",
        "text": "font-family:system-ui,sans-serif;text-anchor:middle",
        ".on-spot": f"fill:{c['ink']}",
        ".on-x": f"fill:{c['o']}",
        ".on-o": f"fill:{c['x']}",
        ".ring": "fill:none;stroke-width:4",
        ".cross": f"stroke:{c['bad']};stroke-width:5;stroke-linecap:round",
        ".arrow": "stroke-width:5;stroke-linecap:round",
        ".band": "fill:none;stroke-width:46;stroke-linecap:round;stroke-linejoin:round;stroke-opacity:.25",
        ".mine": f"fill:{c['mine']};stroke:{c['ink']};stroke-width:2",
        ".other": f"fill:{c['other']};stroke:{c['ink']};stroke-width:2",
        ".empty": f"fill:{c['paper']};stroke:{c['ink']};stroke-width:2;stroke-dasharray:4 4",
        ".any": f"fill:{c['faint']}",
        ".part": f"fill:{c['faint']};stroke:{c['line']};stroke-width:1.5",
        ".on-mine": "fill:#ffffff",
        ".on-other": "fill:#2b2a27",
        ".on-empty": f"fill:{c['ink']}",
        ".on-part": f"fill:{c['ink']}",
        ".caption": f"fill:{c['ink']}",
        **{f".{stroke}.{name}": f"stroke:{c[name]}" for name in COLOURS for stroke in ("ring", "arrow", "band")},
        **{f".head.{name}": f"fill:{c[name]}" for name in COLOURS},
    }
    return "".join(f".gamelore-board.{theme} {selector}{{{rule}}}" for selector, rule in rules.items())
