"""How sequences are learned and used: the readings of Lock (2003, chapters 3 and 4) that are compared.

`l03` and `l03_1` are SeqLearner in Experiments II and I, `l03_sitact` is the player of chapter 4, in the readings under
which lose tic-tac-toe comes out as printed. `docs/sequences.md` says what other readings reach.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Annotated, ClassVar, Literal

from gamelore.base.settings import Share, Within, check_ranges
from gamelore.learners.advisors.settings.small_boards import is_on_small_board
from gamelore.learners.advisors.settings.symmetries import Symmetries
from gamelore.learners.core import Card


@dataclass(frozen=True, slots=True)
class SeqSettings:
    """How SeqLearner learns and decides."""

    method: Literal["context", "sitact"] = "context"
    """Whole sequences in their contexts (chapter 3), or each of their own moves in a context of its own (chapter 4)."""
    lengths: tuple[Annotated[int, Within(3, 5)], ...] = ()
    """How many moves a sequence has, own ones first, last and in between: 3, 5 or both; none for what the experiments
    used, 3, and where markers slide 5 as well (section 3.2.1)."""
    kinds: tuple[Literal["duo", "solo"], ...] = ("duo", "solo")
    """Whether the other's replies are part of a sequence, or left open, or each sequence is taken both ways."""
    sets: bool = False
    """Let a context keep all values seen at a position, instead of one value or none."""
    symmetries: Symmetries = "plane"
    merge_colours: bool = False
    """Learn sliding for both sides at once."""
    pwl_mode: Literal["ratio", "incremental"] = "ratio"
    """A weight is the share of right advice, or moves a step with every piece of it."""
    retro: Literal["none", "all"] = "none"
    """Which contests judge a pair: those after it was made, or all."""
    segments: tuple[Share, ...] = (0.9, 0.8, 0.7, 0.55)
    """The least weights of the segments, which are asked in turn; below the last a pair is not trusted."""
    vote: Literal["weight", "specific"] = "weight"
    """What a pair counts: its weight, or its weight times e to the number of positions that its context fixes."""

    gone: ClassVar[Mapping[str, object]] = {
        "featured": "expert", "cross_stages": False, "thr": 0,
        "sweep_every": 0, "keep": True, "merge": "kind", "eta": 0.1, "first_weight": 0.5, "continuations": True,
        "enforcer_pick": "weight", "plans_from": lambda settings: 0.7 if len(settings.segments) > 1 else 0.55,
    }  # fmt: skip

    def __post_init__(self) -> None:
        check_ranges(self)
        if 4 in self.lengths or not self.kinds or any(len(set(n)) < len(n) for n in (self.lengths, self.kinds)):
            raise ValueError("lengths are 3, 5 or both, kinds duo, solo or both")
        if not self.segments or any(a <= b for a, b in pairwise((*self.segments, 0.0))) or self.segments[0] > 1:
            raise ValueError(f"segments are falling weights above 0 and not above 1, not {self.segments}")


L03 = SeqSettings()
L03_1 = replace(L03, segments=(0.55,))
L03_SITACT = replace(L03_1, method="sitact")

PRESETS = {"l03": L03, "l03_1": L03_1, "l03_sitact": L03_SITACT}

CARD = Card(
    "seqlearner",
    "move sequences in the contexts where experts begin them, and nothing else (Lock 2003)",
    PRESETS,
    is_on_small_board,
)
