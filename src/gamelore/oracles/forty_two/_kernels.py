"""Double-dummy search for 42: the points declarer's side still takes when all hands lie open and all play best.

Fail-soft alpha-beta over single dominoes with a table at trick boundaries, where the set of dominoes left and the
leader are the whole key of a deal. The search keeps its own stack, because compiled functions that call themselves
cannot be cached on disk; everything lives in one flat array. Dominoes are the renumbered bits of
`games.forty_two._kernels`. Seat 0 declares here, and even seats are its side. Most of the speed comes from the order
of moves.
"""

# mypy: disable-error-code="no-any-return"
# An element of an array is Any to the type checker here; numba checks the types of kernels.

from __future__ import annotations

import numpy as np

from gamelore.base.arrays import Ints
from gamelore.base.bitops import highest, lowest, popcount
from gamelore.base.compile import kernel
from gamelore.games.forty_two._kernels import BIT_OF, BIT_POINTS, FOLLOW, LEAD_SUIT, to_bits

# The flat array: what is fixed for a deal, one frame for each domino played, the table.
_HANDS = 0  # dominoes of each seat
_TRUMPS = 4
_FIVES = 5  # counters of five and of ten
_TENS = 6
_DEAL = 7  # number of the deal: entries of earlier deals do not count, so the table need not be cleared
_ORDER = 8  # 1: moves in good order, equal ones once; 0: all as they come (for checks)
_FOLLOWING = 9  # by domino: all that follow it when it is led
_POINTS = 37  # by domino: what it counts
_FRAMES = 65

# A frame: the position, the window, what is known, the moves. Unsigned, so that an index is never taken from the end.
_OFFSETS = np.arange(20, dtype=np.uint64)
_LEFT, _LEADER, _PLACE, _SUIT, _BEST, _WINNER, _WORTH, _REST = _OFFSETS[:8]
_ALPHA, _BETA, _A, _B, _VALUE, _GAIN = _OFFSETS[8:14]
_SLOT, _LOW, _HIGH, _NEXT, _COUNT, _MOVES = _OFFSETS[14:20]
_FRAME = np.uint64(26)
_ONE = np.uint64(1)
_ROOT = np.uint64(_FRAMES)

_TABLE = _FRAMES + 29 * 26
_LOG_SIZE = 15
WORK_SIZE = _TABLE + (1 << _LOG_SIZE)
_DEALS = 1 << 21
_DIVIDES = (36, 30, 41, 35, 40)  # where most values part: the counters come in fives and tens


@kernel(inline=True)
def _counters(work: Ints, mask: int) -> int:
    return 5 * popcount(mask & work[_FIVES]) + 10 * popcount(mask & work[_TENS])


@kernel(inline=True)
def _highest_legal(work: Ints, hand: int, following: int) -> int:
    """The highest domino that a hand could win a trick with where `following` is the suit led; -1 for none."""
    able = hand & following
    if able == 0:
        able = hand & work[_TRUMPS]
    return highest(able)


@kernel(inline=True)
def _bounds(work: Ints, left: int, leader: int, rest: int) -> int:
    """Points each side has for sure at a trick boundary, declarer's side in the low six bits, the other above.

    Two grounds. Trumps above every trump of the other side each win the trick they fall in; two hands of a side may
    spend theirs on the same tricks, so the richer of the two counts. And the leader cashes whatever no other hand can
    beat: his highest trumps, and once these have drawn all others, the rest of his trumps and his other winners.
    """
    trumps = left & work[_TRUMPS]
    sure = 0
    if trumps:
        side = (work[_HANDS + 1] | work[_HANDS + 3]) >> highest(trumps) & 1
        mine, partner = work[_HANDS + side] & trumps, work[_HANDS + side + 2] & trumps
        above = highest(trumps & ~(mine | partner)) + 1
        mine, partner = mine >> above << above, partner >> above << above
        points = max(popcount(mine) + _counters(work, mine), popcount(partner) + _counters(work, partner))
        sure = points << 6 * side
    hand = work[_HANDS + leader] & left
    others = left & ~hand
    above = highest(others & trumps) + 1
    winners = (hand & trumps) >> above << above
    longest = 0
    for i in range(1, 4):
        longest = max(longest, popcount(work[_HANDS + ((leader + i) & 3)] & trumps))
    if popcount(winners) >= longest:
        winners = hand & trumps
        plain = hand & ~trumps
        while plain:
            bit = lowest(plain)
            plain &= plain - 1
            if (others & work[_FOLLOWING + bit]) >> bit == 0:
                winners |= 1 << bit
    points = rest if winners == hand else popcount(winners) + _counters(work, winners)
    if leader & 1:
        return (sure & 63) | max(sure >> 6, points) << 6
    return max(sure & 63, points) | sure >> 6 << 6


