"""Draw poker for rules by practice: five of the seven variables in bins, eight moves, and what they are called.

What is remembered of the opponent (BLUFFO, OSTYLE) was left out: lists with it win no more.
"""

from __future__ import annotations

import functools
import itertools
from dataclasses import replace

from gamelore.games.poker.cards import ACE, RANKS_IN_WORDS
from gamelore.learners.rules.language.expressions import Name, Number, Operation
from gamelore.learners.rules.language.heuristics import Heuristics, RuleMove
from gamelore.learners.rules.poker.lists import printed
from gamelore.learners.rules.practice.boxes import Box, Grid

SIZES = (1, 3, 6, 10, 15, 20)
"""The bets that are practised."""
MOVES = {"DROP": -1, "CALL": 0, **{f"BET{size}": size for size in SIZES}}
EDGES = {
    "VDHAND": (1, 2, *range(8, 21), 22, 25, 28, 30, 31, 32, 33, 48, 53, 57, 259, 515, 695),
    "POT": (2, 3, 5, 7, 9, 11, 13, 17, 21, 27, 35, 45, 61, 81),
    "LASTBET": (0, 1, 2, 3, 4, 6, 8, 10, 12, 15, 18, 20),
    "POTBET": (0, 1, 2, 3, 4, 5, 7, 9, 12, 20),
    "ORP": (-1, 0, 1, 2, 3),
}
HAD = {"random": 40.0, "call": 10.0, "human": 4.0, "builtin": 4.0, "noisy": 6.0, "strong": 1.2, "tight": 2.4,
       "maniac": 60.0}  # fmt: skip
"""What can be had of each opponent, in chips a deal: unscaled, `random` alone would decide."""
GRID = Grid(EDGES, MOVES, {"VDHAND": "HV", "POT": "P", "LASTBET": "B", "POTBET": "PB", "ORP": "R"})


def reckless(box: Box) -> bool:
    """Whether a rule raises a bet by 3 or more with less than a pair of eights.

    Such rules win from those who drop, and lose without end to somebody who has cards and raises again.
    """
    names = list(EDGES)
    (hand, _), (_, bet) = box.bounds[names.index("VDHAND")], box.bounds[names.index("LASTBET")]
    return list(MOVES.values())[box.move] >= 3 and bet > 0 and EDGES["VDHAND"][hand] < 14


@functools.cache
def practice_start() -> Heuristics:
    """Who bets at random, and knows the moves of practice beside those of the trainer."""
    start = printed("before")
    pot = ("POT", Operation("+", Name("POT"), Operation("x", Number(2.0), Name("LASTBET"))))
    bets = {f"BET{size}": RuleMove(f"BET{size}", (pot, ("LASTBET", Number(float(size))))) for size in SIZES}
    return replace(start, moves={**start.moves, **bets})


NOTHING = "less than ace high"


def _hand_words() -> dict[str, str]:
    """Conditions on the value of a hand as a player would say them."""
    named = [(1, NOTHING), (2, "ace high")]
    named += [(6 + rank, f"a pair of {RANKS_IN_WORDS[rank - 2]}") for rank in range(2, ACE + 1)]
    named += [(19 + rank, f"two pair with {RANKS_IN_WORDS[rank - 2]}") for rank in range(3, ACE + 1)]
    named += [(46 + rank, f"three {RANKS_IN_WORDS[rank - 2]}") for rank in range(2, ACE + 1)]
    named += [(259, "a straight"), (515, "a flush"), (695, "a full house")]
    found = {}
    for (low, below), (high, above) in itertools.pairwise(named):
        for edge in range(low, high):
            found[f"VDHAND>{edge}"] = f"your hand is at least {above}"
            found[f"VDHAND<{edge + 1}"] = f"your hand is {below if below == NOTHING else f'at most {below}'}"
    return found


HAND_WORDS = _hand_words()
