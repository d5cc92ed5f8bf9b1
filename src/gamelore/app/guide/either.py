"""The guide of a board game or of 42, measured and drawn: one door for the command and for the web page."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gamelore.app.guide.domino_page import domino_page
from gamelore.app.guide.domino_text import domino_text
from gamelore.app.guide.html import guide_page
from gamelore.app.guide.text import guide_text
from gamelore.lab.guide.core import Guide, guide_mapping
from gamelore.lab.guide.domino_making import make_domino_guide
from gamelore.lab.guide.dominoes import DominoGuide, domino_mapping
from gamelore.lab.guide.making import Progress, is_of_dominoes, make_guide
from gamelore.learners.core import Learner

EitherGuide = Guide | DominoGuide


def measured(
    learner: Learner,
    subject: str,
    *,
    facts: Mapping[str, Any] | None = None,
    folder: Path | None = None,
    contests: int | None = None,
    seed: int,
    progress: Progress | None = None,
) -> EitherGuide:
    """Measure all that a guide tells of a learner."""
    if is_of_dominoes(learner):
        return make_domino_guide(learner, subject, facts=facts, contests=contests, seed=seed, progress=progress)
    return make_guide(learner, subject, facts=facts, folder=folder, contests=contests, seed=seed, progress=progress)


def as_page(guide: EitherGuide) -> str:
    """A guide as one page of HTML."""
    return domino_page(guide) if isinstance(guide, DominoGuide) else guide_page(guide)


def as_text(guide: EitherGuide) -> str:
    """A guide as text."""
    return domino_text(guide) if isinstance(guide, DominoGuide) else guide_text(guide)


def as_mapping(guide: EitherGuide) -> dict[str, Any]:
    """A guide as plain values."""
    return domino_mapping(guide) if isinstance(guide, DominoGuide) else guide_mapping(guide)
