"""The guide of 42, measured: what each line adds, how often it narrows, and situations to try the lines on.

Marks come from the judge of practice (`arena/forty_two/practice.py`): lines to bid are judged with the lines to play at
all seats, over always passing and over the napkin formula; lines to play on the contracts of the formula, over the
plain rule of play and over the partner of practice. All lists meet the same deals with the same luck. Situations come
from whole rounds among four careful readers, through the plain game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gamelore.arena.contest import DEALER, ContestKey
from gamelore.arena.forty_two.practice import (
    FORMULA_BIDDER,
    PASSER_BIDDER,
    SPARRING,
    Deals,
    FortyTwoJudge,
    deals,
    slipping,
)
from gamelore.arena.players import pick
from gamelore.base.arrays import Ints
from gamelore.base.files import digest
from gamelore.base.seeds import Phase, stream
from gamelore.base.stats import Interval, mean_interval
from gamelore.games.core import Action
from gamelore.games.forty_two.rules import Bid, NameTrump, Pass
from gamelore.games.forty_two.table import BIDDING, NAMING, PLAYING
from gamelore.games.forty_two.view import FortyTwoView
from gamelore.lab.guide.core import SLIPS
from gamelore.lab.guide.dominoes import DominoLine, LineStep, TableChoice, TableQuestion
from gamelore.lab.guide.evidence import spread
from gamelore.learners.features.forty_two.seen import PLAY_MEASURES, TRUMP_MEASURES
from gamelore.learners.maxims.forty_two import trump_in_mind, trump_values
from gamelore.learners.maxims.forty_two_words import BID, PLAY
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import Line, MaximList, Narrowing, narrow

DEALS, ROUNDS = 20_000, 100
"""Mirrored deals that each list is judged on, and whole rounds that situations are taken from."""
QUESTIONS = 12
"""Situations of each quiz."""
FEWEST_DOMINOES = 3
"""A play that is asked for leaves at least so many to choose from."""
STAGES: Mapping[str, str] = {BIDDING: "calls", NAMING: "trumps", PLAYING: "plays"}
BIDDERS: Mapping[str, int] = {"always passing": PASSER_BIDDER, "the formula": FORMULA_BIDDER}
PLAYERS: Mapping[str, MaximList | None] = {"the plain rule": None, "the practice partner": SPARRING}

Margins = Mapping[str, Ints]
"""Over each opponent the marks of both seatings together, by list and deal."""


# --- marks ------------------------------------------------------------------------------------------------------------


def without_each(lines: Sequence[Line]) -> list[MaximList]:
    """The list, and the list without each line."""
    whole = tuple(lines)
    return [whole, *(whole[:n] + whole[n + 1 :] for n in range(len(whole)))]


def marks(margins: Ints) -> Interval:
    """Marks per hundred rounds."""
    return mean_interval((50.0 * margins).tolist())


def bid_margins(judge: FortyTwoJudge, lists: Sequence[MaximList], own: MaximList, some: Deals) -> Margins:
    """What lists to bid win, with the lines to play at all seats."""
    return {name: judge.bid_margins(lists, own, bidder, some) for name, bidder in BIDDERS.items()}


def play_margins(lists: Sequence[MaximList], some: Deals, slips: float = 0.0) -> Margins:
    """What lists to play win in the formula's contracts."""
    judge = FortyTwoJudge(slips=slips)
    return {name: judge.play_margins(lists, other, some) for name, other in PLAYERS.items()}


def careless_bids(judge: FortyTwoJudge, bid: MaximList, own: MaximList, some: Deals) -> dict[str, Interval]:
    """What a side wins that skips a line in ten: which ones, is drawn for each deal."""
    skips = stream(some.seed).random((len(some), len(bid))) < SLIPS
    drawn = skips @ (1 << np.arange(len(bid)))
    sets = sorted(set(drawn.tolist()))
    lists = [tuple(line for n, line in enumerate(bid) if not skipped >> n & 1) for skipped in sets]
    which = np.searchsorted(np.array(sets), drawn)
    found = bid_margins(judge, lists, own, some)
    return {name: marks(margins[which, np.arange(len(some))]) for name, margins in found.items()}


