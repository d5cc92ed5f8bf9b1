"""Counting the hands that a draw leads to, and minimising regret on a tree of bets."""

from __future__ import annotations

from typing import Any

import numpy as np

from gamelore.base.arrays import Floats, Int8s, Int16s, Ints
from gamelore.base.bitops import popcount
from gamelore.base.compile import kernel
from gamelore.games.poker._kernels import class_of, draw_of, usual_discards_of

CLASSES, FIRST_PAIR = 7462, 1277


@kernel
def _put_back(hand: Int8s, kept: Int8s, places: int) -> None:
    """The cards of a hand that are kept, first; the places after them are free."""
    at = 0
    for i in range(5):
        if not places >> i & 1:
            kept[at] = hand[i]
            at += 1


@kernel
def _dealt(hand: Int8s, table: Int16s, replaced: int) -> int:
    """The class of a hand before the draw; four to a flush or a straight count as classes of their own, at the end."""
    found = class_of(hand, table)
    if replaced == 1 and found < FIRST_PAIR:
        return CLASSES + draw_of(hand)
    return found


@kernel
def count_small_draws(live: Int8s, wanted: int, table: Int16s, group_of: Int16s, counts: Ints) -> None:
    """Add every way to be dealt a hand of live cards, replace `wanted` (0, 1 or 2) of them and end in a class.

    `counts[group, class]` is indexed by the group of what was dealt and the class that came out; `group_of` has one
    entry for each class and one for each kind of draw (`draw_of`).
    """
    n = len(live)
    hand, kept = np.empty(5, dtype=np.int8), np.empty(5, dtype=np.int8)
    free = np.empty(n, dtype=np.int8)
    for a in range(n):
        hand[0] = live[a]
        for b in range(a + 1, n):
            hand[1] = live[b]
            for c in range(b + 1, n):
                hand[2] = live[c]
                for d in range(c + 1, n):
                    hand[3] = live[d]
                    for e in range(d + 1, n):
                        hand[4] = live[e]
                        places = usual_discards_of(hand)
                        if popcount(places) != wanted:
                            continue
                        group = group_of[_dealt(hand, table, wanted)]
                        _put_back(hand, kept, places)
                        if wanted == 0:
                            counts[group, class_of(kept, table)] += 1
                            continue
                        m = 0
                        for i in range(n):
                            if i != a and i != b and i != c and i != d and i != e:
                                free[m] = live[i]
                                m += 1
                        for i in range(m):
                            kept[4] = free[i]
                            if wanted == 1:
                                counts[group, class_of(kept, table)] += 1
                                continue
                            for j in range(i + 1, m):
                                kept[3] = free[j]
                                counts[group, class_of(kept, table)] += 1


@kernel
def count_draws_of_three(live: Int8s, table: Int16s, group_of: Int16s, counts: Ints) -> None:
    """The same for three cards, where hands and draws are too many to pair one by one.

    For each two cards that may be kept, the discards that leave them and the cards that replace those must be disjoint;
    how many discards avoid three given cards follows from how many contain one, two or all of them.
    """
    n = len(live)
    hand = np.empty(5, dtype=np.int8)
    free = np.empty(n - 2, dtype=np.int8)
    m = n - 2
    with_one = np.empty(m, dtype=np.int64)
    with_two = np.empty((m, m), dtype=np.int64)
    with_three = np.empty((m, m, m), dtype=np.int64)
    for a in range(n):
        for b in range(a + 1, n):
            hand[0], hand[1] = live[a], live[b]
            at = 0
            for i in range(n):
                if i != a and i != b:
                    free[at] = live[i]
                    at += 1
            with_one[:], with_two[:], total, group = 0, 0, 0, 0
            for i in range(m):
                hand[2] = free[i]
                for j in range(i + 1, m):
                    hand[3] = free[j]
                    for k in range(j + 1, m):
                        hand[4] = free[k]
                        fits = usual_discards_of(hand) == 0b11100
                        with_three[i, j, k] = fits
                        if fits:
                            if total == 0:
                                group = group_of[_dealt(hand, table, 3)]
                            total += 1
                            with_one[i] += 1
                            with_one[j] += 1
                            with_one[k] += 1
                            with_two[i, j] += 1
                            with_two[i, k] += 1
                            with_two[j, k] += 1
            if total == 0:
                continue
            for i in range(m):
                hand[2] = free[i]
                for j in range(i + 1, m):
                    hand[3] = free[j]
                    for k in range(j + 1, m):
                        hand[4] = free[k]
                        ways = total - with_one[i] - with_one[j] - with_one[k]
                        ways += with_two[i, j] + with_two[i, k] + with_two[j, k] - with_three[i, j, k]
                        if ways:
                            counts[group, class_of(hand, table)] += ways


# A public tree of bets. Both seats' cards are groups; before the draw a node has one number for each group of dealt
# hands, after it one for each group of final hands.

DECIDE, DROPPED, DRAW, SHOWN = 0, 1, 2, 3


