"""The learner of production rules as a Learner: plays, is corrected, judges itself, remembers, explains.

Practice chooses rules by what they win; the learner is handed the judge of it (`judge`). Explicit training takes
Lessons whose reasons are in the trainer's language. Implicit training judges the decisions of a contest at its end. A
Lesson without reasons (a watched move) is taken as a decision whose reasons are hypotheses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from gamelore.base.errors import DamagedFile, GameloreError, NotAvailable
from gamelore.base.plain import tell
from gamelore.base.seeds import Rng
from gamelore.games.core import AnyGame, AnyView
from gamelore.games.record import Record
from gamelore.learners.core import CAUGHT, JUDGED, ContestInfo, Decision, Learner, Lesson, Part, Practice, Reason
from gamelore.learners.rules import store
from gamelore.learners.rules.language.explaining import explain, rule_name
from gamelore.learners.rules.language.sentences import list_sentences, rule_sentence
from gamelore.learners.rules.opponents import Memory, OpponentMemory
from gamelore.learners.rules.practice.judge import RuleJudge
from gamelore.learners.rules.practice.search import PRACTICE_FILE, RuleSearch, SearchState, read_state, state_text
from gamelore.learners.rules.settings import CARD, IMPLICIT, POKER, PRACTICE, RuleSettings
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

    def __init__(self, game: AnyGame, settings: RuleSettings) -> None:
        super().__init__(game, settings)
        self.task = task_of(game)
        self.school = School(self.task, settings)
        self._memory = OpponentMemory(self.task.nothing_known)
        self.decided: dict[int, list[Decided]] = {}
        """What the rules decided at each seat in this contest."""
        self._judged = ""
        self.judge: RuleJudge | None = None
        """Who lets its lists practise."""
        self._search: SearchState | None = None
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
        heuristics, phrases, said = matcher.heuristics, self.task.phrases, str(action)
        return Decision(
            action, rule_name(index), lambda: tuple(explain(heuristics, situation, index, move, said, phrases))
        )

    def learn(self, lesson: Lesson) -> None:
        """Take a correction with its reasons, or a watched decision without."""
        if not self.contest.learning or self.task.ordinary(lesson.view) is not None:
            return
        situation = self.task.situation(lesson.view, self.memory(lesson.view.seat))
        if lesson.reasons:
            advice = parse_reply(" ".join(lesson.reasons), self.task.vocabulary, f"lesson of {lesson.teacher}")
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
                self.school.beliefs = self.task.believed(self.school.beliefs, end)
                for case in self.task.judged(self.decided.get(seat, ()), end, self.settings, self.school.beliefs):
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
        from gamelore.learners.rules.poker.practised import GRID, HAD, reckless

        trainee = self.school.trainee
        state = self._search or SearchState(seed=int(rng.integers(1 << 48)))
        search = RuleSearch(GRID, trainee.bare(), self.judge, state, self.settings.rules, HAD, barred=reckless)
        played = search.step(contests)
        self._search = search.state
        if search.state.boxes:
            trainee.replace_rules(search.heuristics(search.state.boxes))
        else:
            tell(f"practice begins with {search.least:,} contests; {contests:,} are too few, nothing was learned")
        return Practice(max(1, played), search.state.score)

    def finish(self) -> None:
        """A last refit, redundant rules out; nothing more is searched for."""
        self.school.finish()
        self._search = None

    def knowledge(self) -> dict[str, str]:
        """The rules as a listing, what was counted, and the cases that are remembered."""
        found = store.texts(self.school)
        return found if self._search is None else {**found, PRACTICE_FILE: state_text(self._search)}

    def restore(self, texts: Mapping[str, str], where: str) -> None:
        """Read them back."""
        try:
            rest = {name: text for name, text in texts.items() if name != PRACTICE_FILE}
            school, search = store.restored(School(self.task, self.settings), rest, where), None
            if PRACTICE_FILE in texts:
                from gamelore.learners.rules.poker.practised import GRID

                search = read_state(texts[PRACTICE_FILE], GRID, f"{where}/{PRACTICE_FILE}")
            self.school, self._search = school, search
        except DamagedFile:
            raise
        except GameloreError as error:
            raise DamagedFile(str(error)) from None

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
