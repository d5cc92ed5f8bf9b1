"""Bidders to compare with: always passing, the napkin formula, and the trainer itself.

A bidder is a player that calls and names trump; `Seated` gives it the playing machine, so that it can sit at a table.
A learner that bids (COGAP-42) is seated the same way.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gamelore.arena.forty_two.machine import QUICK, WORLDS, Machine
from gamelore.arena.players import NoLearning
from gamelore.base.errors import BadSetting
from gamelore.base.seeds import Phase, Rng, stream
from gamelore.games.core import AnyView
from gamelore.games.forty_two.bulk import mask_of
from gamelore.games.forty_two.dominoes import TRUMP_NAMES, Domino
from gamelore.games.forty_two.rules import PASS, PASSED, Bid, NameTrump
from gamelore.games.forty_two.table import BIDDING, NAMING, PLAYING
from gamelore.games.forty_two.view import FortyTwoView
from gamelore.games.record import Record
from gamelore.learners.core import ContestInfo, Decision, Learner, Player, Reason
from gamelore.oracles.forty_two.labels import THIRTY_ONLY, LabelRule
from gamelore.oracles.forty_two.pricing import Price, best_trump, rough_value
from gamelore.oracles.forty_two.trainer import Sampling, price_hand

BRIEF = Sampling(best=60, defence=3)
"""Enough deals for a call at the table."""


class _Bidder(NoLearning):
    """Calls by `worth`, names trump by `trump`, and leaves the play to others."""

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """A call or a trump."""
        assert isinstance(view, FortyTwoView)
        if view.table.stage == NAMING:
            return self.name_trump(view, rng)
        if view.table.stage == BIDDING:
            return self.call(view, rng)
        raise BadSetting(f"{self.name} only bids; seat it with a playing machine")

    def call(self, view: FortyTwoView, rng: Rng) -> Decision:
        raise NotImplementedError

    def name_trump(self, view: FortyTwoView, rng: Rng) -> Decision:
        """The longest suit, one with its double before one without."""
        return Decision(NameTrump(_rough(view)[1]), self.name)


class PassAlways(_Bidder):
    """Never bids unless it must."""

    def __init__(self) -> None:
        super().__init__("passer")

    def call(self, view: FortyTwoView, rng: Rng) -> Decision:
        """Pass, or the least bid when the rules demand one."""
        said = Reason("always passing", "never bids unless the rules demand it", public=True)
        return Decision(view.legal_actions()[0], self.name, lambda: [said])


class Formula(_Bidder):
    """Bids while 14 + 6 for each double + 3 for each trump, less a margin, reaches the bid."""

    def __init__(self, margin: int = 4) -> None:
        super().__init__("formula")
        self.margin = margin

    def call(self, view: FortyTwoView, rng: Rng) -> Decision:
        """The least legal bid that the value covers, otherwise a pass."""
        value, trump = _rough(view)
        least = next(a for a in view.legal_actions() if isinstance(a, Bid))
        covered = value - self.margin >= min(least.amount, 42)
        said = f"14 + 6 x doubles + 3 x trumps is {value} with trump {TRUMP_NAMES[trump]}; less {self.margin} it " + (
            f"covers {least.amount}" if covered else f"does not cover {least.amount}"
        )
        action = least if covered else view.legal_actions()[0]
        rule = f"bids while 14 + 6 x doubles + 3 x trumps, less {self.margin}, covers the least bid, {least.amount}"
        reasons = [
            Reason("the napkin formula", said, str(action), float(value)),
            Reason("in general", rule, public=True),
        ]
        return Decision(action, self.name, lambda: reasons)


class TrainerBidder(_Bidder):
    """Calls what the trainer would teach: sampled exact play, read through the label rule.

    Its opinion of a hand depends on the hand and the seed alone, so a hand is priced once.
    """

    def __init__(self, rule: LabelRule = THIRTY_ONLY, sampling: Sampling = BRIEF, seed: int = 0) -> None:
        super().__init__("trainer")
        self.rule = rule
        self.sampling = sampling
        self.seed = seed
        self._prices: dict[int, dict[int, Price]] = {}

    def call(self, view: FortyTwoView, rng: Rng) -> Decision:
        """The label of the hand after the calls heard."""
        prices = self.prices(view.dealt)
        trump = best_trump(prices)
        strength = prices[trump].mean
        amount = self.rule.call(strength, view.table.calls, view.table.rules)
        action = PASS if amount == PASSED else Bid(amount)
        rule = f"a first bid needs {self.rule.bid_at:.1f} points on average in open play"
        said = (
            f"with trump {trump} open play takes {strength:.1f} points on average and 30 in "
            f"{100 * prices[trump].share(30):.0f} % of deals"
        )
        reasons = [Reason("the trainer", said, str(action), strength), Reason("in general", rule, public=True)]
        return Decision(action, self.name, lambda: reasons)

    def name_trump(self, view: FortyTwoView, rng: Rng) -> Decision:
        """The trump with the best mean."""
        return Decision(NameTrump(best_trump(self.prices(view.dealt))), self.name)

    def prices(self, hand: Sequence[Domino]) -> dict[int, Price]:
        """What open play says about a hand."""
        mask = mask_of(hand)
        if mask not in self._prices:
            rng = stream(self.seed, phase=Phase.LABEL, contest=mask)
            self._prices[mask] = price_hand(tuple(sorted(hand)), rng, self.sampling).prices
        return self._prices[mask]


def _rough(view: FortyTwoView) -> tuple[int, int]:
    value, trump = rough_value(np.array([mask_of(view.dealt)], np.int64))
    return int(value[0]), int(trump[0])


class Seated:
    """A bidder with a playing machine behind it: a whole player.

    The bidder draws from streams of its own, so that two bidders who agree on a contract have it played alike.
    """

    def __init__(self, bidder: Player, machine: Machine | None = None) -> None:
        self.bidder = bidder
        self.machine = Machine() if machine is None else machine

    @property
    def name(self) -> str:
        return self.bidder.name

    def begin(self, seat: int | None, contest: ContestInfo) -> None:
        self.bidder.begin(seat, contest)

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Call and name trump as the bidder does, play as the machine does."""
        assert isinstance(view, FortyTwoView)
        if view.table.stage == PLAYING:
            return self.machine.play(view, rng)
        return self.bidder.decide(view, rng.spawn(1)[0])

    def end(self, record: Record) -> None:
        """Let the bidder learn from the contract that was played."""
        self.bidder.end(record)


def with_machine(learner: Learner, *, quick: bool) -> Player:
    """A learner as it sits down: whoever only bids has the playing machine behind it.

    A quick machine thinks fewer deals through, as in courses and matches of many hands.
    """
    return Seated(learner, Machine(QUICK if quick else WORLDS)) if learner.only_bids else learner
