"""Cards and a poker table as HTML with pictures in SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from gamelore.app.page.drawing import turn
from gamelore.app.table.poker.showing import ShownCard, ShownPoker, in_order
from gamelore.base.words import counted
from gamelore.games.poker.drawing import card_back, card_picture


def card_svg(card: ShownCard | None) -> str:
    """A card, or the back of one."""
    return card_back() if card is None else card_picture(card.text)


def hand_html(cards: Sequence[ShownCard], title: str, *, choose: bool) -> str:
    """A hand of cards; when cards are replaced, each is a button that is pressed or not."""
    items = []
    for card in in_order(cards):
        name = escape(card.words, quote=True)
        if choose:
            items.append(
                f'<li><button type="button" class="pick" data-card="{escape(card.text)}" aria-pressed="false" '
                f'aria-label="{name}">{card_svg(card)}</button></li>'
            )
        else:
            items.append(f'<li><span class="pick" role="img" aria-label="{name}">{card_svg(card)}</span></li>')
    return f'<ul class="hand" aria-label="{escape(title, quote=True)}">{"".join(items)}</ul>'


def poker_html(shown: ShownPoker, players: Sequence[str], *, still: bool = False) -> Iterator[str]:
    """A poker table, piece by piece; `still` makes it a picture without buttons."""
    me, other = shown.seat, 1 - shown.seat
    replacing = shown.stage == "replacing" and shown.to_move == me and not still
    yield '<div class="felt poker">'
    yield f'<div class="seat other{turn(shown.to_move == other)}"><h3>{escape(players[other])}</h3>'
    yield f'<p class="stake">{_chips(shown.paid[other])} put in{_drew(shown.replaced[other])}</p>'
    if shown.other_shows:
        faces = "".join(
            f'<li><span role="img" aria-label="{escape(c.words, quote=True)}">{card_svg(c)}</span></li>'
            for c in in_order(shown.other_shows)
        )
        yield f'<ul class="hand" aria-label="Cards of {escape(players[other], quote=True)}">{faces}</ul>'
    else:
        yield f'<ul class="hand small" aria-hidden="true">{f"<li>{card_svg(None)}</li>" * 5}</ul>'
    yield "</div>"
    owed = f", <strong>{shown.to_call}</strong> to call" if shown.to_call else ""
    yield '<p class="pot"><span class="coins" aria-hidden="true"></span>'
    yield f"The pot is <strong>{sum(shown.paid)}</strong>{owed}</p>"
    yield _acts(shown, players)
    yield f'<div class="seat mine{turn(shown.to_move == me)}">{hand_html(shown.hand, "Your cards", choose=replacing)}'
    gone = ", ".join(card.sign for card in shown.given_away)
    yield f'<p class="stake">You: {_chips(shown.paid[me])} put in{_drew(shown.replaced[me])}'
    yield f" (gave away {escape(gone)})</p></div></div>" if gone else "</p></div></div>"


def _chips(count: int) -> str:
    return counted(count, "chip")


def _drew(count: int | None) -> str:
    return "" if count is None else f", replaced {counted(count, 'card')}"


def _acts(shown: ShownPoker, players: Sequence[str]) -> str:
    said = [f"<li>{escape(_did(shown, act.seat, act.said, players))}</li>" for act in shown.acts[-4:]]
    return f'<ol class="acts" aria-label="What was done last">{"".join(said)}</ol>' if said else '<p class="acts"></p>'


def _did(shown: ShownPoker, seat: int, said: str, players: Sequence[str]) -> str:
    """What somebody did; `bets 3` of the person is `You bet 3`."""
    if seat != shown.seat:
        return f"{players[seat].capitalize()} {said}"
    verb, _, rest = said.partition(" ")
    return f"You {verb.removesuffix('s')} {rest}".rstrip()
