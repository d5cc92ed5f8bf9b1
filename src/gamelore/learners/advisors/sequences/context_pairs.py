"""Context pairs: sequences, or single actions, in the contexts where they began, each pair with one weight.

Lock (2003), sections 3.2.2 to 3.2.4. Sequences that share a context up to symmetry are merged into one pair, its tree.
The keyed lookup of Table 5 is here a table of rows, one for each different orientation of each sequence, that is
compared with a state all at once. Weights are learned by PWL: after every contest each pair is judged by the turns of
the expert in which it had anything to say, and by the turns after those in which its sequence went on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np

from gamelore.base.arrays import Bools, Floats, Indices, Ints
from gamelore.base.errors import DamagedFile
from gamelore.base.tsv import read_count, read_number, read_table, reading, write_table
from gamelore.games.board.codes import is_slide
from gamelore.games.board.game import PLACING, SLIDING, BoardGame
from gamelore.learners.advisors.sequences.contexts import Contest, group_named, groups_of, side_name
from gamelore.learners.advisors.sequences.forms import (
    ABSENT,
    ANY,
    WIDTH,
    canonical,
    context_texts,
    orientations,
    parse_context,
    parse_sequence,
    sequence_text,
)
from gamelore.learners.advisors.sequences.settings import SeqSettings
from gamelore.learners.advisors.settings.symmetries import symmetries_of

FILE = "pairs.tsv"
HEAD = ("side", "stage", "kind", "context", "sequences", "right", "of", "weight")

DUO, SOLO, ACTION = range(3)
KINDS = ("duo", "solo", "action")

FIRST_WEIGHT = 0.5
"""Where incremental weights begin."""

PairKey = tuple[int, ...]


class Rows(NamedTuple):
    """The orientations of the sequences of one side and stage, sorted by pair."""

    excluded: Ints
    """For own, other and blank the positions where a row does not allow it."""
    moves: Ints
    pairs: Ints

    def take(self, which: Bools | Indices) -> Rows:
        """Some of the rows."""
        return Rows(np.ascontiguousarray(self.excluded[:, which]), self.moves[which], self.pairs[which])

    def fitting(self, own: int, other: int, blank: int) -> Indices:
        """The rows whose contexts a state fits."""
        excluded = self.excluded
        return np.flatnonzero((excluded[0] & own) | (excluded[1] & other) | (excluded[2] & blank) == 0)


def _kinds(moves: Ints) -> Ints:
    return np.where(moves[:, 1] == ABSENT, ACTION, np.where(moves[:, 1] == ANY, SOLO, DUO))


def _no_words(*shape: int) -> Ints:
    return np.zeros(shape, dtype=np.int64)


class Pairs:
    """All pairs of a learner, numbered in the order in which they were made."""

    def __init__(self, game: BoardGame, settings: SeqSettings) -> None:
        self.game = game
        self.settings = settings
        self.symmetries = len(symmetries_of(game, settings.symmetries))
        self.groups = _no_words(0)
        self.kinds = _no_words(0)
        self.masks = _no_words(0, 3)
        self.rights = _no_words(0)
        self.totals = _no_words(0)
        self.steps: Floats = np.zeros(0)
        """The incremental weights."""
        self.tree_pairs = _no_words(0)
        self.tree_moves = _no_words(0, WIDTH)
        """Every sequence in its normal form, with its pair."""
        self.rows: dict[int, Rows] = {}
        self._numbers: dict[PairKey, int] = {}
        self._known: set[PairKey] = set()

    def __len__(self) -> int:
        return len(self.groups)

    # Making pairs

    def add(self, groups: Ints, masks: Ints, moves: Ints) -> tuple[Ints, Ints]:
        """Take up some contexts with their sequences; returns the pair of each, and the pairs that are new or grew."""
        masks, moves = canonical(self.game, self.symmetries, masks, moves)
        kinds = _kinds(moves)
        lengths = (moves != ABSENT).sum(axis=1)
        head = np.concatenate([groups[:, None], kinds[:, None], lengths[:, None], masks], axis=1)
        before = len(self)
        numbers, fresh = [], []
        for place, (key, sequence) in enumerate(zip(map(tuple, head.tolist()), moves.tolist(), strict=True)):
            number = self._numbers.setdefault(key, len(self._numbers))
            numbers.append(number)
            known = (number, *sequence)
            if known not in self._known:
                self._known.add(known)
                fresh.append(place)
        result = np.array(numbers, dtype=np.int64)
        changed = result[fresh]
        first = [place for place, number in zip(fresh, changed.tolist(), strict=True) if number >= before]
        _, firsts = np.unique(result[first], return_index=True)
        made = np.array(first, dtype=np.int64)[firsts]
        self._grow(groups[made], kinds[made], masks[made])
        self.tree_pairs = np.concatenate([self.tree_pairs, changed])
        self.tree_moves = np.concatenate([self.tree_moves, moves[fresh]])
        self._orient(changed, moves[fresh])
        return result, np.unique(changed)

    def _grow(self, groups: Ints, kinds: Ints, masks: Ints) -> None:
        more = len(groups)
        self.groups = np.concatenate([self.groups, groups])
        self.kinds = np.concatenate([self.kinds, kinds])
        self.masks = np.concatenate([self.masks, masks])
        self.rights = np.concatenate([self.rights, _no_words(more)])
        self.totals = np.concatenate([self.totals, _no_words(more)])
        self.steps = np.concatenate([self.steps, np.full(more, FIRST_WEIGHT)])

    def _orient(self, pairs: Ints, moves: Ints) -> None:
        """Add the rows of some sequences of pairs."""
        full = self.game.board.all_positions
        source, masks, turned = orientations(self.game, self.symmetries, self.masks[pairs], moves)
        owners = pairs[source]
        for group in np.unique(self.groups[owners]).tolist():
            here = self.groups[owners] == group
            rows, before = Rows(full & ~masks[here].T, turned[here], owners[here]), self.rows.get(group)
            if before is not None:
                rows = Rows(
                    np.concatenate([before.excluded, rows.excluded], axis=1),
                    np.concatenate([before.moves, rows.moves]),
                    np.concatenate([before.pairs, rows.pairs]),
                )
            self.rows[group] = rows.take(np.argsort(rows.pairs, kind="stable"))

    # Weights

    def weigh(self, contest: Contest, experts: Iterable[int], only: Ints | None = None) -> None:
        """Judge all pairs, or some, by the turns of the experts in a contest."""
        from gamelore.learners.advisors.sequences import _kernels

        open_turn = np.diff(contest.starts) >= 2
        turns = np.flatnonzero(np.isin(contest.movers, list(experts)) & open_turn)
        groups = groups_of(contest.movers[turns], contest.sliding[turns], self.settings.merge_colours)
        for group in np.unique(groups).tolist():
            rows = self.rows.get(group)
            if rows is None:
                continue
            if only is not None:
                rows = rows.take(np.isin(rows.pairs, only))
            _kernels.weigh(
                contest.boards,
                contest.codes,
                contest.legal,
                contest.starts,
                turns[groups == group],
                rows.excluded,
                rows.moves,
                rows.pairs,
                self.rights,
                self.totals,
                self.steps,
            )

    def forget_weights(self, numbers: Ints) -> None:
        """Begin anew with the weights of some pairs."""
        self.rights[numbers] = self.totals[numbers] = 0
        self.steps[numbers] = FIRST_WEIGHT

    def weights(self) -> Floats:
        """The weight of every pair; one that was never judged has none, or the first one."""
        if self.settings.pwl_mode == "incremental":
            return self.steps.copy()
        return self.rights / np.maximum(self.totals, 1)

    # Texts

    def text(self) -> str:
        """Every pair on a line."""
        merged = self.settings.merge_colours
        contexts = context_texts(self.game, self.masks, self.groups >= 2)
        trees: list[list[str]] = [[] for _ in range(len(self))]
        for pair, moves in zip(self.tree_pairs.tolist(), self.tree_moves.tolist(), strict=True):
            trees[pair].append(sequence_text(moves))
        heads = {g: (side_name(self.game, g, merged), (PLACING, SLIDING)[g % 2]) for g in set(self.groups.tolist())}
        columns = (self.groups, self.kinds, self.rights, self.totals, self.weights())
        rows = zip(contexts, trees, *(column.tolist() for column in columns), strict=True)
        return write_table(
            HEAD,
            (
                (*heads[group], KINDS[kind], context, "; ".join(tree), right, total, weight)
                for context, tree, group, kind, right, total, weight in rows
            ),
        )

    def restore(self, texts: Mapping[str, str], where: str) -> None:
        """Take the pairs back; the weights too, which in ratio mode must be what right and of say."""
        fresh = Pairs(self.game, self.settings)
        groups, masks, moves, lines, counts, places = [], [], [], [], [], []
        for line, (place, cells) in enumerate(read_table(texts, FILE, HEAD, where)):
            places.append(place)
            group, context, tree = self._read_tree(cells, place)
            for sequence in tree:
                groups.append(group)
                masks.append(context)
                moves.append(sequence)
                lines.append(line)
            counts.append(self._read_counts(cells, place))
        if places:
            numbers, _ = fresh.add(np.array(groups), np.array(masks, dtype=np.int64), np.array(moves, dtype=np.int64))
            for number, line in zip(numbers.tolist(), lines, strict=True):
                if number != line:
                    raise DamagedFile(
                        f"{places[line]}: this pair stands there twice, or its sequences are several pairs"
                    )
        fresh.rights = np.array([right for right, _, _ in counts], dtype=np.int64)
        fresh.totals = np.array([total for _, total, _ in counts], dtype=np.int64)
        fresh.steps = np.array([weight for _, _, weight in counts], dtype=np.float64)
        if self.settings.pwl_mode == "ratio":
            fresh.steps[:] = FIRST_WEIGHT
        self.__dict__.update(fresh.__dict__)

    def _read_tree(self, cells: list[str], place: str) -> tuple[int, tuple[int, ...], list[tuple[int, ...]]]:
        side, stage, kind, context, sequences = cells[:5]
        with reading(place):
            tree = [parse_sequence(self.game, text) for text in sequences.split("; ")]
            slides = is_slide(tree[0][0])
            group = group_named(self.game, side, slides, self.settings.merge_colours)
            found = parse_context(self.game, context, group >= 2)
        kinds = {KINDS[k] for k in _kinds(np.array(tree)).tolist()}
        if kinds != {kind} or stage != (PLACING, SLIDING)[slides]:
            raise DamagedFile(f"{place}: '{sequences}' is not {kind}, or not for {stage}")
        return group, found, tree

    def _read_counts(self, cells: list[str], place: str) -> tuple[int, int, float]:
        right, total = read_count(cells[5], place), read_count(cells[6], place)
        weight = read_number(cells[7], place)
        if right > total or not 0 <= weight <= 1:
            raise DamagedFile(f"{place}: expected right, of and a weight from 0 to 1, found '{' '.join(cells[5:])}'")
        if self.settings.pwl_mode == "ratio" and abs(weight - right / max(total, 1)) > 1e-9:
            raise DamagedFile(f"{place}: the weight of {right} right of {total} is not {weight!r}")
        return right, total, weight
