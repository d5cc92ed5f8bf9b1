"""Dominoes drawn as SVG; colours stand in the style sheet of whoever shows them."""

from __future__ import annotations

_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (), 1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)), 5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}  # fmt: skip
"""Where the pips of half a domino lie."""


def domino_picture(high: int, low: int) -> str:
    """A domino standing upright, the higher half on top."""
    pips = "".join(
        f'<circle class="pip p{half}" cx="{22 + 11 * x}" cy="{cy + 11 * y}" r="3.9"/>'
        for half, cy in ((high, 21.5), (low, 62.5))
        for x, y in _PIPS[half]
    )
    return (
        '<svg class="domino" viewBox="0 0 44 84" aria-hidden="true"><rect class="bone" x="1" y="1" width="42" '
        f'height="82" rx="7"/><line class="bar" x1="7" x2="37" y1="42" y2="42"/>{pips}</svg>'
    )


def domino_back() -> str:
    """The back of one."""
    return (
        '<svg class="domino back" viewBox="0 0 44 84" aria-hidden="true">'
        '<rect class="bone" x="1" y="1" width="42" height="82" rx="7"/></svg>'
    )