@kernel(inline=True)
def _lead_score(work: Ints, left: int, leader: int, bit: int) -> int:
    """First what no opponent can beat, then what partner wins, then trumps, then what costs no counters."""
    following = work[_FOLLOWING + bit]
    first, second = work[_HANDS + ((leader + 1) & 3)] & left, work[_HANDS + ((leader + 3) & 3)] & left
    rival = max(_highest_legal(work, first, following), _highest_legal(work, second, following))
    points = work[_POINTS + bit]
    trump = work[_TRUMPS] >> bit & 1
    if rival < bit:
        return 4000 + 5 * points + 10 * popcount((first | second) & following) + bit // 4
    if _highest_legal(work, work[_HANDS + ((leader + 2) & 3)] & left, following) > rival:
        return 2000 + 20 * points + bit
    return 1000 - 20 * points + bit + 200 * trump


@kernel(inline=True)
def _reply_score(work: Ints, bit: int, beats: int, best: int, ours: bool, threat: int, rescue: bool) -> int:
    """`threat`: highest domino a later opponent could win with (-1: none); `rescue`: partner wins after me."""
    points = work[_POINTS + bit]
    trump = work[_TRUMPS] >> bit & 1
    if ours and threat <= best:
        return 1000 + 20 * points - 200 * trump - bit
    if beats >> bit & 1 and bit > best and bit > threat:
        return 3000 + 20 * points - bit
    if not ours and beats >> bit & 1 and bit > best:
        return 1500 - 20 * points - bit
    if rescue:
        return 1000 + 20 * points - 200 * trump - bit
    return 1000 - 20 * points - 200 * trump - bit


@kernel(inline=True)
def _order_moves(work: Ints, frame: np.uint64, seat: int, moves: int) -> np.uint64:
    """Write the moves of a frame with their scores, the score above the five bits of the domino; returns how many."""
    start = frame + _MOVES
    count = np.uint64(0)
    left, place = work[frame + _LEFT], work[frame + _PLACE]
    if work[_ORDER] == 0 or moves & (moves - 1) == 0:
        while moves:
            work[start + count] = lowest(moves)
            moves &= moves - 1
            count += _ONE
        return count
    if place == 0:
        while moves:
            bit = lowest(moves)
            moves &= moves - 1
            work[start + count] = _lead_score(work, left, seat, bit) << 5 | bit
            count += _ONE
        return count
    following, best = work[frame + _SUIT], work[frame + _BEST]
    beats = following | work[_TRUMPS]
    threat, rescue = -1, False
    if place < 3:
        threat = _highest_legal(work, work[_HANDS + ((seat + 1) & 3)] & left, following)
        if place == 1:
            rescue = _highest_legal(work, work[_HANDS + ((seat + 2) & 3)] & left, following) > max(best, threat)
    ours = (work[frame + _WINNER] ^ seat) & 1 == 0
    while moves:
        bit = lowest(moves)
        moves &= moves - 1
        work[start + count] = _reply_score(work, bit, beats, best, ours, threat, rescue) << 5 | bit
        count += _ONE
    return count


