"""A Record is one played contest as a value: who sat where, every action, who decided it, how it ended.

It is one line of JSON, replays exactly, and is all that learners and the lab ever read of a contest. Files keep the
whole of it; where hands are hidden, a learner is handed what its own seats saw (`Record.seen_by`). A step of practice,
whose contests nobody wrote down, stands among the contests of a course as a record that ended by practice.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from gamelore.base.errors import DamagedFile, GameloreError, NotAvailable
from gamelore.base.files import parse_json, to_json
from gamelore.base.notebook import Row
from gamelore.games.core import RESIGN, Action, AnyGame, AnyState, AnyView, Horizon, Outcome

RECORD_VERSION = 1

_REQUIRED = ("game", "players", "actions", "returns", "ended")

BY_RULES, BY_PLIES, BY_REPETITION, BY_RESIGNATION = "rules", "max_plies", "repetition", "resign"
BY_AGREEMENT = "agreement"
"""A draw that the players agreed on at a table; no contest of a course ends so."""
BY_PRACTICE = "practice"
"""No contest at all but many, played inside a learner: no actions, no returns; the labels say how many and how well."""

BY_TRAINER = "trainer "
"""Among the deciders: before the name of a trainer who took a learner's move back and made another."""

SEED = "seed"
"""The label from which a deal could be drawn again."""


@dataclass(frozen=True, slots=True)
class Played:
    """A contest that was just played: what each seat saw at each turn with what it did, and the state at the end."""

    turns: Sequence[tuple[AnyView, Action]]
    last: AnyState


@dataclass(frozen=True, slots=True)
class Record:
    """One contest. `deciders[i]` names what chose `actions[i]` (a tier, a rule, a player's style)."""

    game: str
    players: tuple[str, ...]
    actions: tuple[str, ...]
    returns: tuple[float, ...]
    ended: str
    deal: str = ""
    parameters: Mapping[str, object] = field(default_factory=dict)
    start: str = ""
    """The text of the first state when it is not the game's own initial state."""
    deciders: tuple[str, ...] = ()
    experts: tuple[int, ...] = ()
    """The seats whose play a watching learner may take as a model."""
    knowledge: tuple[str, ...] = ()
    """A digest of what each seat knew."""
    horizon: Horizon = field(default_factory=Horizon)
    why: str = ""
    unit: str = "result"
    labels: Mapping[str, object] = field(default_factory=dict)
    """Seed, run, phase and number of the contest, and whatever an experiment wants to find again."""
    reasons: tuple[tuple[str, ...], ...] = ()
    version: int = RECORD_VERSION

    def outcome(self) -> Outcome:
        """How it ended, as a value."""
        return Outcome(self.returns, self.unit, self.why or self.ended)

    def result(self, seat: int) -> str:
        """'win', 'draw' or 'loss' for a seat."""
        return self.outcome().result(seat)

    def first_state(self, game: AnyGame) -> AnyState:
        """The state the contest began in."""
        state: AnyState = game.parse_state(self.start) if self.start else game.initial_state(self.deal)
        return state

    def replay(self, game: AnyGame) -> Iterator[tuple[AnyState, Action]]:
        """Each state with the action that was made in it; the rules check every one."""
        for state, action, _ in self._plies(game):
            yield state, action

    def final_state(self, game: AnyGame) -> AnyState:
        """The state the contest ended in."""
        state = self.first_state(game)
        for _, _, after in self._plies(game):
            state = after
        return state

    def turns(self, game: AnyGame, seats: Collection[int]) -> Iterator[tuple[AnyView, Action]]:
        """What some seats saw at each of their turns, and what they did."""
        for state, action in self.replay(game):
            seat = state.current_player()
            if seat in seats:
                yield state.view(seat), action

    def last_view(self, game: AnyGame, seat: int) -> AnyView:
        """What a seat saw in the end."""
        return self.final_state(game).view(seat)

    def seen_by(self, game: AnyGame, seats: Collection[int], played: Played | None = None) -> Record:
        """The contest as somebody saw it who held these seats; the record itself where nothing is hidden.

        It is replayed for that unless what was seen is at hand.
        """
        if game.perfect_information:
            return self
        if played is None:
            played = Played(list(self.turns(game, range(game.seats))), self.final_state(game))
        held = [view.seat in seats for view, _ in played.turns]
        known = {f.name: getattr(self, f.name) for f in fields(Record)}
        told = {
            "deal": "",
            "start": "",
            "actions": tuple(str(a) if own else game.told(a) for (_, a), own in zip(played.turns, held, strict=True)),
            "deciders": tuple(by if own else "" for by, own in zip(self.deciders, held, strict=False)),
            "reasons": tuple(said if own else () for said, own in zip(self.reasons, held, strict=False)),
            "labels": {name: value for name, value in self.labels.items() if name != SEED},
        }
        own_seats = tuple(sorted(seats))
        return SeenRecord(
            **{**known, **told},
            seats=own_seats,
            at_turns=tuple(turn for turn, own in zip(played.turns, held, strict=True) if own),
            at_end=tuple(played.last.view(seat) for seat in own_seats),
        )

    def _plies(self, game: AnyGame) -> Iterator[tuple[AnyState, Action, AnyState]]:
        """Each state with the action that was made in it and the state after; who resigns leaves it as it is."""
        state = self.first_state(game)
        for number, text in enumerate(self.actions, start=1):
            if text == str(RESIGN):
                if number != len(self.actions):
                    raise DamagedFile(f"record of {self.game}: ply {number} resigns but the contest goes on")
                yield state, RESIGN, state
                return
            try:
                action: Action = game.parse_action(text)
                after = state.child(action)
            except GameloreError as error:
                raise DamagedFile(f"record of {self.game}: ply {number}: {error}") from None
            yield state, action, after
            state = after

    def to_row(self) -> Row:
        """The contest as one flat row: who sat at each seat and what each got, how it went, and the plain labels."""
        row: Row = {"game": self.game, "plies": len(self.actions), "ended": self.ended, "why": self.why}
        for seat, player in enumerate(self.players):
            row[f"player_{seat}"] = player
        for seat, gained in enumerate(self.returns):
            row[f"return_{seat}"] = gained
        labels = {name: value for name, value in self.labels.items() if not isinstance(value, list | tuple | dict)}
        return {**labels, **row, "unit": self.unit, "deal": self.deal, "actions": ", ".join(self.actions)}

    def to_json(self) -> str:
        """The record as one line, without the fields that hold nothing."""
        content = {k: v for k, v in asdict(self).items() if v or k in (*_REQUIRED, "version")}
        if content.get("horizon") == asdict(Horizon()):
            del content["horizon"]
        return to_json(content)

    @staticmethod
    def from_json(line: str, where: str = "record") -> Record:
        """Read one line back; the error names the place and the field."""
        content = parse_json(line, where)
        if not isinstance(content, dict):
            raise DamagedFile(f"{where}: expected an object, found {type(content).__name__}")
        if content.get("version") != RECORD_VERSION:
            raise DamagedFile(
                f"{where}: record version {content.get('version')!r}, this program reads {RECORD_VERSION}"
            )
        known = {f.name for f in fields(Record)}
        for name in content:
            if name not in known:
                raise DamagedFile(f"{where}: field '{name}' is not known")
        for name, kind in _KINDS.items():
            if name in content and not kind(content[name]):
                raise DamagedFile(f"{where}: field '{name}' has the wrong form: {content[name]!r:.60}")
        for name in _REQUIRED:
            if name not in content:
                raise DamagedFile(f"{where}: field '{name}' is missing")
        values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in content.items()}
        if "horizon" in values:
            values["horizon"] = Horizon(**values["horizon"])
        if "reasons" in values:
            values["reasons"] = tuple(tuple(r) for r in values["reasons"])
        return Record(**values)


