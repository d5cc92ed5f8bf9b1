"""A board as SVG, with points that are buttons. The markup is that of the guide (`app/guide/js/board.mjs`)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from html import escape

from gamelore.app.page.drawing import fixed
from gamelore.app.table.board.showing import ShownBoard
from gamelore.games.drawing import BoardLayout, BoardLook, lay_out

LOOK = BoardLook(margin=46.0, extent=400.0, radius=30.0, share=0.29)
"""Every board is equally large, whatever its points are; markers are as large as there is room, up to a limit."""

Places = dict[int, tuple[str, str, str]]
"""Where each point lies, and the base line of its number, as texts."""


def board_svg(shown: ShownBoard, title: str, *, alone: bool = False, numbered: bool = False) -> str:
    """A board whose points are buttons; `alone` makes it a picture without any, `numbered` or not."""
    laid, at, wood = _laid_out(tuple((point.x, point.y) for point in shown.points), shown.lines)
    radius = laid.radius
    role = 'role="img"' if alone else 'role="group"'
    parts = [
        f'<svg class="board" viewBox="0 0 {fixed(laid.width)} {fixed(laid.height)}" {role} '
        f'data-radius="{fixed(radius)}" {_rows_data(shown, alone)}'
        f'aria-label="{escape(_board_words(shown, title) if alone else f"Board of {title}", quote=True)}">',
        wood,
        f'<g class="rows" aria-hidden="true">{"".join(_full_rows(shown, at))}</g>',
    ]
    for point in shown.points:
        x, y, below = at[point.number]
        side = {"X": "x", "O": "o"}.get(point.marker, "spot")
        last = " last" if shown.last[:1] == (point.number,) else ""
        name = escape(f"Point {point.number}, {_holder(shown, point.marker)}", quote=True)
        button = "" if alone else f' role="button" tabindex="-1" aria-disabled="true" aria-label="{name}"'
        parts.append(
            f'<g class="point {side}{last}" data-point="{point.number}" data-x="{x}" data-y="{y}"{button}>'
            f'<circle class="focus" cx="{x}" cy="{y}" r="{fixed(radius + 9)}"/>'
            f'<circle class="marker" cx="{x}" cy="{y}" r="{fixed(radius * (0.5 if side == "spot" else 1))}"/>'
        )
        if numbered or not alone:
            parts.append(f'<text x="{x}" y="{below}">{point.number}</text>')
        parts.append("</g>")
    taken = [p for p in shown.last[1:] if not _marker(shown, p)]
    for number in taken:
        x, y, _ = at[number]
        parts.append(f'<circle class="left-behind" cx="{x}" cy="{y}" r="{fixed(radius)}"/>')
    return "".join([*parts, '<g class="arrows" aria-hidden="true"></g></svg>'])


def _rows_data(shown: ShownBoard, alone: bool) -> str:
    """The rows for the script that draws a move before it is answered."""
    if alone or not shown.rows:
        return ""
    return f'data-rows="{" ".join("-".join(map(str, row)) for row in shown.rows)}" '


def _full_rows(shown: ShownBoard, at: Places) -> Iterator[str]:
    """The rows that the last move has filled."""
    for row in shown.rows:
        if shown.last[:1] and shown.last[0] in row and {_marker(shown, p) for p in row} in ({"X"}, {"O"}):
            joined = " ".join(f"{at[p][0]},{at[p][1]}" for p in row)
            yield f'<polyline class="row" points="{joined}"/>'


def _marker(shown: ShownBoard, number: int) -> str:
    return shown.points[number - 1].marker


def _holder(shown: ShownBoard, marker: str) -> str:
    return shown.seat_names["XO".index(marker)] if marker else "empty"


def _board_words(shown: ShownBoard, title: str) -> str:
    held = [f"{_holder(shown, p.marker)} on {p.number}" for p in shown.points if p.marker]
    return f"Board of {title}: {', '.join(held) or 'empty'}"


@lru_cache(maxsize=256)
def _laid_out(
    points: tuple[tuple[float, float], ...], lines: tuple[tuple[int, ...], ...]
) -> tuple[BoardLayout, Places, str]:
    """A board without its markers."""
    laid = lay_out(points, min(math.dist(a, b) for n, a in enumerate(points) for b in points[:n]), LOOK)
    at = {number: (fixed(x), fixed(y), fixed(y + 4.6)) for number, (x, y) in enumerate(laid.places, start=1)}
    parts = [
        '<defs><radialGradient id="stone-x" cx=".35" cy=".3" r=".8"><stop class="x-light" offset="0"/>'
        '<stop class="x-deep" offset="1"/></radialGradient><radialGradient id="stone-o" cx=".35" cy=".3" r=".8">'
        '<stop class="o-light" offset="0"/><stop class="o-deep" offset="1"/></radialGradient></defs>',
        f'<rect class="wood" x="1" y="1" width="{fixed(laid.width - 2)}" height="{fixed(laid.height - 2)}" rx="18"/>',
    ]
    for line in lines:
        joined = " ".join(f"{at[p][0]},{at[p][1]}" for p in line)
        parts.append(f'<polyline class="line" points="{joined}"/>')
    parts.append('<g class="under" aria-hidden="true"></g>')
    return laid, at, "".join(parts)