@kernel(inline=True)
def _two_tricks(work: Ints, left: int, leader: int, rest: int) -> int:
    """The value of the last two tricks, leader's side first: most nodes of a search lie here, so no frames are used."""
    ours = work[leader] | work[(leader + 2) & 3]
    hand0, hand1 = work[leader] & left, work[(leader + 1) & 3] & left
    hand2, hand3 = work[(leader + 2) & 3] & left, work[(leader + 3) & 3] & left
    value0 = -1
    moves0 = hand0
    while moves0:
        first = moves0 & -moves0
        moves0 ^= first
        following = work[_FOLLOWING + lowest(first)]
        beats = following | work[_TRUMPS]
        value1 = 64
        moves1 = hand1 & following
        if moves1 == 0:
            moves1 = hand1
        while moves1 and value1 > value0:
            second = moves1 & -moves1
            moves1 ^= second
            value2 = value0
            moves2 = hand2 & following
            if moves2 == 0:
                moves2 = hand2
            while moves2 and value2 < value1:
                third = moves2 & -moves2
                moves2 ^= third
                value3 = value1
                moves3 = hand3 & following
                if moves3 == 0:
                    moves3 = hand3
                while moves3 and value3 > value2:
                    fourth = moves3 & -moves3
                    moves3 ^= fourth
                    trick = first | second | third | fourth
                    winner = 1 << highest(trick & beats)
                    worth = 1 + _counters(work, trick)
                    last = hand0 ^ first
                    if winner == second:
                        last = hand1 ^ second
                    elif winner == third:
                        last = hand2 ^ third
                    elif winner == fourth:
                        last = hand3 ^ fourth
                    final = (left ^ trick) & (work[_FOLLOWING + lowest(last)] | work[_TRUMPS])
                    value = worth if winner & ours else 0
                    if ours >> highest(final) & 1:
                        value += rest - worth
                    value3 = min(value3, value)
                value2 = max(value2, value3)
            value1 = min(value1, value2)
        value0 = max(value0, value1)
    return rest - value0 if leader & 1 else value0


@kernel(inline=True)
def _enter(work: Ints, frame: np.uint64) -> int:
    """Open a frame: its value if it is known at once, otherwise -1, with its moves laid out."""
    left, leader, place = work[frame + _LEFT], work[frame + _LEADER], work[frame + _PLACE]
    seat = (leader + place) & 3
    hand = work[_HANDS + seat] & left
    moves = hand
    if place == 0:
        alpha, beta, rest = work[frame + _ALPHA], work[frame + _BETA], work[frame + _REST]
        if rest <= alpha:
            return rest
        if beta <= 0 or left == 0:
            return 0
        if popcount(left) == 4:
            beats = left & (work[_FOLLOWING + lowest(hand)] | work[_TRUMPS])
            return rest if (work[_HANDS] | work[_HANDS + 2]) >> highest(beats) & 1 else 0
        if popcount(left) == 8:
            return _two_tricks(work, left, leader, rest)
        low, high = 0, rest
        key = left | leader << 28
        slot = _TABLE + (key * 0x9E3779B97F4A7C1 >> 20 & ((1 << _LOG_SIZE) - 1))
        entry = work[slot]
        if entry & 0x3FFFFFFF == key and entry >> 42 == work[_DEAL]:
            low, high = entry >> 30 & 63, entry >> 36 & 63
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
        sure = _bounds(work, left, leader, rest)
        low, high = max(low, sure & 63), min(high, rest - (sure >> 6))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        work[frame + _SLOT], work[frame + _LOW], work[frame + _HIGH] = slot, low, high
        work[frame + _ALPHA], work[frame + _BETA] = max(alpha, low), min(beta, high)
    elif hand & work[frame + _SUIT]:
        moves = hand & work[frame + _SUIT]
    own = moves & work[_TRUMPS] & ~(work[_FIVES] | work[_TENS])
    if own & (own - 1) and work[_ORDER]:  # of trumps with nothing between them only the highest need be tried
        trumps = left & work[_TRUMPS]
        if place:
            trumps |= 1 << work[frame + _BEST]
        while own & (own - 1):
            bit = lowest(own)
            own &= own - 1
            above = trumps >> (bit + 1) << (bit + 1)
            if own & (above & -above):
                moves ^= 1 << bit
    work[frame + _A], work[frame + _B] = work[frame + _ALPHA], work[frame + _BETA]
    work[frame + _VALUE] = -1 if seat & 1 == 0 else 64
    work[frame + _NEXT] = 0
    work[frame + _COUNT] = _order_moves(work, frame, seat, moves)
    return -1


