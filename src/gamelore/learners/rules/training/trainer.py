"""The trainer's language: read what a trainer types, and put training information into the same words.

As typed in the appendices (Waterman 1968, D and G): `(OK)`, or a decision, `BECAUSE`, and how each relevant variable
was valued: large, small, a class of hand, or a condition such as `(NOT EQUAL TO -1)`. The words for moves, variables
and classes belong to the task; case does not matter.
"""

from __future__ import annotations

import difflib
import functools
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import TYPE_CHECKING, Any

from gamelore.base.errors import BadText, UnknownName
from gamelore.base.registry import Late
from gamelore.learners.rules.language.complaints import parsed
from gamelore.learners.rules.language.definitions import WORD, Valuation
from gamelore.learners.rules.language.expressions import Both, Comparison, Either, Name, Number, Predicate, number_text
from gamelore.learners.rules.language.heuristics import STAR, ActionRule, Heuristics
from gamelore.learners.rules.training.trainee import Advice

if TYPE_CHECKING:
    import lark
else:
    lark = Late("lark")

_GRAMMAR = "BECAUSE AND OR IS THE YOUR EQUAL NOT LESS GREATER TO THAN OK"
LONGEST = 1000
"""Characters of a reply in which a mistyped word is looked for."""
_SIGNS = {"equal": "=", "not_equal": "!=", "less": "<", "greater": ">"}
_PHRASES = {
    "=": "EQUAL TO {}", "!=": "NOT EQUAL TO {}", "<": "LESS THAN {}", ">": "GREATER THAN {}",
    "<=": "LESS THAN {}", ">=": "GREATER THAN {}",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a task: spoken form to the rules' own name."""

    moves: Mapping[str, str]
    variables: Mapping[str, str]
    categories: Mapping[str, Mapping[str, str]]
    """For each exclusive variable, its classes."""
    synonyms: Mapping[str, str] = field(default_factory=dict)
    """Other words for variables, as they were printed."""

    def spoken(self, words: Mapping[str, str], name: str) -> str:
        """The spoken form of a name, or the name itself."""
        return next((word for word, meant in words.items() if meant == name), name)


@functools.cache
def _parser() -> lark.Lark:
    grammar = resources.files("gamelore.learners.rules").joinpath("data/trainer.lark").read_text(encoding="utf-8")
    return lark.Lark(grammar, parser="lalr", start="reply")


def parse_reply(text: str, vocabulary: Vocabulary, where: str = "reply") -> Advice | None:
    """The training information of a reply; None for (OK)."""
    spoken = text.upper()
    try:
        tree: Any = parsed(_parser(), spoken, where, "reply")
    except BadText as error:
        raise BadText(f"{error}{_mistyped(spoken, vocabulary)}") from None
    said = tree.children[0]
    if said.data == "ok":
        return None
    move, *reasons = said.children
    words = " ".join(str(word) for word in move.children)
    if words not in vocabulary.moves:
        raise UnknownName("decision", words, vocabulary.moves, where)
    evaluations = tuple(_evaluation(reason, vocabulary, where) for reason in reasons)
    for k, evaluation in enumerate(evaluations):
        if evaluation.variable in (e.variable for e in evaluations[:k]):
            raise BadText(f"{where}: {vocabulary.spoken(vocabulary.variables, evaluation.variable)} is valued twice")
    note = " ".join(spoken.split()).removeprefix("(")
    note = note.removesuffix(")") if spoken.strip().startswith("(") else note
    return Advice(vocabulary.moves[words], evaluations, note=note)


def _mistyped(spoken: str, vocabulary: Vocabulary) -> str:
    """What a word was meant to be that is none of the trainer's but nearly one; empty if there is no such word."""
    known = {*_GRAMMAR.split(), *vocabulary.variables, *vocabulary.synonyms, *(w.upper() for w in WORD.values())}
    known |= {word for said in vocabulary.moves for word in said.split()}
    known |= {word for classes in vocabulary.categories.values() for word in classes}
    for word in re.findall(r"[A-Z]{2,}", spoken[:LONGEST]):
        near = difflib.get_close_matches(word, sorted(known), n=1, cutoff=0.7)
        if word not in known and near:
            return f"; did you mean '{near[0]}' for '{word}'?"
    return ""


def _evaluation(reason: Any, vocabulary: Vocabulary, where: str) -> Valuation:
    word, value = reason.children
    word = vocabulary.synonyms.get(word, word)
    if word not in vocabulary.variables:
        raise UnknownName("variable", word, vocabulary.variables, where)
    variable = vocabulary.variables[word]
    classes = vocabulary.categories.get(variable)
    if value.data == "literal":
        if classes is not None:
            raise BadText(f"{where}: {word} is {_or(classes)}, not a number")
        return Valuation(variable, predicate=_predicate(value.children[0], variable, f"{where}: {word}"))
    said = str(value.children[0])
    if classes is not None:
        if said not in classes:
            raise UnknownName(f"kind of {word}", said, classes, where)
        return Valuation(variable, category=classes[said])
    if said.lower() not in WORD.values():
        raise UnknownName(f"value of {word}", said, [w.upper() for w in WORD.values()], where)
    return Valuation(variable, size=said.lower())


def _or(words: Mapping[str, str]) -> str:
    return " or ".join(words)


def _predicate(tree: Any, variable: str, where: str) -> Predicate:
    if tree.data in _SIGNS:
        number = float(tree.children[0])
        if not math.isfinite(number):
            raise BadText(f"{where}: a number of {len(tree.children[0])} digits is too large")
        return Comparison(_SIGNS[tree.data], Name(variable), Number(number))
    terms = tuple(_predicate(child, variable, where) for child in tree.children)
    return Both(terms) if tree.data == "both" else Either(terms)


def reply_text(advice: Advice, vocabulary: Vocabulary) -> str:
    """The training information as a trainer would type it."""
    reasons = [f"THE {_reason_text(reason, vocabulary)}" for reason in advice.reasons]
    move = vocabulary.spoken(vocabulary.moves, advice.move)
    if not reasons:
        raise ValueError("advice without a reason cannot be spoken")
    return f"({move} BECAUSE {', AND '.join(reasons)})"


def _reason_text(reason: Valuation, vocabulary: Vocabulary) -> str:
    word = vocabulary.spoken(vocabulary.variables, reason.variable)
    if reason.category:
        return f"{word} IS {vocabulary.spoken(vocabulary.categories[reason.variable], reason.category)}"
    if reason.predicate is None:
        return f"{word} IS {reason.size.upper()}"
    return f"{word} IS ({_predicate_text(reason.predicate)})"


def _predicate_text(predicate: Predicate) -> str:
    match predicate:
        case Comparison(sign, _, Number(value)):
            shift = {"<=": 1, ">=": -1}.get(sign, 0)
            return _PHRASES[sign].format(number_text(value + shift))
        case Both(terms):
            return " AND ".join(
                f"({_predicate_text(t)})" if isinstance(t, Either) else _predicate_text(t) for t in terms
            )
        case Either(terms):
            return " OR ".join(_predicate_text(t) for t in terms)
    raise ValueError(f"'{predicate}' has no words")


def advice_of_rule(heuristics: Heuristics, rule: ActionRule, classes: Mapping[str, str]) -> Advice:
    """What a program trainer says: the reasons are read off the rule that matched (Appendix G).

    `classes` maps the trainer's classes of an exclusive variable to those of the trainee. A symbol defined by `>` is
    said to be large, one by `<` small; anything else is repeated literally.
    """
    reasons = []
    for variable, symbol in zip(heuristics.vector, rule.left, strict=True):
        if symbol == STAR:
            continue
        if symbol in classes:
            reasons.append(Valuation(variable, category=classes[symbol]))
            continue
        predicate = heuristics.definitions[symbol].predicate
        if isinstance(predicate, Comparison) and predicate.sign in WORD:
            reasons.append(Valuation(variable, size=WORD[predicate.sign]))
        else:
            reasons.append(Valuation(variable, predicate=_about(predicate, variable)))
    return Advice(rule.move, tuple(reasons))


def _about(predicate: Predicate, variable: str) -> Predicate:
    """The predicate with the variable's own name in place of a symbol for it."""
    match predicate:
        case Comparison(sign, Name(_), right):
            return Comparison(sign, Name(variable), right)
        case Both(terms):
            return Both(tuple(_about(term, variable) for term in terms))
        case Either(terms):
            return Either(tuple(_about(term, variable) for term in terms))
    return predicate
