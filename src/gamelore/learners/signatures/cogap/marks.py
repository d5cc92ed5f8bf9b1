"""What every call is worth in marks: the objective of the game, where the thesis only asks for agreement.

A call is followed by the calls that the label rule gives the players after it, and the contract that results is worth
its marks times the chance of making it. Exact play is too hopeful about that chance, so it is corrected to what
players make who do not see the other hands; hands that were played out need no correction. A weak hand that bids only
to force the opponents higher (a push) shows its worth here like any other call.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from gamelore.base.arrays import Floats
from gamelore.games.forty_two.rules import PASSED, SEATS, THESIS, RuleSet, last_bid, marks_of
from gamelore.learners.signatures.cogap.rote_tables import CALLS
from gamelore.oracles.forty_two.labelled_store import LabelledHand
from gamelore.oracles.forty_two.labels import LabelRule

PLAYED_SHIFTS = ((30, -0.70), (31, -0.96), (35, -1.00), (36, -1.17), (42, -1.50))
PLAYED_SCALE = 0.71
"""Log odds of making a contract at the table from those under exact play, fitted to 500 hands of the set `choose` for
each of these contracts, played out by the playing machine (`gamelore reproduce c-played` checks them on other hands).
The more tricks a contract needs, the more it hurts not to see."""
_SURE = 0.995


def chance_at_the_table(exact: float, contract: int) -> float:
    """The chance of making a contract that exact play makes in this share of deals."""
    kept = min(max(exact, 1 - _SURE), _SURE)
    contracts, shifts = zip(*PLAYED_SHIFTS, strict=True)
    shift = float(np.interp(contract, contracts, shifts))
    return 1 / (1 + math.exp(-(shift + PLAYED_SCALE * math.log(kept / (1 - kept)))))


def marks_of_rounds(hands: Sequence[LabelledHand], rule: LabelRule, rules: RuleSet = THESIS) -> Floats:
    """The marks of every call of every hand of some whole rounds, one row for each hand."""
    rounds = [hands[i : i + SEATS] for i in range(0, len(hands), SEATS)]
    return np.array([marks_of_calls(four, place, rule, rules) for four in rounds for place in range(SEATS)])


def marks_of_calls(round_: Sequence[LabelledHand], place: int, rule: LabelRule, rules: RuleSet = THESIS) -> Floats:
    """For each of `CALLS` the marks that the caller's side can expect from it; nan where it is not legal."""
    heard = round_[place].calls
    legal = (*(() if rules.must_bid(heard) else (PASSED,)), *rules.legal_bids(last_bid(heard)))
    found = np.full(CALLS.size, np.nan)
    for column, call in enumerate(CALLS):
        if call in legal:
            calls = [*heard, int(call)]
            while len(calls) < SEATS:
                calls.append(rule.call(round_[len(calls)].label.strength, calls, rules))
            found[column] = _expected(round_, calls, place % 2, rule)
    return found


def _expected(round_: Sequence[LabelledHand], calls: Sequence[int], side: int, rule: LabelRule) -> float:
    contract = last_bid(calls)
    if contract == PASSED:
        return 0.0
    declarer = list(calls).index(contract)
    hand = round_[declarer]
    share = hand.prices[hand.label.trump].share(contract)
    chance = share if rule.played_out else chance_at_the_table(share, contract)
    marks = marks_of(contract) * (2 * chance - 1)
    return marks if declarer % 2 == side else -marks
