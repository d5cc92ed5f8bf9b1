"""The names of the survey's rows and results, for code that must not import the compiled kernels.

END to CREATED are rows of `Situation.after` and `Situation.before`: how the contest ended, markers, moves, slides,
strikes (moves that take a marker or win), the goals of strikes, plans (moves that prepare a strike) and covered lines
of both sides after a move; whether a reply wins or all replies lose; what is stored about the state; the rope that is
left; the share of replies that lead to familiar states; whether an expert once made this state.
"""

(
    END,
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
    BAD_REPLY,
    GOOD_REPLIES,
    STORED,
    ROPE,
    FAMILIAR,
    CREATED,
    ROWS,
) = range(22)

ONGOING, DRAWN, WON, LOST = range(4)
"""Values of the row END, from the side of the player who makes the move."""
