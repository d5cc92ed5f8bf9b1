"""The array kernels of 42 do what the State does, and hidden hands are drawn uniformly."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

from gamelore.base.errors import ImpossibleState
from gamelore.games.forty_two import Deal, FortyTwo, FortyTwoState, make
from gamelore.games.forty_two.bulk import dominoes_of, hidden_hands, mask_of, random_hands
from gamelore.games.forty_two.dominoes import DOMINOES, belongs

GAMES = [make(), make("modern"), make("modern", all_pass="reshake")]


@pytest.mark.parametrize("game", GAMES)
def test_random_hands_of_the_kernel_replay_in_the_state(game: FortyTwo) -> None:
    played = random_hands(game.rules, np.random.default_rng(7), 300)
    for hands, dealer, draws, result in zip(played.hands, played.dealers, played.draws, played.results, strict=True):
        deal = Deal(int(dealer), tuple(dominoes_of(int(mask)) for mask in hands))
        state: FortyTwoState = game.initial_state(str(deal))
        numbers = iter(draws)
        while not state.is_terminal():
            legal = state.legal_actions()
            state = state.child(legal[int(next(numbers) * len(legal))])
        table = state.table
        trump = -1 if table.trump is None else table.trump
        assert list(result) == [table.contract, table.declarer, trump, len(table.plays()), state.returns()[0]]


def test_hidden_hands_are_uniform_over_all_that_is_possible() -> None:
    line = (
        "A | dealer A | 6-6 5-5 4-4 3-3 6-5 6-4 1-0 | bid 30, pass, pass, pass, trump 6, play 6-6, play 6-0, play 6-1, "
        "play 6-2, play 6-5, play 3-2, play 6-3, play 2-0, play 5-5, play 5-4, play 5-3, play 5-2, play 4-4, play 4-3, "
        "play 4-2, play 5-1, play 3-3, play 3-1, play 3-0, play 5-0, play 6-4, play 4-0"
    )
    view = make().parse_view(line)
    unseen = view.unseen()
    voids = view.table.voids()
    possible = set()
    for order in itertools.permutations(unseen):
        sizes = view.tiles_left()
        cut1, cut2 = sizes[1], sizes[1] + sizes[2]
        hands = {1: order[:cut1], 2: order[cut1:cut2], 3: order[cut2:]}
        if not any(belongs(d, s, view.table.trump) for seat, hand in hands.items() for d in hand for s in voids[seat]):
            possible.add(tuple(mask_of(hands[s]) for s in (1, 2, 3)))
    drawn = hidden_hands(view, np.random.default_rng(1), 6000)
    counts = Counter(tuple(int(m) for m in row[1:]) for row in drawn)
    assert set(counts) == possible
    assert len(possible) > 2
    expected = 6000 / len(possible)
    chi2 = sum((counts[p] - expected) ** 2 / expected for p in possible)
    assert chi2 < 3 * len(possible) + 20


def test_hands_that_are_played_on_have_28_dominoes_and_the_same_marks() -> None:
    short, whole = (random_hands(GAMES[0].rules, np.random.default_rng(9), 500, whole=on) for on in (False, True))
    decided = short.results[:, 0] > 0
    assert (whole.results[decided, 3] == 28).all()
    assert (short.results[decided, 3] < 28).any()
    assert (whole.results[:, [0, 1, 2, 4]] == short.results[:, [0, 1, 2, 4]]).all()


def test_hidden_hands_agree_with_all_that_was_seen() -> None:
    rng = np.random.default_rng(5)
    for _ in range(60):
        state: FortyTwoState = GAMES[1].new_initial_state(rng)
        for _ in range(int(rng.integers(32))):
            legal = state.legal_actions()
            after = state.child(legal[int(rng.integers(len(legal)))])
            if after.is_terminal():
                break
            state = after
        view = state.view(int(rng.integers(4)))
        for row in hidden_hands(view, rng, 5):
            assert sum(int(m) for m in row) == mask_of(DOMINOES) - mask_of(d for _, d in state.table.plays())
            played = [[d for who, d in state.table.plays() if who == seat] for seat in range(4)]
            hands = tuple((*played[s], *dominoes_of(int(row[s]))) for s in range(4))
            text = f"{Deal(state.deal.dealer, hands)} : {state.table}"
            assert GAMES[1].parse_state(text).view(view.seat).table == view.table


def test_a_resampled_state_cannot_be_told_from_the_true_one() -> None:
    state = make().new_initial_state(np.random.default_rng(2))
    other = state.resample_from_infostate(1, np.random.default_rng(3))
    assert other != state
    assert set(other.deal.hands[1]) == set(state.deal.hands[1])
    assert other.view(1) == state.view(1)


def test_a_view_that_no_deal_explains_is_refused() -> None:
    line = (
        "A | dealer A | 6-6 6-5 6-4 6-3 6-2 6-1 6-0 | bid 30, pass, pass, pass, trump 6, play 6-6, play 5-5, play 5-4, "
        "play 5-3, play 6-5, play 5-2, play 5-1, play 5-0"
    )
    assert len(hidden_hands(make().parse_view(line), np.random.default_rng(1), 2)) == 2
    bad = (
        "A | dealer A | 5-5 5-4 5-3 5-2 5-1 5-0 6-5 | bid 30, pass, pass, pass, trump 6, play 5-5, play 0-0, play 1-1, "
        "play 2-2, play 6-5, play 3-3, play 4-4, play 1-0"
    )
    with pytest.raises(ImpossibleState, match="no way to deal"):
        hidden_hands(make().parse_view(bad), np.random.default_rng(1), 1)
