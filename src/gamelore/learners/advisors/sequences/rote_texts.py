"""TP-Rote's tables as readable texts: sequences and trees in moves, from the state that stands for all its images.

A tree is written as its moves in order, with brackets where it branches: `9 6 4 (2 8 | 3 7)` makes 9; after 6 it makes
4; then it answers 2 with 8 and 3 with 7.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from gamelore.base.errors import BadText, DamagedFile
from gamelore.base.tsv import read_count, read_table, reading, write_table
from gamelore.games.board.arrays import move_of
from gamelore.games.board.game import BoardState, Move
from gamelore.learners.advisors.memory.keys import Keys
from gamelore.learners.advisors.sequences.rote_trees import (
    BEGINS,
    Branch,
    Entries,
    Forest,
    Path,
    RoteTable,
    StateCounts,
    Tree,
    Trees,
)  # fmt: skip

SEQUENCES_FILE, TREES_FILE = "rote_sequences.tsv", "rote_trees.tsv"

_SEQUENCES_HEAD = ("begins", "state", "seen", "sequence", "times")
_TREES_HEAD = ("begins", "state", "seen", "tree")
_CONTESTS, _NOTHING = "contests", "-"


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

    def write_sequences(self, table: RoteTable, contests: int) -> str:
        """The number of contests, then every sequence with its counts, in the order in which they were met."""
        rows: list[tuple[object, ...]] = [(_CONTESTS, _NOTHING, contests, _NOTHING, 0)]
        for begins, entries in zip(BEGINS, table, strict=True):
            for key, entry in entries.items():
                for path, times in entry.sequences.items():
                    rows.append((begins, self._state(key), entry.seen, self._text(key, path), times))
                if not entry.sequences:
                    rows.append((begins, self._state(key), entry.seen, _NOTHING, 0))
        return write_table(_SEQUENCES_HEAD, rows)

    def read_sequences(self, texts: Mapping[str, str], where: str) -> tuple[RoteTable, int]:
        """Read them back; the error names file and line."""
        rows = read_table(texts, SEQUENCES_FILE, _SEQUENCES_HEAD, where)
        place, cells = next(rows, (f"{where}/{SEQUENCES_FILE}:2", [""] * len(_SEQUENCES_HEAD)))
        if cells[0] != _CONTESTS:
            raise DamagedFile(f"{place}: expected the number of contests, found '{cells[0]}'")
        contests = read_count(cells[2], place)
        table = RoteTable({}, {})
        for place, (begins, state, seen, sequence, times) in rows:
            entries: Entries = table[_begins(begins, place)]
            with reading(place):
                start = self.game.parse_state(state)
            entry = entries.setdefault(self.keys.key(start), StateCounts(read_count(seen, place, 1)))
            if entry.seen != read_count(seen, place):
                raise DamagedFile(f"{place}: this state was seen {entry.seen} times on an earlier line, {seen} here")
            if (sequence, times) == (_NOTHING, "0"):
                continue
            with reading(place):
                path = self.read_path(start, sequence)
            if len(path) != (3 if begins == "own" else 2) or path in entry.sequences:
                raise DamagedFile(f"{place}: expected another sequence of {begins} length, found '{sequence}'")
            entry.sequences[path] = read_count(times, place, 1)
            if sum(entry.sequences.values()) > entry.seen:
                raise DamagedFile(f"{place}: more sequences follow this state than the {seen} times it was seen")
        return table, contests

    def write_trees(self, forest: Forest) -> str:
        """Every tree on a line."""
        rows = []
        for begins, trees in zip(BEGINS, forest, strict=True):
            for tree in trees.values():
                state = self.keys.state(tree.key)
                rows.append((begins, state, tree.seen, self.tree_text(state, tree.root)))
        return write_table(_TREES_HEAD, rows)

    def read_trees(self, texts: Mapping[str, str], where: str) -> Forest:
        """Read them back; the error names file and line."""
        forest = Forest({}, {})
        for place, (begins, state, seen, tree) in read_table(texts, TREES_FILE, _TREES_HEAD, where):
            trees: Trees = forest[_begins(begins, place)]
            with reading(place):
                start = self.game.parse_state(state)
                root = self.parse_tree(start, tree)
            key = self.keys.key(start)
            if key in trees or not root.children or any(len(path) % 2 != (begins == "own") for path in root.paths()):
                raise DamagedFile(f"{place}: expected a tree whose sequences end with a move of its player")
            trees[key] = Tree(key, read_count(seen, place, 1), root)
        return forest


def _begins(text: str, place: str) -> int:
    if text not in BEGINS:
        raise DamagedFile(f"{place}: expected 'own' or 'other', found '{text}'")
    return BEGINS.index(text)
