"""FORR, "for the right reasons": many narrow Advisors decide together (Epstein, Gelfand and Lesniak 1996, section 2).

Tier 1 is consulted one after another: each of its Advisors may name moves to make at once, strike moves out, or
resign. What is left goes to tier 2, where every Advisor comments with strengths from 0 (firm opposition) to 10 (strong
support) and the weighted vote decides. An optional third tier breaks ties. Nothing here knows what a board is: a
situation only has actions to choose from.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import numpy as np

from gamelore.base.arrays import Floats, Indices, Int8s
from gamelore.base.seeds import Rng
from gamelore.learners.advisors.settings.hoyle import VoteMode
from gamelore.learners.core import Reason

SILENT = -1
"""In an array of strengths: no comment on this action."""

NEUTRAL = 5
"""The middle of the scale: neither support nor opposition."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a tier-1 Advisor wants: one of these actions at once, some struck out, or to give up. Empty: nothing."""

    mandate: Sequence[int] = ()
    strike: Sequence[int] = ()
    resign: bool = False


NOTHING_TO_SAY = Verdict()


class Advisor(Generic[T]):
    """One rationale for decisions over situations of type T. Advisors only read what was learned."""

    name: str
    sentence: str = ""
    """What it says of every comment, unless it has something to say of each."""

    def because(self, situation: T, action: int) -> str:
        """One sentence for a comment on an action of the situation."""
        return self.sentence


class Tier1Advisor(Advisor[T], ABC):
    """A perfectly correct procedure, consulted in a fixed order."""

    @abstractmethod
    def consult(self, situation: T) -> Verdict:
        """Judge the actions of the situation; numbers are places in its list of actions."""


class Tier2Advisor(Advisor[T], ABC):
    """A heuristic, heard together with the others."""

    @abstractmethod
    def comment(self, situation: T) -> Int8s | None:
        """A strength for each action of the situation, `SILENT` for no comment; None if it has nothing to say."""


class Chorus(ABC, Generic[T]):
    """Many Advisors who look at the same things, and so are asked all at once."""

    @abstractmethod
    def comments(self, situation: T) -> Mapping[str, Int8s]:
        """The comments of all who have something to say, by their names."""


@dataclass(frozen=True, slots=True)
class Bench(Generic[T]):
    """Who is heard in a tier: Advisors one by one, then choruses."""

    advisors: Sequence[Tier2Advisor[T]]
    choruses: Sequence[Chorus[T]] = ()

    def __bool__(self) -> bool:
        return bool(self.advisors or self.choruses)


@dataclass(frozen=True, slots=True)
class Choice(Generic[T]):
    """A decision as FORR makes it, with everything needed to explain it later."""

    action: int | None
    """The place of the chosen action in the full list; None resigns."""
    by: str
    verdicts: tuple[tuple[str, Verdict], ...]
    """Tier 1's verdicts in the places of the full list, silence left out."""
    live: tuple[int, ...]
    """The actions that tier 1 left."""
    rest: T | None = None
    """The situation with these alone, if tier 2 was heard."""
    comments: Mapping[str, Int8s] = field(default_factory=dict)
    """Tier 2's comments on the live actions."""
    support: Floats | None = None
    tied: T | None = None
    """The situation with the actions that tier 2 left even, if tier 3 was heard."""
    tie_comments: Mapping[str, Int8s] = field(default_factory=dict)
    """Tier 3's comments on these."""


@dataclass(frozen=True, slots=True)
class Narrowed(Generic[T]):
    """What tier 1 makes of a situation."""

    rest: T
    """The situation with the live actions alone."""
    live: tuple[int, ...]
    verdicts: tuple[tuple[str, Verdict], ...] = ()
    by: str = ""
    """Who decided; nobody if the rest is left to a vote."""
    actions: Sequence[int | None] = ()
    """What was decided on, None for resigning; between several chance decides."""


