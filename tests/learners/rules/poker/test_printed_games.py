"""The printed automatic and implicit lists decide as their program did in the printed games (Appendices H and K)."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, replace

import pytest

from gamelore.games.poker.cards import parse_hand
from gamelore.games.poker.hands import hand_value
from gamelore.learners.rules.language.matching import Matcher
from gamelore.learners.rules.poker.lists import printed
from gamelore.learners.rules.poker.moves import bet_ranges

# Round; the program's hand before and after the draw; how many cards the person replaced; both intervals. P and H are
# bets of the program and of the person, c a call, d a drop. Last: the rule of the printed list that makes each decision
# of the program, under every style that the whole round allows.
ROUNDS = """
H-I-1  | C13 C10 S11 S5 C2   | C13 S11 D8 H5 H7    | 3 | P4 Hc    | P4 H7 Pd | 15 17 19
H-I-2  | D9 C7 H4 S13 D6     | S13 D9 S8 S5 S11    | 3 | H3 Pc    | H4 Pd | 16 19
H-I-3  | H13 S2 H12 C4 S9    | H13 H12 C11 H9 H11  | 3 | P2 Hc    | P5 H11 P3 Hc | 15 12 12
H-I-4  | D10 C2 C13 H7 H2    | C2 H2 H14 S6 S3     | 3 | H2 Pc    | H4 Pc | 5 5
H-I-5  | D11 S13 C4 C14 D12  | C14 S13 D12 D11 H13 | 3 | P4 H1 Pc | P5 Hc | 15 18 12
H-II-1 | H13 S14 D14 S12 D10 | S14 D14 H14 C6 D13  | 3 | P8 Hc    | P3 Hc | 12 14
H-II-2 | D12 C5 S10 D14 H9   | D14 D12 H10 D2 H6   | 3 | H1 Pc    | H1 Pc | 16 16
H-II-3 | S4 D8 C9 D11 C12    | C12 D11 S12 H8 C3   | 3 | P2 Hc    | P7 H4 P8 Hc | 15 12 12
H-II-4 | D3 D13 C8 D4 H5     | D13 C8 C10 D5 D7    | 3 | H3 Pc    | H4 Pd | 16 19
H-II-5 | S3 D6 H4 H3 H14     | S3 H3 S7 S11 C9     | 1 | P3 H1 Pc | P1 H4 Pc | 6 5 6 5
K-I-1  | H14 S8 C6 D8 S4     | S8 D8 H7 D3 D5      | 3 | P3 Hc    | P8 H8 Pc | 5 5 2
K-I-2  | D2 H8 D12 C9 C5     | D12 C9 S9 H5 H2     | 3 | H3 P7 Hc | H2 P2 Hc | 7 5
K-I-3  | S11 D14 H4 H3 S12   | D14 S12 H6 H12 S6   | 3 | P7 Hc    | P6 H14 P18 Hc | 7 6 14
K-I-4  | H12 H2 S9 D6 S12    | H12 S12 H14 C10 D9  | 3 | H2 P14 Hc | H1 P1 Hc | 14 6
K-I-5  | C6 C8 S3 S8 H3      | C8 S8 S3 H3 S6      | 3 | P7 Hc    | P8 H9 P4 Hc | 6 6 6
K-II-1 | D6 D13 C12 S14 S3   | S14 D13 C13 C11 C3  | 3 | P7 Hc    | P5 H3 P1 H2 P1 Hc | 7 6 6 6
K-II-2 | C14 D4 H11 H13 S7   | C14 H13 D9 D7 C2    | 3 | H3 P6 Hc | H4 Pd | 7 4
K-II-3 | D10 S13 C8 S2 S5    | S13 D10 C7 H10 S10  | 3 | P3 Hc    | P7 H13 P12 Hc | 7 1 10
K-II-4 | C11 D2 H10 S2 C7    | D2 S2 S5 C13 D11    | 3 | H6 Pc    | H5 Pc | 2 2
K-II-5 | C2 D14 H8 H13 S4    | D14 H13 H11 S13 S7  | 1 | P7 Hc    | P4 H12 Pc | 7 6 9
"""


@dataclass(frozen=True)
class Printed:
    """One decision of the program: where, what it saw, what it did (a size, c or d), and by which rule."""

    where: str
    hand: int
    pot: int
    bet: int
    replaced: int
    did: str
    rule: int

    @property
    def matcher(self) -> Matcher:
        """The printed list that played: of Appendix H, or of Appendix K."""
        return _matcher("automatic" if self.where.startswith("H") else "implicit")

    def styles(self, matcher: Matcher | None = None) -> set[int]:
        """The values of OSTYLE, with BLUFFO following and OH = 6, for which that rule of the list does the same."""
        return {style for style in range(-6, 9) if self._fits(style, matcher or self.matcher)}

    def _fits(self, style: int, matcher: Matcher) -> bool:
        bluffo = 8 * style - 6
        values = matcher.values(
            {
                "VDHAND": self.hand, "POT": self.pot, "LASTBET": self.bet, "BLUFFO": bluffo, "D": self.hand - 6,
                "POTBET": self.pot // self.bet if self.bet else self.pot, "ORP": self.replaced, "OSTYLE": style,
            }
        )  # fmt: skip
        place = matcher.match(values)
        rule = matcher.heuristics.rules[place]
        if place + 1 != self.rule or rule.is_random:
            return False
        if rule.move in ("CALL", "DROP"):
            return self.did == rule.move[0].lower()
        largest = max(1, min(20, 5 - bluffo))
        return self.did not in "cd" and int(self.did) in bet_ranges(matcher.heuristics).get(
            rule.move, range(largest, largest + 1)
        )


@functools.cache
def _matcher(name: str) -> Matcher:
    return Matcher(printed(name))


def decisions() -> list[Printed]:
    found = []
    for line in ROUNDS.strip().splitlines():
        where, dealt, final, replaced, *intervals, rules = (part.strip() for part in line.split("|"))
        numbers = iter(map(int, rules.split()))
        pot = 2
        for number, interval in enumerate(intervals):
            bet = 0
            hand = hand_value(parse_hand(final if number else dealt))
            for who, did in re.findall(r"([PH])(\w+)", interval):
                if who == "P":
                    found.append(Printed(where, hand, pot, bet, int(replaced) if number else -1, did, next(numbers)))
                if did != "d":
                    pot += 2 * bet
                    bet = 0 if did == "c" else int(did)
        assert next(numbers, None) is None, where
    return found


@pytest.mark.parametrize("one", decisions(), ids=lambda one: f"{one.where} {one.pot} {one.bet}")
def test_the_printed_list_can_make_the_printed_decision(one: Printed) -> None:
    assert one.styles()


def styles_by_round(changed: int = 0, game: str = "") -> dict[str, set[int]]:
    """The styles that all decisions of a round allow; if asked, with another move for one rule."""
    needed: dict[str, set[int]] = {}
    for one in decisions():
        matcher = _with_another_move(one.matcher, changed) if changed and one.where.startswith(game) else one.matcher
        needed[one.where] = needed.get(one.where, set(range(-6, 9))) & one.styles(matcher)
    return needed


def _with_another_move(matcher: Matcher, number: int) -> Matcher:
    rules = matcher.heuristics.rules
    other = "CALL" if rules[number - 1].move == "DROP" else "DROP"
    changed = replace(rules[number - 1], move=other)
    return Matcher(replace(matcher.heuristics, rules=(*rules[: number - 1], changed, *rules[number:])))


def test_the_styles_that_the_decisions_of_a_round_need_agree_with_each_other() -> None:
    needed = styles_by_round()
    assert all(needed.values())
    assert needed["H-II-1"] == {1}
    assert needed["K-I-3"] == {-1}
    assert needed["K-II-3"] == {0}


def test_no_rule_that_the_printed_games_use_can_be_deleted_or_decide_otherwise_unnoticed() -> None:
    used = {(one.where[0], one.rule) for one in decisions()}
    assert used == {
        *(("H", rule) for rule in (5, 6, 12, 14, 15, 16, 17, 18, 19)),
        *(("K", rule) for rule in (1, 2, 4, 5, 6, 7, 9, 10, 14)),
    }
    for game, rule in sorted(used):
        assert not all(styles_by_round(rule, game).values()), f"rule {rule} of Appendix {game}"
        rules = next(one.matcher for one in decisions() if one.where.startswith(game)).heuristics
        shorter = Matcher(replace(rules, rules=(*rules.rules[: rule - 1], *rules.rules[rule:])))
        assert any(not one.styles(shorter) for one in decisions() if one.where.startswith(game))
