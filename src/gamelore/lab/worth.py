"""What a voice adds: an agent plays the same contests with it and without it.

A weight says how loud a voice is, an accuracy how right it is where it speaks; neither says what the agent would lose
with it. So each part that decided something is silenced in turn. All contests share their random numbers, and the
differences are taken contest by contest. The result is kept beside the agent and counts as long as its knowledge stays
what it was.
"""

from __future__ import annotations

import copy
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from gamelore.arena.contest import ContestKey
from gamelore.arena.roster import make_player, usual_challengers
from gamelore.arena.tournament import seat_of, tournament
from gamelore.base.errors import DamagedFile, GameloreError, NotAvailable
from gamelore.base.files import LARGEST, parse_json, read_text, to_json
from gamelore.base.little import little_work
from gamelore.base.seeds import Phase, Rng
from gamelore.base.stats import mean_interval
from gamelore.games.core import AnyView
from gamelore.games.record import Record
from gamelore.lab.records import WORTH_FILE
from gamelore.learners.core import ContestInfo, Decision, Learner
from gamelore.learners.registry import keep_beside, knowledge_digest
from gamelore.learners.signatures.cogap.learner import Cogap

FORMAT = 1
Results = list[tuple[float, float]]
"""What is shown of each contest, and what it counts."""
CONTESTS, DEALS = 20, 200
"""Contests against each challenger: on a board, and where deals differ by luck."""
MOST_PARTS = 8
"""How many parts are silenced: those that decide most often."""
LOOKED_AT = 5
"""One of so many decisions is looked at where that takes a decision of every twin."""
WIN = 50.0
"""What a win counts above a draw, in a scale where a contest not lost counts 100."""


@dataclass(frozen=True, slots=True)
class PartWorth:
    """What the agent loses without a part."""

    name: str
    sentence: str
    decided: float
    """The share of the agent's decisions that would not stand without it."""
    without: float
    """What the agent scores without it, as the whole agent's score is counted."""
    loss: float
    low: float
    high: float
    """What it scores less, contest by contest, with the 95 % interval of this difference."""

    @property
    def carries(self) -> bool:
        """Whether the contests show that the part helps."""
        return self.low > 0

    @property
    def hurts(self) -> bool:
        """Whether they show that the agent would do better without it."""
        return self.high < 0


@dataclass(frozen=True, slots=True)
class Worths:
    """What the parts of an agent are worth, the most valuable first."""

    knowledge: str
    """The digest of the knowledge that was measured."""
    challengers: tuple[str, ...]
    contests: int
    """Against each challenger."""
    seed: int
    unit: str
    score: float
    """Per cent of contests not lost, or the mean gain in the game's unit."""
    parts: tuple[PartWorth, ...]

    def sentences(self) -> list[str]:
        """The parts that carry the strength, in words; then, if any, those that stand in its way."""
        told = [f"{p.sentence} ({p.name}.) {self._said(p)}" for p in self.parts if p.carries]
        return told + [f"Better without it: {p.name}. {self._said(p)}" for p in self.parts if p.hurts]

    def headline(self) -> str:
        """What was measured, in one line."""
        against = " and ".join(", ".join(self.challengers).rsplit(", ", 1))
        return f"{self._figure(self.score)} in {self.contests} contests against each of {against} (seed {self.seed})"

    def _said(self, part: PartWorth) -> str:
        return f"It decides {part.decided:.0%} of the moves; without it {self._figure(part.without)}."

    def _figure(self, value: float) -> str:
        return f"{value:.0f} % not lost" if self.unit == "result" else f"{value:+.2f} {self.unit} a contest"


class _AtTable:
    """A learner that only plays: nobody need look at what it knows."""

    def __init__(self, learner: Learner) -> None:
        self.learner = learner
        self.name = learner.kind

    def begin(self, seat: int | None, contest: ContestInfo) -> None:
        self.learner.begin(seat, contest)

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        return self.learner.decide(view, rng)

    def end(self, record: Record) -> None:
        self.learner.end(record)


