"""What decisions of draw poker win on average, by several yardsticks, in worlds that the seat cannot tell apart.

The seat goes on as the strong player does; the other is each player of the panel of practice in turn, the strong
player, or a strong player who does not read how many cards were replaced. Each of them holds what it would rather have
bet so with. The cards that a replacement may bring are not sampled: every draw from the unseen cards is counted.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from gamelore.arena.poker.judge import PANEL, seats_room
from gamelore.arena.poker.kernel_players import mind_of
from gamelore.arena.poker.opponents import opponent
from gamelore.arena.poker.strong import Strong
from gamelore.base.arrays import Floats, Int32s, Ints
from gamelore.base.registry import Late
from gamelore.games.poker.cards import DECK_SIZE, Card
from gamelore.games.poker.draw_poker import DrawPoker, DrawPokerView
from gamelore.games.poker.hands import class_table, hand_class, hand_value, value_by_class
from gamelore.games.poker.replacing import usual_discards
from gamelore.games.poker.table import Bet, Call, PokerAction, PokerEvent, Replaced
from gamelore.oracles.poker.equity import draw_odds
from gamelore.oracles.poker.groups import AFTER, class_groups, group_after

if TYPE_CHECKING:
    from gamelore.arena.poker import _judge_kernels as kernels
    from gamelore.arena.poker import _play_out_kernels as playing
else:
    kernels = Late("gamelore.arena.poker._judge_kernels")
    playing = Late("gamelore.arena.poker._play_out_kernels")

WORLDS = 1200
"""Deals of the hidden cards for each bet."""
WORLDS_OF_A_DRAW = 1000
"""The same for each replacement, whose own draws are counted and not sampled."""
TRIES = 2000
"""Deals after which the other may hold anything: it did not replace the usual way."""
UNLIKELY = 0.02
"""How often a player is supposed to do what it never does."""
MOST = 3
"""Cards that are replaced most often; who replaced in an unusual way bets as if it were so many."""
STRONG = "strong"
READERS = ("builtin", "noisy", STRONG)
"""Who of the panel reads how many cards were replaced."""

PANEL_STICK, STRONG_STICK, BLIND_STICK, SHOWDOWN_STICK = "panel", "strong", "blind", "showdown"


@dataclass(frozen=True, slots=True)
class Yardstick:
    """What some decisions win by one measure, in chips."""

    name: str
    means: Floats
    """[decision]"""
    errors: Floats
    """[decision, decision]: the standard error of the difference of two means."""
    wins: Floats
    """[decision]: what part of the pots it wins, equal hands counting half."""


class PlayOuts:
    """Plays contests on."""

    def __init__(self, game: DrawPoker) -> None:
        self.game, self.strong = game, Strong(game)

    @cached_property
    def _minds(self) -> dict[str, Any]:
        return {name: mind_of(opponent(name, self.game)) for name in PANEL}

    @cached_property
    def _fixed(self) -> tuple[Any, Any, Any]:
        """The rules, and what the seat itself plays by."""
        rules, policy = self.game.rules, self.strong.policy
        strategy = kernels.Strategy(policy.tree.kernel_form(), policy.numbers)
        return kernels.PokerRules(rules.ante, rules.max_bet, rules.max_bets), self._minds[STRONG], strategy

    def bets(self, view: DrawPokerView, moves: Sequence[PokerAction], seed: int) -> list[Yardstick]:
        """What bets, calls and drops win."""
        hands, made = self._deal(view, WORLDS, seed), _codes(view.table.history)
        stranger = hands[:, view.seat, playing.TOLD].copy()
        if view.seat < len(view.table.replaced):
            self._put(hands[:, view.seat], view)
        told = hands[:, view.seat, playing.REPLACED].copy()
        if view.seat < len(view.table.replaced):
            told[:] = view.table.replaced[view.seat]
        gains, weights = [], []
        for name, seen in (*((name, told) for name in PANEL), (STRONG, stranger)):
            hands[:, view.seat, playing.TOLD] = seen
            found = [self._won(name, hands, view.seat, [*made, *_codes([move])], seed) for move in moves]
            gains.append([won for won, _ in found])
            weights.append(UNLIKELY ** found[0][1].astype(np.float64))
        return [
            _yardstick(PANEL_STICK, gains[: len(PANEL)], weights[: len(PANEL)]),
            _yardstick(STRONG_STICK, [gains[PANEL.index(STRONG)]], [weights[PANEL.index(STRONG)]]),
            _yardstick(BLIND_STICK, gains[len(PANEL) :], weights[len(PANEL) :]),
        ]

    def replacements(self, view: DrawPokerView, discards: Sequence[tuple[Card, ...]], seed: int) -> list[Yardstick]:
        """What replacements win: against the panel, against who does not read them, and at a bare showdown."""
        seat, made, worlds = view.seat, _codes(view.table.history), WORLDS_OF_A_DRAW
        hands = self._deal(view, worlds, seed)
        stranger = hands[:, seat, playing.TOLD].copy()
        hands[:, seat, playing.REPLACED] = MOST
        others = hands[:, 1 - seat, playing.CLASS_AFTER].astype(np.int64)
        odds = np.array([draw_odds(view.dealt, gone) for gone in discards])
        counts = np.array([len(gone) for gone in discards])
        panel, weights = [], []
        for name in PANEL:
            gains = np.empty((len(discards), worlds))
            for told in sorted(set(counts.tolist())) if name in READERS else [MOST]:
                hands[:, seat, playing.TOLD] = told
                ends, missed = self._ends(name, hands, seat, made, seed)
                some = counts == told if name in READERS else counts >= 0
                gains[some] = _drawn(odds[some], others, *ends)
            panel.append(gains)
            weights.append(UNLIKELY ** missed.astype(np.float64))
        hands[:, seat, playing.TOLD] = stranger
        ends, missed = self._ends(STRONG, hands, seat, made, seed)
        shown = np.zeros((worlds, len(AFTER)), dtype=np.int64)
        bare = _drawn(odds, others, shown + view.table.pot, shown)
        return [
            _yardstick(PANEL_STICK, panel, weights),
            _yardstick(BLIND_STICK, [_drawn(odds, others, *ends)], [UNLIKELY ** missed.astype(np.float64)]),
            replace(
                _yardstick(SHOWDOWN_STICK, [bare], [np.ones(worlds)]), wins=0.5 + bare.mean(axis=1) / view.table.pot
            ),
        ]

    def _deal(self, view: DrawPokerView, worlds: int, seed: int) -> Int32s:
        """[world, seat, what is known of a hand]; what the own seat is told to replace is what a stranger would."""
        known = {*view.dealt, *view.hand}
        unseen = np.array([card for card in range(DECK_SIZE) if card not in known], dtype=np.int8)
        own = np.array(view.dealt, dtype=np.int8)
        hands = np.zeros((worlds, 2, kernels.SEEN_OF_A_HAND), dtype=np.int32)
        replaced = -1 if view.opponent_replaced is None else view.opponent_replaced
        tables = (class_table(), value_by_class(), *class_groups())
        playing.deal_unseen(seed, own, unseen, replaced, TRIES, *tables, hands)
        return hands if view.seat == 0 else np.ascontiguousarray(hands[:, ::-1])

    def _put(self, own: Int32s, view: DrawPokerView) -> None:
        """The final hand of the seat in every world."""
        usual = set(usual_discards(view.dealt)[: view.table.rules.max_replaced]) == set(view.discarded)
        own[:, playing.REPLACED] = len(view.discarded) if usual else MOST
        own[:, playing.VALUE_AFTER] = hand_value(view.hand)
        own[:, playing.GROUP_AFTER], own[:, playing.CLASS_AFTER] = group_after(view.hand), hand_class(view.hand)

    def _won(self, name: str, hands: Int32s, seat: int, made: Sequence[int], seed: int) -> tuple[Floats, Ints]:
        """Chips in each world, and how often the other would have done something else."""
        won, missed = np.zeros(len(hands), dtype=np.int64), np.zeros(len(hands), dtype=np.int64)
        rules, mind, strategy = self._fixed
        room = seats_room(made)
        playing.play_outs(rules, mind, self._minds[name], strategy, hands, seat, seed, room, won, missed)
        return won / 2, missed

    def _ends(
        self, name: str, hands: Int32s, seat: int, made: Sequence[int], seed: int
    ) -> tuple[tuple[Ints, Ints], Ints]:
        """Pots and how they are won with a final hand of each group; and how often the other would have done else."""
        pots, ends = (np.zeros((len(hands), len(AFTER)), dtype=np.int64) for _ in range(2))
        missed = np.zeros(len(hands), dtype=np.int64)
        rules, mind, strategy = self._fixed
        room = seats_room(made)
        playing.endings(
            rules, mind, self._minds[name], strategy, hands.copy(), seat, seed, room, pots, ends, missed
        )  # fmt: skip
        return (pots, ends), missed


def _codes(events: Sequence[PokerEvent | PokerAction]) -> list[int]:
    """Bets, calls and drops as the kernels know them."""
    said = [event for event in events if not isinstance(event, Replaced)]
    return [event.size if isinstance(event, Bet) else 0 if isinstance(event, Call) else -1 for event in said]


def _drawn(odds: Floats, others: Ints, pots: Ints, ends: Ints) -> Floats:
    """[replacement, world]: chips won on average over every draw, from the odds of final classes [replacement, class].

    A final hand goes through a world as its group does; at a showdown its class decides.
    """
    _, after = class_groups()
    members = np.equal.outer(np.arange(len(AFTER)), after).astype(np.float64)
    groups = odds @ members.T
    other_group = after[others].astype(np.int64)
    sign = np.sign(np.arange(len(AFTER))[None, :] - other_group[:, None])
    known = np.where(ends != 0, ends, sign) * pots
    at = np.cumsum(odds, axis=1)
    below, above = at[:, others] - odds[:, others], 1.0 - at[:, others]
    # Of the group that the other's hand is in, too, some classes win and some lose.
    lower = np.cumsum(groups, axis=1) - groups
    within = (above - (1.0 - lower - groups)[:, other_group]) - (below - lower[:, other_group])
    world = np.arange(len(others))
    shown = pots[world, other_group] * (ends[world, other_group] == 0)
    gains: Floats = (groups @ known.T + within * shown) / 2
    return gains


def _yardstick(name: str, gains: Sequence[Any], weights: Sequence[Floats]) -> Yardstick:
    """The mean over some opponents, each with its own weights of worlds; [opponent][decision, world]."""
    means, wins, apart = [], [], np.zeros_like(np.asarray(gains[0], dtype=np.float64))
    for won, weight in zip(gains, weights, strict=True):
        share, chips = weight / weight.sum(), np.asarray(won)
        means.append(chips @ share)
        wins.append((0.5 + np.sign(chips) / 2) @ share)
        # All of them meet the same worlds, so what one world adds to their mean is added up before it is squared.
        apart += (chips - means[-1][:, None]) * share / len(weights)
    spread = apart @ apart.T
    own = np.diag(spread)
    errors = np.sqrt(np.maximum(0.0, own[:, None] + own[None, :] - 2 * spread))
    return Yardstick(name, np.mean(means, axis=0), errors, np.mean(wins, axis=0))


def all_discards(view: DrawPokerView) -> list[tuple[Card, ...]]:
    """Every set of cards that may be replaced."""
    counts = range(view.table.rules.max_replaced + 1)
    return [cards for count in counts for cards in itertools.combinations(view.hand, count)]
