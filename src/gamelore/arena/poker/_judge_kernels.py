"""Contests of draw poker between rule lists, scripts and a policy, many at once, with take-backs.

What a player does is said in plain Python by the players of this folder. All luck comes by counter (seed, contest,
ply), so that every contest here replays through the plain arena, and all lists meet the same luck. Cards are looked at
once a deal: both seats draw the usual way, so that nothing a player does changes a hand.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from gamelore.arena.poker._kernels import CALL, DROP, POLICY, RANDOM, scripted
from gamelore.base.arrays import Floats, Int8s, Int16s, Int32s, Ints
from gamelore.base.bitops import popcount
from gamelore.base.compile import kernel
from gamelore.base.counter import contest_key, uniform
from gamelore.games.poker._kernels import class_of, draw_of, usual_discards_of
from gamelore.learners.features.poker.variables import BOLD_MEAN_BET, HIGH_BET, LOWEST_CLASS, STRONG_HAND
from gamelore.oracles.poker._kernels import CLASSES, choose, follow_bet, follow_draw

RULES = 8
"""The kind of a player that follows rows of conditions; less is a script or the policy."""
VALUE, GROUP, REPLACED, TOLD, VALUE_AFTER, GROUP_AFTER, CLASS_AFTER, SEEN_OF_A_HAND = range(8)
"""What is known of a hand before and after its draw; `TOLD` is how many cards the other takes to be replaced."""
VDHAND, POT, LASTBET, BLUFFO, POTBET, ORP, OSTYLE, MARGIN_UP, MARGIN, COLUMNS = range(10)
EXPECTED = COLUMNS
"""What the rows of a list look at: the seven variables, and the margin over the opponent's expected hand."""
LAP, BY_CHANCE = -2, -1
"""A bet that follows from the opponent, as the size of a move; and one of all moves, as the move of a row."""
OBLUFFS, OCORREL, OD = range(3)
DEALING = 1 << 16
"""The ply whose numbers shuffle the deck."""
ROUNDS = 5
MOST_DECISIONS = 12
"""More than one seat can have in a contest of eight bets to an interval."""


class PokerRules(NamedTuple):
    """The numbers of the game that matter here."""

    ante: int
    max_bet: int
    max_bets: int


class Mind(NamedTuple):
    """How a player decides."""

    kind: int
    noise: float
    """The share of decisions that are random ones."""
    rows: Floats
    """[row, column, low and high]: the first row whose bounds all hold decides."""
    does: Ints
    """The move of each row, or BY_CHANCE."""
    moves: Ints
    """[move, low and high]: the sizes of a bet, or twice DROP, CALL or LAP."""


class Strategy(NamedTuple):
    """The policy that players of its kind follow, with its tree."""

    tree: Any
    numbers: Floats


class PokerSeats(NamedTuple):
    """What a contest needs to work in; the program is player 0, the other player 1."""

    memory: Floats
    """[player, what]: what each remembers of the other."""
    values: Floats
    """[column]: what the one to decide sees, and then the hand that it expects the other to have."""
    before: Floats
    after: Floats
    """The memory as it was before and after a contest that is played again."""
    decisions: Ints
    """[decision, column]: what the program saw, then what it did."""
    made: Ints
    """The bets, calls and drops with which the contest begins, whatever the players would do; usually none."""


@kernel
def shuffled(seed: int, deal: int, cards: Int8s) -> None:
    """The top of the deck of a deal; `cards` has room for the whole deck."""
    key = contest_key(seed, 2 * deal)
    for i in range(52):
        cards[i] = i
    for i in range(16):
        j = i + int(uniform(key, DEALING, i) * (52 - i))
        cards[i], cards[j] = cards[j], cards[i]


