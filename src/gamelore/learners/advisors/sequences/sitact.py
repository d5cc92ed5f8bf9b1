"""TP-Sitact: a sequence in a context becomes one situation with an action for each of its own moves.

Lock (2003), section 4.2: Create-Sitact-Advisors and Execute-Move-on-Pattern (Table 10) and the four cases of Figures 22
to 25. A reply that was left open is executed in every way that the context permits; contexts in which the sequence
cannot go on are dropped. The source keeps one value or '#' at a position. Where a context keeps value sets, a position
that allows more than one value takes the part of '#', as long as it allows what the move leaves there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamelore.games.board.board import bits
from gamelore.games.board.codes import NONE, capture_of, goal_of, is_slide, start_of
from gamelore.games.board.game import BoardGame
from gamelore.learners.advisors.sequences.forms import ABSENT, ANY, Context

Situation = tuple[Context, int]
"""A context and the code of the move to make there."""


def create_sitact_advisors(game: BoardGame, context: Context, moves: Sequence[int], role: int) -> list[Situation]:
    """The situations of a sequence, that of its first move first; each stands there once."""
    found = {(context, moves[0]): None}
    contexts = [context]
    for k in range(0, len(moves) - 2, 2):
        own, reply, following = moves[k : k + 3]
        if following == ABSENT:
            break
        slides = _reply_slides(own, following, role)
        after = (execute(c, own, mine=True) for c in contexts)
        replied = (end for c in after for end in execute_reply(game, c, reply, slides=slides))
        contexts = list(dict.fromkeys(c for c in replied if legal_pattern_move(c, following)))
        found.update(dict.fromkeys((c, following) for c in contexts))
    return list(found)


def _reply_slides(own: int, following: int, role: int) -> bool:
    """Whether the other slides between two own moves; who moves second places last, so its opponent slides first."""
    if not is_slide(following):
        return False
    return is_slide(own) or role == 1


def execute(context: Context, code: int, *, mine: bool) -> Context:
    """Execute-Move-on-Pattern for a move that is known: every position that it touches has one value afterwards."""
    to, start, capture = goal_of(code), start_of(code), capture_of(code)
    vacated = (0 if start == NONE else 1 << start) | (0 if capture == NONE else 1 << capture)
    return _settle(context, vacated, 1 << to, mine=mine)


def _settle(context: Context, vacated: int, taken: int, *, mine: bool) -> Context:
    rest = ~(vacated | taken)
    own, other, blank = context.own & rest, context.other & rest, context.blank & rest | vacated & ~taken
    return Context(own | taken, other, blank) if mine else Context(own, other | taken, blank)


def execute_reply(game: BoardGame, context: Context, code: int, *, slides: bool) -> Iterator[Context]:
    """Execute-Move-on-Pattern for a reply: the contexts after it, for one that was left open after all it may be."""
    if code != ANY:
        yield execute(context, code, mine=False)
        return
    several = (
        (context.own & context.other) | (context.own & context.blank) | (context.other & context.blank)
    )  # these positions allow more than one value
    if not slides:
        for to in bits(context.blank):
            place = 1 << to
            # Placing on '#' leaves the context as it is.
            yield context if place & several & context.other else _settle(context, 0, place, mine=False)
        return
    for start in bits(context.other):
        for to in bits(game.board.neighbours[start] & context.blank):
            ends = 1 << start, 1 << to
            if several & ends[0] and several & ends[1]:
                # Type 1, from '#' to '#': what each end may become is allowed there already.
                vacated, taken = ends[0] & ~context.blank, ends[1] & ~context.other
                yield _settle(context, vacated, taken, mine=False)
            else:  # types 2 to 4
                yield _settle(context, ends[0], ends[1], mine=False)


def legal_pattern_move(context: Context, code: int) -> bool:
    """Whether the context is sure that the move can be made: its goal is blank, its start holds an own marker."""
    to, start = goal_of(code), start_of(code)
    if not context.blank >> to & 1 or (context.own | context.other) >> to & 1:
        return False
    return start == NONE or bool(context.own >> start & 1 and not (context.other | context.blank) >> start & 1)
