"""Useful knowledge: what contests leave behind for the Advisors (Epstein, Gelfand and Lesniak 1996, Table 1).

Each item has its own way of learning, triggered after a contest: significant states by deduction backwards from the
end, expert moves and important contests by remembering, openings from how experts begin, play and proof failures from
losses, forks by explaining wins, and captures if asked to. A move is identified by the key of the state that it leads
to, so that all symmetric moves are one and nothing ever has to be mapped through a symmetry. The sources name these
items but print no algorithms; the readings here are the specification's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from gamelore.base.errors import DamagedFile, GameloreError
from gamelore.base.registry import Late
from gamelore.base.tsv import read_count, read_table, write_table
from gamelore.games.board.arrays import board_tables
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.learners.advisors.memory.forks import Forks, explain, parse_fork
from gamelore.learners.advisors.memory.keys import Keys, stand_of
from gamelore.learners.advisors.memory.lookups import Made, make_room, sorted_keys

if TYPE_CHECKING:
    from gamelore.learners.advisors.memory import _kernels
else:
    _kernels = Late("gamelore.learners.advisors.memory._kernels")

_MOVES_HEAD = ["state", "state after the move", "won", "drawn", "lost"]
_BOOK_FILES = ("expert_moves.tsv", "own_moves.tsv", "openings.tsv")
_HEADS = {
    **dict.fromkeys(_BOOK_FILES, _MOVES_HEAD),
    "significant_states.tsv": ["state", "surely"],
    "play_failures.tsv": ["state"],
    "forks.tsv": ["own", "blank", "key"],
}

OPENING_PLIES = 4
"""How many plies of an expert's contest are its opening."""
UNVOUCHED_PLIES = 20
"""Before a contest is stopped so many plies vouch for nobody: an expert had no time left to punish an error. Of 4,200
moves of challengers in drawn contests of five men's morris 11 gave value away, all of them among these."""
KEEP_AT_MOST = 50_000
"""How many states each table keeps; the least recently used go first."""


class Tally(NamedTuple):
    """How contests went in which something was done."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def plus(self, result: str) -> Tally:
        """One more contest with this result ('win', 'draw' or 'loss')."""
        return Tally(self.won + (result == "win"), self.drawn + (result == "draw"), self.lost + (result == "loss"))


Moves = Mapping[int, Tally]
"""From the keys of the states that moves led to, to how contests went."""

Book = dict[int, Moves]
"""From a state's key to the moves made there; what it holds about a state is replaced, never changed."""

_NO_MOVES: Moves = {}


class Page(NamedTuple):
    """What is known about one state."""

    sure: int
    """1 surely won, -1 surely lost for the mover, 0 unknown."""
    expert: Moves
    own: Moves
    openings: Moves
    key: int
    """The state's own key."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A contest as the learning procedures see it."""

    states: tuple[BoardState, ...]
    """Every state, the last one included."""
    keys: tuple[int, ...]
    """Their keys."""
    results: tuple[str, str]
    """'win', 'draw' or 'loss' for each seat."""
    experts: frozenset[int]
    own: frozenset[int]
    """The learner's own seats; none if it only watched, both in practice with itself."""
    fallible: bool = False
    """Whether the experts are people, who may let an error go by."""


