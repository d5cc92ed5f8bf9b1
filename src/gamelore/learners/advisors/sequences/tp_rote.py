"""TP-Rote: temporal patterns by rote (Lock 2003, chapter 2).

Sequences of moves that experts often followed from a state are kept as trees. Multi-step begins a tree when its state
arises, Enforcer goes on with it as long as the other keeps to it, and Imitate takes the same moves one state at a
time. Where a sequence stands is read off the contest so far, so that nothing has to be remembered between turns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from gamelore.base.arrays import Int8s
from gamelore.games.board.game import BoardGame, BoardState, Move
from gamelore.learners.advisors.faculty import Faculty, Turn
from gamelore.learners.advisors.forr import NOTHING_TO_SAY, SILENT, Tier1Advisor, Verdict
from gamelore.learners.advisors.memory.keys import Keys
from gamelore.learners.advisors.memory.knowledge import Watched
from gamelore.learners.advisors.memory.situation import Situation
from gamelore.learners.advisors.sequences.rote_texts import SEQUENCES_FILE, TREES_FILE, Notation
from gamelore.learners.advisors.sequences.rote_trees import Branch, Forest, Path, RoteTable, Tree, grow
from gamelore.learners.advisors.settings.hoyle import HoyleSettings
from gamelore.learners.advisors.settings.symmetries import symmetries_of
from gamelore.learners.advisors.tiers.tier2 import BoardAdvisor

ENFORCER, MULTI_STEP = "Enforcer", "Multi-step"
SIGNIFICANT = {False: 20, True: 5}
"""How often a state must be seen, and once more, where markers are only placed and where they slide (section 2.3)."""
SWEEP = 10
"""After how many contests the trees are grown from all sequences gathered so far."""
_TOLD = 8
"""How many trees the lore tells of."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a contest stands in a tree, with the player to move."""

    by: str
    """Whose move it is to advise: Multi-step's at the beginning, then Enforcer's."""
    tree: Tree
    line: tuple[BoardState, ...]
    """The states of the contest from the tree's own to the present one."""
    options: Mapping[int, Branch]
    """The moves that the tree makes here."""


class Space(NamedTuple):
    """What a table takes up, counted as in Table 3 of the source."""

    states: int
    moves: int
    units: int
    """One for every position of a stored state, and for every position that a move names."""


class TpRote(Faculty):
    """Counts sequences, grows trees of them, and follows these."""

    name = "rote"
    reads_past = True

    def __init__(self, game: BoardGame, settings: HoyleSettings) -> None:
        super().__init__(game, settings)
        self.rote_settings = settings.rote
        known = len(symmetries_of(game, settings.symmetries))
        self.keys = Keys(game, symmetries=known, merge_colours=settings.merge_colours)
        self.notation = Notation(self.keys)
        self.contests = 0
        self.table = RoteTable({}, {})
        self._plant(Forest({}, {}))

    def _plant(self, forest: Forest) -> None:
        self.forest = forest
        self.decisions = forest.decisions()
        self._answered = {key for tree in forest.other.values() for key in tree.root.children}
        """States in which an even tree may have an answer, so that the state before is looked up only then."""
        self._followed: dict[int, tuple[tuple[BoardState, ...], Place | None]] = {}

    def standing(self) -> Mapping[str, Tier1Advisor[Situation] | BoardAdvisor]:
        return {ENFORCER: Enforcer(self), MULTI_STEP: MultiStep(self), Imitate.name: Imitate(self)}

    # Learning

    def learn(self, contest: Watched, turns: Sequence[Turn]) -> None:
        """Count the sequences of a contest; now and then grow the trees anew."""
        for seat in (0, 1) if self.rote_settings.featured == "players" else sorted(contest.experts):
            if contest.results[seat] != "loss":
                self.table.gather(contest.keys, [state.mover == seat for state in contest.states])
        self.contests += 1
        if self.contests % SWEEP == 0:
            significant = self.rote_settings.significant or SIGNIFICANT[self.game.rules.slides]
            self._plant(grow(self.table, significant, self.rote_settings.cutoff_base, self._earliness))

    def _earliness(self, key: int) -> tuple[int, ...]:
        """Markers are placed one by one and then only taken."""
        state = self.keys.state(key)
        return -state.left, -(state.x | state.o).bit_count()

    # Following

    def place(self, situation: Situation) -> Place | None:
        """Where the contest stands in a tree; None where no tree has anything to say.

        What was found a turn ago is kept, and serves only a contest that went exactly the same way.
        """
        turns = (*situation.past, situation.state)
        seat = situation.state.mover
        known, place = self._followed.get(seat, ((), None))
        if turns != known:
            if turns[:-2] != known:
                place = None
                for count in range(1, len(turns) - 1, 2):
                    place = self._step(place, turns[:count], self.keys.key(turns[count - 1]))
            place = self._step(place, turns, situation.page.key)
            self._followed[seat] = turns, place
        return place

    def _step(self, place: Place | None, turns: tuple[BoardState, ...], key: int) -> Place | None:
        """Where the contest stands at the last of some turns, whose key it is, from where it stood a turn before."""
        state = turns[-1]
        if place is not None and len(turns) > 1:
            made = place.options.get(self.keys.key(turns[-2]))
            answer = None if made is None else made.children.get(key)
            if answer is not None and answer.children:
                return Place(ENFORCER, place.tree, (*place.line, *turns[-2:]), answer.children)
        tree = self.forest.own.get(key)
        if tree is not None:
            return Place(MULTI_STEP, tree, (state,), tree.root.children)
        if key not in self._answered:
            return None
        before = turns[-2] if len(turns) > 1 else self._before_first(state)
        tree = None if before is None else self.forest.other.get(self.keys.key(before))
        if before is None or tree is None:
            return None
        answer = tree.root.children.get(key)
        if answer is None or not answer.children:
            return None
        return Place(MULTI_STEP, tree, (before, state), answer.children)

    def _before_first(self, state: BoardState) -> BoardState | None:
        """The state before the other's opening move, which a player's own turns do not show."""
        start = self.game.new_initial_state()
        opened = state.mover != start.mover and state.left == start.left - 1
        return start if opened else None

    def line(self, place: Place, after: BoardState) -> tuple[list[Move], int]:
        """The sequence that a move belongs to, the longest there is, and how many of its moves are made with it."""
        states = (*place.line, after)
        made = [_move_between(before, then) for before, then in pairwise(states)]
        rest = _longest(place.options[self.keys.key(after)])
        return [*made, *self.notation.moves(after, rest)], len(made)

    # Accounts

    def space(self) -> Space:
        """What the trees take up."""
        return self._space(self.forest.trees, self.forest.moves)

    def decision_space(self) -> Space:
        """What the same moves take up state by state, as Imitate keeps them."""
        return self._space(len(self.decisions), sum(len(moves) for moves in self.decisions.values()))

    def _space(self, states: int, moves: int) -> Space:
        rules = self.game.rules
        named = 1 + rules.slides + (rules.line == "captures")
        return Space(states, moves, states * self.game.board.size + moves * named)

    def texts(self) -> dict[str, str]:
        """The sequences with their counts, and the trees."""
        return {
            SEQUENCES_FILE: self.notation.write_sequences(self.table, self.contests),
            TREES_FILE: self.notation.write_trees(self.forest),
        }

    def restore(self, texts: Mapping[str, str], where: str) -> None:
        """Take both back; on any damage nothing changes."""
        table, contests = self.notation.read_sequences(texts, where)
        forest = self.notation.read_trees(texts, where)
        self.table, self.contests = table, contests
        self._plant(forest)

    def lore(self) -> Sequence[str]:
        """The trees of the states that were seen most often."""
        trees = sorted((t for trees in self.forest for t in trees.values()), key=lambda tree: (-tree.seen, tree.key))
        told = []
        for tree in trees[:_TOLD]:
            state = self.keys.state(tree.key)
            moves = self.notation.tree_text(state, tree.root)
            told.append(f"From {state}, seen {tree.seen} times, a sequence goes on {moves}")
        return told


