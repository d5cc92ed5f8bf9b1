"""The evidence for lists of rules at draw poker: what each rule adds in chips, how often it decides, hands to try.

The whole list and the list without each rule meet the same deals with the same luck, against each opponent; a deal is
played at both seats, five are a game. Kernels play lists that they know (`arena/poker/judge.py`), the plain arena
all others. Situations come from contests through the plain arena.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gamelore.arena.contest import ContestKey
from gamelore.arena.poker.judge import PokerJudge
from gamelore.arena.poker.opponents import OPPONENTS, opponent
from gamelore.arena.poker.rule_players import RuleList
from gamelore.arena.tournament import seat_of, tournament
from gamelore.base.arrays import Floats
from gamelore.base.errors import NotAvailable
from gamelore.base.files import digest
from gamelore.base.seeds import Phase, Rng
from gamelore.base.stats import Interval, mean_interval
from gamelore.games.core import AnyGame, AnyView
from gamelore.games.poker.draw_poker import DrawPoker, DrawPokerView
from gamelore.games.poker.table import REPLACING, ROUNDS_PER_GAME
from gamelore.lab.guide.core import (
    CAREFUL,
    ENOUGH,
    TOLD,
    Against,
    Guide,
    GuideEntry,
    GuidePart,
    ListChoice,
    ListPrice,
    ListStep,
    Question,
    Unit,
)
from gamelore.lab.guide.evidence import (
    GuideAsked,
    GuideEvidence,
    learn_command,
    little_practice,
    practised_sentence,
    spread,
)
from gamelore.lab.guide.quiz import Quiz
from gamelore.learners.core import Decision, Learner
from gamelore.learners.rules.language.explaining import rule_name
from gamelore.learners.rules.language.heuristics import Heuristics
from gamelore.learners.rules.language.listing import rule_lines
from gamelore.learners.rules.language.sentences import rule_sentence
from gamelore.learners.rules.learner import Waterman
from gamelore.learners.rules.poker.moves import allowed
from gamelore.learners.rules.poker.practised import EDGES, MOVES
from gamelore.learners.rules.poker.task import PHRASES
from gamelore.learners.rules.settings import IMPLICIT, PRACTICE, RuleSettings

PANEL = ("builtin", "tight", "loose", "bluff", "call", "strong")
"""Whom a list meets."""
DEALS, SLOW_DEALS = 20_000, 200
"""Deals against each of them: in kernels, and in the plain arena."""
CONTESTS = 200
"""Contests against each from which situations are taken."""
MOST_RULES, QUESTIONS = 12, 12
RULE = "rule"
CHIPS = Unit("chips", "chips a hand", "+.2f")
HOW = (
    "Go through the rules in order. The first whose conditions all hold decides, and the others are not asked. Where "
    "none holds, choose at random. If it says call and there is no bet to match, bet 1; if it says bet and no further "
    "bet is allowed, call.",
    "Cards are replaced the usual way, which no rule decides: keep pairs, three of a kind and whatever is better, and "
    "replace the rest; with nothing, replace one card if the other four are of one suit or may become a straight, else "
    "the three lowest.",
)
WORDS = (
    "A bet matches the other's last bet and puts so many chips on top. The pot counts what both have matched, antes "
    "included. A hand is at least a pair of eights if it is that or anything better.",
)


class NotedRules(RuleList):
    """A list of rules whose decisions are kept, each with the rule that made it."""

    def __init__(self, game: AnyGame, heuristics: Heuristics) -> None:
        super().__init__(game, heuristics, "rules")
        self.made: list[RuleDecision] = []

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """As the list does."""
        decision = super().decide(view, rng)
        assert isinstance(view, DrawPokerView)
        if view.table.stage != REPLACING:
            self.made.append(RuleDecision(view, decision.by))
        return decision


@dataclass(frozen=True, slots=True)
class RuleDecision:
    """A decision about a bet, and the name of the rule that made it."""

    view: DrawPokerView
    by: str


class PokerEvidence(GuideEvidence):
    """Measures lists of rules at draw poker."""

    def has_list(self, learner: Learner) -> bool:
        """Whether it has rules that do not decide at random."""
        return isinstance(learner, Waterman) and bool(learner.parts())

    def list_contests(self, contests: int | None, game: AnyGame) -> int:
        """The contests through the plain arena that situations are taken from."""
        return CONTESTS * len(PANEL)

    def shipped(self, game: AnyGame) -> Learner:
        """No list comes with the game."""
        learn = f"gamelore learn {game.name} --out FOLDER"
        raise NotAvailable(f"no rules come with {game.name}; learn some ({learn}), then ask for gamelore guide FOLDER")

    def list_guide(self, learner: Learner, asked: GuideAsked) -> Guide:
        """Judge the list with each rule and without; contests are deals against each opponent."""
        assert isinstance(learner, Waterman)
        game, rules = learner.game, learner.school.trainee.heuristics
        assert isinstance(game, DrawPoker)
        numbers = [n for n, rule in enumerate(rules.rules) if not rule.is_random]
        lists = [rules, *(_kept(rules, [other for other in range(len(rules.rules)) if other != n]) for n in numbers)]
        won, rounds = winnings(game, lists, asked.contests, asked.seed)
        losses = {n: mean_interval((won[0] - won[1 + at]).mean(axis=0).tolist()) for at, n in enumerate(numbers)}
        decisions = decisions_of(game, rules, asked)
        times = Counter(decision.by for decision in decisions)
        looked = len(decisions) >= ENOUGH
        idle = [n for n in numbers if looked and not times[rule_name(n)] and losses[n].low <= 0]
        active = [n for n in numbers if n not in idle]
        told = sorted(sorted(active, key=lambda n: -losses[n].mean)[:MOST_RULES])
        strength = {CAREFUL: {CHIPS.name: _worst_first(_scores(won[0]))}}
        order = list(strength[CAREFUL][CHIPS.name])
        if len(told) < len(numbers):
            few = _kept(rules, [n for n, rule in enumerate(rules.rules) if n in told or rule.is_random])
            alone = _scores(winnings(game, [few], asked.contests, asked.seed)[0][0])
            strength[TOLD] = {CHIPS.name: {name: alone[name] for name in order}}
        examples: set[str] = set()
        texts = rule_lines(rules)
        entries = []
        for place, n in enumerate(told):
            fitting = [d for d in decisions if d.by == rule_name(n) and allowed(d.view, rules.rules[n].move)]
            plainest = min(fitting, key=lambda d: (len(d.view.table.history), digest(str(d.view))), default=None)
            without = _scores(won[1 + numbers.index(n)])
            examples |= set() if plainest is None else {str(plainest.view)}
            entries.append(
                GuideEntry(
                    " ".join(texts[n].split()),
                    rule_name(n),
                    RULE,
                    rule_sentence(rules, rules.rules[n], PHRASES),
                    times[rule_name(n)] / max(1, len(decisions)),
                    "decisions about a bet",
                    len(decisions),
                    {CHIPS.name: {name: without[name] for name in order}},
                    losses[n],
                    None if plainest is None else question_of(rules, plainest, told, place),
                )
            )
        chance = 1 - sum(times[rule_name(n)] for n in numbers) / max(1, len(decisions))
        measured = [
            f"All figures are chips a hand with 95 % intervals: {rounds:,} deals against each opponent, each played at "
            f"both seats, seed {asked.seed}; with a rule and without it the same deals with the same luck.",
            f"Who they are: {'; '.join(f'{name}: {OPPONENTS[name].summary}' for name in order)}.",
            f"How often a rule decides was counted in {CONTESTS} contests against each.",
        ]
        if chance:
            measured.append(f"In {chance:.1%} of those decisions no rule held, and chance decided.")
        return Guide(
            game,
            learner.kind,
            asked.subject,
            asked.seed,
            rounds,
            (CHIPS,),
            {RULE: strength},
            tuple(measured),
            (GuidePart(RULE, "The rules", "to bet by"),),
            noun="rule",
            verb="decides",
            how=HOW,
            words=WORDS,
            entries=tuple(entries),
            left_out=len(active) - len(told),
            idle=tuple(map(rule_name, idle)),
            worth_unit=Unit("chips a hand", CHIPS.meaning, ".2f"),
            whole={RULE: {CHIPS.name: strength[CAREFUL][CHIPS.name]}},
            rounds=rounds,
            price=_price(learner, asked.facts),
            quiz=quiz_of(rules, [d for d in decisions if str(d.view) not in examples], told),
            vocabulary=(
                *(f"It may ask for {PHRASES.nouns[name]}." for name in rules.vector),
                *(f"It may say: {PHRASES.moves.get(move, move.lower())}." for move in rules.moves),
            ),
        )

    def quiz(self, learner: Learner, asked: GuideAsked, most: int) -> Quiz:
        """Hands from contests against each opponent, of all rules."""
        if not self.has_list(learner):
            return super().quiz(learner, asked, most)
        assert isinstance(learner, Waterman)
        rules = learner.school.trainee.heuristics
        numbers = [n for n, rule in enumerate(rules.rules) if not rule.is_random]
        entries = tuple(f"{rule_name(n)}: {rule_sentence(rules, rules.rules[n], PHRASES)}" for n in numbers)
        return Quiz(entries, HOW, quiz_of(rules, decisions_of(learner.game, rules, asked), numbers, most))


POKER = PokerEvidence()


def _kept(rules: Heuristics, numbers: Sequence[int]) -> Heuristics:
    return rules.with_rules(rules.rules[n] for n in numbers)


# --- chips ------------------------------------------------------------------------------------------------------------


def winnings(game: DrawPoker, lists: Sequence[Heuristics], deals: int | None, seed: int) -> tuple[Floats, int]:
    """Chips a hand by list, opponent and game of five deals; and how many deals were played."""
    panel = {name: opponent(name, game) for name in PANEL}
    try:
        count = -(-(deals or DEALS) // ROUNDS_PER_GAME) * ROUNDS_PER_GAME
        return PokerJudge(game, panel).contests(lists, range(count // ROUNDS_PER_GAME), seed), count
    except NotAvailable:  # other rules of the game, or a list that kernels do not know
        count = -(-(deals or SLOW_DEALS) // ROUNDS_PER_GAME) * ROUNDS_PER_GAME
    found = np.zeros((len(lists), len(PANEL), 2 * count))
    for i, rules in enumerate(lists):
        for j, (name, other) in enumerate(panel.items()):
            key = ContestKey(seed, 0, Phase.TEST, series=name)
            for n, record in enumerate(tournament(game, (RuleList(game, rules, "rules"), other), 2 * count, key)):
                found[i, j, n] = record.returns[seat_of(record, 0)]
    return found.reshape(len(lists), len(PANEL), -1, 2 * ROUNDS_PER_GAME).mean(axis=3), count


def _scores(won: Floats) -> dict[str, Interval]:
    return {name: mean_interval(won[n].tolist()) for n, name in enumerate(PANEL)}


def _worst_first(scores: Against) -> Against:
    return dict(sorted(scores.items(), key=lambda told: told[1].mean))


# --- situations -------------------------------------------------------------------------------------------------------


def decisions_of(game: AnyGame, rules: Heuristics, asked: GuideAsked) -> list[RuleDecision]:
    """Every decision about a bet in some contests against each opponent."""
    player = NotedRules(game, rules)
    for name in PANEL:
        key = ContestKey(asked.seed, 0, Phase.TEST, series=name)
        for _ in tournament(game, (player, opponent(name, game)), CONTESTS, key):
            asked.step()
    return player.made


def question_of(rules: Heuristics, decision: RuleDecision, told: Sequence[int], deciding: int) -> Question:
    """A decision as it is asked and told: the first rule that holds leaves what it says."""
    moves = {rules.rules[n].move for n in told}
    options = tuple(_said(move) for move in rules.moves if move in moves and allowed(decision.view, move))
    answer = _said(rules.rules[told[deciding]].move)
    steps = [ListStep(place, options) for place in range(deciding)]
    last = ListStep(deciding, (answer,), tuple(option for option in options if option != answer))
    return Question(RULE, decision.view, (ListChoice("bet", options, (*steps, last), (answer,)),))


def _said(move: str) -> str:
    return PHRASES.moves.get(move, move.lower())


def quiz_of(
    rules: Heuristics, decisions: Sequence[RuleDecision], told: Sequence[int], most: int = QUESTIONS
) -> tuple[Question, ...]:
    """Hands that a told rule decides, by every rule in turn."""
    places = {rule_name(n): place for place, n in enumerate(told)}
    by: dict[int, dict[str, RuleDecision]] = {place: {} for place in places.values()}
    for decision in decisions:
        place = places.get(decision.by)
        if place is not None and allowed(decision.view, rules.rules[told[place]].move):
            by[place].setdefault(digest(str(decision.view)), decision)  # in no order
    chosen = spread(by, most)
    return tuple(question_of(rules, decision, told, places[decision.by]) for decision in chosen)


# --- price ------------------------------------------------------------------------------------------------------------


def _price(learner: Waterman, facts: Mapping[str, object]) -> ListPrice:
    settings, contests = learner.settings, facts.get("contests")
    assert isinstance(settings, RuleSettings)
    known = contests if isinstance(contests, int) else None
    if settings.mode == PRACTICE and known is not None:
        told = " ".join(filter(None, (practised_sentence(known), little_practice(learner, facts))))
    elif known is None:
        told = "How the rules were found is not known."
    else:
        source = "the logic of the game" if settings.mode == IMPLICIT else "a trainer's corrections"
        told = f"The rules were learned from {source} in {known:,} contests."
    rules = learner.school.trainee.heuristics
    given = {"variables": len(rules.vector), "moves": len(rules.moves)}
    if settings.mode == PRACTICE:
        edges = sum(len(edges) for edges in EDGES.values())
        given = {"variables": len(EDGES), "bounds that they may have": edges, "moves": len(MOVES)}
    practised = known if settings.mode == PRACTICE else None
    return ListPrice(told, practised, None, given, learn_command(learner, facts))
