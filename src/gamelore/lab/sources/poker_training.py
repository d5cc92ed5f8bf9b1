"""Training runs of the rule learner at draw poker, and how far it then agrees with its trainer (Waterman 1968, ch. 5).

The same sitting serves for all: rounds in games of five, the program first in rounds 1, 3 and 5, what is remembered of
the opponent forgotten with each game unless set otherwise. In automatic training the trainer's decision is what is
played; in the test of agreement the learner's is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from gamelore.arena.poker.opponents import opponent
from gamelore.base.seeds import Phase, Rng, stream
from gamelore.games import load_game
from gamelore.games.poker.cards import Deal
from gamelore.games.poker.draw_poker import DrawPoker, DrawPokerState, DrawPokerView
from gamelore.games.poker.table import ROUNDS_PER_GAME, SECOND_BETS, Bet, PokerAction
from gamelore.games.record import Record
from gamelore.learners.core import ContestInfo, Player
from gamelore.learners.features.poker.variables import NOTHING_KNOWN
from gamelore.learners.rules.language.heuristics import Heuristics
from gamelore.learners.rules.language.matching import Matcher, Values
from gamelore.learners.rules.poker.cases import showdown_of
from gamelore.learners.rules.poker.lists import builtin, printed
from gamelore.learners.rules.poker.moves import TRAINER_CLASSES, action_of, allowed, bet_ranges
from gamelore.learners.rules.poker.task import PokerTask
from gamelore.learners.rules.settings import RuleSettings
from gamelore.learners.rules.training.axioms import judge
from gamelore.learners.rules.training.school import School
from gamelore.learners.rules.training.task import Decided, Memory
from gamelore.learners.rules.training.trainer import advice_of_rule

Act = Callable[[DrawPokerView, Memory], PokerAction]
TASK = PokerTask()


@dataclass(frozen=True, slots=True)
class Stop:
    """When training ends: the first of these that applies. Zero means never."""

    clean_games: int = 0
    """So many games in a row without an unacceptable decision."""
    window: int = 0
    """At most `errors` unacceptable decisions among the last so many."""
    errors: int = 2
    caught: float = 0.0
    """The share of the last 50 decisions that learned rules caught (implicit training)."""
    trials: int = 0
    rounds: int = 6000
    """A bound in any case: a list that drops too much may never be judged."""


@dataclass
class Sitting:
    """A program and an opponent at one table, round after round."""

    other: Player
    rng: Rng
    memory: Memory = field(default_factory=lambda: NOTHING_KNOWN)

    def rounds(self, act: Act, most: int) -> Iterator[tuple[DrawPokerState, int]]:
        """Play up to so many rounds; each one's end, and the program's seat in it."""
        game = load_game("draw_poker")
        assert isinstance(game, DrawPoker)
        for number in range(most):
            place = number % ROUNDS_PER_GAME
            if place == 0:
                self.memory = NOTHING_KNOWN
            seat = place % 2
            names = ("program", self.other.name)
            info = ContestInfo(game, names, number=number, seats=(1 - seat,))
            self.other.begin(1 - seat, info)
            state = game.deal_state(Deal.sample(self.rng, 2 * game.rules.max_replaced))
            while not state.is_terminal():
                mover = state.current_player()
                view = state.view(mover)
                if mover == seat:
                    action = TASK.ordinary(view) or act(view, self.memory)
                else:
                    action = self.other.decide(view, self.rng).action
                state = state.child(action)  # type: ignore[arg-type]
            self.memory = TASK.remembered(self.memory, state.view(seat))
            yield state, seat
            actions = tuple(str(action) for action in state.actions)
            self.other.end(Record(game.name, names, actions, state.returns(), "rules", deal=str(state.deal)))


def _sitting(other: str, rng: Rng) -> Sitting:
    return Sitting(opponent(other, load_game("draw_poker")), rng)


@dataclass(frozen=True, slots=True)
class Trained:
    """A school after training, and how it went."""

    school: School
    decisions: int
    redundant: int
    created: int
    errors: tuple[int, ...]
    """The numbers of the decisions that were unacceptable: the learning curve."""

    @property
    def heuristics(self) -> Heuristics:
        """The list that was learned, redundant rules removed."""
        return self.school.trainee.heuristics

    @property
    def rules(self) -> int:
        """Its length without the random rule."""
        return len(self.heuristics.learned_rules())


def train_automatic(
    settings: RuleSettings, stop: Stop, other: str, seed: int, run: int = 0, inconsistency: float = 0.0
) -> Trained:
    """A program trainer with the built-in heuristics teaches a trainee (section 5.3, Appendix G).

    With some inconsistency it answers that often from the second of its rules that match, as a person might.
    """
    rng = stream(seed, run, Phase.TRAIN)
    school, trainer = School(TASK, settings), Matcher(builtin())
    errors: list[int] = []
    window: deque[bool] = deque(maxlen=stop.window or 1)
    decisions = 0

    def act(view: DrawPokerView, memory: Memory) -> PokerAction:
        nonlocal decisions
        situation = TASK.situation(view, memory)
        values = trainer.values(situation, rng)
        matching = trainer.matching(values)
        others = matching & (matching - 1)
        if inconsistency and others and rng.random() < inconsistency:
            matching = others
        rule = trainer.heuristics.rules[(matching & -matching).bit_length() - 1]
        trainee = school.trainee
        wrong = not trainee.accepts(trainee.match(situation), rule.move)
        if wrong and not (stop.trials and trainee.trials >= stop.trials):
            school.taught(situation, advice_of_rule(trainer.heuristics, rule, TRAINER_CLASSES))
        if wrong:
            errors.append(decisions)
        else:
            trainee.approved(situation)
        window.append(wrong)
        decisions += 1
        return action_of(trainer, view, rule.move, values)

    clean = seen = 0
    for number, _ in enumerate(_sitting(other, rng).rounds(act, stop.rounds), start=1):
        if stop.trials and school.trainee.trials >= stop.trials:
            break
        if stop.window and len(window) == stop.window and sum(window) <= stop.errors:
            break
        if number % ROUNDS_PER_GAME == 0:
            clean = clean + 1 if len(errors) == seen else 0
            seen = len(errors)
            if stop.clean_games and clean >= stop.clean_games:
                break
    return Trained(school, decisions, school.finish(), school.trainee.created, tuple(errors))


def train_implicit(settings: RuleSettings, stop: Stop, other: str, seed: int, run: int = 0) -> Trained:
    """The program judges its own decisions by the axioms after each round (section 5.4, Appendix J)."""
    rng = stream(seed, run, Phase.TRAIN)
    school = School(TASK, settings)
    decided: list[Decided] = []
    caught: deque[bool] = deque(maxlen=50)
    errors: list[int] = []
    judged = 0

    def act(view: DrawPokerView, memory: Memory) -> PokerAction:
        matcher = school.trainee.matcher
        values = matcher.values(TASK.situation(view, memory), rng)
        index = matcher.match(values)
        caught.append(index >= 0 and not matcher.heuristics.rules[index].is_random)
        move = _move(matcher, view, index, values, rng)
        decided.append(Decided(view, _whole(matcher, values), move))
        found = TASK.substitute(view, move) or action_of(matcher, view, move, values)
        return found  # type: ignore[return-value]

    for state, seat in _sitting(other, rng).rounds(act, stop.rounds):
        end = state.view(seat)
        school.beliefs = TASK.believed(school.beliefs, end)
        for case in TASK.judged(decided, end, settings, school.beliefs):
            if stop.trials and school.trainee.trials >= stop.trials:
                break
            if school.judged(case, rng):
                errors.append(judged)
            judged += 1
        decided.clear()
        if stop.trials and school.trainee.trials >= stop.trials:
            break
        if stop.caught and len(caught) == caught.maxlen and sum(caught) >= stop.caught * len(caught):
            break
    return Trained(school, judged, school.finish(), school.trainee.created, tuple(errors))


def _move(matcher: Matcher, view: DrawPokerView, index: int, values: Values, rng: Rng) -> str:
    return matcher.move(index, values, rng, lambda name: allowed(view, name))


def _whole(matcher: Matcher, values: Values) -> dict[str, float]:
    names = (*matcher.heuristics.vector, *matcher.heuristics.bookkeeping)
    return {name: values[name] for name in dict.fromkeys(names)}


# --- agreement --------------------------------------------------------------------------------------------------------

SITUATIONS, FEW = 2000, 50
"""How many consecutive situations are compared: the many, and the few of the source (p141)."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """In which of the situations both decided alike; `sized` counts a bet by whether its size may be the trainer's."""

    hits: tuple[bool, ...]
    sized: tuple[bool, ...] = ()

    def by_size(self) -> Agreement:
        """The same, counted by the sizes of bets."""
        return Agreement(self.sized)

    @property
    def few(self) -> float:
        """Per cent of the first 50, as in the source."""
        return _percent(self.hits[:FEW])

    @property
    def many(self) -> float:
        """Per cent of all."""
        return _percent(self.hits)


