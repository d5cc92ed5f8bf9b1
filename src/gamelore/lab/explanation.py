"""A decision explained: what decided, what speaks for each move, what it adds up to, and the truth where it is known.

People read a few short statements and are confused by many. The chosen move comes first with at most three reasons for
it and the strongest against it, then the best alternative and what speaks against that, unless all is asked for. What
speaks against a move is marked. A learner that sums its reasons up itself is told in its own sentences.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

from gamelore.base.errors import BadSetting, ImpossibleState, NotAvailable
from gamelore.base.notebook import Row, picture, text_html
from gamelore.base.seeds import stream
from gamelore.games.core import AnyGame, AnyState, AnyView, State, View
from gamelore.games.record import Record
from gamelore.learners.core import ContestInfo, Decision, Learner, Player, Reason
from gamelore.learners.registry import LearnerLike, learner_of
from gamelore.oracles import truth_about

FEW = 3
"""Reasons for a move, or about the situation, that are shown at first."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a learner does in a situation, and why. `str` tells it in a handful of lines."""

    situation: AnyState | AnyView
    """The state, or where hands are hidden what the seat that decides can see of it."""
    decision: Decision
    reasons: tuple[Reason, ...]
    worths: tuple[float, ...]
    """How much each reason counts, in the vote or on its speaker's own scale; negative if it speaks against."""
    support: Mapping[str, float]
    """What the reasons add up to for each action, for learners that vote; else nothing."""
    truth: Mapping[str, str] | None
    """The exact value of each action where the game is solved in seconds, without any limit of plies."""

    def to_mapping(self) -> dict[str, object]:
        """The whole explanation as plain values."""
        told = [
            {name: value for name, value in asdict(r).items() if name not in ("public", "summary")}
            for r in self.reasons
        ]
        return {
            "state": str(self.situation),
            "action": str(self.decision.action),
            "by": self.decision.by,
            "reasons": told,
            "support": dict(self.support),
            "truth": self.truth,
        }

    def to_rows(self) -> list[Row]:
        """One row for each reason, in the order in which they were given."""
        chosen = str(self.decision.action)
        told = zip(self.reasons, self.worths, strict=True)
        return [
            {"who": r.who, "says": r.sentence, "action": r.action, "chosen": r.action == chosen, "worth": worth}
            for r, worth in told
        ]

    def _repr_html_(self) -> str:
        return f"<div>{picture(self.situation)}{text_html(str(self))}</div>"

    def lines(self, *, everything: bool = False) -> Iterator[str]:
        """The explanation for a person who reads: a handful of it, or everything."""
        yield f"plays {self.decision.action}, decided by {self.decision.by}"
        yield from self.because(everything=everything)

    def because(self, *, everything: bool = False) -> Iterator[str]:
        """What follows the decision itself; nothing if nobody says or knows anything."""
        if not self.reasons and self.truth is None:
            return
        summary = [reason.sentence for reason in self.reasons if reason.summary]
        if summary and not everything:
            yield from (f"  {sentence}" for sentence in summary)
            return
        chosen = str(self.decision.action)
        legal = [str(action) for action in self.situation.legal_actions()]
        about: dict[str, list[Reason]] = {action: [] for action in (chosen, *legal)}
        for reason in self.reasons:
            about.setdefault(reason.action, []).append(reason)
        in_general = about.pop("", [])
        yield from _few([f"  {_say(reason, 0.0)}" for reason in in_general], everything, "  ")
        groups = self._alike(about, chosen)
        shown = groups if everything else self._chosen_and_best(groups, about, legal)
        for group in shown:
            first, *same = group
            mark = "   <- chosen" if first == chosen else "   <- best alternative" if not everything else ""
            yield ""
            yield f"  {first:<8}{self._judged(first)}{mark}".rstrip()
            if same and (about[first] or self._judged(first, 0)):
                yield f"      and the same for {', '.join(same)}"
            yield from self._spoken(about[first], everything, chosen=first == chosen)
            if first == chosen and not about[first] and self._others_are_out(about, chosen):
                yield "      is what is left: all other moves are out"
        rest = [group for group in groups if group not in shown and group[0] in legal]
        judged = [f"{', '.join(group)} ({self._judged(group[0], 0)})" for group in rest if self._judged(group[0], 0)]
        if judged:
            yield ""
            yield f"  others: {'; '.join(judged)}"
        if self.truth is not None:
            yield ""
            yield "  win, draw and loss are the truth, without any limit of plies"

    def in_general(self) -> Iterator[str]:
        """The reasons one by one, for decisions of which little may be told."""
        yield from (f"  {_say(reason, 0.0)}" for reason in self.reasons)

    def _spoken(self, reasons: Sequence[Reason], everything: bool, *, chosen: bool) -> Iterator[str]:
        """What is said of a move: what speaks for the chosen one, against the other, the strongest first."""
        worth = dict(zip(self.reasons, self.worths, strict=True))
        as_spoken = everything and not self.support
        ordered = reasons if as_spoken else sorted(reasons, key=lambda reason: -abs(worth[reason]))
        against = [reason for reason in ordered if worth[reason] < 0]
        in_favour = [reason for reason in ordered if worth[reason] >= 0]
        if everything:
            told = ordered
        elif chosen:
            told = [*in_favour[:FEW], *against[:1]]
        else:
            told = (against or in_favour)[:FEW]
        yield from (f"      {_say(reason, worth[reason])}" for reason in told)
        if len(told) < len(ordered):
            yield f"      and {len(ordered) - len(told)} more"

    def _chosen_and_best(
        self, groups: Sequence[list[str]], about: Mapping[str, Sequence[Reason]], legal: Sequence[str]
    ) -> list[list[str]]:
        """The group of the chosen action, and the next one in order of support of which something is said."""
        first, *others = groups
        return [first, *[group for group in others if about[group[0]] and group[0] in legal][:1]]

    def _others_are_out(self, about: Mapping[str, Sequence[Reason]], chosen: str) -> bool:
        worth = dict(zip(self.reasons, self.worths, strict=True))
        others = [reasons for action, reasons in about.items() if action != chosen]
        return bool(others) and all(any(worth[reason] < 0 for reason in reasons) for reasons in others)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _alike(self, about: Mapping[str, Sequence[Reason]], chosen: str) -> list[list[str]]:
        """Actions in order of support, the chosen one first, those of which all the same is said together."""
        groups: dict[object, list[str]] = {}
        out = min(self.support.values(), default=0.0)  # what has no support among moves that have was struck out
        for action in sorted(about, key=lambda a: (a != chosen, -self.support.get(a, out), not about[a])):
            said = tuple((r.who, r.sentence.removeprefix(action), r.strength, r.weight) for r in about[action])
            groups.setdefault((said, (self.truth or {}).get(action)), []).append(action)
        return list(groups.values())

    def _judged(self, action: str, width: int = 16) -> str:
        voted = f"support {self.support[action]:+.2f}" if action in self.support else ""
        true = "" if self.truth is None else self.truth.get(action, "")
        return f"{voted:<{width}}  {true}" if voted and width else ", ".join(part for part in (voted, true) if part)


