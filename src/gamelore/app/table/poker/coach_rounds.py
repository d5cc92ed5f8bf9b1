"""The rounds of a coaching, as a dialogue: prompts come out, answers go in, events are left behind.

The words are those of Waterman's appendices (1968, C, D and G). Before each of its decisions the learner tells the
number of the rule that caught, its hand and what it would do, and asks OK? The trainer accepts or corrects it; then the
move is made. An answer that cannot be taken leaves a refusal, and the same prompt comes again.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from gamelore.app.table.data import LegalMove
from gamelore.app.table.manners import read_action
from gamelore.app.table.poker.coach_data import (
    Asks,
    CoachDecision,
    CoachPrompt,
    CoachSaid,
    CoachVariable,
    LessonTaken,
    RuleChange,
    rule_changes,
)
from gamelore.app.table.poker.showing import shown_cards
from gamelore.app.table.poker.wording import cards_signs, offered
from gamelore.arena.poker.opponents import opponent
from gamelore.arena.poker.strong_trainer import StrongTrainer
from gamelore.base.errors import BadSetting, GameloreError
from gamelore.base.files import LARGEST
from gamelore.base.seeds import Phase, Rng, stream
from gamelore.base.settings import Within, check_ranges
from gamelore.games.core import NOBODY
from gamelore.games.poker.cards import HAND_SIZE
from gamelore.games.poker.deck import Dealt, Deck
from gamelore.games.poker.draw_poker import DrawPoker, DrawPokerState, DrawPokerView
from gamelore.games.poker.table import REPLACING, Bet, Call, DrawPokerRules, Drop, PokerAction, Replace
from gamelore.games.record import Record
from gamelore.learners.core import CORRECTION, ContestInfo, Decision, Lesson, Player
from gamelore.learners.rules.language.expressions import checker
from gamelore.learners.rules.language.matching import Evaluators
from gamelore.learners.rules.learner import Waterman
from gamelore.learners.rules.program_trainer import OK, ProgramTrainer

YOU, BUILTIN, STRONG = "you", "builtin", "strong"
FRESH, CARRIED = "fresh", "carried"

CoachEvent = CoachSaid | LessonTaken
Dialogue = Generator[CoachPrompt, str, None]


@dataclass(frozen=True, slots=True)
class CoachPlan:
    """Who trains, who plays against the learner, with which deck and for how many rounds."""

    trainer: str = YOU
    against: str = YOU
    deck: str = FRESH
    rounds: Annotated[int, Within(1, 10_000)] = 5
    seed: Annotated[int, Within(0, LARGEST)] = 0
    deals: tuple[str, ...] = ()
    """The deals of the first rounds, as `games.poker` writes them; the rest are dealt by chance."""

    def __post_init__(self) -> None:
        try:
            check_ranges(self)
        except ValueError as error:
            raise BadSetting(str(error)) from None
        if self.deals and self.deck == CARRIED:
            raise BadSetting("rounds whose deals are given have a fresh deck each, not one that is carried over")
        for number, deal in enumerate(self.deals, start=1):
            try:
                DrawPoker().initial_state(deal)
            except GameloreError as error:
                raise BadSetting(f"deal {number}: {error}") from None
        if self.trainer not in (YOU, BUILTIN, STRONG):
            raise BadSetting(f"the trainer is {YOU}, {BUILTIN} or {STRONG}, not '{self.trainer}'")
        if self.deck not in (FRESH, CARRIED):
            raise BadSetting(f"the deck is {FRESH} or {CARRIED}, not '{self.deck}'")

    @property
    def only_plays(self) -> bool:
        """Whether the person is the opponent and not the trainer, and may not see the learner's hand."""
        return self.trainer != YOU and self.against == YOU


