"""Draw poker as a task for the rule machine: its variables, words, classes of hand, and moves as actions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from gamelore.base.errors import UnknownName
from gamelore.base.seeds import Rng
from gamelore.games.poker.draw_poker import DrawPokerView
from gamelore.games.poker.table import CALL, DROP, Bet, PokerAction
from gamelore.learners.features.poker.variables import HIGH_BET
from gamelore.learners.rules.language.definitions import Variable
from gamelore.learners.rules.language.expressions import names_in
from gamelore.learners.rules.language.heuristics import RANDOM, STAR, ActionRule, Heuristics
from gamelore.learners.rules.language.matching import Matcher, Values
from gamelore.learners.rules.poker.library import BY_MARGIN, BY_VALUE, poker_library, with_formulas
from gamelore.learners.rules.poker.lists import printed
from gamelore.learners.rules.poker.practised import practice_start
from gamelore.learners.rules.settings import IMPLICIT, PRACTICE, RuleSettings
from gamelore.learners.rules.training.axioms import DECISIONS
from gamelore.learners.rules.training.matrix import EMPTY, GOOD, POOR, DecisionMatrix, parse_matrix, poker_matrix
from gamelore.learners.rules.training.trainee import Trainee
from gamelore.learners.rules.training.trainer import Vocabulary

VARIABLES: tuple[Variable, ...] = (
    Variable("VDHAND", "H", 1),
    Variable("POT", "P", 2),
    Variable("LASTBET", "B", 0, 20),
    Variable("BLUFFO", "BO"),
    Variable("POTBET", "PB", 0),
    Variable("ORP", "R", -1, 3, ordered=False),
    Variable("OSTYLE", "CS"),
)
BOOKKEEPING = (
    Variable("OAVGBET", "OA", 0),
    Variable("OTBET", "OT", 0),
    Variable("OBLUFFS", "OBL", 0),
    Variable("OCORREL", "OC"),
    Variable("OD", "OD", 0),
)
"""What enters the subvector where no function definitions are given (section 6.2)."""
KINDS = {"H4": POOR, "H3": POOR, "H2": GOOD, "H1": GOOD}
"""Which classes the decision matrix calls good."""
TRAINER_CLASSES = {"SW": "H1", "EC": "H1", "GC": "H2", "PC": "H3", "NC": "H4"}
"""The classes of the built-in heuristics in the trainee's terms (Appendix G)."""

MOVE_WORDS = {
    "CALL": "CALL", "DROP": "DROP", "BET LAP": "BETLAP", "BET SB": "BETSB", "BET MB": "BETMB", "BET BB": "BETBB",
    "BET BBS": "BETBBS", "BET BBL": "BETBBL", "BET LOW": "BETLOW", "BET HIGH": "BETHIGH",
}  # fmt: skip
WORDS_OF_TRAINERS = tuple(MOVE_WORDS)[:8]
"""The decisions that the trainers of the appendices name; whoever is taught one of them learns it on the way."""
VOCABULARY = Vocabulary(
    moves=MOVE_WORDS,
    variables={
        "HAND": "VDHAND", "POT": "POT", "LASTBET": "LASTBET", "BLUFFO": "BLUFFO", "PBRATIO": "POTBET", "ORP": "ORP",
        "OSTYLE": "OSTYLE",
    },
    categories={"VDHAND": {"EXCELLENT": "H1", "GOOD": "H2", "FAIR": "H3", "POOR": "H4"}},
    synonyms={"BLUFFS": "BLUFFO"},
)  # fmt: skip


def new_trainee(settings: RuleSettings) -> Trainee:
    """Somebody who knows nothing but the rule that decides at random."""
    explicit = settings.mode != IMPLICIT
    hands = BY_MARGIN if explicit and settings.classes == "margin" else BY_VALUE
    start = printed("before" if explicit else "before_implicit")
    if settings.mode == PRACTICE:
        start = practice_start()
    variables = VARIABLES
    if not settings.functions:
        variables = tuple(v for v in VARIABLES if v.name not in ("BLUFFO", "OSTYLE")) + BOOKKEEPING
        vector = tuple(v.name for v in variables)
        start = replace(start, vector=vector, rules=(ActionRule((STAR,) * len(vector), RANDOM),), bookkeeping=())
    matrix = EMPTY if explicit or settings.learn_matrix else poker_matrix()
    return Trainee(start, variables, (hands,), settings, matrix, means=judged_move, further=move_of_library)


def move_of_library(rules: Heuristics, name: str) -> Heuristics | None:
    """The list with a move that it did not have, and with the formulas that its size needs; None for one unheard of."""
    move = poker_library().moves.get(name)
    if move is None:
        return None
    needed = tuple(part for _, expression in move.changes for part in names_in(expression))
    return replace(with_formulas(rules, needed), moves={**rules.moves, name: move})


class _Middle:
    """In place of a generator: draws the middle of what may be drawn."""

    def integers(self, low: int, high: int) -> int:
        return (low + high - 1) // 2


def judged_move(matcher: Matcher, move: str, situation: Mapping[str, float]) -> str:
    """Which of the four decisions of the axioms a move amounts to; a bet by the size that it has in the middle."""
    if move in DECISIONS:
        return move
    after = matcher.changes(move, matcher.values(situation, cast(Rng, _Middle())))
    if after.get("VDHAND") == 0:
        return "DROP"
    return "BETHIGH" if after["LASTBET"] >= HIGH_BET else "BETLOW"


def parse_poker_matrix(text: str, where: str) -> DecisionMatrix:
    """Somebody's own decision matrix for draw poker: decisions that are deduced, variables that have an order."""
    matrix = parse_matrix(text, where)
    ordered = [variable.name for variable in (*VARIABLES[1:], *BOOKKEEPING) if variable.ordered]
    for move, _, variable in matrix.entries:
        if move not in DECISIONS:
            raise UnknownName("decision", move, DECISIONS, where)
        if variable not in ordered:
            raise UnknownName("variable", variable, ordered, f"{where}: [{move}]")
    return matrix


def allowed(view: DrawPokerView, move: str) -> bool:
    """Whether a move can be made as it is: no call before a bet, no bet beyond the limit of an interval."""
    if move == "CALL":
        return view.table.may_call()
    return move == "DROP" or view.table.may_bet()


def action_of(matcher: Matcher, view: DrawPokerView, move: str, values: Values) -> PokerAction:
    """The action that a move amounts to, read off the subvector that it leads to.

    A bet is brought into 1 to the largest one; a call with nothing to call becomes the smallest bet, and a bet beyond
    the limit of the interval a call. So does the lack of a move, where a list knows none that is allowed.
    """
    if not move:
        return CALL if view.table.may_call() else Bet(1)
    after = matcher.changes(move, values)
    if after.get("VDHAND") == 0:
        return DROP
    if (move == "CALL" and view.table.may_call()) or not view.table.may_bet():
        return CALL
    # Brought into the bounds first: an own formula may come to no finite number.
    return Bet(1 if move == "CALL" else int(max(1, min(view.table.rules.max_bet, after["LASTBET"]))))


def bet_ranges(heuristics: Heuristics) -> Mapping[str, range]:
    """The sizes that each move of betting may draw, where they do not depend on the situation."""
    ranges = {"BETSB": range(1, 6), "BETMB": range(3, 10), "BETBB": range(8, 15), "BETBBS": range(10, 16)}
    ranges |= {"BETBBL": range(14, 21), "BETLOW": range(1, 10), "BETHIGH": range(10, 21)}
    return {move: sizes for move, sizes in ranges.items() if move in heuristics.moves}
