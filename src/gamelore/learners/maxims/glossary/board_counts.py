"""Other counts than the measures of a board make, each as somebody would who takes a word in another sense.

They are plain finders like those that define the measures (`features/board/finders.py`); `board_readings.py` says whose
sense each of them is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from gamelore.games.board.board import bits, mask_of
from gamelore.games.board.game import BoardGame, BoardState, Move
from gamelore.games.core import Action, AnyState
from gamelore.learners.features.board import finders, plain_answers
from gamelore.learners.features.board.finders import OTHER, OWN, Found, Look, ending, steps_of, takes
from gamelore.learners.features.board.finders import Line as Points
from gamelore.learners.features.board.measures import MEASURES
from gamelore.learners.features.board.survey import board_places

Finder = Callable[[Look, int], Found | None]


# Other lines


def direction(game: BoardGame, line: Points) -> tuple[float, float]:
    """How far a line runs across and down."""
    (ax, ay), (bx, by) = game.board.points[line[0]], game.board.points[line[-1]]
    return abs(bx - ax), abs(by - ay)


def runs_across(game: BoardGame, line: Points) -> bool:
    """Whether it runs from left to right."""
    return direction(game, line)[1] < 0.01


def runs_straight(game: BoardGame, line: Points) -> bool:
    """Whether it runs across or down."""
    return min(direction(game, line)) < 0.01


class AcrossLook(Look):
    """Only lines from left to right count."""

    @property
    def goal_lines(self) -> Sequence[Points]:
        """The lines that count."""
        game = self.board.game
        return [line for line in game.goal_lines if runs_across(game, line)]


class StraightLook(Look):
    """Only lines across and down count."""

    @property
    def goal_lines(self) -> Sequence[Points]:
        """The lines that count."""
        game = self.board.game
        return [line for line in game.goal_lines if runs_straight(game, line)]


class DrawnLook(Look):
    """Every drawn line counts, and no other."""

    @property
    def goal_lines(self) -> Sequence[Points]:
        """The lines that count."""
        return self.board.game.board.lines


class HereLook(Look):
    """Only lines through the point that the move goes to count."""

    @property
    def goal_lines(self) -> Sequence[Points]:
        """The lines that count."""
        lines = self.board.game.goal_lines
        return lines if self.action is None else [line for line in lines if self.action.to in line]


# Other counts of lines


def lines_with(
    look: Look, side: int, fits: Callable[[int, int, int], bool], lines: Iterable[Points] | None = None
) -> Found:
    """The lines that fit, by the markers that a side holds in them, the other's, and the empty points."""
    held, against = (look.markers(look.board, who) for who in (side, 1 - side))
    found = []
    for line in look.goal_lines if lines is None else lines:
        mine, theirs = len(held.intersection(line)), len(against.intersection(line))
        if fits(mine, theirs, len(line) - mine - theirs):
            found.append(line)
    return finders.these_lines(found)


def no_second(look: Look, side: int) -> Found:
    """Lines with one marker of a side, whoever else stands there."""
    return lines_with(look, side, lambda held, against, empty: held == 1)


def nothing(look: Look, side: int) -> Found:
    """Nothing at all."""
    return Found(0)


def holding_mine(look: Look, side: int) -> Found:
    """Lines that the move adds to and that hold a marker of mine."""
    mine = look.markers(look.earlier, OWN)
    return finders.these_lines([line for line in look.through() if mine.intersection(line)])


def without_other(look: Look, side: int) -> Found:
    """Lines that the move adds to and that the other has no marker in."""
    other = look.markers(look.earlier, OTHER)
    return finders.these_lines([line for line in look.through() if not other.intersection(line)])


def holding_other(look: Look, side: int) -> Found:
    """Lines that the move adds to and that hold a marker of the other."""
    other = look.markers(look.earlier, OTHER)
    return finders.these_lines([line for line in look.through() if other.intersection(line)])


