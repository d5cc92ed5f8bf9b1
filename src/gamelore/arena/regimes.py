"""The ways of training as data: whom a learner meets or watches, in which order, and when it has had enough.

A regime is blocks of contests, repeated until a number of contests or a rule that ends the course is reached; the
driver is in `training.py`. The regimes and their sizes are those of Epstein, Gelfand and Lesniak (1996, section 4:
trial, lesson and practice), Epstein, Gelfand and Lock (1998, sections 4 and 5: fixed length, broader context), Lock
(2003, sections 2.3 and 3.3.2: the learner watches a perfect player meet stronger and stronger ones), Waterman (1968,
sections 5.3 and 5.4) and Carberry (page 143).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from gamelore.arena.roster import CHALLENGERS, usual_opponent
from gamelore.base.errors import BadSetting, UnknownName
from gamelore.base.settings import whole_number
from gamelore.games.core import AnyGame
from gamelore.games.registry import GameLike, game_of
from gamelore.learners.core import CONTESTS, LESSONS, PRACTICE, Learner

LEARNER = "learner"

STANDARDS = {"tic_tac_toe": 10}
"""Draws in a row that end a trial (1996, section 4); 20 for the other games."""
TOURNAMENTS = {"five_mens_morris": 40}
"""Contests in each tournament of the double cycle (2003, section 3.3.2); 20 for lose tic-tac-toe and by default."""

MOST_TRIALS = 1_000_000
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
CLEAN = "clean"
"""How a person asks for the game without an unacceptable decision."""


def parse_stop(text: str) -> Stop:
    """What a person asks to end a course: `clean`, `95%`, a number of trials, or several of them with commas.

    The source ended explicit training with a clean game (Waterman 1968, page 152), implicit training when learned rules
    decided 95 % of the time, which took 57 trials (page 148).
    """
    stop = NEVER
    for word in filter(None, (part.strip() for part in text.split(","))):
        number = word.removesuffix("%")
        if word == CLEAN:
            stop = replace(stop, clean_games=1)
        elif re.fullmatch("[0-9]{1,9}", number) and 0 < int(number) <= (100 if "%" in word else MOST_TRIALS):
            stop = replace(stop, **({"caught": int(number) / 100} if "%" in word else {"trials": int(number)}))
        else:
            raise BadSetting(
                f"a course ends with '{CLEAN}' (a game without an error), with a share such as '95%' of decisions by "
                f"learned rules, or after a number of trials up to {MOST_TRIALS:,}, not with '{word:.40}'"
            )
    if stop == NEVER:
        raise BadSetting("nothing was said about what ends the course")
    return stop


@dataclass(frozen=True, slots=True)
class Regime:
    """Blocks of contests in a cycle, until `contests` are played or a rule ends the course."""

    name: str
    blocks: tuple[Block, ...]
    contests: int
    """The length of training, practised contests included; with a rule that ends it, where the course is given up."""
    stop: Stop = NEVER
    coached: Literal["reconsider", "advocated", "strong", "taken_back"] | None = None
    """What is played once the program trainer of draw poker has spoken: what the learner then decides, or what the
    trainer advocates. `strong`: the strong player is the trainer, the learner decides again. `taken_back`: in a solved
    game the perfect player takes back what gives value away and moves instead. None for no trainer."""
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

    @property
    def offers(self) -> frozenset[str]:
        """What a learner may learn from here."""
        kinds = {PRACTICE if block.practice else CONTESTS for block in self.blocks}
        return frozenset(kinds | {LESSONS} if self.coached else kinds)

    @property
    def has_teacher(self) -> bool:
        """Whether somebody who knows better corrects the learner, or is a model to it."""
        return bool(self.coached) or any(block.models for block in self.blocks)

    def require(self, learner: Learner) -> None:
        """Refuse a learner that would learn nothing in this course."""
        needs = learner.learns_from(learner.settings)
        if not needs & self.offers:
            usual = learner.usual_regime(learner.settings)
            raise BadSetting(
                f"learner {learner.kind} learns from {' or '.join(sorted(needs))}, and '{self.name}' has only "
                f"{' and '.join(sorted(self.offers))}; its usual course is '{usual}'"
            )

    def ending(self, stop: Stop, learner: Learner) -> Regime:
        """The same with another end; refused where the learner never tells what it depends on."""
        if any(block.practice for block in self.blocks) or type(learner).marks is Learner.marks:
            raise BadSetting(
                f"in '{self.name}' learner {learner.kind} is told of no unacceptable decision, so that none can end it"
            )
        return replace(self, stop=stop)

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


def coached_practice(each: int = 20, practice: int = 20) -> Regime:
    """The double cycle cut to half; then contests of its own against an expert, with the perfect player as coach.

    Not in the sources. The coach takes back each move that gives the contest away. Who loses a contest does not know by
    which move, and blames good ones too; who is told at once plays on, and meets what comes next in the same contest.
    An expert's errors lead where a perfect player never goes.
    """
    cycle = perfect_vs_increasing(each)
    own = Block((LEARNER, "expert"), 4 * practice)
    return Regime("coached_practice", (*cycle.blocks, own), 8 * (each + practice), coached="taken_back")


def poker_rounds(contests: int = 400) -> Regime:
    """Rounds of draw poker against the scripted human; the learner judges its own play (Waterman 1968, section 5.4)."""
    return Regime("poker_rounds", (Block((LEARNER, "poker:human"), 5),), contests)


def poker_coached(contests: int = 400) -> Regime:
    """The same with a trainer who holds the built-in heuristics; the learner decides again after each correction."""
    return replace(poker_rounds(contests), name="poker_coached", coached="reconsider")


def poker_strong(contests: int = STRONG_ROUNDS) -> Regime:
    """Games against seven players of the panel of practice, corrected by the strong player; not in the source."""
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


def long_practice(contests: int, step: int) -> Regime:
    """The same in long steps: lists of maxims are chosen by the results of many contests."""
    return replace(practice(contests, step), name="long_practice")


REGIMES: dict[str, Callable[..., Regime]] = {
    regime.__name__: regime
    for regime in (
        plain_trial, lesson_and_practice, fixed_length, broader_context, perfect_vs_increasing, double_cycle, rotation,
        varied_teachers, watch_and_practise, coached_practice, poker_rounds, poker_coached, poker_strong,
        poker_implicit, poker_automatic, forty_two_contracts, forty_two_hands, practice, long_practice,
    )
}  # fmt: skip


def make_regime(name: str | Regime, game: GameLike, contests: int | None = None) -> Regime:
    """A regime by name, in the size that the sources used for the game; `contests` overrides the length."""
    if not isinstance(name, str | Regime):
        raise BadSetting(f"a training regime is given as itself or by its name, not as {name!r:.60}")
    regime = name if isinstance(name, Regime) else _named(name, game_of(game))
    if contests is None:
        return regime
    return replace(regime, contests=whole_number(contests, "a number of contests", 1))


def _named(name: str, game: AnyGame) -> Regime:
    if name not in REGIMES:
        raise UnknownName("training regime", name, REGIMES)
    if name in ("plain_trial", "lesson_and_practice"):
        regime = REGIMES[name](standard=STANDARDS.get(game.name, 20))
    elif name in ("double_cycle", "rotation", "varied_teachers"):
        regime = REGIMES[name](TOURNAMENTS.get(game.name, 20))
    elif name in ("watch_and_practise", "coached_practice"):
        each = TOURNAMENTS.get(game.name, 20)
        own = each // (8 if name == "watch_and_practise" else 2)
        regime = REGIMES[name](each - own, own)
    elif name == "long_practice":
        regime = long_practice(*game.kit.practice)
    else:
        regime = REGIMES[name]()
    return regime if game.perfect_information else _without_perfection(regime, game)


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
