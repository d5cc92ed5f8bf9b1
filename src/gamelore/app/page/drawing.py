"""Curves of courses as SVG, and what all drawings of the page share.

Everything that a person sees of a contest is drawn from the data that a sitting shows (`app/table/data.py`), so that no
drawing can show more. Whatever can be chosen is a button with a name that a screen reader reads; the page's script
listens to them. Colours stand in the page's style sheet.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


def curve_svg(points: Iterable[tuple[int, float]], of: int, title: str) -> str:
    """Per cent against contests; it grows to the right as a course goes on."""
    width, height, left, right, top, bottom = 640.0, 280.0, 56.0, 34.0, 14.0, 40.0

    def place(contests: float, value: float) -> tuple[float, float]:
        x = left + (width - left - right) * contests / max(of, 1)
        return x, top + (height - top - bottom) * (1 - value / 100)

    found = [place(contests, value) for contests, value in points]
    parts = [
        f'<svg class="curve" viewBox="0 0 {fixed(width)} {fixed(height)}" role="img" '
        f'aria-label="{escape(title, quote=True)}">'
    ]
    for value in (0, 25, 50, 75, 100):
        (x, y), (end, _) = place(0, value), place(of, value)
        parts.append(f'<line class="grid" x1="{fixed(x)}" x2="{fixed(end)}" y1="{fixed(y)}" y2="{fixed(y)}"/>')
        parts.append(f'<text class="end" x="{fixed(left - 8)}" y="{fixed(y + 4)}">{value} %</text>')
    for count in sorted({of * k // 4 for k in range(5)}):
        x, y = place(count, 0)
        parts.append(f'<text class="middle" x="{fixed(x)}" y="{fixed(y + 20)}">{count:,}</text>')
    if found:
        joined = " ".join(f"{fixed(x)},{fixed(y)}" for x, y in found)
        base = fixed(place(0, 0)[1])
        area = f"{fixed(found[0][0])},{base} {joined} {fixed(found[-1][0])},{base}"
        parts.append(f'<polygon class="area" points="{area}"/><polyline class="line" points="{joined}"/>')
        parts.append(f'<circle class="tip" cx="{fixed(found[-1][0])}" cy="{fixed(found[-1][1])}" r="5"/>')
    return "".join([*parts, "</svg>"])


def turn(here: bool) -> str:
    """The class of a seat whose turn it is."""
    return " turn" if here else ""


def fixed(value: float) -> str:
    """A coordinate with at most one decimal."""
    return f"{value:.1f}".rstrip("0").rstrip(".")
