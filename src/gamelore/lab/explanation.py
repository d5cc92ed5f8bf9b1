"""A decision told to a person: what decided, then move by move what speaks for it, what it adds up to, and the truth.

People read a few short statements and are confused by many: a handful of moves and reasons is shown, the strongest
first, unless all are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gamelore.learners.core import Decision, Learner, Reason

HANDFUL = 5
"""Reasons for the chosen move that are shown at first."""
OTHERS = 3
"""Other moves that are shown with their reasons at first, and reasons for each of them."""


def explanation_mapping(learner: Learner, decision: Decision, truth: Mapping[str, str] | None) -> dict[str, object]:
    """The whole explanation as plain values."""
    reasons = decision.reasons
    return {
        "action": str(decision.action),
        "by": decision.by,
        "reasons": [
            {"who": r.who, "sentence": r.sentence, "action": r.action, "strength": r.strength, "weight": r.weight}
            for r in reasons
        ],
        "support": dict(learner.support(reasons)),
        "truth": truth,
    }


def explanation_lines(
    learner: Learner, decision: Decision, actions: Sequence[str], truth: Mapping[str, str] | None, everything: bool
) -> Iterator[str]:
    """The explanation as lines for a terminal; `actions` are all that could have been chosen."""
    reasons, chosen = decision.reasons, str(decision.action)
    support = learner.support(reasons)
    about: dict[str, list[Reason]] = {action: [] for action in actions}
    for reason in reasons:
        about.setdefault(reason.action, []).append(reason)
    yield f"plays {chosen}, decided by {decision.by}"
    for reason in about.pop("", []):
        yield f"  {_say(reason)}"
    groups = _alike(about, support, truth, chosen)
    shown = groups if everything else [group for group in groups[: OTHERS + 1] if about[group[0]]]
    for group in shown:
        first, *same = group
        yield ""
        yield f"  {first:<8}{_judged(first, support, truth)}" + ("   <- chosen" if first == chosen else "")
        if same:
            yield f"      and the same for {', '.join(same)}"
        ranked = sorted(about[first], key=lambda r: -worth(learner, r))
        most = len(ranked) if everything else HANDFUL if first == chosen else OTHERS
        for reason in ranked[:most]:
            yield f"      {_say(reason)}"
        if len(ranked) > most:
            yield f"      and {len(ranked) - most} more"
    rest = [group for group in groups if group not in shown]
    if rest:
        judged = (f"{', '.join(g)} ({_judged(g[0], support, truth, 0) or 'nobody speaks'})" for g in rest)
        yield ""
        yield f"  others: {'; '.join(judged)}"
    if truth is not None:
        yield ""
        yield "  win, draw and loss are the truth, without any limit of plies"
    if not everything and (rest or len(reasons) > HANDFUL):
        yield "  --all shows every reason of every move"


def _alike(
    about: Mapping[str, Sequence[Reason]], support: Mapping[str, float], truth: Mapping[str, str] | None, chosen: str
) -> list[list[str]]:
    """Actions in order of support, the chosen one first, those of which all the same is said together."""
    groups: dict[object, list[str]] = {}
    for action in sorted(about, key=lambda a: (a != chosen, -support.get(a, 0.0), not about[a])):
        said = tuple((r.who, r.sentence.removeprefix(action), r.strength, r.weight) for r in about[action])
        groups.setdefault((said, (truth or {}).get(action)), []).append(action)
    return list(groups.values())


def worth(learner: Learner, reason: Reason) -> float:
    """How much a reason counts: in the vote, or on its speaker's own scale."""
    votes = learner.support([reason])
    if reason.action in votes:
        return abs(votes[reason.action])
    return abs((reason.strength or 0.0) * (1.0 if reason.weight is None else reason.weight))


def _judged(action: str, support: Mapping[str, float], truth: Mapping[str, str] | None, width: int = 16) -> str:
    voted = f"support {support[action]:+.2f}" if action in support else ""
    true = "" if truth is None else truth.get(action, "")
    return f"{voted:<{width}}  {true}" if voted and width else ", ".join(part for part in (voted, true) if part)


def _say(reason: Reason) -> str:
    numbers = [
        f"{name} {value:.2f}".replace(".00", "")
        for name, value in (("strength", reason.strength), ("weight", reason.weight))
        if value is not None
    ]
    said = f" ({', '.join(numbers)})" if numbers else ""
    return f"{reason.who}{said}: {reason.sentence}"
