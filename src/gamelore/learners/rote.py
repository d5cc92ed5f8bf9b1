"""Rote: the smallest learner. It remembers what was done where and how that ended, and does again what did best.

Rote memory is the oldest of learners (Samuel 1959); here it proves the path from contest to knowledge file and back,
and is the base line for those that generalise. On boards it knows that mirrored and turned situations are the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from gamelore.base.errors import DamagedFile, GameloreError
from gamelore.base.seeds import Rng
from gamelore.games.board.game import BoardState, transform_move
from gamelore.games.core import RESIGN, Action, AnyGame, AnyView
from gamelore.games.record import Record
from gamelore.learners.core import Decision, Learner, Reason

TABLE_FILE = "rote.tsv"
HEADER = "# gamelore rote table 1"
COLUMNS = "situation\taction\twon\tdrawn\tlost"
UNTRIED = 0.0
"""The mean result expected of an action never seen here: a draw, between 1 for a win and -1 for a loss."""
_ROW = re.compile(r"([^\t]+)\t([^\t]+)\t(0|[1-9][0-9]{0,15})\t(0|[1-9][0-9]{0,15})\t(0|[1-9][0-9]{0,15})")


@dataclass(frozen=True, slots=True)
class RoteSettings:
    """Whose moves are remembered."""

    own: bool = True
    """Remember the learner's own moves."""
    experts: bool = False
    """Remember the moves of the seats that are models: in watched contests, and at the table if nothing is hidden."""
    gone: ClassVar[Mapping[str, object]] = {"untried": 0.0}

    def __post_init__(self) -> None:
        if not (self.own or self.experts):
            raise ValueError("own or experts must be true, or nothing would ever be remembered")


