"""The lists of rules that Waterman printed, and the two lists of one rule that training begins with."""

from __future__ import annotations

import functools
from importlib import resources

from gamelore.base.errors import UnknownName
from gamelore.learners.rules.language.heuristics import Heuristics
from gamelore.learners.rules.language.lash import compile_lash

LIST_NAMES = ("builtin", "manual", "automatic", "implicit", "before", "before_implicit")


@functools.cache
def printed(name: str) -> Heuristics:
    """One of the lists by name, compiled from its LASH file."""
    if name not in LIST_NAMES:
        raise UnknownName("list of rules", name, LIST_NAMES)
    file = resources.files("gamelore.learners.rules").joinpath(f"data/{name}.lash")
    return compile_lash(file.read_text(encoding="utf-8"), f"{name}.lash")


def example_program() -> str:
    """Ten rules of a person's own, in LASH; what they do not say themselves is built in."""
    file = resources.files("gamelore.learners.rules").joinpath("data/ten_rules.lash")
    return file.read_text(encoding="utf-8")


def builtin() -> Heuristics:
    """The built-in bet heuristics: 28 action rules, 41 definitions (Figure 5-3)."""
    return printed("builtin")
