"""How rules decide, as the source says it (Waterman 1968, p37-39): every symbol that is reached, then the list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gamelore.learners.rules.language.heuristics import STAR, Heuristics
from gamelore.learners.rules.language.matching import Evaluators


@dataclass(frozen=True, slots=True)
class Parse:
    """The symbols that a situation reaches: all of them, and those from which nothing further was reached."""

    reached: tuple[frozenset[str], ...]
    final: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        return "(" + ", ".join(f"({', '.join(symbols)})" for symbols in self.final) + ")"


def parse(heuristics: Heuristics, situation: Mapping[str, float]) -> Parse:
    """Step A: the symbolic subvector of a situation."""
    evaluators = Evaluators(heuristics)
    values = evaluators.values(situation)
    reached, final = [], []
    for variable in heuristics.vector:
        here = {variable}
        waiting = True
        while waiting:
            more = {
                symbol
                for symbol, definition in heuristics.definitions.items()
                if definition.of in here and symbol not in here and evaluators.checker(definition.predicate)(values)
            }
            here |= more
            waiting = bool(more)
        parents = {heuristics.definitions[symbol].of for symbol in here if symbol in heuristics.definitions}
        reached.append(frozenset(here))
        final.append(tuple(s for s in (variable, *heuristics.definitions) if s in here and s not in parents))
    return Parse(tuple(reached), tuple(final))


def first_match(heuristics: Heuristics, parsed: Parse) -> int:
    """Step B: the index of the first rule that the symbols satisfy, -1 if none does."""
    for index, rule in enumerate(heuristics.rules):
        if all(entry == STAR or entry in symbols for entry, symbols in zip(rule.left, parsed.reached, strict=True)):
            return index
    return -1
