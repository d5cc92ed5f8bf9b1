"""`check_game`: does a game keep every promise of `games/core.py`? For our games and for anybody's own.

It plays random contests and asks of every state it meets what a learner, a contest or a record would rely on, as
PettingZoo's `api_test` and Pgx's do for theirs. The first broken promise is one `BrokenPromise` that names it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from gamelore.base.errors import BadText, BrokenPromise, GameloreError, IllegalAction, ImpossibleState, NotAvailable
from gamelore.base.files import to_toml
from gamelore.base.seeds import Rng
from gamelore.games.core import NOBODY, RESIGN, Action, AnyGame, AnyState, AnyView, Game, Outcome, State, View
from gamelore.games.record import BY_PLIES, BY_RULES, Record
from gamelore.games.registry import GameLike, game_of

NONSENSE = ("", " ", "no such text", "?!", "0", "-1", "9" * 30, "\N{SNOWMAN}")


@dataclass(frozen=True, slots=True)
class GameReport:
    """How much a check has seen."""

    contests: int
    states: int
    actions: int
    finished: int


def check_game(game: GameLike, rng: Rng, *, contests: int = 10, max_plies: int = 200) -> GameReport:
    """Play random contests and check every promise; returns how much was seen, raises `BrokenPromise` otherwise."""
    check = _GameCheck(game_of(game), rng)
    check.description()
    check.texts_that_are_none()
    for _ in range(contests):
        check.contest(max_plies)
    return GameReport(contests, check.states, len(check.seen), check.finished)


class Promises:
    """Promises of which the first broken one is told with whose it is."""

    def __init__(self, where: str) -> None:
        self.where = where

    def require(self, kept: bool, promise: str, found: object = "") -> None:
        """Go on if a promise is kept."""
        if not kept:
            raise BrokenPromise(f"{self.where}: {promise}" + (f"; found {found}" if str(found) else ""))

    def broken(self, promise: str, what: object, error: Exception) -> BrokenPromise:
        """A promise that something broke by an error."""
        return BrokenPromise(f"{self.where}: {promise}; '{what}' raised {type(error).__name__}: {error}")


class _GameCheck(Promises):
    """One check of one game: what it has seen so far, and one method for each group of promises."""

    def __init__(self, game: AnyGame, rng: Rng) -> None:
        super().__init__(game.name)
        self.game, self.rng = game, rng
        self.states = self.finished = 0
        self.seen: dict[Action, None] = {}

    def description(self) -> None:
        game = self.game
        self.require(isinstance(game, Game), "a game derives from Game", type(game).__name__)
        self.require(bool(game.name) and bool(game.title), "a game has a name and a title")
        self.require(game.seats >= 1, "a game has at least one seat", game.seats)
        self.require(len(game.seat_names) == game.seats, "every seat has a name", game.seat_names)
        self.require(len(game.teams) == game.seats, "every seat has a team", game.teams)
        self.require(set(game.teams) == set(range(max(game.teams) + 1)), "teams are numbered from 0", game.teams)
        for name in ("max_plies", "repetition"):
            limit = getattr(game.horizon, name)
            self.require(limit is None or limit > 0, f"the horizon's {name} is positive or None", limit)
        try:
            to_toml(dict(game.parameters))
        except (TypeError, ValueError) as error:
            raise BrokenPromise(f"{game.name}: parameters can be written as TOML; {error}") from None

    def texts_that_are_none(self) -> None:
        """Nonsense is refused with an error of ours, never with an accident of the parser's."""
        for text in NONSENSE:
            self.refuses(self.game.parse_state, text, "parse_state")
            self.refuses(self.game.parse_view, text, "parse_view")
            self.refuses(self.game.parse_action, text, "parse_action", must=text != "0")
        self.refuses(self.game.initial_state, "no such deal", "initial_state")

    def refuses(self, parse: Callable[[str], object], text: str, name: str, *, must: bool = True) -> None:
        try:
            parsed = parse(text)
        except (BadText, ImpossibleState):
            return
        except Exception as error:
            raise self.broken(f"{name} refuses bad text with BadText or ImpossibleState", text, error) from error
        self.require(not must, f"{name} refuses text that means nothing", f"'{text}' read as {parsed!r:.80}")

    def contest(self, max_plies: int) -> None:
        game = self.game
        deal = game.sample_deal(self.rng)
        state: AnyState = game.initial_state(deal)
        self.require(state == game.new_initial_state(deal=deal), "a deal's text gives the same first state again", deal)
        self.require(game.turn_deal(deal, 0) == deal, "turn_deal by no seat changes nothing", deal)
        first, made = state, list[Action]()
        while len(made) < max_plies:
            self.state(state)
            if state.is_terminal():
                break
            actions = state.legal_actions()
            made.append(actions[int(self.rng.integers(len(actions)))])
            state = state.child(made[-1])
        self.finished += state.is_terminal()
        self.record(first, deal, made, state)

    def state(self, state: AnyState) -> None:
        """Everything that is promised of one state."""
        self.states += 1
        text, code = str(state), hash(state)
        where = f" in '{text}'"
        self.require(isinstance(state, State), "a state derives from State", type(state).__name__)
        self.require(state.game is self.game, f"a state knows its game{where}", state.game)
        self.immutable(state, f"a state is immutable{where}")
        self.round_trip(state, self.game.parse_state, "state")
        outcome = state.outcome()
        self.require(state.is_terminal() == (outcome is not None), f"is_terminal agrees with outcome{where}")
        if outcome is None:
            self.going_on(state, where)
        else:
            self.over(state, outcome, where)
        for seat in range(self.game.seats):
            self.view(state, seat, where)
        self.require(isinstance(state.stage(), str), f"stage is a text{where}", state.stage())
        other = state.null()
        if other is not None and outcome is None and not other.is_terminal():
            same = other.current_player() == state.current_player()
            self.require(not same, f"null gives the turn to somebody else{where}")
        if outcome is None and not self.game.perfect_information:
            early = any(state.discloses(seat, 0) for seat in range(self.game.seats))
            self.require(not early, f"hands that are still played with are not disclosed{where}")
        unchanged = str(state) == text and hash(state) == code
        self.require(unchanged, f"asking a state changes nothing{where}", state)

    def going_on(self, state: AnyState, where: str) -> None:
        mover, actions = state.current_player(), state.legal_actions()
        self.require(0 <= mover < self.game.seats, f"current_player is a seat{where}", mover)
        self.require(len(actions) > 0, f"a contest that goes on has a legal action{where}")
        self.require(len(set(actions)) == len(actions), f"legal actions are distinct{where}", actions)
        self.require(list(actions) == list(state.legal_actions()), f"legal actions keep their order{where}")
        self.require(RESIGN not in actions, f"to resign is not among the legal actions{where}")
        self.require(state.returns() == (0.0,) * self.game.seats, f"returns are zeros while it goes on{where}")
        for action in actions:
            self.action(action, where)
            try:
                child = state.child(action)
            except GameloreError as error:
                raise self.broken(f"child accepts every legal action{where}", action, error) from error
            self.require(isinstance(child, State), f"child gives a State{where}", type(child).__name__)
        self.illegal(state, where)

    def action(self, action: Action, where: str) -> None:
        if action in self.seen:
            return
        self.require(isinstance(action, Action), f"an action derives from Action{where}", type(action).__name__)
        self.immutable(action, f"an action is immutable{where}")
        self.round_trip(action, self.game.parse_action, "action")
        told = self.game.told(action)
        hides = not self.game.perfect_information
        self.require(bool(told) and (hides or told == str(action)), f"the others are told of an action{where}", told)
        self.require(str(action) != str(RESIGN), "no action but Resign reads 'resign'", where)
        self.seen[action] = None

    def illegal(self, state: AnyState, where: str) -> None:
        """Actions met elsewhere but not legal here are refused, and with the right error."""
        legal = set(state.legal_actions())
        strangers = [action for action in self.seen if action not in legal]
        for number in self.rng.permutation(len(strangers))[:3]:
            action = strangers[number]
            try:
                state.child(action)
            except IllegalAction:
                continue
            except Exception as error:
                promise = f"an illegal action is refused with IllegalAction{where}"
                raise self.broken(promise, action, error) from error
            self.require(False, f"child refuses what legal_actions does not offer{where}", f"'{action}' accepted")

    def over(self, state: AnyState, outcome: Outcome, where: str) -> None:
        self.require(state.current_player() == NOBODY, f"nobody moves when it is over{where}", state.current_player())
        self.require(len(state.legal_actions()) == 0, f"no action is legal when it is over{where}")
        self.illegal(state, where)
        returns = outcome.returns
        self.require(state.returns() == returns, f"returns agrees with outcome{where}", state.returns())
        self.require(len(returns) == self.game.seats, f"every seat has a return{where}", returns)
        self.require(all(math.isfinite(r) for r in returns), f"returns are finite{where}", returns)
        self.require(outcome.unit == self.game.unit, f"returns are in the game's unit{where}", outcome.unit)
        self.require(bool(outcome.why), f"an outcome says why{where}")
        if self.game.unit == "result":
            teams = dict(zip(self.game.teams, returns, strict=True))
            shared = all(teams[team] == r for team, r in zip(self.game.teams, returns, strict=True))
            self.require(shared, f"partners share their result{where}", returns)
            self.require(abs(sum(teams.values())) < 1e-9, f"results of the teams sum to zero{where}", returns)

    def view(self, state: AnyState, seat: int, where: str) -> None:
        view = state.view(seat)
        where = f"{where} from seat {seat}"
        self.require(isinstance(view, View), f"a view derives from View{where}", type(view).__name__)
        self.require(view.game is self.game and view.seat == seat, f"a view knows its game and seat{where}")
        self.require(view.current_player() == state.current_player(), f"a view knows whose turn it is{where}")
        expected = list(state.legal_actions()) if state.current_player() == seat else []
        self.require(list(view.legal_actions()) == expected, f"a view offers its seat's legal actions{where}")
        self.immutable(view, f"a view is immutable{where}")
        self.round_trip(view, self.game.parse_view, "view")
        if self.game.perfect_information:
            self.require(view.state == state, f"a view gives the state where nothing is hidden{where}")
        else:
            self.hides(state, view, where)

    def hides(self, state: AnyState, view: AnyView, where: str) -> None:
        """Nothing that the seat cannot see may be reached from its view."""
        try:
            whole: object = view.state
        except NotAvailable:
            whole = None
        self.require(whole is None, f"a view of a game that hides information has no state{where}")
        for path, thing in reachable(view):
            leak = isinstance(thing, State)
            self.require(not leak, f"no State can be reached from a view{where}", path)
        other = state.resample_from_infostate(view.seat, self.rng)
        if other is not None:
            same = other.view(view.seat) == view
            self.require(same, f"a view does not change when only hidden things change{where}", f"'{other}'")

    def record(self, first: AnyState, deal: str, made: list[Action], last: AnyState) -> None:
        """The whole contest as a record, there and back."""
        outcome = last.outcome()
        names, texts = ("random",) * self.game.seats, tuple(str(action) for action in made)
        ended = BY_PLIES if outcome is None else BY_RULES
        record = Record(self.game.name, names, texts, last.returns(), ended, deal=deal, unit=self.game.unit)
        again = Record.from_json(record.to_json())
        self.require(again == record, "a record reads back from its line", record.to_json())
        self.require(again.first_state(self.game) == first, "a record begins where its contest began", deal)
        self.require(again.final_state(self.game) == last, "a record replays to the state it ended in", str(last))

    def round_trip(self, value: object, parse: Callable[[str], object], kind: str) -> None:
        text = str(value)
        promise = f"the text of a {kind} reads back"
        try:
            again = parse(text)
        except Exception as error:
            raise self.broken(promise, text, error) from error
        self.require(again == value, f"{promise} as an equal value", f"'{text}' read as '{again}'")
        self.require(hash(again) == hash(value), f"equal {kind}s have equal hashes", f"'{text}'")
        self.require(str(again) == text, f"{promise} with the same text", f"'{text}' read as '{again}'")
        if text:
            cut = int(self.rng.integers(len(text)))
            for damaged in (text[:cut] + text[cut + 1 :], text[:cut] + "~" + text[cut:]):
                self.refuses(parse, damaged, f"parse_{kind}", must=False)

    def immutable(self, value: object, promise: str) -> None:
        for name in attribute_names(value):
            try:
                setattr(value, name, getattr(value, name))
            except (AttributeError, TypeError):  # TypeError: frozen slots of a subclass refuse in their own way
                continue
            self.require(False, promise, f"{type(value).__name__}.{name} can be set")


