"""How TP-Rote takes sequences for significant (Lock 2003, sections 2.1 and 2.2); all else about it is constant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from gamelore.base.settings import Share, Within, check_ranges


@dataclass(frozen=True, slots=True)
class ByRoteSettings:
    """Whose sequences are gathered, and which of them are kept."""

    significant: Annotated[int, Within(0, 100_000)] = 0
    """A state must be seen more often than this; 0 for what the experiments used, 20 where markers are only placed, 5
    where they slide (section 2.3)."""
    cutoff_base: Share = 0.25
    """The share of a state's occurrences in which a sequence must have followed it, before it falls (section 2.2.2)."""
    featured: Literal["experts", "players"] = "experts"
    """Whose sequences count, of those who did not lose: experts' (ours, which comes nearer to the printed counts), or
    both players', as page 36 says."""

    gone: ClassVar[Mapping[str, object]] = {
        "cutoff_step": 0.01, "cutoff_every": 0, "begin": "both", "through_used": True, "reached": "all",
        "counted": "once", "refilter": "each", "duplicates": "tails", "order": "early", "longest": 21, "sweep": 10,
    }  # fmt: skip

    def __post_init__(self) -> None:
        check_ranges(self)


BY_ROTE = ByRoteSettings()
