"""Whose moves Hoyle has seen that are people's: what each did where, and how much of it was new.

People are watched as experts are, but they err, so that nobody is vouched for who did not lose to one. What is told of
them needs to be kept apart: the tables of experts do not say who an expert was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gamelore.base.errors import DamagedFile, GameloreError
from gamelore.base.tsv import read_count, read_table, write_table
from gamelore.base.words import counted
from gamelore.games.board.game import BoardState
from gamelore.learners.advisors.memory.knowledge import Knowledge, Tally, Watched

FILE = "people.tsv"
_HEAD = ["who", "state", "state after the move", "won", "drawn", "lost"]
_LEAST, _HABITS = 2, 3
"""How often something is done that is told as a habit, and how many of these are told of a person."""
LONGEST_NAME = 60


class _Move(NamedTuple):
    """A move, by the keys of the states before and after it."""

    state: int
    after: int


class People:
    """The moves of people, by name."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self.moves: dict[str, dict[_Move, Tally]] = {}
        self.contests: dict[str, Tally] = {}

    def learn(self, contest: Watched, players: tuple[str, ...]) -> None:
        """Remember what the people of a contest did in it."""
        for seat in sorted(contest.experts - contest.own):
            who = plain_name(players[seat])
            result = contest.results[seat]
            self.contests[who] = self.contests.get(who, Tally()).plus(result)
            moves = self.moves.setdefault(who, {})
            for state, key, after in zip(contest.states, contest.keys, contest.keys[1:], strict=False):
                if state.mover == seat:
                    move = _Move(key, after)
                    moves[move] = moves.get(move, Tally()).plus(result)

    def lore(self) -> Iterator[str]:
        """What came of each person's contests, and what they did again and again."""
        for who, moves in self.moves.items():
            contests = self.contests[who]
            results = f"{contests.won} won, {contests.drawn} drawn, {contests.lost} lost"
            kept = [move for move, tally in moves.items() if tally.won + tally.drawn]
            yield (
                f"Of {who} it watched {counted(sum(contests), 'contest')} ({results}) with "
                f"{counted(len(moves), 'different move')}; it remembers {len(kept)} of them as an expert's, because "
                f"{who} did not lose with them."
            )
            habits = sorted(moves, key=lambda move: (-sum(moves[move]), move))
            for move in [m for m in habits if sum(moves[m]) >= _LEAST][:_HABITS]:
                here = sum(sum(tally) for other, tally in moves.items() if other.state == move.state)
                yield (
                    f"In {self.knowledge.state_text(move.state)} {who} did {self._said(move)}, "
                    f"{sum(moves[move])} times of {here}."
                )

    def _said(self, move: _Move) -> str:
        """A move by its text; of several that come to the same any is as good."""
        state = self.knowledge.state_of(move.state)
        found = [m for m in state.legal_actions() if self.knowledge.key(state.child(m)) == move.after]
        return str(found[0]) if found else f"what leads to {self.knowledge.state_text(move.after)}"

    # Texts

    def texts(self) -> dict[str, str]:
        """A readable table; no file where nobody was watched. The first line of a person counts the contests."""
        rows: list[tuple[object, ...]] = []
        for who, moves in self.moves.items():
            rows.append((who, "", "", *self.contests[who]))
            rows += [(who, self._text(m.state), self._text(m.after), *tally) for m, tally in sorted(moves.items())]
        return {FILE: write_table(_HEAD, rows)} if rows else {}

    def _text(self, key: int) -> str:
        return self.knowledge.state_text(key)

    def restore(self, texts: Mapping[str, str], where: str) -> None:
        """Take it back; on any damage nothing changes."""
        moves: dict[str, dict[_Move, Tally]] = {}
        contests: dict[str, Tally] = {}
        if FILE in texts:
            for place, (who, before, after, *counts) in read_table(texts, FILE, _HEAD, where):
                tally = Tally(*(read_count(cell, place) for cell in counts))
                if who != plain_name(who):
                    raise DamagedFile(f"{place}: '{who[:LONGEST_NAME]}' is nobody's name")
                if not before and who not in contests:
                    contests[who], moves[who] = tally, {}
                elif who not in contests:
                    raise DamagedFile(f"{place}: the contests of '{who}' are not counted before")
                else:
                    moves[who][_Move(self._read(before, place), self._read(after, place))] = tally
        self.moves, self.contests = moves, contests

    def _read(self, text: str, place: str) -> int:
        try:
            state = self.knowledge.game.parse_state(text)
            assert isinstance(state, BoardState)
            return self.knowledge.key(state)
        except GameloreError as error:
            raise DamagedFile(f"{place}: {error}") from None


def plain_name(who: str) -> str:
    """A name as it stands in a table: one line, not too long."""
    name = " ".join("".join(sign if sign.isprintable() else " " for sign in who).split())
    return name[:LONGEST_NAME].rstrip() or "somebody"
