"""Lines over rounds or trials, as characters for a terminal and as an SVG picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

Lines = Mapping[str, Sequence[float]]
"""For each line its name and its heights after 0, 1, 2 ... steps; lines may differ in length."""

_COLOURS = ("#2f9e6e", "#d2691e", "#3b6fb6", "#8e44ad", "#b8860b", "#7f8c8d", "#c0392b", "#16a085")
_SIGNS = "oxabcdefgh"


def _ends(lines: Lines) -> tuple[int, float, float]:
    """The last step, the lowest and the highest point; 0 is always among them."""
    heights = [0.0, *(height for line in lines.values() for height in line)]
    low, high = min(heights), max(heights)
    return max([1, *(len(line) - 1 for line in lines.values())]), low, high if high > low else low + 1


def draw_lines_text(lines: Lines, across: str, width: int = 60, height: int = 14) -> list[str]:
    """The lines as rows of characters, each line with a sign of its own, the first on top."""
    last, low, high = _ends(lines)
    field = [[" "] * width for _ in range(height)]

    def row(value: float) -> int:
        return round((height - 1) * (high - value) / (high - low))

    for x in range(width):
        field[row(0.0)][x] = "."
    for sign, line in reversed(list(zip(_SIGNS, lines.values(), strict=False))):
        for x in range(width):
            step = x * last / (width - 1)
            if step <= len(line) - 1:
                before, part = int(step), step - int(step)
                after = min(before + 1, len(line) - 1)
                field[row(line[before] + part * (line[after] - line[before]))][x] = sign
    labels = {row(high): f"{high:+.0f}", row(0.0): "0", row(low): f"{low:+.0f}"} if low < 0 else {
        row(high): f"{high:.0f}", row(0.0): "0",
    }  # fmt: skip
    told = [f"{labels.get(number, ''):>6} |{''.join(cells)}" for number, cells in enumerate(field)]
    told.append(f"{'':>6} +{'-' * width}")
    told.append(f"{'':>7} 0{across:^{max(1, width - 1 - len(str(last)))}}{last}")
    told += [f"{'':>8}{sign} {name}" for sign, name in zip(_SIGNS, lines, strict=False)]
    return told


_THEME = (
    "<style>svg{color:#2b2a27;background:#fbfaf7}@media(prefers-color-scheme:dark){svg{color:#e6e4de;"
    "background:#1d1f22}}</style>"
)


def draw_lines_svg(lines: Lines, title: str, across: str, up: str, *, alone: bool = True) -> str:
    """The lines as a picture with their names; `alone` it follows the reader's theme, in a page that of the page."""
    width, height, left, top, bottom, right = 800.0, 412.0, 60.0, 52.0, 48.0, 250.0
    last, low, high = _ends(lines)

    def place(step: float, value: float) -> tuple[float, float]:
        x = left + (width - left - right) * step / last
        return x, top + (height - top - bottom) * (high - value) / (high - low)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
        'fill="currentColor" font-size="13" font-family="system-ui, sans-serif">'
        f"<title>{escape(title)}</title>{_THEME if alone else ''}",
        f'<text x="{left:.0f}" y="22" font-weight="600">{escape(title)}</text>',
    ]
    for value in sorted({low, (low + high) / 2, high, 0.0}):
        (x1, y), (x2, _) = place(0, value), place(last, value)
        parts.append(
            f'<line stroke="currentColor" opacity=".18" x1="{x1:.1f}" y1="{y:.1f}" x2="{x2:.1f}" y2="{y:.1f}"/>'
        )
        if value == 0 or abs(y - place(0, 0)[1]) > 14:
            parts.append(f'<text x="{left - 8:.0f}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>')
    for step in sorted({round(last * k / 5) for k in range(6)}):
        x, _ = place(step, low)
        parts.append(f'<text x="{x:.1f}" y="{height - bottom + 18:.1f}" text-anchor="middle">{step}</text>')
    legend = top + 6
    for number, (name, line) in enumerate(lines.items()):
        colour, dashed = _COLOURS[number % len(_COLOURS)], ' stroke-dasharray="6 4"' if number % 2 else ""
        drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(step, value) for step, value in enumerate(line)))
        parts.append(
            f'<polyline fill="none" stroke-width="2.5" stroke-linejoin="round" stroke="{colour}"{dashed} '
            f'points="{drawn}"/>'
        )
        x = width - right + 14
        parts.append(
            f'<line x1="{x:.0f}" y1="{legend:.0f}" x2="{x + 22:.0f}" y2="{legend:.0f}" stroke-width="2.5" '
            f'stroke="{colour}"{dashed}/><text x="{x + 28:.0f}" y="{legend + 4:.0f}">{escape(name)}</text>'
        )
        legend += 22
    middle = left + (width - left - right) / 2
    parts.append(f'<text x="{middle:.0f}" y="{height - 8:.0f}" text-anchor="middle">{escape(across)}</text>')
    parts.append(f'<text x="8" y="{top - 12:.0f}">{escape(up)}</text>')
    return "".join([*parts, "</svg>\n"])
