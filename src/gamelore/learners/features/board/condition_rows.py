"""The numbers of the conditions of `conditions.py`, for code that must not import the compiled kernels."""

(
    ALWAYS,
    FIRST_PLAYER,
    SECOND_PLAYER,
    FIRST_MARKER,
    PLACING,
    SLIDING,
    EVEN,
    BEHIND,
    HOLDING_CENTRE,
    QUIET,
) = range(10)
