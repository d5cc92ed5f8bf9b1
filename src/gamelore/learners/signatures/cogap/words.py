"""How a bidder bids, in the words of a player: trumps held, the double, doubles beside it.

Categories of a goal tree tell a person nothing. So the bidder is shown random hands, and what it calls is described by
what a player sees: for every number of trumps, with the double and without it, how many other doubles it wants before
it bids. How often these words say what it does stands beside them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from gamelore.base.arrays import Bools, Ints
from gamelore.base.seeds import stream
from gamelore.games.forty_two.dominoes import DOMINOES
from gamelore.games.forty_two.rules import PASSED
from gamelore.learners.features.forty_two import Situations
from gamelore.learners.signatures.cogap.bidder import Bidder, Bids
from gamelore.learners.signatures.cogap.questions import answers
from gamelore.oracles.forty_two.pricing import DOUBLE_MASKS, SUIT_MASKS

HANDS = 2_000
FROM, TO = 2, 6
"""Numbers of trumps that are told apart; six stands for all seven too."""
NEVER = 8
"""More doubles than there are beside that of trumps."""
SELDOM = 0.005
HEARD: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("Asked first", ()),
    ("After three passes", (PASSED, PASSED, PASSED)),
    ("Over partner's 30", (30, PASSED)),
    ("Over an opponent's 30", (30,)),
    ("Over an opponent's 31", (31,)),
)

_DOUBLES = int(DOUBLE_MASKS.sum())
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def bidding_in_words(bidder: Bidder) -> Iterator[str]:
    """A sentence for each of the situations at a table that differ most, and what it heeds when it is asked first."""
    order = stream(0).permuted(np.tile(np.arange(len(DOMINOES)), (HANDS, 1)), axis=1)[:, :7]
    hands = (1 << order.astype(np.int64)).sum(axis=1)
    first: Bids | None = None
    for said, calls in HEARD:
        heard = np.full((HANDS, 3), -1, np.int64)
        heard[:, : len(calls)] = calls[::-1]
        bids = bidder.bid(Situations(hands, heard), forced=False)
        first = first or bids
        yield f"{said} it {_described(hands, bids.call, bids.trump)}."
    assert first is not None
    yield from answers(hands, first.call > PASSED, first.trump)


def _described(hands: Ints, calls: Ints, trumps: Ints) -> str:
    bids = calls > PASSED
    if bids.mean() < SELDOM:
        return "passes"
    amounts, counts = np.unique(calls[bids], return_counts=True)
    usual = " or ".join(str(amounts[n]) for n in np.sort(np.argsort(-counts)[:2]) if counts[n] > 0.1 * bids.sum())
    if bids.mean() > 1 - SELDOM:
        return f"bids {usual}, whatever it holds"
    with_it, without, agreed = _least_doubles(hands, bids, trumps)
    return (
        f"bids {usual}, with {100 * bids.mean():.0f} of 100 hands. With the double of trumps: {_wanted(with_it)}. "
        f"Without it: {_wanted(without)}. True of {100 * agreed:.0f} of 100 hands"
    )


def _least_doubles(hands: Ints, bids: Bools, trumps: Ints) -> tuple[Sequence[int], Sequence[int], float]:
    """By number of trumps the least number of other doubles that it bids with; and how often that is what it does."""
    held = np.clip(np.bitwise_count(hands & SUIT_MASKS[trumps]).astype(np.int64), FROM, TO)
    double = (hands & DOUBLE_MASKS[trumps]) > 0
    others = np.bitwise_count(hands & (_DOUBLES & ~DOUBLE_MASKS[trumps])).astype(np.int64)
    found: dict[bool, list[int]] = {True: [], False: []}
    agreed = 0
    for mine in (True, False):
        for number in range(FROM, TO + 1):
            rows = (held == number) & (double == mine)
            # Whoever bids with fewer trumps bids with more.
            most = found[mine][-1] if found[mine] else NEVER
            right = [int(((others[rows] >= least) == bids[rows]).sum()) for least in range(NEVER + 1)]
            least = max(range(most + 1), key=lambda n, right=right: (right[n], n))  # type: ignore[misc]
            found[mine].append(least)
            agreed += right[least]
    return found[True], found[False], agreed / len(hands)


def _wanted(least: Sequence[int]) -> str:
    """The fewest trumps that will do, most trumps first, each with the doubles that must stand beside them."""
    steps: list[str] = []
    before = NEVER
    for number, doubles in enumerate(least, start=FROM):
        if doubles < before:
            more = f" and {_NUMBERS[min(doubles, 6)]} more double{'s' * (doubles > 1)}" if doubles else ""
            steps.append(f"{_NUMBERS[number]} trumps{more}")
        before = min(before, doubles)
    if not steps:
        return "never"
    *all_but, last = reversed(steps)
    return f"{', '.join(all_but)}, or {last}" if all_but else last
