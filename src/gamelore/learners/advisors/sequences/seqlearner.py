"""SeqLearner: a player that knows nothing but sequences (Lock 2003, chapters 3 and 4).

It watches contests, collects the expert's sequences, finds the contexts in which they began, and weighs the pairs by
the expert's later play. It decides by the trusted pairs alone and is random where they are silent, so that what it
reaches is what sequences are worth. With `method = "sitact"` every sequence is taken apart into situations with single
actions first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from gamelore.base.errors import DamagedFile
from gamelore.base.seeds import Rng
from gamelore.base.tsv import read_table, reading, write_table
from gamelore.games import AnyGame, AnyView, Record
from gamelore.games.board.arrays import move_of
from gamelore.games.board.codes import is_slide
from gamelore.games.board.game import BoardState
from gamelore.learners.advisors.board_learner import BoardLearner
from gamelore.learners.advisors.sequences import context_pairs as store
from gamelore.learners.advisors.sequences import contexts
from gamelore.learners.advisors.sequences.context_pairs import Pairs
from gamelore.learners.advisors.sequences.contexts import Contest, Key, SequenceTable, contest_of, group_of
from gamelore.learners.advisors.sequences.forms import ABSENT, WIDTH, Context, course_text, move_text, read_course
from gamelore.learners.advisors.sequences.sayings import lore
from gamelore.learners.advisors.sequences.settings import CARD, SeqSettings
from gamelore.learners.advisors.sequences.sitact import create_sitact_advisors
from gamelore.learners.advisors.sequences.voting import CHANCE, Ballot, Panel, Plan
from gamelore.learners.advisors.settings.small_boards import LARGEST_BOARD
from gamelore.learners.core import ContestInfo, Decision, Reason

_COURSE_FILE = "course.toml"
_WATCHED_FILE = "watched.tsv"
_WATCHED_HEAD = ("experts", "start", "moves")
_SENTENCES = 10

SWEEP = {False: 20, True: 40}
"""After how many contests pairs are made: the length of a watched tournament, where markers are only placed and where
they slide."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """A contest that later pairs will be judged by."""

    contest: Contest
    experts: tuple[int, ...]
    start: str


class SeqLearner(BoardLearner):
    """Does what the contexts that it retained began with, by their weights."""

    kind = "seqlearner"
    largest_board = LARGEST_BOARD
    summary = CARD.summary
    presets: ClassVar[Mapping[str, SeqSettings]] = CARD.presets

    def __init__(self, game: AnyGame, settings: SeqSettings) -> None:
        super().__init__(game, settings)
        self.sequences = SequenceTable(self.board_game, settings)
        self.pairs = Pairs(self.board_game, settings)
        self.contests = 0
        """How many contests it has learned from."""
        self._kept: list[_Kept] = []
        self._taken_apart: dict[Key, Context] = {}
        """The sequences whose situations were made, with the contexts they had then."""
        self._panel: Panel | None = None
        self._plans: dict[int, Plan | None] = {}
        self._texts: dict[str, str] | None = None

    # Deciding

    def begin(self, seat: int | None, contest: ContestInfo) -> None:
        """Sit down without plans."""
        super().begin(seat, contest)
        self._plans = {}

    @property
    def panel(self) -> Panel:
        """The pairs that are trusted by now."""
        if self._panel is None:
            self._panel = Panel(self.pairs, self.settings)
        return self._panel

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Follow a plan, else ask the segments, else draw."""
        state = view.state
        assert isinstance(state, BoardState)
        panel = self.panel
        ballot = panel.decide(state, self._plans.get(view.seat), rng)
        self._plans[view.seat] = ballot.plan
        return Decision(move_of(ballot.code), ballot.by, lambda: self._reasons(panel, ballot))

    def _reasons(self, panel: Panel, ballot: Ballot) -> Sequence[Reason]:
        if ballot.by == CHANCE:
            return [Reason(CHANCE, "no trusted sequence fits here, so every move is as good")]
        reasons = []
        for voice in ballot.voices:
            said = panel.say(ballot.rows, voice.row, ballot.tree(voice).tolist())
            if ballot.at:
                said = f"{move_text(voice.move)} goes on with a plan: {said}"
            who = f"{store.KINDS[panel.kinds[voice.pair]]} {voice.pair + 1}"
            reasons.append(Reason(who, said, move_text(voice.move), voice.strength, voice.weight))
        return reasons

    # Learning

    def end(self, record: Record) -> None:
        """Judge the pairs by a contest, collect its sequences, and make new pairs when it is time."""
        if not self.contest.learning:
            return
        self.hear(contest_of(record.replay(self.board_game)), record.experts, record.start)

    def hear(self, contest: Contest, experts: tuple[int, ...], start: str = "") -> None:
        """The same for a contest as arrays."""
        self.contests += 1
        self.pairs.weigh(contest, experts)
        if self.settings.retro == "all":
            self._kept.append(_Kept(contest, experts, start))
        self.sequences.add(contest, experts)
        if self.contests % SWEEP[self.board_game.rules.slides] == 0:
            self._sweep()
        self._panel = self._texts = None

    def _sweep(self) -> None:
        """Make pairs of the sequences that were seen often enough."""
        found = self._situations() if self.settings.method == "sitact" else list(self.sequences.frequent())
        if not found:
            return
        groups, moves = (np.array(column, dtype=np.int64) for column in zip(*(key for key, _ in found), strict=True))
        masks = np.array([context for _, context in found], dtype=np.int64)
        _, changed = self.pairs.add(groups, masks, moves)
        if self.settings.retro == "all" and len(changed):
            self.pairs.forget_weights(changed)
            for kept in self._kept:
                self.pairs.weigh(kept.contest, kept.experts, changed)

    def _situations(self) -> list[tuple[Key, Context]]:
        """The situations of all sequences that are seen often, each once.

        Those of a sequence whose context has not changed are there already.
        """
        found: dict[tuple[Key, Context], None] = {}
        everywhere = (self.board_game.board.all_positions,) * 3
        for key, context in self.sequences.frequent():
            if self._taken_apart.get(key) == context:
                continue
            self._taken_apart[key] = context
            (group, moves), merged = key, self.settings.merge_colours
            for situation, action in create_sitact_advisors(self.board_game, context, moves, group // 2):
                if situation != everywhere:
                    place = group_of(group // 2, is_slide(action), merged)
                    found[(place, (action, *_NO_MORE)), situation] = None
        return list(found)

    # Files

    def knowledge(self) -> dict[str, str]:
        """The sequences seen, the pairs with their weights, and what judges later pairs."""
        if self._texts is None:
            self._texts = {
                _COURSE_FILE: course_text(self.contests),
                contexts.FILE: self.sequences.text(),
                store.FILE: self.pairs.text(),
            }
            if self.settings.retro == "all":
                self._texts[_WATCHED_FILE] = self._watched_text()
        return dict(self._texts)

    def _watched_text(self) -> str:
        names, rows = self.board_game.seat_names, []
        for kept in self._kept:
            moves = " ".join(map(move_text, kept.contest.codes.tolist()))
            rows.append((" ".join(names[seat] for seat in kept.experts), kept.start, moves))
        return write_table(_WATCHED_HEAD, rows)

    def restore(self, texts: Mapping[str, str], where: str) -> None:
        """Take everything back; on any damage nothing changes."""
        fresh = SeqLearner(self.game, self.settings)
        count = read_course(texts, _COURSE_FILE, where)
        fresh.sequences.restore(texts, where)
        fresh.pairs.restore(texts, where)
        if self.settings.retro == "all":
            fresh._kept = self._read_watched(texts, where, count)
        self.contests, self.sequences, self.pairs = count, fresh.sequences, fresh.pairs
        self._kept, self._taken_apart = fresh._kept, {}
        self._panel, self._texts, self._plans = None, None, {}

    def _read_watched(self, texts: Mapping[str, str], where: str, count: int) -> list[_Kept]:
        kept: list[_Kept] = []
        names = self.board_game.seat_names
        for place, (experts, start, moves) in read_table(texts, _WATCHED_FILE, _WATCHED_HEAD, where):
            if len(kept) == count:
                raise DamagedFile(f"{place}: the course had {count} contests, and here is one more")
            if not set(experts.split()) <= set(names):
                raise DamagedFile(f"{place}: experts are among {', '.join(names)}, not '{experts}'")
            record = Record(self.game.name, names, tuple(moves.split()), (), "", start=start)
            with reading(place):
                contest = contest_of(record.replay(self.board_game))
            kept.append(_Kept(contest, tuple(names.index(name) for name in experts.split()), start))
        return kept

    def lore(self) -> Sequence[str]:
        """The sequences of most worth, mill shuttles first."""
        return lore(self.pairs, _SENTENCES)


_NO_MORE = (ABSENT,) * (WIDTH - 1)
