"""Every number and reading that the sources leave open, in one place, and the presets that carry their names.

`p96`, `s98` and `l03` are Hoyle as Epstein, Gelfand and Lesniak (1996), Epstein, Gelfand and Lock (1998) and Lock
(2003) describe it; `gamelore` takes what measurement found best with the sources' eight symmetries and colours kept
apart, and `gamelore16` adds all symmetries of the board and merged colours.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from gamelore.learners.advisors.forr import VoteMode
from gamelore.learners.advisors.patterns.settings import (
    P96_PATTERNS,
    S98_PATTERNS,
    VALIDATED_MORRIS_PATTERNS,
    VALIDATED_PATTERNS,
    PatternSettings,
)
from gamelore.learners.advisors.sequences.pairs.settings import PairSettings
from gamelore.learners.advisors.sequences.rote_settings import RoteSettings
from gamelore.learners.advisors.weights import Rule

S98_TIER1 = ("Victory", "Wiser", "Sadder", "Panic", "Don't Lose", "Shortsight", "Enough Rope")

L03_TIER2 = (
    "Anthropomorph",
    "Candide",
    "Challenge",
    "Coverage",
    "Cyber",
    "Freedom",
    "Greedy",
    "Leery",
    "Material",
    "Not Again",
    "Pitchfork",
    "Vulnerable",
    "Worried",
)
S98_TIER2 = (*L03_TIER2, "Open", "Patsy")
P96_TIER2 = (*S98_TIER2, "Shortcut")
GAMELORE_TIER2 = (
    "Anthropomorph",
    "Anthropomorph-after",
    "Familiar",
    "Candide",
    "Challenge",
    "Coverage",
    "Cyber",
    "Freedom",
    "Greedy",
    "Leery",
    "Material",
    "Nearly",
    "Not Again",
    "Patsy",
    "Pitchfork",
    "Plans",
    "Own plans",
    "Other plans",
    "Repeat",
    "Roughly",
    "Vulnerable",
    "Worried",
)


@dataclass(frozen=True, slots=True)
class HoyleSettings:
    """How Hoyle decides and learns."""

    tier1: tuple[str, ...] = S98_TIER1
    tier2: tuple[str, ...] = L03_TIER2
    faculties: tuple[str, ...] = ()
    """Ways of learning new Advisors, by name; the standing ones among these the tiers place."""
    learned_tier: Literal[2, 3] = 2
    """Where learned Advisors sit: with everybody else (1998), or in a tier that breaks ties (1996)."""
    resigns: bool = True
    """Whether Sadder may resign."""
    stored_rope: bool = True
    """Whether Enough Rope also leaves the other its moves into states known to be lost (1998), not only those that
    lose at once (1996)."""
    vote: VoteMode = "raw"
    weights: Rule = "pwl"
    new_ground: bool = False
    """Learn and use weights of their own where no move leads to a state that an expert was seen to make: there the
    voices that generalise must decide, and what they are worth shows only in such states."""
    skip_tier1_states: bool = False
    """Learn weights only from states that tier 1 leaves open (1996)."""
    symmetries: Literal["plane", "all"] = "plane"
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
    """Take own moves in a contest that was not lost to an expert for as good as the expert's: it let none go by."""
    own_weight: float = 0.0
    """The weight of Cyber, Not Again and Leery, which speak of own contests and so cannot be weighed by watching;
    0 learns it like the others."""
    opening_plies: int = 4
    keep_at_most: int = 50_000
    alpha: float = 1.1
    smallest_weight: float = 0.01
    largest_weight: float = 32.0
    eta: float = 0.1
    ridge: float = 30.0
    """How hard the logit's weights are pulled."""
    ridge_centre: float = 0.0
    """Towards which weight they are pulled: what an Advisor counts before there is evidence."""
    pooled: bool = False
    """Pull the weights on known and on new ground towards those of the whole stage instead."""
    patterns: PatternSettings = S98_PATTERNS
    """How the faculty of patterns sees, associates, generalises and validates."""
    pattern_rate: float = 0.1
    pattern_passes: int = 3
    least_weight: float = 0.0
    """High-weight testing (1998, section 5): in contests that are not for learning, Advisors below this weight may not
    comment."""
    rote: RoteSettings = field(default_factory=RoteSettings)
    """Sequences by rote (2003, chapter 2), where the faculty "rote" is among the faculties."""
    pairs: PairSettings = field(default_factory=PairSettings)
    """How the faculty "pairs" grows direct pairs; their symmetries and colours are Hoyle's own."""
    seq_voice: Literal["winner", "graded", "matching"] = "winner"
    """Whether Seq-Advisor speaks for the winner of its vote alone (2003, section 5.2), grades every move, or speaks
    only by the situations that match, the louder the more they count."""

    def __post_init__(self) -> None:
        for name, low in (("opening_plies", 0), ("keep_at_most", 1), ("pattern_passes", 1)):
            if getattr(self, name) < low:
                raise ValueError(f"{name} must be at least {low}")
        if self.alpha <= 1:
            raise ValueError("alpha must be greater than 1")
        if not 0 < self.smallest_weight <= self.largest_weight:
            raise ValueError("smallest_weight must be above 0 and not above largest_weight")
        if not 0 < self.eta < 1 or self.ridge <= 0 or self.pattern_rate <= 0:
            raise ValueError("eta must lie between 0 and 1, ridge and pattern_rate above 0")
        for names in ("tier1", "tier2", "faculties"):
            if len(set(getattr(self, names))) != len(getattr(self, names)):
                raise ValueError(f"{names} names something twice")
        if self.learned_tier == 3 and self.vote != "raw":
            raise ValueError("a third tier needs the vote to be raw: only then can breaking a tie not undo it")


