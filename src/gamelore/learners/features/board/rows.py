"""The rows of a survey, for code that must not import the compiled kernels.

`measures.py` says what each of them counts. Where two sides have the same measure, the other's row follows mine.
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

NO_LINE = 32
"""Stands in LACKS where there is no line to add to: more than any line has positions."""
