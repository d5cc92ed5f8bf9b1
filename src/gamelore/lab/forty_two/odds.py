"""What contracts are worth at the table: hands that exact play has priced, played out by the playing machine.

Exact play sees all hands and is too hopeful. How much so is measured here, contract by contract; the correction that
the bidder for marks uses, and the label rule `played`, were fitted on the set `choose`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from gamelore.arena.contest import ContestKey
from gamelore.arena.forty_two.machine import QUICK, Machine
from gamelore.arena.forty_two.matches import play_out
from gamelore.base.errors import BadSetting
from gamelore.base.files import Json
from gamelore.base.seeds import Phase, stream
from gamelore.games.forty_two import Bid, Deal, FortyTwo, NameTrump, Pass
from gamelore.games.forty_two.bulk import dominoes_of
from gamelore.games.forty_two.rules import SEATS
from gamelore.lab.engine.runs import Runnable
from gamelore.lab.engine.shapes import PERCENT, Shape, keys
from gamelore.lab.forty_two.labelled_hands import REPORTING_SEED, set_of_seed, stored_rounds
from gamelore.learners.signatures.cogap.marks import chance_at_the_table
from gamelore.oracles.forty_two.pricing import common_deals


@dataclass(frozen=True, slots=True)
class OddsExperiment(Runnable):
    """One contract, played by hands of the labelled store with fresh deals around them."""

    kind: ClassVar[str] = "odds"

    contract: int
    least: float = 0.4
    """Hands for which exact play makes it in a smaller share of deals are left out."""
    hands: int = 50
    """Hands played in one run."""
    seed: int = REPORTING_SEED

    def __post_init__(self) -> None:
        if not 30 <= self.contract <= 42:
            raise BadSetting(f"a contract of 30 to 42 points is played out, not {self.contract}")
        if self.hands < 1 or not 0 <= self.least < 1:
            raise BadSetting("odds need at least one hand, and a least share from 0 up to 1")

    def shape(self) -> Shape:
        return keys(dict.fromkeys(("exact", "played", "predicted"), PERCENT))

    def run(self, number: int) -> Json:
        """The share of contracts made: by exact play, played out, and as our correction predicts; in percent."""
        played = play_contracts(self, number)
        predicted = [chance_at_the_table(p.exact, self.contract) for p in played]
        return {
            "exact": 100 * float(np.mean([p.exact for p in played])),
            "played": 100 * float(np.mean([p.made for p in played])),
            "predicted": 100 * float(np.mean(predicted)),
        }


@dataclass(frozen=True, slots=True)
class PlayedContract:
    """A hand that declared: how strong it is, how often exact play makes its contract, and whether it was made."""

    strength: float
    exact: float
    made: bool


def play_contracts(experiment: OddsExperiment, run: int) -> list[PlayedContract]:
    """The hands of one run: each declares its best trump at a place of its own while the others pass."""
    game, machine, found = FortyTwo(), Machine(QUICK), []
    hands = [hand for four in stored_rounds(set_of_seed(experiment.seed)) for hand in four]
    able = [h for h in hands if h.prices[h.label.trump].share(experiment.contract) >= experiment.least]
    if not able:
        raise BadSetting(f"no labelled hand makes {experiment.contract} in {experiment.least:.0%} of its deals")
    for number in range(experiment.hands):
        rng = stream(experiment.seed, run, Phase.SAMPLE, number, experiment.contract)
        hand = able[int(rng.integers(len(able)))]
        around, place = common_deals(hand.dominoes, rng, 1)[0], int(rng.integers(SEATS))
        seats = tuple(dominoes_of(int(around[(seat - place) % SEATS])) for seat in range(SEATS))
        state = game.initial_state(str(Deal(0, seats)))
        for seat in range(SEATS):
            state = state.child(Bid(experiment.contract) if seat == place else Pass())
        luck = ContestKey(experiment.seed, run, Phase.TEST, number)
        end = play_out(state.child(NameTrump(hand.label.trump)), machine, luck)
        exact = hand.prices[hand.label.trump].share(experiment.contract)
        found.append(PlayedContract(hand.label.strength, exact, bool(end.table.made())))
    return found
