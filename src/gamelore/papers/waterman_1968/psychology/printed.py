"""What Waterman prints about his models of people: the ten of Figure 4-1, four of them trial by trial (1968, ch. 4).

The thesis ran no experiment. What can be compared is a sequence of seven trials and what the four models that it
describes predict on it, the tree of the strategy, and the effects from which that tree is grown.
"""

from __future__ import annotations

from collections.abc import Mapping

from gamelore.papers.waterman_1968.psychology.strategy import TaughtTrial

FIGURE_4_1: Mapping[str, tuple[str, str, str]] = {
    "simple": ("numbers", "appended", "exact match"),
    "exclusive search": ("exclusive categories", "appended", "exact match"),
    "overlapping search": ("overlapping sets", "appended", "exact match"),
    "complex placement": ("overlapping sets", "placed", "exact match"),
    "stimulus generalization": ("numbers", "appended", "nearest"),
    "exclusive nearest": ("exclusive categories", "appended", "nearest"),
    "overlapping nearest": ("overlapping sets", "appended", "nearest"),
    "complex nearest": ("overlapping sets", "placed", "nearest"),
    "actual induction": ("numbers", "a tree", "sorting"),
    "induction": ("exclusive categories", "a tree", "sorting"),
}
"""The ten feasible models: what situations are made of; how pairs are stored (at the end of a list, placed in a list by
changing definitions, or as a tree); and how they are found."""

SEQUENCE = (
    TaughtTrial((15, 21, 6), "A3", {"H": "h2", "P": "p1", "B": "b2"}),
    TaughtTrial((4, 28, 3), "A4", {"H": "h3"}),
    TaughtTrial((13, 8, 4), "A2", {"H": "h2", "P": "p2", "B": "b2"}),
    TaughtTrial((37, 4, 9), "A1", {"H": "h1", "P": "p2"}),
    TaughtTrial((12, 9, 10), "A4", {"H": "h2", "B": "b1"}),
    TaughtTrial((1, 42, 17), "A4", {"H": "h3"}),
    TaughtTrial((12, 5, 5), "A2", {"H": "h2", "P": "p2", "B": "b2"}),
)
"""Figure 4-2; trial 5 with its H in h2 as the text has it. The B of trial 6 lies beyond the range it is given."""

PREDICTIONS: Mapping[str, tuple[str | None, ...]] = {
    "simple": (None, "A3", "A4", "A3", "A2"),
    "stimulus generalization": (None, "A3", "A4", "A2", "A2", "A4", "A2"),
    "induction": (None, "A3", "A3", "A2", "A2", "A4", "A2"),
    "complex placement": (None, "A3", "A4", "A2", "A3", "A4", "A2"),
}
"""What each described model predicts on each trial (p100-113); the simple one is printed for five."""

DISTANCES = (
    (), (13.4,), (13.3, 9.0), (28.0, 33.0, 24.8), (13.0, 8.0, 6.2, 25.5), (27.6, 3.0, 38.4, 52.3, 13.1),
    (16.3, 8.0, 3.3, 25.0, 5.0),
)  # fmt: skip
"""Stimulus generalization: how far each stored pair lies from the situation of each trial, good to 0.1 (p102-104)."""

COMPLEX_END = (
    "h2,*,*->A4; h1,p1,b1->A3; h1,p2,b1->A2; h3,p2,*->A1; h1,*,b2->A4; "
    "h1 is H<16; p1 is P>20; b1 is B<7; h2 is H<5; p2 is P<9; h3 is H>36; b2 is B>9"
)
"""What complex placement has stored after the sequence, put together from its insertions and definitions (p108-113)."""

FIGURE_A_1 = "h1?(p1?(b1?(A3 | A1) | A1) | h2?(b1?(A4 | p1?(A3 | A2)) | A4))"
"""The tree of the strategy."""
EFFECTS: Mapping[str, Mapping[str, str]] = {
    "the root": {"h1": "6/7", **dict.fromkeys(("h2", "h3", "p1", "p2", "b1", "b2"), "less")},
    "h1, yes": {"p1": "1/3", "b1": "1/3", "p2": "1/6", "b2": "1/6"},
}
"""The absolute effects that Appendix A, Part I prints, of two nodes of the tree; of six values it says "is less"."""
UNREAD = (
    "At the root the source prints one effect and says that the others are less. Of p2 and b2 the scan reads 1/6; "
    "signs are lost in it, and the terms printed beside it (1/2, 2/3, 0) give -1/6. No other effect is printed."
)
