"""Seq-Advisor: situations with actions take part in Hoyle's second tier (Lock 2003, section 5.2).

The source lets all Sitact Advisors of weight 1 vote and has Seq-Advisor speak for the one winning move, with a weight
of its own like everybody else. What it consults is a source of opinions: the faculty "sitact" gives it Sitact Advisors,
the faculty "pairs", not in the source, gives it direct pairs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from gamelore.base.arrays import Floats, Int8s, Ints
from gamelore.games import Record
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.games.board.tables import move_of
from gamelore.learners.advisors.faculty import Faculty, Turn
from gamelore.learners.advisors.forr import NEUTRAL, SILENT
from gamelore.learners.advisors.knowledge import Watched
from gamelore.learners.advisors.sequences.contexts import group_of
from gamelore.learners.advisors.sequences.forms import Context
from gamelore.learners.advisors.sequences.pairs.book import PairBook
from gamelore.learners.advisors.sequences.pairs.settings import PairSettings
from gamelore.learners.advisors.sequences.sayings import say_pair
from gamelore.learners.advisors.sequences.seqlearner import SeqLearner
from gamelore.learners.advisors.sequences.settings import L03_SITACT
from gamelore.learners.advisors.sequences.store import Rows
from gamelore.learners.advisors.sequences.voting import Panel, move_between
from gamelore.learners.advisors.settings import HoyleSettings
from gamelore.learners.advisors.situation import Situation
from gamelore.learners.advisors.tier2 import BoardAdvisor, only
from gamelore.learners.core import ContestInfo

NAME = "Seq-Advisor"
SWEEP = 20
"""Contests after which direct pairs are grown from all that was watched, so that the Advisor's weight is learned from
what it knew before."""
LOUDEST = 50.0
"""The votes with which a move has the full support of the direct pairs that match."""


class Opinion(Protocol):
    """What a source says about some moves of a state; it stays as it was, whatever is learned later."""

    @property
    def support(self) -> Floats:
        """The votes of each move; the highest wins."""

    def about(self, number: int) -> str:
        """Why a move has its votes, as a sentence."""


class Source(Protocol):
    """Situations with actions that can be asked about a state."""

    def ask(self, state: BoardState, codes: Ints) -> Opinion | None:
        """The opinion about some legal moves; None if there is nothing to say."""

    def strengths(self, votes: Floats) -> Int8s:
        """How strongly to speak of each move."""


class SeqAdvisor(BoardAdvisor):
    """Does what situations like this one call for."""

    name = NAME

    def __init__(self, source: Source) -> None:
        self.source = source

    def comment(self, situation: Situation) -> Int8s | None:
        """What the votes for each move amount to."""
        opinion = self.source.ask(situation.state, situation.codes)
        if opinion is None:
            return None
        situation.notes[self.name] = opinion
        return self.source.strengths(opinion.support)

    def because(self, situation: Situation, action: int) -> str:
        """Why."""
        opinion: Opinion = situation.notes[self.name]
        return opinion.about(action)


class DirectPairs(Faculty):
    """Direct pairs, grown from the experts' turns; see `pairs/`."""

    name = "pairs"

    def __init__(self, game: BoardGame, settings: HoyleSettings) -> None:
        super().__init__(game, settings)
        self.book = PairBook(game, PairSettings(settings.symmetries, settings.merge_colours))

    def standing(self) -> Mapping[str, BoardAdvisor]:
        """Seq-Advisor."""
        return {NAME: SeqAdvisor(self)}

    def ask(self, state: BoardState, codes: Ints) -> Opinion | None:
        """What the pairs that match say; boards have voices of their own in Hoyle."""
        return self.book.ask_wide(state, codes)

    def strengths(self, votes: Floats) -> Int8s:
        """Support by the logarithm of the votes; a move without any goes unmentioned."""
        share = np.log1p(votes) / np.log1p(LOUDEST)
        support = NEUTRAL + np.rint((10 - NEUTRAL) * np.minimum(1.0, share))
        return np.where(votes > 0, support, SILENT).astype(np.int8)

    def learn(self, contest: Watched, turns: Sequence[Turn]) -> None:
        """Keep the turns, and from time to time grow the pairs anew."""
        self.book.watch((turn.situation.state, turn.situation.move(turn.chosen)) for turn in turns)
        if self.book.contests == 1 or self.book.contests % SWEEP == 0:
            self.book.sweep()

    def texts(self) -> dict[str, str]:
        """The turns and the pairs."""
        return self.book.texts()

    def restore(self, texts: Mapping[str, str], where: str) -> None:
        """Take them back."""
        self.book.restore(texts, where)

    def lore(self) -> Sequence[str]:
        """The pairs of most worth."""
        return self.book.lore()[:10]


