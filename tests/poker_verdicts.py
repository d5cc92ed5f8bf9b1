"""Decisions of draw poker whose worth is known beforehand, put to the judge of reviews.

    python -m tests.poker_verdicts broken --seed 23311 --count 200
    python -m tests.poker_verdicts sound --seed 23312 --count 1000

Broken pairs: a pair of tens or better and nothing more, of which at least one card is thrown away. Sound decisions:
half of them the draw with the largest share of the pot by exact odds (`plain_draws`), half the bets of the strong
player. The contests come up to the decision between the strong player and players of the panel.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
from tests.plain_draws import draw_scores, scores, share

from gamelore.arena.poker.judge import PANEL
from gamelore.arena.poker.opponents import opponent
from gamelore.arena.poker.strong import Strong
from gamelore.base.seeds import Rng, stream
from gamelore.games import load_game
from gamelore.games.core import NOBODY
from gamelore.games.poker.cards import cards_text, rank_of
from gamelore.games.poker.draw_poker import DrawPokerState
from gamelore.games.poker.replacing import usual_discards
from gamelore.games.poker.table import REPLACING, Replace
from gamelore.lab.review.core import MoveValues
from gamelore.lab.review.poker import BetJudge

GAME: Any = load_game("draw_poker")
FIELD = 40_000
"""Hands that the other may hold at the end."""


@cache
def judge() -> BetJudge:
    return BetJudge(GAME)


@cache
def field(replaced: int | None) -> Any:
    """Sorted scores of final hands of somebody who replaced so many cards the usual way; None for any number."""
    rng = np.random.default_rng(1)
    found: list[list[int]] = []
    while len(found) < (FIELD if replaced in (None, 1, 3) else FIELD // 20):
        cards = rng.permutation(52)[:8].tolist()
        gone = usual_discards(cards[:5])
        if replaced in (None, len(gone)):
            found.append([*(card for card in cards[:5] if card not in gone), *cards[5 : 5 + len(gone)]])
    return np.sort(scores(found))


def shares(state: DrawPokerState) -> dict[frozenset[int], float]:
    """What part of the pot every set of discards wins at a bare showdown, by exact draws."""
    view = state.view(state.current_player())
    against = field(view.opponent_replaced)
    sets = (gone for count in range(4) for gone in itertools.combinations(view.hand, count))
    return {frozenset(gone): share(draw_scores(view.hand, gone), against) for gone in sets}


def contests(rng: Rng, wanted: Any = None) -> Iterator[tuple[DrawPokerState, int]]:
    """Every state in which the strong player decides, with its seat; a deal is taken if the hand there is wanted."""
    strong = Strong(GAME)
    for number in itertools.count():
        seat, other = number % 2, opponent(PANEL[int(rng.integers(len(PANEL)))], GAME)
        deal = GAME.sample_deal(rng)
        state = GAME.initial_state(deal)
        if wanted is not None and not wanted(state.view(seat).dealt):
            continue
        while state.current_player() != NOBODY:
            at = state.current_player()
            if at == seat:
                yield state, seat
            state = state.child((strong if at == seat else other).decide(state.view(at), rng).action)


def high_pair(hand: tuple[int, ...]) -> bool:
    ranks = sorted(rank_of(card) for card in hand)
    pairs = [a for a, b in itertools.pairwise(ranks) if a == b]
    return len(pairs) == 1 and pairs[0] >= 10


def broken_pairs(seed: int, count: int) -> Iterator[tuple[DrawPokerState, Replace]]:
    """Contests at the draw with a pair of tens or better, and a replacement that breaks it."""
    rng = stream(seed)
    for state, seat in contests(rng, high_pair):
        if count and state.table.stage == REPLACING:
            hand = state.view(seat).hand
            pair = {card for card in hand if sum(rank_of(c) == rank_of(card) for c in hand) == 2}
            sets = [g for n in (1, 2, 3) for g in itertools.combinations(hand, n) if pair & set(g)]
            yield state, Replace(sets[int(rng.integers(len(sets)))])
            count -= 1
        if not count:
            return


def sound(seed: int, count: int) -> Iterator[tuple[DrawPokerState, Any]]:
    """Half draws that win the largest share by exact odds, half bets of the strong player."""
    rng, bets, draws = stream(seed), count - count // 2, count // 2
    strong = Strong(GAME)
    for state, seat in contests(rng):
        if state.table.stage == REPLACING and draws:
            worth = shares(state)
            best = max(worth, key=lambda gone: worth[gone])
            yield state, Replace(tuple(card for card in state.view(seat).hand if card in best))
            draws -= 1
        elif state.table.stage != REPLACING and bets:
            yield state, strong.decide(state.view(seat), rng).action
            bets -= 1
        if not bets and not draws:
            return


def verdict(state: DrawPokerState, action: Any, seed: int) -> MoveValues:
    values = judge().judge(state, state.view(state.current_player()), action, stream(seed))
    assert values is not None
    return values


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("broken", "sound"))
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=200)
    asked = parser.parse_args()
    flagged, least = {"bet": [0, 0], "draw": [0, 0]}, float("inf")
    for number, (state, action) in enumerate(
        (broken_pairs if asked.what == "broken" else sound)(asked.seed, asked.count)
    ):
        values = verdict(state, action, number)
        given = values.given(str(action))
        kind = flagged["draw" if isinstance(action, Replace) else "bet"]
        kind[0] += given > 0
        kind[1] += 1
        least = min(least, given)
        if (given > 0) != (asked.what == "broken"):
            view = state.view(state.current_player())
            print(
                number,
                view,
                "|",
                action,
                f"gives {given:.2f};",
                values.better(str(action)),
                dict(values.words),
                flush=True,
            )
            print("  ", cards_text(view.hand))
    for name, (some, of) in flagged.items():
        if of:
            print(f"{asked.what} {name}s, seed {asked.seed}: {some} of {of} flagged, the least for {least:.2f} chips")


if __name__ == "__main__":
    main()
