"""How fast draw poker is played: as arrays, through states, and by rules, beside PokerKit's draw engine.

PokerKit has no five-card draw of its own; its single draw with another kind of hand is one, as its author advises.
Both sides play random contests with their own rules of betting, ours with more bets to a hand.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from gamelore.arena.contest import ContestKey, play
from gamelore.base.seeds import Phase, stream
from gamelore.games.poker.arrays import play_random, sample_deals
from gamelore.games.poker.draw_poker import DrawPoker, make
from gamelore.lab.benches.bench import Measurement, benchmark, installed, side_by_side

PEER = "PokerKit's draw engine"
STACK, ANTE, LARGEST_RAISE = 400, 1, 20


@benchmark("poker_kernel", "random draw poker as arrays", peer=PEER, bar=10.0, packages=["pokerkit"])
def poker_kernel() -> Measurement:
    """Deals included: every hand begins with a shuffled deck on both sides."""
    game, rng = make(), stream(0, phase=Phase.BENCH)

    def ours() -> int:
        return len(play_random(game, sample_deals(game, 100_000, rng), rng)[0])

    return Measurement("hands", *side_by_side(ours, _pokerkit()))


@benchmark("poker_states", "random draw poker through the plain State interface", peer=PEER, packages=["pokerkit"])
def poker_states() -> Measurement:
    """One Python call per step on both sides."""
    return Measurement("hands", *side_by_side(partial(_our_hands, make(), 100), _pokerkit()))


@benchmark("poker_rules", "draw poker decided by the 28 built-in rules", peer=PEER, bar=1.0, packages=["pokerkit"])
def poker_rules() -> Measurement:
    """Whole recorded contests between two rule lists, against hands that PokerKit plays at random."""
    from gamelore.arena.poker.opponents import opponent

    game = make()
    players = opponent("builtin", game), opponent("builtin", game)

    def ours() -> int:
        for number in range(100):
            play(game, players, ContestKey(0, phase=Phase.BENCH, number=number))
        return 100

    return Measurement("hands", *side_by_side(ours, _pokerkit()))


@benchmark("poker_ranking", "five-card hands ranked", peer="PokerKit's StandardHighHand", packages=["pokerkit"])
def poker_ranking() -> Measurement:
    """Ours a whole array per call, theirs one hand object at a time: what each offers for many hands."""
    from gamelore.games.poker import _kernels
    from gamelore.games.poker.hands import class_table

    hands = sample_deals(make(), 200_000, stream(0, phase=Phase.BENCH))[:, :5].copy()

    def ours() -> int:
        return len(_kernels.classes_of(hands, class_table()))

    theirs = None
    if installed("pokerkit"):
        import pokerkit

        cards: list[Any] = [list(pokerkit.Card.parse(_their_text(hand))) for hand in hands[:2000].tolist()]

        def theirs() -> int:
            for hand in cards:
                pokerkit.StandardHighHand(hand)
            return len(cards)

    return Measurement("hands", *side_by_side(ours, theirs))


def _their_text(hand: list[int]) -> str:
    return "".join("23456789TJQKA"[card // 4] + "hscd"[card % 4] for card in hand)


def _our_hands(game: DrawPoker, count: int) -> int:
    draw, rng = random.Random(0).random, stream(0, phase=Phase.BENCH)
    for _ in range(count):
        state = game.new_initial_state(rng)
        while not state.is_terminal():
            actions = state.legal_actions()
            state = state.child(actions[int(draw() * len(actions))])
    return count


def _pokerkit() -> Callable[[], int] | None:
    """Twenty random hands of five-card draw by PokerKit, or None if it is not installed."""
    if not installed("pokerkit"):
        return None
    import pokerkit
    from pokerkit.games import NoLimitPokerMixin, SingleDraw

    class FiveCardDraw(NoLimitPokerMixin, SingleDraw):
        deck = pokerkit.Deck.STANDARD
        hand_types = (pokerkit.StandardHighHand,)
        hole_dealing_count = 5

    table: Any = FiveCardDraw(tuple(pokerkit.Automation), True, ANTE, (0, 0), 1)
    return partial(_their_hands, table, random.Random(0), 20)


def _their_hands(table: Any, rng: random.Random, count: int) -> int:
    for _ in range(count):
        state = table((STACK, STACK), 2)
        while state.status:
            if state.can_stand_pat_or_discard():
                cards = list(state.hole_cards[state.stand_patter_or_discarder_index])
                state.stand_pat_or_discard(rng.sample(cards, rng.randrange(4)))
                continue
            actions = [state.check_or_call]
            if state.can_fold():
                actions.append(state.fold)
            if state.can_complete_bet_or_raise_to():
                least = state.min_completion_betting_or_raising_to_amount
                most = min(state.max_completion_betting_or_raising_to_amount, least + LARGEST_RAISE - 1)
                actions.append(partial(state.complete_bet_or_raise_to, rng.randint(least, most)))
            rng.choice(actions)()
    return count
