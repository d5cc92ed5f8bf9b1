"""Dominoes drawn as SVG; colours stand in the style sheet of whoever shows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

_ALONE = (
    "<style>.gamelore-42 svg{width:2em;margin-right:.2em;vertical-align:middle}.gamelore-42 .bone{fill:#fdfaf0;"
    "stroke:#b9ae93;stroke-width:1.5}.gamelore-42 .bar{stroke:#b9ae93;stroke-width:2}.gamelore-42 .pip{fill:#26241f}"
    "</style>"
)
"""The colours of a picture that stands alone: dominoes are light on any paper."""

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


def hands_html(title: str, rows: Iterable[tuple[str, Sequence[tuple[int, int]]]]) -> str:
    """Named rows of dominoes under a title, complete in itself."""
    shown = "".join(
        f"<p><span>{escape(name)}</span> "
        + "".join(domino_picture(*domino) for domino in some)
        + f"<small> {escape(' '.join(f'{high}-{low}' for high, low in some))}</small></p>"
        for name, some in rows
    )
    return f'<div class="gamelore-42" style="color:inherit">{_ALONE}<strong>{escape(title)}</strong>{shown}</div>'


def domino_back() -> str:
    """The back of one."""
    return (
        '<svg class="domino back" viewBox="0 0 44 84" aria-hidden="true">'
        '<rect class="bone" x="1" y="1" width="42" height="82" rx="7"/></svg>'
    )