@kernel(inline=True)
def _play(work: Ints, frame: np.uint64, bit: int) -> None:
    """Put a domino to the trick of a frame, then whatever replies are forced, and lay the position out in the next."""
    left, leader, place = work[frame + _LEFT], work[frame + _LEADER], work[frame + _PLACE]
    following, best, winner = work[frame + _SUIT], work[frame + _BEST], work[frame + _WINNER]
    worth, rest = work[frame + _WORTH], work[frame + _REST]
    gain = 0
    while True:
        left &= ~(1 << bit)
        worth += work[_POINTS + bit]
        if place == 0:
            following = work[_FOLLOWING + bit]
        if (following | work[_TRUMPS]) >> bit & 1 and bit > best:
            best, winner = bit, (leader + place) & 3
        place += 1
        if place == 4:
            gain = worth + 1 if winner & 1 == 0 else 0
            rest -= worth + 1
            leader, place, best, worth = winner, 0, -1, 0
            break
        hand = work[(leader + place) & 3] & left
        moves = hand & following
        if moves == 0:
            moves = hand
        if moves & (moves - 1):
            break
        bit = lowest(moves)
    work[frame + _GAIN] = gain
    frame += _FRAME
    work[frame + _LEFT], work[frame + _LEADER], work[frame + _PLACE] = left, leader, place
    work[frame + _SUIT] = following
    work[frame + _BEST], work[frame + _WINNER], work[frame + _WORTH], work[frame + _REST] = best, winner, worth, rest


@kernel
def _search(work: Ints, root: np.uint64) -> int:
    """Points still to come for even seats in the position and window of the root frame."""
    frame = root
    result = _enter(work, frame)
    while True:
        if result >= 0:  # a frame is done: hand its value to the one before it
            if frame == root:
                return result
            frame -= _FRAME
            result += work[frame + _GAIN]
            if (work[frame + _LEADER] + work[frame + _PLACE]) & 1 == 0:
                if result > work[frame + _VALUE]:
                    work[frame + _VALUE] = result
                    work[frame + _A] = max(work[frame + _A], result)
            elif result < work[frame + _VALUE]:
                work[frame + _VALUE] = result
                work[frame + _B] = min(work[frame + _B], result)
        number, count = np.uint64(work[frame + _NEXT]), np.uint64(work[frame + _COUNT])
        if number == count or work[frame + _A] >= work[frame + _B]:
            result = work[frame + _VALUE]
            if work[frame + _PLACE] == 0:
                low, high = work[frame + _LOW], work[frame + _HIGH]
                if result > work[frame + _ALPHA]:
                    low = result
                if result < work[frame + _BETA]:
                    high = result
                key = work[frame + _LEFT] | work[frame + _LEADER] << 28
                work[work[frame + _SLOT]] = key | low << 30 | high << 36 | work[_DEAL] << 42
            continue
        start = frame + _MOVES
        pick = start + number
        for other in range(start + number + _ONE, start + count):
            if work[other] > work[pick]:
                pick = other
        move = work[pick]
        work[pick] = work[start + number]
        work[frame + _NEXT] = number + _ONE
        _play(work, frame, move & 31)
        gain = work[frame + _GAIN]
        work[frame + _FRAME + _ALPHA], work[frame + _FRAME + _BETA] = work[frame + _A] - gain, work[frame + _B] - gain
        frame += _FRAME
        result = _enter(work, frame)