def explain(agent: LearnerLike, situation: AnyState | AnyView | str = "", *, seed: int = 0) -> Explanation:
    """What an agent, given as itself or by its folder, or a learner does in a situation, and why.

    The situation may be a text; where hands are hidden that of a view. Without any it is the first state, of a deal
    drawn with the seed.
    """
    learner = learner_of(agent)
    game = learner.game
    if not isinstance(situation, str | State | View):
        raise BadSetting(f"a situation is a state, a view or its text, not {situation!r:.60}")
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
    return explain_decision(learner, here, decision, truth_of(here))


def look_back(agent: LearnerLike, record: Record) -> list[tuple[int, list[str]]]:
    """What an agent thinks of the decisions of every seat of a recorded contest, each from what that seat saw."""
    learner = learner_of(agent)
    if record.game != learner.game.name:
        raise BadSetting(f"the learner plays {learner.game.name}, but the record is one of {record.game}")
    game, told = learner.game, []
    for seat in range(game.seats):
        lines = learner.afterthoughts(record.seen_by(game, (seat,)), seat)
        if lines:
            told.append((seat, list(lines)))
    if not told:
        raise NotAvailable(f"learner {learner.kind}, as it was trained, judges no contest when it is over")
    return told


def explain_decision(
    player: Player, situation: AnyState | AnyView, decision: Decision, truth: Mapping[str, str] | None = None
) -> Explanation:
    """A decision that somebody has made, explained."""
    reasons = decision.reasons
    worths = tuple(_worth(player, reason) for reason in reasons)
    support = player.support(reasons) if isinstance(player, Learner) else {}
    return Explanation(situation, decision, reasons, worths, support, truth)


def _read(game: AnyGame, text: str, seed: int) -> AnyState | AnyView:
    if not text:
        first: AnyState = game.new_initial_state(stream(seed))
        return first
    read: AnyState | AnyView = game.parse_state(text) if game.perfect_information else game.parse_view(text)
    return read


def truth_of(situation: AnyState | AnyView) -> dict[str, str] | None:
    """The exact value of every legal action, where the game is solved in seconds."""
    truth = truth_about(situation)
    return None if truth is None else {str(move): str(value) for move, value in truth.action_values(situation)}


def _worth(player: Player, reason: Reason) -> float:
    votes = player.support([reason]) if isinstance(player, Learner) else {}
    # What is nothing when it is printed speaks neither for nor against.
    return round(votes.get(reason.action, reason.strength or 0.0), 2)


def _few(lines: Sequence[str], everything: bool, indent: str) -> Iterator[str]:
    shown = len(lines) if everything else FEW
    yield from lines[:shown]
    if len(lines) > shown:
        yield f"{indent}and {len(lines) - shown} more"


def _say(reason: Reason, worth: float) -> str:
    """A reason with what its speaker counts; opposition is marked."""
    numbers = [
        f"{name} {round(value, 2) + 0.0:.2f}".replace(".00", "")
        for name, value in (("strength", reason.strength), ("weight", reason.weight))
        if value is not None and reason.weight is not None
    ]
    said = f" ({', '.join(numbers)})" if numbers else ""
    return f"{reason.who}{said}{', against it' if worth < 0 else ''}: {reason.sentence}"
