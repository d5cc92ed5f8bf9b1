"""Where the two papers about patterns differ, and how Advisors may have to earn their weight.

`S98_PATTERNS` are patterns as Epstein, Gelfand and Lock (1998) use them; `P96_PATTERNS` as Epstein, Gelfand and
Lesniak (1996) do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Literal

from gamelore.base.settings import Share, Within, check_ranges

Reading = Literal["corners", "vertices", "counted"]
GeneralisationRule = Literal["drop", "variabilise", "variabilise one"]


@dataclass(frozen=True, slots=True)
class PatternSettings:
    """How patterns are associated, generalised, spoken for and validated."""

    templates: Reading = "corners"
    """Which Ls, diagonals and lines are templates (1996, Table 2). `corners`: Ls with equal legs where both lines end,
    diagonals not across an empty middle. `vertices`: Ls to neighbours of any vertex instead, as shisima has one in
    Figure 5. `counted`: equal legs anywhere, diagonals with nothing between, lines never without their midpoint."""
    field_of_view: Annotated[int, Within(0, 12)] = 0
    """How wide a template may be, in metric units; 0 for 3 on boards of up to nine positions, 4 beyond."""
    threshold: Annotated[int, Within(0, 1000)] = 5
    """A pattern must have been seen in more contests than this to be cached (1996, section 3.2)."""
    promoted_by: Literal["contests", "response"] = "contests"
    """What must exceed it: the contests in which a pattern was seen, or the response that ageing and contradicting
    evidence have left of them."""
    age_waiting: Share = 0.99
    """What a contest leaves of the response of a pattern that waits. Printed as .9; but 459 contests to zero, printed
    too, make it .99 (1996, section 4)."""
    collect: Literal["created", "crucial", "specific"] = "created"
    """What every move creates (1998), or all of each contestant's last state that was not forced (1996), or of that
    state only the most specific: nothing in a place that lies within one whose pattern is cached."""
    conflict: Literal["new_kind", "any"] = "any"
    """When old responses are discounted: if the outcome is new to the pattern, or if it also had another."""
    sweep: Literal["fixed", "confidence"] = "fixed"
    """Sweep after a fixed number of contests (1998), or the sooner, the more confident it is (1996)."""
    rules: tuple[GeneralisationRule, ...] = ("drop", "variabilise", "variabilise one")
    fewest_positions: Annotated[int, Within(1, 24)] = 2
    """How many positions a concept asks about at least; one alone (1996, Figure 7a) subsumes nearly everything."""
    subsume: Literal["trusted", "always", "never"] = "trusted"
    """Whether a more general concept drives out those it covers: `always`, as printed (1998), or, ours, while it counts
    no less than they do. One that counts less would silence what experts bear out."""
    merge: bool = False
    """Whether concepts that are one idea speak through one Advisor; beyond the papers."""
    patsy: bool = True
    """Whether Patsy speaks for the cache; without, another faculty may provide a Patsy."""
    destroyed: bool = True
    """Whether Patsy subtracts the patterns that a move destroys (1998)."""
    phase_in: Share = 0.1
    """The share of its weight that a new Advisor starts with (1998)."""
    phase_in_by: Literal["apt", "surplus"] = "apt"
    """Which comments raise that share: the apt ones (1998), or by how many they are more than a random move would make
    apt. Without the latter an Advisor that is right by chance is phased in as well."""
    judged: Literal["every", "open"] = "every"
    """By which turns of an expert an Advisor is judged: by all, or only by those that tier 1 leaves open, and there by
    the moves it leaves. What tier 1 decides was never an Advisor's to say, and yet may bear it out."""
    untrustworthy_below: Annotated[float, Within(0, 1000)] = 0.5
    """The weight below which an Advisor is not trusted."""
    least_odds: Annotated[float, Within(0, 1e6)] = 4.0
    """How many times the odds of a random move the odds of an apt comment must be, whatever the weight; 0 asks for
    nothing. One that comments on many moves at once gathers weight by being right now and then."""

    gone: ClassVar[Mapping[str, object]] = {
        "l_rule": "equal_legs_corner", "diagonal_rule": "not_across_gap", "midpoint": "both",
        "optional": "hash", "unfinished": lambda settings: "draw" if settings.collect == "crucial" else "skip",
        "effective_zero": 0.01, "age_cache": 0.999, "practice_confidence": "skip",
        "watched_confidence": "expert", "sweep_every": 10, "first_sweep": 15, "slowest_sweep": 15, "fastest_sweep": 5,
        "uninformative_share": 0.98, "uninformative_contests": 30, "misprint": False, "win_made": 10, "win_lost": 4,
        "draw_made": 8, "draw_lost": 4, "loss_made": 1, "loss_lost": 6, "phase_in_comments": 10, "irrelevant_after": 60,
        "contradiction_share": 0.5, "untrustworthy_after": 20,
    }  # fmt: skip

    def __post_init__(self) -> None:
        check_ranges(self)
        if not self.phase_in:
            raise ValueError("phase_in must be above 0")
        if len(set(self.rules)) != len(self.rules):
            raise ValueError("rules names something twice")


OUR_PATTERNS = PatternSettings()
S98_PATTERNS = replace(OUR_PATTERNS, templates="vertices")
P96_PATTERNS = replace(
    S98_PATTERNS, collect="crucial", sweep="confidence", rules=("drop", "variabilise"), fewest_positions=1,
    subsume="never", destroyed=False, phase_in=1.0, least_odds=0.0,
)  # fmt: skip