class _Noted(_AtTable):
    """One whose decisions are looked at for the parts that each hangs on.

    Reasons tell that; where parts are groups of pieces, whether the twin without one would have decided otherwise.
    """

    def __init__(self, learner: Learner) -> None:
        super().__init__(learner)
        self.asked = 0
        self.decisions = 0
        """Those that were looked at."""
        self.hung: Counter[str] = Counter()
        groups = learner.parts() if learner.parts_are_groups else ()
        self.twins = {part.name: learner.without(part.name) for part in groups}

    def begin(self, seat: int | None, contest: ContestInfo) -> None:
        for player in (self.learner, *self.twins.values()):
            player.begin(seat, contest)

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        self.asked += 1
        if not self.twins:
            decision = self.learner.decide(view, rng)
            self.decisions += 1
            self.hung.update(decided_by(self.learner, decision))
            return decision
        if self.asked % LOOKED_AT:
            return self.learner.decide(view, rng)
        luck = {name: copy.deepcopy(rng) for name in self.twins}
        decision = self.learner.decide(view, rng)
        self.decisions += 1
        self.hung.update(n for n, t in self.twins.items() if t.decide(view, luck[n]).action != decision.action)
        return decision


def decided_by(learner: Learner, decision: Decision) -> set[str]:
    """The speakers without whom another move could have been made.

    Whoever decides alone is named by the decision. A move that was struck out hangs on who struck it. In a vote a voice
    matters if the others would have had another favourite.
    """
    reasons, chosen = decision.reasons, str(decision.action)
    who = {reason.who for reason in reasons}
    mattered = {name for name in who if decision.by == name or decision.by.endswith(f": {name}")}
    mattered |= {r.who for r in reasons if r.weight is None and (r.strength or -1) < 0 and r.action not in ("", chosen)}
    voters = {r.who for r in reasons if r.strength is not None and r.weight is not None}
    for name in voters:
        votes = learner.support([reason for reason in reasons if reason.who != name])
        if votes.get(chosen, 0.0) < max(votes.values(), default=0.0) - 1e-9:
            mattered.add(name)
    return mattered


@dataclass(frozen=True, slots=True)
class _Played:
    """What the whole agent did, and how the same contests go without a part."""

    challengers: tuple[str, ...]
    contests: int
    whole: Results
    decided: Mapping[str, float]
    """The share of the decisions that hang on each part that any hangs on, the largest first."""
    without: Callable[[str], Results]


@little_work(False)
def measure(learner: Learner, *, seed: int = 0, progress: Callable[[str], None] | None = None) -> Worths:
    """Silence the parts that decide most often, one after another."""
    parts = {part.name: part for part in learner.parts()}
    if not parts:
        raise NotAvailable(f"learner {learner.kind} has no parts that can be silenced")
    played = _bids(learner, seed) if isinstance(learner, Cogap) else _contests(learner, seed)
    found = []
    for name in [name for name in played.decided if name in parts][:MOST_PARTS]:
        if progress is not None:
            progress(name)
        rest = played.without(name)
        difference = mean_interval([mine[1] - other[1] for mine, other in zip(played.whole, rest, strict=True)])
        known = all(map(math.isfinite, (difference.low, difference.high)))
        found.append(
            PartWorth(
                name,
                parts[name].sentence,
                played.decided[name],
                _mean([shown for shown, _ in rest]),
                difference.mean,
                difference.low if known else 0.0,
                difference.high if known else 0.0,
            )
        )
    found.sort(key=lambda part: -part.loss)
    score = _mean([shown for shown, _ in played.whole])
    unit, knowledge = learner.game.unit, knowledge_digest(learner)
    return Worths(knowledge, played.challengers, played.contests, seed, unit, score, tuple(found))


