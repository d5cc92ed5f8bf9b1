"""TP-Rote's tables: short sequences counted after every contest, and the trees that are filtered out of them.

Lock (2003), section 2.2. Sequences of two and three moves are gathered under the state in which they began; Filter
takes the states that were seen often, Attempt-Build strings their likely sequences together, Do-Not-Maintain keeps
states that are mostly reached through a tree from having one too, and Merge-into-Tree merges what begins alike. A
move is the key of the state that it leads to, so that symmetric moves are one and nothing has to be turned; nothing
here knows what a board is. Every sequence ends with a move of the player whose sequence it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

CUTOFF_STEP = 0.01
"""A sequence counts when it followed its state in a greater share than the cutoff, which falls by so much each time
that the state was seen significantly oftener (section 2.2.2, *n* as in all experiments)."""
LONGEST = 21
"""How many moves a path may have; it also ends before a state that it has passed already."""

Path = tuple[int, ...]
"""Moves in order, each as the key of the state that it leads to."""

Begins = Literal["own", "other"]
"""Who makes the first move of a sequence: the player whose it is (odd length) or the other (even length)."""

BEGINS: tuple[Begins, Begins] = ("own", "other")


@dataclass(slots=True)
class StateCounts:
    """A state of the sequence table: how often it arose, and how often each sequence followed it."""

    seen: int = 0
    sequences: dict[Path, int] = field(default_factory=dict)


Entries = dict[int, StateCounts]


class RoteTable(NamedTuple):
    """The sequence hash table: states in which the player moves, and states in which the other does."""

    own: Entries
    other: Entries

    def gather(self, keys: Sequence[int], own: Sequence[bool]) -> None:
        """Count the sequences of one player in a contest, given its states and whether it moves in each."""
        for ply in range(len(keys) - 1):
            length = 3 if own[ply] else 2
            entry = (self.own if own[ply] else self.other).setdefault(keys[ply], StateCounts())
            entry.seen += 1
            if ply + length < len(keys):
                path = tuple(keys[ply + 1 : ply + 1 + length])
                entry.sequences[path] = entry.sequences.get(path, 0) + 1


@dataclass(frozen=True, slots=True)
class Branch:
    """What may follow a move: the next moves, the players in turn."""

    children: Mapping[int, Branch]

    @property
    def leaves(self) -> int:
        """How many sequences run through here."""
        return sum(child.leaves for child in self.children.values()) or 1

    @property
    def moves(self) -> int:
        """How many moves follow, on all branches together."""
        return sum(1 + child.moves for child in self.children.values())

    def paths(self) -> Iterator[Path]:
        """Every way to an end."""
        for key, child in self.children.items():
            for rest in child.paths() if child.children else ((),):
                yield (key, *rest)

    def holds(self, path: Path) -> bool:
        """Whether a path can be followed from here."""
        branch = self
        for key in path:
            if key not in branch.children:
                return False
            branch = branch.children[key]
        return True


def merge_into_tree(paths: Iterable[Path]) -> Branch:
    """Sequences as a tree under a dummy root: what begins alike is stored once."""
    rests: dict[int, list[Path]] = {}
    for path in paths:
        if path:
            rests.setdefault(path[0], []).append(path[1:])
    return Branch({key: merge_into_tree(rest) for key, rest in rests.items()})


@dataclass(frozen=True, slots=True)
class Tree:
    """A sequence tree with its key: the state from which it can be followed."""

    key: int
    seen: int
    """How often the state was seen."""
    root: Branch


Trees = dict[int, Tree]


class Forest(NamedTuple):
    """The filtered hash tables: trees that begin with an own move, and trees that begin with the other's."""

    own: Trees
    other: Trees

    @property
    def trees(self) -> int:
        """How many trees there are, and so how many states are stored."""
        return len(self.own) + len(self.other)

    @property
    def sequences(self) -> int:
        """How many sequences they hold."""
        return sum(tree.root.leaves for trees in self for tree in trees.values())

    @property
    def moves(self) -> int:
        """How many moves they hold."""
        return sum(tree.root.moves for trees in self for tree in trees.values())

    def decisions(self) -> dict[int, frozenset[int]]:
        """Imitate's table (section 2.3): each state on the trees with the player to move, and its moves there."""
        found: dict[int, set[int]] = {}

        def walk(key: int, branch: Branch, own: bool) -> None:
            if own and branch.children:
                found.setdefault(key, set()).update(branch.children)
            for after, child in branch.children.items():
                walk(after, child, not own)

        for begins, trees in zip(BEGINS, self, strict=True):
            for tree in trees.values():
                walk(tree.key, tree.root, begins == "own")
        return {key: frozenset(moves) for key, moves in found.items()}


