"""The names of the survey's rows and results, for code that must not import the compiled kernels.

END to ROUGHLY are rows of `Situation.after`, from the side of the player who makes the move:

- END: how the contest stands after it.
- MARKERS, SLIDES, COVER of both sides: markers on the board; slides along drawn lines (flights where a side may fly),
  whatever the stage; drawn lines that hold at least one marker.
- MOVES, STRIKES, TARGETS, PLANS of both sides: what the side could do if it were on turn. A move is a start and a goal;
  a strike takes a marker or wins at once; targets are the goals of strikes; a plan is a move after which the contest
  goes on and the same side, moving again at once with nothing taken off in between, could take a marker or complete a
  winning line. Of a contest that is over they speak as if it went on.
- BAD_REPLY: some reply wins for the other, or leads to a stored loss of mine. GOOD_REPLIES: every reply loses for the
  other, or leads to a stored win of mine.
- STORED: 1 if the other surely wins the state, -1 if it surely loses it.
- ROPE: how many of the moves that would lose for the other, were it on turn before my move, still lose after it.
- FAMILIAR: the share of replies that lead to states in which an expert was seen to move.
- CREATED: whether an expert once made this state. NEARLY, ROUGHLY: of the ways to ignore one marker (two markers) of
  the state, the share that leaves what some state made by an expert leaves.

`Situation.before` holds the same of the state itself as far as it can be asked: from MARKERS to COVER, and with the
other on turn BAD_REPLY (it could win or reach a stored loss of mine) and ROPE (how many of its moves would lose).
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
    NEARLY,
    ROUGHLY,
    ROWS,
) = range(24)

ONGOING, DRAWN, WON, LOST = range(4)
"""Values of the row END, from the side of the player who makes the move."""
