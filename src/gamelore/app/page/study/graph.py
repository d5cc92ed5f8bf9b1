"""What a contest was worth from move to move, as SVG; the script moves the line that says where one is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from gamelore.app.page.drawing import fixed
from gamelore.lab.review.core import RESULTS
from gamelore.lab.review.open_games import DECIDED
from gamelore.lab.review.retracing import ValuePoint

WIDTH, HEIGHT, LEFT, RIGHT, EDGE = 640.0, 150.0, 52.0, 14.0, 16.0
NEARLY = 0.85
"""How high the largest value stands that decides nothing."""


def heights(points: Sequence[ValuePoint]) -> list[float]:
    """Each value between -1 and 1: a win stands above whatever is only good."""
    most = max((abs(point.value) for point in points if abs(point.value) < DECIDED), default=0.0)
    return [max(-1.0, min(1.0, p.value / DECIDED if abs(p.value) >= DECIDED else p.value / most * NEARLY)) if most
            else p.value / DECIDED for p in points]  # fmt: skip


def graph_svg(points: Sequence[ValuePoint], plies: int, unit: str, mistakes: Iterable[int], title: str) -> str:
    """Values against plies; empty where there are fewer than two."""
    if len(points) < 2:
        return ""
    levels = [point.value for point in points] if unit == RESULTS else heights(points)

    def x(at: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * at / max(plies, 1)

    def y(level: float) -> float:
        return HEIGHT / 2 - level * (HEIGHT / 2 - EDGE)

    names = (
        (("won", 1.0), ("drawn", 0.0), ("lost", -1.0))
        if unit == RESULTS
        else (("good", 1.0), ("even", 0.0), ("bad", -1.0))
    )
    parts = [
        f'<svg class="curve graph" viewBox="0 0 {fixed(WIDTH)} {fixed(HEIGHT)}" role="img" '
        f'data-left="{fixed(LEFT)}" data-right="{fixed(WIDTH - RIGHT)}" data-plies="{plies}" '
        f'aria-label="{escape(title, quote=True)}">'
    ]
    for name, level in names:
        at = fixed(y(level))
        parts.append(f'<line class="grid" x1="{fixed(LEFT)}" x2="{fixed(WIDTH - RIGHT)}" y1="{at}" y2="{at}"/>')
        parts.append(f'<text class="end" x="{fixed(LEFT - 8)}" y="{fixed(y(level) + 4)}">{name}</text>')
    joined = " ".join(f"{fixed(x(p.at))},{fixed(y(level))}" for p, level in zip(points, levels, strict=True))
    parts.append(f'<polyline class="line" points="{joined}"/>')
    low = {point.at: level for point, level in zip(points, levels, strict=True)}
    for ply in sorted(mistakes):
        here = f'cx="{fixed(x(ply + 1))}" cy="{fixed(y(low.get(ply + 1, 0.0)))}"'
        parts.append(f'<circle class="mistake-dot" data-ply="{ply}" {here} r="6"/>')
    parts.append(f'<line class="cursor" x1="{fixed(LEFT)}" x2="{fixed(LEFT)}" y1="4" y2="{fixed(HEIGHT - 4)}"/></svg>')
    return "".join(parts)
