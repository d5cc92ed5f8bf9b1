"""What a guide says in words, the same in the text and on the page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from gamelore.base.stats import Interval
from gamelore.lab.guide.core import Example, Guide, GuideLine, ListPrice

AHEAD = {
    0: "Look at the board after your move.",
    1: "Try one move further.",
    2: "Try the reply and your answer to it.",
}
"""How far a reader looks for a line."""
HOW = (
    "Begin with all your legal moves. Go through the lines in order. A line that applies keeps the moves it prefers. "
    "If it likes them all the same, it keeps them all. Play any move that is left."
)
NO_MAXIMS = (
    "There are no maxims of this agent: what it learned is no list that a person could follow. Here is what carries it."
)
MOST_SENTENCES = 10
"""What is told of an agent without maxims before the fold; people are harmed by many."""
_NUMBER = re.compile(r"^\d+\. ")
"""Rules come with their numbers."""
MOST_MOVES = 6
"""Moves that a sentence names."""


def headline(guide: Guide) -> str:
    """What is told of, in one line."""
    if not guide.has_maxims:
        return f"{guide.game.title}: what {guide.learner} learned"
    return f"{guide.game.title}: {count(len(guide.lines), 'line')} to play by"


def proof_sentence(guide: Guide) -> str:
    """Whether the list can lose."""
    proof = guide.proof
    if proof is None:
        return "Whether the list can lose has not been looked at."
    if proof.never_loses:
        return f"Proved: the list never loses. Every line of play was looked at, {proof.states:,} positions."
    if proof.never_loses is None:
        return f"It is not proved that the list never loses; {proof.states:,} positions were looked at."
    seat = ("first", "second")[proof.seat]
    return f"The list can lose. A shortest loss, as {seat} player: {' '.join(proof.line)}."


def price_sentences(price: ListPrice | None) -> Iterator[str]:
    """What the list has cost."""
    if price is None:
        return
    if price.practised is None:
        yield "A person wrote this list."
    else:
        took = "" if price.seconds is None else f" in {price.seconds:,.0f} seconds"
        yield f"The list was chosen by {price.practised:,} contests of practice against known opponents{took}."
    yield (
        f"The words were given: {price.measures} measures, {price.possible} lines that can be said with them, "
        f"{price.conditions} conditions."
    )
    if price.command:
        yield f"Found by: {price.command}"


def line_facts(told: GuideLine) -> str:
    """Words, look-ahead, and how often it narrows."""
    return f"{count(told.words, 'word')}. {AHEAD[told.ahead]} It narrows {told.narrows:.0%} of the decisions."


def without_sentence(told: GuideLine, strongest: str) -> str:
    """What the list scores without a line."""
    figures = against(told.without, strongest)
    if told.carries:
        return f"Without it a contest is worth {told.loss.mean:.1f} points less: {figures} not lost."
    if told.loss.high < 0:
        return f"Without it a contest is worth {-told.loss.mean:.1f} points more: {figures} not lost."
    return f"Without it the contests show no difference: {figures} not lost."


def whole_sentence(guide: Guide) -> str:
    """What the whole list scores in the contests that are also played without each line."""
    figures = against(guide.whole or {}, guide.strongest)
    return (
        f"With all lines: {figures} not lost. That is {guide.rounds} contests against each, half of them by a reader "
        "who skips a line in ten; the same luck with a line and without. A contest not lost counts 100 points, a win "
        "50 more."
    )


def against(figures: Mapping[str, Interval], strongest: str) -> str:
    """Figures in per cent, each with whom it was scored against."""
    names = {"perfect": strongest}
    parts = [f"{figure.mean:.0f} % against {names.get(name, name)}" for name, figure in figures.items()]
    return ", ".join(parts)


def example_sentence(example: Example) -> str:
    """What a line does in its example."""
    return f"Here it keeps {_moves(example.kept)} and drops {_moves(example.dropped)}."


def measured_sentence(guide: Guide) -> str:
    """How the figures were found."""
    return (
        f"Per cent won or drawn, then won, with 95 % intervals; {guide.contests} contests against each, "
        f"first mover alternating, seed {guide.seed}."
    )


def strongest_sentence(guide: Guide) -> str:
    """Who is meant where there is no perfect player."""
    if guide.strongest == "perfect":
        return ""
    return "The game is not solved here: a search of a few plies stands in for the perfect player."


def gains(guide: Guide) -> Iterator[str]:
    """Where a game has chips or marks, what was gained in a contest."""
    if guide.game.unit != "result":
        for name, score in guide.strength["careful"].items():
            yield f"{score.mean:+.2f} {guide.game.unit} a contest against {name}."


def else_sentences(guide: Guide) -> list[str]:
    """What else was learned, for behind the fold."""
    worth = guide.worth.sentences() if guide.worth is not None else []
    said = [*worth, *(_NUMBER.sub("", sentence) for sentence in guide.said)]
    return said or ["Nothing has been learned that can be said in sentences."]


def _moves(moves: tuple[object, ...]) -> str:
    named = [str(move) for move in moves[:MOST_MOVES]]
    more = len(moves) - len(named)
    if more:
        return f"{', '.join(named)} and {more} more"
    return " and ".join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)


def count(number: int, noun: str) -> str:
    """A number of something."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