class SitactAdvisors(Faculty):
    """The Sitact Advisors that were never wrong, learned as SeqLearner learns them (Lock 2003, chapter 4)."""

    name = "sitact"

    def __init__(self, game: BoardGame, settings: HoyleSettings) -> None:
        super().__init__(game, settings)
        trusted = replace(
            L03_SITACT,
            segments=(1.0,),
            symmetries=settings.symmetries,
            merge_colours=settings.merge_colours,
        )
        self.learner = SeqLearner(game, trusted)
        self._panel: Panel | None = None

    def standing(self) -> Mapping[str, BoardAdvisor]:
        """Seq-Advisor."""
        return {NAME: SeqAdvisor(self)}

    def strengths(self, votes: Floats) -> Int8s:
        """10 for the winning move, or for each of them when votes are equal (section 5.2)."""
        return only(votes >= votes.max() - 1e-9, 10)

    def ask(self, state: BoardState, codes: Ints) -> Opinion | None:
        """What the Sitact Advisors of weight 1 that fit say."""
        if self._panel is None:
            self._panel = Panel(self.learner.pairs, self.learner.settings)
        group = group_of(state.mover, state.left == 0, self.learner.settings.merge_colours)
        rows = self._panel.rows.get(group)
        if rows is None:
            return None
        rows = rows.take(rows.fitting(state.own, state.other, state.empty))
        legal, places = np.nonzero(rows.moves[:, :1] == codes)
        return _Voted(self.learner, self._panel, group, rows.take(legal), places, codes) if len(legal) else None

    def learn(self, contest: Watched, turns: Sequence[Turn]) -> None:
        """Let the sequences of the contest be learned."""
        moves = [move_between(*pair) for pair in zip(contest.states, contest.states[1:], strict=False)]
        first = contest.states[0]
        record = Record(
            self.game.name,
            self.game.seat_names,
            tuple(str(move_of(code)) for code in moves if code is not None),
            tuple({"win": 1.0, "draw": 0.0, "loss": -1.0}[result] for result in contest.results),
            "rules",
            start="" if first == self.game.new_initial_state() else str(first),
            experts=tuple(sorted(contest.experts)),
        )
        self.learner.begin(None, ContestInfo(self.game, self.game.seat_names, contest.experts, learning=True))
        self.learner.end(record)
        self._panel = None

    def texts(self) -> dict[str, str]:
        """Sequences, situations and their weights."""
        return {f"sitact_{name}": text for name, text in self.learner.knowledge().items()}

    def restore(self, texts: Mapping[str, str], where: str) -> None:
        """Take them back."""
        mine = {name.removeprefix("sitact_"): text for name, text in texts.items() if name.startswith("sitact_")}
        self.learner.restore(mine, f"{where}/sitact")
        self._panel = None

    def lore(self) -> Sequence[str]:
        """The situations of most worth."""
        return self.learner.lore()


class _Voted:
    """The vote of the Sitact Advisors that fit a state, one voice for each Advisor and move."""

    def __init__(self, learner: SeqLearner, panel: Panel, group: int, rows: Rows, places: Ints, codes: Ints) -> None:
        self._learner, self._panel, self._group, self._codes = learner, panel, group, codes
        _, first = np.unique(rows.pairs * len(codes) + places, return_index=True)
        self._rows, self._places = rows.take(first), places[first]

    @property
    def support(self) -> Floats:
        """The votes of each move."""
        votes: Floats = np.zeros(len(self._codes))
        np.add.at(votes, self._places, self._panel.weights[self._rows.pairs])
        return votes

    def about(self, number: int) -> str:
        """What the first of the Advisors that speak for a move says."""
        row = int(np.flatnonzero(self._places == number)[0])
        game, pair = self._learner.board_game, int(self._rows.pairs[row])
        context = Context(*(game.board.all_positions & ~self._rows.excluded[:, row]).tolist())
        judged = int(self._panel.rights[pair]), int(self._panel.totals[pair])
        return say_pair(game, self._learner.settings, self._group, context, [self._rows.moves[row].tolist()], judged)
