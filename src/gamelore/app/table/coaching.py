"""Teaching draw poker, with the dialogue of Waterman's appendices (1968, C, D and G): a model without a terminal.

Before each of its decisions the learner tells the number of the rule that caught, its hand and what it would do, and
asks OK? The trainer, a person or the built-in program, accepts or corrects it; then the move is made. The opponent is
the same person or anybody from the list of opponents. A person who only plays, while the program trains, sees nothing
of the learner's hand. Each round has a fresh deck, or one deck is used to its last card, then SHUFFLE is said.

A sitting is a function of what the learner knew, the seed and the answers so far. So it is restored, and an answer is
taken back, by giving the answers again. What was learned is handed to `keep` after every lesson.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gamelore.app.table.coach_data import (
    Asks,
    CoachPrompt,
    CoachSaid,
    CoachVariable,
    LessonTaken,
    RuleChange,
    rule_changes,
)
from gamelore.app.table.data import LegalMove
from gamelore.app.table.reading import read_action
from gamelore.app.table.showing import shown_cards
from gamelore.app.table.wording import cards_signs, offered
from gamelore.arena.poker.opponents import opponent
from gamelore.base.errors import BadSetting, BadText, DamagedFile, GameloreError, NotAvailable
from gamelore.base.seeds import Phase, Rng, stream
from gamelore.base.settings import settings_from_mapping, settings_to_mapping
from gamelore.games.core import NOBODY
from gamelore.games.poker.cards import HAND_SIZE
from gamelore.games.poker.deck import Dealt, Deck
from gamelore.games.poker.draw_poker import DrawPoker, DrawPokerState, DrawPokerView
from gamelore.games.poker.table import REPLACING, Bet, Call, DrawPokerRules, Drop, PokerAction, Replace
from gamelore.games.record import Record
from gamelore.learners.core import CORRECTION, ContestInfo, Decision, Lesson, Player
from gamelore.learners.registry import load_agent, save_agent
from gamelore.learners.rules.language.expressions import checker
from gamelore.learners.rules.language.matching import Evaluators
from gamelore.learners.rules.learner import Waterman
from gamelore.learners.rules.poker.moves import VOCABULARY
from gamelore.learners.rules.program_trainer import OK, ProgramTrainer

NAMES = {"poker", "draw_poker"}
YOU, BUILTIN = "you", "builtin"
FRESH, CARRIED = "fresh", "carried"
LOG_VERSION = 1

OVER = CoachPrompt("nothing", "")
CoachEvent = CoachSaid | LessonTaken
Dialogue = Generator[CoachPrompt, str, None]


@dataclass(frozen=True, slots=True)
class CoachPlan:
    """Who trains, who plays against the learner, with which deck and for how many rounds."""

    trainer: str = YOU
    against: str = YOU
    deck: str = FRESH
    rounds: int = 5
    seed: int = 0

    def __post_init__(self) -> None:
        if self.trainer not in (YOU, BUILTIN):
            raise BadSetting(f"the trainer is {YOU} or {BUILTIN}, not '{self.trainer}'")
        if self.deck not in (FRESH, CARRIED):
            raise BadSetting(f"the deck is {FRESH} or {CARRIED}, not '{self.deck}'")

    @property
    def only_plays(self) -> bool:
        """Whether the person is the opponent and not the trainer, and may not see the learner's hand."""
        return self.trainer == BUILTIN and self.against == YOU


