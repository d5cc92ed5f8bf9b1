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
from typing import Generic, Literal, TypeVar

import numpy as np

from gamelore.base.arrays import Floats, Indices, Int8s
from gamelore.base.seeds import Rng
from gamelore.learners.core import Reason

VoteMode = Literal["raw", "centred"]

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


class Advisor(ABC, Generic[T]):
    """One rationale for decisions over situations of type T. Advisors only read what was learned."""

    name: str

    @abstractmethod
    def because(self, situation: T, action: int) -> str:
        """One sentence for a comment on an action of the situation."""


class Tier1Advisor(Advisor[T]):
    """A perfectly correct procedure, consulted in a fixed order."""

    @abstractmethod
    def consult(self, situation: T) -> Verdict:
        """Judge the actions of the situation; numbers are places in its list of actions."""


class Tier2Advisor(Advisor[T]):
    """A heuristic, heard together with the others."""

    @abstractmethod
    def comment(self, situation: T) -> Int8s | None:
        """A strength for each action of the situation, `SILENT` for no comment; None if it has nothing to say."""

    def reads(self, situation: T) -> bool:
        """Whether it can speak in such a situation at all."""
        return True


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


def narrow(
    situation: T, advisors: Sequence[Tier1Advisor[T]], count: int, restrict: Callable[[T, Sequence[int]], T]
) -> tuple[Choice[T] | None, T, tuple[int, ...], tuple[tuple[str, Verdict], ...], Sequence[int]]:
    """Consult tier 1. Returns a choice if it is forced or a resignation, else the situation that is left.

    The last value are the mandated actions when several are equally mandated; tier 1 then leaves the draw to chance.
    """
    live = tuple(range(count))
    verdicts: list[tuple[str, Verdict]] = []
    if count == 1:
        return Choice(0, "only move", (), live), situation, live, (), ()
    for advisor in advisors:
        verdict = advisor.consult(situation)
        if verdict is NOTHING_TO_SAY:
            continue
        full = Verdict([live[k] for k in verdict.mandate], [live[k] for k in verdict.strike], verdict.resign)
        if verdict.resign:
            verdicts.append((advisor.name, full))
            return Choice(None, f"tier 1: {advisor.name}", tuple(verdicts), live), situation, live, (), ()
        if verdict.mandate:
            verdicts.append((advisor.name, full))
            return None, situation, live, tuple(verdicts), full.mandate
        struck = set(verdict.strike)
        keep = [k for k in range(len(live)) if k not in struck]
        # A correct Advisor never strikes every action out: then all are equally bad.
        if keep and struck:
            verdicts.append((advisor.name, full))
            live = tuple(live[k] for k in keep)
            situation = restrict(situation, keep)
            if len(live) == 1:
                choice: Choice[T] = Choice(live[0], f"tier 1: {advisor.name}", tuple(verdicts), live)
                return choice, situation, live, tuple(verdicts), ()
    return None, situation, live, tuple(verdicts), ()


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
    strengths = _rows(comments).astype(np.float64)
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
    forced, rest, live, verdicts, mandated = narrow(situation, tier1, count, restrict)
    if forced is not None:
        return forced
    if mandated:
        return Choice(mandated[int(rng.integers(len(mandated)))], f"tier 1: {verdicts[-1][0]}", verdicts, live)
    comments = hear(rest, tier2)
    support = tally(comments, weights, len(live), mode)
    top = best(support)
    tied: T | None = None
    tie_comments: Mapping[str, Int8s] = {}
    by = "tier 2: vote"
    if len(top) > 1 and tier3:
        tied = restrict(rest, top.tolist())
        tie_comments = hear(tied, tier3)
        if tie_comments:
            top = top[best(tally(tie_comments, weights, len(top), mode))]
            by = "tier 3: vote"
    chosen = live[int(top[int(rng.integers(len(top)))])]
    return Choice(chosen, by, verdicts, live, rest, comments, support, tied, tie_comments)


def vote_again(reasons: Sequence[Reason], mode: VoteMode) -> dict[str, float]:
    """The support of each action, recomputed from the printed comments alone."""
    support: dict[str, float] = {}
    for reason in reasons:
        if reason.strength is not None and reason.weight is not None and reason.action:
            base = NEUTRAL if mode == "centred" else 0
            support[reason.action] = support.get(reason.action, 0.0) + reason.weight * (reason.strength - base)
    return support
