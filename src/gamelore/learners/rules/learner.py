"""The learner of production rules as a Learner: plays, is corrected, judges itself, remembers, explains.

Practice chooses rules by what they win; the learner is handed the judge of it (`judge`). Explicit training takes
Lessons whose reasons are in the trainer's language. Implicit training judges the decisions of a contest at its end. A
Lesson without reasons (a watched move) is taken as a decision whose reasons are hypotheses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from gamelore.base.errors import BadSetting, DamagedFile, GameloreError, NotAvailable
from gamelore.base.seeds import Rng
from gamelore.games.core import AnyGame, AnyView
from gamelore.games.record import Record
from gamelore.learners.core import (
    CAUGHT,
    CONTESTS,
    JUDGED,
    LESSONS,
    ContestInfo,
    Decision,
    Learner,
    Lesson,
    Part,
    Practice,
    Reason,
)
from gamelore.learners.core import PRACTICE as BY_ITSELF
from gamelore.learners.practice.log import LOG_FILE, PracticeLog, read_log
from gamelore.learners.practice.search import PracticeSearch, least_contests
from gamelore.learners.rules import texts as store
from gamelore.learners.rules.language.explaining import explain, rule_name
from gamelore.learners.rules.language.sentences import list_sentences, rule_sentence
from gamelore.learners.rules.opponents import Memory, OpponentMemory
from gamelore.learners.rules.practice.boxes import Box
from gamelore.learners.rules.practice.judge import RuleJudge
from gamelore.learners.rules.practice.schedule import RuleSchedule
from gamelore.learners.rules.settings import (
    CARD,
    IMPLICIT,
    POKER,
    PRACTICE,
    THESIS_LIKE,
    THESIS_LIKE_IMPLICIT,
    RuleSettings,
)
from gamelore.learners.rules.training.axioms import Logic
from gamelore.learners.rules.training.school import School, Sitting
from gamelore.learners.rules.training.task import Decided, Task
from gamelore.learners.rules.training.trainer import parse_reply


def task_of(game: AnyGame) -> Task:
    """The game as a task for the rule machine."""
    if game.name == POKER:
        from gamelore.learners.rules.poker.task import PokerTask

        return PokerTask()
    from gamelore.learners.rules.training.feature_task import FeatureTask

    return FeatureTask(game)


class Waterman(Learner):
    """Learns an ordered list of readable rules: by practice, from a trainer's reasons, from the logic of the game."""

    kind = "waterman"
    revision = 5
    summary = CARD.summary
    presets: ClassVar[Mapping[str, RuleSettings]] = CARD.presets
    settings: RuleSettings
    practises = "rules"

    def __init__(self, game: AnyGame, settings: RuleSettings) -> None:
        super().__init__(game, settings)
        self.task = task_of(game)
        self.school = School(self.task, settings)
        self._memory = OpponentMemory(self.task.nothing_known)
        self.decided: dict[int, list[Decided]] = {}
        """What the rules decided at each seat in this contest."""
        self._judged = ""
        self.judge: RuleJudge | None = None
        self._log: PracticeLog[Box] | None = None
        self._search: PracticeSearch[Box] | None = None
        self._rng: Rng | None = None

    @classmethod
    def plays(cls, game: AnyGame) -> bool:
        """Draw poker, and every game whose Features can be measured without a hypothesis."""
        return CARD.plays(game)

    @classmethod
    def usual_regime(cls, settings: RuleSettings) -> str:
        """Practice, rounds with the program trainer's corrections, or alone where the logic of the game trains."""
        if settings.mode == PRACTICE:
            return "long_practice"
        return "poker_rounds" if settings.mode == IMPLICIT else "poker_coached"

    @classmethod
    def learns_from(cls, settings: RuleSettings) -> frozenset[str]:
        """Practice, a trainer's corrections, or contests where the logic of the game trains."""
        if settings.mode == PRACTICE:
            return frozenset({BY_ITSELF})
        return frozenset({CONTESTS if settings.mode == IMPLICIT else LESSONS})

    def begin(self, seat: int | None, contest: ContestInfo) -> None:
        """Sit down; what is remembered of the opponent lasts for one game, or for one sitting."""
        super().begin(seat, contest)
        if contest.learning:
            # A course that was interrupted goes on as if it had not been: what was remembered then is in the files.
            sitting = self.school.sitting
            self._memory = OpponentMemory(self.task.nothing_known, sitting.number, sitting.met)
        self._memory.begin(contest)
        self.decided, self._judged = {}, ""

    def memory(self, seat: int) -> Memory:
        """What the one at this seat remembers of the opponent."""
        return self._memory.of(seat)

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """The move of the first rule that catches, as an action."""
        ordinary = self.task.ordinary(view)
        if ordinary is not None:
            return Decision(ordinary, "usual draw", lambda: (Reason("usual draw", "Replacing cards is not learned."),))
        self._rng = rng
        matcher = self.school.trainee.matcher
        situation = self.task.situation(view, self.memory(view.seat))
        values = matcher.values(situation, rng)
        index = matcher.match(values)
        move = matcher.move(index, values, rng, lambda name: self.task.allowed(view, name))
        action = self.task.action(matcher, view, move, values, rng)
        whole = {**situation, **{name: values[name] for name in matcher.heuristics.vector}}
        learned = index >= 0 and not matcher.heuristics.rules[index].is_random
        self.decided.setdefault(view.seat, []).append(Decided(view, whole, move, action, learned))
        if self.settings.mode == IMPLICIT and self.contest.learning:
            action = self.task.substitute(view, move) or action
        evaluators, phrases, said = matcher.evaluators, self.task.phrases, str(action)
        return Decision(
            action, rule_name(index), lambda: tuple(explain(evaluators, situation, index, move, said, phrases))
        )

    def think_by(self, logic: Logic | None, matrix: str = "", where: str = "") -> None:
        """Judge by another logic of the game, and take reasons from another decision matrix, given as text.

        Both are for training from the logic of the game alone, and are given before it begins.
        """
        if self.game.name != POKER or self.settings.mode != IMPLICIT:
            raise BadSetting(
                f"axioms and a decision matrix train {POKER} by its logic alone, not {self.game.name} in the mode "
                f"'{self.settings.mode}'; choose --preset calibrated_implicit or thesis_like_implicit"
            )
        if logic is not None:
            self.school.logic = logic
        if matrix:
            from gamelore.learners.rules.poker.moves import parse_poker_matrix

            if self.settings.learn_matrix:
                raise BadSetting("a decision matrix that is learned (learn_matrix) begins empty and cannot be given")
            self.school.trainee.matrix = parse_poker_matrix(matrix, where)
            self.school.given_matrix = matrix

    def brought(self) -> Mapping[str, str]:
        """The axioms and the decision matrix, where they are not those that come with the package."""
        return store.brought(self.school)

    def afterthoughts(self, record: Record, seat: int) -> Sequence[str]:
        """Which axioms prove which decision after the draw, where the logic of the game trains."""
        if self.game.name != POKER or self.settings.mode != IMPLICIT:
            return super().afterthoughts(record, seat)
        from gamelore.learners.rules.poker.proving import HIDDEN, proved

        found = proved(self.game, record, seat, self.settings, self.school.logic)
        return [line for one in found for line in one.lines()] or [HIDDEN]

    def learn(self, lesson: Lesson) -> None:
        """Take a correction with its reasons, or a watched decision without."""
        if not self.contest.learning or self.task.ordinary(lesson.view) is not None:
            return
        situation = self.task.situation(lesson.view, self.memory(lesson.view.seat))
        if lesson.reasons:
            advice = parse_reply(
                " ".join(lesson.reasons), self.task.words(self.school.trainee), f"lesson of {lesson.teacher}"
            )
            trainee = self.school.trainee
            wrong = advice is not None and not trainee.accepts(trainee.match(situation), advice.move)
            if advice is None:
                trainee.approved(situation)
            elif wrong and self.trials_left != 0:
                trainee.trial(situation, advice)
            self._mark(wrong)
            return
        moves: list[str] = []
        for action in lesson.advocated:
            moves += self.task.moves_of(self.school.trainee, lesson.view, action)
        if moves:
            self.school.shown(situation, tuple(dict.fromkeys(moves)), None)

    def end(self, record: Record) -> None:
        """Remember the opponent; after implicit training, judge what was decided."""
        for seat in self.contest.seats:
            end = record.last_view(self.game, seat)
            self._memory.remember(seat, self.task.remembered(self.memory(seat), end))
            if self.contest.learning and self.settings.mode == IMPLICIT:
                school = self.school
                school.beliefs = self.task.believed(school.beliefs, end)
                for case in self.task.judged(
                    self.decided.get(seat, ()), end, self.settings, school.beliefs, school.logic
                ):
                    if self.trials_left == 0:
                        break
                    wrong = self.school.judged(case, self._rng)
                    if case.tried:
                        self._mark(wrong)
        if self.contest.learning and self.contest.seats:
            self.school.sitting = Sitting(self.contest.number, dict(self._memory.known))

    def _mark(self, wrong: bool) -> None:
        self._judged += "-" if wrong else "+"
        if wrong and self.trials_left:
            self.trials_left -= 1

    def marks(self) -> Mapping[str, str]:
        """Which decisions were acceptable to the trainer or the axioms, and which were made by learned rules."""
        caught = ("+" if one.learned else "-" for decided in self.decided.values() for one in decided)
        return {JUDGED: self._judged, CAUGHT: "".join(caught)}

    def practise(self, contests: int, rng: Rng) -> Practice:
        """Go on with the search for a list by one step, of up to so many contests."""
        if self.settings.mode != PRACTICE or self.game.name != POKER:
            return super().practise(contests, rng)
        if self.judge is None:
            raise NotAvailable("rules are chosen by a judge of lists; give the learner one, or train it in the arena")
        trainee, schedule = self.school.trainee, self._schedule(self.judge)
        if self._log is None:
            self._log = PracticeLog(schedule.grid, seed=int(rng.integers(1 << 48)))
        if self._search is None:
            self._search = PracticeSearch(schedule, self._log, schedule.heuristics)
        played = self._search.practise(self.judge, contests)
        boxes, score = self._search.best
        if boxes:
            trainee.replace_rules(schedule.heuristics(boxes))
        return Practice(max(1, played), score)

    def least_practice(self, step: int) -> int | None:
        """What watching the model costs, all in one step."""
        if self.judge is None:
            return 1
        return least_contests(self._schedule(self.judge), self.judge.each, step)

    def _schedule(self, judge: RuleJudge) -> RuleSchedule:
        from gamelore.learners.rules.poker.practised import GRID, HAD, reckless

        return RuleSchedule(GRID, self.school.trainee.bare(), judge, self.settings.rules, HAD, barred=reckless)

    def finish(self) -> None:
        """A last refit, redundant rules out; nothing more is searched for."""
        self.school.finish()
        self._log = self._search = None

    def knowledge(self) -> dict[str, str]:
        """The rules as a listing, what was counted, the cases that are remembered; in practice what was tried, too."""
        found = store.texts(self.school)
        return found if self._log is None else {**found, LOG_FILE: self._log.text()}

    def restore(self, texts: Mapping[str, str], where: str) -> None:
        try:
            rest = {name: text for name, text in texts.items() if name != LOG_FILE}
            school, log = store.restored(School(self.task, self.settings), rest, where), None
            if LOG_FILE in texts:
                from gamelore.learners.rules.poker.practised import GRID

                log = read_log(texts, GRID, where)
            self.school, self._log, self._search = school, log, None
        except DamagedFile:
            raise
        except GameloreError as error:
            raise DamagedFile(str(error)) from None

    def take_over(self, other: Learner) -> None:
        """Begin with what another rule learner knows, trained in whatever way (Waterman 1968, pages 85 and 86).

        Its rules stay as they are, taught ones and hypotheses; its classes of hands are kept.
        """
        if not isinstance(other, Waterman) or not other.game.is_same(self.game):
            raise BadSetting(
                f"a rule learner begins with the rules of another one at {self.game.name}, not of {other.kind}"
            )
        rules = other.school.trainee.heuristics
        if self.settings.mode == PRACTICE:
            raise BadSetting("practice finds its own list; a course that begins with rules is taught or implicit")
        if self.settings.refit and not all(rule.hypothesized for rule in rules.learned_rules()):
            raise BadSetting(
                "a list that is grown anew from cases (refit) would forget what was taught; choose a preset "
                "without it, such as thesis_like_implicit"
            )
        theirs, mine = other.school.trainee, self.school.trainee
        self.task.give(mine, rules, "the rules to begin with")
        mine.numbers, mine.trials, mine.created = dict(theirs.numbers), theirs.trials, theirs.created
        if theirs.memory.names == mine.memory.names:
            mine.memory.cases = dict(theirs.memory.cases)
        self.school.cases, self.school.beliefs = list(other.school.cases), other.school.beliefs

    def going_on(self, offers: frozenset[str]) -> RuleSettings:
        """The settings with which it goes on in a course that offers so much: its own if they serve there."""
        if self.settings.mode != PRACTICE and (not offers or self.learns_from(self.settings) & offers):
            return self.settings
        other = THESIS_LIKE_IMPLICIT if CONTESTS in offers and LESSONS not in offers else THESIS_LIKE
        return replace(other, functions=self.settings.functions)

    def parts(self) -> Sequence[Part]:
        """The rules one by one, but for the last that chooses at random."""
        heuristics, phrases = self.school.trainee.heuristics, self.task.phrases
        return [
            Part(rule_name(index), rule_sentence(heuristics, rule, phrases))
            for index, rule in enumerate(heuristics.rules)
            if not rule.is_random
        ]

    def without(self, part: str) -> Waterman:
        """A twin without one rule: what it caught is left to the later ones."""
        if part not in [known.name for known in self.parts()]:
            super().without(part)
        rules = self.school.trainee.heuristics.rules
        twin = Waterman(self.game, self.settings)
        twin.school.trainee.replace_rules(
            self.school.trainee.heuristics.with_rules(
                rule for index, rule in enumerate(rules) if rule_name(index) != part
            )
        )
        return twin

    def lore(self) -> Sequence[str]:
        """The rules as sentences, in the order in which they are tried: at most a page."""
        return list_sentences(self.school.trainee.heuristics, self.task.phrases)
