"""What every learner shares: Decision, Reason, Lesson, Player, Learner.

A learner decides from a View, can say why, takes Lessons (a correction before the move is made, a watched expert
move, a labelled hand) and learns from the Record at the end of a contest. What it knows is a set of readable texts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from gamelore.base.errors import NotAvailable, UnknownName
from gamelore.base.notebook import list_html
from gamelore.base.seeds import Rng
from gamelore.games.core import RESIGN, Action, AnyGame, AnyState, AnyView
from gamelore.games.record import Record


@dataclass(frozen=True, slots=True)
class Reason:
    """One contribution to a decision."""

    who: str
    """Who speaks: 'rule 7', 'Freedom', 'table TRSTR'."""
    sentence: str
    """What it says, as a person would read it."""
    action: str = ""
    """The text of the action it speaks about; empty when it speaks about the situation."""
    strength: float | None = None
    """How strongly it speaks, on the speaker's own scale."""
    weight: float | None = None
    """How much the speaker counts."""
    public: bool = False
    """Whether it may be told while hands are hidden: it says nothing that only the one who decides can see."""
    summary: bool = False
    """Whether it sums others up in the words of a player; then such reasons alone are told until all are asked for."""


def no_reasons() -> Sequence[Reason]:
    """For players that have none to give."""
    return ()


UNTOLD = "what it keeps to itself"
"""What decided, in the public form of a decision."""


@dataclass(frozen=True, slots=True)
class Decision:
    """An action with its reasons; the reasons are computed only when somebody asks."""

    action: Action
    by: str
    """What decided: a tier, a rule, a table, a player's style. Goes into the Record."""
    why: Callable[[], Sequence[Reason]] = field(default=no_reasons, compare=False, repr=False)

    @property
    def resigns(self) -> bool:
        """Whether the seat gives the contest up."""
        return self.action == RESIGN

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The reasons, recomputed exactly from what was known when the decision was made."""
        return tuple(self.why())

    def _repr_html_(self) -> str:
        told = (f"{r.who}{f', about {r.action}' if r.action else ''}: {r.sentence}" for r in self.reasons)
        return list_html(f"{self.action}, decided by {self.by}", told)

    def public(self) -> Decision:
        """What may be told of it while hands are hidden: the public reasons, and not what decided.

        A rule's number tells the class of a hand, "forced" a void suit. Of the action itself the game tells what
        everybody sees (`Game.told`).
        """
        return Decision(self.action, UNTOLD, lambda: tuple(reason for reason in self.why() if reason.public))


CORRECTION, WATCHED, LABEL = "correction", "watched", "label"

JUDGED, CAUGHT = "judged", "caught"
"""What `Learner.marks` may tell, + or - for each decision: was it acceptable, did a rule that was learned make it."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One piece of teaching: in this situation, one of these actions, for these reasons, says this teacher."""

    view: AnyView
    advocated: tuple[Action, ...]
    teacher: str
    kind: str = WATCHED
    reasons: tuple[str, ...] = ()
    instead_of: Action | None = None
    """What the learner was about to do, if this corrects it."""


@dataclass(frozen=True, slots=True)
class Practice:
    """What a step of practice came to."""

    contests: int
    """How many were played; fewer than were allowed, if the learner saw no use in more."""
    best: float
    """How good the best is that was found so far, in this step or before, on the learner's own scale."""

    def __post_init__(self) -> None:
        if self.contests < 1:
            raise ValueError(f"a step of practice has at least one contest, not {self.contests}")


@dataclass(frozen=True, slots=True)
class ContestInfo:
    """What a seat, or somebody who watches, is told before a contest begins."""

    game: AnyGame
    players: tuple[str, ...]
    experts: frozenset[int] = frozenset()
    """The seats whose play may be taken as a model."""
    learning: bool = False
    """False in tests: nothing may be learned."""
    number: int = 0
    seats: tuple[int, ...] = ()
    """Every seat that the one who is told holds: several in practice against oneself, none for who watches."""
    fallible: bool = False
    """Whether the models are people, who let errors go by: nobody is as good as they for not having lost to them."""


class Player(Protocol):
    """Anyone who can sit at the table."""

    @property
    def name(self) -> str:
        """How records and tables call this player."""

    def begin(self, seat: int | None, contest: ContestInfo) -> None:
        """Sit down, once per contest; `seat` is the first of `contest.seats`, None for a learner that only watches."""

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Choose one of the view's legal actions, or resign."""

    def end(self, record: Record) -> None:
        """The contest is over (told once, however many seats were held); learn from it if it allowed learning.

        Where hands are hidden, the record is what the seats held saw, or the experts' seats if one only watched.
        """


@dataclass(frozen=True, slots=True)
class Card:
    """What is told of a learner in a list, so that nothing else of it need be imported."""

    kind: str
    summary: str
    presets: Mapping[str, Any]
    plays: Callable[[AnyGame], bool]


CONTESTS, LESSONS, PRACTICE = "contests", "lessons of a trainer", "practice by itself"
"""What a course may offer, and a learner may learn from: contests, its own or watched; corrections; practice."""


@dataclass(frozen=True, slots=True)
class Part:
    """A voice of a learner, or a group of its pieces, that can be silenced to see what it adds."""

    name: str
    """As decisions and reasons name it."""
    sentence: str


