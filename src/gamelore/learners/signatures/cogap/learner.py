"""COGAP-42 as a learner: it calls, names trump, takes labelled hands as lessons and gives its trace as reasons.

The thesis's program does not play the hand out: at a table the playing machine takes its place once the bidding is
over, and where nobody does it follows a plain rule of play. Lessons are learned in layers: they wait until a layer is
full, or until the course ends.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping, Sequence
from typing import ClassVar

import numpy as np

from gamelore.base.errors import DamagedFile, NotAvailable
from gamelore.base.seeds import Rng
from gamelore.games.core import Action, AnyGame, AnyView
from gamelore.games.forty_two import Bid, FortyTwo, FortyTwoView, NameTrump, Pass, Play
from gamelore.games.forty_two.rules import PASSED, SEATS
from gamelore.games.record import Record
from gamelore.learners.core import Decision, Learner, Lesson, Part, Practice, Reason
from gamelore.learners.features.forty_two import Situations
from gamelore.learners.signatures.cogap.bidder import Bidder
from gamelore.learners.signatures.cogap.hands_played_out import HandJudge, practised_round
from gamelore.learners.signatures.cogap.lessons import UNKNOWN, Lessons
from gamelore.learners.signatures.cogap.parts import bidder_parts, bidder_without
from gamelore.learners.signatures.cogap.play import plain_play
from gamelore.learners.signatures.cogap.settings import CARD, CogapSettings
from gamelore.learners.signatures.cogap.texts import (
    bids_text,
    lessons_text,
    marks_text,
    one_lesson,
    read_bids,
    read_lessons,
    read_marks,
    read_saves,
    saves_text,
)
from gamelore.learners.signatures.cogap.trace import trace
from gamelore.learners.signatures.cogap.words import bidding_in_words
from gamelore.learners.signatures.layers import RECATEGORIZE_EVERY
from gamelore.learners.signatures.texts import mending_text, read_mending, read_tables, tables_text

OFFENCE_FILE, MENDING_FILE, DEFENCE_FILE = "offence.txt", "mending.txt", "defence.txt"
BIDS_FILE, MARKS_FILE, SAVES_FILE = "bids.txt", "marks.txt", "save-partner.txt"
LEARNED_FILE, WAITING_FILE = "lessons.txt", "lessons-waiting.txt"
FILES = (OFFENCE_FILE, MENDING_FILE, DEFENCE_FILE, BIDS_FILE, MARKS_FILE, SAVES_FILE, LEARNED_FILE, WAITING_FILE)

PLAIN_PLAY = "plain play"

_SAID = re.compile(r"(trump|contract|sets|first) (\d+(?:\.\d+)?)$")
_WORTH = re.compile(r"worth ((?:[0-6]:-?\d+(?:\.\d+)? ?)+)$")


class Cogap(Learner):
    """Rates a hand by goal trees of signature tables and calls what was taught for hands of its class."""

    kind: ClassVar[str] = "cogap"
    revision: ClassVar[int] = 2
    only_bids: ClassVar[bool] = True
    parts_are_groups: ClassVar[bool] = True
    summary = CARD.summary
    presets: ClassVar[Mapping[str, CogapSettings]] = CARD.presets
    practises = "bids"

    def __init__(self, game: AnyGame, settings: CogapSettings) -> None:
        super().__init__(game, settings)
        self.bidder = Bidder(settings)
        self.learned = Lessons.none()
        self.waiting: list[Lessons] = []
        self.judge: HandJudge | None = None

    @classmethod
    def plays(cls, game: AnyGame) -> bool:
        """42 only, under any rule set; doubles or no trump are never named."""
        return CARD.plays(game)

    @classmethod
    def usual_regime(cls, settings: CogapSettings) -> str:
        """Hands that are played out; hands that somebody labelled are taught without contests."""
        return "forty_two_hands"

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Call, name trump, or play by a plain rule."""
        assert isinstance(view, FortyTwoView)
        if view.table.stage == "play":
            domino, sentence = plain_play(view)
            return Decision(Play(domino), PLAIN_PLAY, lambda: [Reason(PLAIN_PLAY, sentence, str(Play(domino)))])
        rating = self.bidder.rate(Situations.of_view(view))
        rules = view.table.rules
        heard = view.table.calls if view.table.stage == "bidding" else ()
        bids = self.bidder.bid_rated(
            rating, forced=rules.must_bid(heard), highest=max(rules.legal_bids(max(heard, default=PASSED)))
        )

        action: Action
        if view.table.stage == "trump":
            action, by = NameTrump(int(rating.trump[0])), "offensive tree"
        else:
            call = int(bids.call[0])
            action = Pass() if call == PASSED else Bid(call)
            by = "save-partner table" if bids.saved[0] else "bid table"
        return Decision(action, by, lambda: trace(self.bidder, rating, bids, str(action)))

    def learn(self, lesson: Lesson) -> None:
        """Take a labelled hand; it is learned when its layer is full.

        The advocated action is the call (or the trump, when that is to be named). `reasons` may say more, one fact
        each: 'trump 4', 'contract 33', 'sets 36.5', 'first 30', 'worth 0:31 4:36.5'; other words are ignored.
        """
        taken = _lesson(lesson)
        if taken is not None:
            self._take(taken)

    def learn_all(self, lessons: Lessons) -> None:
        """Take a whole store of labelled hands, in layers, and settle."""
        self.settle()
        self.bidder.learn(lessons, self.learned)
        self.learned = Lessons.join([self.learned, lessons])

    def end(self, record: Record) -> None:
        """Learn from contracts actually played, and when watching from the calls of those whose play is a model.

        A contract made says that its hand was worth it; a contract set says that it should have been passed.
        """
        if not self.contest.learning:
            return
        views = [record.last_view(self.game, seat) for seat in self.contest.seats or record.experts]
        for view in sorted(views, key=_place):
            assert isinstance(view, FortyTwoView)
            table, seat = view.table, view.seat
            if len(table.calls) < self.game.seats:
                return
            place = _place(view)
            call = table.calls[place]
            situation = Situations.of([view.dealt], [table.calls[:place]])
            trump = UNKNOWN if seat != table.declarer or table.trump is None else table.trump
            if seat in self.contest.seats and seat == table.declarer and table.made() is not None:
                made = bool(table.made())
                self._take(
                    one_lesson(situation, call=call if made else PASSED, trump=trump, contract=call if made else 0.0)
                )
            elif seat in record.experts:
                self._take(one_lesson(situation, call=call, trump=trump, contract=float(call)))

    def practise(self, contests: int, rng: Rng) -> Practice:
        """Take whole deals of hands that were played out; the best it knows is how many hands it has.

        What is too little for a deal is lost.
        """
        if self.judge is None:
            raise NotAvailable("a bidder practises hands that somebody plays out; train it in the arena")
        assert isinstance(self.game, FortyTwo)
        each = SEATS * self.judge.each
        deals = contests // each
        for _ in range(deals):
            lessons = practised_round(self.judge, rng, self.game.rules)
            for row in range(SEATS):
                self._take(lessons.part(slice(row, row + 1)))
        return Practice(deals * each or contests, float(len(self.learned) + len(self.waiting)))

    def least_practice(self, step: int) -> int | None:
        """What a deal costs."""
        if self.judge is None:
            return 1
        each = SEATS * self.judge.each
        return each if step >= each else None

    def _take(self, lesson: Lessons) -> None:
        self.waiting.append(lesson)
        if len(self.waiting) >= (self.settings.layer_size or RECATEGORIZE_EVERY):
            self.settle()

    def settle(self) -> None:
        """Learn what waits, as one layer."""
        if self.waiting:
            fresh = Lessons.join(self.waiting)
            self.waiting = []
            self.bidder.learn(fresh, self.learned)
            self.learned = Lessons.join([self.learned, fresh])

    def finish(self) -> None:
        """Learn what still waits for its layer to be full."""
        self.settle()

    def knowledge(self) -> dict[str, str]:
        """The tables of both trees, the rote tables and the learning store."""
        return {
            OFFENCE_FILE: tables_text(self.bidder.offence),
            MENDING_FILE: mending_text(self.bidder.mending, self.bidder.offence.tree),
            DEFENCE_FILE: tables_text(self.bidder.defence),
            BIDS_FILE: bids_text(self.bidder.bids),
            MARKS_FILE: marks_text(self.bidder.marks),
            SAVES_FILE: saves_text(self.bidder.saves),
            LEARNED_FILE: lessons_text(self.learned),
            WAITING_FILE: lessons_text(Lessons.join(self.waiting) if self.waiting else Lessons.none()),
        }

    def restore(self, texts: Mapping[str, str], where: str) -> None:
        """Take the tables and the store back."""
        for name in FILES:
            if name not in texts:
                raise DamagedFile(f"{where}: {name} is missing")
        fresh = Bidder(self.settings)
        fresh.offence = read_tables(texts[OFFENCE_FILE], fresh.offence.tree, self.settings, f"{where}/{OFFENCE_FILE}")
        fresh.mending = read_mending(
            texts[MENDING_FILE], fresh.offence.tree, fresh.offensive_categories, f"{where}/{MENDING_FILE}"
        )
        fresh.defence = read_tables(texts[DEFENCE_FILE], fresh.defence.tree, self.settings, f"{where}/{DEFENCE_FILE}")
        read_bids(texts[BIDS_FILE], fresh.bids, f"{where}/{BIDS_FILE}")
        read_marks(texts[MARKS_FILE], fresh.marks, f"{where}/{MARKS_FILE}")
        read_saves(texts[SAVES_FILE], fresh.saves, f"{where}/{SAVES_FILE}")
        learned = read_lessons(texts[LEARNED_FILE], f"{where}/{LEARNED_FILE}")
        waiting = read_lessons(texts[WAITING_FILE], f"{where}/{WAITING_FILE}")
        self.bidder, self.learned = fresh, learned
        self.waiting = [waiting.part(slice(i, i + 1)) for i in range(len(waiting))]

    def parts(self) -> Sequence[Part]:
        """The goals below the general one, the defence, mending and rote tables."""
        return list(bidder_parts(self.bidder))

    def without(self, part: str) -> Cogap:
        """A twin that bids without a part."""
        if part not in [known.name for known in self.parts()]:
            super().without(part)
        twin = copy.copy(self)
        twin.bidder = bidder_without(self.bidder, part)
        return twin

    def lore(self) -> Sequence[str]:
        """How it bids, in the words of a player; nothing before it was taught anything."""
        return list(bidding_in_words(self.bidder)) if self.bidder.bids.counts.any() else []


