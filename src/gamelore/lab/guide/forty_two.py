"""The evidence for lists of 42: what each line adds, how often it narrows, and situations to try the lines on.

Marks come from the judge of practice (`arena/forty_two/judge.py`) on mirrored deals, each played twice with the
sides exchanged: lines to bid are judged with the lines to play at all seats, over always passing and over the napkin
formula; lines to play on the contracts of the formula, over the plain rule of play and over the partner of practice.
All lists meet the same deals with the same luck. Situations come from whole rounds among four careful readers, through
the plain game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gamelore.arena.contest import DEALER, ContestKey
from gamelore.arena.forty_two.judge import (
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
from gamelore.base.errors import NotAvailable
from gamelore.base.files import digest
from gamelore.base.seeds import Phase, stream
from gamelore.base.stats import Interval, mean_interval
from gamelore.games.core import Action, AnyGame
from gamelore.games.forty_two import FortyTwo
from gamelore.games.forty_two.rules import Bid, NameTrump, Pass
from gamelore.games.forty_two.table import BIDDING, NAMING, PLAYING
from gamelore.games.forty_two.view import FortyTwoView
from gamelore.lab.guide.core import (
    CAREFUL,
    CARELESS,
    SLIPS,
    Against,
    Guide,
    GuideEntry,
    GuidePart,
    ListChoice,
    ListStep,
    Question,
    Unit,
)
from gamelore.lab.guide.evidence import GuideAsked, GuideEvidence, maxims_price, quiz_of_maxims, spread, without_each
from gamelore.lab.guide.quiz import Quiz
from gamelore.learners.core import Learner
from gamelore.learners.features.forty_two.seen import HOLDERS, PLAY_MEASURES, PROMISES, TRUMP_MEASURES
from gamelore.learners.maxims.forty_two import trump_in_mind, trump_values
from gamelore.learners.maxims.forty_two_words import BID, PLAY, lines_of
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import Line, MaximList, Narrowing, narrow

DEALS, ROUNDS = 20_000, 100
"""Mirrored deals that each list is judged on, and whole rounds that situations are taken from."""
ROUNDS_A_QUESTION = 8
"""Rounds that somebody needs who asks for many situations."""
QUESTIONS = 12
"""Situations of each quiz."""
FEWEST_DOMINOES = 3
"""A play that is asked for leaves at least so many to choose from."""
SECONDS = 40
"""What such a guide takes beside one of a board, whose points and markers are counted."""
STAGES: Mapping[str, str] = {BIDDING: "calls", NAMING: "trumps", PLAYING: "plays"}
BIDDERS: Mapping[str, int] = {"always passing": PASSER_BIDDER, "the formula": FORMULA_BIDDER}
PLAYERS: Mapping[str, MaximList | None] = {"the plain rule": None, "the practice partner": SPARRING}
MARKS = Unit("marks", "marks per hundred rounds", "+.1f")
HOW = (
    "To bid, first find your trump: begin with all suits. Then begin with all calls. To play, begin with the dominoes "
    "that you may play. Go through the lines in order. A line that applies keeps what it prefers; if it likes all the "
    "same, it keeps all. Of suits that are left name the highest; of calls or dominoes that are left take any.",
)
WHO = (
    "Who they are: always passing: bids only if it must; the formula: bids while 14, 6 for each double and 3 for each "
    "trump reach 4 more than the bid; the plain rule: leads trumps, then doubles, gives a winning partner counters, "
    "and else wins as cheaply as it can or throws the fewest points; the practice partner: eight lines written by hand."
)
PARTS = (
    GuidePart(
        BID,
        "To bid and to name trump",
        "to bid by",
        (
            "Over another bidder, the lines playing at all seats. Which lines the careless one skips is drawn for each "
            "deal; who skips the last line now and then calls by chance.",
        ),
    ),
    GuidePart(
        PLAY, "To play", "to play by", ("Over another way to play, in the contracts that the napkin formula bids.",)
    ),
)

Margins = Mapping[str, Ints]
"""Over each opponent the marks of both seatings together, by list and deal."""


class FortyTwoEvidence(GuideEvidence):
    """Measures lists of maxims at 42."""

    def has_list(self, learner: Learner) -> bool:
        """Whether it follows maxims."""
        return isinstance(learner, MaximLearner) and bool(learner.lines)

    def list_contests(self, contests: int | None, game: AnyGame) -> int:
        """The rounds; deals in a kernel are not told of."""
        return ROUNDS

    def effort(self, game: AnyGame) -> int:
        """More than all but the largest boards."""
        return SECONDS

    def list_guide(self, learner: Learner, asked: GuideAsked) -> Guide:
        """Judge both parts of a list, and take situations from whole rounds; contests are mirrored deals."""
        assert isinstance(learner, MaximLearner)
        game, lines, wording = learner.game, learner.lines, learner.reader.wording
        bid, own = (lines_of(wording, lines, part) for part in (BID, PLAY))
        if not game.is_same(FortyTwo()) or lines != (*bid, *own) or not bid or not own:
            raise NotAvailable("a guide of 42 tells lines to bid and lines to play, by the rules of the thesis")
        count = asked.contests or DEALS
        decisions = list(seat_decisions(learner, ROUNDS, asked))
        found = marks_of_lines(bid, own, count, asked.seed)
        entries = told_lines(learner, decisions, found)
        shown = {str(entry.example.situation) for entry in entries if entry.example is not None}
        asked_of = [decision for decision in decisions if str(decision.view) not in shown]
        measured = (
            f"All figures are marks per hundred rounds with 95 % intervals: {count:,} deals, each played twice with "
            f"the sides exchanged, seed {asked.seed}. How often a line narrows was counted in {ROUNDS} rounds among "
            "four careful readers."
        )
        return Guide(
            game,
            learner.kind,
            asked.subject,
            asked.seed,
            count,
            (MARKS,),
            {part: {reader: {MARKS.name: s} for reader, s in found.strength[part].items()} for part in (BID, PLAY)},
            (measured, WHO),
            PARTS,
            over="over",
            how=HOW,
            entries=entries,
            worth_unit=Unit("marks", MARKS.meaning, ".1f"),
            whole={part: {MARKS.name: found.strength[part][CAREFUL]} for part in (BID, PLAY)},
            rounds=count,
            price=maxims_price(learner, asked.facts, len(HOLDERS) + len(PROMISES)),
            quiz=tuple(q for stage in (BIDDING, PLAYING) for q in quiz_of(learner, asked_of, STAGES[stage])),
            vocabulary=tuple(wording.sentence(line) for line in wording.lines()),
        )

    def quiz(self, learner: Learner, asked: GuideAsked, most: int) -> Quiz:
        """Calls and plays from rounds among four careful readers, more rounds where more is asked."""
        if not self.has_list(learner):
            return super().quiz(learner, asked, most)
        assert isinstance(learner, MaximLearner)
        decisions = list(seat_decisions(learner, max(ROUNDS, ROUNDS_A_QUESTION * most), asked))
        questions = (q for stage in (BIDDING, PLAYING) for q in quiz_of(learner, decisions, STAGES[stage], most))
        return quiz_of_maxims(learner, HOW, questions)


FORTY_TWO = FortyTwoEvidence()


# --- marks ------------------------------------------------------------------------------------------------------------


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

    without: Sequence[Against]
    """By line, in the order of the whole list."""
    losses: Sequence[Interval]
    strength: Mapping[str, Mapping[str, Against]]


def marks_of_lines(bid: MaximList, own: MaximList, count: int, seed: int) -> MarksFound:
    """Judge both parts of a list."""
    some, judge = deals(seed, 0, count), FortyTwoJudge()
    bids = bid_margins(judge, without_each(bid), own, some)
    plays = play_margins(without_each(own), some)
    careless = play_margins([own], some, SLIPS)
    may_slip = slipping(some)
    strength = {
        BID: {
            CAREFUL: {name: marks(m[0]) for name, m in bids.items()},
            CARELESS: careless_bids(judge, bid, own, some),
        },
        PLAY: {
            CAREFUL: {name: marks(m[0]) for name, m in plays.items()},
            CARELESS: {name: marks(m[0][may_slip]) for name, m in careless.items()},
        },
    }
    without: list[Against] = []
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


def seat_decisions(learner: MaximLearner, rounds: int, asked: GuideAsked) -> Iterator[SeatDecision]:
    """Every decision of some rounds among four who follow the list."""
    game, lines = learner.game, learner.lines
    for number in range(rounds):
        rng = ContestKey(asked.seed, 0, Phase.TEST, number).stream(DEALER)
        state = game.new_initial_state(rng)
        while not state.is_terminal():
            view = state.view(state.current_player())
            assert isinstance(view, FortyTwoView)
            actions, values = learner.reader.values(view, lines)
            narrowing = narrow(lines, len(actions), values)
            if len(view.legal_actions()) > 1:
                yield SeatDecision(view, actions, narrowing)
            state = state.child(actions[pick(rng, narrowing.left.tolist())])
        asked.step()


def stage_of(line: Line) -> str:
    """At which decisions a line is followed."""
    if line.measure in TRUMP_MEASURES:
        return STAGES[NAMING]
    return STAGES[PLAYING] if line.measure in PLAY_MEASURES else STAGES[BIDDING]


def told_lines(learner: MaximLearner, decisions: Sequence[SeatDecision], found: MarksFound) -> tuple[GuideEntry, ...]:
    """The lines with their evidence."""
    wording, lines = learner.reader.wording, learner.lines
    times = Counter(decision.stage for decision in decisions)
    told = []
    for number, line in enumerate(lines):
        stage = stage_of(line)
        fitting = [d for d in decisions if number in d.narrowing.narrowed]
        told.append(
            GuideEntry(
                str(line),
                wording.label(lines, number),
                wording.part_of(line),
                wording.sentence(line),
                len(fitting) / max(1, times[stage]),
                f"{stage} that leave a choice",
                times[stage],
                {MARKS.name: found.without[number]},
                found.losses[number],
                _example(learner, number, fitting),
            )
        )
    return tuple(told)


def _example(learner: MaximLearner, number: int, fitting: Sequence[SeatDecision]) -> Question | None:
    """The situation that shows best what a line does: it decides, among some and not all that there are."""
    if not fitting:
        return None

    def plainness(d: SeatDecision) -> tuple[object, ...]:
        before, after = (len(d.narrowing.kept[at]) for at in (number, number + 1))
        return d.narrowing.narrowed[-1] != number, after, abs(before - 4), len(str(d.view)), str(d.view)

    return question_of(learner, min(fitting, key=plainness))


def question_of(learner: MaximLearner, decision: SeatDecision) -> Question:
    """A decision as it is asked and told; a call with the trump that it has in mind."""
    view, lines = decision.view, learner.lines
    if decision.stage == STAGES[NAMING]:
        return Question(BID, view, (_suits(view, lines),))
    if decision.stage == STAGES[PLAYING]:
        texts = [str(action) for action in decision.actions]
        return Question(PLAY, view, (_choice("play", texts, decision.narrowing, learner, PLAY),))
    # The lines call the least bid or pass; nobody need choose among the others.
    least = next(action for action in decision.actions if isinstance(action, Bid))
    offered = [n for n, a in enumerate(decision.actions) if isinstance(a, Pass) or a == least]
    kept = tuple(np.array([offered.index(n) for n in some if n in offered]) for some in decision.narrowing.kept)
    texts = [str(decision.actions[n]) for n in offered]
    return Question(BID, view, (_suits(view, lines), _choice("call", texts, Narrowing(kept), learner, BID)))


def _choice(name: str, texts: Sequence[str], narrowing: Narrowing, learner: MaximLearner, part: str) -> ListChoice:
    wording, lines = learner.reader.wording, learner.lines
    steps = tuple(
        _step(number, texts, narrowing)
        for number, line in enumerate(lines)
        if wording.part_of(line) == part and line.measure not in TRUMP_MEASURES
    )
    left = tuple(texts[n] for n in narrowing.left.tolist())
    return ListChoice(name, tuple(texts), steps, left, alone=(str(Pass()),))


def _suits(view: FortyTwoView, lines: MaximList) -> ListChoice:
    """How the suits are narrowed; of those that no line tells apart it is the highest."""
    trumps = view.table.rules.trumps
    texts = [str(NameTrump(trump)) for trump in trumps]
    narrowing = narrow(lines, len(trumps), trump_values(view, lines, trumps))
    steps = tuple(_step(n, texts, narrowing) for n, line in enumerate(lines) if line.measure in TRUMP_MEASURES)
    left = (str(NameTrump(trump_in_mind(view, lines))),)
    return ListChoice("trump", tuple(texts), steps, left, tie="of equal suits it is the highest")


def _step(number: int, texts: Sequence[str], narrowing: Narrowing) -> ListStep:
    dropped = tuple(texts[n] for n in narrowing.dropped_by(number))
    return ListStep(number, tuple(texts[n] for n in narrowing.kept[number + 1].tolist()), dropped)


def quiz_of(
    learner: MaximLearner, decisions: Sequence[SeatDecision], stage: str, most: int = QUESTIONS
) -> tuple[Question, ...]:
    """Situations of one stage in which the lines leave one choice, by every line in turn."""
    by: dict[int, dict[str, SeatDecision]] = {number: {} for number in range(len(learner.lines))}
    for decision in decisions:
        narrowed, left = decision.narrowing.narrowed, len(decision.narrowing.left)
        enough = stage != STAGES[PLAYING] or len(decision.actions) >= FEWEST_DOMINOES
        if decision.stage == stage and narrowed and left == 1 and enough and _may_pass(decision):
            by[narrowed[-1]].setdefault(digest(str(decision.view)), decision)  # in no order
    return tuple(question_of(learner, decision) for decision in spread(by, most))


def _may_pass(decision: SeatDecision) -> bool:
    return decision.stage != STAGES[BIDDING] or any(isinstance(action, Pass) for action in decision.actions)
