"""The ways of training: whom a learner meets or watches, in which order, and when it has had enough.

A regime is data: blocks of contests, repeated until a number of contests or a rule that ends the course is reached. In
a course of practice the learner plays thousands of contests by itself, and the driver only asks it for step after step.
The regimes and their sizes are those of Epstein, Gelfand and Lesniak (1996, section 4: trial, lesson and practice),
Epstein, Gelfand and Lock (1998, sections 4 and 5: fixed length, broader context), Lock (2003, sections 2.3 and 3.3.2:
the learner watches a perfect player meet stronger and stronger ones), Waterman (1968, sections 5.3 and 5.4) and
Carberry (page 143).
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from gamelore.arena.contest import DEALER, SEATING, ContestKey, Learning, play
from gamelore.arena.roster import CHALLENGERS, at_table, make_player, usual_opponent
from gamelore.arena.tournament import seat_of, seating
from gamelore.base.errors import BadSetting, DamagedFile, UnknownName
from gamelore.base.seeds import Phase
from gamelore.games.core import AnyGame
from gamelore.games.record import BY_PRACTICE, Record
from gamelore.learners.core import CAUGHT, JUDGED, ContestInfo, Learner, Player

if TYPE_CHECKING:
    from gamelore.arena.poker.strong_trainer import StrongTrainer
    from gamelore.learners.rules.program_trainer import ProgramTrainer

    PokerTrainer = ProgramTrainer | StrongTrainer

LEARNER = "learner"
TRAINER = DEALER + 1
"""The seat number of the trainer's stream."""
PRACTISED, BEST = "practised", "best"
"""Labels of a step of practice: how many contests it had, and how good the best is that the learner has found."""

STANDARDS = {"tic_tac_toe": 10}
"""Draws in a row that end a trial (1996, section 4); 20 for the other games."""
TOURNAMENTS = {"five_mens_morris": 40}
"""Contests in each tournament of the double cycle (2003, section 3.3.2); 20 for lose tic-tac-toe and by default."""

PRACTISED_AT_LENGTH = {"forty_two": (76_000_000, 1_000_000), "draw_poker": (34_000_000, 5_000_000)}
"""Contests of long practice, and of a step, where luck decides more than elsewhere."""
STRONG_ROUNDS = 1_050
"""Rounds with the strong player as trainer: thirty games against each."""
DEAL_PLAYED_OUT = 4 * 240 * 7
"""Contests of a deal of 42 each of whose hands is played out with every trump."""


@dataclass(frozen=True, slots=True)
class Block:
    """Some contests between the same entrants."""

    entrants: tuple[str, ...]
    contests: int
    models: tuple[int, ...] = ()
    """The entrants whose play may be taken as a model."""
    counts: bool = False
    """Whether these contests count for the behavioural standard."""
    alternating: bool = True
    """Whether they move one seat on after each contest."""
    practice: int = 0
    """If not 0, every contest of the block stands for a step of so many, which the learner plays by itself."""

    def __post_init__(self) -> None:
        if self.contests < 1:
            raise ValueError(f"a block has at least one contest, not {self.contests}")

    @property
    def watched(self) -> bool:
        """Whether the learner only watches."""
        return LEARNER not in self.entrants


@dataclass(frozen=True, slots=True)
class Stop:
    """What ends a course before all its contests are played: the first rule that holds. Zero means never.

    All but the first read what the learner tells of each contest (`Learner.marks`).
    """

    standard: int = 0
    """So many contests that count, in a row, were not lost (1996, section 4)."""
    clean_games: int = 0
    """So many cycles of the regime in a row had no unacceptable decision (Waterman 1968, section 5.3)."""
    window: int = 0
    """At most `ERRORS` of the last so many decisions were unacceptable; not in the sources."""
    caught: float = 0.0
    """Learned rules made this share of the last `RECENT` decisions (Waterman 1968, section 5.4)."""
    trials: int = 0
    """So many decisions were unacceptable; nothing more is learned once they are."""
    idle: int = 0
    """So many steps of practice in a row found nothing better."""

    @property
    def reads_marks(self) -> bool:
        """Whether a rule needs to know what the learner tells."""
        return bool(self.clean_games or self.window or self.caught or self.trials)


ERRORS, RECENT = 2, 50
NEVER = Stop()


