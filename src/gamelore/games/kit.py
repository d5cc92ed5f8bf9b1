"""A kit: the parts that a family of games brings along, from its truth to its pictures, each by the name of its place.

The rules of a game stand on the second floor, but what is made of them stands on every floor: who solves it, with which
words maxims speak of it, how it is drawn. A kit only names these parts (`module:name`), so that nothing above is
imported by it, and loads one when it is asked for. Each part obeys a protocol of the floor that uses it, named beside
its field. Whoever writes a part of a general floor asks the kit, and never which game it has before it.

A part that a kit does not name is that of the rules alone, which serves every game; an empty one is missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gamelore.base.errors import NotAvailable
from gamelore.base.registry import load_part


@dataclass(frozen=True, slots=True)
class Kit:
    """The parts of a family; the defaults are those of the rules alone."""

    # Names and sizes

    learner: str = ""
    """The learner that is trained if nobody asks for another; empty: maxims where they can be read, else rote."""
    opponent: str = ""
    """Whom a person or a learner meets who asks for nobody; empty: a novice in open games, else random."""
    challengers: tuple[str, ...] = ()
    """Against whom an agent is tested; empty: the four of the published tests."""
    strangers: tuple[str, ...] = ("search",)
    """Against whom everybody is shown too, because nobody practises with them; those who cannot play a game are left
    out (`arena.strangers`)."""
    advisers: tuple[str, ...] = ("perfect", "search")
    """Who gives hints, the first who can."""
    practice: tuple[int, int] = (400_000, 5_000)
    """Contests of long practice, and of a step of it."""

    # Parts of the games

    telling: str = ""
    """The rules in sentences: a function of a game (`games.telling`); empty: its summary."""
    notation: str = ""
    """How a move is written, with examples that are legal: likewise; empty: a move of the first state."""

    # Parts of the oracles

    truth: str = ""
    """What is true of a state: a class made for a game (`oracles.truth.Truth`); empty: a search stands in for it."""
    solver: str = ""
    """What `solve` answers where there is no such truth: a function of a game or a state (`oracles.solving`)."""

    # Parts of the learners

    reader: str = ""
    """Who finds what the lines of maxims measure, with their words (`learners.maxims.reader.MaximReader`, made for a
    game); empty: the rules alone, where two play and nothing is hidden."""
    glossary: str = ""
    """What the words of its lines mean, with pictures, and how else they can be read: a function of a game
    (`learners.maxims.glossary.terms.Glossary`); empty: that of the rules alone."""
    schedule: str = "gamelore.learners.maxims.schedule:MaximSchedule"
    """What is asked in a search for maxims (`learners.practice.search.Schedule`, made from words, settings, seed)."""

    # Parts of the arena

    outlook: str = ""
    """How a search sees the game: a class (`arena.search.Outlook`); empty: by mobility alone."""
    far_outlook: str = ""
    """How a search sees the game that is told its depth: a function of a game (`arena.search.Outlook`); empty: as any
    other search."""
    players: str = ""
    """Further players by name: a mapping (`arena.roster.Entry`)."""
    at_table: str = ""
    """How a learner that plays a part of the game sits down: a function (`arena.roster.SitDown`)."""
    trainers: str = ""
    """Who looks over a learner's shoulder: a function (`arena.training.MakeTrainer`)."""
    judge_of_lines: str = "gamelore.arena.judging:judge_lines"
    """Who scores lists of maxims (`learners.practice.judge`, made from a game, settings and players)."""
    judge_of_rules: str = ""
    """Who lets lists of rules play, and takes their decisions back; made likewise."""
    judge_of_bids: str = ""
    """Who plays hands out for a bidder; made likewise."""

    # Parts of the bridges

    coding: str = ""
    """Its actions, its chance and its views as numbers (`bridges.coding.Coding`); empty: by the rules alone."""

    # Parts of the lab

    reviewer: str = "gamelore.lab.review.open_games:open_judge"
    """Who says what moves are worth: a function made for a game (`lab.review.core.MoveJudge`)."""
    evidence: str = "gamelore.lab.guide.open_game:OPEN"
    """Measures the guides of its lists (`lab.guide.evidence.GuideEvidence`)."""

    # Parts of the app

    guide_drawing: str = "gamelore.app.guide.drawing:PLAIN"
    """Shows the situations of a guide (`app.guide.drawing.GuideDrawing`)."""
    manners: str = ""
    """How a table shows it and speaks of it (`app.table.manners.Manners`); empty: as text."""
    terminal: str = ""
    """How it is drawn in characters (`app.terminal.drawing.Drawing`); empty: as text."""
    coach: str = ""
    """How a person teaches a learner of it at the terminal (`app.terminal.coaching.CoachHere`); empty: not at all."""
    page: str = ""
    """How the page draws and offers it (`app.page.display.Display`); empty: as text."""
    room: str = ""
    """What the page has for it alone (`app.page.rooms.SideRoom`, or several of them); empty: nothing."""
    coach_room: str = ""
    """How the page lets a visitor coach a learner of it (`app.page.school.coachings.CoachRoom`); empty: not at all."""

    def part(self, name: str) -> Any:
        """The part of a field; None where there is none."""
        place = getattr(self, name)
        return load_part(place, f"the part '{name}' of a kit") if place else None

    def need(self, name: str, missing: str) -> Any:
        """The part of a field; where there is none, what is missing is said."""
        found = self.part(name)
        if found is None:
            raise NotAvailable(missing)
        return found


RULES_ALONE = Kit()
"""What every game has that names no kit."""