def _contests(learner: Learner, seed: int) -> _Played:
    """Contests against the usual challengers."""
    game = learner.game
    lucky = not game.perfect_information
    names = usual_challengers(game)
    challengers = names if lucky else tuple(name for name in names if name != "random")
    contests = DEALS if lucky else CONTESTS
    noted = _Noted(learner)
    whole = _results(learner, noted, challengers, contests, seed)
    decided = {name: times / noted.decisions for name, times in noted.hung.most_common()}

    def without(part: str) -> Results:
        return _results(learner, _AtTable(learner.without(part)), challengers, contests, seed)

    return _Played(challengers, contests, whole, decided, without)


def _bids(learner: Cogap, seed: int) -> _Played:
    """Mirrored deals that are played by lines: what only bids is judged without the playing machine, which is slow."""
    from gamelore.lab.forty_two.bidder_worth import OTHERS, BidTrial, share_changed

    trial = BidTrial(seed)
    gains, met = trial.gains(learner.bidder), trial.met
    twins = {part.name: learner.without(part.name).bidder for part in learner.parts()}
    changed = {name: share_changed(learner.bidder, twin, met) for name, twin in twins.items()}
    decided = dict(sorted(((n, share) for n, share in changed.items() if share), key=lambda told: -told[1]))

    def without(part: str) -> Results:
        return [(gain, gain) for gain in trial.gains(twins[part]).tolist()]

    return _Played(tuple(OTHERS), 2 * len(trial.deals), [(g, g) for g in gains.tolist()], decided, without)


def _results(learner: Learner, player: _AtTable, challengers: Sequence[str], contests: int, seed: int) -> Results:
    """For every contest what is shown of it and what it counts: not lost, wins above that; or what was gained."""
    game = learner.game
    results: Results = []
    for name in challengers:
        key = ContestKey(seed, phase=Phase.SAMPLE, series=name)
        for record in tournament(game, (player, make_player(name, game)), contests, key):
            seat = seat_of(record, 0)
            if game.unit != "result":
                results.append((record.returns[seat], record.returns[seat]))
            else:
                result = record.result(seat)
                kept = 0.0 if result == "loss" else 100.0
                results.append((kept, kept + (WIN if result == "win" else 0.0)))
    return results


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def worth_of(learner: Learner, folder: Path, *, seed: int = 0, progress: Callable[[str], None] | None = None) -> Worths:
    """What stands beside the agent, if its knowledge is still the one that was measured; else measured now and kept."""
    place = folder / WORTH_FILE
    if place.exists():
        try:
            kept = read_worths(read_text(place), str(place))
        except DamagedFile:
            kept = None
        if kept is not None and (kept.knowledge, kept.seed) == (knowledge_digest(learner), seed):
            return kept
    found = measure(learner, seed=seed, progress=progress)
    try:
        keep_beside(folder, WORTH_FILE, to_json({"format": FORMAT, **asdict(found)}, indent=1) + "\n")
    except OSError as error:
        raise GameloreError(f"{place}: what was measured cannot be kept: {error.strerror}") from None
    return found


def read_worths(text: str, where: str) -> Worths:
    """What was measured, from its file."""
    content = parse_json(text, where)
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise DamagedFile(f"{where}: is not a file of worths of format {FORMAT}")
    try:
        parts = tuple(PartWorth(**{**part}) for part in content["parts"])
        values = {name: content[name] for name in ("knowledge", "contests", "seed", "unit", "score")}
        found = Worths(**values, challengers=tuple(content["challengers"]), parts=parts)
    except (KeyError, TypeError) as error:
        raise DamagedFile(f"{where}: {error} is missing or has the wrong form") from None
    numbers = [found.score, *(value for p in parts for value in (p.decided, p.without, p.loss, p.low, p.high))]
    whole = [found.contests, found.seed]
    if not all(isinstance(n, float | int) and not isinstance(n, bool) and abs(n) <= LARGEST for n in numbers + whole):
        raise DamagedFile(f"{where}: a figure has the wrong form")
    if not all(isinstance(text, str) for p in parts for text in (p.name, p.sentence)):
        raise DamagedFile(f"{where}: a sentence has the wrong form")
    return found
