"""Scripted opponents of draw poker, one decision at a time.

`scripted` is the one place where each script is written: players at a table call it for a decision, the kernels of
practice for every decision of many contests. Hands are judged on Waterman's scale: 1 or 2 without a pair, 6 + rank for
a pair, 19 + rank for two pair, more than 46 from three of a kind up.
"""

from __future__ import annotations

from gamelore.base.compile import kernel

CALL, DROP = 0, -1
RANDOM, CALLER, TIGHT, LOOSE, BLUFFER, HUMAN, MANIAC, POLICY = 0, 1, 2, 3, 4, 5, 6, 7
LARGE = 20
PAIR_4, PAIR_8, PAIR_10, PAIR_JACK, PAIR_QUEEN, TWO_PAIR, THREE = 10, 14, 16, 17, 18, 20, 47


@kernel(bare=True)
def _between(low: float, high: float, size_luck: float) -> int:
    """A whole number from the one to the other; written as decimals, for every whole literal is compiled anew."""
    return int(low) + int(size_luck * (high - low + 1.0))


@kernel(bare=True)
def _random(last: int, luck: float, size_luck: float) -> int:
    """One of the eight decisions: six kinds of bet, drop, and call if there is a bet."""
    choice = int(luck * (8 if last else 7))
    if choice == 0:
        return DROP
    if choice == 1:
        return _between(1.0, 5.0, size_luck)
    if choice == 2:
        return _between(3.0, 9.0, size_luck)
    if choice == 3:
        return _between(8.0, 14.0, size_luck)
    if choice == 4:
        return _between(10.0, 15.0, size_luck)
    if choice == 5:
        return _between(14.0, 20.0, size_luck)
    if choice == 6:
        return _between(1.0, 20.0, size_luck)
    return CALL


@kernel(bare=True)
def _tight(after: bool, value: int, pot: int, last: int, luck: float, size_luck: float) -> int:
    """Waits for good cards and pays little without them."""
    if last == 0:
        if value >= TWO_PAIR:
            return _between(4.0, 9.0, size_luck)
        if value >= PAIR_JACK:
            return _between(2.0, 5.0, size_luck)
        return _between(1.0, 2.0, size_luck) if value >= PAIR_8 or not after else DROP
    if value >= THREE:
        return _between(4.0, 12.0, size_luck) if pot < 60 else CALL
    if value >= TWO_PAIR:
        return _between(2.0, 6.0, size_luck) if pot < 24 and luck < 0.5 else CALL
    if value >= PAIR_JACK:
        return CALL if last <= (10 if after else 8) else DROP
    if value >= PAIR_4:
        return CALL if last <= 3 else DROP
    return CALL if last <= 1 and not after else DROP


@kernel(bare=True)
def _loose(after: bool, value: int, pot: int, last: int, luck: float, size_luck: float) -> int:
    """Likes to see every hand, and to bet on any pair."""
    if last == 0:
        return _between(3.0, 10.0, size_luck) if value >= PAIR_8 else _between(1.0, 6.0, size_luck)
    if value >= PAIR_10 and pot < 60 and luck < 0.4:
        return _between(2.0, 10.0, size_luck)
    if value >= 8 or not after:
        return CALL if last <= 14 or luck < 0.7 else DROP
    return CALL if last <= 5 or luck < 0.25 else DROP


@kernel(bare=True)
def _bluffer(after: bool, value: int, pot: int, last: int, luck: float, size_luck: float) -> int:
    """Bets large with good hands and, a third of the time, with nothing."""
    strong = value >= (TWO_PAIR if after else PAIR_QUEEN)
    if last == 0:
        if strong or luck < 0.35:
            return _between(8.0, 20.0, size_luck)
        return _between(1.0, 4.0, size_luck)
    if strong:
        return _between(6.0, 16.0, size_luck) if pot < 50 and luck < 0.6 else CALL
    if luck < 0.12 and pot < 50:
        return _between(10.0, 20.0, size_luck)
    if value >= PAIR_8:
        return CALL if last <= 10 or luck > 0.6 else DROP
    return CALL if last <= 3 or (not after and last <= 6) else DROP


@kernel(bare=True)
def _human(after: bool, value: int, pot: int, last: int, luck: float, size_luck: float) -> int:
    """Shaped on the moves of the person who played against Waterman's program (Appendices C, E and F)."""
    if not after:
        if last == 0:
            return _between(1.0, 4.0, size_luck)
        if value >= PAIR_10 and pot < 20 and luck < 0.4:
            return _between(1.0, 6.0, size_luck)
        return CALL if last <= 7 or value >= PAIR_4 or luck >= 0.8 else DROP
    if value < 8:  # no pair
        if last == 0:
            return _between(10.0, 14.0, size_luck) if luck < 0.1 else _between(1.0, 4.0, size_luck)
        if last <= 3 and pot >= 4 * last:
            return CALL
        return _between(10.0, 14.0, size_luck) if luck < 0.05 else DROP
    if value < PAIR_10:
        if last == 0:
            return _between(1.0, 5.0, size_luck)
        return CALL if last <= 9 or luck < 0.5 else DROP
    if value < THREE:
        if last == 0:
            return _between(3.0, 9.0, size_luck)
        return _between(2.0, 9.0, size_luck) if last <= 7 and pot < 40 and luck < 0.45 else CALL
    if last == 0:
        return _between(4.0, 12.0, size_luck)
    return _between(4.0, 14.0, size_luck) if pot < 70 else CALL


@kernel(bare=True)
def scripted(kind: int, after: bool, value: int, pot: int, last: int, luck: float, size_luck: float) -> int:
    """What a script does: the size of a bet, CALL or DROP. It may name a bet where no further bet is allowed.

    `after` the draw or before it; `value` of the hand; `last` is the bet to match, 0 if there is none; the two lucks
    lie between 0 and 1.
    """
    if kind == RANDOM:
        return _random(last, luck, size_luck)
    if kind == TIGHT:
        return _tight(after, value, pot, last, luck, size_luck)
    if kind == LOOSE:
        return _loose(after, value, pot, last, luck, size_luck)
    if kind == BLUFFER:
        return _bluffer(after, value, pot, last, luck, size_luck)
    if kind == HUMAN:
        return _human(after, value, pot, last, luck, size_luck)
    if kind == MANIAC:
        return LARGE
    return CALL if last else 1
