"""Two games in plain Python, without board tables: they prove that nothing on the upper floors needs a table.

`Nim` takes any number of seats and hides nothing. `Kuhn` is a small poker for two (Kuhn 1950) with a deal as text and
views that hide the other hand; its unit is chips.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from gamelore.base.errors import BadText, ImpossibleState
from gamelore.base.seeds import Rng
from gamelore.games import NOBODY, Action, Game, OpenView, Outcome, State, View


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take some stones from the pile."""

    count: int

    def __str__(self) -> str:
        return f"take {self.count}"


class Nim(Game["NimState", Take]):
    """One pile; a seat takes one to three stones; who takes the last one wins for the team."""

    name = "nim"
    title = "Nim with one pile"

    def __init__(self, stones: int = 10, seats: int = 2, partners: bool = False) -> None:
        self.stones = stones
        self.seats = seats
        self.partners = partners
        self.seat_names = tuple("ABCDEFGH"[:seats])

    @property
    def teams(self) -> tuple[int, ...]:
        return tuple(seat % 2 for seat in range(self.seats)) if self.partners else tuple(range(self.seats))

    @property
    def parameters(self) -> dict[str, object]:
        return {"stones": self.stones, "seats": self.seats, "partners": self.partners}

    def initial_state(self, deal: str) -> NimState:
        if deal:
            raise BadText(f"nim: there is no deal, found '{deal}'")
        return NimState(self, self.stones, 0)

    def parse_action(self, text: str) -> Take:
        match = re.fullmatch(r"take ([1-9]\d{0,8})", text)
        if match is None:
            raise BadText(f"nim: expected 'take N', found '{text}'")
        return Take(int(match[1]))

    def parse_state(self, text: str) -> NimState:
        match = re.fullmatch(r"(0|[1-9]\d{0,8}) stones, ([A-H]) moves", text)
        if match is None:
            raise BadText(f"nim: expected 'N stones, A moves', found '{text}'")
        if int(match[1]) > self.stones or match[2] not in self.seat_names:
            raise ImpossibleState(f"nim: there is no state '{text}'")
        return NimState(self, int(match[1]), self.seat_names.index(match[2]))


@dataclass(frozen=True, slots=True)
class NimState(State[Take]):
    game: Nim
    stones: int
    mover: int

    def current_player(self) -> int:
        return self.mover if self.stones else NOBODY

    def legal_actions(self) -> Sequence[Take]:
        return tuple(Take(n) for n in range(1, min(3, self.stones) + 1))

    def child(self, action: Take) -> NimState:
        if action not in self.legal_actions():
            raise self.refuse(action)
        return NimState(self.game, self.stones - action.count, (self.mover + 1) % self.game.seats)

    def outcome(self) -> Outcome | None:
        if self.stones:
            return None
        teams = self.game.teams
        winner = teams[self.mover - 1]
        share = -1.0 / max(teams)
        return Outcome(tuple(1.0 if team == winner else share for team in teams), "result", "the pile is empty")

    def view(self, player: int) -> View[Take]:
        return OpenView(player, self)

    def __str__(self) -> str:
        return f"{self.stones} stones, {self.game.seat_names[self.mover]} moves"


@dataclass(frozen=True, slots=True)
class Speak(Action):
    """Pass or bet."""

    word: str

    def __str__(self) -> str:
        return self.word


PASS, BET = Speak("pass"), Speak("bet")


