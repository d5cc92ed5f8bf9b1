"""The truth about open hands of 42, by the rules alone: every line of play, each trick boundary looked at once."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from gamelore.games.forty_two.dominoes import DOMINOES, Domino, belongs, suit_led, trick_points, trick_winner

Hands = tuple[frozenset[Domino], ...]


@dataclass(frozen=True, slots=True)
class Endgame:
    """What each seat still holds, who leads or led, what lies in the open trick, and whose points are counted."""

    hands: Hands
    trump: int
    declarer: int
    leader: int
    trick: tuple[Domino, ...] = ()

    def legal(self) -> list[Domino]:
        """What the player to move may play."""
        hand = self.hands[(self.leader + len(self.trick)) % 4]
        return sorted(hand & _following(self.trick[0], self.trump) if self.trick else hand) or sorted(hand)

    def child(self, domino: Domino) -> Endgame:
        """The endgame with one more domino in the trick."""
        return replace(self, hands=tuple(hand - {domino} for hand in self.hands), trick=(*self.trick, domino))


@functools.cache
def _following(led: Domino, trump: int) -> frozenset[Domino]:
    return frozenset(d for d in DOMINOES if belongs(d, suit_led(led, trump), trump))


@functools.cache
def truth(endgame: Endgame) -> int:
    """The points that declarer's side still takes when everybody plays best."""
    trump, declarer = endgame.trump, endgame.declarer
    known: dict[tuple[Hands, int], int] = {}

    def boundary(hands: Hands, leader: int) -> int:
        if not hands[leader]:
            return 0
        found = known.get((hands, leader))
        if found is None:
            found = known[hands, leader] = best(hands, leader, ())
        return found

    def best(hands: Hands, leader: int, trick: tuple[Domino, ...]) -> int:
        if len(trick) == 4:
            winner = (leader + trick_winner(trick, trump)) % 4
            gain = trick_points(trick) if (winner - declarer) % 2 == 0 else 0
            return gain + boundary(hands, winner)
        player = (leader + len(trick)) % 4
        hand = hands[player]
        legal = (hand & _following(trick[0], trump) if trick else hand) or hand
        before, after = hands[:player], hands[player + 1 :]
        values = [best((*before, hand - {d}, *after), leader, (*trick, d)) for d in legal]
        return max(values) if (player - declarer) % 2 == 0 else min(values)

    return best(endgame.hands, endgame.leader, endgame.trick)


def random_endgames(seed: int, tricks: int, number: int, played: int = 0) -> Iterator[Endgame]:
    """Some tricks before the end of random deals, trumps in turn, after some random plays of the next trick."""
    rng = np.random.default_rng(seed)
    for trump in range(number):
        order = [DOMINOES[domino] for domino in rng.permutation(len(DOMINOES))]
        hands = tuple(frozenset(order[seat * 7 : seat * 7 + tricks]) for seat in range(4))
        endgame = Endgame(hands, trump % 9, int(rng.integers(4)), int(rng.integers(4)))
        for _ in range(played):
            legal = endgame.legal()
            endgame = endgame.child(legal[int(rng.integers(len(legal)))])
        yield endgame
