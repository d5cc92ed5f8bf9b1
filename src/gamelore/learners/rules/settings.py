"""Every number that the source leaves open, in one place, with its presets (Waterman 1968; calibrated over many seeds).

`faithful` replays the printed traces; `thesis_like` adds what makes the published figures come out; `calibrated` is
the best we found without leaving the language of rules. Each exists for explicit and for implicit training.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

EXPLICIT, IMPLICIT = "explicit", "implicit"


@dataclass(frozen=True, slots=True)
class RuleSettings:
    """Settings of the learner of production rules."""

    mode: Literal["explicit", "implicit"] = "explicit"
    """Whether somebody supplies reasons, or decisions are deduced after the showdown and reasons are hypotheses."""
    largest_change: float = 3.0
    """K: how far a definition may move when a rule is made to catch or to pass; infinite for no limit."""
    enlargement: float = 0.0
    """KK: how far an existing subset may be enlarged when a new value is learned."""
    tolerance: float = 3.0
    """How far the boundary of an existing subset may lie from the exact one to be used again (p85)."""
    least_relevant: int = 2
    """N: how many variables must stay relevant in a hypothesized rule."""
    fewest_stars: bool = False
    """Whether the hypothesized rule with the fewest new stars is generalized, rather than the first."""
    promote: bool = False
    """Whether a hypothesized rule left with N relevant variables becomes an ordinary one (p86)."""
    learn_matrix: bool = False
    """Whether the decision matrix starts empty and is learned by turning operators round (section 6.2)."""
    guard: bool = False
    """Whether a definition may not be restricted until nothing legal is left in it."""
    undo: bool = False
    """Whether a trial that ends by inserting its rule takes back the edits it tried before."""
    memory: int = 0
    """How many judged cases are remembered; an edit that breaks more of them than it mends is refused. 0: none."""
    prune: bool = False
    """Whether rules whose removal costs no remembered case are dropped."""
    refit: int = 0
    """Implicit training: grow the list anew from all judged cases after so many trials. 0: never."""
    most_conditions: int = 3
    """Refit: how many conditions a rule may have besides the class of the hand."""
    most_rules: int = 14
    """Refit: how many rules the list may have."""
    least_gain: float = 0.01
    """Refit: the share of all cases that a further rule must win, and never fewer than two."""
    both_ways: bool = False
    """Refit: whether a variable may count as large or as small, whatever the decision matrix says."""
    within_class: bool = False
    """Refit: whether a rule may divide the class of the hand further."""
    functions: bool = True
    """Whether function definitions are given; without them bookkeeping variables enter the subvector (section 6.2)."""
    hand_boundaries: tuple[int, ...] = (0, 7, 28)
    """Where the classes of the exclusive variable begin before training."""
    fixed_boundaries: bool = False
    """Whether those boundaries stay (implicit training)."""
    reading: Literal["printed", "low_first", "no_drop"] = "printed"
    """What the axioms advise when no bet is outstanding: DROP as printed, or BET LOW for winners, or for everybody."""
    keep_small_pot: bool = True
    """Appendix J: dropping keeps the pot small only if it is not large; where nothing follows, what was done stands."""
    judge: Literal["revealed", "expected"] = "revealed"
    """Whether the axioms are applied to the opponent's revealed hand or to the distribution of what it may be."""
    indifference: float = 0.05
    """By how much less probable than the best a decision may be and still count as acceptable, if judged so."""
    good_hand: int = 16
    """From which value a hand is good."""
    bad_hand: int = 10
    """Up to which value a hand is bad."""
    large_pot: int = 30
    """Above which a pot is large."""
    reset_each_game: bool = True
    """Whether what is remembered of the opponent is forgotten when a new game of five rounds begins."""
    rounds_per_game: int = 5

    def __post_init__(self) -> None:
        for name in ("largest_change", "enlargement", "tolerance", "memory", "refit", "least_gain", "indifference"):
            if getattr(self, name) < 0:
                raise ValueError(f"'{name}' must not be negative, found {getattr(self, name)}")
        for name in ("least_relevant", "most_rules", "most_conditions", "rounds_per_game"):
            if getattr(self, name) < 1:
                raise ValueError(f"'{name}' must be at least 1, found {getattr(self, name)}")
        if list(self.hand_boundaries) != sorted(self.hand_boundaries) or len(self.hand_boundaries) != 3:
            raise ValueError(f"'hand_boundaries' must be three rising numbers, found {self.hand_boundaries}")
        if self.bad_hand >= self.good_hand:
            raise ValueError("a bad hand must be worth less than a good one")


FAITHFUL = RuleSettings(reset_each_game=False)
THESIS_LIKE = RuleSettings(largest_change=5.0, guard=True, undo=True)
CALIBRATED = RuleSettings(largest_change=1e9, memory=400, prune=True, guard=True)
_IMPLICIT = RuleSettings(mode="implicit", hand_boundaries=(3, 16, 34), fixed_boundaries=True)
FAITHFUL_IMPLICIT = replace(_IMPLICIT, reset_each_game=False)
THESIS_LIKE_IMPLICIT = replace(_IMPLICIT, reading="no_drop")
CALIBRATED_IMPLICIT = replace(_IMPLICIT, reading="no_drop", refit=15)

PRESETS = {
    "calibrated_implicit": CALIBRATED_IMPLICIT,
    "calibrated": CALIBRATED,
    "thesis_like": THESIS_LIKE,
    "faithful": FAITHFUL,
    "thesis_like_implicit": THESIS_LIKE_IMPLICIT,
    "faithful_implicit": FAITHFUL_IMPLICIT,
}