class CoachSitting:
    """One sitting: a learner, a trainer and an opponent.

    `start` and `answer` give events; `prompt` is what the person is asked next. An answer that is not understood or not
    allowed is refused with one sentence and changes nothing.
    """

    def __init__(
        self, learner: Waterman, plan: CoachPlan | None = None, keep: Callable[[Waterman], None] | None = None
    ) -> None:
        self.plan = plan or CoachPlan()
        self.keep = keep
        self.learner = learner
        self.known = learner.knowledge()
        """What the learner knew when the sitting began."""
        self.given: list[str] = []
        """The answers so far."""
        self._begin()

    def _begin(self) -> None:
        plan = self.plan
        self.game = DrawPoker(DrawPokerRules(replacements="deck") if plan.deck == CARRIED else DrawPokerRules())
        self.deck = Deck.shuffled(stream(plan.seed, phase=Phase.SETUP)) if plan.deck == CARRIED else None
        self.trainer = ProgramTrainer(self.learner)
        self.other: Player | None = None if plan.against == YOU else opponent(plan.against, self.game)
        self.prompt = OVER
        self.score = 0.0
        """What the learner has won so far."""
        self._last: tuple[DrawPokerView, Decision] | None = None
        self._events: list[CoachEvent] = []
        self._refusal = ""
        self._dialogue: Dialogue = self._rounds()

    # --- what the person does -----------------------------------------------------------------------------------------

    def start(self) -> list[CoachEvent]:
        """Deal, and go on until the person is asked something."""
        return self._go(None)

    def answer(self, text: str) -> list[CoachEvent]:
        """Answer the prompt, and go on until the next; `GameloreError` says why an answer was not taken."""
        if self.over:
            raise NotAvailable("The sitting is over.")
        events = self._go(text)
        self.given.append(text)
        return events

    def undo(self) -> str:
        """Take the last answer back, and with it what was learned from it; returns that answer."""
        if not self.given:
            raise NotAvailable("There is nothing to take back yet.")
        if self.plan.only_plays:
            raise NotAvailable("You have seen what came of it; where hands are hidden, that cannot be taken back.")
        *again, last = self.given
        self._give_again(again)
        self._save()
        return last

    @property
    def over(self) -> bool:
        """Whether all rounds are played."""
        return self.prompt.asks == "nothing"

    # --- what the person may ask --------------------------------------------------------------------------------------

    @property
    def trials(self) -> int:
        """How many decisions the learner has been corrected in, in this sitting and before."""
        return self.learner.school.trainee.trials

    def rules(self) -> tuple[str, ...]:
        """The rules as numbered sentences, in the order in which they are tried."""
        return tuple(self.learner.lore())

    def why(self) -> tuple[str, ...]:
        """The reasons of the learner's last decision; nothing for a person who may not see its hand."""
        if self._last is None or self.plan.only_plays:
            return ()
        return tuple(f"{reason.who}: {reason.sentence}" for reason in self._last[1].reasons)

    def variables(self) -> tuple[CoachVariable, ...]:
        """What the reasons of a trainer may name, with the values of the learner's last decision."""
        if self._last is None or self.plan.only_plays:
            return ()
        return self._measured(self._last[0])

    def standing(self) -> list[CoachSaid]:
        """The learner's last decision, as it was told: the rule that caught, the hand, the move."""
        if self._last is None or self.plan.only_plays:
            return []
        view, decision = self._last
        number = decision.by.removeprefix("rule ")
        hand = f"(CSNUMBER {number}.)  ({cards_signs(view.hand)})"
        asked = f"{_first_person(_poker(decision))}  OK?"
        return [CoachSaid("hand", hand, shown_cards(view.hand)), CoachSaid("decision", asked)]

    # --- keeping ------------------------------------------------------------------------------------------------------

    def to_log(self) -> dict[str, Any]:
        """All that is needed to restore the sitting, as plain data."""
        return {
            "version": LOG_VERSION,
            "plan": settings_to_mapping(self.plan),
            "settings": settings_to_mapping(self.learner.settings),
            "known": dict(self.known),
            "given": list(self.given),
        }

    @staticmethod
    def restore(log: Mapping[str, Any], keep: Callable[[Waterman], None] | None = None) -> CoachSitting:
        """The sitting of a log: the answers are given again."""
        where = "log of a coaching"
        try:
            if log["version"] != LOG_VERSION:
                raise DamagedFile(f"{where}: version {log['version']!r}, this program reads {LOG_VERSION}")
            plan = settings_from_mapping(CoachPlan(), log["plan"], where)
            settings = settings_from_mapping(Waterman.preset(None), log["settings"], where)
            known, given = dict(log["known"]), [str(text) for text in log["given"]]
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise DamagedFile(f"{where}: {type(error).__name__}: {error}") from None
        learner = Waterman(DrawPoker(), settings)
        learner.restore(known, where)
        sitting = CoachSitting(learner, plan)
        sitting._give_again(given)
        sitting.keep = keep
        return sitting

    def _give_again(self, answers: Sequence[str]) -> None:
        keep, self.keep = self.keep, None
        fresh = Waterman(DrawPoker(), self.learner.settings)
        fresh.restore(self.known, "what the learner knew")
        self.learner, self.given = fresh, []
        self._begin()
        self.start()
        for number, text in enumerate(answers, start=1):
            try:
                self.answer(text)
            except GameloreError as error:
                raise DamagedFile(f"log of a coaching: answer {number}: {error}") from None
        self.keep = keep

    def _save(self) -> None:
        if self.keep is not None:
            self.keep(self.learner)

    # --- the dialogue -------------------------------------------------------------------------------------------------

    def _go(self, text: str | None) -> list[CoachEvent]:
        self._events, self._refusal = [], ""
        try:
            self.prompt = next(self._dialogue) if text is None else self._dialogue.send(text)
        except StopIteration:
            self.prompt = OVER
        if self._refusal:
            raise BadText(self._refusal)
        return self._events

    def _say(self, what: str, text: str, cards: Sequence[int] = ()) -> None:
        self._events.append(CoachSaid(what, text, shown_cards(cards)))

    def _rounds(self) -> Dialogue:
        for number in range(self.plan.rounds):
            yield from self._round(number)
            self._save()

    def _round(self, number: int) -> Dialogue:
        seat, rng = number % 2, stream(self.plan.seed, phase=Phase.TRAIN, contest=number)
        names = ("waterman", YOU if self.other is None else self.other.name)
        players = names if seat == 0 else names[::-1]
        info = ContestInfo(self.game, players, learning=True, number=number)
        self.learner.begin(seat, replace(info, seats=(seat,)))
        if self.other is not None:
            self.other.begin(1 - seat, replace(info, seats=(1 - seat,)))
        dealt = None if self.deck is None else self.deck.deal(rng, 2 * self.game.rules.max_replaced)
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
            self._say("result", "I WIN" if won > 0 else "YOU WIN")
        self._say("score", f"MY SCORE IS {self.score:.0f}.")
        self._say("score", f"YOUR SCORE IS {'A MERE ' if self.score > 0 else ''}{-self.score:.0f}.")

    def _note_shuffle(self, dealt: Dealt | None, before: int, state: DrawPokerState) -> None:
        """SHUFFLE when the deck was used up since so many cards were dealt."""
        if dealt is not None and not dealt.used_up(before) and dealt.used_up(_cards_dealt(state)):
            self._say("shuffle", "SHUFFLE")

    # --- the learner's moves ------------------------------------------------------------------------------------------

    def _learner_moves(self, view: DrawPokerView, rng: Rng) -> Generator[CoachPrompt, str, PokerAction]:
        decision = self.learner.decide(view, rng)
        if view.table.stage == REPLACING:
            return _poker(decision)
        self._last = (view, decision)
        self._events += self.standing()
        if self.plan.trainer == BUILTIN:
            approved = self._program_speaks(view, decision)
        else:
            approved = yield from self._person_speaks(view, decision)
        if not approved:
            decision = self.learner.decide(view, rng)
            self._last = (view, decision)
        return _poker(decision)

    def _program_speaks(self, view: DrawPokerView, decision: Decision) -> bool:
        lesson = self.trainer.review(view, decision)
        assert lesson is not None
        if not self.plan.only_plays:
            self._say("reply", lesson.reasons[0])
        self._teach(lesson)
        return lesson.reasons[0] == OK

    def _person_speaks(self, view: DrawPokerView, decision: Decision) -> Generator[CoachPrompt, str, bool]:
        """Whether the decision stands; what is no sentence of a trainer is refused, and asked again."""
        prompt = CoachPrompt("verdict", "OK?", self._measured(view))
        while True:
            text = (yield prompt).strip() or OK
            try:
                self._teach(Lesson(view, (), "trainer", CORRECTION, (text,), decision.action))
                return text.strip("() .").upper() == OK.strip("()")
            except GameloreError as error:
                self._refusal = str(error)

    def _teach(self, lesson: Lesson) -> None:
        before = self.rules()
        self.learner.learn(lesson)
        changes: tuple[RuleChange, ...] = rule_changes(before, self.rules())
        if not self.plan.only_plays:
            trainee = self.learner.school.trainee
            rules = len(trainee.heuristics.learned_rules())
            self._events.append(LessonTaken(lesson.reasons[0], trainee.trials, rules, changes))
        self._save()

    def _measured(self, view: DrawPokerView) -> tuple[CoachVariable, ...]:
        learner, found = self.learner, []
        heuristics = learner.school.trainee.heuristics
        of = Evaluators(heuristics)
        values = of.values(learner.task.situation(view, learner.memory(view.seat)))
        for word, name in VOCABULARY.variables.items():
            classes = VOCABULARY.categories.get(name, {})
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
                self._refusal = f"'{typed}' is not allowed here."
            except GameloreError as error:
                self._refusal = str(error)

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


def coached_learner(game: str, folder: Path | None, preset: str) -> Waterman:
    """The learner of a folder, or a new one where the folder holds none yet."""
    if game not in NAMES:
        raise BadSetting(f"a rule learner is coached at poker, not at {game}")
    if folder is None or not folder.exists() or not any(folder.iterdir()):
        return Waterman(DrawPoker(), Waterman.preset(preset))
    learner = load_agent(folder).learner
    if not isinstance(learner, Waterman):
        raise BadSetting(f"{folder}: holds a {learner.kind}, which cannot be coached in words")
    return learner


def saver(folder: Path | None) -> Callable[[Waterman], None] | None:
    """Keeps a learner in a folder; nothing without one."""
    if folder is None:
        return None
    return lambda learner: save_agent(learner, folder, {"trials": learner.school.trainee.trials})


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