class Learner(ABC):
    """Decides and learns. Subclasses register with `gamelore.learners.registry`.

    A subclass provides the class attributes, `decide`, `knowledge` and `restore`, and whichever of `learn`, `end`,
    `practise` and `finish` its way of learning needs. It must draw all randomness from the `rng` it is given, and must
    not learn when `self.contest.learning` is False.
    """

    kind: ClassVar[str]
    """The learner's registered name."""
    summary: ClassVar[str] = ""
    revision: ClassVar[int] = 1
    """Raised when the same settings and contests lead to other knowledge than before: stored runs count no longer."""
    presets: ClassVar[Mapping[str, Any]]
    """Settings values by name; the first one is the default."""
    only_bids: ClassVar[bool] = False
    """Whether it only calls and names trump at 42: in the arena the playing machine plays its dominoes."""
    parts_are_groups: ClassVar[bool] = False
    """Whether its parts are groups of pieces that its reasons do not name (`parts`)."""
    practises: ClassVar[str] = ""
    """What it wants judged when it practises, `lines`, `rules` or `bids`: a part of the game's kit (`Kit.judge_of_`).
    Empty: nothing, it has all that it needs."""
    learns_from_records: ClassVar[bool] = False
    """Whether all it learns it learns in `end`, from the record alone. What such a learner weighed on the way need not
    stand in its files: a course is taken up by hearing its contests again."""

    def __init__(self, game: AnyGame, settings: Any) -> None:
        self.game = game
        self.settings = settings
        self.seat: int | None = None
        self.contest = ContestInfo(game, ())
        self.judge: Any = None
        """Who judges what it tries when it practises (`practises`); whoever drives a course hands it one."""
        self.trials_left: int | None = None
        """How many unacceptable decisions a course still lets it learn from; None for any number."""

    @classmethod
    def plays(cls, game: AnyGame) -> bool:
        """Whether this learner can play the game at all."""
        return True

    @classmethod
    def refusal(cls, game: AnyGame) -> str:
        """What is said of a game that it does not play."""
        return f"learner {cls.kind} does not play {game.name}"

    @classmethod
    def preset(cls, name: str | None) -> Any:
        """The settings under a preset's name; the default ones for None."""
        if name is None:
            return next(iter(cls.presets.values()))
        if name not in cls.presets:
            raise UnknownName(f"preset of learner {cls.kind}", name, cls.presets)
        return cls.presets[name]

    @classmethod
    def usual_regime(cls, settings: Any) -> str:
        """The name of the training that suits the learner under these settings."""
        return "fixed_length"

    @classmethod
    def learns_from(cls, settings: Any) -> frozenset[str]:
        """What the learner can learn from under these settings; a course that offers none of it is refused."""
        return frozenset({CONTESTS, PRACTICE} if cls.practise is not Learner.practise else {CONTESTS})

    @property
    def name(self) -> str:
        """How records and tables call this player."""
        return self.kind

    def begin(self, seat: int | None, contest: ContestInfo) -> None:
        """Sit down, or watch when `seat` is None."""
        self.seat = seat
        self.contest = contest

    @abstractmethod
    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Choose one of the view's legal actions, or resign."""

    def learn(self, lesson: Lesson) -> None:
        """Take one piece of teaching; by default there is nothing to take from it before the contest ends."""
        return None

    def end(self, record: Record) -> None:
        """Learn from a whole contest, as far as it was seen (`Record.seen_by`)."""
        return None

    def practise(self, contests: int, rng: Rng) -> Practice:
        """Play up to so many contests by itself and learn from them, for learners whose courses are of practice.

        What it needs to go on with the next step belongs to its knowledge.
        """
        raise NotAvailable(f"learner {self.kind} does not practise by itself; it learns from contests")

    def least_practice(self, step: int) -> int | None:
        """How many contests, practised in steps of so many, it takes to learn anything; None if that never will.

        It is asked once the learner has whom it practises with.
        """
        return 1

    def alike(self, state: AnyState) -> object:
        """What is equal for two states that are the same to it, as mirrored ones may be; the text if it knows none."""
        return str(state)

    def seconds_of_practice(self) -> float:
        """About how long a contest of practice takes here, by a few that are timed; 0 where it does not say."""
        return 0.0

    def marks(self) -> Mapping[str, str]:
        """What the contest that just ended showed of its learning, for the rules that end a course."""
        return {}

    def finish(self) -> None:
        """The course is over: whatever is done once at its end."""
        return None

    def brought(self) -> Mapping[str, str]:
        """What a person gave to it for its course, as files of its knowledge; nothing as a rule."""
        return {}

    def afterthoughts(self, record: Record, seat: int) -> Sequence[str]:
        """What it thinks of the decisions of a seat when a contest is over, as that seat saw it; nothing as a rule."""
        return ()

    @abstractmethod
    def knowledge(self) -> dict[str, str]:
        """Everything learned, as readable texts by file name; equal knowledge gives equal texts."""

    def chronicle(self) -> Mapping[str, str]:
        """Readable files on how its knowledge came about, to stand beside that; nobody needs them to decide."""
        return {}

    @abstractmethod
    def restore(self, texts: Mapping[str, str], where: str) -> None:
        """Take knowledge back from such texts; `DamagedFile` names file and place. Changes nothing on error."""

    def take_over(self, other: Learner) -> None:
        """Begin with what another learner knows, however that came to know it; most begin with nothing."""
        raise NotAvailable(f"learner {self.kind} begins its courses with nothing, not with what somebody else knows")

    def support(self, reasons: Sequence[Reason]) -> Mapping[str, float]:
        """What the reasons of a decision add up to for each action, for learners that vote; else nothing."""
        return {}

    def lore(self) -> Sequence[str]:
        """What was learned, as sentences in order of worth."""
        return ()

    def _repr_html_(self) -> str:
        return list_html(f"{self.kind}, {self.game.title}", self.lore())

    def parts(self) -> Sequence[Part]:
        """Whatever can be silenced alone and can speak at all, for those who measure what it adds."""
        return ()

    def without(self, part: str) -> Learner:
        """A twin that decides without a part; it is not to learn, for it shares what was learned."""
        raise UnknownName(f"part of learner {self.kind}", part, [known.name for known in self.parts()])