@dataclass(frozen=True, slots=True)
class Memory:
    """How the contests ended in which an action was made in a situation, for the one who made it."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def contests(self) -> int:
        """In how many contests it was seen."""
        return self.won + self.drawn + self.lost

    @property
    def mean(self) -> float:
        return (self.won - self.lost) / self.contests

    def add(self, result: str) -> Memory:
        """The memory with one more contest."""
        return Memory(self.won + (result == "win"), self.drawn + (result == "draw"), self.lost + (result == "loss"))

    def __str__(self) -> str:
        parts = [f"{count} {word}" for word, count in self._counts() if count]
        return f"{self.contests} contest{'s' if self.contests > 1 else ''}: {', '.join(parts)}"

    def _counts(self) -> tuple[tuple[str, int], ...]:
        return ("won", self.won), ("drawn", self.drawn), ("lost", self.lost)


class Rote(Learner):
    """A table from situation and action to how that ended."""

    kind = "rote"
    summary = "remembers what was done where and how it ended"
    presets: ClassVar[Mapping[str, RoteSettings]] = {"own": RoteSettings()}
    settings: RoteSettings

    def __init__(self, game: AnyGame, settings: RoteSettings) -> None:
        super().__init__(game, settings)
        self._table: dict[str, dict[str, Memory]] = {}
        self._situation = lru_cache(maxsize=1 << 14)(situation)

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """The action with the best mean result, at random among equals."""
        text, names = self._situation(view)
        known = self._table.get(text, {})
        memories = [(action, known.get(name)) for action, name in names.items()]
        worths = [UNTRIED if memory is None else memory.mean for _, memory in memories]
        best = [number for number, worth in enumerate(worths) if worth == max(worths)]
        action, memory = memories[best[int(rng.integers(len(best)))]]
        return Decision(action, "guess" if memory is None else "memory", lambda: reasons(memories))

    def end(self, record: Record) -> None:
        """Remember the moves of a contest, each once."""
        if not self.contest.learning:
            return
        seats = set(self.contest.seats) if self.settings.own else set()
        if self.settings.experts and (self.game.perfect_information or not self.contest.seats):
            seats |= self.contest.experts
        moves = {}
        for view, action in record.turns(self.game, seats):
            if action != RESIGN:
                text, names = self._situation(view)
                moves[text, names[action], view.seat] = record.result(view.seat)
        for (text, name, _), result in moves.items():
            known = self._table.setdefault(text, {})
            known[name] = known.get(name, Memory()).add(result)

    def knowledge(self) -> dict[str, str]:
        """The table, one line for each situation and action."""
        rows = [
            f"{text}\t{name}\t{memory.won}\t{memory.drawn}\t{memory.lost}"
            for text, known in sorted(self._table.items())
            for name, memory in sorted(known.items())
        ]
        return {TABLE_FILE: "\n".join([HEADER, COLUMNS, *rows]) + "\n"}

    def restore(self, texts: Mapping[str, str], where: str) -> None:
        """Read the table back; every situation and action must be one of the game's."""
        if set(texts) != {TABLE_FILE}:
            raise DamagedFile(f"{where}: expected the file {TABLE_FILE}, found {', '.join(sorted(texts)) or 'none'}")
        where = f"{where}/{TABLE_FILE}"
        lines = texts[TABLE_FILE].split("\n")
        for number, expected in enumerate((HEADER, COLUMNS), start=1):
            if len(lines) < number or lines[number - 1] != expected:
                raise DamagedFile(f"{where}:{number}: expected '{expected}'")
        if lines[-1] != "":
            raise DamagedFile(f"{where}:{len(lines)}: the last line is cut off")
        table: dict[str, dict[str, Memory]] = {}
        for number, line in enumerate(lines[2:-1], start=3):
            text, name, memory = self._read_row(line, f"{where}:{number}")
            if name in table.setdefault(text, {}):
                raise DamagedFile(f"{where}:{number}: '{name}' in '{text}' stands here twice")
            table[text][name] = memory
        self._table = table

    def _read_row(self, line: str, where: str) -> tuple[str, str, Memory]:
        match = _ROW.fullmatch(line)
        if match is None:
            raise DamagedFile(f"{where}: expected five columns with three counts, found '{line}'")
        text, name, memory = match[1], match[2], Memory(*map(int, match.groups()[2:]))
        if not memory.contests:
            raise DamagedFile(f"{where}: a memory of no contest")
        try:
            normal, names = self._situation(read_situation(self.game, text))
        except GameloreError as error:
            raise DamagedFile(f"{where}: {error}") from None
        if normal != text:
            raise DamagedFile(f"{where}: '{text}' must be written in its normal form, '{normal}'")
        if name not in names.values():
            raise DamagedFile(f"{where}: '{name}' is not an action in '{text}'")
        return text, name, memory

    def lore(self) -> Sequence[str]:
        """What was seen most often, best results first among equals."""
        rows = [(text, name, memory) for text, known in self._table.items() for name, memory in known.items()]
        rows.sort(key=lambda row: (-row[2].contests, -row[2].mean, row[0], row[1]))
        return [f"In '{text}' {name} was made in {memory}." for text, name, memory in rows]


def situation(view: AnyView) -> tuple[str, dict[Action, str]]:
    """The text under which a situation is remembered, and the name of each legal action in it.

    Where nothing is hidden this is the state, on boards in its normal form; elsewhere it is what the seat can see.
    """
    actions = view.legal_actions()
    if not view.game.perfect_information:
        return str(view), {action: str(action) for action in actions}
    state = view.state
    if not isinstance(state, BoardState):
        return str(state), {action: str(action) for action in actions}
    normal, symmetry = state.normal_form()
    same = [other for other in state.game.symmetries if normal.transform(other) == normal]
    names: dict[Action, str] = {}
    for action in state.legal_actions():
        image = transform_move(action, symmetry)
        names[action] = str(min(transform_move(image, other) for other in same))
    return str(normal), names


def read_situation(game: AnyGame, text: str) -> AnyView:
    """The view of whoever is to move in a remembered situation."""
    if not game.perfect_information:
        return game.parse_view(text)
    state = game.parse_state(text)
    if state.is_terminal():
        raise DamagedFile(f"'{text}' is over; there is nothing to do in it")
    view: AnyView = state.view(state.current_player())
    return view


def reasons(memories: Sequence[tuple[Action, Memory | None]]) -> list[Reason]:
    """What is remembered of each action, the best first."""
    known = [(action, memory) for action, memory in memories if memory is not None]
    if not known:
        return [Reason("rote", "I have never been here.")]
    known.sort(key=lambda pair: -pair[1].mean)
    return [
        Reason("rote", f"I saw {action} here in {memory}.", str(action), memory.mean, float(memory.contests))
        for action, memory in known
    ]