@kernel
def deal_out(
    seed: int, first: int, table: Int16s, values: Int32s, before: Int16s, after: Int16s, hands: Int32s
) -> None:
    """What can be known of both hands of some deals, numbered from `first`."""
    cards, hand = np.empty(52, dtype=np.int8), np.empty(5, dtype=np.int8)
    for n in range(len(hands)):
        shuffled(seed, first + n, cards)
        for seat in range(2):
            for i in range(5):
                hand[i] = cards[5 * seat + i]
            seen, found, places = hands[n, seat], class_of(hand, table), usual_discards_of(hand)
            drawing = popcount(places) == 1 and values[found] < 8
            seen[VALUE], seen[REPLACED], seen[TOLD] = values[found], popcount(places), popcount(places)
            seen[GROUP] = before[CLASSES + draw_of(hand) if drawing else found]
            at = 10 + 3 * seat
            for i in range(5):
                if places >> i & 1:
                    hand[i] = cards[at]
                    at += 1
            found = class_of(hand, table)
            seen[VALUE_AFTER], seen[GROUP_AFTER], seen[CLASS_AFTER] = values[found], after[found], found


@kernel(bare=True)
def _look(value: int, pot: int, last: int, replaced: int, total: int, bets: int, memory: Floats, see: Floats) -> None:
    """The variables of a situation; of the opponent so many bets with this total are known."""
    style = memory[OCORREL] + 2.0 * memory[OD]
    mean = total / bets if bets else 0.0
    expected = 6.0 - 0.05 * mean * bets * (memory[OBLUFFS] - 2.0 * style)
    see[VDHAND], see[POT], see[LASTBET] = value, pot, last
    see[POTBET] = pot // last if last else pot
    see[ORP], see[OSTYLE] = replaced, style
    see[BLUFFO] = math.floor(8.0 * style - expected)
    see[EXPECTED] = expected
    see[MARGIN] = value - expected
    see[MARGIN_UP] = math.ceil(value - expected)


@kernel(bare=True)
def _by_rules(mind: Mind, see: Floats, last: int, bets: int, most: int, key: int, ply: int, draw: int) -> int:
    """What the first row does whose bounds all hold."""
    move = BY_CHANCE
    for row in range(len(mind.rows)):
        fits = True
        for column in range(COLUMNS):
            if not mind.rows[row, column, 0] <= see[column] <= mind.rows[row, column, 1]:
                fits = False
                break
        if fits:
            move = mind.does[row]
            break
    if move == BY_CHANCE:
        # No call before a bet, no bet beyond the limit.
        left = 0
        for k in range(len(mind.moves)):
            left += mind.moves[k, 0] == DROP or (bets > 0 if mind.moves[k, 0] == CALL else bets < most)
        chosen = int(uniform(key, ply, draw) * left)
        draw += 1
        for k in range(len(mind.moves)):
            if mind.moves[k, 0] == DROP or (bets > 0 if mind.moves[k, 0] == CALL else bets < most):
                if chosen == 0:
                    move = k
                    break
                chosen -= 1
    low, high = mind.moves[move, 0], mind.moves[move, 1]
    if low == LAP:
        return max(1, int(5.0 - (8.0 * see[OSTYLE] - see[EXPECTED])))
    if low == CALL:
        return CALL if last else 1
    return int(low if low == high else low + int(uniform(key, ply, draw) * (high - low + 1)))


@kernel(bare=True)
def _remember(memory: Floats, own: int, other: int, value: int, total: int, bets: int, dropped: int) -> None:
    """What is remembered of the other after a contest; `dropped` is 1 if the other dropped, -1 if one did oneself."""
    if dropped > 0:
        memory[OD] += 1
    elif dropped == 0:
        mean = total / bets if bets else 0.0
        if value <= LOWEST_CLASS and total >= HIGH_BET and other < own:
            memory[OBLUFFS] += 1
        if mean >= BOLD_MEAN_BET:
            memory[OCORREL] += 1 if value >= STRONG_HAND else -1
        elif value >= STRONG_HAND:
            memory[OCORREL] -= 1


