"""Labelled hands of 42 for experiments: which ones a run learns from, which ones may test it, and a bidder taught them.

Hands come from the labelled store. A run draws the rounds it learns from; with a seed for choosing settings it is
tested on other rounds of the same set, with a reporting seed on the set that was never used for choosing.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from gamelore.base.errors import BadSetting
from gamelore.base.files import read_text
from gamelore.base.seeds import Phase, stream
from gamelore.games.forty_two import FortyTwo
from gamelore.games.forty_two.rules import THESIS, RuleSet
from gamelore.learners.signatures.cogap.learner import Cogap
from gamelore.learners.signatures.cogap.lessons import Lessons, lessons_of
from gamelore.learners.signatures.cogap.marks import marks_of_rounds
from gamelore.learners.signatures.cogap.settings import CogapSettings
from gamelore.oracles.forty_two.labelled_store import LabelledHand, Round, Store, label_round, load_store
from gamelore.oracles.forty_two.labels import RULES as LABEL_RULES
from gamelore.oracles.forty_two.labels import LabelRule
from gamelore.oracles.forty_two.own_hands import parse_own_hands, whole_rounds

REPORTING_SEED = 10_000
CHOOSE, REPORT = "choose", "report"
ROUND = 4
TRAINER = "trainer"
"""Who labelled the hands."""


@lru_cache(maxsize=1)
def _store() -> Store:
    return load_store()


@lru_cache(maxsize=2)
def stored_rounds(set_: str) -> tuple[Round, ...]:
    """The rounds of a set of the shipped store."""
    return _store().rounds(set_)


def set_of_seed(seed: int) -> str:
    """The set of hands that a seed may be tested on."""
    return REPORT if seed >= REPORTING_SEED else CHOOSE


def store_rule() -> LabelRule:
    """The label rule of the shipped store."""
    return LABEL_RULES[_store().facts["rule"]]


def draw_rounds(hands: int, seed: int, run: int) -> tuple[list[Round], list[Round]]:
    """The rounds to learn so many hands from, and every round that may test it, both in the order of the run."""
    pool = stored_rounds(CHOOSE)
    order, need = stream(seed, run, Phase.TRAIN).permutation(len(pool)), -(-hands // ROUND)
    if need > len(pool):
        raise BadSetting(f"the labelled store has too few hands to learn {hands}")
    if seed < REPORTING_SEED:
        return [pool[i] for i in order[:need]], [pool[i] for i in order[need:]]
    others = stored_rounds(REPORT)
    shuffled = stream(seed, run, Phase.TEST).permutation(len(others))
    return [pool[i] for i in order[:need]], [others[i] for i in shuffled]


def hands_to_learn(
    store: Path | None = None, hands: int | None = None, rules: RuleSet = THESIS
) -> tuple[LabelRule, list[LabelledHand]]:
    """The first hands of the set for learning, of the shipped store or a person's own, with their label rule.

    The shipped hands hear the calls of the rule set; what a person says about a hand stands.
    """
    found = _store() if store is None else parse_own_hands(read_text(store), str(store), rules)
    rule = LABEL_RULES[found.facts["rule"]]
    learned = [hand for hand in found.hands if hand.set == CHOOSE]
    if store is None and rules != THESIS:
        learned = [hand for four in found.rounds(CHOOSE) for hand in label_round(four, rule, rules)]
    if hands is not None and not 0 < hands <= len(learned):
        raise BadSetting(f"the labelled store has {len(learned)} hands to learn from, not {hands}")
    return rule, learned[:hands]


def lessons_of_hands(hands: Sequence[LabelledHand], rule: LabelRule, rules: RuleSet = THESIS) -> Lessons:
    """Labelled hands as lessons; what calls are worth in marks comes from whole rounds that were priced."""
    parts: list[Lessons] = []
    for priced, some in itertools.groupby(whole_rounds(hands), key=lambda four: len(four) == ROUND):
        taken = [hand for four in some for hand in four]
        parts.append(lessons_of(taken, rule, marks_of_rounds(taken, rule, rules) if priced else None))
    return Lessons.join(parts)


def teach_hands(game: FortyTwo, settings: CogapSettings, hands: Sequence[LabelledHand], rule: LabelRule) -> Cogap:
    """COGAP-42 taught labelled hands."""
    learner = Cogap(game, settings)
    learner.learn_all(lessons_of_hands(hands, rule, game.rules))
    return learner
