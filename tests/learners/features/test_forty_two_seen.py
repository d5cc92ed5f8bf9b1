"""What a player of 42 sees: the compiled half says what the plain half does, in positions of random play."""

from __future__ import annotations

import numpy as np
import pytest

from gamelore.base.arrays import Ints
from gamelore.games.forty_two import Domino, FortyTwo, FortyTwoView
from gamelore.games.forty_two._kernels import BIT_OF, FOLLOW, LEAD_SUIT, TRUMP_SUIT
from gamelore.games.forty_two.dominoes import DOMINOES, belongs, trick_winner
from gamelore.learners.features.forty_two import _seen_kernels as kernels
from gamelore.learners.features.forty_two.seen import PLAY_CONDITIONS, PLAY_MEASURES, TableSight


def situation(view: FortyTwoView) -> Ints:
    """What stands for a view in kernels."""
    table, trump = view.table, view.table.trump
    assert trump is not None

    def bits(dominoes: object) -> int:
        assert isinstance(dominoes, list | tuple)
        return sum(1 << int(BIT_OF[trump, d.number]) for d in dominoes)

    s = np.zeros(kernels.SIGHT, np.int64)
    s[kernels.TRUMP], s[kernels.HAND], s[kernels.UNSEEN] = trump, bits(view.hand), bits(view.unseen())
    s[kernels.LEGAL], s[kernels.PLACE] = bits(table.playable(view.hand)), len(table.trick)
    s[kernels.SEAT], s[kernels.DECLARER], s[kernels.BEST] = view.seat, table.declarer, -1
    s[kernels.DOWN], s[kernels.WINNER] = sum(d.points for d in table.trick), table.leader
    if table.trick:
        s[kernels.LED] = FOLLOW[trump, LEAD_SUIT[trump, BIT_OF[trump, table.trick[0].number]]]
        s[kernels.TAKERS] = s[kernels.LED] | FOLLOW[trump, TRUMP_SUIT]
        best = trick_winner(table.trick, trump)
        s[kernels.BEST] = BIT_OF[trump, table.trick[best].number]
        s[kernels.WINNER] = (table.leader + best) % 4
    for seat, suits in enumerate(table.voids()):
        void = [d for d in DOMINOES if any(belongs(d, suit, trump) for suit in suits)]
        s[kernels.VOIDS + seat] = bits(void)
    return s


def positions(rules: str, count: int) -> list[FortyTwoView]:
    """Views of who is to play a domino, in hands called and played at random."""
    from gamelore.games.forty_two import make

    rng, found, game = np.random.default_rng(8), list[FortyTwoView](), make(rules)
    assert isinstance(game, FortyTwo)
    while len(found) < count:
        state = game.new_initial_state(rng)
        while not state.is_terminal():
            view = state.view(state.current_player())
            assert isinstance(view, FortyTwoView)
            if state.stage() == "play":
                found.append(view)
            actions = state.legal_actions()
            state = state.child(actions[int(rng.integers(len(actions)))])
    return found


@pytest.mark.parametrize("rules", ["thesis", "modern"])
def test_compiled_measures_and_conditions_are_the_plain_ones(rules: str) -> None:
    seen: dict[str, set[float]] = {}
    for view in positions(rules, 400):
        sight, s = TableSight(view), situation(view)
        for number, (name, holds) in enumerate(PLAY_CONDITIONS.items()):
            found = holds(sight)
            assert kernels.holds(s, number) == found, f"{name}: {view}"
            seen.setdefault(f"when {name}", set()).add(found)
        for number, (name, measure) in enumerate(PLAY_MEASURES.items()):
            values = [measure(sight, domino) for domino in sight.legal]
            assert [_compiled(s, number, d) for d in sight.legal] == values, f"{name}: {view}"
            seen.setdefault(name, set()).update(values)
    assert all(len(values) > 1 for name, values in seen.items() if name != "when always")


def _compiled(s: Ints, number: int, domino: Domino) -> int:
    return kernels.seen(s, number, int(BIT_OF[s[kernels.TRUMP], domino.number]))