def empty_lines(look: Look, side: int) -> Found:
    """Lines without a marker."""
    return lines_with(look, side, lambda held, against, empty: held == against == 0)


def begun_lines(look: Look, side: int) -> Found:
    """Lines with markers of a side alone."""
    return lines_with(look, side, lambda held, against, empty: held > 0 and against == 0)


def lacking_one(look: Look, side: int) -> Found:
    """Lines that lack one marker of a side, the point empty."""
    return lines_with(look, side, lambda held, against, empty: against == 0 and empty == 1)


def not_empty_third(look: Look, side: int) -> Found:
    """Lines that lack one marker of a side, whatever stands there."""
    return lines_with(look, side, lambda held, against, empty: held > 0 and against + empty == 1)


def could_be_filled(look: Look, side: int) -> Found:
    """Lines that lack one marker which the side could bring there with its next move."""
    state = finders.going_on(look.board, look.me ^ side)
    held = look.markers(look.board, side)
    moves = list(steps_of(state))
    ready = lacking_one(look, side).lines
    able = [line for line in ready if any(to in line and to not in held and start not in line for start, to in moves)]
    return finders.these_lines(able)


# Preparing


def plans(fits: Callable[[Look, int, Move, frozenset[int], frozenset[int]], bool]) -> Finder:
    """Moves of a side that fit, by its markers before and after each."""

    def find(look: Look, side: int) -> Found:
        before = look.markers(look.board, side)
        found = []
        for start, to in steps_of(finders.going_on(look.board, look.me ^ side)):
            after = (before | {to}) - {start}
            if fits(look, side, Move(to, start), frozenset(before), frozenset(after)):
                found.append(Move(to, start))
        return finders.these_moves(found)

    return find


def ready_lines(look: Look, side: int, held: frozenset[int]) -> set[Points]:
    """Lines that lack one of some markers, the point empty."""
    against = look.markers(look.board, 1 - side)
    return {tuple(line) for line in look.goal_lines if not against.intersection(line) and len(set(line) - held) == 1}


def makes_two(look: Look, side: int, move: Move, before: frozenset[int], after: frozenset[int]) -> bool:
    """Whether a line through the point lacks one marker after a move."""
    return any(move.to in line for line in ready_lines(look, side, after))


def makes_new_two(look: Look, side: int, move: Move, before: frozenset[int], after: frozenset[int]) -> bool:
    """Whether some line does so that did not before."""
    return bool(ready_lines(look, side, after) - ready_lines(look, side, before))


def adds_to_free(look: Look, side: int, move: Move, before: frozenset[int], after: frozenset[int]) -> bool:
    """Whether the move adds to a line that has no marker against it."""
    against = look.markers(look.board, 1 - side)
    return any(
        move.to in line and move.start not in line and not against.intersection(line) for line in look.goal_lines
    )


def fills_next(look: Look, side: int, move: Move, before: frozenset[int], after: frozenset[int]) -> bool:
    """Whether any line lacks one marker after it."""
    return bool(ready_lines(look, side, after))


# Replies and threats


def stopping(look: Look) -> list[Action]:
    """The replies that stop what I threaten."""
    found = plain_answers.stopping(look, OWN)
    return [] if found is None else list(found.moves)


def once(name: str) -> Finder:
    """Replies that differ only in what they take are one."""
    finder = MEASURES[name].finder

    def find(look: Look, side: int) -> Found | None:
        found = finder(look, side)
        if found is None:
            return None
        return Found(len({(move.start, move.to) for move in found.moves}))

    return find


def points_of(name: str) -> Finder:
    """Replies that go to the same point are one."""
    finder = MEASURES[name].finder

    def find(look: Look, side: int) -> Found | None:
        found = finder(look, side)
        return None if found is None else Found(len({move.to for move in found.moves}))

    return find


def fills(state: BoardState, move: Move) -> bool:
    """Whether a move fills a line."""
    return state.game.completes(state.own & ~(0 if move.start is None else 1 << move.start), move.to)