def _percent(hits: Sequence[bool]) -> float:
    return 100.0 * sum(hits) / len(hits) if hits else 0.0


def agreement(heuristics: Heuristics, other: str, seed: int, run: int = 0, situations: int = SITUATIONS) -> Agreement:
    """A list against the built-in trainer, in the situations that the list itself gets into."""
    rng = stream(seed, run, Phase.TEST)
    matcher, trainer = Matcher(heuristics), Matcher(builtin())
    ranges = bet_ranges(builtin())
    hits: list[bool] = []
    sized: list[bool] = []

    def act(view: DrawPokerView, memory: Memory) -> PokerAction:
        situation = TASK.situation(view, memory)
        theirs = trainer.values(situation, rng)
        wanted = trainer.heuristics.rules[trainer.match(theirs)].move
        values = matcher.values(situation, rng)
        move = _move(matcher, view, matcher.match(values), values, rng)
        action = action_of(matcher, view, move, values)
        hits.append(move == wanted)
        if isinstance(action, Bet) and move != "CALL":
            same = wanted == "BETLAP" and action == action_of(trainer, view, wanted, theirs)
            sized.append(action.size in ranges.get(wanted, ()) or same)
        else:
            sized.append(move == wanted)
        return action

    for _ in _sitting(other, rng).rounds(act, situations):
        if len(hits) >= situations:
            break
    return Agreement(tuple(hits[:situations]), tuple(sized[:situations]))


