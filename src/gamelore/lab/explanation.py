"""A decision explained: what decided, what speaks for each move, what it adds up to, and the truth where it is known.

People read a few short statements and are confused by many: a handful of moves and reasons is shown, the strongest
first, unless all are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

from gamelore.base.errors import BadSetting, ImpossibleState
from gamelore.base.seeds import stream
from gamelore.games.board.game import BoardState
from gamelore.games.core import AnyGame, AnyState, AnyView, State, View
from gamelore.learners.core import ContestInfo, Decision, Learner, Reason
from gamelore.learners.registry import Agent
from gamelore.oracles import covered

HANDFUL = 5
"""Reasons for the chosen move that are shown at first."""
OTHERS = 3
"""Other moves that are shown with their reasons at first, and reasons for each of them."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a learner does in a situation, and why. `str` tells it in a handful of lines."""

    situation: AnyState | AnyView
    """The state, or where hands are hidden what the seat that decides can see of it."""
    decision: Decision
    reasons: tuple[Reason, ...]
    worths: tuple[float, ...]
    """How much each reason counts: in the vote, or on its speaker's own scale."""
    support: Mapping[str, float]
    """What the reasons add up to for each action, for learners that vote; else nothing."""
    truth: Mapping[str, str] | None
    """The exact value of each action where the game is solved in seconds, without any limit of plies."""

    def to_mapping(self) -> dict[str, object]:
        """The whole explanation as plain values."""
        told = [{name: value for name, value in asdict(r).items() if name != "public"} for r in self.reasons]
        return {
            "state": str(self.situation),
            "action": str(self.decision.action),
            "by": self.decision.by,
            "reasons": told,
            "support": dict(self.support),
            "truth": self.truth,
        }

    def lines(self, *, everything: bool = False) -> Iterator[str]:
        """The explanation for a person who reads: a handful of it, or everything."""
        chosen = str(self.decision.action)
        about: dict[str, list[Reason]] = {str(action): [] for action in self.situation.legal_actions()}
        worth = dict(zip(self.reasons, self.worths, strict=True))
        for reason in self.reasons:
            about.setdefault(reason.action, []).append(reason)
        yield f"plays {chosen}, decided by {self.decision.by}"
        for reason in about.pop("", []):
            yield f"  {_say(reason)}"
        groups = self._alike(about, chosen)
        shown = groups if everything else [group for group in groups[: OTHERS + 1] if about[group[0]]]
        for group in shown:
            first, *same = group
            yield ""
            yield f"  {first:<8}{self._judged(first)}" + ("   <- chosen" if first == chosen else "")
            if same:
                yield f"      and the same for {', '.join(same)}"
            spoken = sorted(about[first], key=lambda reason: -worth[reason])
            most = len(spoken) if everything else HANDFUL if first == chosen else OTHERS
            for reason in spoken[:most]:
                yield f"      {_say(reason)}"
            if len(spoken) > most:
                yield f"      and {len(spoken) - most} more"
        rest = [group for group in groups if group not in shown]
        if rest:
            judged = (f"{', '.join(g)} ({self._judged(g[0], 0) or 'nobody speaks'})" for g in rest)
            yield ""
            yield f"  others: {'; '.join(judged)}"
        if self.truth is not None:
            yield ""
            yield "  win, draw and loss are the truth, without any limit of plies"

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _alike(self, about: Mapping[str, Sequence[Reason]], chosen: str) -> list[list[str]]:
        """Actions in order of support, the chosen one first, those of which all the same is said together."""
        groups: dict[object, list[str]] = {}
        for action in sorted(about, key=lambda a: (a != chosen, -self.support.get(a, 0.0), not about[a])):
            said = tuple((r.who, r.sentence.removeprefix(action), r.strength, r.weight) for r in about[action])
            groups.setdefault((said, (self.truth or {}).get(action)), []).append(action)
        return list(groups.values())

    def _judged(self, action: str, width: int = 16) -> str:
        voted = f"support {self.support[action]:+.2f}" if action in self.support else ""
        true = "" if self.truth is None else self.truth.get(action, "")
        return f"{voted:<{width}}  {true}" if voted and width else ", ".join(part for part in (voted, true) if part)


def explain(agent: Agent | Learner, situation: AnyState | AnyView | str = "", *, seed: int = 0) -> Explanation:
    """What an agent or a learner does in a situation, and why; the situation may be a text.

    Where hands are hidden its text is that of a view. Without any it is the first state, of a deal drawn with the seed.
    """
    learner = agent if isinstance(agent, Learner) else agent.learner
    game = learner.game
    here = _read(game, situation, seed) if isinstance(situation, str) else situation
    if not game.is_same(here.game):
        raise BadSetting(f"the learner plays {game!r}, but the situation is one of {here.game!r}")
    seat = here.seat if isinstance(here, View) else here.current_player()
    view: AnyView = here if isinstance(here, View) else here.view(seat)
    if isinstance(here, State) and not game.perfect_information:
        here = view
    if not view.legal_actions():
        over = isinstance(here, State) and here.is_terminal()
        why = "the contest is over" if over else "it is not this seat's turn"
        raise ImpossibleState(f"{game.name}: in '{here}' {why}; there is nothing to decide")
    learner.begin(seat, ContestInfo(game, game.seat_names, seats=(seat,)))
    decision = learner.decide(view, stream(seed, seat=seat))
    reasons = decision.reasons
    worths = tuple(_worth(learner, reason) for reason in reasons)
    return Explanation(here, decision, reasons, worths, learner.support(reasons), truth_of(here))


def _read(game: AnyGame, text: str, seed: int) -> AnyState | AnyView:
    if not text:
        first: AnyState = game.new_initial_state(stream(seed))
        return first
    read: AnyState | AnyView = game.parse_state(text) if game.perfect_information else game.parse_view(text)
    return read


def truth_of(situation: AnyState | AnyView) -> dict[str, str] | None:
    """The exact value of every legal action, where the game is solved in seconds."""
    solution = covered(situation.game, situation)
    if solution is None or not isinstance(situation, BoardState):
        return None
    return {str(move): str(value) for move, value in solution.action_values(situation)}


def _worth(learner: Learner, reason: Reason) -> float:
    votes = learner.support([reason])
    if reason.action in votes:
        return abs(votes[reason.action])
    return abs((reason.strength or 0.0) * (1.0 if reason.weight is None else reason.weight))


def _say(reason: Reason) -> str:
    numbers = [
        f"{name} {value:.2f}".replace(".00", "")
        for name, value in (("strength", reason.strength), ("weight", reason.weight))
        if value is not None
    ]
    said = f" ({', '.join(numbers)})" if numbers else ""
    return f"{reason.who}{said}: {reason.sentence}"
