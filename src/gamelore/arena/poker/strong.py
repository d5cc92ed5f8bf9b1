"""The strong opponent: a policy of regret minimisation, played in the real game.

A real bet is taken for the bet of the tree that is nearest to it as a share of the pot; the policy's own bets are its
shares of the real pot. How often it drops to a bet that is far smaller or larger than any of the tree follows the odds:
taken for a quarter of the pot, a bet of 1 would win large pots from hands that should have called.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from gamelore.arena.players import NoLearning
from gamelore.arena.poker.scripted import action_of_code, poker_view, require_poker, usual_draw
from gamelore.base.arrays import Floats
from gamelore.base.errors import BadSetting
from gamelore.base.seeds import Rng
from gamelore.games.core import AnyGame, AnyView
from gamelore.games.poker.cards import RANKS_IN_WORDS
from gamelore.games.poker.draw_poker import REPLACING, Bet, DrawPokerView, Replaced
from gamelore.games.poker.replacing import usual_discards
from gamelore.games.poker.table import PokerAction
from gamelore.learners.core import Decision, Reason
from gamelore.oracles.poker.bet_tree import CALL, DROP
from gamelore.oracles.poker.groups import AFTER, BEFORE, DRAWS, group_after, group_before, group_names
from gamelore.oracles.poker.policy import Policy, strong_policy


class Strong(NoLearning):
    """Plays a policy."""

    def __init__(self, game: AnyGame, policy: Policy | None = None, name: str = "strong") -> None:
        super().__init__(name)
        rules = require_poker(game, name).rules
        self.policy = strong_policy() if policy is None else policy
        known = self.policy.rules
        if (rules.ante, rules.max_bet, rules.max_replaced) != (known.ante, known.max_bet, known.max_replaced):
            raise BadSetting(f"the policy of player {name} was made for {known}, not for {rules}")
        self._tree = self.policy.tree.kernel_form()

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Replace the usual way, bet by the policy."""
        from gamelore.oracles.poker import _kernels

        seen = poker_view(view)
        table = seen.table
        if table.stage == REPLACING:
            return usual_draw(seen)
        node, group = self.place(seen)
        code = _kernels.choose(
            self._tree, self.policy.numbers, node, group, table.pot, table.last_bet, table.rules.max_bet, rng.random()
        )
        return Decision(action_of_code(seen, code), "policy", lambda: self._reasons(seen, group))

    def place(self, view: DrawPokerView) -> tuple[int, int]:
        """Where the policy sees the contest: the node of its tree, marked by ~ beyond its end, and the group."""
        from gamelore.oracles.poker import _kernels

        before = group_before(view.dealt, usual_discards(view.dealt))
        after = group_after(view.hand) if len(view.table.replaced) == 2 else before
        events = np.array([_code(event) for event in view.table.history], dtype=np.int16)
        ante, seat = view.table.rules.ante, view.seat
        return _kernels.locate(self._tree, self.policy.numbers, events, ante, seat, (before, after)), after

    def options(self, view: DrawPokerView) -> dict[PokerAction, float]:
        """How often each action is chosen here, in the order of the policy; those that never are are left out."""
        node, group = self.place(view)
        at = ~node if node < 0 else node
        found: dict[PokerAction, float] = {}
        for (label, child), share in zip(self.policy.tree.options(at), self._shares(view, at, group), strict=True):
            action = self._action(view, label, child, answers=node < 0)
            found[action] = found.get(action, 0.0) + float(share)
        return {action: share for action, share in found.items() if share > 0}

    def knows(self, view: DrawPokerView) -> bool:
        """Whether the policy has an answer of its own to the bet that is to be matched, and not one by the odds."""
        from gamelore.oracles.poker import _kernels

        node, table = self.place(view)[0], view.table
        if node < 0 or not table.last_bet:
            return node >= 0
        times = table.last_bet / table.pot / _kernels.faced(self._tree, node)
        return 1 / _kernels.BEYOND <= times <= _kernels.BEYOND

    def _reasons(self, view: DrawPokerView, group: int) -> Sequence[Reason]:
        after = len(view.table.replaced) == 2
        name = (group_names(AFTER) if after else [*group_names(BEFORE), *DRAWS])[group]
        return [
            Reason(
                "policy", f"with {in_words(name)} it would {action} {100 * share:.0f} times in 100", str(action), share
            )
            for action, share in self.options(view).items()
        ]

    def _shares(self, view: DrawPokerView, node: int, group: int) -> Floats:
        """How often each action of a node is chosen at this table."""
        from gamelore.oracles.poker import _kernels

        shares, table = self.policy.at(node)[:, group].copy(), view.table
        if table.last_bet:
            before, known = float(shares[0]), _kernels.faced(self._tree, node)
            now = _kernels.drops(before, table.last_bet / table.pot, known)
            if now < before:
                shares[1] += before - now
            elif now > before:
                shares[1:] *= (1 - now) / (1 - before)
            shares[0] = now
        return shares

    def _action(self, view: DrawPokerView, label: int, child: int, *, answers: bool) -> PokerAction:
        """What an action of the tree is at this table: a bet is its share of the real pot."""
        if label in (DROP, CALL) or answers:
            return action_of_code(view, label if label == DROP else CALL)
        matched = view.table.pot + 2 * view.table.last_bet
        size = int(label / float(self.policy.tree.pot[child]) * matched + 0.5)
        return action_of_code(view, max(size, 1))


def _code(event: object) -> int:
    from gamelore.oracles.poker import _kernels

    if isinstance(event, Bet):
        return event.size
    return _kernels.REPLACED + event.count if isinstance(event, Replaced) else _kernels.CALL


_HANDS = {"pair": "a pair of {}", "two pair": "two pair with {}", "three of a kind": "three {}"}


def in_words(group: str) -> str:
    """A group of hands as a player would say it: `pair 5 to 7` is 'a pair of fives to sevens'."""
    found = re.fullmatch(r"(\D+?) (\d+)(?: to (\d+))?", group)
    if found is None:
        return group
    kind, low, high = found[1], int(found[2]), int(found[3] or found[2])
    lowest, highest = RANKS_IN_WORDS[low - 2], RANKS_IN_WORDS[high - 2]
    if kind in _HANDS:
        return _HANDS[kind].format(lowest if low == high else f"{lowest} to {highest}")
    if kind == "no pair":
        return f"no pair, {highest[:-1]} high" + (" or less" if low < high else "")
    return kind if kind == "four of a kind" else f"a {kind}"
