"""The rows of a survey, for code that must not import the compiled kernels.

`measures.py` says what each of them counts. Where two sides have the same measure, the other's row follows mine. The
first `ROWS` are measured in one pass over a state; the others group by group, for who asks for them.
"""

(
    WINS,
    LOSES,
    CAPTURES,
    OWN_MARKERS,
    OTHER_MARKERS,
    OWN_MOVES,
    OTHER_MOVES,
    OWN_SLIDES,
    OTHER_SLIDES,
    OWN_STRIKES,
    OTHER_STRIKES,
    OWN_TARGETS,
    OTHER_TARGETS,
    OWN_PLANS,
    OTHER_PLANS,
    OWN_COVER,
    OTHER_COVER,
    REPLIES,
    WINNING_REPLIES,
    LOSING_REPLIES,
    ROPE,
    OWN_OPEN,
    OTHER_OPEN,
    ADDS,
    LACKS,
    BLOCKS,
    BLOCKS_NEAREST,
    THREATS,
    HALFWAY,
    ROWS,
) = range(30)

(
    OWN_SAFE,
    OTHER_SAFE,
    OWN_READY,
    OTHER_READY,
    OWN_ALONE,
    OTHER_ALONE,
    OWN_STOPPED,
    OTHER_STOPPED,
    OWN_FULL,
    OTHER_FULL,
    SHARED,
    CORNER,
    SIDE,
    CENTRE,
    WAYS,
    CROSSED,
    OPPOSITE_OWN,
    OPPOSITE_OTHER,
    NEAR_EMPTY,
    NEAR_OWN,
    NEAR_OTHER,
    SPREAD,
    SURE,
    STOPPING,
    UNANSWERED,
    FORKING,
    EXCHANGE,
    RETURNS,
    ALL_ROWS,
) = range(ROWS, ROWS + 29)

NO_LINE = 64
"""Stands in LACKS where there is no line to add to: more than any line has positions."""

WORTH_OF_A_WIN = 50
"""What a contest that is won counts in EXCHANGE, and one that is lost less: more than markers on any usual board."""

(
    OF_MOVE,
    OF_OWN_SIDE,
    OF_OTHER_SIDE,
    OF_LINES,
    OF_CONTENTS,
    OF_PLACE,
    OF_REPLIES,
    OF_ANSWERS,
    OF_EXCHANGE,
    OF_HISTORY,
) = range(10)
"""The groups of rows that are measured together when not everything is asked for."""
IN_THE_PASS = -1
"""Stands for the group of rows that only the pass over all moves measures."""


def _groups() -> tuple[int, ...]:
    """The group of each row."""
    found = dict.fromkeys(range(ALL_ROWS), IN_THE_PASS)
    found.update(dict.fromkeys((WINS, LOSES, CAPTURES), OF_MOVE))
    for row in (OWN_MARKERS, OWN_MOVES, OWN_SLIDES, OWN_STRIKES, OWN_TARGETS, OWN_PLANS, OWN_COVER, OWN_SAFE):
        found[row], found[row + 1] = OF_OWN_SIDE, OF_OTHER_SIDE
    found.update(dict.fromkeys((OWN_OPEN, OTHER_OPEN, ADDS, LACKS, BLOCKS, BLOCKS_NEAREST, THREATS), OF_LINES))
    found.update(dict.fromkeys((REPLIES, WINNING_REPLIES, LOSING_REPLIES), OF_REPLIES))
    found.update(dict.fromkeys(range(OWN_READY, SHARED + 1), OF_CONTENTS))
    found.update(dict.fromkeys(range(CORNER, SPREAD + 1), OF_PLACE))
    found.update(dict.fromkeys(range(SURE, FORKING + 1), OF_ANSWERS))
    found[EXCHANGE], found[RETURNS] = OF_EXCHANGE, OF_HISTORY
    return tuple(found.values())


GROUPS = _groups()
"""The group of each row."""
