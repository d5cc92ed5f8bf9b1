"""Pairing plans: who sits where in the n-th contest, and which deal is played.

A plan is data. Moving the players through the seats takes the first move from one to the next; playing one deal from
every seat takes the luck of the deal out of a comparison; letting the hands move along with the players changes who
acts first while everybody keeps the same cards (Waterman 1968, section 5, tested with exchanged hands).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gamelore.base.errors import BadSetting, UnknownName
from gamelore.games.core import AnyGame


@dataclass(frozen=True, slots=True)
class Seating:
    """One contest of a plan: `entrants[s]` is the number of the entrant at seat s."""

    entrants: tuple[int, ...]
    deal: int
    """The number of the deal: contests with the same number are played with the same one."""
    hands_passed: int = 0
    """By how many seats every hand of that deal is passed on."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """How players and hands move from contest to contest.

    Hands that `stay` belong to their seats, hands that move `along` go with the players, `crossed` tries every place
    of the players with every place of the hands.
    """

    name: str
    summary: str
    players_move: bool = True
    hands: Literal["stay", "along", "crossed"] = "stay"
    same_deal: bool = True

    def turns(self, entrants: int) -> list[tuple[int, int]]:
        """By how many seats players and hands have moved, in each contest until everybody has been everywhere."""
        places = range(entrants if self.players_move else 1)
        if self.hands == "crossed":
            return [(place, passed) for passed in range(entrants) for place in places]
        return [(place, place if self.hands == "along" else 0) for place in places]

    def seating(self, game: AnyGame, entrants: int, number: int) -> Seating:
        """Who sits where in a contest. Entrants are one per seat, or one per team who takes all its seats."""
        if entrants == game.seats:
            homes = tuple(range(entrants))
        elif entrants == len(set(game.teams)):
            homes = game.teams
        else:
            raise BadSetting(f"{game.name} needs one entrant per seat ({game.seats}) or per team, not {entrants}")
        turns = self.turns(entrants)
        place, passed = turns[number % len(turns)]
        deal = number // len(turns) if self.same_deal else number
        return Seating(tuple((home - place) % entrants for home in homes), deal, passed)


PAIRINGS = {
    plan.name: plan
    for plan in (
        Pairing("fixed", "everybody keeps the seat; every contest has its own deal", False, same_deal=False),
        Pairing(
            "alternate", "players move one seat after each contest; every contest has its own deal", same_deal=False
        ),
        Pairing("duplicate", "each deal is played from every seat"),
        Pairing(
            "first_actor_exchanged", "each deal is played with the same hands but another first actor", hands="along"
        ),
        Pairing("mirrored", "each deal is played from every seat and with the hands at every seat", hands="crossed"),
    )
}

ALTERNATE = PAIRINGS["alternate"]


def pairing(name: str) -> Pairing:
    """A pairing plan by name."""
    if name not in PAIRINGS:
        raise UnknownName("pairing", name, PAIRINGS)
    return PAIRINGS[name]