def _place(view: AnyView) -> int:
    """The place of a seat in the order of calling."""
    assert isinstance(view, FortyTwoView)
    return (view.seat - view.table.first_caller) % view.game.seats


def _lesson(lesson: Lesson) -> Lessons | None:
    view = lesson.view
    if not isinstance(view, FortyTwoView) or not lesson.advocated:
        return None
    action = lesson.advocated[0]
    said = {m[1]: float(m[2]) for m in map(_SAID.fullmatch, lesson.reasons) if m}
    worth = {
        int(suit): float(value)
        for m in map(_WORTH.fullmatch, lesson.reasons)
        if m
        for suit, value in (pair.split(":") for pair in m[1].split())
    }
    if isinstance(action, NameTrump):
        call, trump = view.table.call_of(view.seat) or PASSED, action.trump
    elif isinstance(action, Bid | Pass):
        call, trump = action.amount if isinstance(action, Bid) else PASSED, int(said.get("trump", UNKNOWN))
    else:
        return None
    return one_lesson(
        Situations.of_view(view),
        call=call,
        trump=trump if trump < 7 else UNKNOWN,
        contract=said.get("contract", float(call)),
        set_bid=said.get("sets", np.nan),
        first=int(said.get("first", UNKNOWN)),
        worth=worth,
    )