L03 = HoyleSettings()
S98 = replace(L03, tier2=S98_TIER2, faculties=("patterns",), weights="awl")
P96 = replace(S98, tier2=P96_TIER2, learned_tier=3, skip_tier1_states=True, stored_rope=False, patterns=P96_PATTERNS)
VALIDATED = replace(S98, patterns=VALIDATED_PATTERNS)
VALIDATED_MORRIS = replace(S98, patterns=VALIDATED_MORRIS_PATTERNS)
GAMELORE = replace(
    L03,
    tier1=(*S98_TIER1, "Disciple"),
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
    pooled=True,
    vouched=True,
    own_weight=3.0,
)
GAMELORE16 = replace(GAMELORE, symmetries="all", merge_colours=True)
GAMELORE_CONCEPTS = replace(
    GAMELORE,
    faculties=(*GAMELORE.faculties, "patterns"),
    patterns=replace(S98_PATTERNS, patsy=False, untrustworthy_below=0.0),
)
L03_ROTE = replace(L03, tier1=("Victory", "Enforcer", "Multi-step", *S98_TIER1[1:]), faculties=("rote",))
L03_IMITATE = replace(L03_ROTE, tier1=("Victory", "Imitate", *S98_TIER1[1:]))
GAMELORE_ROTE = replace(
    GAMELORE,
    tier1=("Victory", "Enforcer", "Multi-step", *GAMELORE.tier1[1:]),
    faculties=(*GAMELORE.faculties, "rote"),
)
L03_SEQ = replace(L03, tier2=(*L03_TIER2, "Seq-Advisor"), faculties=("sitact",))
GAMELORE_SEQ = replace(
    GAMELORE, tier2=(*GAMELORE_TIER2, "Seq-Advisor"), faculties=(*GAMELORE.faculties, "pairs"), seq_voice="matching"
)
GAMELORE16_SEQ = replace(GAMELORE_SEQ, symmetries="all", merge_colours=True)

PRESETS = {
    "gamelore": GAMELORE,
    "gamelore16": GAMELORE16,
    "l03": L03,
    "s98": S98,
    "p96": P96,
    "validated": VALIDATED,
    "validated_morris": VALIDATED_MORRIS,
    "gamelore_concepts": GAMELORE_CONCEPTS,
    "l03_rote": L03_ROTE,
    "l03_imitate": L03_IMITATE,
    "gamelore_rote": GAMELORE_ROTE,
    "l03_seq": L03_SEQ,
    "gamelore_seq": GAMELORE_SEQ,
    "gamelore16_seq": GAMELORE16_SEQ,
}
