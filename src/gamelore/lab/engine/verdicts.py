"""Verdicts on ours against a printed figure, one rule for all tables.

A table states its margin beforehand: a difference too small to speak of. Of ours minus theirs a one-sided 95 % bound is
known below and above, from the spread of both (`base.stats.difference_bounds`).

- *reach* a figure: `above` when the lower bound is above 0, `below` when the upper bound is below 0, `reached` when the
  lower bound is above minus the margin, else `open`;
- *stay under* one: `below`, `above`, `reached` when the upper bound is below the margin, else `open`;
- *match* one (a baseline, a control, a count): `matched` when both bounds lie within the margin, else `above`, `below`
  or `open`;
- *show* it: no verdict.

What is known to be worse is `below` even within the margin: a claim to have reached a figure must not be contradicted.
What should match is `matched` even if it is known to differ by less than the margin: that is what the margin is for.
Fewer runs than the source made, or fewer than two, are `too few runs`.
"""

from __future__ import annotations

from typing import Literal, get_args

Aim = Literal["reach", "match", "stay under", "show"]
AIMS: tuple[Aim, ...] = get_args(Aim)

REACHED, MATCHED, ABOVE, BELOW, OPEN, TOO_FEW = "reached", "matched", "above", "below", "open", "too few runs"


def verdict_of(aim: Aim, low: float, high: float, margin: float) -> str:
    """The verdict on a difference between these bounds."""
    if aim == "show":
        return ""
    if aim == "match" and -margin < low and high < margin:
        return MATCHED
    if low > 0:
        return ABOVE
    if high < 0:
        return BELOW
    if (aim == "reach" and low > -margin) or (aim == "stay under" and high < margin):
        return REACHED
    return OPEN


def colour_of(aim: Aim, verdict: str) -> str:
    """Green for what was aimed at, red for its opposite, yellow for what is undecided or another way of missing."""
    better, worse = (BELOW, ABOVE) if aim == "stay under" else (ABOVE, BELOW)
    if verdict in (REACHED, MATCHED) or (aim != "match" and verdict == better):
        return "green"
    return "red" if aim != "match" and verdict == worse else "yellow" if verdict else ""