@dataclass(frozen=True, slots=True)
class MarksFound:
    """What the lists win, whole and without each line."""

    without: Sequence[Mapping[str, Interval]]
    """By line, in the order of the whole list."""
    losses: Sequence[Interval]
    strength: Mapping[str, Mapping[str, Mapping[str, Interval]]]


def marks_of_lines(bid: MaximList, own: MaximList, count: int, seed: int) -> MarksFound:
    """Judge both parts of a list."""
    some, judge = deals(seed, 0, count), FortyTwoJudge()
    bids = bid_margins(judge, without_each(bid), own, some)
    plays = play_margins(without_each(own), some)
    careless = play_margins([own], some, SLIPS)
    may_slip = slipping(some)
    strength = {
        BID: {
            "careful": {name: marks(m[0]) for name, m in bids.items()},
            "careless": careless_bids(judge, bid, own, some),
        },
        PLAY: {
            "careful": {name: marks(m[0]) for name, m in plays.items()},
            "careless": {name: marks(m[0][may_slip]) for name, m in careless.items()},
        },
    }
    without: list[Mapping[str, Interval]] = []
    losses = []
    for margins, lines in ((bids, bid), (plays, own)):
        for n in range(1, len(lines) + 1):
            without.append({name: marks(m[n]) for name, m in margins.items()})
            losses.append(marks(np.mean([m[0] - m[n] for m in margins.values()], axis=0)))
    return MarksFound(without, losses, strength)


# --- situations -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatDecision:
    """A decision of a careful reader that left a choice."""

    view: FortyTwoView
    actions: Sequence[Action]
    narrowing: Narrowing

    @property
    def stage(self) -> str:
        """Calls, trumps or plays."""
        return STAGES[self.view.table.stage]


def seat_decisions(
    learner: MaximLearner, rounds: int, seed: int, progress: Callable[[str], None] | None = None
) -> Iterator[SeatDecision]:
    """Every decision of some rounds among four who follow the list."""
    game, lines = learner.game, learner.lines
    for number in range(rounds):
        rng = ContestKey(seed, 0, Phase.TEST, number).stream(DEALER)
        state = game.new_initial_state(rng)
        while not state.is_terminal():
            view = state.view(state.current_player())
            assert isinstance(view, FortyTwoView)
            actions, values = learner.reader.values(view, lines)
            narrowing = narrow(lines, len(actions), values)
            if len(view.legal_actions()) > 1:
                yield SeatDecision(view, actions, narrowing)
            state = state.child(actions[pick(rng, narrowing.left.tolist())])
        if progress is not None:
            progress("contests")


def stage_of(line: Line) -> str:
    """At which decisions a line is followed."""
    if line.measure in TRUMP_MEASURES:
        return STAGES[NAMING]
    return STAGES[PLAYING] if line.measure in PLAY_MEASURES else STAGES[BIDDING]


def told_lines(learner: MaximLearner, decisions: Sequence[SeatDecision], found: MarksFound) -> tuple[DominoLine, ...]:
    """The lines with their evidence."""
    wording, lines = learner.reader.wording, learner.lines
    times = Counter(decision.stage for decision in decisions)
    told = []
    for number, line in enumerate(lines):
        sentence, stage = wording.sentence(line), stage_of(line)
        fitting = [d for d in decisions if number in d.narrowing.narrowed]
        told.append(
            DominoLine(
                line,
                wording.label(lines, number),
                sentence,
                len(sentence.split()),
                stage,
                len(fitting) / max(1, times[stage]),
                found.without[number],
                found.losses[number],
                _example(learner, number, fitting),
            )
        )
    return tuple(told)


