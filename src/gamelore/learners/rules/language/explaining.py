"""Why the rules decided as they did: which rule caught, which definitions held, what the formulas computed."""

from __future__ import annotations

from collections.abc import Mapping

from gamelore.learners.core import Reason
from gamelore.learners.rules.language.expressions import names_in, number_text
from gamelore.learners.rules.language.heuristics import BY_HAND, STAR, Heuristics
from gamelore.learners.rules.language.matching import Evaluators, Values
from gamelore.learners.rules.language.sentences import Phrases, clause, resolved, rule_sentence, telling


def rule_name(index: int) -> str:
    """What a rule is called where a decision is told."""
    return f"rule {index + 1}"


def explain(
    evaluators: Evaluators, situation: Mapping[str, float], index: int, move: str, action: str, phrases: Phrases
) -> list[Reason]:
    """The reasons of one decision: the rule, the words of whoever taught it, its definitions, its formulas."""
    heuristics = evaluators.heuristics
    if index < 0:
        return [Reason("rules", "No rule catches this situation, so I chose at random.", action)]
    rule = heuristics.rules[index]
    who = rule_name(index)
    if rule.is_random:
        return [Reason(who, "No other rule catches this situation, so I chose at random.", action)]
    reasons = [Reason(who, rule_sentence(heuristics, rule, phrases), action)]
    if rule.note:
        who_says = "author" if rule.note == BY_HAND else "trainer"
        reasons.append(Reason(who_says, rule.note + ("." if rule.note[-1] not in ".)" else ""), action))
    values = evaluators.values(situation)
    names: dict[str, None] = {}
    for symbol in rule.left:
        if symbol != STAR:
            for definition in telling(heuristics, symbol):
                names.update(dict.fromkeys(names_in(definition.predicate)))
                reasons.append(
                    Reason(f"definition {definition.symbol}", _holds(evaluators, definition.symbol, values, phrases))
                )
    reasons += [Reason(f"formula {name}", text) for name, text in _computed(heuristics, names, values)]
    return reasons


def _holds(evaluators: Evaluators, symbol: str, values: Values, phrases: Phrases) -> str:
    heuristics, names = evaluators.heuristics, evaluators.names
    definition = heuristics.definitions[symbol]
    variable = heuristics.variable_of(symbol)
    said = phrases.classes.get(symbol) or clause(resolved(definition.predicate, names), phrases)
    return f"{variable} is {number_text(values[variable])}: {said} ({definition.predicate})."


def _computed(heuristics: Heuristics, names: Mapping[str, None], values: Values) -> list[tuple[str, str]]:
    """Every function variable that the definitions needed, ingredients first."""
    found: dict[str, str] = {}

    def visit(name: str) -> None:
        variable = heuristics.variable_or_none(name)
        name = variable or name
        formula = heuristics.formulas.get(name)
        if formula is None or name in found:
            return
        inner = list(names_in(formula))
        for ingredient in inner:
            visit(ingredient)
        if inner:
            with_values = ", ".join(f"{n} {number_text(round(float(values[n]), 3))}" for n in dict.fromkeys(inner))
            found[name] = f"{name} = {formula} = {number_text(round(float(values[name]), 3))} (with {with_values})."

    for name in names:
        visit(name)
    return list(found.items())
