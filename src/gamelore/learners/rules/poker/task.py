"""Draw poker for the rule learner: betting is decided by rules, replacing cards is ordinary code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from gamelore.base.seeds import Rng
from gamelore.games.core import Action, AnyView
from gamelore.games.poker.cards import Card
from gamelore.games.poker.draw_poker import DrawPokerView
from gamelore.games.poker.hands import hand_class, hand_value
from gamelore.games.poker.replacing import usual_discards
from gamelore.games.poker.table import CALL, REPLACING, SECOND_BETS, Bet, Call, Drop, Replace
from gamelore.learners.features.poker.variables import HIGH_BET, NOTHING_KNOWN, bets_of, remember, situation
from gamelore.learners.rules.language.heuristics import Heuristics
from gamelore.learners.rules.language.matching import Matcher, Values
from gamelore.learners.rules.language.sentences import Phrases
from gamelore.learners.rules.opponents import Memory
from gamelore.learners.rules.poker.cases import showdown_of
from gamelore.learners.rules.poker.library import classes_of, require_actions, widened
from gamelore.learners.rules.poker.moves import (
    BOOKKEEPING,
    KINDS,
    MOVE_WORDS,
    VOCABULARY,
    WORDS_OF_TRAINERS,
    action_of,
    allowed,
    bet_ranges,
    new_trainee,
)
from gamelore.learners.rules.poker.practised import HAND_WORDS
from gamelore.learners.rules.settings import RuleSettings
from gamelore.learners.rules.training.axioms import DECISIONS, Logic, judge
from gamelore.learners.rules.training.beliefs import INDIFFERENCE, Beliefs
from gamelore.learners.rules.training.implicit import JudgedCase, kind_of_hand
from gamelore.learners.rules.training.task import Decided, Task, require_vector
from gamelore.learners.rules.training.trainee import Trainee
from gamelore.learners.rules.training.trainer import Vocabulary

PHRASES = Phrases(
    nouns={
        "VDHAND": "the value of your hand", "POT": "the pot", "LASTBET": "the last bet",
        "BLUFFO": "the ease of bluffing the opponent", "POTBET": "the ratio of pot to bet",
        "ORP": "the number of cards the opponent replaced", "OSTYLE": "the caution of the opponent",
    },
    moves={
        "CALL": "call", "DROP": "drop", "BETLAP": "bet the most that will not make the opponent drop",
        "BETSB": "bet small (1 to 5)", "BETMB": "bet medium (3 to 9)", "BETBB": "bluff large (8 to 14)",
        "BETBBS": "bluff fairly large (10 to 15)", "BETBBL": "bluff very large (14 to 20)",
        "BETLOW": "bet low (1 to 9)", "BETHIGH": "bet high (10 to 20)",
        **{f"BET{size}": f"bet {size}" for size in range(1, 21)},
    },
    classes={
        "H4": "a poor hand", "H3": "a fair hand", "H2": "a good hand", "H1": "an excellent hand",
        "SW": "a hand that is sure to win", "EC": "a hand with an excellent chance", "GC": "a hand with a good chance",
        "PC": "a hand with a poor chance", "NC": "a hand with almost no chance",
    },
    conditions={
        "ORP=-1": "cards were not replaced yet", "ORP!=-1": "cards were replaced",
        "LASTBET<1": "there is no bet to match", "LASTBET>0": "there is a bet to match",
        "ORP=0": "the opponent replaced none", "ORP=1": "the opponent replaced one card",
        "ORP=0 or ORP=1": "the opponent replaced none or one card",
        "LASTBET<5 and LASTBET!=0": "the last bet is 1 to 4",
        "ORP=2": "the opponent replaced two cards", "ORP=3": "the opponent replaced three cards",
        "ORP<0": "cards were not replaced yet", "ORP>-1": "cards were replaced",
        "ORP<1": "the opponent replaced none, or cards were not replaced yet",
        "ORP<2": "the opponent replaced at most one card, or cards were not replaced yet",
        "ORP<3": "the opponent replaced at most two cards, or cards were not replaced yet",
        "ORP>0": "the opponent replaced at least one card", "ORP>1": "the opponent replaced at least two cards",
        "ORP>2": "the opponent replaced three cards",
        "ORP>-1 and ORP<2": "the opponent replaced none or one card",
        "ORP>-1 and ORP<3": "the opponent replaced at most two cards",
        "ORP>0 and ORP<3": "the opponent replaced one or two cards",
        **HAND_WORDS,
    },
)  # fmt: skip


def _poker(view: AnyView) -> DrawPokerView:
    assert isinstance(view, DrawPokerView)
    return view


def _judged(one: Decided) -> str:
    """A decision in the words of the axioms; a bet by its size."""
    if one.move in DECISIONS:
        return one.move
    match one.action:
        case Call():
            return "CALL"
        case Bet(size):
            return "BETHIGH" if size >= HIGH_BET else "BETLOW"
    return "DROP"


class PokerTask(Task):
    """Draw poker."""

    vocabulary = VOCABULARY
    phrases = PHRASES
    nothing_known = NOTHING_KNOWN
    kinds = KINDS

    def trainee(self, settings: RuleSettings) -> Trainee:
        """Somebody who bets at random."""
        return new_trainee(settings)

    def give(self, trainee: Trainee, rules: Heuristics, where: str) -> None:
        """A list over the whole vector, with its classes of hands; what it does not say is as in the built-in ones."""
        if trainee.settings.functions:
            rules = widened(rules, where)
        else:
            require_vector(trainee, rules, where)
            require_actions(rules, where)
        more = (variable for variable in BOOKKEEPING if variable.name in rules.vector)
        trainee.adopt(rules, (classes_of(rules, where),), more)

    def words(self, trainee: Trainee) -> Vocabulary:
        """The decisions that a list knows, and those of the appendices; the variables of its vector."""
        known = {name: word for word, name in MOVE_WORDS.items()}
        moves = {known.get(name, name): name for name in trainee.heuristics.moves}
        moves |= {word: MOVE_WORDS[word] for word in WORDS_OF_TRAINERS}
        more = {name: name for name in trainee.heuristics.vector if name not in VOCABULARY.variables.values()}
        return replace(VOCABULARY, moves=moves, variables={**VOCABULARY.variables, **more})

    def ordinary(self, view: AnyView) -> Action | None:
        """Replacing cards is not learned."""
        here = _poker(view)
        if here.table.stage != REPLACING:
            return None
        gone = usual_discards(here.hand)[: here.table.rules.max_replaced]
        return Replace(tuple(card for card in here.hand if card in gone))

    def situation(self, view: AnyView, memory: Memory) -> dict[str, float]:
        """The seven variables, but for the two that formulas compute, and what they are computed from."""
        return situation(_poker(view), memory)

    def allowed(self, view: AnyView, move: str) -> bool:
        """No call before a bet, no bet beyond the limit."""
        return allowed(_poker(view), move)

    def action(self, matcher: Matcher, view: AnyView, move: str, values: Values, rng: Rng) -> Action:
        """A bet of the size that the move's expression draws, a call or a drop."""
        return action_of(matcher, _poker(view), move, values)

    def moves_of(self, trainee: Trainee, view: AnyView, action: Action) -> tuple[str, ...]:
        """A call, a drop, or every bet that may have this size."""
        match action:
            case Call():
                return ("CALL",)
            case Drop():
                return ("DROP",)
            case Bet(size):
                return tuple(move for move, sizes in bet_ranges(trainee.heuristics).items() if size in sizes)
        return ()

    def remembered(self, memory: Memory, end: AnyView) -> Memory:
        """Drops, bluffs and how hands went with bets."""
        return remember(memory, _poker(end))

    def substitute(self, view: AnyView, move: str) -> Action | None:
        """A drop would hide the opponent's hand for ever: call instead, or bet 1 where there is nothing to call."""
        if move != "DROP":
            return None
        return CALL if _poker(view).table.may_call() else Bet(1)

    def judged(
        self, decided: Sequence[Decided], end: AnyView, settings: RuleSettings, beliefs: Beliefs, logic: Logic
    ) -> list[JudgedCase]:
        """What followed the draw, after a showdown (section 5.4) or always by what is expected; what came before too.

        Before the draw the opponent's hand counts as what it became, for nothing else is ever shown of it.
        """
        last = _poker(end)
        cases = []
        for one in decided:
            early = _poker(one.view).table.stage != SECOND_BETS
            if early and (settings.before_draw == "unjudged" or len(last.table.replaced) < 2):
                continue
            own = last.hand if settings.before_draw == "became" else _poker(one.view).hand
            made = _judged(one)
            kind, tried = kind_of_hand(one.situation["VDHAND"]), not (early and settings.refit)
            if settings.judge == "expected":
                worth = self._expected(one, last, own, settings, beliefs, logic)
                best = max(worth.values()) - INDIFFERENCE
                acceptable = tuple(move for move, chance in worth.items() if chance >= best)
                cases.append(JudgedCase(one.situation, acceptable, kind, worth, tried=tried))
            elif last.shown:
                found = judge(showdown_of(_poker(one.view), made, last.table, last.shown, own), settings, logic)
                follows = bool(found.proofs)
                cases.append(JudgedCase(one.situation, found.acceptable, kind, follows=follows, tried=tried))
        return cases

    def _expected(
        self,
        one: Decided,
        end: DrawPokerView,
        own: Sequence[Card],
        settings: RuleSettings,
        beliefs: Beliefs,
        logic: Logic,
    ) -> Mapping[str, float]:
        view = _poker(one.view)
        case = showdown_of(view, _judged(one), end.table, own, own)
        bets = sum(bets_of(view.table, 1 - view.seat))
        return beliefs.worth(hand_class(own), case, end.table.replaced[1 - view.seat], bets, settings, logic)

    def believed(self, beliefs: Beliefs, end: AnyView) -> Beliefs:
        """What the opponent's shown hand says about its bets."""
        last = _poker(end)
        if not last.shown:
            return beliefs
        return beliefs.after_showing(hand_value(last.shown), sum(bets_of(last.table, 1 - last.seat)))
