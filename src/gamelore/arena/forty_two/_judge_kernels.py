"""Whole rounds of 42 with lists of maxims at the seats, many at once.

What a list does is said in plain Python in `learners/maxims/`; every round here replays through the plain game. Deals
and luck come by counter (seed, deal, ply), so that all lists meet the same deals with the same luck, and both seatings
of a mirrored deal do. Nothing here allocates.
"""

from __future__ import annotations

import numpy as np

from gamelore.base.arrays import Ints
from gamelore.base.bitops import highest, lowest, popcount
from gamelore.base.compile import kernel
from gamelore.base.counter import contest_key, uniform
from gamelore.games.forty_two._kernels import BIT_OF, BIT_POINTS, FOLLOW, LEAD_SUIT, TRUMP_SUIT, to_bits
from gamelore.games.forty_two.dominoes import DOMINOES, TRUMP_NAMES, is_trump, rank, suit_led
from gamelore.learners.features.forty_two._seen_kernels import (
    BEST,
    DECLARER,
    DOWN,
    FACTS,
    HAND,
    LED,
    LEGAL,
    NUMBER,
    PLACE,
    PROMISE,
    SEAT,
    TAKERS,
    TRUMP,
    UNSEEN,
    VOIDS,
    WINNER,
    holds,
    promise,
    seen,
)

CONDITION, MEASURE, SIGN, COLUMNS = range(4)
"""What stands for a line of play: the numbers of its condition and measure; 1 for most, else -1."""
PLAIN = -1
"""Stands for the length of a list where the plain rule of play plays."""
NAMING_PLY, SHUFFLE = 4, 64
"""The plies of a round: calls from 0, trump, then dominoes; and where the numbers of the deal come from."""


def _plain_orders() -> Ints:
    """The plain rule of play as ranks by trump and bit: to lead, for a winning partner, to win, and to throw."""
    orders = np.zeros((4, len(TRUMP_NAMES), len(DOMINOES)), np.int64)
    for trump in range(len(TRUMP_NAMES)):
        facts = {d: (is_trump(d, trump), rank(d, suit_led(d, trump))) for d in DOMINOES}
        ranked = (
            sorted(DOMINOES, key=lambda d: (facts[d][0], d.is_double, facts[d], -d.points, d)),
            sorted(DOMINOES, key=lambda d: (d.points, not facts[d][0], -facts[d][1], d)),
            sorted(DOMINOES, key=lambda d: (facts[d], -d.points, d), reverse=True),
            sorted(DOMINOES, key=lambda d: (d.points, facts[d], d), reverse=True),
        )
        for number, order in enumerate(ranked):
            for place, domino in enumerate(order):
                orders[number, trump, BIT_OF[trump, domino.number]] = place
    return orders


ORDERS = _plain_orders()
TO_LEAD, FOR_PARTNER, TO_WIN, TO_THROW = range(4)