class Knowledge:
    """All useful knowledge about one game except weights and patterns."""

    def __init__(
        self,
        game: BoardGame,
        *,
        symmetries: int,
        merge_colours: bool,
        keep_at_most: int = KEEP_AT_MOST,
        resembling: bool,
        vouched: bool,
        captures: bool = False,
    ) -> None:
        self.game = game
        self.captures = captures
        self.vouched = vouched
        self.resembling = resembling
        self._keys = Keys(game, symmetries=symmetries, merge_colours=merge_colours)
        self.options = self._keys.options
        self.keep_at_most = keep_at_most
        self.sure: dict[int, int] = {}
        """Significant states: 1 surely won, -1 surely lost for the mover."""
        self.expert: Book = {}
        self.own: Book = {}
        self.openings: Book = {}
        self.failures: dict[int, None] = {}
        """Play failures that were not proved: states from which a contest was lost, for the one who made them."""
        self.forks = Forks(game)
        self._lookups: _kernels.Lookups | None = None
        self.room = make_room(self._keys)
        self._made = Made(self._keys, self.room, resembling=resembling)

    def key(self, state: BoardState) -> int:
        """One key for a state and all its images."""
        return self._keys.key(state)

    @property
    def remembered(self) -> int:
        """How many positions that an expert made are remembered."""
        return len(self._made.created)

    def lookups(self) -> _kernels.Lookups:
        """The keys that the survey looks up."""
        if self._lookups is None:
            made = self._made
            self._lookups = _kernels.Lookups(
                sorted_keys(k for k, v in self.sure.items() if v > 0),
                sorted_keys(k for k, v in self.sure.items() if v < 0),
                sorted_keys(self.expert),
                made.created,
                made.nearly,
                made.roughly,
            )
        return self._lookups

    def page(self, key: int) -> Page:
        """All that is known about a state."""
        expert, own, openings = (book.get(key, _NO_MOVES) for book in (self.expert, self.own, self.openings))
        return Page(self.sure.get(key, 0), expert, own, openings, key)

    def learn(self, contest: Watched) -> None:
        """Everything that one contest teaches."""
        self._significant(contest)
        for seat in contest.experts:
            if contest.results[seat] != "loss":
                self._remember(self.expert, contest, seat, len(contest.states))
            self._remember(self.openings, contest, seat, OPENING_PLIES)
        for seat in contest.own:
            self._remember(self.own, contest, seat, len(contest.states))
            if contest.results[seat] == "loss":
                self._failure(contest, seat)
        if self.vouched and not contest.fallible and contest.experts - contest.own:
            stopped = contest.states[-1].outcome() is None
            for seat in {0, 1} - contest.experts:
                if contest.results[seat] != "loss":
                    self._remember(self.expert, contest, seat, len(contest.states) - UNVOUCHED_PLIES * stopped)
        for fork in explain(self.game, contest.states, contest.results, captures=self.captures):
            self.forks.add(fork)
        if len(self.expert) > self.keep_at_most:
            _trim(self.expert, self.keep_at_most)
            self._made = Made(self._keys, self.room, resembling=self.resembling)
        self._made.add(after for moves in self.expert.values() for after in moves)
        for book in (self.own, self.openings):
            _trim(book, self.keep_at_most)
        _trim(self.failures, self.keep_at_most)
        self._lookups = None

    def _remember(self, book: Book, contest: Watched, seat: int, plies: int) -> None:
        for number in range(min(plies, len(contest.states) - 1)):
            if contest.states[number].mover == seat:
                key, after = contest.keys[number], contest.keys[number + 1]
                moves = book.pop(key, _NO_MOVES)
                tally = moves.get(after, Tally()).plus(contest.results[seat])
                book[key] = {**moves, after: tally}  # at the end: the most recently used

    def prove(self, state: BoardState) -> int:
        """1 or -1 if one move and what is stored show the state to be surely won or lost, else 0."""
        if state.outcome() is not None:
            return 0
        return _kernels.prove(board_tables(self.game), stand_of(state), self.lookups(), self.room)

    def _significant(self, contest: Watched) -> None:
        """Walk back from the end and stop at the first state that cannot be proved (selective retrograde analysis)."""
        for state, key in zip(reversed(contest.states[:-1]), reversed(contest.keys[:-1]), strict=True):
            if key in self.sure:
                continue
            proved = self.prove(state)
            if not proved:
                break
            self.sure[key] = proved
            self.failures.pop(key, None)
            self._lookups = None

    def _failure(self, contest: Watched, seat: int) -> None:
        for state, key in zip(reversed(contest.states[:-1]), reversed(contest.keys[:-1]), strict=True):
            if state.mover != seat and self.sure.get(key, 0) <= 0:
                self.failures[key] = None
                break

    # Texts

    def state_text(self, key: int) -> str:
        """The normal form of a key as the text of a state."""
        return str(self.state_of(key))

    def state_of(self, key: int) -> BoardState:
        """The normal form of a key."""
        return self._keys.state(key)

    def texts(self) -> dict[str, str]:
        """Everything as readable tables, one line an entry; what may be forgotten, least recently used first."""
        books = (self.expert, self.own, self.openings)
        rows = dict(zip(_BOOK_FILES, map(self._book_rows, books), strict=True))
        rows["significant_states.tsv"] = [
            (self.state_text(key), "won" if value > 0 else "lost") for key, value in sorted(self.sure.items())
        ]
        rows["play_failures.tsv"] = [(self.state_text(key),) for key in self.failures]
        rows["forks.tsv"] = [fork.cells() for fork in self.forks.sorted()]
        return {name: write_table(_HEADS[name], found) for name, found in rows.items()}

    def _book_rows(self, book: Book) -> list[tuple[object, ...]]:
        rows: list[tuple[object, ...]] = []
        for key, moves in book.items():
            state = self.state_text(key)
            rows += [(state, self.state_text(after), *tally) for after, tally in sorted(moves.items())]
        return rows

    def restore(self, texts: Mapping[str, str], where: str) -> None:
        """Take the tables back; on any damage nothing changes."""
        books: dict[str, Book] = {name: {} for name in _BOOK_FILES}
        for name, book in books.items():
            for place, cells in read_table(texts, name, _HEADS[name], where):
                key, after = (self._read_key(cell, place) for cell in cells[:2])
                tally = Tally(*(read_count(cell, place) for cell in cells[2:]))
                book[key] = {**book.get(key, _NO_MOVES), after: tally}
        tables = {name: list(read_table(texts, name, _HEADS[name], where)) for name in _HEADS if name not in books}
        sure = {}
        for place, cells in tables["significant_states.tsv"]:
            if cells[1] not in ("won", "lost"):
                raise DamagedFile(f"{place}: expected 'won' or 'lost', found '{cells[1]}'")
            sure[self._read_key(cells[0], place)] = 1 if cells[1] == "won" else -1
        failures = {self._read_key(cells[0], place): None for place, cells in tables["play_failures.tsv"]}
        forks = [parse_fork(self.game, cells, place) for place, cells in tables["forks.tsv"]]
        self.expert, self.own, self.openings = books.values()
        self.sure, self.failures = sure, failures
        self.forks = Forks(self.game, forks)
        self._made = Made(self._keys, self.room, resembling=self.resembling)
        self._made.add(after for moves in self.expert.values() for after in moves)
        self._lookups = None

    def _read_key(self, text: str, place: str) -> int:
        try:
            return self.key(self.game.parse_state(text))
        except GameloreError as error:
            raise DamagedFile(f"{place}: {error}") from None


def _trim(table: dict[int, object] | Book | dict[int, None], most: int) -> None:
    """Forget the least recently used entries beyond a number."""
    while len(table) > most:
        del table[next(iter(table))]
