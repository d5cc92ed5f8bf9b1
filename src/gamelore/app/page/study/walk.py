"""A contest that is over, gone over move by move: every position as its visitor saw it, and what it was worth.

Each position is drawn from what the visitor's seat saw, by the same drawing as the contest; mistakes are told by the
review. Where hands are hidden, nothing of another hand is told that the table did not show.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamelore.app.page.display import display_of
from gamelore.app.page.study.graph import graph_svg
from gamelore.app.table.manners import headline
from gamelore.app.table.sitting import TableSitting
from gamelore.base.words import counted
from gamelore.games.core import RESIGN, AnyState
from gamelore.lab.review.core import ReviewedMove
from gamelore.lab.review.retracing import PlayedOut, Retraced

Told = dict[str, Any]
MOST_SHOWN = 240
"""Moves of which a picture is sent; of a longer contest the last ones."""
MOST_MISTAKES, MOST_VALUES, FEW = 12, 8, 4


def walked(sitting: TableSitting, found: Retraced | None = None) -> Told:
    """All of a contest that is over; `found` if somebody has looked over it already."""
    found = sitting.retrace() if found is None else found
    review, over, game = found.review, sitting.result, sitting.game
    assert over is not None
    plies, first = len(sitting.plies), max(0, len(sitting.plies) - MOST_SHOWN)
    mistakes = [
        _mistake(sitting, move, played, review.listed)
        for move, played in zip(review.moves[:MOST_MISTAKES], found.played_out, strict=False)
        if move.ply >= first
    ]
    words = f"What the contest was worth to you from move to move; {counted(len(mistakes), 'mistake')} marked."
    return {
        "title": game.title,
        "seat_names": list(display_of(game).seat_names(game)),
        "players": list(sitting.names),
        "seat": sitting.seat,
        "headline": headline(over, sitting.seat),
        "why": _spoken(sitting, sitting.manners.ended(over.why)),
        "sentence": _spoken(sitting, review.sentence),
        "how": review.how,
        "first": first,
        "frames": frames(sitting, first),
        "values": [{"at": point.at, "words": point.words} for point in found.points],
        "graph": graph_svg(found.points, plies, review.unit, [told["ply"] for told in mistakes], words),
        "mistakes": sorted(mistakes, key=lambda told: told["ply"]),
        "worst": mistakes[0]["ply"] if mistakes else -1,
    }


def frames(sitting: TableSitting, first: int) -> list[Told]:
    """Every position from a ply on, each with how it came about."""
    game, manners, eyes = sitting.game, sitting.manners, sitting.discretion.eyes
    told: list[Told] = []
    for number in range(first, len(sitting.plies) + 1):
        last = sitting.plies[number - 1] if number else None
        if number < len(sitting.plies):
            action = None if last is None or last.action == RESIGN else last.action
            shown = manners.shown(eyes(sitting.plies[number].state), action)
        else:
            shown = sitting.shown()
        moved = sitting.history[number - 1] if number else None
        told.append(
            {
                "picture": display_of(game).reviewed(shown, game.title, sitting.names),
                "said": "The beginning." if moved is None else f"{_who(sitting, moved.seat)} {moved.said}.",
                "action": "" if moved is None else moved.action,
                "yours": moved is not None and moved.yours,
            }
        )
    return told


def _who(sitting: TableSitting, seat: int) -> str:
    name = sitting.names[seat]
    who = f"{sitting.game.seat_names[seat]} ({name})" if sitting.game.seats > 2 else name
    return who[:1].upper() + who[1:]


def _spoken(sitting: TableSitting, text: str) -> str:
    """A sentence with the seats called as they are drawn."""
    return display_of(sitting.game).spoken(sitting.game, text)


def _mistake(sitting: TableSitting, move: ReviewedMove, played: PlayedOut, listed: bool) -> Told:
    game, manners = sitting.game, sitting.manners
    state = sitting.plies[move.ply].state

    def offered(text: str) -> str:
        return manners.offered(game.parse_action(text))

    return {
        "ply": move.ply,
        "said": manners.advised(game.parse_action(move.action)),
        "lost": move.lost,
        "by_chance": move.by_chance,
        "action": move.action,
        "best": list(move.best),
        "better": [offered(text) for text in move.best[:FEW]],
        "because": _spoken(sitting, manners.written(move.because)),
        "reply": move.reply,
        "finder": move.finder(listed),
        "values": [[offered(text), _spoken(sitting, words)] for text, words in move.values[:MOST_VALUES]],
        "punished": _line(sitting, state, played.punished),
        "instead": _line(sitting, state, played.instead),
    }


def _line(sitting: TableSitting, state: AnyState, moves: Sequence[str]) -> list[Told]:
    """A line as it would look on the table, from the position in which it begins; only where nothing is hidden."""
    game, manners, told = sitting.game, sitting.manners, list[Told]()
    for text in moves:
        seat, action = state.current_player(), game.parse_action(text)
        state = state.child(action)
        shown = manners.shown(sitting.discretion.eyes(state), action)
        side = display_of(game).seat_names(game)[seat]
        told.append(
            {
                "picture": display_of(game).reviewed(shown, game.title, sitting.names),
                "said": f"{side[:1].upper()}{side[1:]} {manners.done(action)}.",
                "action": text,
            }
        )
    return told