@kernel
def _value(work: Ints, frame: np.uint64, low: int, high: int) -> int:
    """The value of a frame's position clipped to low..high, closed in on by windows of one point.

    Both ends come first: that a side takes everything, or too little, is often settled at once. Then the numbers of
    points at which contracts divide, since most values lie at 30, 31, 35, 36, 40 and 41. What one window finds out
    stays in the table for the next.
    """
    step = 0
    while low < high:
        middle = high if step == 0 else low + 1 if step == 1 else (low + high + 1) // 2
        if step > 1:
            for points in _DIVIDES:
                if low < points <= high:
                    middle = points
                    break
        step += 1
        work[frame + _ALPHA], work[frame + _BETA] = middle - 1, middle
        value = _search(work, frame)
        if value >= middle:
            low = min(value, high)
        else:
            high = max(value, low)
    return low


@kernel
def new_deal(work: Ints, hands: Ints, trump: int, declarer: int, ordered: int) -> None:
    """Set the array up for a deal: `hands` by domino number and seat; seats are turned so that the declarer is 0."""
    work[_DEAL] += 1
    if work[_DEAL] == _DEALS:
        work[_TABLE:] = 0
        work[_DEAL] = 1
    for seat in range(4):
        work[_HANDS + seat] = to_bits(hands[(declarer + seat) & 3], trump)
    work[_TRUMPS] = FOLLOW[trump, 7]
    work[_ORDER] = ordered
    work[_FIVES] = work[_TENS] = 0
    for bit in range(28):
        work[_FOLLOWING + bit] = FOLLOW[trump, LEAD_SUIT[trump, bit]]
        points = BIT_POINTS[trump, bit]
        work[_POINTS + bit] = points
        if points == 5:
            work[_FIVES] |= 1 << bit
        elif points == 10:
            work[_TENS] |= 1 << bit


@kernel
def solve(
    work: Ints, hands: Ints, trumps: Ints, declarers: Ints, leader: int, trick: Ints, moves: Ints,
    low: int, high: int, ordered: int, out: Ints,
) -> None:  # fmt: skip
    """Points still to come for declarer's side, clipped to low..high, for each deal and each first move.

    Rows of `hands` hold what is still held, by seat; `trick` the dominoes of the open trick by number, from `leader`
    on; `moves` the dominoes to try for the player to move, or a single -1 for the best of all.
    """
    for row in range(len(hands)):
        trump, declarer = trumps[row], declarers[row]
        new_deal(work, hands[row], trump, declarer, ordered)
        left = work[_HANDS] | work[_HANDS + 1] | work[_HANDS + 2] | work[_HANDS + 3]
        first, following, best, winner, worth = (leader - declarer) & 3, 0, -1, 0, 0
        for place in range(len(trick)):
            bit = BIT_OF[trump, trick[place]]
            worth += work[_POINTS + bit]
            if place == 0:
                following = work[_FOLLOWING + bit]
            if (following | work[_TRUMPS]) >> bit & 1 and bit > best:
                best, winner = bit, (first + place) & 3
        root = _ROOT
        work[root + _LEFT], work[root + _LEADER], work[root + _PLACE] = left, first, len(trick)
        work[root + _SUIT], work[root + _BEST], work[root + _WINNER] = following, best, winner
        work[root + _WORTH] = worth
        work[root + _REST] = (popcount(left) + len(trick)) // 4 + _counters(work, left) + worth
        for i in range(len(moves)):
            frame, gain = root, 0
            if moves[i] >= 0:
                _play(work, root, BIT_OF[trump, moves[i]])
                frame, gain = root + _FRAME, work[root + _GAIN]
            out[row, i] = gain + _value(work, frame, low - gain, high - gain)