@dataclass(frozen=True, slots=True)
class SeenRecord(Record):
    """A contest with hidden hands as somebody saw it who held some seats: what a learner is handed at its end.

    There is no deal, no seed to draw it again with, nothing of how the other seats decided, and of their actions only
    what everybody sees (`Game.told`). What the own seats saw stands in `turns` and `last_view`.
    """

    seats: tuple[int, ...] = ()
    at_turns: tuple[tuple[AnyView, Action], ...] = ()
    at_end: tuple[AnyView, ...] = ()
    """The last view of each of the seats."""

    def turns(self, game: AnyGame, seats: Collection[int]) -> Iterator[tuple[AnyView, Action]]:
        """What some of the own seats saw at each of their turns, and what they did."""
        for seat in seats:
            self._require(seat)
        yield from ((view, action) for view, action in self.at_turns if view.seat in seats)

    def last_view(self, game: AnyGame, seat: int) -> AnyView:
        """What one of the own seats saw in the end."""
        self._require(seat)
        return self.at_end[self.seats.index(seat)]

    def first_state(self, game: AnyGame) -> AnyState:
        """Nobody saw it whole."""
        raise NotAvailable(f"record of {self.game}: who held {self._who()} never saw the whole deal; ask for views")

    def to_json(self) -> str:
        """Files keep the whole of a contest or nothing."""
        raise NotAvailable(f"record of {self.game}: what {self._who()} saw is no record for a file; keep the whole one")

    def _require(self, seat: int) -> None:
        if seat not in self.seats:
            raise NotAvailable(f"record of {self.game}: who held {self._who()} never saw the hand of seat {seat}")

    def _who(self) -> str:
        return f"seat {', '.join(str(seat) for seat in self.seats)}" if self.seats else "no seat"


def _text(value: object) -> bool:
    return isinstance(value, str)


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(v, str) for v in value)


def _numbers(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(v, int | float) and not isinstance(v, bool) for v in value)


def _table(value: object) -> bool:
    return isinstance(value, dict)


def _horizon(value: object) -> bool:
    return isinstance(value, dict) and set(value) <= {"max_plies", "repetition"} and all(
        v is None or (isinstance(v, int) and v > 0) for v in value.values()
    )  # fmt: skip


_KINDS: dict[str, Callable[[Any], bool]] = {
    **dict.fromkeys(("game", "deal", "start", "why", "unit"), _text),
    **dict.fromkeys(("players", "actions", "deciders", "knowledge"), _texts),
    **dict.fromkeys(("returns", "experts"), _numbers),
    **dict.fromkeys(("parameters", "labels"), _table),
    "ended": lambda v: v in (BY_RULES, BY_PLIES, BY_REPETITION, BY_RESIGNATION, BY_AGREEMENT, BY_PRACTICE),
    "horizon": _horizon,
    "reasons": lambda v: isinstance(v, list) and all(_texts(r) for r in v),
}
