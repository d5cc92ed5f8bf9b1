"""Judges of practice that play nothing: they answer by a formula, so that a whole search takes a second.

They obey the protocols of the real ones (`learners/practice/judge.py`, `learners/rules/practice/judge.py`)
and stand here together: who changes a protocol adapts this file. What they answer depends on what is asked and on
nothing else, and takes no more than a checksum and sums of whole numbers, so that it is the same on every machine.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from gamelore.base.arrays import Floats, Ints
from gamelore.games.poker.table import ROUNDS_PER_GAME
from gamelore.learners.maxims.lines import MaximList, list_text
from gamelore.learners.rules.language.heuristics import Heuristics
from gamelore.learners.rules.language.matching import Matcher
from gamelore.learners.rules.practice.judge import TakeBacks


def drawn(*what: object) -> float:
    """A number from 0 up to 1 that belongs to a question."""
    return zlib.crc32(repr(what).encode()) / (1 << 32)


def deals_of(rounds: range) -> range:
    """The deals of some games of five."""
    return range(rounds.start * ROUNDS_PER_GAME, rounds.stop * ROUNDS_PER_GAME)


class ToyListJudge:
    """Likes some lines and dislikes others, the less the later they stand, with the luck of as many rounds.

    There are much better lists than the first line alone, lines that earn less than any price, and lines that only pay
    after another, so that what a search keeps, drops and pays for is seen in what it finds.
    """

    opponents = ("toy",)
    each = 3

    def __init__(self, burden: float = 0.0) -> None:
        self.burden = burden
        """What every line takes off: the more, the shorter the lists that are found, and the quicker."""

    def contests(self, lists: Sequence[MaximList], rounds: range, seed: int) -> Floats:
        luck = 20.0 / math.sqrt(len(rounds))
        found = [
            self.liking(lines) - self.burden * len(lines) + luck * (drawn(list_text(lines), rounds, seed) - 0.5)
            for lines in lists
        ]
        return np.array(found).reshape(-1, 1, 1)

    def scores(self, lists: Sequence[MaximList], found: Ints | Floats) -> list[float]:
        return [float(score) for score in found[:, 0, 0]]

    @staticmethod
    def liking(lines: MaximList) -> float:
        """What a list is worth without luck."""
        found, before = 0.0, ""
        for place, line in enumerate(lines):
            text = str(line)
            found += (16.0 * drawn(text) ** 3 - 2.0 + 4.0 * drawn(before, text) ** 2) / (4 + place)
            before = text
        return 4.0 * found


class ToyRuleJudge:
    """Wants strong hands to bet and weak ones to drop; two opponents pay differently, and every action has its luck.

    A deal is one situation, and of a range of deals only a few are looked at: a step of a search often ends without an
    edit that is surely better.
    """

    opponents = ("human", "call")
    each = 2 * ROUNDS_PER_GAME * len(opponents)
    PAYS = (1.0, 1.5)
    COLUMNS = ("VDHAND", "POT", "LASTBET", "POTBET", "ORP")
    GAMES, SHOWN = 60, 300
    """How many situations winnings are of, and how many decisions are noted."""

    def contests(self, lists: Sequence[Heuristics], rounds: range, seed: int) -> Floats:
        table = Situations.of(deals_of(rounds), seed, self.GAMES)
        actions = [self._actions(rules, table) for rules in lists]
        return np.array([[table.won(action, pays) for pays in self.PAYS] for action in actions])

    def take_backs(self, rules: Heuristics, actions: Sequence[int], rounds: range, seed: int) -> TakeBacks:
        table = Situations.of(deals_of(rounds), seed, self.SHOWN)
        did = self._actions(rules, table)
        gains = [
            np.stack(
                [table.won(np.full(self.SHOWN, action), pays) - table.won(did, pays) for action in actions], axis=1
            )
            for pays in self.PAYS
        ]
        return self._noted(table, did, np.concatenate(gains))

    def shown(self, rounds: range, seed: int) -> TakeBacks:
        table = Situations.of(deals_of(rounds), seed, self.SHOWN)
        hand, _, bet, _, _ = table.seen.T
        did = np.where(hand > 20, 10, np.where(bet > 6, -1, 0))
        return self._noted(table, did, np.zeros((2 * self.SHOWN, 0)))

    def _noted(self, table: Situations, did: Ints, gains: Floats) -> TakeBacks:
        seen, opponent = np.concatenate([table.seen] * 2), np.repeat([0, 1], self.SHOWN)
        return TakeBacks(self.COLUMNS, seen, np.concatenate([did, did]), gains, opponent)

    def _actions(self, rules: Heuristics, table: Situations) -> Ints:
        """The code of what a list does in each situation; what it leaves to chance is a call."""
        matcher, codes = Matcher(rules), {"DROP": -1, "CALL": 0, **{f"BET{size}": size for size in range(1, 21)}}
        nothing = dict.fromkeys(("OBLUFFS", "OCORREL", "OD", "OAVGBET", "OTBET"), 0)
        rows = [dict(zip(self.COLUMNS, row, strict=True)) for row in table.seen.tolist()]
        caught = [matcher.match(matcher.values({**row, **nothing})) for row in rows]
        return np.array([codes.get(rules.rules[index].move, 0) if index >= 0 else 0 for index in caught])


@dataclass(frozen=True, slots=True)
class Situations:
    """Some situations of draw poker."""

    seen: Ints
    """[situation, column]: as in `ToyRuleJudge.COLUMNS`."""
    luck: Floats
    """[situation, action + 1]"""

    @staticmethod
    @lru_cache(maxsize=8)
    def of(deals: range, seed: int, count: int) -> Situations:
        """Those of a range of deals; strong hands are rare."""
        most = (300, 78, 20, 20, 4)
        seen = [[int((high + 1) * drawn(seed, deals, n, of)) for of, high in enumerate(most)] for n in range(count)]
        luck = [[drawn(seed, deals, n, "luck", action) - 0.5 for action in range(22)] for n in range(count)]
        found: Ints = np.array(seen)
        return Situations(np.stack([found[:, 0] ** 2 // 300 + 1, found[:, 1] + 2, *found[:, 2:].T], 1), np.array(luck))

    def won(self, action: Ints, pays: float) -> Floats:
        """Chips: a bet pays with a good hand unless it is too large for the pot, a drop loses some of that."""
        hand, pot, bet, _, _ = self.seen.T
        raised = np.maximum(action, 0)
        staked = pays * ((np.minimum(hand, 60) - 21) * (pot / 2 + bet + raised) - 15 * (raised > 4 + pot // 4) * raised)
        chips: Floats = np.where(action < 0, -pot / 32, staked / 240) + 4 * self.luck[np.arange(len(pot)), action + 1]
        return chips
