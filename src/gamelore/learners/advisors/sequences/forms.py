"""Contexts and moves as numbers, in arrays, under all symmetries at once, and as texts.

A context says for every position which of three values it allows: own marker, other's marker, blank. It is kept as
three sets of positions, so that a plain context (one value or don't care), a context of value sets and a whole state
are the same thing. Moves are the codes of `games/board/arrays.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from gamelore.base.arrays import Bools, Floats, Indices, Int32s, Ints
from gamelore.base.errors import BadText, DamagedFile
from gamelore.base.files import parse_toml, to_toml
from gamelore.games.board.arrays import board_tables, code_of, move_of
from gamelore.games.board.codes import CODES, NONE, capture_of, encode, goal_of, start_of
from gamelore.games.board.game import SYMBOLS, BoardGame
from gamelore.learners.advisors.settings.small_boards import LARGEST_BOARD

WIDTH = 5
"""Moves in the longest sequence."""
ANY = CODES - 1
"""In place of a reply: whatever the other does. No board has a position for this code."""
ABSENT = CODES
"""Fills up sequences that are shorter."""
CODE_BITS = 19
"""Room for all of these."""

_LARGEST = np.iinfo(np.int64).max

_VALUES = {".": 4, "#": 7, SYMBOLS[0]: 1, SYMBOLS[1]: 2, SYMBOLS[0].lower(): 5, SYMBOLS[1].lower(): 6, "?": 3}
"""How a context prints what it allows at a position: 1 for X, 2 for O, 4 for blank, added up."""
_PRINTED = {value: symbol for symbol, value in _VALUES.items()}


class Context(NamedTuple):
    """Where an own marker, another's marker and a blank are allowed."""

    own: int
    other: int
    blank: int


def specificity(masks: Ints, size: int) -> Floats:
    """How many positions a context fixes; one that excludes a single value counts half."""
    fixed: Floats = (3 * size - np.bitwise_count(masks).sum(axis=1, dtype=np.float64)) / 2
    return fixed


# Symmetries


@lru_cache(maxsize=64)
def move_images(game: BoardGame) -> Int32s:
    """For each symmetry of a game, plane ones first, the image of every code."""
    codes = np.arange(ABSENT + 1)
    images = []
    for symmetry in game.all_symmetries:
        to = np.array([*symmetry, *range(game.board.size, NONE + 1)])
        images.append(encode(to[goal_of(codes)], to[start_of(codes)], to[capture_of(codes)]))
        images[-1][ABSENT] = ABSENT
    return np.array(images, dtype=np.int32)


def set_images(game: BoardGame, symmetries: int, sets: Ints) -> Ints:
    """The images of some sets of positions under the first symmetries of a game, one row for each symmetry."""
    images = board_tables(game).images[:symmetries]
    result: Ints = np.zeros((symmetries, *sets.shape), dtype=np.int64)
    for byte in range(images.shape[1]):
        result |= images[:, byte][:, sets >> (8 * byte) & 255]
    return result


def all_images(game: BoardGame, symmetries: int, masks: Ints, moves: Ints) -> tuple[Ints, Ints]:
    """Every image of some contexts with their sequences: symmetry, pair, then masks or moves."""
    return set_images(game, symmetries, masks), move_images(game)[:symmetries][:, moves].astype(np.int64)


def smallest(*words: Ints) -> Indices:
    """For each column the row whose words come first, compared in turn; of equal rows the first."""
    first = np.ones(words[0].shape, dtype=bool)
    for word in words:
        left = np.where(first, word, _LARGEST)
        first &= left == left.min(axis=0)
    rows: Indices = first.argmax(axis=0)
    return rows