class Kuhn(Game["KuhnState", Speak]):
    """Three cards, one each, one chip to play for and one to bet."""

    name = "kuhn"
    title = "Kuhn poker"
    unit: ClassVar[str] = "chips"
    perfect_information: ClassVar[bool] = False
    seat_names = ("first", "second")

    def sample_deal(self, rng: Rng) -> str:
        return " ".join("JQK"[card] for card in rng.permutation(3)[:2])

    def turn_deal(self, deal: str, by: int) -> str:
        return " ".join(reversed(deal.split())) if by % 2 else deal

    def initial_state(self, deal: str) -> KuhnState:
        return self.parse_state(f"{deal}:")

    def parse_action(self, text: str) -> Speak:
        if text not in ("pass", "bet"):
            raise BadText(f"kuhn: expected 'pass' or 'bet', found '{text}'")
        return Speak(text)

    def parse_state(self, text: str) -> KuhnState:
        match = re.fullmatch(r"([JQK]) ([JQK]):((?: pass| bet)*)", text)
        if match is None:
            raise BadText(f"kuhn: expected two cards and what was said, found '{text}'")
        said = tuple(Speak(word) for word in match[3].split())
        if match[1] == match[2] or said not in HISTORIES:
            raise ImpossibleState(f"kuhn: there is no state '{text}'")
        return KuhnState(self, match[1] + match[2], said)

    def parse_view(self, text: str) -> KuhnView:
        match = re.fullmatch(r"seat ([01]) holds ([JQK]):((?: pass| bet)*)", text)
        if match is None:
            raise BadText(f"kuhn: expected a seat, its card and what was said, found '{text}'")
        said = tuple(Speak(word) for word in match[3].split())
        if said not in HISTORIES:
            raise ImpossibleState(f"kuhn: nobody can have said '{match[3]}'")
        return KuhnView(self, int(match[1]), match[2], said)


GOES_ON = ((), (PASS,), (BET,), (PASS, BET))
HISTORIES = (*GOES_ON, (PASS, PASS), (BET, PASS), (BET, BET), (PASS, BET, PASS), (PASS, BET, BET))


def _turn(said: tuple[Speak, ...]) -> int:
    return len(said) % 2 if said in GOES_ON else NOBODY


@dataclass(frozen=True, slots=True)
class KuhnState(State[Speak]):
    game: Kuhn
    cards: str
    said: tuple[Speak, ...]

    def current_player(self) -> int:
        return _turn(self.said)

    def legal_actions(self) -> Sequence[Speak]:
        return (PASS, BET) if self.said in GOES_ON else ()

    def child(self, action: Speak) -> KuhnState:
        if action not in self.legal_actions():
            raise self.refuse(action)
        return KuhnState(self.game, self.cards, (*self.said, action))

    def outcome(self) -> Outcome | None:
        if self.said in GOES_ON:
            return None
        if self.said[-2:] == (BET, PASS):
            winner, stake, why = len(self.said) % 2, 1.0, "the other passed"
        else:
            winner = 0 if "JQK".index(self.cards[0]) > "JQK".index(self.cards[1]) else 1
            stake, why = (2.0 if self.said[-1] == BET else 1.0), "the higher card"
        return Outcome((stake, -stake) if winner == 0 else (-stake, stake), "chips", why)

    def view(self, player: int) -> KuhnView:
        return KuhnView(self.game, player, self.cards[player], self.said)

    def resample_from_infostate(self, player: int, rng: Rng) -> KuhnState:
        others = [card for card in "JQK" if card != self.cards[player]]
        other = others[int(rng.integers(2))]
        cards = self.cards[0] + other if player == 0 else other + self.cards[1]
        return KuhnState(self.game, cards, self.said)

    def __str__(self) -> str:
        return f"{self.cards[0]} {self.cards[1]}:{''.join(f' {word}' for word in self.said)}"


@dataclass(frozen=True, slots=True)
class KuhnView(View[Speak]):
    game: Kuhn
    seat: int
    card: str
    said: tuple[Speak, ...]

    def current_player(self) -> int:
        return _turn(self.said)

    def legal_actions(self) -> Sequence[Speak]:
        return (PASS, BET) if _turn(self.said) == self.seat else ()

    def __str__(self) -> str:
        return f"seat {self.seat} holds {self.card}:{''.join(f' {word}' for word in self.said)}"