@dataclass(frozen=True, slots=True)
class Regime:
    """Blocks of contests in a cycle, until `contests` are played or a rule ends the course."""

    name: str
    blocks: tuple[Block, ...]
    contests: int
    """The length of training, practised contests included; with a rule that ends it, where the course is given up."""
    stop: Stop = NEVER
    coached: Literal["reconsider", "advocated", "strong"] | None = None
    """What is played once the program trainer of draw poker has spoken: what the learner then decides, or what the
    trainer advocates. `strong`: the strong player is the trainer, the learner decides again. None for no trainer."""
    inconsistency: float = 0.0
    """How often the built-in trainer answers from its second matching rule: a person would."""

    def __post_init__(self) -> None:
        if not self.blocks or self.contests < 1:
            raise ValueError("a regime has at least one block and one contest")
        if self.stop.standard and not any(block.counts for block in self.blocks):
            raise ValueError("a behavioural standard needs a block that counts")

    @property
    def cycle(self) -> int:
        """How many contests the blocks have together."""
        return sum(block.contests for block in self.blocks)

    def contest(self, number: int) -> tuple[Block, int]:
        """The block of a contest, and how many contests of the same block came before it."""
        cycle, within = divmod(number, self.cycle)
        for block in self.blocks:
            if within < block.contests:
                return block, cycle * block.contests + within
            within -= block.contests
        raise AssertionError("a cycle is the sum of its blocks")


def plain_trial(standard: int = 10, limit: int = 500) -> Regime:
    """Against the perfect player until so many contests in a row are drawn (1996, section 4)."""
    return Regime("plain_trial", (Block((LEARNER, "perfect"), 2, (1,), counts=True),), limit, Stop(standard))


def lesson_and_practice(lessons: int = 2, practice: int = 7, standard: int = 20, limit: int = 500) -> Regime:
    """Lessons with the perfect player between rounds of practice with oneself (1996, section 4); lessons count."""
    blocks = (Block((LEARNER, "perfect"), lessons, (1,), counts=True), Block((LEARNER, LEARNER), practice))
    return Regime("lesson_and_practice", blocks, limit, Stop(standard))


def fixed_length(contests: int = 200) -> Regime:
    """So many contests against the perfect player (1998, section 4)."""
    return Regime("fixed_length", (Block((LEARNER, "perfect"), 2, (1,)),), contests)


def broader_context(contests: int = 200) -> Regime:
    """Equally many contests against each of the four challengers, two at a time (1998, section 5)."""
    opponents = (("perfect", (1,)), ("expert", ()), ("novice", ()), ("random", ()))
    return Regime("broader_context", tuple(Block((LEARNER, name), 2, models) for name, models in opponents), contests)


def perfect_vs_increasing(each: int = 30, cycles: int = 1) -> Regime:
    """Watch the perfect player meet random, novice, expert and perfect, so many contests each (2003, section 2.3)."""
    opponents = (("random", (0,)), ("novice", (0,)), ("expert", (0,)), ("perfect", (0, 1)))
    blocks = tuple(Block(("perfect", name), each, models) for name, models in opponents)
    return Regime("perfect_vs_increasing", blocks, 4 * each * cycles)


def double_cycle(each: int = 20) -> Regime:
    """The same four tournaments twice (2003, section 3.3.2)."""
    return replace(perfect_vs_increasing(each, cycles=2), name="double_cycle")


def rotation(each: int = 20) -> Regime:
    """The contests of the double cycle in another order: two against each opponent in turn, round and round.

    Not in the sources: whoever stops after a few contests has seen something of every opponent.
    """
    return replace(perfect_vs_increasing(2, cycles=each), name="rotation")


def varied_teachers(each: int = 40) -> Regime:
    """Watch the perfect player meet novices and, mostly, experts: the most varied play for the same contests.

    Not in the sources. Contests against a random player are short, and two perfect players repeat themselves; against
    an expert's rare errors the perfect player shows more of the states that a learner will meet.
    """
    opponents = (("novice", (0,)), ("expert", (0,)), ("expert", (0,)), ("perfect", (0, 1)))
    blocks = tuple(Block(("perfect", name), each, models) for name, models in opponents)
    return Regime("varied_teachers", blocks, 8 * each)


def watch_and_practise(each: int = 35, practice: int = 5) -> Regime:
    """The double cycle with each tournament cut a little short, then contests of its own against the perfect player.

    Not in the sources: a remedy for holes. What a learner loses in its own play no watched contest shows.
    """
    cycle = perfect_vs_increasing(each)
    own = Block((LEARNER, "perfect"), 4 * practice, (1,))
    return Regime("watch_and_practise", (*cycle.blocks, own), 8 * (each + practice))


