"""The evidence for lists of maxims in a game for two that hides nothing, from its rules alone.

Contests of each reader, contests without each line with the same luck, and a proof. "Never loses" is said only where a
proof says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from gamelore.arena.followers import INTUITIVE, reader_of
from gamelore.arena.judging import DRAW, LOSS, WIN
from gamelore.arena.roster import roster, usual_challengers
from gamelore.arena.tournament import seat_of
from gamelore.base.arrays import Floats
from gamelore.base.errors import NotAvailable
from gamelore.base.little import little_work
from gamelore.base.stats import Interval, mean_interval, wilson
from gamelore.games.core import AnyGame, AnyState
from gamelore.games.record import Record
from gamelore.lab.guide.core import (
    CAREFUL,
    CARELESS,
    NOT_LOST,
    SLIPS,
    WON,
    Against,
    ByUnit,
    Guide,
    GuideEntry,
    GuidePart,
    ListChoice,
    ListStep,
    Question,
)
from gamelore.lab.guide.evidence import GuideAsked, GuideEvidence, maxims_price, quiz_of_maxims, spread, without_each
from gamelore.lab.guide.quiz import Quiz
from gamelore.learners.core import Learner
from gamelore.learners.maxims.boards import is_compiled
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import Line, MaximList, Narrowing, narrow
from gamelore.learners.maxims.proof import RETURNS, prove
from gamelore.learners.maxims.schedule import MaximSettings
from gamelore.oracles import easy_truth, has_easy_truth

KINDS: Mapping[str, tuple[str, float]] = {
    CAREFUL: ("careful", 0.0),
    CARELESS: ("careful", SLIPS),
    "beginner": ("beginner", SLIPS),
    "alone": ("beginner-alone", SLIPS),
    "feel": ("intuitive", SLIPS),
    "feel alone": ("intuitive-alone", SLIPS),
}
"""What the arena calls those who follow the list; by feel plays who is known in the game."""
ROUNDS = 4
"""Rounds without a line for each contest of a reader, where kernels play them."""
PROVED_WITHIN = 100_000
"""States that a proof may look at."""
KEPT, WON_MORE = 100.0, 50.0
"""What a contest not lost is worth, and a win above that."""
QUESTIONS = 10
"""Positions of the quiz."""
FEW = 8
"""Moves among which a reader sees at a glance what a line does."""
HOW = (
    "Begin with all your legal moves. Go through the lines in order. A line that applies keeps the moves it prefers. "
    "If it likes them all the same, it keeps them all. Play any move that is left."
)


@dataclass(frozen=True, slots=True)
class ListDecision:
    """A decision of a careful reader."""

    state: AnyState
    actions: Sequence[Any]
    values: Sequence[Floats | None]
    narrowing: Narrowing
    made: Sequence[AnyState] = ()
    """The positions that the mover made earlier in the contest."""

    def question(self, part: str, shown: Any = None, before: int | None = None) -> Question:
        """As it is asked and told."""
        texts = tuple(map(str, self.actions))
        kept = [tuple(texts[move] for move in some.tolist()) for some in self.narrowing.kept]
        steps = tuple(
            ListStep(n, kept[n + 1], tuple(texts[move] for move in self.narrowing.dropped_by(n)))
            for n in range(len(kept) - 1)
        )
        return Question(part, self.state, (ListChoice("move", texts, steps, kept[-1]),), shown, before)


class OpenEvidence(GuideEvidence):
    """Measures lists of maxims."""

    def has_list(self, learner: Learner) -> bool:
        """Whether it follows maxims."""
        return isinstance(learner, MaximLearner) and bool(learner.lines) and learner.game.perfect_information

    def is_solved(self, game: AnyGame) -> bool:
        """Whether the truth is there, or found in a moment."""
        return has_easy_truth(game)

    def list_contests(self, contests: int | None, game: AnyGame) -> int:
        """Those of all readers."""
        return len(readers_of(game)) * self.each(contests, game) * len(usual_challengers(game))

    def is_small(self, game: AnyGame) -> bool:
        """Whether what looks through a game takes longer to compile than in plain Python."""
        return False

    def same(self, state: AnyState) -> str:
        """What positions that are alike have in common."""
        return str(state)

    def list_guide(self, learner: Learner, asked: GuideAsked) -> Guide:
        """The readers' contests, the evidence for each line, the proof, the price."""
        assert isinstance(learner, MaximLearner)
        game = learner.game
        records: list[Record] = []
        strength = {}
        for reader, (kind, slips) in readers_of(game).items():
            player = reader_of(learner, kind, slips, unsolved="search")
            strength[reader] = self.scores(player, game, asked, records.append if reader == CAREFUL else None)
        # Whatever was played often is compiled by now.
        with little_work(self.is_small(game)):
            return self._told(learner, asked, strength, records)

    def _told(
        self,
        learner: MaximLearner,
        asked: GuideAsked,
        strength: Mapping[str, Mapping[str, Against]],
        records: list[Record],
    ) -> Guide:
        """What else there is to tell, when the readers have played."""
        game, lines, wording = learner.game, learner.lines, learner.reader.wording
        part, each = wording.parts[0], self.each(asked.contests, game)
        panel = self.panel(learner, asked)
        situations = list(situations_of(game, lines, records))
        narrowing = Counter(number for s in situations for number in s.narrowing.narrowed)
        rounds = each * (ROUNDS if self.is_solved(game) and is_compiled(game, lines) else 1)
        whole, rest, losses = left_out(game, lines, rounds, asked.seed)
        entries = tuple(
            GuideEntry(
                str(line),
                wording.label(lines, number),
                part,
                wording.sentence(line),
                narrowing[number] / max(1, len(situations)),
                "decisions",
                len(situations),
                self._called_in(rest[number], game),
                losses[number],
                example_of(number, line, situations, part),
                wording.measures[line.measure].ahead,
            )
            for number, line in enumerate(lines)
        )
        try:
            proof = prove(game, lines, PROVED_WITHIN)
        except NotAvailable:
            proof = None
        judged = (
            f"With a line and without: {rounds} contests against each, half of them by a reader who skips a line in "
            "ten, with the same luck. A contest not lost counts 100 points, a win 50 more."
        )
        return Guide(
            game,
            learner.kind,
            asked.subject,
            asked.seed,
            each,
            self.units(game),
            {part: strength},
            self.measured(game, asked),
            (GuidePart(part, "The lines", "to play by", (judged,)),),
            how=(HOW,),
            entries=entries,
            whole={part: self._called_in(whole, game)},
            rounds=rounds,
            strangers={} if panel is None else {part: panel},
            most=tuple(most_to_have(game)),
            proof=proof,
            price=maxims_price(learner, asked.facts),
            quiz=tuple(self._quiz(situations, len(lines), part, _shown(entries))),
            vocabulary=tuple(wording.sentence(line) for line in wording.lines()),
        )

    def quiz(self, learner: Learner, asked: GuideAsked, most: int) -> Quiz:
        """Positions from contests of a careful reader, as they look to somebody who did not see what came before."""
        if not self.has_list(learner):
            return super().quiz(learner, asked, most)
        assert isinstance(learner, MaximLearner)
        records: list[Record] = []
        self.scores(reader_of(learner, "careful", 0.0, unsolved="search"), learner.game, asked, records.append)
        situations = list(situations_of(learner.game, learner.lines, records, alone=True))
        part = learner.reader.wording.parts[0]
        return quiz_of_maxims(learner, (HOW,), self._quiz(situations, len(learner.lines), part, most=most))

    def _called_in(self, units: ByUnit, game: AnyGame) -> ByUnit:
        return {unit: {self._called(name, game): f for name, f in some.items()} for unit, some in units.items()}

    def _quiz(
        self,
        situations: Sequence[ListDecision],
        lines: int,
        part: str,
        shown: Sequence[AnyState] = (),
        most: int = QUESTIONS,
    ) -> Iterator[Question]:
        """Positions in which the list leaves few of the moves, by every line in turn; none like another or shown.

        None in which it passes over a move that wins at once: there a reader would rather be right than follow it.
        """
        same = cache(self.same)
        known = set(map(same, shown))
        by: dict[int, dict[str, ListDecision]] = {number: {} for number in range(lines)}
        for situation in situations:
            narrowed, left, moves = situation.narrowing.narrowed, len(situation.narrowing.left), len(situation.actions)
            fits = narrowed and 3 * left <= moves and same(situation.state) not in known
            if fits and not _passes_over_a_win(situation, lines - 1):
                by[narrowed[-1]].setdefault(same(situation.state), situation)
        return (situation.question(part) for situation in spread(by, most))


