"""Teaching draw poker in a terminal, with the dialogue of Waterman's appendices (1968, C, D and G).

Before each of its decisions the learner prints the number of the rule that caught, its hand and what it would do, and
asks OK? The trainer, a person or the built-in program, accepts or corrects it; then the move is made. The opponent is
the same person or anybody from the list of opponents. A person who only plays, while the program trains, sees nothing
of the learner's hand. Each round has a fresh deck, or one deck is used to its last card, then SHUFFLE is printed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from gamelore.arena.poker.opponents import opponent
from gamelore.base.errors import BadSetting, GameloreError
from gamelore.base.seeds import Phase, Rng, stream
from gamelore.games.core import NOBODY
from gamelore.games.poker.cards import HAND_SIZE, cards_text
from gamelore.games.poker.deck import Dealt, Deck
from gamelore.games.poker.draw_poker import DrawPoker, DrawPokerState, DrawPokerView
from gamelore.games.poker.table import REPLACING, Bet, Call, DrawPokerRules, Drop, PokerAction, Replace
from gamelore.games.record import Record
from gamelore.learners.core import CORRECTION, ContestInfo, Decision, Lesson, Player
from gamelore.learners.registry import load_agent, save_agent
from gamelore.learners.rules.learner import Waterman
from gamelore.learners.rules.program_trainer import OK, ProgramTrainer

YOU, BUILTIN = "you", "builtin"
FRESH, CARRIED = "fresh", "carried"
NAMES = {"poker", "draw_poker"}
HELP = """At OK? type (OK), or the right decision and why: (BET SB BECAUSE THE HAND IS FAIR, AND THE POT IS SMALL).
  decisions  CALL, DROP, BET LAP, SB, MB, BB, BBS or BBL
  HAND       EXCELLENT, GOOD, FAIR or POOR
  the rest   POT, LASTBET, BLUFFO, PBRATIO, ORP, OSTYLE: LARGE, SMALL or a condition such as (EQUAL TO 3)
