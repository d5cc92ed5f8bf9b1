"""A review for a person who reads: ask first, tell later, and offer to play on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gamelore.app.table.manners import manners_of, read_action
from gamelore.app.terminal.drawing import drawing_of
from gamelore.app.terminal.ink import Ink
from gamelore.app.terminal.talk import Talk
from gamelore.base.errors import GameloreError
from gamelore.games.core import AnyGame, AnyState, AnyView
from gamelore.lab.review.core import Review, ReviewedMove

if TYPE_CHECKING:
    from rich.table import Table

    from gamelore.lab.review.series import ContestLine

SHOWN = 3
"""Moves of a review that are told at first."""
VALUES = 4
"""Best moves that are named."""
BETTER = "better> "


def review_lines(review: Review, game: AnyGame, ink: Ink, most: int | None = SHOWN) -> Iterator[str]:
    """The whole review, with a picture of each situation; only the worst moves unless all are asked for."""
    yield f"{review.sentence} Judged by {review.how}." if review.judged else review.sentence
    shown = review.moves if most is None else review.moves[:most]
    for number, move in enumerate(shown, start=1):
        yield ""
        yield from move_lines(review, move, number, ink)
        yield from (f"   {line}" for line in _picture(game, move, ink))
    if len(shown) < len(review.moves):
        yield ""
        yield f"and {len(review.moves) - len(shown)} more"


def ask_again(review: Review, game: AnyGame, talk: Talk) -> None:
    """Ask for a better move in each situation before telling it: one's own mistakes are the best lessons."""
    if not review.moves:
        talk.tell(review.sentence)
    for number, move in enumerate(review.moves, start=1):
        talk.tell("", *_picture(game, move, talk.ink), f"You did {move.action}. What is better? Enter tells it.")
        text = talk.ask(BETTER, [text for text, _ in move.values])
        if text.lower() in ("quit", "q"):
            return
        talk.tell(_verdict(move, text, _seen(game, move)), *move_lines(review, move, number, talk.ink))


def _verdict(move: ReviewedMove, text: str, view: AnyView) -> str:
    values = dict(move.values)
    try:
        answer = str(read_action(view, text)) if text else ""
    except GameloreError:
        answer = text
    if answer in move.best:
        return "Right."
    if answer in values and answer != move.action:
        return f"No: {answer} is judged {values[answer]}."
    return "No." if answer else "This is the answer:"


def _seen(game: AnyGame, move: ReviewedMove) -> AnyView:
    """What the seat saw when it made a move."""
    if game.perfect_information:
        state: AnyState = game.parse_state(move.situation)
        return state.view(state.current_player())
    return game.parse_view(move.situation)


def _picture(game: AnyGame, move: ReviewedMove, ink: Ink) -> list[str]:
    return drawing_of(game).numbered(manners_of(game).shown(_seen(game, move)), ink).splitlines()


def move_lines(review: Review, move: ReviewedMove, number: int, ink: Ink) -> Iterator[str]:
    """One move of a review."""
    values = dict(move.values)
    made = f"{move.action} ({values[move.action]})"
    best = ", ".join(move.best[:VALUES]) + (" ..." if len(move.best) > VALUES else "")
    yield f"{number}. ply {move.ply + 1}: {ink(made, 'bad')} {move.lost}{', a random move' if move.by_chance else ''}."
    yield f"   Better: {ink(best, 'good')} ({values[move.best[0]]})."
    if move.because:
        yield f"   {move.because}"
    if finder := move.finder(review.listed):
        yield f"   {ink(finder, 'note')}"


def over_time_table(rows: Sequence[ContestLine]) -> Table:
    """A person's record over time, and what it comes to."""
    from rich.table import Table

    table = Table("contest", "game", "against", "result", "gain", "kept of what mattered", "cost", box=None)
    for row in rows:
        gain = f"{row.gain:+g} {row.unit}" if row.unit != "result" else ""
        kept = f"{row.kept} of {row.judged}"
        table.add_row(str(row.number), row.game, row.against, row.result, gain, kept, row.cost)
    judged, kept_all = sum(row.judged for row in rows), sum(row.kept for row in rows)
    wins = sum(row.result == "win" for row in rows)
    share = f"{100 * kept_all / judged:.0f} %" if judged else ""
    table.add_row("all", "", "", f"{wins} won of {len(rows)}", "", share, "")
    return table