class CoachTable:
    """A learner, a trainer and an opponent at their rounds."""

    def __init__(self, learner: Waterman, plan: CoachPlan, keep: Callable[[Waterman], None] | None) -> None:
        self.learner, self.plan, self.keep = learner, plan, keep
        self.game = DrawPoker(DrawPokerRules(replacements="deck") if plan.deck == CARRIED else DrawPokerRules())
        self.deck = Deck.shuffled(stream(plan.seed, phase=Phase.SETUP)) if plan.deck == CARRIED else None
        self.trainer = StrongTrainer(learner) if plan.trainer == STRONG else ProgramTrainer(learner)
        self.other: Player | None = None if plan.against == YOU else opponent(plan.against, self.game)
        self.score = 0.0
        """What the learner has won so far."""
        self.last: tuple[DrawPokerView, Decision] | None = None
        """The learner's last decision, and what it saw."""
        self.events: list[CoachEvent] = []
        """What was said since the last answer."""
        self.refusal = ""
        """Why the last answer was not taken; empty if it was."""

    def _say(self, what: str, text: str, cards: Sequence[int] = ()) -> None:
        self.events.append(CoachSaid(what, text, shown_cards(cards)))

    def dialogue(self) -> Dialogue:
        """All rounds: prompts come out, answers go in."""
        for number in range(self.plan.rounds):
            yield from self._round(number)
            self.save()

    def save(self) -> None:
        """Hand what was learned to whoever keeps it."""
        if self.keep is not None:
            self.keep(self.learner)

    def rules(self) -> tuple[str, ...]:
        """The rules as numbered sentences, in the order in which they are tried."""
        return tuple(self.learner.lore())

    def standing(self) -> list[CoachSaid]:
        """The learner's last decision, as it was told: the rule that caught, the hand, the move."""
        if self.last is None or self.plan.only_plays:
            return []
        view, decision = self.last
        number = decision.by.removeprefix("rule ")
        hand = f"(CSNUMBER {number}.)  ({cards_signs(view.hand)})"
        asked = f"{_first_person(_poker(decision))}  OK?"
        return [CoachSaid("hand", hand, shown_cards(view.hand)), CoachSaid("decision", asked)]

    def _round(self, number: int) -> Dialogue:
        seat, rng = number % 2, stream(self.plan.seed, phase=Phase.TRAIN, contest=number)
        names = ("waterman", YOU if self.other is None else self.other.name)
        players = names if seat == 0 else names[::-1]
        info = ContestInfo(self.game, players, learning=True, number=number)
        self.learner.begin(seat, replace(info, seats=(seat,)))
        if self.other is not None:
            self.other.begin(1 - seat, replace(info, seats=(1 - seat,)))
        dealt = None if self.deck is None else self.deck.deal(rng, 2 * self.game.rules.max_replaced)
        if number < len(self.plan.deals):
            state = self.game.initial_state(self.plan.deals[number])
        else:
            state = self.game.new_initial_state(rng) if dealt is None else self.game.deal_state(dealt.deal)
        self._say("round", f"ROUND {number + 1} OF {self.plan.rounds}.")
        self._note_shuffle(dealt, 0, state)
        if self.other is None:
            hand = state.hands[1 - seat]
            self._say("hand", f"YOUR HAND IS {cards_signs(hand)}", hand)
        while state.current_player() != NOBODY:
            mover = state.current_player()
            view = state.view(mover)
            action = yield from (self._learner_moves(view, rng) if mover == seat else self._other_moves(view, rng))
            before = _cards_dealt(state)
            state = state.child(action)
            self._tell(state, action, mover == seat)
            self._note_shuffle(dealt, before, state)
        if dealt is not None:
            self.deck = dealt.left(_cards_dealt(state))
        self._finish(state, seat, players)

    def _finish(self, state: DrawPokerState, seat: int, players: tuple[str, ...]) -> None:
        outcome = state.outcome()
        assert outcome is not None
        actions = tuple(str(action) for action in state.actions)
        record = Record(self.game.name, players, actions, outcome.returns, "rules", deal=str(state.deal))
        self.learner.end(record.seen_by(self.game, (seat,)))
        if self.other is not None:
            self.other.end(record.seen_by(self.game, (1 - seat,)))
        if outcome.why == "showdown":
            hand = state.view(1 - seat).shown
            self._say("shown", f"MY HAND IS {cards_signs(hand)}", hand)
        won = outcome.returns[seat]
        self.score += won
        if won:
            self._say("result", "I WIN" if won > 0 else f"{'YOU WIN' if self.other is None else 'THE OPPONENT WINS'}")
        self._say("score", f"MY SCORE IS {self.score:.0f}.")
        whose = "YOUR SCORE" if self.other is None else "THE OPPONENT'S SCORE"
        # The program teases who plays against it, not who teaches it.
        mere = "A MERE " if self.score > 0 and self.plan.trainer != YOU else ""
        self._say("score", f"{whose} IS {mere}{-self.score:.0f}.")

    def _note_shuffle(self, dealt: Dealt | None, before: int, state: DrawPokerState) -> None:
        """SHUFFLE when the deck was used up since so many cards were dealt."""
        if dealt is not None and not dealt.used_up(before) and dealt.used_up(_cards_dealt(state)):
            self._say("shuffle", "SHUFFLE")

    # --- the learner's moves ------------------------------------------------------------------------------------------

    def _learner_moves(self, view: DrawPokerView, rng: Rng) -> Generator[CoachPrompt, str, PokerAction]:
        decision = self.learner.decide(view, rng)
        if view.table.stage == REPLACING:
            return _poker(decision)
        self.last = (view, decision)
        self.events += self.standing()
        if self.plan.trainer != YOU:
            approved = self._program_speaks(view, decision)
        else:
            approved = yield from self._person_speaks(view, decision)
        if not approved:
            decision = self.learner.decide(view, rng)
            self.last = (view, decision)
        return _poker(decision)

    def _program_speaks(self, view: DrawPokerView, decision: Decision) -> bool:
        lesson = self.trainer.review(view, decision)
        assert lesson is not None
        if not self.plan.only_plays:
            if isinstance(self.trainer, ProgramTrainer):
                self._say("hand", f"(CSNUMBER {self.trainer.csnumber}.)  ({cards_signs(view.hand)})", view.hand)
            self._say("reply", lesson.reasons[0])
        self._teach(lesson)
        return lesson.reasons[0] == OK

    def _person_speaks(self, view: DrawPokerView, decision: Decision) -> Generator[CoachPrompt, str, bool]:
        """Whether the decision stands; what is no sentence of a trainer is refused, and asked again."""
        prompt = CoachPrompt("verdict", "OK?", self.measured(view))
        while True:
            text = (yield prompt).strip() or OK
            try:
                self._teach(Lesson(view, (), "trainer", CORRECTION, (text,), decision.action))
                return text.strip("() .").upper() == OK.strip("()")
            except GameloreError as error:
                self.refusal = str(error)

    def _teach(self, lesson: Lesson) -> None:
        taken = lesson_taken(self.learner, lesson.reasons[0], lambda: self.learner.learn(lesson))
        if not self.plan.only_plays:
            self.events.append(taken)
        self.save()

    def decisions(self) -> tuple[CoachDecision, ...]:
        """What a trainer may advocate: all that the learner understands."""
        task = self.learner.task
        words = task.words(self.learner.school.trainee).moves
        return tuple(CoachDecision(word, task.phrases.moves.get(name, name.lower())) for word, name in words.items())

    def measured(self, view: DrawPokerView) -> tuple[CoachVariable, ...]:
        """What the reasons of a trainer may name, with the values that a view has."""
        learner, found = self.learner, []
        heuristics = learner.school.trainee.heuristics
        of = Evaluators(heuristics)
        values = of.values(learner.task.situation(view, learner.memory(view.seat)))
        words = learner.task.words(learner.school.trainee)
        for word, name in words.variables.items():
            classes = words.categories.get(name, {})
            holding = (
                said
                for said, symbol in classes.items()
                if symbol in heuristics.definitions
                and checker(heuristics.definitions[symbol].predicate, of.names)(values)
            )
            found.append(
                CoachVariable(word, float(values[name]), learner.task.phrases.nouns.get(name, name), next(holding, ""))
            )
        return tuple(found)

    # --- the opponent's moves -----------------------------------------------------------------------------------------

    def _other_moves(self, view: DrawPokerView, rng: Rng) -> Generator[CoachPrompt, str, PokerAction]:
        if self.other is not None:
            return _poker(self.other.decide(view, rng))
        replacing = view.table.stage == REPLACING
        moves = tuple(LegalMove(str(action), offered(action)) for action in view.legal_actions())
        text = "WHAT CARDS DO YOU WANT REPLACED" if replacing else "YOUR BET"
        asks: Asks = "replace" if replacing else "bet"
        table = view.table
        prompt = CoachPrompt(asks, text, (), moves, shown_cards(view.hand), table.pot, table.last_bet)
        while True:
            typed = (yield prompt).strip().strip("()")
            try:
                action = read_action(view, typed or ("none" if replacing else typed))
                if any(_same(action, legal) for legal in view.legal_actions()):
                    return action  # type: ignore[return-value]
                self.refusal = f"'{typed}' is not allowed here."
            except GameloreError as error:
                self.refusal = str(error)

    def _tell(self, state: DrawPokerState, action: PokerAction, mine: bool) -> None:
        if isinstance(action, Replace):
            count = len(action.cards)
            if mine:
                self._say("move", f"I REPLACE {count}. CARD{'' if count == 1 else 'S'}")
            elif self.other is None and count:
                new = state.hands[len(state.table.replaced) - 1][-count:]
                self._say("cards", f"YOUR NEW CARDS ARE {cards_signs(new)}", new)
            return
        if mine:
            self._say("move", _first_person(action))
        elif self.other is not None:
            self._say("move", f"THE OPPONENT: {action}".upper())
        if isinstance(action, Bet) and mine:
            self._say("pot", f"THE POT EQUALS {state.table.pot}.")


