"""`check_learner`: does a learner keep every promise of `learners/core.py`? For our machines and for anybody's own.

It lets the learner play, watch, be tested, be saved, be restored and be handed damaged files, under each of its
presets. The first broken promise is one `BrokenPromise` that names it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gamelore.base.errors import BrokenPromise, DamagedFile, GameloreError
from gamelore.base.files import parse_toml, to_toml
from gamelore.base.little import little_work
from gamelore.base.seeds import Rng
from gamelore.base.settings import settings_from_mapping, settings_to_mapping
from gamelore.games.check import Promises
from gamelore.games.core import RESIGN, AnyGame
from gamelore.games.record import BY_PLIES, BY_RULES, Record
from gamelore.games.registry import GameLike, game_of
from gamelore.learners.core import WATCHED, ContestInfo, Decision, Learner, Lesson, Reason
from gamelore.learners.registry import knowledge_digest, learner_class, typed_learner


@dataclass(frozen=True, slots=True)
class LearnerReport:
    """How much a check has seen."""

    presets: int
    contests: int
    decisions: int


@little_work(False)
def check_learner(learner: type[Learner] | str, game: GameLike, rng: Rng, *, contests: int = 4) -> LearnerReport:
    """Check every promise under every preset; returns how much was seen, raises `BrokenPromise` otherwise."""
    game = game_of(game)
    if isinstance(learner, str):
        learner = learner_class(typed_learner(learner))
    check = _LearnerCheck(learner, game, contests, int(rng.integers(2**32)))
    check.require(bool(learner.kind) and bool(learner.summary), "a learner has a kind and a summary")
    check.require(len(learner.presets) > 0, "a learner has at least one preset")
    check.require(learner.plays(game), f"the learner plays {game.name}")
    for name, settings in learner.presets.items():
        check.preset(name, settings)
    return LearnerReport(len(learner.presets), check.contests_seen, check.decisions_seen)


class _LearnerCheck(Promises):
    """One check of one learner: what it has seen so far, and one method for each group of promises."""

    def __init__(self, learner: type[Learner], game: AnyGame, contests: int, seed: int) -> None:
        super().__init__(learner.kind)
        self.learner, self.game, self.contests, self.seed = learner, game, contests, seed
        self.contests_seen = self.decisions_seen = 0

    def preset(self, name: str, settings: object) -> None:
        self.where = f"{self.learner.kind}, preset {name}"
        self.require(self.learner.preset(name) == settings, "preset gives the settings under a name")
        read = parse_toml(to_toml(settings_to_mapping(settings)), self.where)
        again = settings_from_mapping(self.learner.preset(None), read, self.where)
        self.require(again == settings, "settings read back from TOML as an equal value", again)
        first, second = (self.learner(self.game, settings) for _ in range(2))
        empty = first.knowledge()
        self.train(first)
        self.train(second)
        same = first.knowledge() == second.knowledge()
        self.require(same, "the same contests and the same streams give the same knowledge")
        self.untaught(first)
        self.round_trip(first, settings)
        for texts in (empty, first.knowledge()):
            self.damage(first, texts)
        self.require(all(isinstance(line, str) and line for line in first.lore()), "lore is a list of sentences")

    def train(self, learner: Learner) -> None:
        """Sit at each seat in turn, hold all of them, and watch."""
        seats = self.game.seats
        for number in range(self.contests):
            self.contest(learner, number, (number % seats,), learning=True)
        self.contest(learner, self.contests, tuple(range(seats)), learning=True)
        self.contest(learner, self.contests + 1, (), learning=True)

    def untaught(self, learner: Learner) -> None:
        """When learning is off, neither playing nor watching changes what is known."""
        before = knowledge_digest(learner)
        for number in range(self.contests):
            self.contest(learner, 100 + number, (number % self.game.seats,), learning=False)
        self.contest(learner, 100 + self.contests, (), learning=False)
        self.require(knowledge_digest(learner) == before, "nothing is learned when learning is off")

    def round_trip(self, learner: Learner, settings: object) -> None:
        texts = learner.knowledge()
        copy = self.learner(self.game, settings)
        try:
            copy.restore(texts, "check")
        except GameloreError as error:
            raise BrokenPromise(f"{self.where}: restore takes back what knowledge gave; {error}") from None
        self.require(copy.knowledge() == texts, "knowledge taken back is byte for byte the same")
        self.require(learner.knowledge() == texts, "asking for knowledge changes nothing")
        for number in range(self.contests):
            seats = (number % self.game.seats,)
            mine, theirs = (self.contest(who, 200 + number, seats, learning=True) for who in (learner, copy))
            self.require(mine == theirs, "a restored learner decides as the one that was saved")
        same = learner.knowledge() == copy.knowledge()
        self.require(same, "a restored learner goes on learning as the one that was saved")

    def damage(self, learner: Learner, texts: Mapping[str, str]) -> None:
        """Damaged texts are refused by name and change nothing."""
        ended = all(text.endswith("\n") or not text for text in texts.values())
        self.require(ended, "knowledge texts end with a newline")
        before = learner.knowledge()
        self.refuses(learner, before, {}, "no file at all", must=bool(texts))
        for name, text in texts.items():
            self.refuses(learner, before, {k: v for k, v in texts.items() if k != name}, f"{name} missing", must=True)
            self.refuses(
                learner, before, {**texts, name: "\x00 nonsense \x00\n"}, f"{name} replaced by nonsense", must=True
            )
            if text:
                rest = text.partition("\n")[2]
                self.refuses(learner, before, {**texts, name: rest}, f"{name} without its first line", must=True)
                cut = int(np.random.default_rng([self.seed, len(text)]).integers(len(text)))
                self.refuses(learner, before, {**texts, name: text[:cut]}, f"{name} cut off", must=False)

    def refuses(
        self, learner: Learner, before: Mapping[str, str], texts: Mapping[str, str], what: str, *, must: bool
    ) -> None:
        try:
            learner.restore(texts, "check")
        except DamagedFile:
            self.require(learner.knowledge() == before, f"restore changes nothing when it refuses ({what})")
            return
        except Exception as error:
            raise self.broken("restore refuses damage with DamagedFile", what, error) from error
        self.require(not must, "restore refuses damaged files", what)
        learner.restore(before, "check")

    def contest(self, learner: Learner, number: int, seats: tuple[int, ...], *, learning: bool) -> Record:
        """One contest with random players at the other seats; a watcher is shown seat 0 as its expert."""
        self.contests_seen += 1
        game = self.game
        streams = [np.random.default_rng([self.seed, number, seat]) for seat in range(game.seats + 1)]
        deal = game.sample_deal(streams[-1])
        names = tuple(learner.name if seat in seats else "random" for seat in range(game.seats))
        experts = frozenset() if seats else frozenset({0})
        learner.begin(seats[0] if seats else None, ContestInfo(game, names, experts, learning, number, seats))
        state = game.initial_state(deal)
        made: list[str] = []
        deciders: list[str] = []
        asked: list[tuple[Decision, tuple[Reason, ...]]] = []
        limit = game.horizon.max_plies or 200
        while not state.is_terminal() and len(made) < limit:
            seat = state.current_player()
            view, legal = state.view(seat), state.legal_actions()
            if seat in seats:
                decision = learner.decide(view, streams[seat])
                self.require(bool(decision.by), "a decision says what decided")
                self.require(decision.action in legal or decision.resigns, "a decision is a legal action", decision)
                asked.append((decision, self.reasons(decision)))
                action, by = decision.action, decision.by
                if action == RESIGN:
                    action = legal[0]  # the check plays on, to see more
            else:
                action, by = legal[int(streams[seat].integers(len(legal)))], "random"
                if learning and seat in experts:
                    learner.learn(Lesson(view, (action,), "random", WATCHED))
            made.append(str(action))
            deciders.append(by)
            state = state.child(action)
        ended = BY_RULES if state.is_terminal() else BY_PLIES
        record = Record(
            game.name, names, tuple(made), state.returns(), ended, deal=deal, parameters=dict(game.parameters),
            deciders=tuple(deciders), experts=tuple(experts), horizon=game.horizon, unit=game.unit,
        )  # fmt: skip
        learner.end(record.seen_by(game, seats or experts))
        self.decisions_seen += len(asked)
        for decision, reasons in asked:
            self.require(decision.reasons == reasons, "reasons stay what they were, whatever is learned later")
        return record

    def reasons(self, decision: Decision) -> tuple[Reason, ...]:
        reasons = decision.reasons
        self.require(len(reasons) > 0, "every decision has a reason", decision)
        for reason in reasons:
            self.require(bool(reason.who) and bool(reason.sentence), "a reason names its speaker and speaks", reason)
        return reasons
