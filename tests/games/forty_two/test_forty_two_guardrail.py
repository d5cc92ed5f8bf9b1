"""Other hands never reach a view: nothing hidden hangs on it, and it does not change when hidden things do."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamelore.base.errors import NotAvailable
from gamelore.games.forty_two import Deal, Domino, FortyTwoState, make

GAME = make()


def reachable(root: object) -> Iterator[object]:
    """Everything that hangs on an object by attributes, items or closures; classes and modules apart."""
    seen: set[int] = set()
    todo = [root]
    while todo:
        here = todo.pop()
        if id(here) in seen or isinstance(here, type):
            continue
        seen.add(id(here))
        yield here
        if isinstance(here, dict):
            todo += [*here.keys(), *here.values()]
        elif isinstance(here, list | tuple | set | frozenset):
            todo += list(here)
        todo += [getattr(here, f.name) for f in dataclasses.fields(here)] if dataclasses.is_dataclass(here) else []
        todo += list(getattr(here, "__dict__", {}).values())
        todo += [c.cell_contents for c in getattr(here, "__closure__", None) or ()]


def somewhere(seed: int) -> FortyTwoState:
    rng = np.random.default_rng(seed)
    state = GAME.new_initial_state(rng)
    for _ in range(int(rng.integers(30))):
        legal = state.legal_actions()
        after = state.child(legal[int(rng.integers(len(legal)))])
        if after.is_terminal():
            break
        state = after
    return state


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 3))
def test_only_own_and_played_dominoes_can_be_reached_from_a_view(seed: int, seat: int) -> None:
    state = somewhere(seed)
    view = state.view(seat)
    known = set(state.deal.hands[seat]) | {d for _, d in state.table.plays()}
    found = {thing for thing in reachable(view) if isinstance(thing, Domino)}
    assert found == known
    assert not any(isinstance(thing, FortyTwoState | Deal) for thing in reachable(view))
    with pytest.raises(NotAvailable):
        _ = view.state


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 3))
def test_a_view_does_not_change_when_the_others_exchange_hidden_dominoes(seed: int, seat: int) -> None:
    state = somewhere(seed)
    view = state.view(seat)
    others = [s for s in range(4) if s != seat]
    played = {s: [d for who, d in state.table.plays() if who == s] for s in others}
    pool = [d for s in others for d in state.hand(s)]
    rng = np.random.default_rng(seed + 1)
    for _ in range(20):
        order = [pool[i] for i in rng.permutation(len(pool))]
        hands = list(state.deal.hands)
        for s in others:
            left = 7 - len(played[s])
            hands[s] = (*played[s], *order[:left])
            order = order[left:]
        deal = Deal(state.deal.dealer, tuple(hands))
        other = FortyTwoState(GAME, deal, state.table)
        assert other.view(seat) == view
        assert str(other.view(seat)) == str(view)
        assert other.view(seat).legal_actions() == view.legal_actions()
        assert set(view.unseen()) == set(pool)