def _move_between(before: BoardState, after: BoardState) -> Move:
    return next(move for move in before.legal_actions() if before.child(move) == after)


def _longest(branch: Branch) -> Path:
    return max(branch.paths(), key=lambda path: (len(path), path), default=())


class _Follower(Tier1Advisor[Situation]):
    """An Advisor that makes the moves of a tree."""

    def __init__(self, rote: TpRote) -> None:
        self.rote = rote

    def consult(self, situation: Situation) -> Verdict:
        """Mandate the moves that the tree makes here."""
        place = self.rote.place(situation)
        if place is None or place.by != self.name:
            return NOTHING_TO_SAY
        situation.notes[self.name] = place
        numbers = [number for number, key in enumerate(situation.keys.tolist()) if key in place.options]
        return Verdict(mandate=numbers) if numbers else NOTHING_TO_SAY

    def because(self, situation: Situation, action: int) -> str:
        """The sequence that the move belongs to."""
        place = situation.notes.get(self.name) or self.rote.place(situation)
        assert place is not None
        moves, made = self.rote.line(place, situation.state.child(situation.move(action)))
        said = " ".join(f"[{move}]" if number == made else str(move) for number, move in enumerate(moves, start=1))
        return (
            f"it is move {made} of {len(moves)} of a sequence that often followed {place.line[0]}, "
            f"a state seen {place.tree.seen} times: {said}"
        )


class Enforcer(_Follower):
    """Goes on with a sequence of moves that is under way, as long as the other keeps to it."""

    name = ENFORCER


class MultiStep(_Follower):
    """Begins a sequence of moves that was often seen from here."""

    name = MULTI_STEP


class Imitate(Tier1Advisor[Situation], BoardAdvisor):
    """Makes the moves of the sequences state by state, however the state arose.

    The source puts it in Multi-step's place in tier 1 (section 2.3); in tier 2 it comments like everybody else.
    """

    name = "Imitate"

    def __init__(self, rote: TpRote) -> None:
        self.rote = rote

    def _numbers(self, situation: Situation) -> list[int]:
        moves = self.rote.decisions.get(situation.page.key, frozenset())
        return [number for number, key in enumerate(situation.keys.tolist()) if key in moves] if moves else []

    def consult(self, situation: Situation) -> Verdict:
        """Mandate the moves that some tree makes in this state."""
        numbers = self._numbers(situation)
        return Verdict(mandate=numbers) if numbers else NOTHING_TO_SAY

    def comment(self, situation: Situation) -> Int8s | None:
        """Support them as strongly as can be."""
        numbers = self._numbers(situation)
        if not numbers:
            return None
        strengths = np.full(situation.count, SILENT, dtype=np.int8)
        strengths[numbers] = 10
        return strengths

    def because(self, situation: Situation, action: int) -> str:
        """What it goes by."""
        return "sequences that were often seen make this move in this state"
