"""The judge of practice at draw poker: lists of rules in, winnings and take-backs out.

A deal is played twice, with seats exchanged; a round of practice is a game of five deals, in which players remember
each other. Every list meets the same deals with the same luck. All of it is played in one kernel, by as many threads as
there are processors; `records` plays the same contests through the plain arena.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from gamelore.arena.contest import ContestKey, play
from gamelore.arena.players import ByCounter
from gamelore.arena.poker.kernel_players import COLUMNS, mind_of, rules_mind
from gamelore.arena.poker.opponents import opponent
from gamelore.arena.poker.rule_players import RuleList
from gamelore.arena.poker.strong import Strong
from gamelore.base.arrays import Floats, Int32s
from gamelore.base.errors import NotAvailable
from gamelore.base.registry import Late
from gamelore.base.threads import shared_out, thread_count
from gamelore.games.poker.arrays import require_reserved
from gamelore.games.poker.cards import HAND_SIZE, Deal
from gamelore.games.poker.draw_poker import DrawPoker
from gamelore.games.poker.hands import class_table, value_by_class
from gamelore.games.poker.table import ROUNDS_PER_GAME
from gamelore.games.record import Record
from gamelore.learners.core import Player
from gamelore.learners.rules.language.heuristics import Heuristics
from gamelore.learners.rules.practice.judge import TakeBacks
from gamelore.oracles.poker.groups import class_groups
from gamelore.oracles.poker.policy import strong_policy

if TYPE_CHECKING:
    from gamelore.arena.poker import _judge_kernels as kernels
else:
    kernels = Late("gamelore.arena.poker._judge_kernels")

PANEL = ("random", "call", "tight", "human", "builtin", "noisy", "strong", "maniac")
"""With whom lists practise. Without `tight` they learn to lose to it, without `maniac` one list in ten does."""
MODEL = "strong"
"""Whose decisions are shown to who begins."""
DECISIONS_A_CONTEST = 5
"""For how many decisions there is room, on average."""


class PokerJudge:
    """Lets lists of rules meet a panel of players; the same deals with the same seed give the same results."""

    def __init__(self, game: DrawPoker, panel: Mapping[str, Player] | None = None, *, threads: int = 0) -> None:
        require_reserved(game)
        self.game = game
        self.opponents: tuple[str, ...] = PANEL if panel is None else tuple(panel)
        self.each = 2 * ROUNDS_PER_GAME * len(self.opponents)
        self._given = panel
        self.threads = threads or thread_count()
        self._dealt: dict[tuple[int, int, int], Int32s] = {}

    @cached_property
    def panel(self) -> dict[str, Player]:
        return {name: opponent(name, self.game) for name in PANEL} if self._given is None else dict(self._given)

    @cached_property
    def _minds(self) -> list[Any]:
        return [mind_of(player) for player in self.panel.values()]

    @cached_property
    def _rooms(self) -> list[Any]:
        return [seats_room() for _ in range(self.threads)]

    @cached_property
    def _rules(self) -> Any:
        rules = self.game.rules
        return kernels.PokerRules(rules.ante, rules.max_bet, rules.max_bets)

    @cached_property
    def _strategy(self) -> Any:
        # Where nobody plays a policy any will do; the numbers are not looked at.
        policies = [player.policy for player in self.panel.values() if isinstance(player, Strong)]
        if len({id(policy) for policy in policies}) > 1:
            raise NotAvailable("one policy at a time can be met in practice")
        policy = policies[0] if policies else strong_policy()
        return kernels.Strategy(policy.tree.kernel_form(), policy.numbers)

    def _hands(self, deals: range, seed: int) -> Int32s:
        """What is known of the hands of some deals; the last few ranges are kept."""
        asked = (deals.start, len(deals), seed)
        if asked not in self._dealt:
            hands = np.zeros((len(deals), 2, kernels.SEEN_OF_A_HAND), dtype=np.int32)
            kernels.deal_out(seed, deals.start, class_table(), value_by_class(), *class_groups(), hands)
            self._dealt = {**dict(list(self._dealt.items())[-3:]), asked: hands}
        return self._dealt[asked]

    def contests(self, lists: Sequence[Heuristics | Player], rounds: range, seed: int) -> Floats:
        """[list, opponent, round]: chips a deal, the deal played at both seats."""
        deals = _deals(rounds)
        minds = [rules_mind(one) if isinstance(one, Heuristics) else mind_of(one) for one in lists]
        found = np.zeros((len(lists), len(self.opponents), len(deals)), dtype=np.int64)
        pairs = [(mind, other, found[i, j]) for i, mind in enumerate(minds) for j, other in enumerate(self._minds)]
        nothing = np.zeros(0, dtype=np.int64), np.zeros((0, kernels.COLUMNS + 1), dtype=np.int64), np.zeros((0, 0))
        hands = self._hands(deals, seed)

        def work(room: Any, part: slice) -> None:
            for mind, other, won in pairs[part]:
                kernels.contests(
                    self._rules, mind, other, self._strategy, hands, seed, deals.start, room, won, *nothing
                )

        shared_out(work, self._rooms, len(pairs))
        by_game = found.reshape(len(lists), len(self.opponents), -1, ROUNDS_PER_GAME)
        chips: Floats = by_game.mean(axis=3) / 2
        return chips

    def take_backs(self, rules: Heuristics, actions: Sequence[int], rounds: range, seed: int) -> TakeBacks:
        """What a list saw and did against everybody, and what each action in its place would have won more."""
        return self._noted(rules_mind(rules), actions, _deals(rounds), seed)

    def shown(self, rounds: range, seed: int) -> TakeBacks:
        """What the model saw and did against everybody, without gains."""
        return self._noted(mind_of(opponent(MODEL, self.game)), (), _deals(rounds), seed)

    def _noted(self, mind: Any, actions: Sequence[int], deals: range, seed: int) -> TakeBacks:
        hands, won = self._hands(deals, seed), np.zeros(len(deals), dtype=np.int64)
        codes = np.array(actions, dtype=np.int64)
        size, wide = 2 * len(deals) * DECISIONS_A_CONTEST, kernels.COLUMNS + 1
        seen = [np.zeros((size, wide), dtype=np.int64) for _ in self.opponents]
        gains = [np.zeros((size, len(actions))) for _ in self.opponents]
        counts = [0] * len(self.opponents)

        def work(room: Any, part: slice) -> None:
            for n in range(len(self.opponents))[part]:
                counts[n] = kernels.contests(
                    self._rules, mind, self._minds[n], self._strategy, hands, seed, deals.start, room, won.copy(),
                    codes, seen[n], gains[n],
                )  # fmt: skip

        shared_out(work, self._rooms, len(self.opponents))
        return TakeBacks(
            COLUMNS,
            np.concatenate([found[:count, :-1] for found, count in zip(seen, counts, strict=True)]),
            np.concatenate([found[:count, -1] for found, count in zip(seen, counts, strict=True)]),
            np.concatenate([found[:count] for found, count in zip(gains, counts, strict=True)]),
            np.repeat(np.arange(len(self.opponents)), counts),
        )

    # The same through the plain arena

    def deal_text(self, deal: int, seed: int) -> str:
        """The cards of a deal of practice."""
        cards = np.zeros(52, dtype=np.int8)
        kernels.shuffled(seed, deal, cards)
        top = tuple(int(card) for card in cards[: 2 * HAND_SIZE + 2 * self.game.rules.max_replaced])
        return str(Deal((top[:HAND_SIZE], top[HAND_SIZE : 2 * HAND_SIZE]), top[2 * HAND_SIZE :]))

    def records(self, rules: Heuristics, name: str, deals: range, seed: int) -> list[tuple[Record, Record]]:
        """The two contests of each deal with somebody of the panel, played one by one; the first begins a game."""
        program, other = RuleList(self.game, rules, "program"), self.panel[name]
        series: list[list[Record]] = [[], []]
        for second in (0, 1):
            for deal in deals:
                seat = (deal % ROUNDS_PER_GAME + second) % 2
                players: list[Player] = [ByCounter(p, seed, 2 * deal + second) for p in (program, other)]
                key = ContestKey(seed, number=deal)
                text = self.deal_text(deal, seed)
                series[second].append(play(self.game, players if seat == 0 else players[::-1], key, deal=text))
        return list(zip(*series, strict=True))


def judge_rules(game: DrawPoker, settings: object, players: Mapping[str, object]) -> PokerJudge:
    """The judge of rules of the kit."""
    return PokerJudge(game)


def _deals(rounds: range) -> range:
    """The numbers of the deals of some rounds."""
    return range(rounds.start * ROUNDS_PER_GAME, rounds.stop * ROUNDS_PER_GAME)


def seats_room(made: Sequence[int] = ()) -> Any:
    """What a contest needs to work in; so many of its decisions are made already."""
    return kernels.PokerSeats(
        np.zeros((2, 3)),
        np.zeros(kernels.COLUMNS + 1),
        np.zeros((2, 3)),
        np.zeros((2, 3)),
        np.zeros((kernels.MOST_DECISIONS, kernels.COLUMNS + 1), dtype=np.int64),
        np.array(made, dtype=np.int64),
    )
