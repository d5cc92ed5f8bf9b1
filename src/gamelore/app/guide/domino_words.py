"""What the guide of 42 says in words, the same in the text and on the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gamelore.app.guide.words import count
from gamelore.app.table.wording import trump_words
from gamelore.base.stats import Interval
from gamelore.games.forty_two.dominoes import Domino, parse_trump
from gamelore.games.forty_two.rules import SEATS
from gamelore.games.forty_two.table import NAMING, PLAYING, Trick
from gamelore.games.forty_two.view import FortyTwoView
from gamelore.lab.guide.dominoes import DominoGuide, DominoLine, LineStep, TableChoice, TableQuestion
from gamelore.learners.maxims.forty_two_words import BID, PLAY

PARTS = {BID: "To bid and to name trump", PLAY: "To play"}
READERS = {
    "careful": "A careful reader, who follows every line",
    "careless": "One who skips a line in ten",
}
HOW = (
    "To bid, first find your trump: begin with all suits. Then begin with all calls. To play, begin with the dominoes "
    "that you may play. Go through the lines in order. A line that applies keeps what it prefers; if it likes all the "
    "same, it keeps all. Of suits that are left name the highest; of calls or dominoes that are left take any."
)
WORDS = (
    "An off is no trump and no double, and you do not hold the higher dominoes of its suit. Three trumps are three or "
    "more. A counter is a domino with points. Unseen dominoes are those that the others hold."
)
_SEATS = ("you", "left", "partner", "right")
"""How the seats are called from where the reader sits, in the order of play."""


def domino_headline(guide: DominoGuide) -> str:
    """What is told of, in one line."""
    bids, plays = (len(guide.part(part)) for part in (BID, PLAY))
    return f"{guide.game.title}: {count(bids, 'line')} to bid by and {plays} to play by"


def domino_facts(told: DominoLine) -> str:
    """Words, and how often it narrows."""
    return f"{count(told.words, 'word')}. It narrows {told.narrows:.0%} of the {told.stage} that leave a choice."


def domino_without(told: DominoLine) -> str:
    """What the list wins without a line."""
    figures = over(told.without)
    if told.carries:
        return f"It adds {told.loss} marks. Without it the list scores {figures}."
    if told.loss.high < 0:
        return f"Without it the list scores more, by {-told.loss.mean:.1f} marks: {figures}."
    return f"Without it the deals show no difference ({told.loss:.2f}): {figures}."


def over(figures: Mapping[str, Interval]) -> str:
    """Marks, each with over whom."""
    return ", ".join(f"{figure.mean:+.1f} over {name}" for name, figure in figures.items())


def domino_measured(guide: DominoGuide) -> str:
    """How the figures were found."""
    return (
        f"All figures are marks per hundred rounds with 95 % intervals: {guide.deals:,} deals, each played twice with "
        f"the sides exchanged, seed {guide.seed}. How often a line narrows was counted in {guide.rounds} rounds among "
        "four careful readers."
    )


def domino_judged(part: str) -> str:
    """How a part of the list is judged."""
    if part == BID:
        return (
            "Over another bidder, the lines playing at all seats. Which lines the careless one skips is drawn for each "
            "deal; who skips the last line now and then calls by chance."
        )
    return "Over another way to play, in the contracts that the napkin formula bids."


# --- at the table -----------------------------------------------------------------------------------------------------


def seat_words(view: FortyTwoView, seat: int) -> str:
    """A seat from where the reader sits."""
    return _SEATS[(seat - view.seat) % SEATS]


def option_words(option: str) -> str:
    """A choice as a person would say it."""
    verb, _, rest = option.partition(" ")
    if verb == "trump":
        return trump_words(parse_trump(rest))
    return rest if verb == "play" else option


def situation_sentences(view: FortyTwoView) -> Iterator[str]:
    """What a seat knows beside its dominoes and the open trick."""
    table = view.table
    calls = [(table.caller(place), amount) for place, amount in enumerate(table.calls)]
    if table.stage != PLAYING:
        heard = [f"{seat_words(view, s)} {f'bid {amount}' if amount else 'passed'}" for s, amount in calls]
        yield f"{_sentence(', '.join(heard))}." if heard else "You call first."
        if table.stage == NAMING:
            yield "You won the bidding."
        return
    declarer = seat_words(view, table.declarer)
    ours, theirs = (table.points(team) for team in (view.seat % 2, 1 - view.seat % 2))
    assert table.trump is not None
    yield f"{_sentence(declarer)} bid {table.contract}, trump {trump_words(table.trump)}."
    yield f"Your side has {count(ours, 'point')}, the others {theirs}." if table.tricks else "It is the first trick."
    if not table.trick:
        yield "You lead."


def trick_words(view: FortyTwoView, trick: Trick) -> str:
    """A trick that was taken."""
    laid = laid_out(view, trick.leader, trick.dominoes)
    played = ", ".join(f"{who} {domino}" for who, domino in laid)
    takes = seat_words(view, trick.winner)
    return f"{played}; {takes} {'take' if takes == 'you' else 'takes'} {count(trick.points, 'point')}"


def laid_out(view: FortyTwoView, leader: int, dominoes: Sequence[Domino]) -> list[tuple[str, Domino]]:
    """Dominoes with who laid them."""
    return [(seat_words(view, (leader + n) % SEATS), domino) for n, domino in enumerate(dominoes)]


def step_sentence(step: LineStep) -> str:
    """What a line does with what was left."""
    if not step.applies:
        return "Changes nothing here."
    return f"Keeps {len(step.kept)} of {len(step.kept) + len(step.dropped)}: {_listed(step.kept)}."


def left_sentence(choice: TableChoice) -> str:
    """What the lines come to; of equal suits it is the highest."""
    last = choice.steps[-1].kept if choice.steps else choice.options
    if len(last) > 1 and len(choice.left) == 1:
        return f"Of equal suits the highest: {option_words(choice.left[0])}."
    return f"Left: {_listed(choice.left)}."


def domino_example(number: int, asked: TableQuestion) -> str:
    """What a line does in its example."""
    step = next(step for step in asked.choice.steps if step.number == number)
    return f"Here it keeps {_listed(step.kept)} and drops {_listed(step.dropped)}."


def _listed(options: Sequence[str]) -> str:
    return ", ".join(map(option_words, options))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
