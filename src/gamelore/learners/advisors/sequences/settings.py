"""How sequences are learned and used: every reading that Lock (2003, chapters 3 and 4) leaves open has a name.

`l03` and `l03_1` are SeqLearner in Experiments II and I, `l03_sitact` is the player of chapter 4, in the readings under
which lose tic-tac-toe comes out as printed. The other presets are variants worth knowing; `docs/sequences.md` says what
each one reaches.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from gamelore.games.board.game import BoardGame

LENGTHS = (3, 5)
"""The lengths that a sequence may have: own moves first, last and in between (section 3.2.1)."""


@dataclass(frozen=True, slots=True)
class SeqSettings:
    """How SeqLearner learns and decides."""

    method: Literal["context", "sitact"] = "context"
    """Whole sequences in their contexts (chapter 3), or each of their own moves in a context of its own (chapter 4)."""
    lengths: tuple[int, ...] = ()
    """How long sequences are; empty: 3 where markers are only placed, 3 and 5 where they slide."""
    kinds: tuple[Literal["duo", "solo"], ...] = ("duo", "solo")
    """Sequences with the replies that were made, or with any reply."""
    featured: Literal["expert", "not_lost", "all"] = "expert"
    """Whose sequences are collected: the expert's, those of everybody who did not lose, or everybody's."""
    cross_stages: bool = False
    """Whether a sequence may begin with a placement and end with a slide."""
    thr: int = 0
    """How often a sequence is seen before it is taken; 0: 5 times where markers are only placed, 2 where they slide and
    sequences are many and rare."""
    sweep_every: int = 0
    """After how many contests pairs are made; 0: the length of a watched tournament, 20 or, where markers slide, 40."""
    keep: bool = True
    """Keep the pairs of earlier sweeps."""
    sets: bool = False
    """Let a context keep all values seen at a position, instead of one value or none."""
    symmetries: Literal["plane", "all"] = "plane"
    merge_colours: bool = False
    """Learn sliding for both sides at once."""
    merge: Literal["none", "kind", "all"] = "kind"
    """Which sequences with the same context make one pair: none, those of one kind and length, or of both kinds."""
    pwl_mode: Literal["ratio", "incremental"] = "ratio"
    """A weight is the share of right advice, or moves a step with every piece of it."""
    eta: float = 0.1
    """The step of incremental weights."""
    first_weight: float = 0.5
    """Where incremental weights begin."""
    continuations: bool = True
    """Whether a pair is also judged by its later moves when the first ones were played."""
    retro: Literal["none", "all", "held_out"] = "none"
    """Which contests judge a pair: those after it was made, all, or those from which no pair is ever made."""
    segments: tuple[float, ...] = (0.9, 0.8, 0.7, 0.55)
    """The least weights of the segments, which are asked in turn; below the last a pair is not trusted."""
    plans_from: float = 0.7
    """The least weight with which a sequence is followed up once its first move was chosen."""
    enforcer_pick: Literal["weight", "random", "off"] = "weight"
    """How the Enforcer chooses among the continuations of a plan."""
    vote: Literal["weight", "specific"] = "weight"
    """What a pair counts: its weight, or its weight times e to the number of positions that its context fixes."""

    def __post_init__(self) -> None:
        if any(length not in LENGTHS for length in self.lengths) or len(set(self.lengths)) != len(self.lengths):
            raise ValueError(f"lengths are among {LENGTHS}, each once, not {self.lengths}")
        if not self.kinds or len(set(self.kinds)) != len(self.kinds):
            raise ValueError(f"kinds are duo, solo or both, not {self.kinds}")
        if self.thr < 0 or self.sweep_every < 0:
            raise ValueError("thr and sweep_every are counts, or 0 for what suits the game")
        if not 0 < self.eta < 1 or not 0 <= self.first_weight <= 1:
            raise ValueError("eta lies between 0 and 1, first_weight from 0 to 1")
        if not self.segments or any(a <= b for a, b in pairwise((*self.segments, 0.0))) or self.segments[0] > 1:
            raise ValueError(f"segments are falling weights above 0 and not above 1, not {self.segments}")
        if not 0 <= self.plans_from <= 1:
            raise ValueError("plans_from lies from 0 to 1")

    def lengths_in(self, game: BoardGame) -> tuple[int, ...]:
        """How long sequences are in a game."""
        return self.lengths or (LENGTHS if game.rules.slides else LENGTHS[:1])

    def thr_in(self, game: BoardGame) -> int:
        """How often a sequence of a game must be seen."""
        return self.thr or (2 if game.rules.slides else 5)

    def sweep_in(self, game: BoardGame) -> int:
        """After how many contests of a game pairs are made."""
        return self.sweep_every or (40 if game.rules.slides else 20)


L03 = SeqSettings()
L03_1 = replace(L03, segments=(0.55,), plans_from=0.55)
L03_SITACT = replace(L03_1, method="sitact")
SITACT_SEGMENTS = replace(L03, method="sitact")
SITACT_INCREMENTAL = replace(L03_SITACT, pwl_mode="incremental")
SITACT_SETS = replace(SITACT_INCREMENTAL, sets=True)
SITACT_SPECIFIC = replace(L03_SITACT, retro="all", vote="specific", segments=(0.2,))
SITACT_SPECIFIC16 = replace(SITACT_SPECIFIC, symmetries="all", merge_colours=True)

PRESETS = {
    "l03": L03,
    "l03_1": L03_1,
    "l03_sitact": L03_SITACT,
    "sitact_segments": SITACT_SEGMENTS,
    "sitact_incremental": SITACT_INCREMENTAL,
    "sitact_sets": SITACT_SETS,
    "sitact_specific": SITACT_SPECIFIC,
    "sitact_specific16": SITACT_SPECIFIC16,
}
