"""`check_game` passes games that keep their promises and names the promise that a game breaks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from tests.plain_games import Kuhn, KuhnState, KuhnView, Nim, NimState, Speak, Take

from gamelore.base.errors import BrokenPromise
from gamelore.base.seeds import Phase, stream
from gamelore.games import AnyGame, Outcome, View, load_game
from gamelore.games.board.toml_game import builtin_board_games
from gamelore.games.check import check_game, reachable


@pytest.mark.parametrize(
    "game", [Nim(), Nim(7, seats=3), Nim(12, seats=4, partners=True), Kuhn()], ids=lambda g: f"{g.name}-{g.seats}"
)
def test_plain_games_of_any_number_of_seats_keep_every_promise(game: AnyGame) -> None:
    report = check_game(game, stream(1), contests=20)
    assert report.contests == report.finished == 20
    assert report.states > 60


@pytest.mark.parametrize("name", builtin_board_games())
def test_every_board_game_keeps_every_promise(name: str) -> None:
    assert check_game(load_game(name), stream(2), contests=3).finished


@pytest.mark.parametrize(("name", "contests"), [("draw_poker", 10), ("forty_two", 2)])
def test_games_that_hide_hands_keep_every_promise(name: str, contests: int) -> None:
    """With this seed a damaged line of poker holds a bet that is not legal."""
    assert check_game(load_game(name), stream(0, phase=Phase.SAMPLE), contests=contests).finished


def test_the_same_stream_makes_the_same_check() -> None:
    assert check_game(Nim(), stream(3)) == check_game(Nim(), stream(3))


@dataclass(frozen=True, slots=True)
class Odd(NimState):
    """A state of Nim that may break a promise; each test overrides one method of a subclass."""

    def child(self, action: Take) -> Odd:
        after = NimState.child(self, action)
        return type(self)(self.game, after.stones, after.mover)


def nim_of(kind: type[NimState]) -> Nim:
    class OddNim(Nim):
        def initial_state(self, deal: str) -> NimState:
            first = Nim.initial_state(self, deal)
            return kind(self, first.stones, first.mover)

        def parse_state(self, text: str) -> NimState:
            state = Nim.parse_state(self, text)
            return kind(self, state.stones, state.mover)

    return OddNim()


class Greedy(Odd):
    def child(self, action: Take) -> Odd:
        return type(self)(self.game, max(0, self.stones - action.count), (self.mover + 1) % self.game.seats)


class Repeating(Odd):
    def legal_actions(self) -> Sequence[Take]:
        return [*NimState.legal_actions(self), *NimState.legal_actions(self)]


class Generous(Odd):
    def outcome(self) -> Outcome | None:
        return None if self.stones else Outcome((1.0, 1.0), "result", "everybody wins")


class Blurred(Odd):
    def __str__(self) -> str:
        return f"{min(self.stones, 5)} stones, {self.game.seat_names[self.mover]} moves"


class Open(Odd):
    __slots__ = ("note",)

    def __init__(self, game: Nim, stones: int, mover: int) -> None:
        Odd.__init__(self, game, stones, mover)
        object.__setattr__(self, "note", "")

    def __setattr__(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)


class Blind(Odd):
    def view(self, player: int) -> View[Take]:
        return NimState(self.game, max(1, self.stones - 1), self.mover).view(player)


class Endless(Odd):
    def current_player(self) -> int:
        return self.mover


class Raising(Odd):
    def child(self, action: Take) -> Odd:
        if action.count > self.stones:
            raise KeyError(action.count)
        return Odd.child(self, action)


@pytest.mark.parametrize(
    ("kind", "promise"),
    [
        (Greedy, "child refuses what legal_actions does not offer"),
        (Repeating, "legal actions are distinct"),
        (Generous, "results of the teams sum to zero"),
        (Blurred, "the text of a state reads back as an equal value"),
        (Open, "a state is immutable"),
        (Blind, "the text of a view reads back as an equal value"),
        (Endless, "nobody moves when it is over"),
        (Raising, "an illegal action is refused with IllegalAction"),
    ],
)
def test_a_broken_promise_of_a_state_is_named(kind: type[NimState], promise: str) -> None:
    with pytest.raises(BrokenPromise, match=promise):
        check_game(nim_of(kind), stream(1), contests=20)


def test_a_parser_that_trips_over_bad_text_is_named() -> None:
    class Careless(Nim):
        def parse_action(self, text: str) -> Take:
            return Take(int(text.split()[1]))

    with pytest.raises(BrokenPromise, match="parse_action refuses bad text with BadText"):
        check_game(Careless(), stream(1))


def test_a_deal_that_does_not_reproduce_its_contest_is_named() -> None:
    class Shuffling(Kuhn):
        deals = 0

        def initial_state(self, deal: str) -> KuhnState:
            Kuhn.initial_state(self, deal)
            self.deals += 1
            return KuhnState(self, "JK" if self.deals % 2 else "KJ", ())

    with pytest.raises(BrokenPromise, match="a deal's text gives the same first state again"):
        check_game(Shuffling(), stream(1))


def kuhn_with_views(kind: type[KuhnView]) -> Kuhn:
    @dataclass(frozen=True, slots=True)
    class OddState(KuhnState):
        def child(self, action: Speak) -> OddState:
            return OddState(self.game, self.cards, KuhnState.child(self, action).said)

        def view(self, player: int) -> KuhnView:
            return kind(self.game, player, self.cards if kind is Peeking else self.cards[player], self.said)

        def resample_from_infostate(self, player: int, rng: object) -> OddState:
            return OddState(self.game, "".join(c for c in "JQK" if c not in self.cards) * 2, self.said)

    class OddKuhn(Kuhn):
        def parse_state(self, text: str) -> KuhnState:
            state = Kuhn.parse_state(self, text)
            return OddState(self, state.cards, state.said)

        def parse_view(self, text: str) -> KuhnView:
            head, _, tail = text.partition("holds ")
            view = Kuhn.parse_view(self, head + "holds " + tail[0] + tail[2:] if kind is Peeking and tail else text)
            return kind(self, view.seat, tail[:2] if kind is Peeking else view.card, view.said)

    return OddKuhn()


class Peeking(KuhnView):
    """Shows both cards in its text."""


class Whispering(KuhnView):
    """Keeps the state out of sight but within reach."""

    __slots__ = ("_source",)

    def __init__(self, game: Kuhn, seat: int, card: str, said: tuple[Speak, ...]) -> None:
        KuhnView.__init__(self, game, seat, card, said)
        object.__setattr__(self, "_source", {"deal": [KuhnState(game, "JQ", said)]})


def test_a_view_whose_content_depends_on_hidden_things_is_caught() -> None:
    with pytest.raises(BrokenPromise, match="a view does not change when only hidden things change"):
        check_game(kuhn_with_views(Peeking), stream(1))


def test_a_state_within_reach_of_a_view_is_caught_and_its_path_is_told() -> None:
    with pytest.raises(BrokenPromise, match=r"no State can be reached .* Whispering\._source\['deal'\]\[0\]"):
        check_game(kuhn_with_views(Whispering), stream(1))


def test_the_walk_through_a_view_stops_at_its_game() -> None:
    view = Kuhn().initial_state("J Q").view(0)
    assert not any(isinstance(thing, Kuhn) for _, thing in reachable(view))


def test_an_action_of_which_nothing_is_told_is_caught() -> None:
    class Silent(Kuhn):
        def told(self, action: Speak) -> str:
            return ""

    class Coy(Nim):
        def told(self, action: Take) -> str:
            return "takes some"

    for game in (Silent(), Coy()):
        with pytest.raises(BrokenPromise, match="the others are told of an action"):
            check_game(game, stream(1))


def test_a_hand_that_is_disclosed_while_it_is_played_with_is_caught() -> None:
    @dataclass(frozen=True, slots=True)
    class OpenState(KuhnState):
        def discloses(self, seat: int, ply: int) -> bool:
            return True

    class OpenKuhn(Kuhn):
        def parse_state(self, text: str) -> KuhnState:
            state = Kuhn.parse_state(self, text)
            return OpenState(self, state.cards, state.said)

    with pytest.raises(BrokenPromise, match="hands that are still played with are not disclosed"):
        check_game(OpenKuhn(), stream(1))
