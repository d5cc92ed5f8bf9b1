"""The strong player as a trainer: it corrects what its policy hardly ever does, and says what it weighed.

The program trainer of the source holds a list of rules and reads its reasons off the rule that matches (Waterman 1968,
section 5.3 and Appendix G). A policy has no rules. It mixes, so a decision that it makes often enough stands, and
otherwise the likeliest one is taught. Its reasons are what it would have decided otherwise: with a larger or a smaller
bet, or had the opponent replaced another number of cards. The hand and whether there is a bet always count.
"""

from __future__ import annotations

from dataclasses import replace

from gamelore.arena.poker.strong import Strong
from gamelore.base.seeds import stream
from gamelore.games.core import AnyView
from gamelore.games.poker.draw_poker import DrawPokerView
from gamelore.games.poker.table import SECOND_BETS, Bet, Call, Drop, PokerAction, Replaced
from gamelore.learners.core import CORRECTION, Decision, Lesson
from gamelore.learners.features.poker.variables import NOT_REPLACED
from gamelore.learners.rules.language.definitions import LARGE, Valuation
from gamelore.learners.rules.language.expressions import Comparison, Name, Number
from gamelore.learners.rules.learner import Waterman
from gamelore.learners.rules.poker.library import CLASSES
from gamelore.learners.rules.poker.moves import VOCABULARY
from gamelore.learners.rules.program_trainer import OK
from gamelore.learners.rules.training.trainee import Advice
from gamelore.learners.rules.training.trainer import reply_text

STANDS = 0.25
"""How often the policy must do what the learner decided, that it may stand."""
BETS = {5: "BETSB", 9: "BETMB", 12: "BETBB", 15: "BETBBS"}
"""Up to which size a bet is called what."""
LARGEST = "BETBBL"
EDGES = {"VDHAND": (8, 17, 22), "D": (2, 11, 16)}
"""Where its classes of hands begin, by value or by the margin over the opponent's expected hand: a pair, a pair of
jacks, two pair; the margins are the same hands while nothing is known of the opponent."""


class StrongTrainer:
    """Looks over a rule learner's shoulder at draw poker. It sees what the learner remembers of the opponent."""

    name = "strong trainer"

    def __init__(self, trainee: Waterman) -> None:
        self.trainee = trainee
        self.strong = Strong(trainee.game)
        self.rng = stream(0)
        """Not drawn from: what is likeliest is taught."""

    def review(self, view: AnyView, decision: Decision) -> Lesson | None:
        """(OK) if the policy would often do the same, otherwise what it does most often, with its reasons."""
        if not isinstance(view, DrawPokerView) or self.trainee.task.ordinary(view) is not None:
            return None
        situation = self.trainee.task.situation(view, self.trainee.memory(view.seat))
        school = self.trainee.school.trainee
        caught, options = school.match(situation), self.strong.options(view)
        often = sum(
            share
            for action, share in options.items()
            if any(school.accepts(caught, move) for move in self.trainee.task.moves_of(school, view, action))
        )
        action = likeliest(options)
        if often >= STANDS or school.accepts(caught, _word(action)):
            return Lesson(view, (decision.action,), self.name, CORRECTION, (OK,), None)
        measure = school.partitions["VDHAND"].measure
        kind = CLASSES[sum(edge <= school.matcher.values(situation)[measure] for edge in EDGES[measure])]
        reasons = (Valuation("VDHAND", category=kind), *self.reasons(view, _word(action)))
        advice = Advice(_word(action), reasons)
        said = reply_text(advice, VOCABULARY)
        return Lesson(view, (action,), self.name, CORRECTION, (said,), decision.action)

    def decides(self, view: DrawPokerView) -> str:
        """What it teaches here, as a move of the learner's."""
        return _word(likeliest(self.strong.options(view)))

    def reasons(self, view: DrawPokerView, word: str) -> list[Valuation]:
        """What besides the hand would have changed the decision."""
        return [*self._about_bet(view, word), self._about_draw(view, word)]

    def _about_bet(self, view: DrawPokerView, word: str) -> list[Valuation]:
        bet, most = view.table.last_bet, view.table.rules.max_bet
        if not bet:
            return [_exactly("LASTBET", "<", 1)]
        found = []
        if bet < most and self.decides(_with_bet(view, min(most, 2 * bet))) != word:
            found.append(Valuation("POTBET", size=LARGE))
        smaller = bet > 1 and self.decides(_with_bet(view, bet // 2)) != word
        return [Valuation("LASTBET", size=LARGE) if smaller else _exactly("LASTBET", ">", 0), *found]

    def _about_draw(self, view: DrawPokerView, word: str) -> Valuation:
        if view.table.stage != SECOND_BETS:
            return _exactly("ORP", "=", NOT_REPLACED)
        drawn = view.opponent_replaced
        assert drawn is not None
        others = (count for count in range(view.table.rules.max_replaced + 1) if count != drawn)
        if any(self.decides(_with_draw(view, count)) != word for count in others):
            return _exactly("ORP", "=", drawn)
        return _exactly("ORP", "!=", NOT_REPLACED)


def likeliest(options: dict[PokerAction, float]) -> PokerAction:
    """What is done most often: drop, call or bet first, then the size of the bet."""
    kinds: dict[type[PokerAction], float] = {}
    for action, share in options.items():
        kinds[type(action)] = kinds.get(type(action), 0.0) + share
    kind = max(kinds, key=lambda one: kinds[one])
    return max((action for action in options if isinstance(action, kind)), key=lambda one: options[one])


def _word(action: PokerAction) -> str:
    match action:
        case Drop():
            return "DROP"
        case Call():
            return "CALL"
        case Bet(size):
            return next((word for most, word in BETS.items() if size <= most), LARGEST)
    raise ValueError(f"'{action}' is no decision of betting")


def _exactly(variable: str, sign: str, value: float) -> Valuation:
    return Valuation(variable, predicate=Comparison(sign, Name(variable), Number(float(value))))


def _with_bet(view: DrawPokerView, size: int) -> DrawPokerView:
    """The same with another last bet."""
    table = view.table
    return replace(view, table=replace(table, history=(*table.history[:-1], Bet(size)), last_bet=size))


def _with_draw(view: DrawPokerView, count: int) -> DrawPokerView:
    """The same had the opponent replaced another number of cards."""
    table, other = view.table, 1 - view.seat
    places = [k for k, event in enumerate(table.history) if isinstance(event, Replaced)]
    history = list(table.history)
    history[places[other]] = Replaced(count)
    drawn = tuple(count if seat == other else number for seat, number in enumerate(table.replaced))
    return replace(view, table=replace(table, history=tuple(history), replaced=drawn))
