"""Every number and reading that the papers leave open about patterns (1996, section 3; 1998, section 3).

`S98_PATTERNS` are patterns as Epstein, Gelfand and Lock (1998) use them; `P96_PATTERNS` as Epstein, Gelfand and
Lesniak (1996) do. `VALIDATED_PATTERNS` and, for games in which contests are long, `VALIDATED_MORRIS_PATTERNS` are ours:
the rules of 1996, with Advisors that have to earn their weight, so that false concepts do not count.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

GeneralisationRule = Literal["drop", "variabilise", "variabilise one"]


@dataclass(frozen=True, slots=True)
class PatternSettings:
    """How patterns are seen, associated, generalised, spoken for and validated."""

    # Templates
    field_of_view: int = 0
    """How wide a template may be, in metric units; 0 takes 3 on boards of up to nine positions and 4 on larger ones."""
    l_rule: Literal["all", "corner", "equal_legs", "equal_legs_corner"] = "equal_legs_corner"
    diagonal_rule: Literal["all", "no_interior", "not_across_gap"] = "not_across_gap"
    """With the rule for Ls, what makes 18 templates for nine men's morris; `all` is what Table 2 says alone."""
    midpoint: Literal["asked", "open", "both"] = "both"
    """Whether a line asks about its midpoint (1996, Table 2), leaves it open, or comes both ways (1998, section 3,
    where an instance of a template may hold "don't care")."""
    optional: Literal["hash", "query", "both"] = "hash"
    """Whether positions between the required ones are left open, asked about, or both."""
    # Association
    collect: Literal["created", "crucial"] = "created"
    """What every move creates (1998), or all of each contestant's last state that was not forced (1996)."""
    unfinished: Literal["skip", "crucial", "draw"] = "skip"
    """What goes with a draw in a contest that a limit cut short: nothing, the patterns of its crucial states, or those
    of any other contest. In such a contest nearly every pattern is created at some time, only because it is long."""
    threshold: int = 5
    """A pattern must have been seen in more contests than this to be cached."""
    effective_zero: float = 0.01
    age_waiting: float = 0.99
    """Printed as .9; but 459 contests to zero, also printed, make it .99."""
    age_cache: float = 0.999
    conflict: Literal["new_kind", "any"] = "any"
    """When old responses are discounted: if the outcome is new to the pattern, or if it also had another."""
    practice_confidence: Literal["skip", "first"] = "skip"
    """What a contest with itself adds to the confidence: nothing, or the result of the first seat."""
    watched_confidence: Literal["skip", "expert"] = "expert"
    """What a watched contest adds: nothing, or the result of the expert it learns from."""
    # Sweeps
    sweep: Literal["fixed", "confidence"] = "fixed"
    sweep_every: int = 10
    first_sweep: int = 15
    slowest_sweep: int = 15
    fastest_sweep: int = 5
    """With `confidence` the interval falls from the slowest at none to the fastest at full confidence."""
    uninformative_share: float = 0.98
    uninformative_contests: int = 30
    """A pattern tells nothing if it was in such a share of all contests since it was first seen, so many at least."""
    # Generalisation
    rules: tuple[GeneralisationRule, ...] = ("drop", "variabilise", "variabilise one")
    fewest_positions: int = 2
    """How many positions a concept asks about at least; one alone (1996, Figure 7a) subsumes nearly everything."""
    subsume: Literal["always", "trusted", "never"] = "trusted"
    """When a more general concept drives out those it covers (1998): at once, while it counts no less than they do, or
    never (1996). One that counts less would silence what experts bear out."""
    merge: bool = False
    """Whether concepts that are one idea speak through one Advisor; beyond the papers."""
    # Patsy
    patsy: bool = True
    """Whether Patsy speaks for the cache; without, another faculty may provide a Patsy."""
    destroyed: bool = True
    """Whether Patsy subtracts the patterns that a move destroys (1998)."""
    misprint: bool = False
    """Take equation 3 as printed, with wins for draws in its last term."""
    # Learned Advisors
    win_made: int = 10
    win_lost: int = 4
    draw_made: int = 8
    draw_lost: int = 4
    loss_made: int = 1
    loss_lost: int = 6
    """Strengths for a move that makes, or takes away, an instance of a concept of that outcome. What is taken away is
    mildly spoken of: a mill is opened to be closed again."""
    phase_in: float = 0.1
    """The share of its weight that a new Advisor starts with (1998)."""
    phase_in_comments: int = 10
    """How many apt comments make the share 1."""
    phase_in_by: Literal["apt", "surplus"] = "apt"
    """Which comments count for that: the apt ones (1998), or by how many they are more than a random move would make
    apt. Without the latter an Advisor that is right by chance is phased in as well."""
    # Validation
    judged: Literal["every", "open"] = "every"
    """By which turns of an expert an Advisor is judged: by all, or only by those that tier 1 leaves open, and there by
    the moves it leaves. What tier 1 decides was never an Advisor's to say, and yet may bear it out."""
    irrelevant_after: int = 60
    """An Advisor that said nothing in so many turns of an expert is irrelevant."""
    contradiction_share: float = 0.5
    """An Advisor is self-contradictory when more than this share of the moves it noticed both made and lost it."""
    untrustworthy_after: int = 20
    """After so many turns of an expert in which it spoke, its weight tells whether to trust an Advisor."""
    untrustworthy_below: float = 0.5
    """The weight below which it is not trusted."""
    least_odds: float = 4.0
    """How many times the odds of a random move the odds of an apt comment must be, whatever the weight; 0 asks for
    nothing. One that comments on many moves at once gathers weight by being right now and then."""

    def __post_init__(self) -> None:
        for name, low in (
            ("field_of_view", 0),
            ("threshold", 0),
            ("sweep_every", 1),
            ("first_sweep", 1),
            ("fastest_sweep", 1),
            ("uninformative_contests", 1),
            ("fewest_positions", 1),
            ("phase_in_comments", 1),
            ("irrelevant_after", 1),
            ("untrustworthy_after", 1),
        ):
            if getattr(self, name) < low:
                raise ValueError(f"{name} must be at least {low}")
        if self.slowest_sweep < self.fastest_sweep:
            raise ValueError("slowest_sweep must not be below fastest_sweep")
        for name in ("age_waiting", "age_cache", "uninformative_share", "phase_in", "contradiction_share"):
            if not 0 < getattr(self, name) <= 1:
                raise ValueError(f"{name} must be above 0 and not above 1")
        if self.least_odds < 0:
            raise ValueError("least_odds must not be negative")
        if not 0 < self.effective_zero < 1:
            raise ValueError("effective_zero must lie between 0 and 1")
        for outcome in ("win", "draw", "loss"):
            if not all(0 <= getattr(self, f"{outcome}_{end}") <= 10 for end in ("made", "lost")):
                raise ValueError("strengths go from 0 to 10")
        if len(set(self.rules)) != len(self.rules):
            raise ValueError("rules names something twice")


S98_PATTERNS = PatternSettings()
P96_PATTERNS = replace(
    S98_PATTERNS,
    collect="crucial",
    unfinished="draw",
    sweep="confidence",
    rules=("drop", "variabilise"),
    fewest_positions=1,
    subsume="never",
    destroyed=False,
    phase_in=1.0,
    least_odds=0.0,
)
VALIDATED_PATTERNS = replace(S98_PATTERNS, rules=P96_PATTERNS.rules, phase_in_by="surplus", judged="open", merge=True)
VALIDATED_MORRIS_PATTERNS = replace(
    VALIDATED_PATTERNS, collect="crucial", unfinished="draw", merge=False, least_odds=2.5
)
