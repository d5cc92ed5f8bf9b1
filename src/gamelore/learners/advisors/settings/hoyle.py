"""How Hoyle decides and learns, and the presets that carry the names of the sources.

`p96`, `s98` and `l03` are Hoyle as Epstein, Gelfand and Lesniak (1996), Epstein, Gelfand and Lock (1998) and Lock
(2003) describe it; `gamelore` takes what measurement found best with the sources' eight symmetries and colours kept
apart, and `gamelore16` adds all symmetries of the board and merged colours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Literal

from gamelore.base.settings import Within, check_ranges
from gamelore.games.board.game import is_board_game
from gamelore.learners.advisors.settings.by_rote import BY_ROTE, ByRoteSettings
from gamelore.learners.advisors.settings.pairs import PairSettings
from gamelore.learners.advisors.settings.patterns import OUR_PATTERNS, P96_PATTERNS, S98_PATTERNS, PatternSettings
from gamelore.learners.advisors.settings.symmetries import Symmetries
from gamelore.learners.core import Card

VoteMode = Literal["raw", "centred"]
Rule = Literal["equal", "awl", "awl_mistakes", "pwl", "pwl_incremental", "pwl_logodds", "logit", "logit_nonnegative"]

S98_TIER1 = ("Victory", "Wiser", "Sadder", "Panic", "Don't Lose", "Shortsight", "Enough Rope")

L03_TIER2 = (
    "Anthropomorph", "Candide", "Challenge", "Coverage", "Cyber", "Freedom", "Greedy", "Leery", "Material", "Not Again",
    "Pitchfork", "Vulnerable", "Worried",
)  # fmt: skip
S98_TIER2 = (*L03_TIER2, "Open", "Patsy")
P96_TIER2 = (*S98_TIER2, "Shortcut")
GAMELORE_TIER2 = (
    "Anthropomorph", "Anthropomorph-after", "Familiar", "Candide", "Challenge", "Coverage", "Cyber", "Exposed",
    "Freedom", "Greedy", "Leery", "Material", "Nearly", "Not Again", "Patsy", "Pitchfork", "Plans", "Own plans",
    "Other plans", "Repeat", "Roughly", "Tempo", "Vulnerable", "Wary", "Worried",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class HoyleSettings:
    """How Hoyle decides and learns."""

    tier1: tuple[str, ...] = S98_TIER1
    tier2: tuple[str, ...] = L03_TIER2
    faculties: tuple[str, ...] = ()
    """Ways of learning new Advisors, by name; the standing ones among these the tiers place."""
    learned_tier: Literal[2, 3] = 2
    """Where learned Advisors sit: with everybody else (1998), or in a tier that breaks ties (1996)."""
    stored_rope: bool = True
    """Whether Enough Rope, and Spare Rope, also leave the other its moves into states known to be lost (1998), not only
    those that lose at once (1996)."""
    vote: VoteMode = "raw"
    weights: Rule = "pwl"
    new_ground: bool = False
    """Learn and use weights of their own where no move leads to a state that an expert was seen to make: there the
    voices that generalise must decide, and what they are worth shows only in such states."""
    skip_tier1_states: bool = False
    """Learn weights only from states that tier 1 leaves open (1996)."""
    symmetries: Symmetries = "plane"
    merge_colours: bool = False
    """Count a sliding state with colours exchanged as the same."""
    graded_anthropomorph: bool = False
    graded_not_again: bool = False
    """Let Not Again oppose the more, the more often a move was lost, so that practice tries everything in turn."""
    misere_lines: bool = False
    """Let the Advisors that think in lines speak, reversed, where a line loses."""
    freedom: Literal["moves", "slides"] = "moves"
    """What Freedom counts: legal moves as stated, or slides in every stage."""
    vouched: bool = False
    """Take the moves of whoever did not lose to an expert for as good as the expert's: it let no error go by."""
    explained: Literal["wins", "captures"] = "wins"
    """What forks are learned from: how contests were won, or every capture as well (ours)."""
    own_weight: Annotated[float, Within(0, 1000)] = 0.0
    """The weight of Cyber, Not Again and Leery, which speak of own contests and so cannot be weighed by watching;
    0 learns it like the others."""
    patterns: PatternSettings = OUR_PATTERNS
    """How the faculty of patterns sees, associates, generalises and validates."""
    rote: ByRoteSettings = BY_ROTE
    """How the faculty of sequences by rote chooses what to keep."""
    least_weight: Annotated[float, Within(0, 1000)] = 0.0
    """High-weight testing (1998, section 5): in contests that are not for learning, Advisors below this weight may not
    comment."""

    gone: ClassVar[Mapping[str, object]] = {
        "resigns": True, "opening_plies": 4, "keep_at_most": 50_000, "alpha": 1.1, "smallest_weight": 0.01,
        "largest_weight": 32.0, "eta": 0.1, "ridge": 30.0, "ridge_centre": 0.0, "pattern_rate": 0.1,
        "pattern_passes": 3,
        "pooled": lambda settings: settings.new_ground,
        "seq_voice": lambda settings: "matching" if "pairs" in settings.faculties else "winner",
        "pairs": {"symmetries": "plane", "merge_colours": False, **PairSettings.gone},
    }  # fmt: skip

    def __post_init__(self) -> None:
        check_ranges(self)
        for names in ("tier1", "tier2", "faculties"):
            if len(set(getattr(self, names))) != len(getattr(self, names)):
                raise ValueError(f"{names} names something twice")
        if self.learned_tier == 3 and self.vote != "raw":
            raise ValueError("a third tier needs the vote to be raw: only then can breaking a tie not undo it")


L03 = HoyleSettings()
S98 = replace(L03, tier2=S98_TIER2, faculties=("patterns",), weights="awl", patterns=S98_PATTERNS)
P96 = replace(S98, tier2=P96_TIER2, learned_tier=3, skip_tier1_states=True, stored_rope=False, patterns=P96_PATTERNS)
GAMELORE = replace(
    L03,
    tier1=(*S98_TIER1[:-1], "Spare Rope", "Disciple"),
    tier2=GAMELORE_TIER2,
    faculties=("regression",),
    vote="centred",
    weights="logit",
    skip_tier1_states=True,
    graded_anthropomorph=True,
    graded_not_again=True,
    misere_lines=True,
    freedom="slides",
    new_ground=True,
    vouched=True,
    own_weight=3.0,
)

PRESETS = {
    "gamelore": GAMELORE,
    "gamelore16": replace(GAMELORE, symmetries="all", merge_colours=True),
    "l03": L03,
    "s98": S98,
    "p96": P96,
    "gamelore_concepts": replace(
        GAMELORE,
        faculties=(*GAMELORE.faculties, "patterns"),
        patterns=replace(OUR_PATTERNS, patsy=False, untrustworthy_below=0.0),
    ),
    "l03_rote": replace(L03, tier1=("Victory", "Enforcer", "Multi-step", *S98_TIER1[1:]), faculties=("rote",)),
    "l03_seq": replace(L03, tier2=(*L03_TIER2, "Seq-Advisor"), faculties=("sitact",)),
    "gamelore_seq": replace(GAMELORE, tier2=(*GAMELORE_TIER2, "Seq-Advisor"), faculties=(*GAMELORE.faculties, "pairs")),
}

CARD = Card(
    "hoyle",
    "voting Advisors with learned weights, useful knowledge and two-ply look-ahead (Epstein et al. 1996-2003)",
    PRESETS,
    is_board_game,
)
