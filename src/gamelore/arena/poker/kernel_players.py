"""Players of draw poker in the form that the kernels of practice read: scripts, the strong player, lists of rules.

A list of rules becomes rows of bounds: each row has an interval for every variable, and a rule with an `or` is several
rows. The function variables must be those of the source (`data/before.lash`), which the kernels compute themselves.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from gamelore.arena.poker.rule_players import RuleList
from gamelore.arena.poker.scripted import Noisy, Scripted
from gamelore.arena.poker.strong import Strong
from gamelore.base.errors import NotAvailable
from gamelore.base.registry import Late
from gamelore.learners.core import Player
from gamelore.learners.rules.language.expressions import (
    Both,
    Comparison,
    Either,
    Expression,
    FunctionCall,
    Name,
    Number,
    Operation,
    Predicate,
)
from gamelore.learners.rules.language.heuristics import STAR, ActionRule, Heuristics
from gamelore.learners.rules.language.matching import Evaluators
from gamelore.learners.rules.learner import Waterman
from gamelore.learners.rules.poker.lists import printed

if TYPE_CHECKING:
    from gamelore.arena.poker import _judge_kernels as kernels
else:
    kernels = Late("gamelore.arena.poker._judge_kernels")

Bounds = tuple[float, float]
CALL, DROP = 0, -1
ANY: Bounds = (-math.inf, math.inf)
COLUMNS = ("VDHAND", "POT", "LASTBET", "BLUFFO", "POTBET", "ORP", "OSTYLE", "D", "VDHAND-OH")
"""What a condition may be about, in the order of the kernels."""
FUNCTIONS = ("OH", "OB", "CS", "BO", "LAP", "BLUFFO", "OSTYLE", "D", *(f"K{number}" for number in range(22, 32)))
"""The formulas that the kernels know."""


def mind_of(player: Player) -> kernels.Mind:
    """How a player decides, as arrays; only what the kernels can play."""
    if isinstance(player, Scripted):
        return _mind(player.script.kind)
    if isinstance(player, Strong):
        from gamelore.arena.poker._kernels import POLICY

        return _mind(POLICY)
    if isinstance(player, RuleList):
        return rules_mind(player.matcher.heuristics)
    if isinstance(player, Waterman):
        return rules_mind(player.school.trainee.heuristics)
    if isinstance(player, Noisy) and isinstance(player.noise, Scripted) and player.noise.name == "random":
        return mind_of(player.player)._replace(noise=player.share)
    raise NotAvailable(f"{player.name} cannot be met in practice: scripts, strong and lists of rules can")


def _mind(
    kind: int, rows: Sequence[Sequence[Bounds]] = (), does: Sequence[int] = (), moves: Sequence[Bounds] = ()
) -> kernels.Mind:
    return kernels.Mind(
        kind,
        0.0,
        np.array(rows, dtype=np.float64).reshape(len(rows), len(COLUMNS), 2),
        np.array(does, dtype=np.int64),
        np.array(moves, dtype=np.int64).reshape(len(moves), 2),
    )


def rules_mind(heuristics: Heuristics) -> kernels.Mind:
    """A list of rules as rows of bounds."""
    known = printed("before").formulas
    for name in FUNCTIONS:
        if name in heuristics.formulas and heuristics.formulas[name] != known[name]:
            raise NotAvailable(f"a list whose {name} is not the source's ({known[name]}) cannot be met in practice")
    names = Evaluators(heuristics).names
    order = list(heuristics.moves)
    rows: list[Sequence[Bounds]] = []
    does: list[int] = []
    for rule in heuristics.rules:
        for row in _rows(heuristics, rule, names):
            rows.append(row)
            does.append(kernels.BY_CHANCE if rule.is_random else order.index(rule.move))
    return _mind(kernels.RULES, rows, does, [_sizes(heuristics, move, names) for move in order])


def _rows(heuristics: Heuristics, rule: ActionRule, names: Mapping[str, float | str]) -> Iterator[Sequence[Bounds]]:
    """Every combination of intervals that the pattern of a rule allows."""
    whole: dict[str, list[Bounds]] = {column: [ANY] for column in COLUMNS}
    for entry in rule.left:
        if entry != STAR:
            for definition in heuristics.chain(entry):
                _narrow(whole, _admitted(definition.predicate, names))
    yield from itertools.product(*whole.values())


def _narrow(whole: dict[str, list[Bounds]], found: Mapping[str, list[Bounds]]) -> None:
    for column, intervals in found.items():
        pairs = ((max(a, c), min(b, d)) for a, b in whole[column] for c, d in intervals)
        whole[column] = [(low, high) for low, high in pairs if low <= high]


def _admitted(predicate: Predicate, names: Mapping[str, float | str]) -> dict[str, list[Bounds]]:
    """The intervals that a predicate admits, of each column that it is about."""
    match predicate:
        case Comparison(sign, left, right):
            about, edge = str(_plain(left, names)), _plain(right, names)
            if about in COLUMNS and isinstance(edge, Number):
                return {about: _intervals(sign, edge.value)}
        case Both(terms):
            found: dict[str, list[Bounds]] = {}
            for term in terms:
                part = _admitted(term, names)
                for column in part:
                    found.setdefault(column, [ANY])
                _narrow(found, part)
            return found
        case Either(terms):
            parts = [_admitted(term, names) for term in terms]
            columns = {column for part in parts for column in part}
            if len(columns) == 1:
                (column,) = columns
                return {column: [interval for part in parts for interval in part[column]]}
    raise NotAvailable(f"a list that tests '{predicate}' cannot be met in practice")


def _intervals(sign: str, edge: float) -> list[Bounds]:
    above, below = math.nextafter(edge, math.inf), math.nextafter(edge, -math.inf)
    return {
        ">": [(above, math.inf)], ">=": [(edge, math.inf)], "<": [(-math.inf, below)], "<=": [(-math.inf, edge)],
        "=": [(edge, edge)], "!=": [(-math.inf, below), (above, math.inf)],
    }[sign]  # fmt: skip


def _plain(part: Expression, names: Mapping[str, float | str]) -> Expression:
    """An expression with numbers in place of constants and variables in place of their symbols."""
    match part:
        case Name(name) if name in names:
            meant = names[name]
            return Name(meant) if isinstance(meant, str) else Number(meant)
        case Operation(sign, left, right):
            return Operation(sign, _plain(left, names), _plain(right, names))
    return part


def _sizes(heuristics: Heuristics, move: str, names: Mapping[str, float | str]) -> tuple[int, int]:
    """The least and the largest bet of a move, or twice the code of another action."""
    changes = dict(heuristics.moves[move].changes)
    if move == "CALL":
        return CALL, CALL
    if changes.get("VDHAND") == Number(0):
        return DROP, DROP
    size = changes.get("LASTBET", Name("LAP"))
    if isinstance(size, Name) and size.name == "LAP":
        return kernels.LAP, kernels.LAP
    if isinstance(size, Name):
        size = heuristics.formulas.get(size.name, size)
    match size:
        case Number(value):
            return max(1, int(value)), max(1, int(value))
        case FunctionCall("random", (Number(low), Number(high))):
            return int(low), int(high)
    raise NotAvailable(f"a list with the move {move} cannot be met in practice")