def attribute_names(value: object) -> list[str]:
    """The attributes that an object stores, in slots or in its dictionary."""
    names = dict.fromkeys(vars(value)) if hasattr(value, "__dict__") else {}
    for kind in type(value).__mro__:
        slots = vars(kind).get("__slots__", ())
        names.update(dict.fromkeys([slots] if isinstance(slots, str) else slots))
    return [name for name in names if hasattr(value, name) and name not in ("__dict__", "__weakref__")]


def reachable(root: object) -> Iterator[tuple[str, object]]:
    """Everything that can be reached from an object through attributes and containers, but not through its Game."""
    todo: list[tuple[str, Any]] = [(type(root).__name__, root)]
    met: set[int] = set()
    while todo:
        path, thing = todo.pop()
        if id(thing) in met or isinstance(thing, Game | str | int | float | type(None)):
            continue
        met.add(id(thing))
        yield path, thing
        if isinstance(thing, dict):
            todo.extend((f"{path} key", key) for key in thing)
            todo.extend((f"{path}[{key!r}]", inner) for key, inner in thing.items())
        elif isinstance(thing, list | tuple | set | frozenset):
            todo.extend((f"{path}[{number}]", inner) for number, inner in enumerate(thing))
        if not isinstance(thing, type):
            todo.extend((f"{path}.{name}", getattr(thing, name)) for name in attribute_names(thing))
