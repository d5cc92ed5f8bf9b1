"""COGAP-42's two phases: rate a hand by its goal trees, then look up the call taught for its class (Carberry, ch. 2).

Phase I scores every candidate trump by the offensive tree and the hand as a whole by the defensive tree. Phase II looks
up the triple of offensive category, defensive category and last bid heard. Everything works on many hands at once.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from gamelore.base.arrays import Bools, Floats, Ints
from gamelore.base.errors import UnknownName
from gamelore.base.files import read_text
from gamelore.games.forty_two.rules import LEAST_BID, PASSED
from gamelore.learners.features.forty_two import SIZES, Configurations, Situations, measure_defence, measure_offence
from gamelore.learners.features.forty_two.probability import equal_percents, exact_percents
from gamelore.learners.signatures.cogap.lessons import (
    UNKNOWN,
    Lessons,
    defensive_increments,
    offensive_reinforcement,
    teaching_order,
)
from gamelore.learners.signatures.cogap.rote_tables import (
    CALLS,
    BidTable,
    MarksTable,
    SavePartnerTable,
    choose,
    choose_marks,
)
from gamelore.learners.signatures.cogap.settings import CogapSettings
from gamelore.learners.signatures.layers import Teaching, learn
from gamelore.learners.signatures.mending import CATEGORIES, Mending, learn_mending
from gamelore.learners.signatures.reinforcement import RAISE
from gamelore.learners.signatures.signature_tables import Evaluation, TableTree
from gamelore.learners.signatures.tree import GoalTree, parse_tree

FOLDER = Path(__file__).parent
SAVING_BID = 31
TRUMP_STRENGTH = "TRSTR"
TRUMPS = "TNUMC"
BIDDING_BY_LENGTH = (0.45, 0.33, 0.25, 0.29, 0.41, 0.51, 0.90, 1.0)
"""The share of hands that bid first among those with so many dominoes of a given suit, for `weights = "calls"`: counted
in the set `choose` of the labelled store up to five; no hand there has more, and such a hand surely bids."""


def load_tree(name: str) -> GoalTree:
    """A goal tree over the parameters of 42: one of ours by name, or a person's own file."""
    path = Path(name) if name.endswith(".toml") else FOLDER / f"{name}.toml"
    if not name.endswith(".toml") and not path.is_file():
        raise UnknownName("goal tree", name, [p.stem for p in FOLDER.glob("*.toml")])
    return parse_tree(read_text(path), SIZES, path.name)


@dataclass(frozen=True, slots=True)
class Rating:
    """Phase I for many hands: every configuration, the best one of each hand, and the defence."""

    situations: Situations
    rows: Ints
    """The hand of each configuration."""
    trumps: Ints
    measured: Configurations
    offence: Evaluation
    score: Floats
    """The offensive score of each configuration, mended if mending was learned."""
    category: Ints
    """The offensive category of each configuration, from its score."""
    best: Ints
    """For each hand the index of its best configuration."""
    defence: Evaluation

    @property
    def trump(self) -> Ints:
        """The trump each hand would name."""
        return self.trumps[self.best]


@dataclass(frozen=True, slots=True)
class _RoteView:
    """The rote tables as they are looked up, blanks filled."""

    counts: Floats
    marks: Floats
    saves: Floats


@dataclass(frozen=True, slots=True)
class Bids:
    """Phase II for many hands."""

    call: Ints
    trump: Ints
    """The trump of a bid; meaningless for a pass."""
    counts: Floats
    """How often each of `CALLS` was taught for the class of the hand, blanks filled."""
    marks: Floats
    """What each of `CALLS` can expect in marks where that decides, otherwise nan."""
    saved: Bools
    """Where the call saves partner."""


