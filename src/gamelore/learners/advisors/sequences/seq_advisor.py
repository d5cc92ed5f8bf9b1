"""Seq-Advisor: situations with actions take part in Hoyle's second tier (Lock 2003, section 5.2).

The source lets all Sitact Advisors of weight 1 vote and has Seq-Advisor speak for the one winning move, with a weight
of its own like everybody else. What it consults is a source of opinions: the faculty "sitact" gives it Sitact Advisors,
the faculty "pairs", not in the source, gives it direct pairs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from gamelore.base.arrays import Floats, Int8s, Ints
from gamelore.games.board.arrays import move_of
from gamelore.games.board.game import BoardGame, BoardState
from gamelore.learners.advisors.faculty import Faculty, Turn
from gamelore.learners.advisors.forr import NEUTRAL, SILENT
from gamelore.learners.advisors.memory.knowledge import Watched
from gamelore.learners.advisors.memory.situation import Situation
from gamelore.learners.advisors.sequences.context_pairs import Rows
from gamelore.learners.advisors.sequences.contexts import contest_of
from gamelore.learners.advisors.sequences.pairs.book import PairBook, Saying
from gamelore.learners.advisors.sequences.seqlearner import SeqLearner
from gamelore.learners.advisors.sequences.settings import L03_SITACT
from gamelore.learners.advisors.sequences.voting import Panel, move_between
from gamelore.learners.advisors.settings.hoyle import HoyleSettings
from gamelore.learners.advisors.settings.pairs import PairSettings
from gamelore.learners.advisors.settings.small_boards import LARGEST_BOARD
from gamelore.learners.advisors.tiers.tier2 import BoardAdvisor, only

NAME = "Seq-Advisor"
SWEEP = 20
"""Contests after which direct pairs are grown from all that was watched, so that the Advisor's weight is learned from
what it knew before."""
LOUDEST = 50.0
"""The votes with which a move has the full support of the direct pairs that match."""


class SeqAdvisor(BoardAdvisor):
    """Does what situations like this one call for."""

    name = NAME

    def __init__(self, source: DirectPairs | SitactAdvisors) -> None:
        self.source = source

    def comment(self, situation: Situation) -> Int8s | None:
        """What the votes for each move amount to."""
        opinion = self.source.ask(situation.state, situation.codes)
        if opinion is None:
            return None
        situation.notes[self.name] = opinion
        return self.source.strengths(opinion.support)

    def because(self, situation: Situation, action: int) -> str:
        """What speaks for the move."""
        opinion: Saying | Voted = situation.notes[self.name]
        return opinion.about(action)


class DirectPairs(Faculty):
    """Direct pairs, grown from the experts' turns; see `pairs/`."""

    name = "pairs"
    largest_board = LARGEST_BOARD
    small_boards_only = (NAME,)

    def __init__(self, game: BoardGame, settings: HoyleSettings) -> None:
        super().__init__(game, settings)
        self.book = PairBook(game, PairSettings(settings.symmetries, settings.merge_colours))

    def standing(self) -> Mapping[str, BoardAdvisor]:
        return {NAME: SeqAdvisor(self)}

    def ask(self, state: BoardState, codes: Ints) -> Saying | None:
        """What the pairs that match say; boards have voices of their own in Hoyle."""
        return self.book.ask(state, codes, wide=True)

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
        self.book.restore(texts, where)

    def lore(self) -> Sequence[str]:
        """The pairs of most worth."""
        return self.book.lore()[:10]


class SitactAdvisors(Faculty):
    """The Sitact Advisors that were never wrong, learned as SeqLearner learns them (Lock 2003, chapter 4)."""

    name = "sitact"
    largest_board = LARGEST_BOARD
    small_boards_only = (NAME,)

    def __init__(self, game: BoardGame, settings: HoyleSettings) -> None:
        super().__init__(game, settings)
        known = settings.symmetries, settings.merge_colours
        trusted = replace(L03_SITACT, segments=(1.0,), symmetries=known[0], merge_colours=known[1])
        self.learner = SeqLearner(game, trusted)

    def standing(self) -> Mapping[str, BoardAdvisor]:
        return {NAME: SeqAdvisor(self)}

    def strengths(self, votes: Floats) -> Int8s:
        """10 for the winning move, or for each of them when votes are equal (section 5.2)."""
        return only(votes >= votes.max() - 1e-9, 10)

    def ask(self, state: BoardState, codes: Ints) -> Voted | None:
        """What the Sitact Advisors of weight 1 that fit say."""
        rows = self.learner.panel.fitting(state)
        legal, places = np.nonzero(rows.moves[:, :1] == codes)
        return Voted(self.learner.panel, rows.take(legal), places, len(codes)) if len(legal) else None

    def learn(self, contest: Watched, turns: Sequence[Turn]) -> None:
        """Let the sequences of the contest be learned."""
        codes = (move_between(*pair) for pair in pairwise(contest.states))
        turns_made = [(s, move_of(c)) for s, c in zip(contest.states, codes, strict=False) if c is not None]
        self.learner.hear(contest_of(turns_made), tuple(sorted(contest.experts)))

    def texts(self) -> dict[str, str]:
        """Sequences, situations and their weights."""
        return {f"sitact_{name}": text for name, text in self.learner.knowledge().items()}

    def restore(self, texts: Mapping[str, str], where: str) -> None:
        mine = {name.removeprefix("sitact_"): text for name, text in texts.items() if name.startswith("sitact_")}
        self.learner.restore(mine, f"{where}/sitact")

    def lore(self) -> Sequence[str]:
        """The situations of most worth."""
        return self.learner.lore()


class Voted:
    """The vote of the Sitact Advisors that fit a state, one voice for each Advisor and move."""

    def __init__(self, panel: Panel, rows: Rows, places: Ints, moves: int) -> None:
        _, first = np.unique(rows.pairs * moves + places, return_index=True)
        self._panel, self._rows, self._places = panel, rows.take(first), places[first]
        self.support: Floats = np.zeros(moves)
        np.add.at(self.support, self._places, panel.weights[self._rows.pairs])

    def about(self, number: int) -> str:
        """What the first of the Advisors that speak for a move says."""
        row = int(np.flatnonzero(self._places == number)[0])
        return self._panel.say(self._rows, row, [self._rows.moves[row].tolist()])
