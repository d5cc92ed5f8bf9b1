"""The choices that tables and presets vary, with their presets (Waterman 1968; calibrated over many seeds).

`practised` wins: its list is chosen by the results of practice. `thesis_like` makes the published figures come out;
`calibrated` is the best we found of the source's ways to learn. Both exist for explicit and for implicit training. The
defaults are the source's own procedure, which replays its printed traces.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Literal

from gamelore.base.seeds import stream
from gamelore.base.settings import Within, check_ranges
from gamelore.games.core import AnyGame
from gamelore.learners.core import Card
from gamelore.learners.features.core import features_of

POKER = "draw_poker"
EXPLICIT, IMPLICIT, PRACTICE = "explicit", "implicit", "practice"


@dataclass(frozen=True, slots=True)
class RuleSettings:
    """Settings of the learner of production rules."""

    mode: Literal["explicit", "implicit", "practice"] = "explicit"
    """Whether somebody supplies reasons, decisions are deduced after the showdown and reasons are hypotheses, or rules
    are chosen by what they win in practice."""
    rules: Annotated[int, Within(1, 1000)] = 10
    """Practice: the most rules of the list."""
    largest_change: Annotated[float, Within(0, 1e9)] = 3.0
    """K: how far a definition may move when a rule is made to catch or to pass; 1e9 for no limit."""
    enlargement: Annotated[float, Within(0, 1e9)] = 0.0
    """KK: how far an existing subset may be enlarged to hold a value that a lesson calls large or small (p64-65)."""
    least_relevant: Annotated[int, Within(1, 100)] = 2
    """N: how many variables must stay relevant in a hypothesized rule (p81-86); the example of page 83 has 1."""
    promote: bool = False
    """Whether a hypothesized rule that has only N relevant variables left becomes an ordinary one (p86)."""
    guard: bool = False
    """Whether a definition may not be restricted until nothing legal is left in it, and whether a trial that ends by
    inserting its rule takes back the edits it tried before."""
    memory: Annotated[int, Within(0, 100_000)] = 0
    """How many judged cases are remembered; an edit that breaks more of them than it mends is refused, and rules whose
    removal costs none of them are dropped. 0: none."""
    refit: Annotated[int, Within(0, 1_000_000)] = 0
    """Implicit training: grow the list again from all judged cases after so many trials. 0: never."""
    reading: Literal["printed", "no_drop"] = "printed"
    """What the axioms advise when no bet is outstanding: DROP as printed, or BET LOW in its place."""
    judge: Literal["revealed", "expected"] = "revealed"
    """Whether the axioms are applied to the opponent's revealed hand or to the distribution of what it may be."""
    before_draw: Literal["unjudged", "held", "became"] = "unjudged"
    """Whether decisions before the draw are judged at the showdown too, and with which of the program's own hands: the
    one it held when it decided, or what that became. A list that is refitted takes them as cases, not as trials."""
    classes: Literal["margin", "value"] = "margin"
    """Explicit training: whether hands are classed by their margin over what the opponent may be expected to hold, or
    by their value, which owes nothing to what is remembered of the opponent."""
    learn_matrix: bool = False
    """Whether the decision matrix starts empty and is learned by turning operators round (section 6.2)."""
    functions: bool = True
    """Whether function definitions are given; without them bookkeeping variables enter the subvector (section 6.2)."""

    gone: ClassVar[Mapping[str, Any]] = {
        "tolerance": 3.0, "fewest_stars": False, "most_conditions": 3, "most_rules": 14, "least_gain": 0.01,
        "both_ways": False, "within_class": False,
        "keep_small_pot": True, "indifference": 0.05, "good_hand": 16, "bad_hand": 10, "large_pot": 30,
        "reset_each_game": True, "rounds_per_game": 5,
        "prune": lambda now: now.memory > 0,
        "undo": lambda now: now.guard and not now.memory,
        "fixed_boundaries": lambda now: now.mode == IMPLICIT,
        "hand_boundaries": lambda now: (3, 16, 34) if now.mode == IMPLICIT else (0, 7, 28),
    }  # fmt: skip
    """Settings of earlier versions with the value they now have always, or what it follows from."""

    def __post_init__(self) -> None:
        check_ranges(self)


PRACTISED = RuleSettings(mode="practice")
THESIS_LIKE = RuleSettings(largest_change=5.0, guard=True)
CALIBRATED = RuleSettings(largest_change=1e9, memory=400, guard=True)
THESIS_LIKE_IMPLICIT = RuleSettings(mode="implicit", reading="no_drop")
CALIBRATED_IMPLICIT = replace(THESIS_LIKE_IMPLICIT, refit=15, before_draw="held")

PRESETS = {
    "practised": PRACTISED,
    "calibrated_implicit": CALIBRATED_IMPLICIT,
    "calibrated": CALIBRATED,
    "thesis_like": THESIS_LIKE,
    "thesis_like_implicit": THESIS_LIKE_IMPLICIT,
}


def _plays(game: AnyGame) -> bool:
    """Draw poker, and every game whose Features can be measured without a hypothesis."""
    if game.name == POKER:
        return True
    features = features_of(game.name).values()
    if not features:
        return False
    state = game.new_initial_state(stream(0))
    view = state.view(state.current_player())
    try:
        return all(math.isfinite(feature.measure(view)) for feature in features)
    except (TypeError, ValueError):
        return False


CARD = Card(
    "waterman",
    "an ordered list of readable rules, learned by practice, from corrections with reasons or from axioms",
    PRESETS,
    _plays,
)