class Bidder:
    """All that COGAP-42 learns: two trees of signature tables and two rote tables."""

    def __init__(self, settings: CogapSettings) -> None:
        self.settings = settings
        self.offence = TableTree(load_tree(settings.offence))
        self.defence = TableTree(load_tree("defence"))
        self.mending: Mending | None = None
        self._clear_bids()

    def _clear_bids(self) -> None:
        offence, defence = self.offence.tree, self.defence.tree
        self.bids = BidTable(self.offensive_categories, defence.goal(defence.root).categories)
        self.marks = MarksTable(self.bids.key)
        self.saves = SavePartnerTable(offence.goal(TRUMP_STRENGTH))
        self._rote: _RoteView | None = None

    def forget_view(self) -> None:
        """Look the rote tables up anew."""
        self._rote = None

    def _rote_view(self) -> _RoteView:
        """Filling costs far more than a look-up, so it is done once after learning."""
        if self._rote is None:
            settings = self.settings
            self._rote = _RoteView(
                self.bids.filled(settings), self.marks.expected(settings.bid_fading), self.saves.filled(settings)
            )
        return self._rote

    @property
    def offensive_categories(self) -> int:
        """Into how many categories configurations are sorted: those of the tree, or those of the mended score."""
        tree = self.offence.tree
        return CATEGORIES if self.settings.mend_tables else tree.goal(tree.root).categories

    def rate(self, situations: Situations) -> Rating:
        """Phase I: the best configuration is the one of highest score, then of best trump strength, then longest."""
        rows, trumps = situations.configurations()
        measured = measure_offence(situations.part(rows), trumps, chances(self.settings.weights))
        said = self.offence.evaluate(measured.values)
        score, category = said.score, said.values[self.offence.tree.root]
        if self.mending is not None:
            score = self.mending.score(score, measured.values)
            category = self.mending.category(score)
        order = np.lexsort((trumps, -measured.values[TRUMPS], said.values[TRUMP_STRENGTH], -score, rows))
        best = order[np.searchsorted(rows[order], np.arange(len(situations)))]
        defence = self.defence.evaluate(measure_defence(situations))
        return Rating(situations, rows, trumps, measured, said, score, category, best, defence)

    def bid(self, situations: Situations, *, forced: bool = True, highest: int = 84) -> Bids:
        """Phase II. `forced` says whether the last player must bid when nobody has; `highest` limits the bids."""
        return self.bid_rated(self.rate(situations), forced=forced, highest=highest)

    def bid_rated(self, rating: Rating, *, forced: bool = True, highest: int = 84) -> Bids:
        """Phase II for hands already rated."""
        heard = rating.situations
        places = self._classes(rating, rating.best, heard)
        rote = self._rote_view()
        counts = rote.counts[places]
        legal = (CALLS[None, :] > heard.last_bid[:, None]) & (CALLS[None, :] <= highest)
        expected = rote.marks[places] if self.settings.choice == "marks" else np.full_like(counts, np.nan)
        taught = choose(counts, legal, self.settings)
        saves = rote.saves[rating.offence.places[TRUMP_STRENGTH][rating.best]]
        valued = ~np.isnan(expected).all(axis=1)
        saved = ~valued & (taught == PASSED) & heard.partner_needs_saving & (saves[:, 1] > saves[:, 0])
        call = np.where(valued, choose_marks(expected, legal), np.where(saved, SAVING_BID, taught))
        if forced:
            last = (heard.calls == PASSED).all(axis=1)
            call = np.where(last & (call == PASSED), LEAST_BID, call)
        return Bids(call, rating.trump, counts, expected, saved)

    def _classes(self, rating: Rating, configurations: Ints, heard: Situations) -> Ints:
        hands = rating.rows[configurations]
        return self.bids.places(
            heard.previous_bid[hands],
            rating.category[configurations],
            rating.defence.values[self.defence.tree.root][hands],
        )

    def learn(self, lessons: Lessons, before: Lessons | None = None) -> None:
        """Learn lessons in layers; `before` are all earlier ones, since the bid table is made again from everything."""
        if not len(lessons):
            return
        learn(self.offence, self._offensive_teaching(lessons), self.settings)
        learn(self.defence, self._defensive_teaching(lessons), self.settings)
        everything = lessons if before is None else Lessons.join([before, lessons])
        if self.settings.mend_tables:
            taught = self._offensive_teaching(everything)
            self.mending = learn_mending(self.offence, taught, self.settings.mend_tables)
        self._clear_bids()
        self._learn_bids(everything)

    def _offensive_teaching(self, lessons: Lessons) -> Teaching:
        rows, trumps = lessons.situations.configurations()
        order = teaching_order(lessons, rows, trumps)
        rows, trumps = rows[order], trumps[order]
        measured = measure_offence(lessons.situations.part(rows), trumps, chances(self.settings.weights))
        kinds, up, down = offensive_reinforcement(
            lessons, rows, trumps, scheme=self.settings.scheme, every_trump=self.settings.every_trump
        )
        return Teaching(measured.values, kinds, up, down, rows)

    def _defensive_teaching(self, lessons: Lessons) -> Teaching:
        said = np.flatnonzero(~np.isnan(lessons.set_bid))
        up, down = defensive_increments(lessons.set_bid[said])
        kinds = np.full(said.size, RAISE, dtype=np.int64)
        return Teaching(measure_defence(lessons.situations.part(said)), kinds, up, down, said)

    def _learn_bids(self, lessons: Lessons) -> None:
        rating = self.rate(lessons.situations)
        self._count(rating, lessons.situations, lessons.trump, lessons.call)
        right = self._labelled(rating, lessons.trump)
        self.marks.teach(self._classes(rating, right, lessons.situations), lessons.marks)
        saving = np.flatnonzero(lessons.situations.partner_needs_saving)
        places = rating.offence.places[TRUMP_STRENGTH]
        bid = lessons.call[saving] > PASSED
        self.saves.teach(places[np.where(bid, right[saving], rating.best[saving])], bid)
        if self.settings.first_calls:
            said = np.flatnonzero(lessons.first != UNKNOWN)
            first = lessons.situations.part(said).as_first()
            self._count(self.rate(first), first, lessons.trump[said], lessons.first[said])

    def _labelled(self, rating: Rating, trump: Ints) -> Ints:
        """For each hand its configuration with the labelled trump, or its best one if the label names none."""
        found = rating.best.copy()
        right = np.flatnonzero(rating.trumps == trump[rating.rows])
        found[rating.rows[right]] = right
        return found

    def _count(self, rating: Rating, heard: Situations, trump: Ints, call: Ints) -> None:
        bid = np.flatnonzero(call > PASSED)
        right = self._labelled(rating, trump)
        self.bids.teach(self._classes(rating, right[bid], heard), call[bid])
        passed = rating.best[call == PASSED] if self.settings.pass_once else np.flatnonzero(call[rating.rows] == PASSED)
        self.bids.teach(self._classes(rating, passed, heard), np.full(passed.size, PASSED))


@functools.cache
def chances(weights: str) -> Ints:
    """The probabilities of the trump store under a way of weighing."""
    if weights == "equal":
        return equal_percents()
    return exact_percents(np.array(BIDDING_BY_LENGTH) if weights == "calls" else None)
