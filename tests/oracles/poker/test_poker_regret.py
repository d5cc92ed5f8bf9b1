"""Regret minimisation, its best response computed twice, and the text of a policy."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from gamelore.base.arrays import Floats
from gamelore.base.errors import BadSetting, DamagedFile
from gamelore.games.poker.table import DrawPokerRules
from gamelore.oracles.poker.bet_tree import CALL, DECIDE, DRAW, DROP, DROPPED, BetSettings
from gamelore.oracles.poker.groups import AFTER, BEFORE, DRAWS, group_model
from gamelore.oracles.poker.policy import Policy, from_text, policy_tree, rounded, strong_policy, to_text
from gamelore.oracles.poker.regret import solve

NOTHING = np.zeros(1)
SMALL = BetSettings((1.0,), (1.0,), 2, 2)


@functools.cache
def small_policy(iterations: int = 30) -> Policy:
    return solve(settings=SMALL, iterations=iterations)


@functools.cache
def any_policy() -> Policy:
    """Drawn at random, in thousandths: what is read and written need not be good."""
    rules, rng = DrawPokerRules(), np.random.default_rng(1)
    tree = policy_tree(rules, SMALL)
    policy = Policy(rules, SMALL, tree, np.zeros(tree.size), 30)
    for node in np.flatnonzero(tree.kind == DECIDE).tolist():
        actions, groups = policy.at(node).shape
        policy.at(node)[:] = rng.multinomial(1000, np.full(actions, 1 / actions), groups).T / 1000
    return policy


def plain_best_response(policy: Policy, me: int) -> float:
    """The same as the kernel's best response, walking down the tree with whole distributions instead of up it."""
    tree, model = policy.tree, group_model()

    def value(node: int, other: Floats) -> Floats:
        """What `me` can win from here with each group, if the other seat comes here with these weights."""
        pot = float(tree.pot[node])
        if tree.kind[node] == DROPPED:
            return np.full(tree.width[node], (-pot if tree.actor[node] == me else pot) / 2 * other.sum())
        if tree.kind[node] == DECIDE:
            options = tree.options(node)
            if tree.actor[node] == me:
                return functools.reduce(np.maximum, [value(child, other) for _, child in options])
            return sum((value(child, other * policy.at(node)[k]) for k, (_, child) in enumerate(options)), NOTHING)
        if tree.kind[node] == DRAW:
            total = np.zeros(len(model.chance))
            for _, child in tree.options(node):
                mine, theirs = int(tree.counts[child, me]), int(tree.counts[child, 1 - me])
                total += model.moves[mine] @ value(child, other @ model.moves[theirs])
            return total
        mine, theirs = int(tree.counts[node, me]), int(tree.counts[node, 1 - me])
        won: Floats = pot / 2 * (model.wins[mine, :, theirs, :] @ other)
        return won

    return float(model.chance @ value(0, model.chance))


@pytest.mark.slow
def test_the_best_response_is_the_same_computed_down_and_up_the_tree() -> None:
    policy = small_policy()
    found = policy.exploitability()
    assert found.first == pytest.approx(plain_best_response(policy, 0), abs=1e-9)
    assert found.second == pytest.approx(plain_best_response(policy, 1), abs=1e-9)


@pytest.mark.slow
def test_regret_minimisation_makes_a_policy_less_and_less_exploitable() -> None:
    told: list[float] = []
    solve(settings=SMALL, iterations=90, every=30, progress=lambda _, found: told.append(found.chips))
    assert told[0] > told[1] > told[2] > 0
    assert told[2] < 0.03


def test_a_tree_offers_what_the_rules_allow() -> None:
    tree = policy_tree(DrawPokerRules(), BetSettings())
    labels = [label for label, _ in tree.options(0)]
    assert labels == [DROP, 1, 4, 10]  # nobody can call before a bet
    after_one = dict(tree.options(0))[1]
    assert [label for label, _ in tree.options(after_one)] == [DROP, CALL, 2, 8, 20]
    draw = dict(tree.options(after_one))[CALL]
    assert (tree.kind[draw], tree.pot[draw], tree.actions[draw]) == (DRAW, 4, 16)


def test_at_least_ten_groups_of_hands_are_told_apart_before_and_after_the_draw() -> None:
    assert len(BEFORE) + len(DRAWS) >= 10
    assert len(AFTER) >= 10


def test_a_policy_reads_back_from_its_text() -> None:
    policy = from_text(to_text(any_policy()), "of groups that cannot be there nothing is told")
    text = to_text(policy, "two lines\nof comment")
    again = from_text(text, "here")
    assert again.settings == policy.settings
    assert (again.numbers == policy.numbers).all()
    assert to_text(again, "two lines\nof comment") == text
    sums = [again.at(node).sum(axis=0) for node in np.flatnonzero(again.tree.kind == DECIDE).tolist()]
    assert np.concatenate(sums) == pytest.approx(1)


@pytest.mark.slow
def test_rounding_costs_little() -> None:
    policy = small_policy()
    assert rounded(policy).exploitability().chips == pytest.approx(policy.exploitability().chips, abs=0.003)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("version 1", "version 9", "version 9"),
        ("first_bets 2", "first_bets two", "two"),
        ("first_bets 2", "second_bets 2", "expected 'first_bets"),
        ("second_bets 2", "second_bets 1", "second_bets lies between 2 and 6, not 1"),
        ("[bet 2] drop", "[bet 77] drop", "no such place"),
        ("full house 2 to 14: ", "full house 2 to 14: fly ", "GROUP: ACTION"),
        ("full house 2 to 14: ", "full house 2 to 14: 7 ", "GROUP: ACTION"),
        ("full house 2 to 14: ", "empty house: ", "GROUP: ACTION"),
    ],
)
def test_a_damaged_policy_gets_one_clear_error(old: str, new: str, says: str) -> None:
    text = to_text(any_policy())
    assert old in text
    with pytest.raises(DamagedFile, match=says):
        from_text(text.replace(old, new, 1), "mine.policy")


def test_settings_and_rules_that_make_no_sense_are_refused() -> None:
    for wrong in ({"first_shares": ()}, {"second_shares": (2.0, 1.0)}, {"first_bets": 1}):
        with pytest.raises(ValueError, match=r"must|lies between"):
            BetSettings(**wrong)
    with pytest.raises(BadSetting, match="three"):
        solve(DrawPokerRules(max_replaced=2), SMALL, 1)


def test_the_shipped_policy_loads_and_says_how_it_was_made() -> None:
    policy = strong_policy()
    assert policy.iterations >= 1000
    assert policy.settings == BetSettings()


@pytest.mark.slow
def test_the_shipped_policy_is_hardly_exploitable() -> None:
    assert strong_policy().exploitability().chips < 0.01
