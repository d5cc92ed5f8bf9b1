"""How often a list of Waterman's rules decides as its trainer, or as the axioms accept (1968, Tables 5-1 and 5-2).

The list plays rounds against the scripted `human` in which nothing is learned, and each of its decisions is compared
with what the trainer would have done, or with what the axioms accept. The source's measure of implicit training counts
a decision as acceptable where nothing follows from the axioms; every such figure stands here without these cases too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from gamelore.arena.contest import ContestKey, play
from gamelore.arena.poker.opponents import opponent
from gamelore.base.arrays import Bools
from gamelore.base.seeds import Phase, Rng
from gamelore.games import AnyView, Record, load_game
from gamelore.games.poker.draw_poker import DrawPokerState, DrawPokerView
from gamelore.games.poker.table import DROP, ROUNDS_PER_GAME, SECOND_BETS, Bet
from gamelore.lab.engine.orders import Figures
from gamelore.lab.poker_lists import HUMAN
from gamelore.learners.core import Decision
from gamelore.learners.rules.language.heuristics import Heuristics
from gamelore.learners.rules.language.matching import Matcher
from gamelore.learners.rules.learner import Waterman
from gamelore.learners.rules.poker.cases import showdown_of
from gamelore.learners.rules.poker.lists import builtin, printed
from gamelore.learners.rules.poker.moves import action_of, bet_ranges
from gamelore.learners.rules.poker.task import PokerTask
from gamelore.learners.rules.settings import EXPLICIT, RuleSettings
from gamelore.learners.rules.training.axioms import DECISIONS, judge, shipped_logic
from gamelore.learners.rules.training.task import Decided
from gamelore.papers.waterman_1968.judged_decisions import JudgedDecisions, percent

SITUATIONS, FEW = 2000, 50
"""How many consecutive situations are compared: the many, and the few of the source (p141)."""
BEFORE = 500
"""Situations in which random play is compared with the axioms: it is the same in every run."""
CASES = ("after.2000", "all.2000", "before.2000", "before.type", "before.500", "before", "after")
"""Under which names shares of agreement are kept, the longer of two with one beginning first."""

Hits = Sequence[bool]


class _NeverDrops(Waterman):
    """Plays a drop as a call, or as a bet of 1, so that hands are shown."""

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        decision = super().decide(view, rng)
        found = PokerTask().substitute(view, "DROP") if decision.action == DROP else None
        return Decision(found, "no drops") if found else decision


def _rounds(
    heuristics: Heuristics, seed: int, run: int, most: int, *, drops: bool = True
) -> Iterator[tuple[list[Decided], Record, int]]:
    """What a list decides in up to so many rounds against the human, each round's record, and the list's seat."""
    game = load_game("draw_poker")
    program = (Waterman if drops else _NeverDrops)(game, RuleSettings())
    other = opponent(HUMAN, game)
    program.school.trainee.replace_rules(heuristics)
    for number in range(most):
        seat = number % ROUNDS_PER_GAME % 2
        players = (program, other) if seat == 0 else (other, program)
        record = play(game, players, ContestKey(seed, run, Phase.TEST, number))
        yield program.decided.get(seat, []), record, seat


def agreement(
    heuristics: Heuristics, seed: int, run: int = 0, situations: int = SITUATIONS
) -> tuple[JudgedDecisions, Hits]:
    """How a list decides in the situations that it gets into, beside the built-in trainer, who sees what it sees.

    Counted by equal decisions, and by whether the size of a bet may be the trainer's.
    """
    trainer = Matcher(builtin())
    ranges = bet_ranges(builtin())
    cases = _Cases(tuple(builtin().moves), builtin().vector)
    sized: list[bool] = []
    for decided, _, _ in _rounds(heuristics, seed, run, situations):
        for one in decided:
            assert isinstance(one.view, DrawPokerView)
            values = trainer.values(one.situation)
            wanted = trainer.heuristics.rules[trainer.match(values)].move
            seen = {name: values[name] for name in cases.vector}
            cases.add(one, seen, [move == wanted for move in cases.moves], made=one.move == wanted)
            if isinstance(one.action, Bet) and one.move != "CALL":
                same = wanted == "BETLAP" and one.action == action_of(trainer, one.view, wanted, values)
                sized.append(one.action.size in ranges.get(wanted, ()) or same)
            else:
                sized.append(one.move == wanted)
        cases.contest += 1
        if len(sized) >= situations:
            break
    return cases.judged(situations), sized[:situations]


def implicit_agreement(
    heuristics: Heuristics,
    settings: RuleSettings,
    seed: int,
    run: int = 0,
    *,
    shown: bool,
    situations: int = SITUATIONS,
) -> JudgedDecisions:
    """Which decisions after the draw are acceptable to the axioms.

    With `shown`, over rounds that reach a showdown, drops being played as calls; otherwise over all rounds, the
    opponent's hand taken as known and drops real. Where nothing follows from the axioms every decision stands.
    """
    game = load_game("draw_poker")
    cases = _Cases(DECISIONS, heuristics.vector)
    # A list that drops nearly always is never judged: the number of rounds is bounded too.
    for decided, record, seat in _rounds(heuristics, seed, run, 4 * situations, drops=not shown):
        if record.why == "showdown" or not shown:
            end = record.final_state(game)
            assert isinstance(end, DrawPokerState)
            for one in decided:
                assert isinstance(one.view, DrawPokerView)
                if one.view.table.stage == SECOND_BETS:
                    case = showdown_of(one.view, one.move, end.table, end.hands[1 - seat])
                    found = judge(case, settings, shipped_logic())
                    accepted = [not found.proofs or move in found.acceptable for move in DECISIONS]
                    made = one.move in found.acceptable
                    cases.add(one, one.situation, accepted, made=made, follows=bool(found.proofs))
        cases.contest += 1
        if len(cases.rows) >= situations:
            break
    return cases.judged(situations)


class _Cases:
    """Judged decisions as they come in."""

    def __init__(self, moves: tuple[str, ...], vector: tuple[str, ...]) -> None:
        self.moves, self.vector, self.contest = moves, vector, 0
        self.rows: list[tuple[list[bool], list[bool], bool, bool, list[float], int]] = []

    def add(
        self, one: Decided, seen: Mapping[str, float], accepted: list[bool], *, made: bool, follows: bool = True
    ) -> None:
        allowed = [PokerTask().allowed(one.view, move) for move in self.moves]
        self.rows.append((accepted, allowed, made, follows, [seen[name] for name in self.vector], self.contest))

    def judged(self, most: int) -> JudgedDecisions:
        accepted, allowed, made, follows, seen, contest = zip(*self.rows[:most], strict=True) if self.rows else [()] * 6
        wide, seven = (len(made), len(self.moves)), (len(made), len(self.vector))
        return JudgedDecisions(
            self.moves,
            np.array(accepted, dtype=np.bool_).reshape(wide),
            np.array(allowed, dtype=np.bool_).reshape(wide),
            np.array(made, dtype=np.bool_),
            np.array(follows, dtype=np.bool_),
            np.array(seen, dtype=np.float64).reshape(seven),
            np.array(contest, dtype=np.int64),
        )


def measure_agreement(heuristics: Heuristics, settings: RuleSettings, seed: int, run: int, many: int) -> Figures:
    """The columns of Tables 5-1 and 5-2, each with its number of cases; beside the many cases what others score there.

    The automatic trainer looks at nothing but the variables of the learner, so its ceiling is 100.
    """
    before: Hits | Bools
    if settings.mode == EXPLICIT:
        by_type, before = agreement(printed("before"), seed, run, many)
        after, _ = agreement(heuristics, seed, run, many)
        counted: dict[str, Hits | Bools] = {"before.2000": before, "before.type": by_type.made}
        figures = after.figures("after.2000", open_teacher=True)
    else:
        start = (printed("before_implicit"), True, min(many, BEFORE))
        first, after, everything = (
            implicit_agreement(h, settings, seed, run, shown=shown, situations=count)
            for h, shown, count in (start, (heuristics, True, many), (heuristics, False, many))
        )
        before, counted = first.made, {"before.500": first.made}
        figures = after.figures("after.2000") | everything.figures("all.2000")
    counted |= {"before": before[:FEW], "after": after.made[:FEW]}
    shares = {name: percent(hits) for name, hits in counted.items()}
    return figures | shares | {f"{name}.cases": float(len(hits)) for name, hits in counted.items()}