At YOUR BET type a number from 1 to 20, CALL or DROP; at the draw up to three cards such as H5 D12, or NONE.
Anywhere: RULES shows the rules, WHY the reasons of the last decision, QUIT stops and keeps what was learned."""


class Coach:
    """One sitting: a learner, a trainer and an opponent."""

    def __init__(
        self,
        game: str,
        agent: Path | None,
        preset: str,
        trainer: str,
        against: str,
        seed: int,
        ask: Callable[[str], str],
        say: Callable[[str], None],
        deck: str = FRESH,
    ) -> None:
        if game not in NAMES:
            raise BadSetting(f"a rule learner is coached at poker, not at {game}")
        if trainer not in (YOU, BUILTIN):
            raise BadSetting(f"the trainer is {YOU} or {BUILTIN}, not '{trainer}'")
        if deck not in (FRESH, CARRIED):
            raise BadSetting(f"the deck is {FRESH} or {CARRIED}, not '{deck}'")
        rules = DrawPokerRules() if deck == FRESH else DrawPokerRules(replacements="deck")
        self.game, self.folder, self.seed, self.ask, self.say = DrawPoker(rules), agent, seed, ask, say
        self.deck = Deck.shuffled(stream(seed, phase=Phase.SETUP)) if deck == CARRIED else None
        self.learner = self._learner(preset)
        self.trainer = ProgramTrainer(self.learner)
        self.program_trains = trainer == BUILTIN
        self.other: Player | None = None if against == YOU else opponent(against, self.game)
        self.only_plays = self.program_trains and self.other is None
        """Whether the person is the opponent and not the trainer, and may not see the learner's hand."""
        self.last: Decision | None = None
        """What the learner decided last."""
        self.score = 0.0

    def _learner(self, preset: str) -> Waterman:
        if self.folder is not None and self.folder.exists() and any(self.folder.iterdir()):
            learner = load_agent(self.folder).learner
            if not isinstance(learner, Waterman):
                raise BadSetting(f"{self.folder}: holds a {learner.kind}, which cannot be coached in words")
            return learner
        return Waterman(DrawPoker(), Waterman.preset(preset))

    def teach(self, rounds: int) -> None:
        """Play so many rounds; what was learned is saved after each."""
        try:
            for number in range(rounds):
                self._round(number)
                self._save()
        except EOFError:  # the person has had enough
            self._save()
        trainee = self.learner.school.trainee
        self.say(f"{trainee.trials} trials, {len(trainee.heuristics.learned_rules())} rules.")

    def _save(self) -> None:
        if self.folder is not None:
            save_agent(self.learner, self.folder, {"trials": self.learner.school.trainee.trials})

    def _round(self, number: int) -> None:
        seat, rng = number % 2, stream(self.seed, phase=Phase.TRAIN, contest=number)
        names = ("waterman", "you" if self.other is None else self.other.name)
        players = names if seat == 0 else names[::-1]
        info = ContestInfo(self.game, players, learning=True, number=number)
        self.learner.begin(seat, replace(info, seats=(seat,)))
        if self.other is not None:
            self.other.begin(1 - seat, replace(info, seats=(1 - seat,)))
        dealt = None if self.deck is None else self.deck.deal(rng, 2 * self.game.rules.max_replaced)
        state = self.game.new_initial_state(rng) if dealt is None else self.game.deal_state(dealt.deal)
        self._note_shuffle(dealt, 0, state)
        if self.other is None:
            self.say(f"YOUR HAND IS {cards_text(state.hands[1 - seat])}")
        while state.current_player() != NOBODY:
            mover = state.current_player()
            view = state.view(mover)
            action = self._learner_moves(view, rng) if mover == seat else self._other_moves(view, rng)
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
            self.say(f"MY HAND IS {cards_text(state.hands[seat])}")
        won = outcome.returns[seat]
        self.score += won
        if won:
            self.say("I WIN" if won > 0 else "YOU WIN")
        self.say(f"MY SCORE IS {self.score:.0f}.")
        self.say(f"YOUR SCORE IS {'A MERE ' if self.score > 0 else ''}{-self.score:.0f}.")

    def _note_shuffle(self, dealt: Dealt | None, before: int, state: DrawPokerState) -> None:
        """SHUFFLE when the deck was used up since so many cards were dealt."""
        if dealt is not None and not dealt.used_up(before) and dealt.used_up(_cards_dealt(state)):
            self.say("SHUFFLE")

    # --- the learner's moves ------------------------------------------------------------------------------------------

    def _learner_moves(self, view: DrawPokerView, rng: Rng) -> PokerAction:
        decision = self.learner.decide(view, rng)
        if view.table.stage == REPLACING:
            return _poker(decision)
        self.last = decision
        if not self.only_plays:
            self.say(f"(CSNUMBER {decision.by.removeprefix('rule ')}.)  ({cards_text(view.hand)})")
            self.say(f"{_first_person(_poker(decision))}  OK?")
        reply = self._reply(view, decision)
        while reply is None:
            reply = self._reply(view, decision)
        approved = reply.strip("() ").upper() == OK.strip("()")
        return _poker(decision if approved else self.learner.decide(view, rng))

    def _reply(self, view: DrawPokerView, decision: Decision) -> str | None:
        """What the trainer said and the learner took; None if it must be said again."""
        if self.program_trains:
            lesson = self.trainer.review(view, decision)
            assert lesson is not None
            if not self.only_plays:
                self.say(lesson.reasons[0])
            self.learner.learn(lesson)
            return lesson.reasons[0]
        text = self.ask("> ").strip() or OK
        if self._answered(text, decision):
            return None
        try:
            self.learner.learn(Lesson(view, (), "trainer", CORRECTION, (text,), decision.action))
        except GameloreError as error:
            self.say(str(error))
            return None
        return text

    def _answered(self, text: str, decision: Decision | None) -> bool:
        """Whether it was a question or QUIT; the learner's last decision is what WHY asks about."""
        match text.upper():
            case "QUIT":
                raise EOFError
            case "HELP":
                self.say(HELP)
            case "RULES":
                self.say("\n".join(self.learner.lore()) or "NO RULES YET")
            case "WHY":
                reasons = () if decision is None or self.only_plays else decision.reasons
                said = (f"{reason.who}: {reason.sentence}" for reason in reasons)
                self.say("\n".join(said) or "I HAVE NOTHING TO SAY")
            case _:
                return False
        return True

    # --- the opponent's moves -----------------------------------------------------------------------------------------

    def _other_moves(self, view: DrawPokerView, rng: Rng) -> PokerAction:
        if self.other is not None:
            return _poker(self.other.decide(view, rng))
        replacing = view.table.stage == REPLACING
        prompt = "WHAT CARDS DO YOU WANT REPLACED " if replacing else "YOUR BET "
        while True:
            text = self.ask(prompt).strip().strip("()")
            if self._answered(text, self.last):
                continue
            try:
                action = self.game.parse_action(_typed(text, replacing))
                if any(_same(action, legal) for legal in view.legal_actions()):
                    return action
                self.say(f"'{text}' is not allowed here.")
            except GameloreError as error:
                self.say(str(error))

    def _tell(self, state: DrawPokerState, action: PokerAction, mine: bool) -> None:
        if isinstance(action, Replace):
            count = len(action.cards)
            if mine:
                self.say(f"I REPLACE {count}. CARD{'' if count == 1 else 'S'}")
            elif self.other is None and count:
                seat = len(state.table.replaced) - 1
                self.say(f"YOUR NEW CARDS ARE {cards_text(state.hands[seat][-count:])}")
            return
        if mine:
            self.say(_first_person(action))
        elif self.other is not None:
            self.say(f"THE OPPONENT: {action}".upper())
        if isinstance(action, Bet) and mine:
            self.say(f"THE POT EQUALS {state.table.pot}.")


def _cards_dealt(state: DrawPokerState) -> int:
    return 2 * HAND_SIZE + sum(state.table.replaced)


def _poker(decision: Decision) -> PokerAction:
    action = decision.action
    assert isinstance(action, Bet | Call | Drop | Replace)
    return action


def _same(action: PokerAction, other: PokerAction) -> bool:
    """Cards may be named in any order."""
    if isinstance(action, Replace) and isinstance(other, Replace):
        return set(action.cards) == set(other.cards)
    return action == other


def _first_person(action: PokerAction) -> str:
    return f"I BET {action.size}." if isinstance(action, Bet) else f"I {str(action).upper()}"


def _typed(text: str, replacing: bool) -> str:
    """What the appendices have people type, as an action: 5, CALL, DROP; H5 H4, NONE."""
    if replacing:
        return f"replace {text or 'none'}"
    return f"bet {text}" if text.isdigit() else text.lower()
