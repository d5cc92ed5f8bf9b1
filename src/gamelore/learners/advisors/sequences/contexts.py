"""TP-Context's first half: contests as arrays, and the context hash table of the sequences seen in them.

Lock (2003), sections 3.2.1 and 3.2.2. A sequence is two or three own moves with the replies between them (*duo*) or
with any reply (*solo*). The table keeps for every sequence, turned into its normal form, how often it was seen and the
maximal common pattern of the states in which it began; the states themselves need not be kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from gamelore.base.arrays import Ints
from gamelore.base.errors import DamagedFile
from gamelore.base.tsv import read_count, read_table, reading, write_table
from gamelore.games import RESIGN
from gamelore.games.board.arrays import code_of, expand
from gamelore.games.board.codes import is_slide
from gamelore.games.board.game import BoardGame, BoardState, Move
from gamelore.learners.advisors.sequences.forms import (
    ABSENT,
    ANY,
    CODE_BITS,
    WIDTH,
    Context,
    context_texts,
    move_images,
    parse_context,
    parse_sequence,
    sequence_text,
    set_images,
    smallest,
)
from gamelore.learners.advisors.sequences.settings import SeqSettings
from gamelore.learners.advisors.settings.small_boards import LARGEST_BOARD
from gamelore.learners.advisors.settings.symmetries import symmetries_of

FILE = "sequences.tsv"
HEAD = ("side", "sequence", "seen", "common pattern")

LENGTHS = {False: (3,), True: (3, 5)}
"""How long sequences are, own moves first, last and in between, where markers are only placed and where they slide
(section 3.2.1)."""
THR = {False: 5, True: 2}
"""How often a sequence is seen before it is taken; where markers slide, sequences are many and rare."""

EITHER = "either"
"""The side of what was learned for both."""


@dataclass(frozen=True, slots=True)
class Contest:
    """A contest as arrays, one entry a ply."""

    boards: Ints
    """Own markers, the other's markers, blanks."""
    codes: Ints
    """The moves that were made."""
    movers: Ints
    sliding: Ints
    legal: Ints
    """The codes of all legal moves, one ply after the other."""
    starts: Ints
    """Where the moves of a ply begin, and a last entry where all end."""


def contest_of(turns: Iterable[tuple[object, object]]) -> Contest:
    """The arrays of the states and actions of a contest."""
    boards, codes, movers, sliding, legal, starts = [], [], [], [], [np.zeros(0, dtype=np.int64)], [0]
    for state, action in turns:
        if action == RESIGN:
            break
        assert isinstance(state, BoardState)
        assert isinstance(action, Move)
        boards.append((state.own, state.other, state.empty))
        codes.append(code_of(action))
        movers.append(state.mover)
        sliding.append(int(state.left == 0))
        legal.append(expand(state).codes)
        starts.append(starts[-1] + len(legal[-1]))
    moves, seats, slides = (np.array(values, dtype=np.int64) for values in (codes, movers, sliding))
    words = np.array(boards, dtype=np.int64).reshape(-1, 3)
    return Contest(words, moves, seats, slides, np.concatenate(legal), np.array(starts, dtype=np.int64))


def group_of(seat: int, sliding: bool, merged: bool) -> int:
    """The number of a side and a stage: what is learned in one is not used in another."""
    return 1 if sliding and merged else 2 * seat + int(sliding)


def groups_of(movers: Ints, sliding: Ints, merged: bool) -> Ints:
    """The groups of many turns."""
    groups: Ints = 2 * movers + sliding
    return np.where(sliding == 1, 1, groups) if merged else groups


