"""How fast 42 is: random hands, deals solved exactly, hands priced, hands played out.

The bars are fixed speeds on one core: 4,800 random hands a second, of all 28 dominoes each, is what the engine of the
web game mk5 publishes for itself, ten times that is ours; the solver's bars come from its own specification.
"""

from __future__ import annotations

import numpy as np

from gamelore.base.seeds import Phase, stream
from gamelore.games.forty_two import make, random_deal
from gamelore.games.forty_two.bulk import mask_of, random_hands
from gamelore.games.forty_two.dominoes import ALL_POINTS, DOMINOES
from gamelore.lab.benches.bench import Measurement, benchmark, side_by_side

PUBLISHED_HANDS = 4800.0


@benchmark(
    "forty_two_random_hands",
    "hands of 42 called and all their 28 dominoes played at random in the array kernel",
    peer="mk5's published 4,800 random hands of 28 dominoes a second",
    bar=10.0,
)
def forty_two_random_hands() -> Measurement:
    """Hands that would end when their contract is decided, and what the State interface does, are in the note."""
    game = make()
    rng = stream(0, phase=Phase.BENCH)

    def states() -> int:
        dominoes = 0
        for _ in range(5):
            state = game.new_initial_state(rng)
            while not state.is_terminal():
                legal = state.legal_actions()
                state = state.child(legal[int(rng.random() * len(legal))])
            dominoes += len(state.table.plays())
        return dominoes

    def whole() -> int:
        return int((random_hands(game.rules, rng, 2000, whole=True).results[:, 3] == len(DOMINOES)).sum())

    ours, plain = side_by_side(whole, states)
    short, _ = side_by_side(lambda: len(random_hands(game.rules, rng, 2000).results), None)
    assert plain is not None
    length = random_hands(game.rules, rng, 2000).results[:, 3].mean()
    note = (
        f"ended when decided, {length:.0f} dominoes a hand, {short:,.0f} hands a second; "
        f"the State interface plays {plain:,.0f} dominoes a second"
    )
    return Measurement("hands", ours, PUBLISHED_HANDS, note=note)


@benchmark(
    "forty_two_exact",
    "deals of 42 solved exactly with open hands",
    peer="300 a second, the bar of its specification",
    bar=1.0,
)
def forty_two_exact() -> Measurement:
    """Random deals, the longest suit of the declarer as trump; with a random trump in the note."""
    return _solved(300.0)


@benchmark(
    "forty_two_decision",
    "deals of 42 decided: does the declarer make 30?",
    peer="2,000 a second, the bar of its specification",
    bar=1.0,
)
def forty_two_decision() -> Measurement:
    """The same deals with a window of one point."""
    return _solved(2000.0, low=29, high=30)


@benchmark(
    "forty_two_pricing",
    "hands of 42 priced: every candidate trump over 100 common deals, and the defence",
    peer="one hand in a second and a half, the bar of its specification",
    bar=1.0,
)
def forty_two_pricing() -> Measurement:
    """A fresh random hand each time."""
    from gamelore.oracles.forty_two.pricing import common_deals, price_defence, price_offence

    rng = stream(0, phase=Phase.BENCH, contest=1)

    def price() -> int:
        for _ in range(4):
            hand = random_deal(rng).hands[0]
            price_offence(hand, common_deals(hand, rng, 100))
            price_defence(hand, rng, 100)
        return 4

    ours, _ = side_by_side(price, None, seconds=6.0)
    return Measurement("hands", ours, 1 / 1.5)


@benchmark("forty_two_played_out", "hands of 42 played out by the playing machine at all four seats")
def forty_two_played_out() -> Measurement:
    """Contracts of the napkin formula."""
    from gamelore.arena.contest import ContestKey
    from gamelore.arena.forty_two.bidders import Formula
    from gamelore.arena.forty_two.machine import Machine
    from gamelore.arena.forty_two.matches import auction, play_out, random_deals

    game, bidder, machine, key = make(), Formula(), Machine(), ContestKey()
    states = [auction(game, deal, (bidder,) * 4, key) for deal in random_deals(0, 4)]

    def played() -> int:
        for state in states:
            play_out(state, machine, key)
        return len(states)

    ours, _ = side_by_side(played, None)
    return Measurement("hands", ours, note=f"{machine.worlds} sampled deals for each domino")


def _solved(promised: float, low: int = 0, high: int = ALL_POINTS) -> Measurement:
    from gamelore.oracles.forty_two.pricing import rough_value
    from gamelore.oracles.forty_two.solver import solve

    rng = stream(0, phase=Phase.BENCH, contest=2)
    deals = np.array([[mask_of(hand) for hand in random_deal(rng).hands] for _ in range(200)], np.int64)
    longest, drawn = rough_value(deals[:, 0])[1], rng.integers(7, size=len(deals))
    ours, random = side_by_side(
        lambda: len(solve(deals, longest, low=low, high=high)), lambda: len(solve(deals, drawn, low=low, high=high))
    )
    note = f"trump is the declarer's longest suit; with a random trump {random:,.0f} a second"
    return Measurement("deals", ours, promised, note=note)