def narrow(
    situation: T, advisors: Sequence[Tier1Advisor[T]], count: int, restrict: Callable[[T, Sequence[int]], T]
) -> Narrowed[T]:
    """Consult tier 1, until one of its Advisors decides or all were heard."""
    live = tuple(range(count))
    if count == 1:
        return Narrowed(situation, live, (), "only move", (0,))
    verdicts: tuple[tuple[str, Verdict], ...] = ()
    for advisor in advisors:
        verdict = advisor.consult(situation)
        if verdict is NOTHING_TO_SAY:
            continue
        mandate, strike = ([live[k] for k in places] for places in (verdict.mandate, verdict.strike))
        told = (*verdicts, (advisor.name, Verdict(mandate, strike, verdict.resign)))
        by = f"tier 1: {advisor.name}"
        if verdict.resign or mandate:
            return Narrowed(situation, live, told, by, (None,) if verdict.resign else mandate)
        keep = [k for k, action in enumerate(live) if action not in strike]
        # A correct Advisor never strikes every action out: then all are equally bad.
        if keep and strike:
            verdicts, live, situation = told, tuple(live[k] for k in keep), restrict(situation, keep)
            if len(live) == 1:
                return Narrowed(situation, live, verdicts, by, live)
    return Narrowed(situation, live, verdicts)


def _rows(comments: Mapping[str, Int8s]) -> Int8s:
    """Everybody's comments as rows; stacking dozens of short arrays one by one would cost more than the vote."""
    return np.concatenate(list(comments.values())).reshape(len(comments), -1)


def hear(situation: T, bench: Bench[T]) -> dict[str, Int8s]:
    """Everybody's comments, those who are silent left out."""
    comments = {advisor.name: advisor.comment(situation) for advisor in bench.advisors}
    heard = {name: strengths for name, strengths in comments.items() if strengths is not None}
    if heard:
        loud = (_rows(heard) != SILENT).any(axis=1).tolist()
        heard = {name: strengths for (name, strengths), says in zip(heard.items(), loud, strict=True) if says}
    for chorus in bench.choruses:
        heard.update(chorus.comments(situation))
    return heard


def tally(comments: Mapping[str, Int8s], weights: Mapping[str, float], count: int, mode: VoteMode) -> Floats:
    """The support of each action: the sum of weight times strength over all comments on it.

    The stated rule is `raw`, in which silence counts nothing. `centred` counts strengths from the neutral 5, so that
    an opposed action stands below one that nobody mentions.
    """
    if not comments:
        return np.zeros(count)
    strengths = _rows(comments)
    base = NEUTRAL if mode == "centred" else 0
    counted = np.array([weights.get(name, 1.0) for name in comments])
    support: Floats = counted @ np.where(strengths == SILENT, 0.0, strengths - base)
    return support


def best(support: Floats) -> Indices:
    """The places of the highest support; sums in different order may differ in the last bits."""
    return np.flatnonzero(support >= support.max() - 1e-9)


def decide(
    situation: T,
    count: int,
    tier1: Sequence[Tier1Advisor[T]],
    tier2: Bench[T],
    weights: Mapping[str, float],
    restrict: Callable[[T, Sequence[int]], T],
    rng: Rng,
    *,
    mode: VoteMode = "raw",
    tier3: Bench[T] | None = None,
) -> Choice[T]:
    """One decision. Ties are broken by chance, which is the only chance there is."""
    first = narrow(situation, tier1, count, restrict)
    if first.by:
        chosen = first.actions[int(rng.integers(len(first.actions)))]
        return Choice(chosen, first.by, first.verdicts, first.live)
    comments = hear(first.rest, tier2)
    support = tally(comments, weights, len(first.live), mode)
    top = best(support)
    tied: T | None = None
    tie_comments: Mapping[str, Int8s] = {}
    by = "tier 2: vote"
    if len(top) > 1 and tier3:
        tied = restrict(first.rest, top.tolist())
        tie_comments = hear(tied, tier3)
        if tie_comments:
            top = top[best(tally(tie_comments, weights, len(top), mode))]
            by = "tier 3: vote"
    chosen = first.live[int(top[int(rng.integers(len(top)))])]
    return Choice(chosen, by, first.verdicts, first.live, first.rest, comments, support, tied, tie_comments)


def vote_again(reasons: Sequence[Reason], mode: VoteMode) -> dict[str, float]:
    """The support of each action, recomputed from the printed comments alone."""
    support: dict[str, float] = {}
    for reason in reasons:
        if reason.strength is not None and reason.weight is not None and reason.action:
            base = NEUTRAL if mode == "centred" else 0
            support[reason.action] = support.get(reason.action, 0.0) + reason.weight * (reason.strength - base)
    return support
