"""What the proficiency tests of the thesis came to, as far as it prints that (Waterman 1968, Table 5-3, Appendices).

The drawings of the tests (Figures 5-6, 5-8, 5-9, 5-11, 5-14) are lost in the scan. Of each test an appendix prints one
game of five rounds, in both series; what the program won in each is read off the bets and the scores.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PrintedTest:
    """One player of the thesis."""

    title: str
    percent: float
    """What it won over 25 deals, each played twice, less what the person won, in per cent of the larger amount."""
    first_series: tuple[float, ...]
    second_series: tuple[float, ...]
    """What the program won in each round of the game that is printed."""
    appendix: str


PRINTED_TESTS = (
    PrintedTest("built-in", 5.0, (-6, 7, 23, 18, 17), (3, -1, -13, -14, -22), "C"),
    PrintedTest("automatic training", -1.9, (-9, -4, -22, 7, 11), (12, 3, 22, -4, -10), "H"),
    PrintedTest("manual training", -6.8, (-9, -15, -20, -1, -12), (1, 20, 21, -11, 23), "E"),
    PrintedTest("implicit training", -13.0, (-20, 15, -46, 19, 29), (20, -10, 36, -12, -24), "K"),
    PrintedTest("before training", -71.0, (-105, -6, -3, 2, -4), (1, 2, -13, -12, -7), "F"),
)
"""Best first. For the built-in list the table prints +5, the text one half per cent."""
