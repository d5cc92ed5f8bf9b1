"""A guide, measured by the evidence that the kit of its game names."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gamelore.games.core import AnyGame
from gamelore.lab.guide.core import Guide
from gamelore.lab.guide.evidence import GuideAsked, GuideEvidence, Progress
from gamelore.learners.core import Learner


def make_guide(
    learner: Learner,
    subject: str,
    *,
    facts: Mapping[str, Any] | None = None,
    folder: Path | None = None,
    contests: int | None = None,
    seed: int,
    progress: Progress | None = None,
    strangers: bool = True,
) -> Guide:
    """Measure all that a guide tells of a learner; `folder` is where an agent stands, `facts` what is known of it."""
    asked = GuideAsked(subject, seed, contests, facts or {}, folder, progress, strangers)
    return evidence_of(learner.game).guide(learner, asked).without_idle()


def evidence_of(game: AnyGame) -> GuideEvidence:
    """Who measures the guides of a game."""
    found: GuideEvidence = game.kit.need("evidence", f"{game.title}: its kit names no evidence for a guide")
    return found