def pack(masks: Ints, moves: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """Contexts with sequences as four words each; equal words are equal pairs, and contexts are compared first."""
    boards = masks[..., 0] << LARGEST_BOARD | masks[..., 1]
    later = moves[..., 4] << 2 * CODE_BITS | moves[..., 1] << CODE_BITS | moves[..., 2]
    return boards, masks[..., 2] << CODE_BITS | moves[..., 0], later, moves[..., 3]


def canonical(game: BoardGame, symmetries: int, masks: Ints, moves: Ints) -> tuple[Ints, Ints]:
    """Contexts with their sequences in normal form: the smallest image of the context, then of the sequence."""
    image_masks, image_moves = all_images(game, symmetries, masks, moves)
    chosen, columns = smallest(*pack(image_masks, image_moves)), np.arange(len(masks))
    return image_masks[chosen, columns], image_moves[chosen, columns]


def orientations(game: BoardGame, symmetries: int, masks: Ints, moves: Ints) -> tuple[Ints, Ints, Ints]:
    """Every different image of some contexts with their sequences: which one it is of, masks, moves."""
    image_masks, image_moves = all_images(game, symmetries, masks, moves)
    words = pack(image_masks, image_moves)
    fresh = np.ones(words[0].shape, dtype=bool)
    for number in range(1, symmetries):
        same = np.ones((number, len(masks)), dtype=bool)
        for word in words:
            same &= word[:number] == word[number]
        fresh[number] = ~same.any(axis=0)
    images, source = np.nonzero(fresh)
    return source.astype(np.int64), image_masks[images, source], image_moves[images, source]


# Texts


def context_texts(game: BoardGame, masks: Ints, exchanged: Bools) -> list[str]:
    """Contexts as rows of X, O, '.' for blank and '#' for anything; own markers are O where colours are exchanged.

    In value sets 'x' is X or blank, 'o' is O or blank, and '?' a marker of either side.
    """
    n = game.board.size
    x, o = np.where(exchanged, masks[:, 1], masks[:, 0]), np.where(exchanged, masks[:, 0], masks[:, 1])
    symbols = np.array([ord(_PRINTED.get(value, " ")) for value in range(8)], dtype=np.uint8)
    places = [p for row in game.board.rows for p in (*row, -1)][:-1]
    letters = np.full((len(masks), len(places)), ord("/"), dtype=np.uint8)
    for column, p in enumerate(places):
        if p >= 0:
            letters[:, column] = symbols[(x >> p & 1) + 2 * (o >> p & 1) + 4 * (masks[:, 2] >> p & 1)]
    assert n == len(places) - places.count(-1)
    text, width = letters.tobytes().decode("ascii"), len(places)
    return [text[k * width : (k + 1) * width] for k in range(len(masks))]


def context_text(game: BoardGame, context: Context, exchanged: bool) -> str:
    """One context as a text."""
    return context_texts(game, np.array([context], dtype=np.int64), np.array([exchanged]))[0]


def parse_context(game: BoardGame, text: str, exchanged: bool) -> Context:
    """The context of a text; `BadText` says what was expected."""
    rows = text.split("/")
    sizes = [len(row) for row in game.board.rows]
    if [len(row) for row in rows] != sizes or not set("".join(rows)) <= set(_VALUES):
        signs = " ".join(_VALUES)
        raise BadText(
            f"{game.name}: a context has rows of {'/'.join(map(str, sizes))} signs out of {signs}, found '{text}'"
        )
    x = o = blank = 0
    for p, sign in zip((p for row in game.board.rows for p in row), "".join(rows), strict=True):
        x |= (_VALUES[sign] & 1) << p
        o |= (_VALUES[sign] >> 1 & 1) << p
        blank |= (_VALUES[sign] >> 2) << p
    return Context(o, x, blank) if exchanged else Context(x, o, blank)


def sequence_text(moves: Sequence[int]) -> str:
    """A sequence as its moves, '*' for any reply."""
    return " ".join(move_text(code) for code in moves if code != ABSENT)


@lru_cache(maxsize=1 << 15)
def move_text(code: int) -> str:
    """One move of a sequence."""
    return "*" if code == ANY else str(move_of(code))


def parse_sequence(game: BoardGame, text: str) -> tuple[int, ...]:
    """The moves of a text, filled up; `BadText` says what was expected."""
    words = text.split(" ")
    if len(words) > WIDTH or len(words) % 2 == 0 or "*" in words[::2]:
        raise BadText(f"{game.name}: a sequence has 1, 3 or 5 moves, '*' only for replies, found '{text}'")
    codes = [ANY if word == "*" else code_of(game.parse_action(word)) for word in words]
    return (*codes, *([ABSENT] * (WIDTH - len(codes))))


def course_text(contests: int) -> str:
    """How many contests were learned from, as a file of its own."""
    return to_toml({"contests": contests})


def read_course(texts: Mapping[str, str], name: str, where: str) -> int:
    """Read it back."""
    if name not in texts:
        raise DamagedFile(f"{where}: {name} is missing")
    content = parse_toml(texts[name], f"{where}/{name}")
    count = content.get("contests")
    if set(content) != {"contests"} or type(count) is not int or count < 0:
        raise DamagedFile(f"{where}/{name}: expected contests = how many were learned from")
    return count