@kernel
def spread(tree: Any, policy: Floats, chance: Floats, moves: Floats, reach: Floats) -> None:
    """How likely each seat's own chance and choices lead to each node with each group, from the root down."""
    kind, actor, start, actions, children, offset, width, counts, _, _ = tree
    reach[0] = chance
    for n in range(len(kind)):
        if kind[n] == DECIDE:
            me, w = actor[n], width[n]
            for k in range(actions[n]):
                child = children[start[n] + k]
                for g in range(w):
                    reach[child, me, g] = reach[n, me, g] * policy[offset[n] + k * w + g]
                    reach[child, 1 - me, g] = reach[n, 1 - me, g]
        elif kind[n] == DRAW:
            for k in range(actions[n]):
                child = children[start[n] + k]
                for seat in range(2):
                    count = counts[child, seat]
                    for after in range(moves.shape[2]):
                        total = 0.0
                        for before in range(moves.shape[1]):
                            total += reach[n, seat, before] * moves[count, before, after]
                        reach[child, seat, after] = total


@kernel
def _end(tree: Any, n: int, me: int, wins: Floats, reach: Floats, value: Floats) -> None:
    """The value of an end of the tree to a seat, weighed by how likely the other seat comes there."""
    kind, actor, _, _, _, _, width, counts, pot, _ = tree
    w = width[n]
    if kind[n] == DROPPED:
        total = 0.0
        for g in range(w):
            total += reach[n, 1 - me, g]
        sign = -0.5 if actor[n] == me else 0.5
        for g in range(w):
            value[n, g] = sign * pot[n] * total
    else:
        mine, other = counts[n, me], counts[n, 1 - me]
        for g in range(w):
            total = 0.0
            for h in range(w):
                total += wins[mine, g, other, h] * reach[n, 1 - me, h]
            value[n, g] = 0.5 * pot[n] * total


@kernel
def _before_draw(tree: Any, n: int, me: int, moves: Floats, value: Floats) -> None:
    _, _, start, actions, children, _, _, counts, _, _ = tree
    for before in range(moves.shape[1]):
        total = 0.0
        for k in range(actions[n]):
            child = children[start[n] + k]
            for after in range(moves.shape[2]):
                total += moves[counts[child, me], before, after] * value[child, after]
        value[n, before] = total


@kernel
def best_response(
    tree: Any, policy: Floats, chance: Floats, moves: Floats, wins: Floats, me: int, reach: Floats, value: Floats
) -> float:
    """What a seat can win at most, in chips a contest, against a policy that stays as it is."""
    spread(tree, policy, chance, moves, reach)
    kind, actor, start, actions, children, _, width, _, _, _ = tree
    for n in range(len(kind) - 1, -1, -1):
        if kind[n] == DECIDE:
            for g in range(width[n]):
                best = value[children[start[n]], g]
                for k in range(1, actions[n]):
                    other = value[children[start[n] + k], g]
                    if actor[n] != me:
                        best += other
                    elif other > best:
                        best = other
                value[n, g] = best
        elif kind[n] == DRAW:
            _before_draw(tree, n, me, moves, value)
        else:
            _end(tree, n, me, wins, reach, value)
    return float((chance[me] * value[0]).sum())


@kernel
def minimise_regret(
    tree: Any,
    chance: Floats,
    moves: Floats,
    wins: Floats,
    iterations: tuple[int, int],
    regret: Floats,
    average: Floats,
    policy: Floats,
    reach: Floats,
    value: Floats,
) -> None:
    """Counterfactual regret minimisation with regrets kept positive and late iterations weighing more (CFR+).

    Seats take turns. `average` collects the policy by how likely its owner comes to use it; iterations are numbered
    from the first to before the second of `iterations`, so that a run can be continued.
    """
    kind, actor, start, actions, children, offset, width, _, _, _ = tree
    for t in range(iterations[0], iterations[1]):
        for me in range(2):
            for n in range(len(kind)):
                if kind[n] == DECIDE:
                    _match_regret(regret, policy, offset[n], actions[n], width[n])
            spread(tree, policy, chance, moves, reach)
            for n in range(len(kind) - 1, -1, -1):
                w = width[n]
                if kind[n] == DECIDE:
                    for g in range(w):
                        total = 0.0
                        for k in range(actions[n]):
                            found = value[children[start[n] + k], g]
                            total += found * policy[offset[n] + k * w + g] if actor[n] == me else found
                        value[n, g] = total
                        if actor[n] == me:
                            for k in range(actions[n]):
                                at = offset[n] + k * w + g
                                regret[at] = max(0.0, regret[at] + value[children[start[n] + k], g] - total)
                                average[at] += (t + 1) * reach[n, me, g] * policy[at]
                elif kind[n] == DRAW:
                    _before_draw(tree, n, me, moves, value)
                else:
                    _end(tree, n, me, wins, reach, value)


@kernel
def _match_regret(regret: Floats, policy: Floats, start: int, actions: int, width: int) -> None:
    """Each action in proportion to its regret; all alike where there is none."""
    for g in range(width):
        total = 0.0
        for k in range(actions):
            total += regret[start + k * width + g]
        for k in range(actions):
            at = start + k * width + g
            policy[at] = regret[at] / total if total > 0.0 else 1.0 / actions


