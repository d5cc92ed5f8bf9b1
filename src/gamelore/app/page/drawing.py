"""What a person sees, drawn: a board, a poker table or a table of 42 as HTML with pictures in SVG.

Everything is made from the data that a sitting shows (`app/table/showing.py`), so that no drawing can show more.
Points, cards and dominoes that can be chosen are buttons with names that a screen reader reads; the page's script
listens to them. Colours stand in the page's style sheet. The markup of a board is that of the guide
(`app/guide/js/board.mjs`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from gamelore.app.table.showing import (
    Shown,
    ShownBoard,
    ShownCard,
    ShownDomino,
    ShownFortyTwo,
    ShownPoker,
    ShownText,
    ShownTrick,
)
from gamelore.games.forty_two.drawing import domino_back, domino_picture

_EXTENT, _MARGIN, _RADIUS = 400.0, 46.0, 30.0
"""Every board is equally large, whatever its points are; markers are as large as there is room, up to a limit."""
_SUITS = {
    "♥": "M0 8C-9 0-8-8-3.6-8-1.4-8 0-6 0-4.6 0-6 1.4-8 3.6-8 8-8 9 0 0 8Z",
    "♦": "M0-9L6.4 0 0 9-6.4 0Z",
    "♠": "M0-9C7-2 9 1 7 4.4 5.6 6.6 2.4 6.4 1 4.4L2 9H-2L-1 4.4C-2.4 6.4-5.6 6.6-7 4.4-9 1-7-2 0-9Z",
    "♣": "M0-9A3.9 3.9 0 0 1 3-2.6 3.9 3.9 0 1 1 1 4L2 9H-2L-1 4A3.9 3.9 0 1 1-3-2.6 3.9 3.9 0 0 1 0-9Z",
}
"""The outline of each suit around the origin."""


def draw(shown: Shown, title: str, players: Sequence[str]) -> str:
    """What a person sees, with who sits at each seat."""
    if isinstance(shown, ShownBoard):
        return board_svg(shown, title)
    if isinstance(shown, ShownPoker):
        return "".join(_poker(shown, players))
    if isinstance(shown, ShownFortyTwo):
        return "".join(_forty_two(shown, players))
    assert isinstance(shown, ShownText)
    return f"<pre>{escape(shown.text)}</pre>"


# --- boards -----------------------------------------------------------------------------------------------------------


def board_svg(shown: ShownBoard, title: str, *, alone: bool = False) -> str:
    """A board whose points are buttons; `alone` makes it a picture without any."""
    laid = _laid_out(tuple((point.x, point.y) for point in shown.points), shown.lines)
    radius, at = laid.radius, laid.at
    role = 'role="img"' if alone else 'role="group"'
    parts = [
        f'<svg class="board" viewBox="0 0 {_n(laid.width)} {_n(laid.height)}" {role} data-radius="{_n(radius)}" '
        f'aria-label="{escape(_board_words(shown, title) if alone else f"Board of {title}", quote=True)}">',
        laid.wood,
    ]
    for point in shown.points:
        x, y, below = at[point.number]
        side = {"X": "x", "O": "o"}.get(point.marker, "spot")
        last = " last" if shown.last[:1] == (point.number,) else ""
        name = escape(f"Point {point.number}, {_holder(shown, point.marker)}", quote=True)
        button = "" if alone else f' role="button" tabindex="-1" aria-disabled="true" aria-label="{name}"'
        parts.append(
            f'<g class="point {side}{last}" data-point="{point.number}" data-x="{x}" data-y="{y}"{button}>'
            f'<circle class="focus" cx="{x}" cy="{y}" r="{_n(radius + 9)}"/>'
            f'<circle class="marker" cx="{x}" cy="{y}" r="{_n(radius * (0.5 if side == "spot" else 1))}"/>'
        )
        if not alone:
            parts.append(f'<text x="{x}" y="{below}">{point.number}</text>')
        parts.append("</g>")
    taken = [p for p in shown.last[1:] if not _marker(shown, p)]
    for number in taken:
        x, y, _ = at[number]
        parts.append(f'<circle class="left-behind" cx="{x}" cy="{y}" r="{_n(radius)}"/>')
    return "".join([*parts, '<g class="arrows" aria-hidden="true"></g></svg>'])


def _marker(shown: ShownBoard, number: int) -> str:
    return shown.points[number - 1].marker


def _holder(shown: ShownBoard, marker: str) -> str:
    return shown.seat_names["XO".index(marker)] if marker else "empty"


def _board_words(shown: ShownBoard, title: str) -> str:
    held = [f"{_holder(shown, p.marker)} on {p.number}" for p in shown.points if p.marker]
    return f"Board of {title}: {', '.join(held) or 'empty'}"


@dataclass(frozen=True, slots=True)
class _LaidOut:
    """A board without its markers: as large as all boards are, with the texts of its coordinates."""

    width: float
    height: float
    radius: float
    at: dict[int, tuple[str, str, str]]
    """Where each point lies, and the base line of its number."""
    wood: str


@lru_cache(maxsize=256)
def _laid_out(points: tuple[tuple[float, float], ...], lines: tuple[tuple[int, ...], ...]) -> _LaidOut:
    xs, ys = zip(*points, strict=True)
    left, top, wide, high = min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
    scale = _EXTENT / max(wide, high)
    closest = min(math.dist(a, b) for n, a in enumerate(points) for b in points[:n])
    places = [(_MARGIN + (x - left) * scale, _MARGIN + (y - top) * scale) for x, y in points]
    at = {number: (_n(x), _n(y), _n(y + 4.6)) for number, (x, y) in enumerate(places, start=1)}
    width, height = wide * scale + 2 * _MARGIN, high * scale + 2 * _MARGIN
    parts = [
        '<defs><radialGradient id="stone-x" cx=".35" cy=".3" r=".8"><stop class="x-light" offset="0"/>'
        '<stop class="x-deep" offset="1"/></radialGradient><radialGradient id="stone-o" cx=".35" cy=".3" r=".8">'
        '<stop class="o-light" offset="0"/><stop class="o-deep" offset="1"/></radialGradient></defs>',
        f'<rect class="wood" x="1" y="1" width="{_n(width - 2)}" height="{_n(height - 2)}" rx="18"/>',
    ]
    for line in lines:
        joined = " ".join(f"{at[p][0]},{at[p][1]}" for p in line)
        parts.append(f'<polyline class="line" points="{joined}"/>')
    parts.append('<g class="under" aria-hidden="true"></g>')
    return _LaidOut(width, height, min(_RADIUS, 0.29 * closest * scale), at, "".join(parts))


# --- cards ------------------------------------------------------------------------------------------------------------


def card_svg(card: ShownCard | None) -> str:
    """A card, or the back of one."""
    if card is None:
        return (
            '<svg class="card back" viewBox="0 0 70 98" aria-hidden="true"><rect class="paper" x="1" y="1" width="68" '
            'height="96" rx="8"/><rect class="weave" x="7" y="7" width="56" height="84" rx="5"/>'
            '<path class="lattice" d="M7 28L28 7M7 49L49 7M7 70L63 14M7 91L63 35M28 91L63 56M49 91L63 77'
            'M42 7L63 28M21 7L63 49M7 14L63 70M7 35L63 91M7 56L42 91M7 77L21 91"/></svg>'
        )
    rank, suit = card.sign[:-1], card.sign[-1]
    colour = "red" if card.red else "black"
    return (
        f'<svg class="card {colour}" viewBox="0 0 70 98" aria-hidden="true">'
        '<rect class="paper" x="1" y="1" width="68" height="96" rx="8"/>'
        f'<text class="rank" x="9" y="27">{rank}</text>'
        f'<path class="suit" transform="translate(15.5 39) scale(.72)" d="{_SUITS[suit]}"/>'
        f'<path class="suit" transform="translate(42 66) scale(2.3)" d="{_SUITS[suit]}"/></svg>'
    )


def hand_html(cards: Sequence[ShownCard], title: str, *, choose: bool) -> str:
    """A hand of cards; when cards are replaced, each is a button that is pressed or not."""
    items = []
    for card in cards:
        name = escape(card.words, quote=True)
        if choose:
            items.append(
                f'<li><button type="button" class="pick" data-card="{escape(card.text)}" aria-pressed="false" '
                f'aria-label="{name}">{card_svg(card)}</button></li>'
            )
        else:
            items.append(f'<li><span class="pick" role="img" aria-label="{name}">{card_svg(card)}</span></li>')
    return f'<ul class="hand" aria-label="{escape(title, quote=True)}">{"".join(items)}</ul>'


def _poker(shown: ShownPoker, players: Sequence[str]) -> Iterator[str]:
    me, other = shown.seat, 1 - shown.seat
    replacing = shown.stage == "replacing" and shown.to_move == me
    yield '<div class="felt poker">'
    yield f'<div class="seat other{_turn(shown.to_move == other)}"><h3>{escape(players[other])}</h3>'
    yield f'<p class="stake">{_chips(shown.paid[other])} put in{_drew(shown.replaced[other])}</p>'
    if shown.other_shows:
        faces = "".join(
            f'<li><span role="img" aria-label="{escape(c.words, quote=True)}">{card_svg(c)}</span></li>'
            for c in shown.other_shows
        )
        yield f'<ul class="hand" aria-label="Cards of {escape(players[other], quote=True)}">{faces}</ul>'
    else:
        yield f'<ul class="hand small" aria-hidden="true">{f"<li>{card_svg(None)}</li>" * 5}</ul>'
    yield "</div>"
    owed = f", <strong>{shown.to_call}</strong> to call" if shown.to_call else ""
    yield '<p class="pot"><span class="coins" aria-hidden="true"></span>'
    yield f"The pot is <strong>{shown.pot}</strong>{owed}</p>"
    yield _acts(shown, players)
    yield f'<div class="seat mine{_turn(shown.to_move == me)}">{hand_html(shown.hand, "Your cards", choose=replacing)}'
    gone = ", ".join(card.sign for card in shown.given_away)
    yield f'<p class="stake">You: {_chips(shown.paid[me])} put in{_drew(shown.replaced[me])}'
    yield f" (gave away {escape(gone)})</p></div></div>" if gone else "</p></div></div>"


def _chips(count: int) -> str:
    return f"{count} chip{'' if count == 1 else 's'}"


def _drew(count: int | None) -> str:
    return "" if count is None else f", replaced {count} card{'' if count == 1 else 's'}"


def _acts(shown: ShownPoker, players: Sequence[str]) -> str:
    said = [f"<li>{escape(_did(shown, act.seat, act.said, players))}</li>" for act in shown.acts[-4:]]
    return f'<ol class="acts" aria-label="What was done last">{"".join(said)}</ol>' if said else '<p class="acts"></p>'


def _did(shown: ShownPoker, seat: int, said: str, players: Sequence[str]) -> str:
    """What somebody did; `bets 3` of the person is `You bet 3`."""
    if seat != shown.seat:
        return f"{players[seat].capitalize()} {said}"
    verb, _, rest = said.partition(" ")
    return f"You {verb.removesuffix('s')} {rest}".rstrip()


# --- dominoes ---------------------------------------------------------------------------------------------------------


def domino_svg(domino: ShownDomino | None) -> str:
    """A domino, or the back of one."""
    return domino_back() if domino is None else domino_picture(domino.high, domino.low)


def _domino_words(domino: ShownDomino) -> str:
    counts = f", counts {domino.points}" if domino.points else ""
    return f"{domino.high}-{domino.low}{counts}"


def _forty_two(shown: ShownFortyTwo, players: Sequence[str]) -> Iterator[str]:
    places = {shown.seat: "south", (shown.seat + 1) % 4: "west", shown.partner: "north", (shown.seat + 3) % 4: "east"}
    yield '<div class="felt forty-two">'
    yield f'<p class="contract">{_contract(shown, players)}</p>'
    yield '<div class="round">'
    for seat, place in sorted(places.items(), key=lambda item: ("north", "west", "east", "south").index(item[1])):
        yield _place(shown, seat, place, players)
    yield f'<div class="trick">{_open_trick(shown, places)}</div></div>'
    items, choosing = [], any(domino.playable for domino in shown.hand)
    for domino in shown.hand:
        name, text = escape(_domino_words(domino), quote=True), escape(domino.text)
        held = "disabled data-held" if choosing else "disabled"
        kind = f'data-move="play {text}"' if domino.playable else held
        items.append(
            f'<li><button type="button" class="pick" {kind} aria-label="{name}">{domino_svg(domino)}'
            f"{_worth(domino)}</button></li>"
        )
    yield f'<ul class="hand dominoes" aria-label="Your dominoes">{"".join(items)}</ul>'
    yield f"</div>{_won(shown, players)}"


def _worth(domino: ShownDomino) -> str:
    return f'<span class="worth" aria-hidden="true">{domino.points}</span>' if domino.points else ""


def _contract(shown: ShownFortyTwo, players: Sequence[str]) -> str:
    sides = (shown.seat % 2, 1 - shown.seat % 2)
    if shown.declarer < 0:
        return f"Bidding. {escape(_who(shown, shown.dealer, players))} dealt."
    trump = f", trump <strong>{escape(shown.trump)}</strong>" if shown.trump else ""
    ours, theirs = (shown.points[side] for side in sides)
    said = f"{escape(_who(shown, shown.declarer, players))} bid <strong>{shown.contract}</strong>{trump}"
    return f'{said} <span class="score">You and your partner {ours}, the others {theirs}</span>'


def _who(shown: ShownFortyTwo, seat: int, players: Sequence[str]) -> str:
    if seat == shown.seat:
        return "You"
    role = "your partner" if seat == shown.partner else players[seat]
    return f"{shown.seat_names[seat]}, {role}"


def _place(shown: ShownFortyTwo, seat: int, place: str, players: Sequence[str]) -> str:
    called = dict(shown.calls).get(seat)
    call = "" if called is None else "passed" if called == 0 else f"bid {called}"
    backs = "" if seat == shown.seat else "".join(domino_svg(None) for _ in range(shown.left[seat]))
    name = "You" if seat == shown.seat else "Partner" if seat == shown.partner else players[seat]
    return (
        f'<div class="place {place}{_turn(shown.to_move == seat)}"><h3>{escape(shown.seat_names[seat])} '
        f'<small>{escape(name)}</small></h3><p class="call">{call}</p>'
        f'<div class="backs" role="img" aria-label="{shown.left[seat]} dominoes left">{backs}</div></div>'
    )


def _open_trick(shown: ShownFortyTwo, places: dict[int, str]) -> str:
    trick = shown.trick
    if trick is not None and not trick.dominoes and shown.tricks:
        trick = shown.tricks[-1]  # what was just taken stays on the table until somebody leads
    if trick is None:
        trick = shown.tricks[-1] if shown.tricks else None
    if trick is None:
        return ""
    laid = "".join(
        f'<span class="laid {places[seat]}{" wins" if seat == trick.winner else ""}" role="img" '
        f'aria-label="{escape(shown.seat_names[seat])} played {_domino_words(domino)}">{domino_svg(domino)}</span>'
        for seat, domino in trick.dominoes
    )
    taken = (
        f'<p class="led">{escape(shown.seat_names[trick.winner])} takes {trick.points}</p>'
        if trick.winner >= 0
        else f'<p class="led">{escape(trick.led)} led</p>'
        if trick.led
        else ""
    )
    return laid + taken


def _won(shown: ShownFortyTwo, players: Sequence[str]) -> str:
    if not shown.tricks:
        return ""
    rows = "".join(_row(shown, trick) for trick in shown.tricks)
    hidden = f"<li>{shown.stacked} tricks lie face down</li>" if shown.stacked else ""
    return f'<details class="tricks"><summary>Tricks so far</summary><ol>{hidden}{rows}</ol></details>'


def _row(shown: ShownFortyTwo, trick: ShownTrick) -> str:
    played = ", ".join(f"{shown.seat_names[seat]} {domino.text}" for seat, domino in trick.dominoes)
    return f"<li>{escape(played)}: {escape(shown.seat_names[trick.winner])} takes {trick.points}</li>"


# --- curves -----------------------------------------------------------------------------------------------------------


def curve_svg(points: Iterable[tuple[int, float]], of: int, title: str) -> str:
    """Per cent against contests; it grows to the right as a course goes on."""
    width, height, left, top, bottom = 640.0, 280.0, 56.0, 14.0, 40.0

    def place(contests: float, value: float) -> tuple[float, float]:
        x = left + (width - left - 16) * contests / max(of, 1)
        return x, top + (height - top - bottom) * (1 - value / 100)

    found = [place(contests, value) for contests, value in points]
    parts = [
        f'<svg class="curve" viewBox="0 0 {_n(width)} {_n(height)}" role="img" '
        f'aria-label="{escape(title, quote=True)}">'
    ]
    for value in (0, 25, 50, 75, 100):
        x, y = place(0, value)
        parts.append(f'<line class="grid" x1="{_n(x)}" x2="{_n(width - 16)}" y1="{_n(y)}" y2="{_n(y)}"/>')
        parts.append(f'<text class="end" x="{_n(left - 8)}" y="{_n(y + 4)}">{value} %</text>')
    for count in sorted({of * k // 4 for k in range(5)}):
        x, y = place(count, 0)
        parts.append(f'<text class="middle" x="{_n(x)}" y="{_n(y + 20)}">{count:,}</text>')
    if found:
        joined = " ".join(f"{_n(x)},{_n(y)}" for x, y in found)
        base = _n(place(0, 0)[1])
        area = f"{_n(found[0][0])},{base} {joined} {_n(found[-1][0])},{base}"
        parts.append(f'<polygon class="area" points="{area}"/><polyline class="line" points="{joined}"/>')
        parts.append(f'<circle class="tip" cx="{_n(found[-1][0])}" cy="{_n(found[-1][1])}" r="5"/>')
    return "".join([*parts, "</svg>"])


def _turn(here: bool) -> str:
    return " turn" if here else ""


def _n(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")