def lesson_taken(learner: Waterman, reply: str, teach: Callable[[], object]) -> LessonTaken:
    """Let a lesson be taught; what it changed in the rules, and in what words mean."""
    trainee = learner.school.trainee
    before, partitions = learner.lore(), dict(trainee.partitions)
    teach()
    changes: tuple[RuleChange, ...] = rule_changes(before, learner.lore())
    words = learner.task.words(trainee)
    moved = tuple(
        _moved(words.spoken(words.categories[name], symbol), partition.measure, old, new)
        for name, partition in trainee.partitions.items()
        for symbol, old, new in zip(
            partition.symbols[1:], partitions[name].boundaries, partition.boundaries, strict=True
        )
        if old != new
    )
    return LessonTaken(reply, trainee.trials, len(trainee.heuristics.learned_rules()), changes, moved)


def _moved(word: str, measure: str, old: float, new: float) -> str:
    """Where a class of hands begins now, in the scale that it is measured in."""
    scale = "A MARGIN" if measure == "D" else "A VALUE"
    over = " OVER WHAT THE OPPONENT MAY BE EXPECTED TO HOLD" if measure == "D" else ""
    article = "AN" if word[0] in "AEIOU" else "A"
    return f"{article} {word} HAND NOW BEGINS AT {scale} OF {new:g}{over}, NOT OF {old:g}."


def _cards_dealt(state: DrawPokerState) -> int:
    return 2 * HAND_SIZE + sum(state.table.replaced)


def _poker(decision: Decision) -> PokerAction:
    action = decision.action
    assert isinstance(action, Bet | Call | Drop | Replace)
    return action


def _same(action: object, other: PokerAction) -> bool:
    """Cards may be named in any order."""
    if isinstance(action, Replace) and isinstance(other, Replace):
        return set(action.cards) == set(other.cards)
    return action == other


def _first_person(action: PokerAction) -> str:
    return f"I BET {action.size}." if isinstance(action, Bet) else f"I {str(action).upper()}"