def side_name(game: BoardGame, group: int, merged: bool) -> str:
    """The side of a group, as texts call it."""
    return EITHER if merged and group == 1 else game.seat_names[group // 2]


def group_named(game: BoardGame, name: str, sliding: bool, merged: bool) -> int:
    """The group of a side's name; ValueError where there is none."""
    if merged and sliding:
        if name != EITHER:
            raise ValueError(f"expected '{EITHER}', found '{name}'")
        return 1
    if name not in game.seat_names:
        raise ValueError(f"expected {' or '.join(game.seat_names)}, found '{name}'")
    return group_of(game.seat_names.index(name), sliding, merged)


Key = tuple[int, tuple[int, ...]]
"""The group of a sequence and its moves in normal form, filled up."""


class SequenceTable:
    """The context hash table: for every sequence how often it was seen, and the common pattern of where it began."""

    def __init__(self, game: BoardGame, settings: SeqSettings) -> None:
        self.game = game
        self.settings = settings
        self.symmetries = len(symmetries_of(game, settings.symmetries))
        self.seen: dict[Key, int] = {}
        self.patterns: dict[Key, Context] = {}

    def add(self, contest: Contest, seats: Iterable[int]) -> None:
        """Every sequence that these seats played."""
        groups, boards, moves = self._windows(contest, frozenset(seats))
        if not len(groups):
            return
        images = move_images(self.game)[: self.symmetries][:, moves].astype(np.int64)
        states = set_images(self.game, self.symmetries, boards)
        first, last = (
            images[..., 0] << 2 * CODE_BITS | images[..., 1] << CODE_BITS | images[..., 2],
            images[..., 3] << CODE_BITS | images[..., 4],
        )
        boards = states[..., 0] << LARGEST_BOARD | states[..., 1]
        chosen, columns = smallest(first, last, boards), np.arange(len(groups))
        normal, patterns = images[chosen, columns].tolist(), states[chosen, columns].tolist()
        for group, sequence, (own, other, blank) in zip(groups.tolist(), normal, patterns, strict=True):
            key = group, tuple(sequence)
            self.seen[key] = self.seen.get(key, 0) + 1
            before = self.patterns.get(key)
            if before is not None:
                own, other, blank = own | before.own, other | before.other, blank | before.blank
            self.patterns[key] = self._common(own, other, blank)

    def _common(self, own: int, other: int, blank: int) -> Context:
        several = 0 if self.settings.sets else (own & other) | (own & blank) | (other & blank)
        return Context(own | several, other | several, blank | several)

    def _windows(self, contest: Contest, seats: frozenset[int]) -> tuple[Ints, Ints, Ints]:
        """The groups, first boards and moves of all sequences of these seats that begin and end in one stage."""
        groups, boards, moves = [], [], []
        plies = len(contest.codes)
        mine = np.isin(contest.movers, list(seats))
        for length in self.settings.lengths or LENGTHS[self.game.rules.slides]:
            starts = np.flatnonzero(mine[: max(0, plies - length + 1)])
            starts = starts[contest.sliding[starts] == contest.sliding[starts + length - 1]]
            group = groups_of(contest.movers[starts], contest.sliding[starts], self.settings.merge_colours)
            window = np.full((len(starts), WIDTH), ABSENT, dtype=np.int64)
            window[:, :length] = contest.codes[starts[:, None] + np.arange(length)]
            solo = window.copy()
            solo[:, 1:length:2] = ANY
            for kind, taken in (("duo", window), ("solo", solo)):
                if kind in self.settings.kinds:
                    groups.append(group)
                    boards.append(contest.boards[starts])
                    moves.append(taken)
        return np.concatenate(groups), np.concatenate(boards), np.concatenate(moves)

    def frequent(self) -> Iterator[tuple[Key, Context]]:
        """The sequences seen often enough, with their contexts; a context that says nothing is none."""
        least, everywhere = THR[self.game.rules.slides], self.game.board.all_positions
        for key, times in self.seen.items():
            if times >= least and self.patterns[key] != (everywhere, everywhere, everywhere):
                yield key, self.patterns[key]

    # Texts

    def text(self) -> str:
        """The table, one sequence a line."""
        merged = self.settings.merge_colours
        masks = np.array([self.patterns[key] for key in self.seen], dtype=np.int64).reshape(-1, 3)
        exchanged = np.array([group >= 2 for group, _ in self.seen], dtype=bool)
        contexts = context_texts(self.game, masks, exchanged)
        return write_table(
            HEAD,
            (
                (side_name(self.game, group, merged), sequence_text(moves), times, context)
                for ((group, moves), times), context in zip(self.seen.items(), contexts, strict=True)
            ),
        )

    def restore(self, texts: Mapping[str, str], where: str) -> None:
        """Take the table back; on any damage nothing changes."""
        seen: dict[Key, int] = {}
        patterns: dict[Key, Context] = {}
        for place, (side, sequence, times, pattern) in read_table(texts, FILE, HEAD, where):
            with reading(place):
                moves = parse_sequence(self.game, sequence)
                group = group_named(self.game, side, is_slide(moves[0]), self.settings.merge_colours)
                context = parse_context(self.game, pattern, group >= 2)
            key = group, moves
            if key in seen:
                raise DamagedFile(f"{place}: '{sequence}' of {side} stands there twice")
            seen[key], patterns[key] = read_count(times, place, 1), context
        self.seen, self.patterns = seen, patterns
