"""The rows of what Hoyle remembers about the state after each move; they follow the rows of what the board shows.

All are rows of `Situation.after`, from the side of the player who makes the move:

- STORED: 1 if the other surely wins the state, -1 if it surely loses it.
- BAD_REPLY: some reply wins for the other, or leads to a stored loss of mine. GOOD_REPLIES: every reply loses for the
  other, or leads to a stored win of mine.
- KNOWN_ROPE: how many of the moves that would lose for the other, by the rules or in store, were it on turn before my
  move, still lose after it.
- FAMILIAR: the share of replies that lead to states in which an expert was seen to move.
- CREATED: whether an expert once made this state. NEARLY, ROUGHLY: of the ways to ignore one marker (two markers) of
  the state, the share that leaves what some state made by an expert leaves.

`Situation.before` holds, with the other on turn in the state itself, BAD_REPLY (it could win or reach a stored loss of
mine) and KNOWN_ROPE (how many of its moves would lose).
"""

from gamelore.learners.features.board.rows import ROWS as SHARED

STORED, BAD_REPLY, GOOD_REPLIES, KNOWN_ROPE, FAMILIAR, CREATED, NEARLY, ROUGHLY, ROWS = range(SHARED, SHARED + 9)