def _example(learner: MaximLearner, number: int, fitting: Sequence[SeatDecision]) -> TableQuestion | None:
    """The situation that shows best what a line does: it decides, among some and not all that there are."""
    if not fitting:
        return None

    def plainness(d: SeatDecision) -> tuple[object, ...]:
        before, after = (len(d.narrowing.kept[at]) for at in (number, number + 1))
        return d.narrowing.narrowed[-1] != number, after, abs(before - 4), len(str(d.view)), str(d.view)

    return question_of(learner, min(fitting, key=plainness))


def question_of(learner: MaximLearner, decision: SeatDecision) -> TableQuestion:
    """A decision as it is asked and told; a call with the trump that it has in mind."""
    view, lines = decision.view, learner.lines
    if decision.stage == STAGES[NAMING]:
        return TableQuestion(view, _suits(view, lines))
    if decision.stage == STAGES[PLAYING]:
        texts = [str(action) for action in decision.actions]
        return TableQuestion(view, _choice(texts, decision.narrowing, learner, PLAY))
    # The lines call the least bid or pass; nobody need choose among the others.
    least = next(action for action in decision.actions if isinstance(action, Bid))
    offered = [n for n, a in enumerate(decision.actions) if isinstance(a, Pass) or a == least]
    kept = tuple(np.array([offered.index(n) for n in some if n in offered]) for some in decision.narrowing.kept)
    texts = [str(decision.actions[n]) for n in offered]
    return TableQuestion(view, _choice(texts, Narrowing(kept), learner, BID), _suits(view, lines))


def _choice(texts: Sequence[str], narrowing: Narrowing, learner: MaximLearner, part: str) -> TableChoice:
    wording, lines = learner.reader.wording, learner.lines
    steps = tuple(
        _step(number, texts, narrowing)
        for number, line in enumerate(lines)
        if wording.part_of(line) == part and line.measure not in TRUMP_MEASURES
    )
    return TableChoice(tuple(texts), steps, tuple(texts[n] for n in narrowing.left.tolist()))


def _suits(view: FortyTwoView, lines: MaximList) -> TableChoice:
    """How the suits are narrowed; of those that no line tells apart it is the highest."""
    trumps = view.table.rules.trumps
    texts = [str(NameTrump(trump)) for trump in trumps]
    narrowing = narrow(lines, len(trumps), trump_values(view, lines, trumps))
    steps = tuple(_step(n, texts, narrowing) for n, line in enumerate(lines) if line.measure in TRUMP_MEASURES)
    return TableChoice(tuple(texts), steps, (str(NameTrump(trump_in_mind(view, lines))),))


def _step(number: int, texts: Sequence[str], narrowing: Narrowing) -> LineStep:
    dropped = tuple(texts[n] for n in narrowing.dropped_by(number))
    return LineStep(number, bool(dropped), tuple(texts[n] for n in narrowing.kept[number + 1].tolist()), dropped)


def quiz_of(learner: MaximLearner, decisions: Sequence[SeatDecision], stage: str) -> tuple[TableQuestion, ...]:
    """Situations of one stage in which the lines leave one choice, by every line in turn."""
    by: dict[int, dict[str, SeatDecision]] = {number: {} for number in range(len(learner.lines))}
    for decision in decisions:
        narrowed, left = decision.narrowing.narrowed, len(decision.narrowing.left)
        enough = stage != STAGES[PLAYING] or len(decision.actions) >= FEWEST_DOMINOES
        if decision.stage == stage and narrowed and left == 1 and enough and _may_pass(decision):
            by[narrowed[-1]].setdefault(digest(str(decision.view)), decision)  # in no order
    return tuple(question_of(learner, decision) for decision in spread(by, QUESTIONS))


def _may_pass(decision: SeatDecision) -> bool:
    return decision.stage != STAGES[BIDDING] or any(isinstance(action, Pass) for action in decision.actions)
