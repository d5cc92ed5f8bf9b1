"""Seeing: every place of every template on many boards at once.

The contents of a place are a number in base 3 (0 blank, 1 the first player's marker, 2 the second's), read in the
template's own order; contents that a symmetry of the template exchanges are one pattern. So the patterns of a board
are one product of a table of digits with a table of powers, and one lookup.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import product

import numpy as np

from gamelore.base.arrays import Bools, Ints
from gamelore.base.errors import BadText
from gamelore.games.board.board import Permutation
from gamelore.games.board.game import BoardGame
from gamelore.learners.advisors.patterns.templates import Template, generate
from gamelore.learners.advisors.settings.patterns import Reading

Contents = tuple[int, ...]

_SIGNS = "_XO"
_CELL = re.compile(r"([1-9][0-9]?)([_XO])")


class Sight:
    """The templates of a game, their places, and the numbers of their patterns."""

    def __init__(self, game: BoardGame, templates: tuple[Template, ...], symmetries: tuple[Permutation, ...]) -> None:
        self.game = game
        self.templates = templates
        self.symmetries = symmetries
        sizes = [len(t.asked) for t in templates]
        self.starts = np.concatenate([[0], np.cumsum([3**size for size in sizes])]).astype(np.int64)
        """Where the patterns of each template begin."""
        self.count = int(self.starts[-1])
        places: list[tuple[int, tuple[int, ...]]] = []
        self.turns: list[tuple[tuple[int, ...], ...]] = []
        """For each template the orders of its asked positions that a symmetry exchanges."""
        for number, template in enumerate(templates):
            images = dict.fromkeys(template.image(s) for s in symmetries)
            first = {frozenset(image): image for image in reversed(images)}
            places += [(number, image) for image in first.values()]
            here = [image for image in images if frozenset(image) == frozenset(template.asked)]
            self.turns.append(tuple(tuple(template.asked.index(p) for p in image) for image in here))
        self.template_of = np.array([number for number, _ in places], dtype=np.int64)
        """For each place, its template."""
        self._powers = np.zeros((game.board.size, len(places)))
        for column, (_, image) in enumerate(places):
            for power, position in enumerate(reversed(image)):
                self._powers[position, column] = 3**power
        self.offsets = self.starts[self.template_of]
        """For each place, where the patterns of its template begin."""
        self.members = words([position for _, image in places for position in image])
        self.member_starts = words(np.cumsum([0, *(len(image) for _, image in places)]).tolist())
        """The positions of all places in order, and where those of each place begin."""
        self._normal = np.zeros(self.count, dtype=np.int64)
        """For each contents of each template the pattern it belongs to."""
        for number, size in enumerate(sizes):
            for contents in product(range(3), repeat=size):
                smallest = min(tuple(contents[k] for k in turn) for turn in self.turns[number])
                self._normal[self.number(number, contents)] = self.number(number, smallest)
        self._bits = np.arange(game.board.size, dtype=np.int64)

    @cached_property
    def inside(self) -> Bools:
        """Row a, column b: whether place b has all positions of place a and more."""
        positions = np.split(self.members, self.member_starts[1:-1])
        sets = [frozenset(some.tolist()) for some in positions]
        return np.array([[one < other for other in sets] for one in sets], dtype=np.bool_)

    def number(self, template: int, contents: Contents) -> int:
        """The number of some contents of a template."""
        code = 0
        for digit in contents:
            code = 3 * code + digit
        return int(self.starts[template]) + code

    def normal(self, number: int) -> int:
        """The pattern that some contents belong to."""
        return int(self._normal[number])

    def normal_of(self, numbers: Ints) -> Ints:
        """The patterns that many contents belong to."""
        found: Ints = self._normal[numbers]
        return found

    def contents(self, number: int) -> tuple[int, Contents]:
        """The template and the contents of a number."""
        template = int(np.searchsorted(self.starts, number, side="right")) - 1
        rest = number - int(self.starts[template])
        digits = []
        for _ in self.templates[template].asked:
            rest, digit = divmod(rest, 3)
            digits.append(digit)
        return template, tuple(reversed(digits))

    def patterns(self, x: Ints, o: Ints) -> Ints:
        """What each place holds on each board: boards by places, numbers of patterns."""
        return self.normal_of(self.raw(x, o))

    def raw(self, x: Ints, o: Ints) -> Ints:
        """The same before symmetric contents are joined: it changes exactly where a marker does."""
        digits = (x[:, None] >> self._bits & 1) + 2 * (o[:, None] >> self._bits & 1)
        return (digits.astype(np.float64) @ self._powers).astype(np.int64) + self.offsets

    def text(self, number: int) -> str:
        """A pattern as its shape and what stands where: `line 1X 2_ 3O`."""
        template, contents = self.contents(number)
        asked = self.templates[template].asked
        cells = " ".join(f"{p + 1}{_SIGNS[digit]}" for p, digit in zip(asked, contents, strict=True))
        return f"{self.templates[template].shape} {cells}"

    def parse(self, text: str) -> int:
        """Read the text of a pattern."""
        shape, *words = text.split(" ")
        cells = [_CELL.fullmatch(word) for word in words]
        asked = tuple(int(cell[1]) - 1 for cell in cells if cell)
        for number, template in enumerate(self.templates):
            if all(cells) and template.shape == shape and template.asked == asked:
                code = self.number(number, tuple(_SIGNS.index(cell[2]) for cell in cells if cell))
                if self.normal(code) == code:
                    return code
        raise BadText(f"expected a pattern of this board such as '{self.text(0)}', found '{text}'")


@lru_cache(maxsize=64)
def sight_of(
    game: BoardGame, symmetries: tuple[Permutation, ...], reading: Reading = "corners", view: int = 0
) -> Sight:
    """How a game is seen; computed once, when it is first met."""
    return Sight(game, generate(game.board, symmetries, reading, view), symmetries)


def words(values: Sequence[int]) -> Ints:
    """Sets of positions as an array."""
    return np.array(values, dtype=np.int64)