OPEN = OpenEvidence()


def readers_of(game: AnyGame) -> Mapping[str, tuple[str, float]]:
    """Those of them who can play a game."""
    by_feel = INTUITIVE in roster(game)
    return {name: kind for name, kind in KINDS.items() if by_feel or not kind[0].startswith(INTUITIVE)}


def _shown(entries: Sequence[GuideEntry]) -> list[AnyState]:
    return [entry.example.situation for entry in entries if entry.example is not None]


def situations_of(
    game: AnyGame, lines: MaximList, records: Sequence[Record], *, alone: bool = False
) -> Iterator[ListDecision]:
    """Every decision that the list made in some contests, or would make where it stands alone, without a past."""
    reader = MaximLearner(game, MaximLearner.preset(None)).reader
    for record in records:
        reader.begin()
        made: tuple[AnyState, ...] = ()
        for view, action in record.turns(game, {seat_of(record, 0)}):
            if alone:
                reader.begin()
                made = ()
            actions, values = reader.values(view, lines)
            yield ListDecision(view.state, actions, values, narrow(lines, len(actions), values), made)
            reader.made(view, action)
            made = (*made, view.state.child(action))


def example_of(number: int, line: Line, situations: Sequence[ListDecision], part: str) -> Question | None:
    """The situation that shows best what a line does: it chooses among few moves, and leaves one or two.

    One in which a move that wins at once is not among those kept is the last to be taken: a reader would argue with it.
    Its picture shows a move that is kept, or of a line that keeps the fewest the worst that it drops.
    """
    fitting = [s for s in situations if number in s.narrowing.narrowed]
    if not fitting:
        return None

    def plainness(s: ListDecision) -> tuple[object, ...]:
        before, after = (len(s.narrowing.kept[at]) for at in (number, number + 1))
        return abs(before - FEW / 2), after, str(s.state)

    plainest = sorted(fitting, key=plainness)
    best = next((s for s in plainest if not _passes_over_a_win(s, number)), plainest[0])
    values = best.values[number]
    assert values is not None
    kept, dropped = best.narrowing.kept[number + 1], best.narrowing.dropped_by(number)
    shown = int(kept[0]) if line.sense == "most" else max(dropped, key=lambda move: values[move])
    again = best.state.child(best.actions[shown])
    turns = [back for back, state in enumerate(reversed(best.made), start=1) if state == again]
    return best.question(part, best.actions[shown], turns[0] if turns and line.measure == RETURNS else None)