def filling_replies(look: Look, side: int) -> Found:
    """Replies that win by a full line."""
    found = look.replies() or {}
    seat = look.me ^ side
    state = look.board
    return finders.these_moves([r for r, after in found.items() if ending(after, seat) == "win" and fills(state, r)])


def filling_win(look: Look, side: int) -> Found:
    """Whether the move wins by a full line."""
    won = ending(look.after, look.me ^ side) == "win" and fills(look.earlier, look.action)
    return Found(float(won))


def ready_of(state: AnyState, seat: int) -> list[Points]:
    """The lines of a seat that lack one marker."""
    assert isinstance(state, BoardState)
    mine, theirs = (frozenset(bits((state.x, state.o)[who])) for who in (seat, 1 - seat))
    return [line for line in state.game.goal_lines if not theirs.intersection(line) and len(set(line) - mine) == 1]


def ready_stopped(look: Look, side: int) -> Found:
    """Replies after which no line of mine lacks but one marker, whether or not I could bring it there."""
    found = look.replies() or {}
    return finders.these_moves([r for r, after in found.items() if not ready_of(after, look.me)])


def blocking(look: Look, side: int) -> Found:
    """Replies onto the last point of a line of mine."""
    mine = look.markers(look.board, OWN)
    last = {point for line in ready_of(look.after, look.me) for point in set(line) - mine}
    return finders.these_moves([reply for reply in look.replies() or {} if reply.to in last])


def stopping_threats(look: Look, side: int) -> Found:
    """As meant, but where I threaten nothing no reply can stop anything."""
    threats = finders.strikes(look, OWN)
    return Found(0) if threats is None or not threats.value else Found(len(stopping(look)))


def stopping_standing(look: Look, side: int) -> Found:
    """Replies after which I cannot strike where I threaten to now; what they make possible does not count."""
    goals = finders.targets(look, OWN).places
    found = []
    for reply, after in (look.replies() or {}).items():
        end = ending(after, look.me)
        again = (
            () if end else (a for a in after.legal_actions() if takes(a) or ending(after.child(a), look.me) == "win")
        )
        if end != "win" and not any(action.to in goals for action in again):
            found.append(reply)
    return finders.these_moves(found)


def forking_lines(look: Look, side: int) -> Found:
    """Replies that stop what I threaten and leave the other two lines that lack one."""
    replies = look.replies() or {}
    return finders.these_moves([r for r in stopping(look) if len(ready_of(replies[r], 1 - look.me)) > 1])


def forking_order(look: Look, side: int) -> Found:
    """Few replies that stop my threats; and a double threat of mine."""
    return Found(len(stopping(look)) - (100 if finders.targets(look, OWN).value > 1 else 0))


def sure_later(look: Look, side: int) -> Found | None:
    """As meant, but a move that ends the contest does not count."""
    return Found(0) if ending(look.after, look.me) else plain_answers.sure(look, side)


def sure_or_now(look: Look, side: int) -> Found | None:
    """As meant, or the move takes a marker."""
    return Found(1) if takes(look.action) else plain_answers.sure(look, side)


def sure_double(look: Look, side: int) -> Found:
    """Whether two points are threatened."""
    won = ending(look.after, look.me) == "win"
    return Found(float(won or finders.targets(look, OWN).value > 1))


def without_answer(look: Look, side: int) -> Found:
    """Markers ahead after the other's best reply, and no answer to it."""
    if ending(look.after, look.me):
        return Found(plain_answers.markers_ahead(look.after, look.me))
    return Found(min(plain_answers.markers_ahead(state, look.me) for state in (look.replies() or {}).values()))


def of_both_best(look: Look, side: int) -> Found:
    """The other replies as it would if nobody answered: it takes what it can, and I answer that."""
    if ending(look.after, look.me):
        return Found(plain_answers.markers_ahead(look.after, look.me))
    states = list((look.replies() or {}).values())
    now = [plain_answers.markers_ahead(state, look.me) for state in states]
    best = [state for state, ahead in zip(states, now, strict=True) if ahead == min(now)]
    return Found(max(plain_answers.best_ahead(state, look.me) for state in best))


