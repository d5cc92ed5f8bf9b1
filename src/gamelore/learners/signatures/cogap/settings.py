"""The settings of COGAP-42: the readings of the thesis, and of ours beyond it, that presets and tables vary."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from gamelore.base.settings import Share
from gamelore.games.core import AnyGame
from gamelore.learners.core import Card
from gamelore.learners.signatures.settings import TreeSettings

Scheme = Literal["weighted", "samuel"]
Weights = Literal["equal", "exact", "calls"]
Choice = Literal["most_taught", "penalty", "marks"]
BidSmoothing = Literal["argument", "diffuse"]


@dataclass(frozen=True, slots=True)
class CogapSettings(TreeSettings):
    """COGAP-42. The defaults are the thesis where it speaks, and its plainest reading elsewhere."""

    offence: str = "offence"
    """The offensive tree: a TOML file of this folder, or a path to one."""
    scheme: Scheme = "weighted"
    """Carberry's weighted reinforcement, or Samuel's counting as a baseline."""
    every_trump: bool = False
    """Ours: where the teacher knows what every trump is worth, teach each its own worth instead of bounding all but
    the best from above."""
    weights: Weights = "equal"
    """How the probability heuristic weighs the splits of the missing trumps: equally (the thesis), exactly, or exactly
    and in the light of the calls heard."""
    first_calls: bool = False
    """Ours: teach the bid table also what each hand would call first."""
    pass_once: bool = False
    """Whether a pass counts once in the bid table; the thesis counts it for every candidate trump (s72)."""
    bid_smoothing: BidSmoothing = "argument"
    """How a class of hands never taught finds its call: from the nearest class, or from all, fading with distance."""
    bid_fading: Share = 0.5
    choice: Choice = "most_taught"
    """The call most often taught, the one that scores best under the penalty for wrong passes, or the one of highest
    expected marks; where nobody said what calls are worth, that is the one under the penalty."""

    gone: ClassVar[Mapping[str, Any]] = {
        **TreeSettings.gone, "defence": "defence", "hear_partner": True, "rebuild_bids": True, "pass_penalty": 2.0,
        "save_partner": True,
    }  # fmt: skip

    def __post_init__(self) -> None:
        TreeSettings.__post_init__(self)
        if not 0.0 < self.bid_fading < 1.0:
            raise ValueError(f"bid_fading must lie between 0 and 1, found {self.bid_fading}")


THESIS = CogapSettings()
TUNED = replace(
    THESIS, first_calls=True, pass_once=True, smoothing="diffuse", fading=0.2, bid_smoothing="diffuse", bid_fading=0.2,
    choice="penalty",
)  # fmt: skip
MENDED = replace(
    THESIS, offence="offence_wide", every_trump=True, weights="exact", smoothing="diffuse", fading=0.4, mend_tables=80,
    first_calls=True, pass_once=True, bid_smoothing="diffuse", bid_fading=0.6, choice="penalty",
)  # fmt: skip
"""Both were chosen on the set `choose` of the labelled store, by agreement with the trainer."""
MARKS = replace(MENDED, choice="marks", bid_fading=0.7)
"""The default: it wins more than those that agree more."""


def _plays(game: AnyGame) -> bool:
    """42 only, under any rule set; doubles or no trump are never named."""
    return game.name == "forty_two"


CARD = Card(
    "cogap",
    "bids 42 by trees of signature tables (Carberry's COGAP-42)",
    {"marks": MARKS, "mended": MENDED, "thesis": THESIS, "tuned": TUNED},
    _plays,
)