@kernel(bare=True)
def _alike(tree: Any, numbers: Floats, kind: int, node: int, one: int, other: int, matched: int) -> bool:
    """Whether two decisions are about the same: bets, if neither is more than twice the other.

    To the policy they are if it takes both for the same bet of its tree.
    """
    if one <= 0 or other <= 0:
        return one == other
    if kind == POLICY:
        mine, _ = follow_bet(tree, numbers, node, node, -1, one, matched)
        real, _ = follow_bet(tree, numbers, node, node, -1, other, matched)
        return bool(mine == real)
    return max(one, other) <= 2 * min(one, other)


@kernel(bare=True)
def contest(
    rules: PokerRules,
    program: Mind,
    other: Mind,
    strategy: Strategy,
    hands: Int32s,
    me: int,
    key: int,
    room: PokerSeats,
    taken_back: int,
    instead: int,
) -> tuple[int, int, int, int]:
    """One contest: what the program at seat `me` wins, in half chips, and how often it decided.

    Its decision number `taken_back` (from 0, or -1 for none) is replaced by `instead`. Then who dropped, -1 if hands
    were shown, and how many of the decisions that were made already the other would not have made so.
    """
    tree, numbers = strategy.tree, strategy.numbers
    zero = int(np.int64(0))  # literals would compile everything twice
    pot, decided = 2 * rules.ante, zero
    node_0, node_1, back_0, back_1 = zero, zero, zero, zero
    total_0, total_1, bets_0, bets_1, plies_0, plies_1 = zero, zero, zero, zero, zero, zero
    dropped, ply_of_all, missed = zero - 1, zero, zero
    for interval in range(2):
        last, bets, actor = zero, zero, zero
        while True:
            mine = actor == me
            value = hands[actor, VALUE_AFTER if interval else VALUE]
            group = hands[actor, GROUP_AFTER if interval else GROUP]
            kind, noise = (program.kind, program.noise) if mine else (other.kind, other.noise)
            node, ply = (node_0, 2 * plies_0) if actor == 0 else (node_1, 1 + 2 * plies_1)
            draw = zero
            if noise > 0.0:
                draw = zero + 1
                if uniform(key, ply, 0) < noise:
                    kind = RANDOM
            if kind == RULES or mine:
                replaced = hands[1 - actor, TOLD] if interval else zero - 1
                total, count = (total_1, bets_1) if actor == 0 else (total_0, bets_0)
                _look(value, pot, last, replaced, total, count, room.memory[0 if mine else 1], room.values)
            if kind == POLICY:
                luck = uniform(key, ply, draw)
                code = choose(tree, numbers, node, group, pot, last, rules.max_bet, luck)
            elif kind == RULES:
                mind = program if mine else other
                code = _by_rules(mind, room.values, last, bets, rules.max_bets, key, ply, draw)
            else:
                luck, size_luck = uniform(key, ply, draw), uniform(key, ply, draw + 1)
                code = scripted(kind, interval == 1, value, pot, last, luck, size_luck)
            if mine and decided == taken_back:
                code = instead
            if code == CALL and bets == 0:
                code = 1
            if code > 0:
                code = CALL if bets == rules.max_bets else min(code, rules.max_bet)
            if ply_of_all < len(room.made):
                missed += not (mine or _alike(tree, numbers, kind, node, code, room.made[ply_of_all], pot + 2 * last))
                code = room.made[ply_of_all]
                ply_of_all += 1
            if mine:
                if taken_back < 0:
                    for column in range(COLUMNS):
                        room.decisions[decided, column] = room.values[column]
                    room.decisions[decided, COLUMNS] = code
                decided += 1
            if actor == 0:
                plies_0 += 1
            else:
                plies_1 += 1
            if code == DROP:
                dropped = actor
                break
            if code > 0:
                for seat in range(2):
                    if (program.kind if seat == me else other.kind) == POLICY:
                        own, size = group if seat == actor else zero - 1, pot + 2 * last
                        if seat == 0:
                            node_0, back_0 = follow_bet(tree, numbers, node_0, back_0, own, code, size)
                        else:
                            node_1, back_1 = follow_bet(tree, numbers, node_1, back_1, own, code, size)
                if actor == 0:
                    total_0, bets_0 = total_0 + code, bets_0 + 1
                else:
                    total_1, bets_1 = total_1 + code, bets_1 + 1
            pot += 2 * last
            last, bets, actor = code, bets + 1, 1 - actor
            if code == CALL:
                break
        if dropped >= 0:
            break
        if interval == 0:
            plies_0, plies_1 = plies_0 + 1, plies_1 + 1
            if (program.kind if me == 0 else other.kind) == POLICY:
                node_0 = back_0 = follow_draw(tree, node_0, back_0, hands[0, REPLACED], hands[1, TOLD])
            if (program.kind if me == 1 else other.kind) == POLICY:
                node_1 = back_1 = follow_draw(tree, node_1, back_1, hands[0, TOLD], hands[1, REPLACED])
    won = pot
    if dropped >= 0:
        won = -pot if dropped == me else pot
    elif hands[me, CLASS_AFTER] <= hands[1 - me, CLASS_AFTER]:
        won = -pot if hands[me, CLASS_AFTER] < hands[1 - me, CLASS_AFTER] else 0
    for player in range(2):
        seat = me if player == 0 else 1 - me
        total, count = (total_1, bets_1) if seat == 0 else (total_0, bets_0)
        own, theirs = hands[seat], hands[1 - seat]
        how = zero if dropped < 0 else zero - 1 if dropped == seat else zero + 1
        _remember(room.memory[player], own[CLASS_AFTER], theirs[CLASS_AFTER], theirs[VALUE_AFTER], total, count, how)
    return won, decided, dropped, missed


