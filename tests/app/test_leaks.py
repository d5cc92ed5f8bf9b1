"""Nothing that a seat can see tells what is hidden from it, and the walk that says so catches planted leaks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest
from tests.leaks import Leak, Walk

from gamelore.app.table.discretion import Discretion, Ply
from gamelore.app.table.sitting import TableSitting
from gamelore.arena.forty_two.bidders import Formula, PassAlways, Seated
from gamelore.arena.forty_two.machine import Machine
from gamelore.arena.players import NoLearning, Random
from gamelore.arena.roster import make_player
from gamelore.base.seeds import Rng, stream
from gamelore.games import load_game
from gamelore.games.core import AnyGame, AnyState, AnyView
from gamelore.games.forty_two import FortyTwo, FortyTwoView
from gamelore.games.poker.draw_poker import DrawPoker, DrawPokerState, DrawPokerView, PokerAction
from gamelore.learners.core import Decision, Player, Reason
from gamelore.learners.registry import new_learner

POKER, FORTY_TWO = DrawPoker(), FortyTwo()
ASKED = (
    "why",
    "why a",
    "why b",
    "why c",
    "why d",
    "why first",
    "why second",
    "undo",
    "moves",
    "maxims",
    "truth",
    "banana",
    "trump doubles",
    "bet 99",
)
POKER_NAMES = ("random", "call", "loose", "bluff", "human", "builtin", "noisy", "implicit", "strong")


def poker_players(number: int) -> list[Player]:
    """Somebody else at each seat in each contest; the rule learner now and then."""
    names = [POKER_NAMES[(number + shift) % len(POKER_NAMES)] for shift in (0, 4)]
    players = [make_player(f"poker:{name}", POKER) for name in names]
    return [new_learner("waterman", POKER), players[1]] if number % 10 == 3 else players


def domino_players(number: int) -> list[Player]:
    """Bidders with a quick machine, plain players, and COGAP-42."""
    machine = Machine(2)
    cogap = new_learner("cogap", FORTY_TWO)
    kinds: Sequence[Callable[[], Player]] = (
        lambda: Seated(Formula(), machine),
        lambda: Seated(PassAlways(), machine),
        lambda: Seated(cogap, machine),
        lambda: cogap,
        Random,
    )
    return [kinds[(number + seat) % len(kinds)]() for seat in range(4)]


PLAYERS: dict[str, Callable[[int], list[Player]]] = {"draw_poker": poker_players, "forty_two": domino_players}


def walked(name: str, contests: int, sessions: int, seed: int) -> Walk:
    game = load_game(name)
    walk = Walk(game, stream(seed))
    for number in range(contests):
        walk.contest(PLAYERS[name](number), number)
    for number in range(sessions):
        # Hints at 42 take a second each, and are made from the view alone as at poker.
        asked = (*ASKED, "hint") if name == POKER.name else ASKED
        walk.sittings(PLAYERS[name](number), number % game.seats, number, asked, review=number % 4 == 0)
    return walk


@pytest.mark.parametrize(("name", "contests", "sessions"), [("draw_poker", 8, 4), ("forty_two", 1, 1)])
def test_a_short_walk_finds_no_leak(name: str, contests: int, sessions: int) -> None:
    walk = walked(name, contests, sessions, seed=1)
    assert min(walk.compared[kind] for kind in ("views", "records", "reasons", "data", "messages")) > 0


@pytest.mark.slow
@pytest.mark.parametrize(("name", "contests", "sessions"), [("draw_poker", 300, 60), ("forty_two", 40, 20)])
def test_a_long_walk_finds_no_leak(name: str, contests: int, sessions: int) -> None:
    walk = walked(name, contests, sessions, seed=2)
    print(name, dict(walk.compared))
    assert walk.compared.total() > 10_000


# --- planted leaks, each of which the walk must find


@dataclass(frozen=True)
class ViewLeaks(DrawPoker):
    """The other's lowest card shows through."""

    def deal_state(self, deal: object) -> DrawPokerState:
        state = super().deal_state(deal)  # type: ignore[arg-type]
        return LeakyState(self, state.deal, state.hands, state.table)


@dataclass(frozen=True, slots=True)
class LeakyView(DrawPokerView):
    """A view with a card too many."""

    lowest: int = 0


class LeakyState(DrawPokerState):
    __slots__ = ()

    def view(self, player: int) -> DrawPokerView:
        seen, other = super().view(player), self.hands[1 - player]
        return LeakyView(seen.game, player, seen.dealt, seen.hand, seen.table, seen.shown, min(other))


@dataclass(frozen=True)
class DiscardsLeak(DrawPoker):
    """A replacement is told card by card."""

    def told(self, action: PokerAction) -> str:
        return str(action)


class Blabber(NoLearning):
    """Calls, and says in public what it holds."""

    def __init__(self) -> None:
        super().__init__("blabber")

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        legal = [str(action) for action in view.legal_actions()]
        action = view.game.parse_action("call" if "call" in legal else legal[0])
        return Decision(action, "habit", lambda: [Reason("blabber", f"I hold {view}", public=True)])


class LoudSitting(TableSitting):
    """Tells what decided, as if the hands had been laid down."""

    def __init__(self, *arguments: object, **named: object) -> None:
        super().__init__(*arguments, **named)  # type: ignore[arg-type]
        self.discretion = LoudDiscretion(self.game, self.seat)


class LoudDiscretion(Discretion):
    def tells_all(self, ply: Ply, number: int, now: AnyState) -> bool:
        return True


class WholeSitting(TableSitting):
    """Reviews with the hands that were really held."""

    def review(self) -> object:  # type: ignore[override]
        return [str(self._state)]


def expect_leak(
    kind: str,
    game: AnyGame,
    players: Sequence[Player],
    sitting: type[TableSitting] = TableSitting,
    review: bool = False,
) -> None:
    walk = Walk(game, stream(5), sitting=sitting)

    def go() -> None:
        for number in range(3):
            walk.contest(players, number)
            walk.sittings(players, number % 2, number, ASKED, review)

    with pytest.raises(Leak, match=f"^{kind} for seat"):
        go()


def test_a_view_that_leaks_is_caught() -> None:
    expect_leak("views", ViewLeaks(), [Random(), Random()])


def test_discards_in_a_record_are_caught() -> None:
    expect_leak("records", DiscardsLeak(), [make_player("poker:call", POKER)] * 2)


def test_a_public_reason_that_tells_a_hand_is_caught() -> None:
    expect_leak("reasons", POKER, [Blabber(), Blabber()])


def test_an_answer_that_tells_what_decided_is_caught() -> None:
    expect_leak("data", POKER, [make_player("poker:call", POKER)] * 2, LoudSitting)


def test_a_review_that_uses_what_the_others_held_is_caught() -> None:
    expect_leak("data", POKER, [make_player("poker:call", POKER)] * 2, WholeSitting, review=True)


def test_a_play_that_is_forced_must_say_what_every_play_says() -> None:
    class OldMachine(Machine):
        def play(self, view: FortyTwoView, rng: Rng) -> Decision:
            decision = super().play(view, rng)
            return Decision(decision.action, "forced") if decision.by == "forced" else decision

    seated = Seated(Formula(), OldMachine(2))
    walk = Walk(FORTY_TWO, stream(5))

    def go() -> None:
        for number in range(6):
            states, decisions = walk.played([seated] * 4, number)
            for state, decision in zip(states, decisions, strict=False):
                walk.reasons(state, seated, decision)

    with pytest.raises(Leak, match=r"^reasons for seat"):
        go()
