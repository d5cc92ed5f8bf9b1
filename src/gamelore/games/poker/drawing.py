"""Playing cards drawn as SVG; colours stand in the style sheet of whoever shows them."""

from __future__ import annotations

_SUITS = {
    "H": "M0 8C-9 0-8-8-3.6-8-1.4-8 0-6 0-4.6 0-6 1.4-8 3.6-8 8-8 9 0 0 8Z",
    "D": "M0-9L6.4 0 0 9-6.4 0Z",
    "S": "M0-9C7-2 9 1 7 4.4 5.6 6.6 2.4 6.4 1 4.4L2 9H-2L-1 4.4C-2.4 6.4-5.6 6.6-7 4.4-9 1-7-2 0-9Z",
    "C": "M0-9A3.9 3.9 0 0 1 3-2.6 3.9 3.9 0 1 1 1 4L2 9H-2L-1 4A3.9 3.9 0 1 1-3-2.6 3.9 3.9 0 0 1 0-9Z",
}
"""The outline of each suit around the origin."""
_RANKS = {"11": "J", "12": "Q", "13": "K", "14": "A"}


def card_picture(text: str) -> str:
    """A card by its text, as `D12`."""
    suit, rank = text[0], text[1:]
    return (
        f'<svg class="card {"red" if suit in "HD" else "black"}" viewBox="0 0 70 98" aria-hidden="true">'
        '<rect class="paper" x="1" y="1" width="68" height="96" rx="8"/>'
        f'<text class="rank" x="9" y="27">{_RANKS.get(rank, rank)}</text>'
        f'<path class="suit" transform="translate(15.5 39) scale(.72)" d="{_SUITS[suit]}"/>'
        f'<path class="suit" transform="translate(42 66) scale(2.3)" d="{_SUITS[suit]}"/></svg>'
    )


def card_back() -> str:
    """The back of one."""
    return (
        '<svg class="card back" viewBox="0 0 70 98" aria-hidden="true"><rect class="paper" x="1" y="1" width="68" '
        'height="96" rx="8"/><rect class="weave" x="7" y="7" width="56" height="84" rx="5"/>'
        '<path class="lattice" d="M7 28L28 7M7 49L49 7M7 70L63 14M7 91L63 35M28 91L63 56M49 91L63 77'
        'M42 7L63 28M21 7L63 49M7 14L63 70M7 35L63 91M7 56L42 91M7 77L21 91"/></svg>'
    )
