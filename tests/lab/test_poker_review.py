"""The judge of poker beside exact draw odds that are counted in another way, and on decisions whose worth is known."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from tests.plain_draws import KINDS, draw_scores, kinds, scores
from tests.poker_verdicts import GAME, broken_pairs, contests, shares, sound, verdict

from gamelore.arena.poker.play_outs import PlayOuts, all_discards
from gamelore.base.seeds import stream
from gamelore.games.poker.cards import parse_hand
from gamelore.games.poker.hands import class_key, hand_classes
from gamelore.games.poker.table import REPLACING, Replace
from gamelore.oracles.poker.equity import draw_odds


def test_the_plain_scores_order_hands_as_the_classes_do() -> None:
    rng = np.random.default_rng(1)
    hands = np.array([rng.permutation(52)[:5] for _ in range(5000)])
    texts = (
        "H14 H13 H12 H11 H10",
        "S5 S4 S3 S2 S14",
        "H5 S4 S3 S2 S14",
        "H9 S9 C9 D9 H2",
        "H9 S9 C9 D2 H2",
        "H9 S9 C2 D2 H3",
    )
    hands = np.concatenate([hands, [parse_hand(text) for text in texts]])
    plain, classes = scores(hands), hand_classes(hands)
    assert (np.unique(plain, return_inverse=True)[1] == np.unique(classes, return_inverse=True)[1]).all()
    assert all(int(class_key(int(c))[0]) == int(kind) for c, kind in zip(classes, kinds(plain), strict=True))


def discards(count: int, seed: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Hands and what is replaced of each, every number of cards in turn."""
    rng = stream(seed)
    dealt = [tuple(int(card) for card in rng.permutation(52)[:5]) for _ in range(count)]
    return [(hand, hand[: n % 4]) for n, hand in enumerate(dealt)]


def test_the_odds_of_300_draws_are_those_of_another_count() -> None:
    for hand, gone in discards(300, 1):
        odds = draw_odds(hand, gone)
        mine = np.zeros(len(KINDS))
        for number in np.flatnonzero(odds):
            mine[int(class_key(int(number))[0])] += odds[number]
        found = kinds(draw_scores(hand, gone))
        assert mine == pytest.approx(np.bincount(found, minlength=len(KINDS)) / len(found), abs=1e-12)


@pytest.mark.slow
def test_300_discards_are_judged_as_their_exact_odds_say() -> None:
    """What is flagged wins less at a showdown than what is told to be better; what wins a fifth less is flagged."""
    rng, judged, missed = stream(2), 0, []
    for state, seat in contests(rng):
        if state.table.stage != REPLACING:
            continue
        hand, worth = state.view(seat).hand, shares(state)
        sets = [gone for count in range(4) for gone in itertools.combinations(hand, count)]
        values = verdict(state, Replace(sets[0]), judged)
        for place in rng.permutation(len(sets))[:6].tolist():
            made = Replace(sets[place])
            exact, best = worth[frozenset(made.cards)], max(worth.values())
            judged += 1
            if values.given(str(made)):
                better = GAME.parse_action(values.better(str(made))[0])
                assert worth[frozenset(better.cards)] > exact
            elif exact < best - 0.2:
                missed.append((str(state.view(seat)), str(made), exact, best))
        if judged >= 300:
            break
    assert judged == 300
    assert len(missed) <= 3, missed


@pytest.mark.slow
def test_the_showdown_of_the_judge_is_that_of_exact_draws() -> None:
    for state, seat in itertools.islice(((s, at) for s, at in contests(stream(3)) if s.table.stage == REPLACING), 2):
        view, worth = state.view(seat), shares(state)
        sets = all_discards(view)
        told = PlayOuts(GAME).replacements(view, sets, 1)[-1]
        apart = [abs(float(told.wins[n]) - worth[frozenset(gone)]) for n, gone in enumerate(sets)]
        assert max(apart) < 0.06, "a thousand hands of the other: a standard error of a hundredth and a half"


@pytest.mark.slow
def test_who_breaks_a_pair_of_tens_or_better_is_told_so() -> None:
    for number, (state, made) in enumerate(broken_pairs(11, 40)):
        assert verdict(state, made, number).given(str(made)) > 0, (str(state.view(state.current_player())), str(made))


@pytest.mark.slow
def test_sound_decisions_are_hardly_ever_held_against_anybody() -> None:
    flagged = sum(verdict(state, made, n).given(str(made)) > 0 for n, (state, made) in enumerate(sound(12, 120)))
    assert flagged <= 4