# Places and distances


def my_markers(look: Look) -> list[int]:
    """Where I stand."""
    return sorted(look.markers(look.board, OWN))


def pairs(look: Look, add_up: Callable[[Sequence[float]], float], straight: bool = False) -> Found:
    """The distances of my markers, put together."""
    board = look.board.game.board
    steps = board_places(board).steps
    held = my_markers(look)
    apart = [
        math.dist(board.points[a], board.points[b]) if straight else float(steps[a][b])
        for a, b in combinations(held, 2)
    ]
    return Found(round(add_up(apart), 6) if apart else 0.0)


def touching(look: Look, side: int) -> Found:
    """Pairs of mine next to each other, fewer being more."""
    neighbours = look.board.game.board.neighbours
    return Found(-sum(bool(neighbours[a] >> b & 1) for a, b in combinations(my_markers(look), 2)))


def near_any(look: Look, side: int) -> Found:
    """Pairs of a marker of mine and one of a side that are next to each other."""
    neighbours, theirs = look.board.game.board.neighbours, mask_of(look.markers(look.board, side))
    return Found(sum((neighbours[a] & theirs).bit_count() for a in my_markers(look)))


def near_by_eye(look: Look, side: int) -> Found:
    """Markers of a side near the point in the picture."""
    board, to = look.board.game.board, look.action.to
    reach = 1.5 * board.unit
    return Found(
        sum(math.dist(board.points[to], board.points[a]) < reach for a in look.markers(look.board, side) if a != to)
    )


def near_before(look: Look, side: int) -> Found:
    """Markers of a side next to the point before the move."""
    there = look.board.game.board.neighbours[look.action.to]
    return Found((there & mask_of(look.markers(look.earlier, side))).bit_count())


def outer(look: Look, side: int) -> Found:
    """Whether the move goes to a corner of the whole board."""
    return Found(float(look.action.to in outer_corners(look.board.game)))


def outer_corners(game: BoardGame) -> set[int]:
    """The corners of the whole board."""
    xs, ys = zip(*game.board.points, strict=True)
    ends = {(x, y) for x in (min(xs), max(xs)) for y in (min(ys), max(ys))}
    return {p for p, point in enumerate(game.board.points) if point in ends}


def all_in_corners(look: Look, side: int) -> Found:
    """My markers in corners."""
    corners = board_places(look.board.game.board).corners
    return Found(sum(corners >> marker & 1 for marker in my_markers(look)))


def empty_neighbours(look: Look, side: int) -> Found:
    """Empty points that somebody could step to."""
    return Found(len({move.to for move in finders.slides(look, side).moves}))


def able_markers(look: Look, side: int) -> Found:
    """Markers that could step."""
    return Found(len({move.start for move in finders.slides(look, side).moves}))


def legal_steps(look: Look, side: int) -> Found:
    """Steps, once all are placed."""
    return Found(0) if look.board.left else finders.slides(look, side)


def meeting_ways(look: Look, side: int) -> Found:
    """Points next to where the move goes."""
    return Found(look.board.game.board.neighbours[look.action.to].bit_count())


def returns_mine(look: Look, side: int) -> Found:
    """Whether my markers stand as they did."""
    mine = look.markers(look.board, OWN)
    earlier = [made for made in look.made if isinstance(made, BoardState)]
    return Found(float(any(frozenset(bits((made.x, made.o)[look.me])) == mine for made in earlier)))


def goes_back(look: Look, side: int) -> Found:
    """The marker that was moved last goes back where it came from."""
    made = [state for state in look.made if isinstance(state, BoardState)]
    if len(made) < 2 or look.action.start is None:
        return Found(0)
    last, before = (frozenset(bits((state.x, state.o)[look.me])) for state in (made[-1], made[-2]))
    return Found(float(look.action.start in last - before and look.action.to in before - last))
