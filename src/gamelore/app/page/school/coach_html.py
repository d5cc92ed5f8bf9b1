"""Where a sitting of coaching begins: every game that can be coached, with the parts that a visitor may take."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any

from gamelore.app.page.html import kept_line, page


@dataclass(frozen=True, slots=True)
class CoachOffer:
    """What is said of a game that can be coached."""

    title: str
    words: str
    roles: Mapping[str, tuple[str, str]]
    """The parts that a visitor may take, each with a title and a sentence; the first is the usual one."""
    rounds: int
    """How many rounds or hands a sitting has, if nothing else is asked for."""
    begin: str
    """What stands on the button."""
    beside: Mapping[str, str] = field(default_factory=dict)
    """What else there is for those who like it: paths, and what is said of them."""


def coach_begin_page(offers: Mapping[str, CoachOffer], rows: Iterable[dict[str, Any]]) -> str:
    """Where a sitting of coaching begins."""
    forms = "".join(_form(game, offer) for game, offer in offers.items())
    items = "".join(f"<li>{kept_line(row)}</li>" for row in rows if row["kind"] == "coach")
    listed = f'<section><h2>Your sittings</h2><ul class="kept">{items}</ul></section>' if items else ""
    return page("Coach", f"<h1>Coach</h1>{forms}{listed}", script="coach_begin", here="/coach")


def _form(game: str, offer: CoachOffer) -> str:
    usual = next(iter(offer.roles))
    offered = "".join(
        f'<li><label><input type="radio" name="role" value="{role}"{" checked" if role == usual else ""}>'
        f"<span><b>{escape(title)}</b> {escape(words)}</span></label></li>"
        for role, (title, words) in offer.roles.items()
    )
    name = escape(game, quote=True)
    links = "".join(f'<li><a href="{path}">{escape(said)}</a></li>' for path, said in offer.beside.items())
    beside = f'<ul class="kept plain-links">{links}</ul>' if links else ""
    return (
        f'<section><h2>{escape(offer.title)}</h2><p class="lead">{escape(offer.words)}</p>'
        f'<form class="coach" data-game="{name}" data-rounds="{offer.rounds}"><fieldset><legend>Your part</legend>'
        f'<ul class="rivals">{offered}</ul></fieldset>'
        f'<p><button type="submit" class="main">{escape(offer.begin)}</button></p></form>{beside}</section>'
    )
