"""The guide of 42 put together: what was measured of its lines, situations to try them on, and their price."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gamelore.base.errors import NotAvailable
from gamelore.games.forty_two import FortyTwo
from gamelore.games.forty_two.table import BIDDING, PLAYING
from gamelore.lab.guide.domino_evidence import (
    DEALS,
    ROUNDS,
    STAGES,
    marks_of_lines,
    quiz_of,
    seat_decisions,
    told_lines,
)
from gamelore.lab.guide.dominoes import DominoGuide
from gamelore.lab.guide.making import Progress, price_of
from gamelore.learners.features.forty_two.seen import HOLDERS, PROMISES
from gamelore.learners.maxims.forty_two_words import BID, PLAY, lines_of
from gamelore.learners.maxims.learner import MaximLearner


def make_domino_guide(
    learner: MaximLearner,
    subject: str,
    *,
    facts: Mapping[str, Any] | None = None,
    contests: int | None = None,
    seed: int,
    progress: Progress | None = None,
) -> DominoGuide:
    """Measure all that the guide of 42 tells of a list; `contests` are the deals that each list is judged on."""
    game, lines, wording = learner.game, learner.lines, learner.reader.wording
    bid, own = (lines_of(wording, lines, part) for part in (BID, PLAY))
    if not game.is_same(FortyTwo()) or lines != (*bid, *own) or not bid or not own:
        raise NotAvailable("a guide of 42 tells lines to bid and lines to play, by the rules of the thesis")
    count = contests or DEALS
    decisions = list(seat_decisions(learner, ROUNDS, seed, progress))
    found = marks_of_lines(bid, own, count, seed)
    price = replace(
        price_of(learner, facts or {}), conditions=len(wording.conditions) - 1 + len(HOLDERS) + len(PROMISES)
    )
    bids, plays = (quiz_of(learner, decisions, STAGES[stage]) for stage in (BIDDING, PLAYING))
    return DominoGuide(
        game, learner.kind, subject, seed, count, ROUNDS, told_lines(learner, decisions, found), found.strength,
        price, bids, plays, tuple(wording.sentence(line) for line in wording.lines()),
    )  # fmt: skip
