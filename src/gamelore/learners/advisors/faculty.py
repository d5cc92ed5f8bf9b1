"""How learned Advisors join Hoyle without a change to it.

A FORR program may learn new decision-makers beside new knowledge (Epstein, Gelfand and Lesniak 1996, section 3;
Epstein, Gelfand and Lock 1998, section 3; Lock 2003, section 5.2). A Faculty is one way of doing so: it hears every
contest, keeps knowledge of its own in files of its own, and gives Hoyle two kinds of Advisors. Standing ones have a
name that the settings' tiers can place (Patsy, Enforcer, Seq-Advisor). Learned ones come and go with what is learned
(one for each spatial concept); they sit in the tier that the settings give them, are weighed like everybody else, and
may be removed when their weights are known.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from gamelore.base.arrays import Ints
from gamelore.base.registry import Registry
from gamelore.games.board.board import MAX_POSITIONS
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.learners.advisors.forr import Chorus, Tier1Advisor
from gamelore.learners.advisors.memory.knowledge import Watched
from gamelore.learners.advisors.memory.situation import Situation
from gamelore.learners.advisors.settings.hoyle import HoyleSettings
from gamelore.learners.advisors.tiers.tier2 import BoardAdvisor
from gamelore.learners.advisors.weighing.weights import Weights
from gamelore.learners.heuristics import Heuristic

Confirm = Callable[[str, str], bool]
"""Asked with an Advisor and the reason before it is removed (1996, section 4); whether it may go."""


def approve(advisor: str, reason: str) -> bool:
    """Where nobody is there to be asked, every Advisor may go."""
    return True


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of an expert in a contest, surveyed with what was known before the contest."""

    ply: int
    """The place of its state among the contest's states."""
    situation: Situation
    chosen: int
    """Which of the situation's moves the expert made."""
    open: tuple[int, ...] = ()
    """The moves that tier 1 leaves to the other Advisors, the expert's among them; none where there is nothing to ask
    these: one move left, or the expert's struck out."""


class Faculty(ABC):
    """One way of learning Advisors. Subclasses are made with a game and Hoyle's settings, and start empty."""

    name: ClassVar[str]
    reads_past: ClassVar[bool] = False
    """Whether its Advisors ask a situation for its past, which is kept only for those who do."""
    largest_board: ClassVar[int] = MAX_POSITIONS
    """Positions of the largest board that it learns on."""
    small_boards_only: ClassVar[tuple[str, ...]] = ()
    """Its standing Advisors who are mute on a larger one."""

    def __init__(self, game: BoardGame, settings: HoyleSettings) -> None:
        self.game = game
        self.settings = settings
        self.confirm_removal: Confirm = approve

    def standing(self) -> Mapping[str, Tier1Advisor[Situation] | BoardAdvisor | None]:
        """Advisors by the names under which the settings place them; None for one that is mute in this game."""
        return {}

    def learned(self) -> Sequence[BoardAdvisor]:
        """The Advisors learned so far, each with a name that stays its own."""
        return ()

    def chorus(self) -> Chorus[Situation] | None:
        """Who speaks for all of them at once; None if they are to be asked one by one."""
        return None

    def factor(self, name: str) -> float:
        """By how much the weight of a learned Advisor is scaled in the vote while it is new."""
        return 1.0

    @abstractmethod
    def learn(self, contest: Watched, turns: Sequence[Turn]) -> None:
        """Take a contest, and the turns in it that an expert had."""

    def review(self, weights: Weights) -> None:
        """The weights after the contest are known: learned Advisors may be dropped."""
        return None

    @abstractmethod
    def texts(self) -> dict[str, str]:
        """All that was learned, as readable texts by file name."""

    @abstractmethod
    def restore(self, texts: Mapping[str, str], where: str) -> None:
        """Take it back; `DamagedFile` names file and place, and then nothing has changed."""

    def lore(self) -> Sequence[str]:
        """What was learned, as sentences in order of worth."""
        return ()

    def heuristics(self, weights: Weights) -> Sequence[Heuristic]:
        """What was learned piece by piece, in a fixed order."""
        return ()

    def favourites(self, state: BoardState, codes: Ints) -> tuple[Ints, Ints]:
        """Which of these speak in a state, by number, and the places of the moves they speak for."""
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)


class MuteFaculty(Faculty):
    """Stands in for a faculty that does not learn on so large a board: Hoyle goes without it and says so."""

    name = "mute"

    def __init__(self, game: BoardGame, settings: HoyleSettings, missing: type[Faculty]) -> None:
        super().__init__(game, settings)
        self.missing = missing

    def standing(self) -> Mapping[str, None]:
        return dict.fromkeys(self.missing.small_boards_only)

    def learn(self, contest: Watched, turns: Sequence[Turn]) -> None:
        """Learn nothing."""

    def texts(self) -> dict[str, str]:
        return {}

    def restore(self, texts: Mapping[str, str], where: str) -> None:
        """Take nothing back."""

    def lore(self) -> Sequence[str]:
        most = self.missing.largest_board
        return (f"It goes without {self.missing.name}, which are learned on boards of at most {most} positions.",)


_FACULTIES: Registry[type[Faculty]] = Registry(
    "faculty",
    {
        "regression": "gamelore.learners.advisors.patsy:PatternRegression",
        "patterns": "gamelore.learners.advisors.patterns.faculty:Patterns",
        "rote": "gamelore.learners.advisors.sequences.tp_rote:TpRote",
        "pairs": "gamelore.learners.advisors.sequences.seq_advisor:DirectPairs",
        "sitact": "gamelore.learners.advisors.sequences.seq_advisor:SitactAdvisors",
    },
    "gamelore.faculties",
)


def register_faculty(faculty: type[Faculty]) -> type[Faculty]:
    """Make a faculty known under its name; usable as a class decorator."""
    _FACULTIES.register(faculty.name, faculty)
    return faculty


def make_faculty(name: str, game: BoardGame, settings: HoyleSettings) -> Faculty:
    """An empty faculty by name, imported when it is asked for; mute if the board is too large for it."""
    found = _FACULTIES.find(name)
    return found(game, settings) if game.board.size <= found.largest_board else MuteFaculty(game, settings, found)