# A real contest on the tree: `node` is where the seat to act decides, `back` where the other seat decided last. When
# more is bet than the tree holds, the seat to act answers as it did at its own last node, which is then marked by `~`.

CALL, DROP, REPLACED = 0, -1, 1000


@kernel(bare=True)
def follow_bet(tree: Any, policy: Floats, node: int, back: int, group: int, size: int, matched: int) -> tuple[int, int]:
    """Where a bet leads: the branch whose share of the matched pot is nearest, as a ratio.

    A bet of the policy's own, made with a `group` of hands, leads only where that group bets; -1 for the other seat.
    """
    _, _, start, actions, children, offset, width, _, pot, labels = tree
    best, nearest = -1, np.inf
    if node >= 0:
        for k in range(actions[node]):
            label = labels[start[node] + k]
            if label > 0 and (group < 0 or policy[offset[node] + k * width[node] + group] > 0.0):
                child = children[start[node] + k]
                ratio = size / matched * pot[child] / label
                distance = ratio if ratio > 1.0 else 1.0 / ratio
                if distance < nearest:
                    best, nearest = child, distance
    if best >= 0:
        return best, node
    return (back if back < 0 else ~back), node


@kernel(bare=True)
def follow_draw(tree: Any, node: int, back: int, first: int, second: int) -> int:
    """Where the second interval begins after a call at a node and the replacement of so many cards by each seat.

    Beyond the end of the tree it is as if the other seat had called at its last node.
    """
    _, _, start, actions, children, _, _, _, _, labels = tree
    if node < 0:
        node = back if back >= 0 else ~back
    for k in range(start[node], start[node] + actions[node]):
        if labels[k] == CALL:
            draw = children[k]
            side = 1
            while side * side < actions[draw]:
                side += 1
            return int(children[start[draw] + first * side + second])
    return 0


@kernel
def locate(tree: Any, policy: Floats, events: Int16s, ante: int, me: int, groups: tuple[int, int]) -> int:
    """The node of a contest after some events: the size of a bet, CALL, or REPLACED + how many cards.

    `me` is the seat that plays the policy, with these groups of hands before and after the draw.
    """
    node, back, pot, last, first, actor, group = 0, 0, 2 * ante, 0, -1, 0, groups[0]
    for event in events:
        if event >= REPLACED:
            if first < 0:
                first = event - REPLACED
            else:
                node = follow_draw(tree, node, back, first, event - REPLACED)
                back, actor, group = node, 0, groups[1]
        else:
            if event > 0:
                mine = group if actor == me else -1
                node, back = follow_bet(tree, policy, node, back, mine, event, pot + 2 * last)
            pot += 2 * last
            last, actor = event, 1 - actor
    return node


BEYOND = 2.0
"""From how many times the size of a bet of the tree on (or below what part of it) a real one is like none of them."""


@kernel(bare=True)
def drops(share: float, real: float, known: float) -> float:
    """How often to drop to a real bet, if the policy drops so often to the bet of the tree that it is taken for.

    Both are shares of the pot. Who bets the share s of a pot with nothing must not win it more often than s times in
    1 + s. Far below the smallest and far above the largest bet of the tree the policy follows these odds; hands that it
    never drops stay in.
    """
    if share <= 0.0 or known <= 0.0:
        return share
    if BEYOND * real < known:
        return share * real * (1.0 + known) / (known * (1.0 + real))
    if real > BEYOND * known:
        return 1.0 - (1.0 - share) * (1.0 + known) / (1.0 + real)
    return share


@kernel(bare=True)
def faced(tree: Any, node: int) -> float:
    """The bet to match at a node as a share of its pot; 0 if there is none."""
    _, _, start, actions, children, _, _, _, pot, labels = tree
    for k in range(start[node], start[node] + actions[node]):
        if labels[k] == CALL:
            return float(0.5 * (pot[children[k]] - pot[node]) / pot[node])
    return 0.0


@kernel(bare=True)
def choose(tree: Any, policy: Floats, node: int, group: int, table: int, last: int, max_bet: int, luck: float) -> int:
    """What a policy does at a node with a group of hands: the size of a bet, CALL or DROP.

    On the real table lie `table` chips of matched money, and `last` is the bet to match.
    """
    _, _, start, actions, children, offset, width, _, pot, labels = tree
    answer = node < 0
    if answer:
        node = ~node
    dropped = policy[offset[node] + group]
    if last > 0:
        now = drops(dropped, last / table, faced(tree, node))
        if luck < now:
            return DROP
        if luck < dropped:
            return CALL
        if now > dropped:
            luck = dropped + (luck - now) * (1.0 - dropped) / (1.0 - now)
    for k in range(actions[node]):
        luck -= policy[offset[node] + k * width[node] + group]
        if luck < 0.0 or k == actions[node] - 1:
            label = labels[start[node] + k]
            if label == DROP:
                return DROP
            if label == CALL or answer:
                return CALL
            size = int(label / pot[children[start[node] + k]] * (table + 2 * last) + 0.5)
            return min(max(size, 1), max_bet)
    return DROP
