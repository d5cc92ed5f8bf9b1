"""A deck that is carried over: every card once between two shuffles, and no card twice in a round."""

from __future__ import annotations

from gamelore.base.seeds import stream
from gamelore.games.poker.cards import DECK_SIZE
from gamelore.games.poker.deck import Deck


def test_between_two_shuffles_every_card_is_dealt_once() -> None:
    rng = stream(1)
    deck, passes, now = Deck.shuffled(rng), list[list[int]](), list[int]()
    for _ in range(200):
        dealt = deck.deal(rng, 6)
        cards = 10 + int(rng.integers(7))
        assert not dealt.used_up(0)
        for number in range(cards):
            now.append(dealt.order[number])
            if number + 1 == dealt.shuffle:
                passes.append(now)
                now = []
        deck = dealt.left(cards)
    assert len(passes) > 40
    assert all(len(cards) == DECK_SIZE == len(set(cards)) for cards in passes)


def test_no_card_lies_twice_in_a_round_even_when_the_deck_runs_out_in_it() -> None:
    rng = stream(2)
    for left in range(1, 17):
        for _ in range(20):
            deck = Deck(Deck.shuffled(rng).cards[:left])
            dealt = deck.deal(rng, 6)
            cards = [*dealt.deal.hands[0], *dealt.deal.hands[1], *dealt.deal.rest]
            assert len(set(cards)) == 16
            assert tuple(cards[:left]) == deck.cards
            assert dealt.used_up(left)
            assert not dealt.used_up(left - 1)
            assert len(dealt.left(16).cards) == DECK_SIZE - (16 - left)


def test_a_shuffle_that_was_not_needed_is_forgotten() -> None:
    deck = Deck(Deck.shuffled(stream(3)).cards[:14])
    assert deck.deal(stream(4), 6).left(12) == Deck(deck.cards[12:])
