"""Rules as English sentences, in words that belong to the task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gamelore.learners.rules.language.expressions import (
    Both,
    Comparison,
    Either,
    Expression,
    Name,
    Number,
    Predicate,
    number_text,
)
from gamelore.learners.rules.language.heuristics import STAR, ActionRule, Definition, Heuristics
from gamelore.learners.rules.language.matching import Evaluators

_ABOVE = {">": "above {}", "<": "below {}", ">=": "at least {}", "<=": "at most {}", "=": "{}", "!=": "not {}"}


@dataclass(frozen=True, slots=True)
class Phrases:
    """How a task is spoken of: nouns for variables, clauses for moves, classes and telling conditions."""

    nouns: Mapping[str, str]
    moves: Mapping[str, str]
    classes: Mapping[str, str]
    conditions: Mapping[str, str] = field(default_factory=dict)
    """Whole clauses for conditions that have a better name, by their text: `LASTBET<1`."""


def clause(predicate: Predicate, phrases: Phrases) -> str:
    """A condition as a clause: `the pot is below 3`."""
    text = str(predicate)
    if text in phrases.conditions:
        return phrases.conditions[text]
    match predicate:
        case Comparison(sign, Name(name), Number(value)):
            noun = phrases.nouns.get(name, name.lower())
            return f"{noun} is {_ABOVE[sign].format(number_text(value))}"
        case Both((Comparison(">", Name(name), Number(low)), Comparison("<", Name(_), Number(high)))) if not all(
            str(term) in phrases.conditions for term in predicate.terms
        ):
            noun = phrases.nouns.get(name, name.lower())
            first, last = number_text(low + 1), number_text(high - 1)
            return f"{noun} is {first}" if first == last else f"{noun} is {first} to {last}"
        case Both((Comparison(">", Name(name), Number(low)), Comparison("<", Name(_), Number(high)))) if (
            only := f"{name}={number_text(low + 1)}"
        ) in phrases.conditions and high == low + 2:
            return phrases.conditions[only]
        case Both(terms):
            return _joined([clause(term, phrases) for term in terms])
        case Either(terms):
            return " or ".join(clause(term, phrases) for term in terms)
    return text


def _joined(clauses: Sequence[str]) -> str:
    """Clauses in a row; what they are about is said once: `the pot is above 3 and below 9`."""
    first, *others = clauses
    about = f"{first.partition(' is ')[0]} is "
    return " and ".join([first, *(other.removeprefix(about) for other in others)])


def telling(heuristics: Heuristics, symbol: str) -> list[Definition]:
    """The definitions that a symbol rests on, without a base symbol that only says what the variable may be."""
    chain = list(heuristics.chain(symbol))
    return chain[:-1] if len(chain) > 1 and chain[-1].symbol not in _classes(heuristics) else chain


def _classes(heuristics: Heuristics) -> set[str]:
    """Symbols that rules test by themselves."""
    return {entry for rule in heuristics.rules for entry in rule.left}


def resolved(predicate: Predicate, names: Mapping[str, float | str]) -> Predicate:
    """The predicate with numbers in place of constants and variables in place of their symbols."""
    match predicate:
        case Comparison(sign, left, right):
            return Comparison(sign, _resolved(left, names), _resolved(right, names))
        case Both(terms):
            return Both(tuple(resolved(term, names) for term in terms))
        case Either(terms):
            return Either(tuple(resolved(term, names) for term in terms))
    raise TypeError(f"{predicate!r} is no predicate")


def _resolved(part: Expression, names: Mapping[str, float | str]) -> Expression:
    if isinstance(part, Name) and part.name in names:
        meant = names[part.name]
        return Name(meant) if isinstance(meant, str) else Number(meant)
    return part


def rule_sentence(heuristics: Heuristics, rule: ActionRule, phrases: Phrases) -> str:
    """A rule in words: `With a fair hand, when the last bet is above 4, call.`."""
    kinds, conditions, names = [], [], Evaluators(heuristics).names
    for entry in rule.left:
        if entry == STAR:
            continue
        for definition in telling(heuristics, entry):
            if definition.symbol in phrases.classes:
                kinds.append(phrases.classes[definition.symbol])
                break
            conditions.append(clause(resolved(definition.predicate, names), phrases))
    move = "choose at random" if rule.is_random else phrases.moves.get(rule.move, rule.move.lower())
    if not kinds and not conditions:
        return f"Otherwise {move}."
    parts = [f"with {kind}" for kind in kinds]
    if conditions:
        parts.append("when " + ", ".join(conditions[:-1]) + (" and " if conditions[1:] else "") + conditions[-1])
    said = f"{', '.join(parts)}, {move}"
    return said[0].upper() + said[1:] + "."


def list_sentences(heuristics: Heuristics, phrases: Phrases) -> list[str]:
    """The whole list, numbered; a later rule speaks only where no earlier one does."""
    return [
        f"{number}. {rule_sentence(heuristics, rule, phrases)}" for number, rule in enumerate(heuristics.rules, start=1)
    ]
