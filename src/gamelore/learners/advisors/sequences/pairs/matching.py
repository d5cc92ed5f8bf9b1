"""All rules of a section against a board at once: masks and compares over flat arrays, rules by orientations.

Where no exact rule matches, the watched boards are compared, too: those on which a move was legal, with how like the
board they are, for the move if an expert made it there and against it if not. What stands near the move counts most.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from gamelore.base.arrays import Bools, Floats, Int16s, Ints
from gamelore.games.board.codes import CODES, capture_of, goal_of, start_of
from gamelore.games.board.game import BoardGame
from gamelore.learners.advisors.sequences.pairs.evidence import Boards
from gamelore.learners.advisors.sequences.pairs.growing import EXACT, Rules
from gamelore.learners.advisors.sequences.pairs.turning import Turning, around, board_number

EXACT_FACTOR, PAIR_FACTOR = 20.0, 0.05
"""How loudly an exact pair speaks, which decides, and any other pair, beside the likeness of boards."""
MADE_FACTOR, AHEAD_FACTOR = 5.0, 10.0
"""How loudly it counts that an expert once made the board that a move makes, and that all replies lead to watched
boards."""
NEAR_KEEPS, FAR_KEEPS = 0.1, 0.6
"""What a location that differs leaves of the likeness of two boards, within a step of the move and elsewhere."""
FURTHEST = 8
"""Boards that differ in more locations are not compared."""
EXACT_PAIRS, WIDER_PAIRS, LIKENESS, MADE, AHEAD = "exact pairs", "wider pairs", "likeness", "made before", "known ahead"
"""Who speaks."""
DOUBT = 0.001
"""How much likeness it takes to believe what like boards say rather than chance."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """What the watched boards say about each legal move."""

    told: Floats
    """The likeness of all watched boards on which the move was legal, added up."""
    hits: Floats
    """The same of those on which an expert made it."""
    made: Bools
    """Whether an expert once made the board that the move makes."""
    ahead: Floats
    """The share of the replies to the move that lead to boards on which an expert was seen to move."""
    log_share: Floats
    """The logarithm of the share of the hits, leaning towards chance where little is like."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What was said about a board."""

    rules: Ints
    """Numbers of the rules that match, one entry for each move that a rule names."""
    moves: Ints
    """Places in the list of legal moves."""
    strengths: Floats
    """How loudly each speaks; times its weight this is its vote."""
    likeness: Likeness | None
    """None where an exact rule matches."""
    support: Floats
    """The votes of each legal move."""