def implicit_agreement(
    heuristics: Heuristics,
    settings: RuleSettings,
    other: str,
    seed: int,
    run: int = 0,
    *,
    shown: bool,
    situations: int = SITUATIONS,
) -> Agreement:
    """How often a decision after the draw is acceptable to the axioms.

    With `shown`, over rounds that reach a showdown, drops being played as calls; otherwise over all rounds, the
    opponent's hand taken as known and drops real.
    """
    rng = stream(seed, run, Phase.TEST, contest=int(shown))
    matcher = Matcher(heuristics)
    decided: list[Decided] = []
    hits: list[bool] = []

    def act(view: DrawPokerView, memory: Memory) -> PokerAction:
        values = matcher.values(TASK.situation(view, memory), rng)
        move = _move(matcher, view, matcher.match(values), values, rng)
        decided.append(Decided(view, {}, move))
        found = (TASK.substitute(view, move) if shown else None) or action_of(matcher, view, move, values)
        return found  # type: ignore[return-value]

    # A list that drops nearly always is never judged: the number of rounds is bounded too.
    for state, seat in _sitting(other, rng).rounds(act, 4 * situations):
        if state.view(seat).shown or not shown:
            for one in decided:
                assert isinstance(one.view, DrawPokerView)
                if one.view.table.stage == SECOND_BETS:
                    hits.append(one.move in acceptable(one, state, seat, settings))
        decided.clear()
        if len(hits) >= situations:
            break
    return Agreement(tuple(hits[:situations]))


def acceptable(one: Decided, end: DrawPokerState, seat: int, settings: RuleSettings) -> tuple[str, ...]:
    """What the axioms accept for a decision once both hands are open."""
    assert isinstance(one.view, DrawPokerView)
    return judge(showdown_of(one.view, one.move, end.table, end.hands[1 - seat]), settings).acceptable


def before_training(settings: RuleSettings) -> Heuristics:
    """The list of one rule that training begins with."""
    return printed("before" if settings.mode == "explicit" else "before_implicit")