@kernel(bare=True)
def _copied(old: Floats, new: Floats) -> None:
    for player in range(2):
        for what in range(3):
            new[player, what] = old[player, what]


@kernel(bare=True)
def contests(
    rules: PokerRules,
    program: Mind,
    other: Mind,
    strategy: Strategy,
    hands: Int32s,
    seed: int,
    first: int,
    room: PokerSeats,
    won: Ints,
    actions: Ints,
    seen: Ints,
    gains: Floats,
) -> int:
    """What a program wins of each deal, in half chips, playing it at both seats; the first deal begins a game.

    As long as `seen` has room it takes what the program saw and did at each decision, and `gains` how many chips more
    each of the actions would have won, the program going on as before. Returns how many decisions are noted.
    """
    zero = int(np.int64(0))  # literals would compile everything twice
    count, none = zero, zero - 1
    for series in range(2):
        for n in range(len(hands)):
            if n % ROUNDS == 0:
                for what in range(3):
                    room.memory[0, what], room.memory[1, what] = 0.0, 0.0
            _copied(room.memory, room.before)
            key, me = contest_key(seed, 2 * (first + n) + series), (n % ROUNDS + series) % 2
            found, decided, _, _ = contest(rules, program, other, strategy, hands[n], me, key, room, none, zero)
            won[n] += found
            if count + decided > len(seen):
                continue
            for k in range(decided):
                for column in range(COLUMNS + 1):
                    seen[count + k, column] = room.decisions[k, column]
            # What is remembered afterwards is what came of the contest as it was played.
            _copied(room.memory, room.after)
            for k in range(decided):
                for a in range(len(actions)):
                    gains[count + k, a] = 0.0
                    if actions[a] != seen[count + k, COLUMNS]:
                        _copied(room.before, room.memory)
                        again, _, _, _ = contest(
                            rules, program, other, strategy, hands[n], me, key, room, k, actions[a]
                        )
                        gains[count + k, a] = 0.5 * (again - found)
            _copied(room.after, room.memory)
            count += decided
    return count
