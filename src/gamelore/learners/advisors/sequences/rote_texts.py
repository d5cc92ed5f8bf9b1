"""TP-Rote's tables as readable texts: sequences and trees in moves, from the state that stands for all its images.

A tree is written as its moves in order, with brackets where it branches: `9 6 4 (2 8 | 3 7)` makes 9; after 6 it makes
4; then it answers 2 with 8 and 3 with 7.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import ParamSpec, TypeVar

from gamelore.base.errors import BadText, DamagedFile, GameloreError
from gamelore.games.board_game import BoardState, Move
from gamelore.games.tables import move_of
from gamelore.learners.advisors.keys import Keys
from gamelore.learners.advisors.sequences.rote_trees import (
    BEGINS,
    Branch,
    Entries,
    Entry,
    Forest,
    Path,
    SequenceTable,
    Tree,
    Trees,
)

P = ParamSpec("P")
T = TypeVar("T")

SEQUENCES_FILE, TREES_FILE = "rote_sequences.tsv", "rote_trees.tsv"

_SEQUENCES_HEAD = ["begins", "state", "seen", "sequence", "times"]
_TREES_HEAD = ["begins", "state", "seen", "tree"]
_NO_SEQUENCE = "-"


class Notation:
    """Writes paths of keys as moves and reads them back."""

    def __init__(self, keys: Keys) -> None:
        self.keys = keys
        self.game = keys.game
        # Texts are asked for before every tournament, and most of the table is the same as the time before.
        self._text = lru_cache(maxsize=1 << 16)(self._path_text)
        self._state = lru_cache(maxsize=1 << 16)(self._state_text)

    def step(self, state: BoardState, key: int) -> tuple[Move, BoardState]:
        """The first move from a state to one with this key, and where it leads."""
        codes, keys = self.keys.after(state)
        move = move_of(codes[keys.index(key)])
        return move, state.child(move)

    def moves(self, state: BoardState, path: Path) -> list[Move]:
        """A path as moves from a state."""
        moves = []
        for key in path:
            move, state = self.step(state, key)
            moves.append(move)
        return moves

    def _state_text(self, key: int) -> str:
        return str(self.keys.state(key))

    def _path_text(self, start: int, path: Path) -> str:
        return " ".join(map(str, self.moves(self.keys.state(start), path)))

    def tree_text(self, state: BoardState, branch: Branch) -> str:
        """A tree as text, its branches in the order of the legal moves."""
        steps = [(*self.step(state, key), child) for key, child in branch.children.items()]
        order = {move: number for number, move in enumerate(state.legal_actions())}
        texts = []
        for move, after, child in sorted(steps, key=lambda step: order[step[0]]):
            texts.append(f"{move} {self.tree_text(after, child)}".rstrip())
        return f"({' | '.join(texts)})" if len(texts) > 1 else "".join(texts)

    def parse_tree(self, state: BoardState, text: str) -> Branch:
        """Read a tree; the error says what is wrong with it."""
        tokens = re.findall(r"[()|]|[^\s()|]+", text)
        branch = self._parse(state, tokens)
        if tokens:
            raise BadText(f"'{tokens[0]}' does not belong into the tree '{text}'")
        return branch

    def _parse(self, state: BoardState, tokens: list[str]) -> Branch:
        """One branch off the front of the tokens."""
        if not tokens or tokens[0] in ")|":
            return Branch({})
        if tokens[0] != "(":
            key, after = self.read_move(state, tokens.pop(0))
            return Branch({key: self._parse(after, tokens)})
        children: dict[int, Branch] = {}
        while tokens and tokens.pop(0) in "(|":
            part = self._parse(state, tokens)
            if not part.children or not children.keys().isdisjoint(part.children):
                raise BadText("each part of a bracket begins with another move")
            children.update(part.children)
            if tokens and tokens[0] == ")":
                tokens.pop(0)
                return Branch(children)
        raise BadText("a bracket is not closed")

    def read_move(self, state: BoardState, text: str) -> tuple[int, BoardState]:
        """A move as the key of the state that it leads to, and that state."""
        after = state.child(self.game.parse_action(text))
        return self.keys.key(after), after

    def read_path(self, state: BoardState, text: str) -> Path:
        """Moves as a path."""
        path = []
        for word in text.split():
            key, state = self.read_move(state, word)
            path.append(key)
        return tuple(path)

    # Files

    def write_sequences(self, table: SequenceTable, contests: int) -> str:
        """Every sequence with its counts, in the order in which they were met."""
        lines = [f"contests\t{contests}", "\t".join(_SEQUENCES_HEAD)]
        for begins, entries in zip(BEGINS, table, strict=True):
            for key, entry in entries.items():
                head = f"{begins}\t{self._state(key)}\t{entry.seen}"
                lines += [f"{head}\t{self._text(key, path)}\t{times}" for path, times in entry.sequences.items()]
                if not entry.sequences:
                    lines.append(f"{head}\t{_NO_SEQUENCE}\t0")
        return "".join(f"{line}\n" for line in lines)

    def read_sequences(self, texts: Mapping[str, str], where: str) -> tuple[SequenceTable, int]:
        """Read them back; the error names file and line."""
        text = _text_of(texts, SEQUENCES_FILE, where)
        first, _, rest = text.partition("\n")
        word, _, contests = first.partition("\t")
        if word != "contests" or not contests.isdigit():
            raise DamagedFile(f"{where}/{SEQUENCES_FILE}:1: expected 'contests' and their number, found '{first}'")
        table = SequenceTable({}, {})
        for place, (begins, state, seen, sequence, times) in _rows(rest, _SEQUENCES_HEAD, SEQUENCES_FILE, where, 2):
            entries: Entries = table[_begins(begins, place)]
            start = self._read_state(state, place)
            entry = entries.setdefault(self.keys.key(start), Entry(_count(seen, place)))
            if entry.seen != _count(seen, place):
                raise DamagedFile(f"{place}: this state was seen {entry.seen} times on an earlier line, {seen} here")
            if sequence == _NO_SEQUENCE:
                continue
            path = _at(place, self.read_path, start, sequence)
            if len(path) != (3 if begins == "own" else 2) or path in entry.sequences:
                raise DamagedFile(f"{place}: expected another sequence of {begins} length, found '{sequence}'")
            entry.sequences[path] = _count(times, place)
            if sum(entry.sequences.values()) > entry.seen:
                raise DamagedFile(f"{place}: more sequences follow this state than the {seen} times it was seen")
        return table, int(contests)

    def write_trees(self, forest: Forest) -> str:
        """Every tree on a line."""
        lines = ["\t".join(_TREES_HEAD)]
        for begins, trees in zip(BEGINS, forest, strict=True):
            for tree in trees.values():
                state = self.keys.state(tree.key)
                lines.append(f"{begins}\t{state}\t{tree.seen}\t{self.tree_text(state, tree.root)}")
        return "".join(f"{line}\n" for line in lines)

    def read_trees(self, texts: Mapping[str, str], where: str) -> Forest:
        """Read them back; the error names file and line."""
        forest = Forest({}, {})
        text = _text_of(texts, TREES_FILE, where)
        for place, (begins, state, seen, tree) in _rows(text, _TREES_HEAD, TREES_FILE, where, 1):
            trees: Trees = forest[_begins(begins, place)]
            start = self._read_state(state, place)
            root = _at(place, self.parse_tree, start, tree)
            key = self.keys.key(start)
            if key in trees or not root.children or any(len(path) % 2 != (begins == "own") for path in root.paths()):
                raise DamagedFile(f"{place}: expected a tree whose sequences end with a move of its player")
            trees[key] = Tree(key, _count(seen, place), root)
        return forest

    def _read_state(self, text: str, place: str) -> BoardState:
        return _at(place, self.game.parse_state, text)


def _at(place: str, read: Callable[P, T], *arguments: P.args, **more: P.kwargs) -> T:
    """Read something that stands at a place of a file."""
    try:
        return read(*arguments, **more)
    except GameloreError as error:
        raise DamagedFile(f"{place}: {error}") from None


def _text_of(texts: Mapping[str, str], name: str, where: str) -> str:
    if name not in texts:
        raise DamagedFile(f"{where}: {name} is missing")
    return texts[name]


def _rows(text: str, head: list[str], name: str, where: str, line: int) -> Iterator[tuple[str, list[str]]]:
    """The rows under a head that stands on the given line."""
    first, *rows = text.splitlines() or [""]
    if first.split("\t") != head:
        raise DamagedFile(f"{where}/{name}:{line}: expected the columns {', '.join(head)}, found '{first}'")
    for number, row in enumerate(rows, start=line + 1):
        cells = row.split("\t")
        if len(cells) != len(head):
            raise DamagedFile(f"{where}/{name}:{number}: expected {len(head)} columns, found {len(cells)}")
        yield f"{where}/{name}:{number}", cells


def _begins(text: str, place: str) -> int:
    if text not in BEGINS:
        raise DamagedFile(f"{place}: expected 'own' or 'other', found '{text}'")
    return BEGINS.index(text)


def _count(text: str, place: str) -> int:
    if not text.isdigit() or not int(text):
        raise DamagedFile(f"{place}: expected a count, found '{text}'")
    return int(text)
