"""Same form, made to catch, made to pass, redundant: what rules may become (Waterman 1968, p57-61, p86-88)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from gamelore.learners.rules.language.definitions import Variable, contains, plain
from gamelore.learners.rules.language.expressions import Both, Comparison, Either, Name, Number, Predicate
from gamelore.learners.rules.language.heuristics import STAR, ActionRule, Definition, Heuristics


def _sign(heuristics: Heuristics, symbol: str) -> str | None:
    threshold = heuristics.definitions[symbol].threshold()
    return None if threshold is None else threshold[0]


def same_form(heuristics: Heuristics, rule: ActionRule, training: ActionRule) -> bool:
    """Whether a rule has the form of the training rule, so that the one may be made to do the work of the other."""
    if rule.move != training.move:
        return False
    for there, here in zip(rule.left, training.left, strict=True):
        if there in (STAR, here):
            continue
        if here == STAR:
            return False
        sign = _sign(heuristics, there)
        if sign is None or sign != _sign(heuristics, here):
            return False
    return True


@dataclass(frozen=True, slots=True)
class Edit:
    """A change to one rule or one definition, with its size."""

    heuristics: Heuristics
    change: float
    said: str


def threshold_change(heuristics: Heuristics, old: str, new: str) -> float | None:
    """How far apart the thresholds of two plain subsets of the same sign are; None if they are not."""
    before, after = heuristics.definitions[old].threshold(), heuristics.definitions[new].threshold()
    if before is None or after is None or before[0] != after[0]:
        return None
    return abs(before[1] - after[1])


def to_catch(
    heuristics: Heuristics, index: int, training: ActionRule, holds: Mapping[str, bool], limit: float
) -> Edit | None:
    """The rule with its symbols replaced by those of the training rule where they do not match; None if too far."""
    rule = heuristics.rules[index]
    left, total, words = list(rule.left), 0.0, []
    for k, (there, here) in enumerate(zip(rule.left, training.left, strict=True)):
        if there == STAR or holds[there]:
            continue
        change = None if here == STAR else threshold_change(heuristics, there, here)
        if change is None or change > limit:
            return None
        left[k] = here
        total += change
        words.append(f"{there} replaced by {here}")
    rules = list(heuristics.rules)
    rules[index] = replace(rule, left=tuple(left))
    said = f"rule {index + 1} made to catch: {', '.join(words)}" if words else f"rule {index + 1} catches already"
    return Edit(heuristics.with_rules(rules), total, said)


def to_pass(
    heuristics: Heuristics,
    index: int,
    values: Mapping[str, float],
    limit: float,
    variables: Mapping[str, Variable],
    guard: bool,
    exclusive: frozenset[int] = frozenset(),
) -> Edit | None:
    """One definition of the rule restricted to exclude the present value, by the smallest change; None if too far.

    The classes at the `exclusive` positions are never restricted: only lessons move their boundaries.
    """
    best: tuple[float, Definition] | None = None
    for k, (variable, symbol) in enumerate(zip(heuristics.vector, heuristics.rules[index].left, strict=True)):
        if symbol == STAR or k in exclusive:
            continue
        threshold = heuristics.definitions[symbol].threshold()
        if threshold is None:
            continue
        sign, old = threshold
        value = values[variable]
        change = abs(value - old)
        if not contains(sign, old, value) or change > limit:
            continue
        if guard and value == (variables[variable].lowest if sign == "<" else variables[variable].highest):
            continue
        if best is None or change < best[0]:
            best = (change, plain(variable, symbol, sign, value))
    if best is None:
        return None
    said = f"rule {index + 1} made to pass: {best[1].symbol} is now {best[1].predicate}"
    return Edit(heuristics.with_definitions(best[1]), best[0], said)


def starred(
    heuristics: Heuristics,
    index: int,
    training: ActionRule,
    holds: Mapping[str, bool],
    limit: float,
    exclusive: frozenset[int],
    least_relevant: int,
    *,
    promote: bool = False,
) -> Edit | None:
    """A hypothesized rule made to catch: symbols replaced within the limit, the rest irrelevant (p81-86).

    None when too few variables would stay relevant or when an exclusive one would have to become irrelevant. If asked,
    a rule with no variable left to lose is a hypothesis no more.
    """
    rule = heuristics.rules[index]
    left, words = list(rule.left), []
    for k, (there, here) in enumerate(zip(rule.left, training.left, strict=True)):
        if there == STAR or holds[there]:
            continue
        if k in exclusive:
            return None
        change = None if here == STAR else threshold_change(heuristics, there, here)
        if change is not None and change <= limit:
            left[k] = here
            words.append(f"{there} replaced by {here}")
        else:
            left[k] = STAR
            words.append(f"{there} made irrelevant")
    relevant = sum(entry != STAR for entry in left)
    if relevant < least_relevant:
        return None
    rules = list(heuristics.rules)
    rules[index] = replace(rule, left=tuple(left), hypothesized=not (promote and relevant == least_relevant))
    return Edit(heuristics.with_rules(rules), 0.0, f"rule {index + 1} generalized: {', '.join(words)}")


# --- redundancy -------------------------------------------------------------------------------------------------------

Intervals = tuple[tuple[float, float], ...]
"""Closed intervals, in order, of the integers that a predicate admits."""


def _intervals(predicate: Predicate) -> Intervals | None:
    """The integers a predicate on one name admits, or None if it is not of that kind."""
    match predicate:
        case Comparison(sign, Name(_), Number(value)):
            up, down = math.floor(value), math.ceil(value)
            return {
                "<": ((-math.inf, down - 1),), "<=": ((-math.inf, up),),
                ">": ((up + 1, math.inf),), ">=": ((down, math.inf),),
                "=": ((value, value),), "!=": ((-math.inf, down - 1), (up + 1, math.inf)),
            }[sign]  # fmt: skip
        case Both(terms):
            parts = [_intervals(term) for term in terms]
            if any(part is None for part in parts):
                return None
            found: Intervals = ((-math.inf, math.inf),)
            for part in parts:
                assert part is not None
                pairs = ((max(a, c), min(b, d)) for a, b in found for c, d in part)
                found = tuple((low, high) for low, high in pairs if low <= high)
            return found
        case Either(terms):
            parts = [_intervals(term) for term in terms]
            if any(part is None for part in parts):
                return None
            return tuple(sorted(pair for part in parts if part is not None for pair in part))
    return None


def includes(heuristics: Heuristics, wide: str, narrow: str) -> bool:
    """Whether one entry of a left part admits everything that another admits."""
    if wide in (STAR, narrow):
        return True
    if narrow == STAR:
        return False
    first, second = heuristics.definitions[wide], heuristics.definitions[narrow]
    if first.of != second.of or _subject(first.predicate) != _subject(second.predicate):
        return False
    a, b = _intervals(first.predicate), _intervals(second.predicate)
    if a is None or b is None:
        return first.predicate == second.predicate
    return all(any(low <= x and y <= high for low, high in a) for x, y in b)


def _subject(predicate: Predicate) -> str:
    match predicate:
        case Comparison(_, left, _):
            return str(left)
        case Both(terms) | Either(terms):
            return _subject(terms[0])
    raise TypeError(f"{predicate!r} is no predicate")


def covers(heuristics: Heuristics, wide: ActionRule, narrow: ActionRule) -> bool:
    """Whether whatever the narrow rule catches, the wide one would catch."""
    return all(includes(heuristics, a, b) for a, b in zip(wide.left, narrow.left, strict=True))


def redundancies(heuristics: Heuristics) -> dict[int, str]:
    """Redundant rules by index: `subordinate` to a rule above, or `superordinate` to one below (p86-88)."""
    found: dict[int, str] = {}
    rules = heuristics.rules
    for j in range(len(rules)):
        if any(i not in found and covers(heuristics, rules[i], rules[j]) for i in range(j)):
            found[j] = "subordinate"
    alive = [index for index in range(len(rules)) if index not in found]
    for i in reversed(range(len(alive))):
        for j in range(i + 1, len(alive)):
            if alive[j] in found:
                continue
            if rules[alive[j]].move != rules[alive[i]].move or rules[alive[j]].is_random:
                break
            if covers(heuristics, rules[alive[j]], rules[alive[i]]):
                found[alive[i]] = "superordinate"
                break
    return found


def without_redundancies(heuristics: Heuristics, keep: tuple[str, ...] = ()) -> tuple[Heuristics, int]:
    """The list without redundant rules and without the definitions only they needed, and how many rules went."""
    removed = 0
    while found := redundancies(heuristics):
        heuristics = heuristics.with_rules(r for k, r in enumerate(heuristics.rules) if k not in found)
        removed += len(found)
    return heuristics.without_unused(keep), removed