class PairMatcher:
    """The rules and boards of a section, laid out for matching. What is learned later makes a new one.

    One of the speakers may be silent.
    """

    def __init__(self, turning: Turning, rules: Rules, boards: Boards, silent: str = "") -> None:
        game = turning.game
        if silent in (EXACT_PAIRS, WIDER_PAIRS):
            rules = rules.where((rules.families != EXACT) == (silent == EXACT_PAIRS))
        self.turning, self.rules, self.boards, self.silent = turning, rules, boards, silent
        self._every = game.board.all_positions
        self._forbid = tuple((self._every & ~allow).astype(np.uint32) for allow in rules.allow)
        self._moves = turning.moves_back(rules.codes).astype(np.int32)
        self._strengths = np.where(rules.families == EXACT, EXACT_FACTOR, PAIR_FACTOR)
        self._board_moves = turning.moves_back(boards.codes).astype(np.int32)
        self._near = _near(game, boards.codes)
        powers = np.arange(game.board.size + 1, dtype=np.float64)
        self._near_keeps: Floats = np.power(NEAR_KEEPS, powers)
        self._far_keeps: Floats = np.power(FAR_KEEPS, powers)
        board_of = np.repeat(np.arange(len(boards.own)), np.diff(boards.starts))[boards.times > 0]
        made = board_after(boards.own[board_of], boards.other[board_of], boards.codes[boards.times > 0])
        self._made = np.unique(turning.numbers(*made))
        self.known = board_number(boards.own, boards.other)
        """The numbers of the watched boards, in order."""

    def matching(self, own: int, other: int, codes: Ints) -> tuple[Ints, Ints]:
        """The rules that match a board, with the places of the moves that they name."""
        return self._matching(self._images(own, other), _places(codes))

    def hear(self, own: int, other: int, codes: Ints, known_ahead: Callable[[], Floats]) -> Heard:
        """What is said about the legal moves of a board.

        `known_ahead` tells, where it matters, the share of the replies to each move that lead to watched boards.
        """
        place, images = _places(codes), self._images(own, other)
        rules, moves = self._matching(images, place)
        strengths = self._strengths[rules]
        support: Floats = np.zeros(len(codes))
        np.add.at(support, moves, self.rules.weights[rules] * strengths)
        likeness = None
        if not (self.rules.families[rules] == EXACT).any():
            likeness = self._likeness(own, other, images, codes, place, known_ahead())
            for speaker, votes in (
                (LIKENESS, likeness.log_share),
                (MADE, MADE_FACTOR * likeness.made),
                (AHEAD, AHEAD_FACTOR * likeness.ahead),
            ):
                support += votes if speaker != self.silent else 0.0
        return Heard(rules, moves, strengths, likeness, support)

    def hear_wide(self, own: int, other: int, codes: Ints) -> Heard:
        """What the rules that match say, without those of single boards and without likeness."""
        rules, moves = self.matching(own, other, codes)
        wide = self.rules.families[rules] != EXACT
        rules, moves = rules[wide], moves[wide]
        support: Floats = np.zeros(len(codes))
        np.add.at(support, moves, self.rules.weights[rules])
        return Heard(rules, moves, np.ones(len(rules)), None, support)

    def _images(self, own: int, other: int) -> Ints:
        """Own markers, the other's and blanks of a board in every orientation."""
        return self.turning.boards(np.array([own, other, self._every & ~(own | other)], dtype=np.int64))

    def _matching(self, images: Ints, place: Int16s) -> tuple[Ints, Ints]:
        """Which rules match and what they say; one that says the same in two orientations says it once."""
        own, other, blank = (images[:, k, None].astype(np.uint32) for k in range(3))
        no_own, no_other, no_blank = self._forbid
        symmetry, rule = np.nonzero(((own & no_own) | (other & no_other) | (blank & no_blank)) == 0)
        moves = place[self._moves[symmetry, rule]]
        said = np.unique(rule[moves >= 0] * CODES + moves[moves >= 0])
        return said // CODES, said % CODES

    def _likeness(self, own: int, other: int, images: Ints, codes: Ints, place: Int16s, ahead: Floats) -> Likeness:
        from gamelore.learners.advisors.sequences.pairs import _kernels

        told, hits = np.zeros(len(codes)), np.zeros(len(codes))
        boards = self.boards
        _kernels.compare(
            images[:, 0].copy(),
            images[:, 1].copy(),
            boards.own,
            boards.other,
            boards.starts,
            boards.times,
            self._board_moves,
            self._near,
            self._near_keeps,
            self._far_keeps,
            FURTHEST,
            place,
            told,
            hits,
        )
        log_share = np.log((hits + DOUBT / len(codes)) / (told + DOUBT))
        after = self.turning.numbers(*board_after(np.full(len(codes), own), np.full(len(codes), other), codes))
        return Likeness(told, hits, np.isin(after, self._made), ahead, log_share)


def _places(codes: Ints) -> Int16s:
    """For every code its place among some moves, -1 if it is not among them."""
    place = np.full(CODES, -1, dtype=np.int16)
    place[codes] = np.arange(len(codes))
    return place


def _near(game: BoardGame, codes: Ints) -> Ints:
    """The locations near each of some moves."""
    distinct, places = np.unique(codes, return_inverse=True)
    found: Ints = np.array([around(game, code) for code in distinct.tolist()], dtype=np.int64)[places]
    return found


def board_after(own: Ints, other: Ints, codes: Ints) -> tuple[Ints, Ints]:
    """The boards that some moves make, from the side of who made them; place 63 is no location."""
    one = np.int64(1)
    kept, taken = ~(one << start_of(codes)), ~(one << capture_of(codes))
    return own & kept | one << goal_of(codes), other & taken
