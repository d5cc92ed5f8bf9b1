"""One pure function draws a board: lines, positions, markers, highlights and arrows, as SVG for light and dark.

The picture is text and nothing else; a notebook shows it through `_repr_svg_`, the command line writes it to a file, a
page embeds it. Colours follow the reader's theme through `prefers-color-scheme` unless one theme is asked for. All text
that comes from files is escaped.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from html import escape
from typing import Literal

from gamelore.games.board import Board, bits

Theme = Literal["auto", "light", "dark"]

_LIGHT = {
    "paper": "#fbfaf7",
    "line": "#8a8577",
    "ink": "#2b2a27",
    "x": "#2b2a27",
    "x-edge": "#000000",
    "o": "#ffffff",
    "o-edge": "#2b2a27",
    "good": "#2f9e6e",
    "bad": "#d1495b",
    "note": "#e0a030",
    "faint": "#b9b3a3",
}
_DARK = {
    "paper": "#1d1f22",
    "line": "#6f7378",
    "ink": "#e6e4de",
    "x": "#101113",
    "x-edge": "#e6e4de",
    "o": "#f1efe9",
    "o-edge": "#000000",
    "good": "#4cc38a",
    "bad": "#ef6f7f",
    "note": "#f0b84a",
    "faint": "#54585d",
}

_MARGIN = 44.0
_RADIUS = 17.0
_STEP = 84.0


def draw_board(
    board: Board,
    *,
    x: int = 0,
    o: int = 0,
    highlights: Mapping[int, str] | None = None,
    arrows: Iterable[tuple[int, int, str]] = (),
    crosses: int = 0,
    labels: bool = True,
    title: str = "",
    names: tuple[str, ...] = ("X", "O"),
    theme: Theme = "auto",
) -> str:
    """An SVG of the board.

    `x` and `o` are the sets of markers, `highlights` rings positions in a named colour ('good', 'bad' or 'note'),
    `arrows` are (from, to, colour), `crosses` marks captured positions, `labels` numbers the empty positions.
    """
    scale = _STEP / board.unit if board.unit >= 1 else _STEP * 1.4
    left = min(p[0] for p in board.points)
    top = min(p[1] for p in board.points)
    places = [(_MARGIN + (px - left) * scale, _MARGIN + (py - top) * scale) for px, py in board.points]
    width = max(p[0] for p in places) + _MARGIN
    height = max(p[1] for p in places) + _MARGIN
    described = title or f"Board: {names[0]} on {_say(x)}, {names[1]} on {_say(o)}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" width="{_n(width)}" '
        f'height="{_n(height)}" role="img" class="gamelore-board"><title>{escape(described)}</title>{_style(theme)}',
        f'<rect class="paper" width="{_n(width)}" height="{_n(height)}" rx="10"/>',
    ]
    for line in board.lines:
        joined = " ".join(f"{_n(places[p][0])},{_n(places[p][1])}" for p in line)
        parts.append(f'<polyline class="line" points="{joined}"/>')
    for position, (cx, cy) in enumerate(places):
        here = f'cx="{_n(cx)}" cy="{_n(cy)}"'
        colour = (highlights or {}).get(position)
        if colour:
            parts.append(f'<circle class="ring {escape(colour)}" {here} r="{_n(_RADIUS + 7)}"/>')
        if x >> position & 1:
            parts.append(f'<circle class="x" {here} r="{_n(_RADIUS)}"/>')
        elif o >> position & 1:
            parts.append(f'<circle class="o" {here} r="{_n(_RADIUS)}"/>')
        else:
            parts.append(f'<circle class="spot" {here} r="{_n(_RADIUS * 0.62)}"/>')
            if labels:
                parts.append(f'<text x="{_n(cx)}" y="{_n(cy + 4)}">{position + 1}</text>')
    for position in bits(crosses):
        cx, cy = places[position]
        r = _RADIUS * 0.7
        parts.append(
            f'<path class="cross" d="M{_n(cx - r)} {_n(cy - r)}L{_n(cx + r)} {_n(cy + r)}'
            f'M{_n(cx - r)} {_n(cy + r)}L{_n(cx + r)} {_n(cy - r)}"/>'
        )
    parts.extend(_arrow(places[a], places[b], colour) for a, b, colour in arrows)
    return "".join([*parts, "</svg>"])


def _say(markers: int) -> str:
    return ", ".join(str(p + 1) for p in bits(markers)) or "nothing"


def _n(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


def _arrow(start: tuple[float, float], end: tuple[float, float], colour: str) -> str:
    length = math.dist(start, end)
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    ax, ay = start[0] + ux * (_RADIUS + 2), start[1] + uy * (_RADIUS + 2)
    bx, by = end[0] - ux * (_RADIUS + 4), end[1] - uy * (_RADIUS + 4)
    hx, hy = bx - ux * 12, by - uy * 12
    head = f"{_n(bx)},{_n(by)} {_n(hx - uy * 7)},{_n(hy + ux * 7)} {_n(hx + uy * 7)},{_n(hy - ux * 7)}"
    return (
        f'<line class="arrow {escape(colour)}" x1="{_n(ax)}" y1="{_n(ay)}" x2="{_n(hx)}" y2="{_n(hy)}"/>'
        f'<polygon class="head {escape(colour)}" points="{head}"/>'
    )


def _style(theme: Theme) -> str:
    rules = (
        ".gamelore-board .paper{fill:var(--paper)}"
        ".gamelore-board .line{fill:none;stroke:var(--line);stroke-width:2.5;stroke-linecap:round}"
        ".gamelore-board .spot{fill:var(--paper);stroke:var(--line);stroke-width:1.5}"
        ".gamelore-board .x{fill:var(--x);stroke:var(--x-edge);stroke-width:2}"
        ".gamelore-board .o{fill:var(--o);stroke:var(--o-edge);stroke-width:2}"
        ".gamelore-board .ring{fill:none;stroke-width:4}"
        ".gamelore-board text{fill:var(--ink);font:11px system-ui,sans-serif;text-anchor:middle;opacity:.75}"
        ".gamelore-board .cross{stroke:var(--bad);stroke-width:4;stroke-linecap:round}"
        ".gamelore-board .arrow{stroke-width:4;stroke-linecap:round}"
        + "".join(
            f".gamelore-board .ring.{c},.gamelore-board .arrow.{c}{{stroke:var(--{c})}}"
            f".gamelore-board .head.{c}{{fill:var(--{c})}}"
            for c in ("good", "bad", "note", "faint")
        )
    )

    def variables(colours: Mapping[str, str]) -> str:
        return ".gamelore-board{" + "".join(f"--{k}:{v};" for k, v in colours.items()) + "}"

    if theme == "dark":
        return f"<style>{variables(_DARK)}{rules}</style>"
    dark = f"@media (prefers-color-scheme:dark){{{variables(_DARK)}}}" if theme == "auto" else ""
    return f"<style>{variables(_LIGHT)}{dark}{rules}</style>"