@kernel(bare=True)
def deal(key: int, hands: Ints) -> None:
    """Deal by counter: four sets of dominoes by number."""
    for seat in range(4):
        hands[seat] = 0
    left = (1 << 28) - 1
    for place in range(28):
        rest = left
        for _ in range(int(uniform(key, SHUFFLE, place) * (28 - place))):
            rest &= rest - 1
        tile = rest & -rest
        left &= ~tile
        hands[place // 7] |= tile


@kernel(bare=True)
def deals(seed: int, first: int, hands: Ints) -> None:
    """As many deals as there is room for, numbered from `first`."""
    for number in range(len(hands)):
        deal(contest_key(seed, first + number), hands[number])


@kernel(bare=True)
def follow(lines: Ints, s: Ints, slips: float, key: int, ply: int) -> int:
    """The domino that a reader of a list plays, as a bit under the trump."""
    left = s[LEGAL]
    for n in range(len(lines)):
        if left & (left - 1) == 0:
            break
        if slips > 0.0 and uniform(key, ply, n + 1) < slips:
            continue
        if not holds(s, lines[n, CONDITION]):
            continue
        best, kept, rest = np.int64(-1 << 40), np.int64(0), left
        while rest:
            bit = lowest(rest)
            rest &= rest - 1
            value = lines[n, SIGN] * seen(s, lines[n, MEASURE], bit)
            if value > best:
                best, kept = value, np.int64(0)
            if value == best:
                kept |= 1 << bit
        left = kept
    if left & (left - 1) == 0:
        return int(lowest(left))
    numbers, rest = int(np.int64(0)), left
    while rest:
        numbers |= 1 << int(FACTS[s[TRUMP], lowest(rest), NUMBER])
        rest &= rest - 1
    for _ in range(int(uniform(key, ply, 0) * popcount(left))):
        numbers &= numbers - 1
    return int(BIT_OF[s[TRUMP], lowest(numbers)])


@kernel(bare=True)
def plainly(s: Ints) -> int:
    """The domino that the plain rule of play plays."""
    some, order = s[LEGAL], TO_LEAD
    if s[PLACE]:
        winning = s[LEGAL] & s[TAKERS] & (-2 << s[BEST])
        if (s[WINNER] - s[SEAT]) % 2 == 0:
            order = FOR_PARTNER
        elif winning:
            some, order = winning, TO_WIN
        else:
            order = TO_THROW
    best, found = -1, 0
    while some:
        bit = lowest(some)
        some &= some - 1
        if ORDERS[order, s[TRUMP], bit] > best:
            best, found = ORDERS[order, s[TRUMP], bit], bit
    return found


@kernel(bare=True)
def play_round(
    dealt: Ints, contract: Ints, even: Ints, evens: int, odd: Ints, odds: int, slips: Ints, key: int, s: Ints, out: Ints
) -> int:
    """Play a contract (amount, declarer, trump); the points of declarer's side.

    Seats 0 and 2 follow the first `evens` lines of a list, 1 and 3 those of another; `PLAIN` for the plain rule. All
    tricks are played if the amount is 0, otherwise until it is made or set. `slips` are those of the two sides in
    thousandths, `s` is room to work in, and `out` receives the dominoes by number, as far as there is room.
    """
    trump, declarer = contract[2], contract[1]
    everything = int(np.int64((1 << 28) - 1))
    played = mine = theirs = plies = int(np.int64(0))
    s[TRUMP], s[DECLARER] = trump, declarer
    for seat in range(4):
        s[VOIDS + seat] = 0
    leader = declarer
    held0, held1 = to_bits(dealt[0], trump), to_bits(dealt[1], trump)
    held2, held3 = to_bits(dealt[2], trump), to_bits(dealt[3], trump)
    needed = min(contract[0], 42)
    for _ in range(7):
        s[TAKERS], s[BEST], s[DOWN], s[LED], s[WINNER] = 0, -1, 0, 0, leader
        for place in range(4):
            seat = (leader + place) % 4
            held = held0 if seat == 0 else held1 if seat == 1 else held2 if seat == 2 else held3
            following = held & s[LED]
            s[HAND], s[PLACE], s[SEAT] = held, place, seat
            s[LEGAL] = following if following else held
            s[UNSEEN] = everything & ~played & ~held
            count = evens if seat % 2 == 0 else odds
            if s[LEGAL] & (s[LEGAL] - 1) == 0:
                bit = lowest(s[LEGAL])
            elif count == PLAIN:
                bit = plainly(s)
            else:
                lines = even[:count] if seat % 2 == 0 else odd[:count]
                bit = follow(lines, s, slips[seat % 2] / 1000.0, key, NAMING_PLY + 1 + plies)
            if plies < len(out):
                out[plies] = FACTS[trump, bit, NUMBER]
            plies += 1
            tile = int(np.int64(1) << bit)
            played |= tile
            if seat == 0:
                held0 &= ~tile
            elif seat == 1:
                held1 &= ~tile
            elif seat == 2:
                held2 &= ~tile
            else:
                held3 &= ~tile
            s[DOWN] += BIT_POINTS[trump, bit]
            if place == 0:
                s[LED] = FOLLOW[trump, LEAD_SUIT[trump, bit]]
                s[TAKERS] = s[LED] | FOLLOW[trump, TRUMP_SUIT]
            elif not s[LED] & tile:
                s[VOIDS + seat] |= s[LED]
            if s[TAKERS] & tile and bit > s[BEST]:
                s[BEST], s[WINNER] = bit, seat
        leader = s[WINNER]
        if (leader - declarer) % 2 == 0:
            mine += 1 + s[DOWN]
        else:
            theirs += 1 + s[DOWN]
        if needed and (mine >= needed or theirs > 42 - needed):
            break
    return mine


@kernel(bare=True)
def marks_for_even(contract: int, declarer: int, points: int) -> int:
    """The marks of seats 0 and 2."""
    made = points >= min(contract, 42)
    marks = max(1, contract // 42)
    return marks if made == (declarer % 2 == 0) else -marks


@kernel(bare=True)
def play_margins(
    hands: Ints,
    contracts: Ints,
    lists: Ints,
    lengths: Ints,
    other: Ints,
    others: int,
    slips: int,
    seed: int,
    first: int,
    room: Ints,
    out: Ints,
) -> None:
    """For each list and deal the marks that it wins over another from both sides of given contracts together."""
    nothing = room[:0]
    both = room[32:34]
    for place in range(len(lists) * len(hands)):
        which, number = divmod(place, len(hands))
        key = contest_key(seed, first + number)
        may_slip = slips if (first + number) % 4 < 2 else 0
        total = np.int64(0)
        for side in range(2):
            both[side], both[1 - side] = may_slip, 0
            even, odd = (lists[which], other) if side == 0 else (other, lists[which])
            evens, odds = (lengths[which], others) if side == 0 else (others, lengths[which])
            points = play_round(hands[number], contracts[number], even, evens, odd, odds, both, key, room, nothing)
            marks = marks_for_even(contracts[number, 0], contracts[number, 1], points)
            total += marks if side == 0 else -marks
        out[which, number] = total


@kernel(bare=True)
def contract_points(hands: Ints, lines: Ints, count: int, seed: int, first: int, room: Ints, out: Ints) -> None:
    """The points of declarer's side with a list at all seats, by deal, declarer (as many as `out` has) and trump."""
    nothing, contract, careful = room[:0], room[32:35], room[35:37]
    careful[0] = careful[1] = contract[0] = 0
    for number in range(len(hands)):
        key = contest_key(seed, first + number)
        for declarer in range(out.shape[1]):
            for trump in range(7):
                contract[1], contract[2] = declarer, trump
                points = play_round(hands[number], contract, lines, count, lines, count, careful, key, room, nothing)
                out[number, declarer, trump] = points


# Bidding

OF_CALL, HOLDER, NEEDS, LIMIT, SENSE, BID_COLUMNS = range(6)
"""What stands for a line of bidding: whether it is about the call; for that the number of who holds the bid (0 for
anybody), the set of what the hand must be, the most it bids (0: as little as can be called); for a suit the measure."""
PASSER, FORMULA = -1, -2
"""Stand for the length of a list where somebody bids who needs none."""
VALUE, ROUGH_TRUMP, ASKS = 49, 50, 51
LOOK = 58
"""What is seen of a hand: its measures under each suit, the formula's value and trump, what it is under each suit."""
NOT_PARTNER, OVER_PARTNER, OVER_OPPONENT, OVER_NOBODY = range(1, 5)


@kernel(bare=True)
def look(hands: Ints, asked: Ints, margin: int, out: Ints) -> None:
    """What bidders see of every hand. A row of `asked` is a measure, its sign and the least that is asked."""
    for number in range(len(hands)):
        for seat in range(4):
            row = out[number, seat]
            longest, doubles = -1, 0
            for suit in range(7):
                found = row[suit * PROMISE : suit * PROMISE + PROMISE]
                promise(hands[number, seat], suit, found)
                double = found[1]
                if 2 * found[0] + double > longest:
                    longest = 2 * found[0] + double
                    row[ROUGH_TRUMP] = suit
                doubles += double
                row[ASKS + suit] = 0
                for n in range(len(asked)):
                    if asked[n, 1] * found[asked[n, 0]] >= asked[n, 2]:
                        row[ASKS + suit] |= 1 << n
            row[VALUE] = 14 + 6 * doubles + 3 * (longest // 2) - margin


@kernel(bare=True)
def suits_left(lines: Ints, count: int, row: Ints) -> int:
    """The suits that the lines about trump leave, as a set."""
    left = np.int64(127)
    for n in range(count):
        if lines[n, OF_CALL] or left & (left - 1) == 0:
            continue
        best, kept = np.int64(-1 << 40), np.int64(0)
        for suit in range(7):
            if (left >> suit) & 1:
                value = lines[n, SENSE] * row[suit * PROMISE + lines[n, LIMIT]]
                if value > best:
                    best, kept = value, np.int64(0)
                if value == best:
                    kept |= 1 << suit
        left = kept
    return int(left)


@kernel(inline=True, bare=True)
def least_bid(last: int) -> int:
    """The least bid that is allowed."""
    if last < 41:
        return max(30, last + 1)
    return 42 * (last // 42 + 1)


@kernel(bare=True)
def call(lines: Ints, count: int, row: Ints, left: int, last: int, mine: bool, forced: bool, luck: float) -> int:
    """What a bidder calls: 0 for a pass."""
    least = least_bid(last)
    if count < 0:
        covered = count == FORMULA and row[VALUE] >= min(least, 42)
        return int(least) if forced or covered else 0
    suit = highest(left)
    for n in range(count):
        if not lines[n, OF_CALL] or lines[n, NEEDS] & ~row[ASKS + suit]:
            continue
        who = lines[n, HOLDER]
        if (who == NOT_PARTNER and mine) or (who == OVER_PARTNER and not mine):
            continue
        if (who == OVER_OPPONENT and (mine or last == 0)) or (who == OVER_NOBODY and last):
            continue
        if lines[n, LIMIT] == 0:
            return int(least) if forced else 0
        if least <= lines[n, LIMIT]:
            return int(least)
    # no line decides: by chance among everything that may be called
    limit = 84 if last < 42 else last + 84
    points = max(0, 42 - max(30, last + 1))
    marks = limit // 42 - last // 42
    passes = 0 if forced else 1
    choice = int(luck * (points + marks + passes)) - passes
    if choice < 0:
        return 0
    return int(least + choice if choice < points else 42 * (last // 42 + 1 + choice - points))


@kernel(bare=True)
def auction(
    rows: Ints, even: Ints, evens: int, odd: Ints, odds: int, lefts: Ints, key: int, contract: Ints, calls: Ints
) -> None:
    """Call a deal by the rules of the thesis, seat 0 first: amount, declarer, trump. `lefts` are the suits in mind."""
    last, declarer = int(np.int64(0)), int(np.int64(-1))
    for seat in range(4):
        lines, count = (even, evens) if seat % 2 == 0 else (odd, odds)
        mine = declarer >= 0 and (declarer - seat) % 2 == 0
        forced = seat == 3 and last == 0
        made = call(lines, count, rows[seat], lefts[seat], last, mine, forced, uniform(key, seat, 0))
        calls[seat] = made
        if made:
            last, declarer = made, seat
    contract[0], contract[1] = last, declarer
    count = evens if declarer % 2 == 0 else odds
    contract[2] = rows[declarer, ROUGH_TRUMP] if count < 0 else highest(lefts[declarer])


@kernel(bare=True)
def auctions(
    rows: Ints, even: Ints, evens: int, odd: Ints, odds: int, seed: int, first: int, contracts: Ints, calls: Ints
) -> None:
    """Call many deals: `contracts` receives amount, declarer and trump."""
    for number in range(len(rows)):
        lefts = contracts[number, 3:7]
        for seat in range(4):
            lines, count = (even, evens) if seat % 2 == 0 else (odd, odds)
            lefts[seat] = suits_left(lines, max(0, count), rows[number, seat])
        key = contest_key(seed, first + number)
        auction(rows[number], even, evens, odd, odds, lefts, key, contracts[number, :3], calls[number])


@kernel(bare=True)
def bid_margins(
    rows: Ints, points: Ints, lists: Ints, lengths: Ints, other: int, seed: int, first: int, room: Ints, out: Ints
) -> None:
    """For each list and deal the marks that it wins over a bidder without list, from both sides together."""
    lefts, contract, calls = room[:4], room[4:7], room[7:11]
    for place in range(len(lists) * len(rows)):
        which, number = divmod(place, len(rows))
        lines, count = lists[which], lengths[which]
        key = contest_key(seed, first + number)
        for seat in range(4):
            lefts[seat] = suits_left(lines, count, rows[number, seat])
        total = np.int64(0)
        for side in range(2):
            if side == 0:
                auction(rows[number], lines, count, lines, other, lefts, key, contract, calls)
            else:
                auction(rows[number], lines, other, lines, count, lefts, key, contract, calls)
            marks = marks_for_even(contract[0], contract[1], points[number, contract[1], contract[2]])
            total += marks if side == 0 else -marks
        out[which, number] = total
