"""A Record is one played contest as a value: who sat where, every action, who decided it, how it ended.

It is one line of JSON, replays exactly, and is all that learners and the lab ever read of a contest. A step of
practice, whose contests nobody wrote down, stands among the contests of a course as a record that ended by practice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from gamelore.base.errors import DamagedFile, GameloreError
from gamelore.base.files import parse_json, to_json
from gamelore.games.core import RESIGN, Action, AnyGame, AnyState, Horizon, Outcome

RECORD_VERSION = 1

_REQUIRED = ("game", "players", "actions", "returns", "ended")

BY_RULES, BY_PLIES, BY_REPETITION, BY_RESIGNATION = "rules", "max_plies", "repetition", "resign"
BY_PRACTICE = "practice"
"""No contest at all but many, played inside a learner: no actions, no returns; the labels say how many and how well."""


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
    "ended": lambda v: v in (BY_RULES, BY_PLIES, BY_REPETITION, BY_RESIGNATION, BY_PRACTICE),
    "horizon": _horizon,
    "reasons": lambda v: isinstance(v, list) and all(_texts(r) for r in v),
}