def poker_rounds(contests: int = 400) -> Regime:
    """Rounds of draw poker against the scripted human; the learner judges its own play (Waterman 1968, section 5.4)."""
    return Regime("poker_rounds", (Block((LEARNER, "poker:human"), 5),), contests)


def poker_coached(contests: int = 400) -> Regime:
    """The same with a trainer who holds the built-in heuristics; the learner decides again after each correction."""
    return replace(poker_rounds(contests), name="poker_coached", coached="reconsider")


def poker_strong(contests: int = STRONG_ROUNDS) -> Regime:
    """Games against everybody of the panel of practice, corrected by the strong player; not in the source."""
    panel = ("random", "call", "tight", "human", "builtin", "noisy", "strong")
    blocks = tuple(Block((LEARNER, f"poker:{name}"), 5) for name in panel)
    return Regime("poker_strong", blocks, contests, coached="strong")


def _game_of_five() -> tuple[Block, ...]:
    """A game of the source: the learner acts first in rounds 1, 3 and 5 (Waterman 1968, p128)."""
    entrants = (LEARNER, "poker:human")
    return tuple(Block(entrants[:: -1 if n % 2 else 1], 1, alternating=False) for n in range(5))


def poker_implicit(contests: int = 6000) -> Regime:
    """Games of draw poker until the 57 trials of the source (Waterman 1968, section 5.4 and Table 5-2)."""
    return Regime("poker_implicit", _game_of_five(), contests, Stop(trials=57))


def poker_automatic(contests: int = 6000) -> Regime:
    """Automatic training: what the trainer decides is played (Waterman 1968, section 5.3 and Appendix G).

    It ends with two errors in 200 decisions or with 60 trials, which is ours; the source made 29 trials.
    """
    return Regime("poker_automatic", _game_of_five(), contests, Stop(window=200, trials=60), coached="advocated")


def forty_two_contracts(contests: int = 200) -> Regime:
    """The learner bids at all four seats, the machine plays: bids reinforced by contracts (Carberry, page 143)."""
    return Regime("forty_two_contracts", (Block((LEARNER,) * 4, 4),), contests)


def forty_two_hands(contests: int = 400 * DEAL_PLAYED_OUT, step: int = 10 * DEAL_PLAYED_OUT) -> Regime:
    """Deals whose hands are played out with every trump, the learner told what each took (Carberry, page 143)."""
    return Regime("forty_two_hands", (Block((), 1, practice=step),), contests)


def practice(contests: int = 20_000, step: int = 500) -> Regime:
    """So many contests that the learner plays by itself, step by step; not in the sources."""
    return Regime("practice", (Block((), 1, practice=step),), contests)


def long_practice(contests: int = 400_000, step: int = 5_000) -> Regime:
    """The same in long steps: lists of maxims are chosen by the results of many contests."""
    return replace(practice(contests, step), name="long_practice")


REGIMES: dict[str, Callable[..., Regime]] = {
    regime.__name__: regime
    for regime in (
        plain_trial, lesson_and_practice, fixed_length, broader_context, perfect_vs_increasing, double_cycle, rotation,
        varied_teachers, watch_and_practise, poker_rounds, poker_coached, poker_strong, poker_implicit,
        poker_automatic, forty_two_contracts, forty_two_hands, practice, long_practice,
    )
}  # fmt: skip