def cutoff(seen: int, significant: int, base: float) -> float:
    """The share of its state's occurrences that a sequence must exceed (the equation of section 2.2.2)."""
    return base - (seen - significant) / significant * CUTOFF_STEP


def grow(table: RoteTable, significant: int, base: float, earliness: Callable[[int], tuple[int, ...]]) -> Forest:
    """Filter the sequence table into trees, of the states seen oftener than `significant`, the earliest first."""
    return _Growth(table, significant, base, earliness).forest()


class _Growth:
    """One filtering: which states need no tree of their own, and how often stored sequences lead to each."""

    def __init__(
        self, table: RoteTable, significant: int, base: float, earliness: Callable[[int], tuple[int, ...]]
    ) -> None:
        self.base = base
        self.entries: dict[Begins, Entries] = {"own": table.own, "other": table.other}
        self.significant = significant
        self.earliness = earliness
        self.used: set[tuple[Begins, int]] = set()
        self.led_to: dict[tuple[Begins, int], int] = {}
        self.counted: set[tuple[int, Path]] = set()

    def forest(self) -> Forest:
        """Each table is gone through once more when it is built, and keys that became needless are removed."""
        kept = []
        for begins in BEGINS:
            trees = self.filter(begins)
            kept.append({key: tree for key, tree in trees.items() if self.maintain(begins, key)})
        return without_duplicates(Forest(*kept))

    def filter(self, begins: Begins) -> Trees:
        """Filter (Table 1): a tree for each significant state, of all its likely sequences built as long as can be."""
        trees: Trees = {}
        entries = self.entries[begins]
        for key in sorted(entries, key=lambda key: (self.earliness(key), key)):
            entry = entries[key]
            if (begins, key) in self.used or entry.seen <= self.significant:
                continue
            paths = [
                long for path, seen in self.likely(entry) for long in self.attempt_build(key, (), path, seen, begins)
            ]
            if paths:
                trees[key] = Tree(key, entry.seen, merge_into_tree(paths))
            self.used.add((begins, key))
        return trees

    def likely(self, entry: StateCounts) -> list[tuple[Path, int]]:
        least = cutoff(entry.seen, self.significant, self.base)
        return [(path, seen) for path, seen in entry.sequences.items() if seen / entry.seen > least]

    def attempt_build(self, start: int, before: Path, piece: Path, seen: int, begins: Begins) -> list[Path]:
        """Attempt-Build (Table 1): a path with one more piece, and all the ways in which it goes on.

        The printed algorithm has no case for a path that cannot go on; it stands as it is. It also ends at states that
        need no tree of their own, which left too few moves; here paths go through these.
        """
        path = (*before, *piece)
        self.lead(begins, before[-1] if before else start, piece, seen)
        end = self.entries["other"].get(path[-1])
        if end is None or end.seen <= self.significant:
            return [path]
        passed = {start, *path}
        long = [
            longer
            for more, times in self.likely(end)
            if len(path) + len(more) <= LONGEST and passed.isdisjoint(more)
            for longer in self.attempt_build(start, path, more, times, "other")
        ]
        return long or [path]

    def lead(self, begins: Begins, start: int, piece: Path, seen: int) -> None:
        """Do-Not-Maintain (section 2.2.2) for all the states that a stored piece leads to; a piece counts once."""
        if (start, piece) in self.counted:
            seen = 0
        self.counted.add((start, piece))
        own = begins == "own"
        for key in piece:
            own = not own
            place: tuple[Begins, int] = ("own" if own else "other", key)
            self.led_to[place] = self.led_to.get(place, 0) + seen
            if self.maintain(*place):
                self.used.discard(place)
            else:
                self.used.add(place)

    def maintain(self, begins: Begins, key: int) -> bool:
        """Whether a state arose often enough otherwise than through stored sequences to have a tree of its own."""
        entry = self.entries[begins].get(key)
        return entry is not None and entry.seen - self.led_to.get((begins, key), 0) > self.significant


def without_duplicates(forest: Forest) -> Forest:
    """The same without the sequences of even trees that are tails of those in odd trees (section 2.2.2)."""
    tails: dict[int, list[Branch]] = {}
    for tree in forest.own.values():
        for key, branch in tree.root.children.items():
            tails.setdefault(key, []).append(branch)
    kept: Trees = {}
    for key, tree in forest.other.items():
        paths = [p for p in tree.root.paths() if not any(branch.holds(p) for branch in tails.get(key, ()))]
        if paths:
            kept[key] = Tree(key, tree.seen, merge_into_tree(paths))
    return Forest(forest.own, kept)