def _passes_over_a_win(decision: ListDecision, number: int) -> bool:
    """Whether a move that wins at once is gone after a line."""
    state, left = decision.state, decision.narrowing.kept[number + 1]
    seat = state.current_player()
    outcomes = ((move, state.child(action).outcome()) for move, action in enumerate(decision.actions))
    return any(o is not None and o.result(seat) == "win" and move not in left for move, o in outcomes)


def most_to_have(game: AnyGame) -> Iterator[str]:
    """What perfect play on both sides comes to, and so what can be had at most against it."""
    truth, first = easy_truth(game), game.new_initial_state()
    if truth is None or not truth.covers(first):
        yield "What can be had at most is not known: the game is not solved here."
        return
    value = truth.value(first)
    if not value.result:
        yield (
            "With perfect play on both sides it is a draw: against a perfect player no contest can be won, and 100 % "
            "not lost is all that can be had."
        )
        return
    winner = game.seat_names[first.current_player() if value.result > 0 else 1 - first.current_player()]
    yield (
        f"{winner} wins by force, and the sides alternate: against a perfect player 50 % is all that can be had, "
        "not lost and won."
    )


def left_out(game: AnyGame, lines: MaximList, rounds: int, seed: int) -> tuple[ByUnit, list[ByUnit], list[Interval]]:
    """The whole list, the list without each line, and what a contest is then worth less; all with the same luck.

    As in practice, a reader who skips lines plays half of the contests: some lines are there for that one.
    """
    missing = f"{game.name} has no judge of lines, so that nobody can tell what one adds"
    judge = game.kit.need("judge_of_lines", missing)(game, MaximSettings(slips=SLIPS), {})
    lists = without_each(lines)
    contests = judge.contests(lists, range(rounds), seed)
    results = {name: contests[:, n, :, 0] for n, name in enumerate(judge.opponents)}
    counted = {NOT_LOST.name: (DRAW, WIN), WON.name: (WIN,)}
    whole, *rest = (
        {
            unit: {name: wilson(int(np.isin(found[n], some).sum()), rounds) for name, found in results.items()}
            for unit, some in counted.items()
        }
        for n in range(len(lists))
    )
    points = np.concatenate([KEPT * (r != LOSS) + WON_MORE * (r == WIN) for r in results.values()], axis=1)
    losses = [mean_interval((points[0] - points[n]).tolist()) for n in range(1, len(lists))]
    return whole, list[ByUnit](rest), losses