def make_regime(name: str, game: AnyGame, contests: int | None = None) -> Regime:
    """A regime by name, in the size that the sources used for the game; `contests` overrides the length."""
    if name not in REGIMES:
        raise UnknownName("training regime", name, REGIMES)
    if name in ("plain_trial", "lesson_and_practice"):
        regime = REGIMES[name](standard=STANDARDS.get(game.name, 20))
    elif name in ("double_cycle", "rotation", "varied_teachers"):
        regime = REGIMES[name](TOURNAMENTS.get(game.name, 20))
    elif name == "watch_and_practise":
        each = TOURNAMENTS.get(game.name, 20)
        regime = watch_and_practise(each - each // 8, each // 8)
    elif name == "long_practice" and game.name in PRACTISED_AT_LENGTH:
        regime = long_practice(*PRACTISED_AT_LENGTH[game.name])
    else:
        regime = REGIMES[name]()
    if not game.perfect_information:
        regime = _without_perfection(regime, game)
    if contests is None:
        return regime
    try:
        return replace(regime, contests=contests)
    except ValueError as error:
        raise BadSetting(f"regime {name}: {error}") from None


def _without_perfection(regime: Regime, game: AnyGame) -> Regime:
    """The same where hands are hidden and nobody is perfect: contests of a fixed length meet the usual opponent."""
    seeing = {name for block in regime.blocks for name in block.entrants} & set(CHALLENGERS) - {"random"}
    if not seeing:
        return regime
    if regime.name != fixed_length.__name__:
        raise BadSetting(
            f"regime {regime.name} needs the player {min(seeing)}, who must see the whole state, which {game.name} "
            f"hides; regime {fixed_length.__name__} meets {usual_opponent(game)} instead"
        )
    return replace(regime, blocks=(Block((LEARNER, usual_opponent(game)), 2),))


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a training run stands after a contest or a step of practice."""

    done: int
    """Contests, practised ones included."""
    of: int
    in_a_row: int
    """Contests that count and were not lost, since the last loss."""
    finished: bool
    reached: bool
    """Whether a rule ended the course; True for regimes that have none, once they are finished."""


class _Course:
    """What the rules that end a course look at, record by record."""

    def __init__(self, regime: Regime, records: Sequence[Record]) -> None:
        self.regime = regime
        self.records = self.done = self.in_a_row = self.clean_games = self.trials = self.trials_before = self.idle = 0
        self.best = -math.inf
        self.judged: deque[str] = deque(maxlen=regime.stop.window)
        self.caught: deque[str] = deque(maxlen=RECENT)
        for record in records:
            self.add(record)

    def add(self, record: Record) -> None:
        block, _ = self.regime.contest(self.records)
        self.records += 1
        if record.ended == BY_PRACTICE:
            self._practised(_number(record, PRACTISED), _number(record, BEST))
            return
        self.done += 1
        if block.counts:
            lost = record.result(seat_of(record, block.entrants.index(LEARNER))) == "loss"
            self.in_a_row = 0 if lost else self.in_a_row + 1
        judged = str(record.labels.get(JUDGED, ""))
        self.judged.extend(judged)
        self.caught.extend(str(record.labels.get(CAUGHT, "")))
        self.trials += judged.count("-")
        if self.records % self.regime.cycle == 0:
            self.clean_games = self.clean_games + 1 if self.trials == self.trials_before else 0
            self.trials_before = self.trials

    def _practised(self, contests: float, best: float) -> None:
        self.done += int(contests)
        self.idle = 0 if best > self.best else self.idle + 1
        self.best = max(best, self.best)

    @property
    def trials_left(self) -> int | None:
        return max(0, self.regime.stop.trials - self.trials) if self.regime.stop.trials else None

    @property
    def progress(self) -> Progress:
        stop, all_done = self.regime.stop, self.done >= self.regime.contests
        reached = all_done if stop == NEVER else (
            0 < stop.standard <= self.in_a_row
            or 0 < stop.clean_games <= self.clean_games
            or (0 < stop.window == len(self.judged) and self.judged.count("-") <= ERRORS)
            or (0 < stop.caught <= self.caught.count("+") / RECENT and len(self.caught) == RECENT)
            or 0 < stop.trials <= self.trials
            or 0 < stop.idle <= self.idle
        )  # fmt: skip
        return Progress(self.done, self.regime.contests, self.in_a_row, reached or all_done, reached)


def _number(record: Record, label: str) -> float:
    found = record.labels.get(label)
    if not isinstance(found, int | float):
        raise DamagedFile(f"record of {record.game}: a step of practice needs a number as label '{label}'")
    return found


def progress_of(regime: Regime, records: Sequence[Record]) -> Progress:
    """Where a run stands, from its records alone."""
    return _Course(regime, records).progress


def train(
    game: AnyGame,
    learner: Learner,
    regime: Regime,
    *,
    seed: int,
    run: int = 0,
    after: Sequence[Record] = (),
    opponents: Mapping[str, Player] | None = None,
    settings: Mapping[str, object] | None = None,
    progress: Callable[[Progress, Record], None] | None = None,
) -> Iterator[Record]:
    """Train a learner, one record at a time; stop asking and nothing more happens.

    When the last record comes, the learner has finished its course (`Learner.finish`). To go on where a run stopped,
    give its records as `after` and a learner restored to what it knew then: the rest is the same as if the run had
    never stopped. Opponents are made by name with the given settings unless they are given.
    """
    if learner.game is not game:
        raise BadSetting(f"this learner was made for {learner.game!r}, not for {game!r}")
    players = dict(opponents or {})
    for block in regime.blocks:
        for name in block.entrants:
            if name != LEARNER and name not in players:
                players[name] = make_player(name, game, **(settings or {}))
    players[LEARNER] = at_table(learner, quick=True)
    if any(block.practice for block in regime.blocks):
        _hand_judge(learner, settings)
    trainer = _trainer(learner, regime) if regime.coached else None
    course = _Course(regime, after)
    state = course.progress
    while not state.finished:
        block, turn = regime.contest(course.records)
        if block.practice:
            key = ContestKey(seed, run, Phase.TRAIN, course.records)
            record = _practised(learner, key, min(block.practice, state.of - state.done))
        else:
            seats = seating(game, len(block.entrants), turn if block.alternating else 0)
            key = ContestKey(seed, run, Phase.TRAIN, course.records, seating=seats)
            learner.trials_left = course.trials_left
            record = _played(learner, regime, block, key, players, trainer)
        course.add(record)
        state = course.progress
        if state.finished:
            learner.trials_left = None
            learner.finish()
        if progress is not None:
            progress(state, record)
        yield record


def _practised(learner: Learner, key: ContestKey, contests: int) -> Record:
    """A step of practice, as a record."""
    came = learner.practise(contests, key.stream(0))
    labels = {**key.labels(), PRACTISED: came.contests, BEST: came.best}
    game = learner.game
    return Record(game.name, (learner.name,), (), (), BY_PRACTICE, parameters=dict(game.parameters), labels=labels)


def _played(
    learner: Learner,
    regime: Regime,
    block: Block,
    key: ContestKey,
    players: Mapping[str, Player],
    trainer: PokerTrainer | None,
) -> Record:
    """A contest, as a record; if rules that end the course need it, with what the learner tells."""
    if trainer is not None:
        trainer.rng = key.stream(TRAINER)
    learning = Learning(
        frozenset(seat for seat, entrant in enumerate(key.seating) if entrant in block.models),
        [learner] if block.watched else (),
        {} if trainer is None else {key.seating.index(block.entrants.index(LEARNER)): trainer},
        advocated=regime.coached == "advocated",
    )
    names = [block.entrants[entrant] for entrant in key.seating]
    record = play(learner.game, [players[name] for name in names], key, learning=learning)
    if regime.stop.reads_marks:
        record = replace(record, labels={**record.labels, **learner.marks()})
    return record


def hear_again(learner: Learner, regime: Regime, records: Sequence[Record]) -> None:
    """Let a fresh learner that learns from records alone hear the contests of a course again, as it heard them."""
    for number, record in enumerate(records):
        block, _ = regime.contest(number)
        entrants = record.labels[SEATING]
        assert isinstance(entrants, list)
        seats = tuple(seat for seat, entrant in enumerate(entrants) if block.entrants[entrant] == LEARNER)
        info = ContestInfo(learner.game, record.players, frozenset(record.experts), True, number, seats)
        learner.begin(seats[0] if seats else None, info)
        learner.end(record.seen_by(learner.game, seats or record.experts))


def _hand_judge(learner: Learner, settings: Mapping[str, object] | None) -> None:
    """Whoever chooses maxims or rules by practice is told what its lists score."""
    from gamelore.games.poker.draw_poker import DrawPoker
    from gamelore.learners.maxims.learner import MaximLearner
    from gamelore.learners.rules.learner import Waterman
    from gamelore.learners.signatures.cogap.learner import Cogap

    if isinstance(learner, MaximLearner) and learner.judge is None and learner.game.name == "forty_two":
        from gamelore.arena.forty_two.practice import FortyTwoJudge

        learner.judge = FortyTwoJudge(slips=learner.settings.slips)
    elif isinstance(learner, MaximLearner) and learner.judge is None:
        from gamelore.arena.practice import PracticeJudge

        learner.judge = PracticeJudge(learner.game, slips=learner.settings.slips, players=settings)
    elif isinstance(learner, Waterman) and learner.judge is None and isinstance(learner.game, DrawPoker):
        from gamelore.arena.poker.practice import PokerJudge

        learner.judge = PokerJudge(learner.game)
    elif isinstance(learner, Cogap) and learner.judge is None:
        from gamelore.arena.forty_two.playing import LinesPlay

        learner.judge = LinesPlay()


def _trainer(learner: Learner, regime: Regime) -> PokerTrainer:
    from gamelore.learners.rules.learner import Waterman
    from gamelore.learners.rules.program_trainer import ProgramTrainer

    if not isinstance(learner, Waterman):
        raise BadSetting(f"learner {learner.kind} understands no trainer; the rule learner (waterman) does")
    if regime.coached == "strong":
        from gamelore.arena.poker.strong_trainer import StrongTrainer

        return StrongTrainer(learner)
    return ProgramTrainer(learner, regime.inconsistency)
