"""The learner that plays by direct pairs alone: no look-ahead, no other Advisors, only what it watched experts do."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import ClassVar

import numpy as np

from gamelore.base.arrays import Ints
from gamelore.base.errors import DamagedFile
from gamelore.base.seeds import Rng
from gamelore.games import AnyGame, AnyView, Record
from gamelore.games.board.arrays import code_of
from gamelore.games.board.game import BoardState, Move
from gamelore.learners.advisors.board_learner import BoardLearner
from gamelore.learners.advisors.sequences.pairs.book import PairBook
from gamelore.learners.advisors.sequences.pairs.growing import EXACT, FAMILIES
from gamelore.learners.advisors.sequences.pairs.matching import AHEAD, EXACT_PAIRS, LIKENESS, MADE, WIDER_PAIRS
from gamelore.learners.advisors.sequences.pairs.saying import Pair
from gamelore.learners.advisors.sequences.pairs.texts import FILES
from gamelore.learners.advisors.settings.pairs import CARD, PairSettings
from gamelore.learners.advisors.settings.small_boards import LARGEST_BOARD
from gamelore.learners.core import Decision, Part, Reason


class PairLearner(BoardLearner):
    """Does what most of the pairs that fit advise."""

    kind = "pairs"
    largest_board = LARGEST_BOARD
    summary = CARD.summary
    presets: ClassVar[Mapping[str, PairSettings]] = CARD.presets
    learns_from_records = True
    parts_are_groups = True

    def __init__(self, game: AnyGame, settings: PairSettings) -> None:
        super().__init__(game, settings)
        self.book = PairBook(self.board_game, settings)

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Do what most pairs and like boards speak for; chance breaks ties and decides before anything was watched."""
        state = view.state
        assert isinstance(state, BoardState)
        legal = state.legal_actions()
        if len(legal) == 1:
            return Decision(legal[0], "only move", lambda: [Reason("rules", "there is no other move", str(legal[0]))])
        self.book.sweep()
        saying = self.book.ask(state, np.array([code_of(move) for move in legal], dtype=np.int64))
        if saying is None:
            unknown = [Reason("chance", "I have not watched anybody here, so every move is as good")]
            return Decision(legal[int(rng.integers(len(legal)))], "chance", lambda: unknown)
        support = saying.support
        best = np.flatnonzero(support >= support.max() - 1e-9)
        return Decision(legal[int(best[int(rng.integers(len(best)))])], saying.by, saying.reasons)

    def end(self, record: Record) -> None:
        """Keep the turns of the experts."""
        if self.contest.learning:
            turns = record.replay(self.board_game)
            self.book.watch(
                (state, action)
                for state, action in turns
                if isinstance(state, BoardState) and isinstance(action, Move) and state.mover in record.experts
            )

    def knowledge(self) -> dict[str, str]:
        """The turns that were watched and the pairs."""
        self.book.sweep()
        return self.book.texts()

    def restore(self, texts: Mapping[str, str], where: str) -> None:
        foreign = sorted(set(texts) - set(FILES))
        if foreign:
            raise DamagedFile(f"{where}: {foreign[0]} is not a file of this learner")
        self.book.restore(texts, where)

    def heuristics(self) -> Sequence[Pair]:
        self.book.sweep()
        return self.book.pairs()

    def favourites(self, state: BoardState, codes: Ints) -> tuple[Ints, Ints]:
        """The pairs that speak in a state, with the places of the moves that they speak for."""
        return self.book.favourites(state, codes)

    def parts(self) -> Sequence[Part]:
        """The pairs of single boards, all others, and what the boards that are like this one say."""
        found = self.heuristics()
        exact = sum(pair.family == FAMILIES[EXACT] for pair in found)
        told = {
            EXACT_PAIRS: f"On a board that it has watched does what experts did; it remembers {exact:,} such turns.",
            WIDER_PAIRS: f"Follows {len(found) - exact:,} pairs that name some places of the board and a move.",
            LIKENESS: "On other boards does what experts did on those that are most like it.",
            MADE: "Makes boards that it saw an expert make.",
            AHEAD: "Goes where most replies lead to boards on which it saw an expert move.",
        }
        speaks = {EXACT_PAIRS: exact > 0, WIDER_PAIRS: len(found) > exact}
        return [Part(name, said) for name, said in told.items() if speaks.get(name, bool(found))]

    def without(self, part: str) -> PairLearner:
        """A twin without a group of pairs, or without what is read from like boards."""
        if part not in [known.name for known in self.parts()]:
            super().without(part)
        twin = copy.copy(self)
        twin.book = self.book.without(part)
        return twin

    def lore(self) -> Sequence[str]:
        """The pairs, as sentences in order of worth."""
        self.book.sweep()
        return self.book.lore()
