"""Learning curves: how often a learner did not lose, as training went on; as a line of text and as an SVG picture."""

from __future__ import annotations

from html import escape
from itertools import pairwise

_BARS = "▁▂▃▄▅▆▇█"

Curve = list[tuple[int, float]]
"""Points of a curve: the number of contests played, and the reliability in per cent around there."""


def learning_curve(results: str, points: int = 20) -> Curve:
    """Reliability by stretches of training, from letters: W, D, L, and - for contests that do not count.

    >>> learning_curve("LLLDLWDWWW", points=2)
    [(5, 20.0), (10, 100.0)]
    """
    edges = [len(results) * k // points for k in range(points + 1)]
    curve: Curve = []
    for begin, end in pairwise(edges):
        counted = [letter for letter in results[begin:end] if letter != "-"]
        if counted:
            curve.append((end, 100 * sum(letter != "L" for letter in counted) / len(counted)))
    return curve


def draw_curve_text(curve: Curve, unit: str = "%") -> str:
    """The curve as one line of bars, from 0 to 100 per cent; in another unit from its lowest point to its highest.

    >>> draw_curve_text([(5, 20.0), (10, 100.0)])
    '▂█ 20 % to 100 %'
    >>> draw_curve_text([(5, -1.5), (10, 2.5), (15, 0.5)], "chips")
    '▁█▅ -1.5 to 0.5 chips'
    """
    if not curve:
        return "no contests of its own"
    if unit != "%":
        least, most = (extreme(value for _, value in curve) for extreme in (min, max))
        scaled = [(done, 100 * (value - least) / ((most - least) or 1.0)) for done, value in curve]
        return f"{draw_curve_text(scaled).partition(' ')[0]} {curve[0][1]:.1f} to {curve[-1][1]:.1f} {unit}"
    bars = "".join(_BARS[min(int(value / 100 * len(_BARS)), len(_BARS) - 1)] for _, value in curve)
    return f"{bars} {curve[0][1]:.0f} % to {curve[-1][1]:.0f} %"


def draw_curve_svg(curve: Curve, title: str) -> str:
    """The curve as an SVG picture that follows the reader's light or dark theme."""
    width, height, left, top, bottom = 640.0, 300.0, 52.0, 34.0, 44.0
    last = max((contests for contests, _ in curve), default=1)

    def place(contests: float, value: float) -> str:
        x = left + (width - left - 20) * contests / last
        y = top + (height - top - bottom) * (1 - value / 100)
        return f"{x:.1f},{y:.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img">'
        f"<title>{escape(title)}</title>"
        "<style>svg{color:#2b2a27;background:#fbfaf7}@media(prefers-color-scheme:dark){svg{color:#e6e4de;"
        "background:#1d1f22}}text{font:13px system-ui,sans-serif;fill:currentColor}"
        ".grid{stroke:currentColor;opacity:.18}.curve{fill:none;stroke:#2f9e6e;stroke-width:3;stroke-linejoin:round}"
        "</style>",
        f'<text x="{left:.0f}" y="20" font-weight="600">{escape(title)}</text>',
    ]
    for value in (0, 25, 50, 75, 100):
        x1, y1 = place(0, value).split(",")
        x2, _ = place(last, value).split(",")
        parts.append(f'<line class="grid" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y1}"/>')
        parts.append(f'<text x="{left - 8:.0f}" y="{float(y1) + 4:.1f}" text-anchor="end">{value} %</text>')
    for k in range(5):
        contests = last * k // 4
        x, y = place(contests, 0).split(",")
        parts.append(f'<text x="{x}" y="{float(y) + 20:.1f}" text-anchor="middle">{contests}</text>')
    parts.append(f'<polyline class="curve" points="{" ".join(place(c, v) for c, v in curve)}"/>')
    middle = left + (width - left) / 2
    parts.append(f'<text x="{middle:.0f}" y="{height - 6:.0f}" text-anchor="middle">contests of training</text>')
    return "".join([*parts, "</svg>"])
