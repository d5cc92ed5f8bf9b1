"""A book of direct pairs: what was watched, what was grown from it, and what it says about a state.

The pairs of a section are grown when they are first asked for after a sweep; they are a pure function of what was
swept up until then.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping

import numpy as np

from gamelore.base.arrays import Floats, Ints
from gamelore.games.board.arrays import board_tables, move_capacity, move_of
from gamelore.games.board.game import BoardGame, BoardState, Move
from gamelore.learners.advisors.sequences.forms import course_text, read_course
from gamelore.learners.advisors.sequences.pairs import texts
from gamelore.learners.advisors.sequences.pairs.evidence import Section, WatchedTurns
from gamelore.learners.advisors.sequences.pairs.growing import Rules, grow_rules
from gamelore.learners.advisors.sequences.pairs.matching import (
    AHEAD,
    AHEAD_FACTOR,
    EXACT_PAIRS,
    LIKENESS,
    MADE,
    MADE_FACTOR,
    Heard,
    PairMatcher,
    board_after,
)
from gamelore.learners.advisors.sequences.pairs.saying import Pair, say_likeness
from gamelore.learners.advisors.sequences.pairs.turning import turning
from gamelore.learners.advisors.settings.pairs import PairSettings
from gamelore.learners.core import Reason


class PairBook:
    """Direct pairs of one game."""

    def __init__(self, game: BoardGame, settings: PairSettings) -> None:
        self.game = game
        self.settings = settings
        self.evidence = WatchedTurns(game, turning(game, settings.symmetries), merge_colours=settings.merge_colours)
        self.contests = 0
        """Contests watched in all."""
        self.silent = ""
        """Which of its speakers says nothing."""
        self._rules: dict[Section, Rules] = {}
        self._matchers: dict[Section, PairMatcher] = {}

    def watch(self, turns: Iterable[tuple[BoardState, Move]]) -> None:
        """The turns that experts had in one more contest; they count after the next sweep."""
        self.evidence.add(turns)
        self.contests += 1

    def sweep(self) -> None:
        """Let all that was watched count."""
        for section in self.evidence.sweep():
            self._rules.pop(section, None)
            self._matchers.pop(section, None)

    def rules(self, section: Section) -> Rules:
        """The rules of a section."""
        return self._matcher(section).rules

    def _matcher(self, section: Section) -> PairMatcher:
        if section not in self._matchers:
            boards = self.evidence.boards(section)
            if section not in self._rules:
                self._rules[section] = grow_rules(self.evidence, section, boards)
            rules = self._rules[section]
            self._matchers[section] = PairMatcher(self.evidence.turning, rules, boards, self.silent)
        return self._matchers[section]

    def without(self, speaker: str) -> PairBook:
        """The same book, which is not to watch any more, with one of its speakers silent."""
        twin = copy.copy(self)
        twin.silent, twin._matchers = speaker, {}
        return twin

    def pairs(self) -> list[Pair]:
        """Every pair, section by section."""
        found = []
        for section in self.evidence.sections():
            rules = self.rules(section)
            found += [Pair.of(self.game, section, rules, number) for number in range(len(rules.codes))]
        return found

    def ask(self, state: BoardState, codes: Ints, *, wide: bool = False) -> Saying | None:
        """What is said about some legal moves of a state; None before anything was watched there.

        If asked for `wide` ones: only what the pairs that match say, those of single boards left out; None without any.
        """
        section = self.evidence.section(state)
        if not self.evidence.swept.get(section):
            return None
        matcher = self._matcher(section)
        if wide:
            heard = matcher.hear_wide(state.own, state.other, codes)
        else:
            heard = matcher.hear(state.own, state.other, codes, lambda: self._known_ahead(state, codes))
        return None if wide and not len(heard.rules) else Saying(self.game, section, matcher, codes, heard)

    def _known_ahead(self, state: BoardState, codes: Ints) -> Floats:
        """For each move the share of the replies that lead to boards on which an expert was seen to move."""
        from gamelore.games.board import _kernels

        tables, left = board_tables(self.game), max(0, state.left - 1)
        section = self.evidence.section_of(state.mover, left - 1 > 0)
        known = self._matcher(section).known if self.evidence.swept.get(section) else np.empty(0, dtype=np.int64)
        mine, theirs = board_after(np.full(len(codes), state.own), np.full(len(codes), state.other), codes)
        room = np.empty((3, move_capacity(self.game)), dtype=np.int64)
        replies = []
        for own, other in zip(theirs.tolist(), mine.tolist(), strict=True):
            over = _kernels.terminal(tables, own, other, left) != _kernels.ONGOING
            count = 0 if over else _kernels.successors(tables, own, other, left, *room)
            replies.append(room[1:, :count].copy())
        counts = np.array([found.shape[1] for found in replies])
        held = np.isin(self.evidence.turning.numbers(*np.concatenate(replies, axis=1)), known)
        move_of_reply = np.repeat(np.arange(len(codes)), counts)
        share: Floats = np.bincount(move_of_reply, held, minlength=len(codes)) / np.maximum(1, counts)
        return share

    def favourites(self, state: BoardState, codes: Ints) -> tuple[Ints, Ints]:
        """The numbers, as in `pairs`, of the pairs that speak in a state, with the places of their moves."""
        first = 0
        for section in self.evidence.sections():
            if section == self.evidence.section(state):
                rules, moves = self._matcher(section).matching(state.own, state.other, codes)
                return rules + first, moves
            first += len(self.rules(section).codes)
        raise AssertionError("every state belongs to a section")

    def texts(self) -> dict[str, str]:
        """What was watched and what was grown from it, as readable tables."""
        rules = {section: self.rules(section) for section in self.evidence.sections()}
        return {
            texts.COURSE_FILE: course_text(self.contests),
            texts.WATCHED_FILE: texts.watched_text(self.evidence),
            texts.PAIRS_FILE: texts.pairs_text(self.game, rules),
        }

    def restore(self, files: Mapping[str, str], where: str) -> None:
        """Take the tables back; pairs that a person has edited count as they stand, until more is watched."""
        fresh = PairBook(self.game, self.settings)
        contests = read_course(files, texts.COURSE_FILE, where)
        texts.read_watched(files, where, fresh.evidence)
        rules = texts.read_pairs(files, where, fresh.evidence)
        self.evidence, self.contests, self._rules, self._matchers = fresh.evidence, contests, rules, {}

    def lore(self) -> list[str]:
        """The pairs that say most about the most turns, each as a sentence; those of single boards are left out."""
        wide = [pair for pair in self.pairs() if pair.family != "exact"]
        return [pair.sentence() for pair in sorted(wide, key=lambda pair: (-pair.weight, pair.text()))]


class Saying:
    """What a book said about some moves of a state, for the vote and for whoever asks why."""

    def __init__(self, game: BoardGame, section: Section, matcher: PairMatcher, codes: Ints, heard: Heard) -> None:
        self.game, self.section, self.matcher, self.codes, self.heard = game, section, matcher, codes, heard

    @property
    def support(self) -> Floats:
        """The votes of each move."""
        return self.heard.support

    @property
    def by(self) -> str:
        """What decided: pairs of this very board, or pairs and like boards."""
        if self.heard.likeness is None:
            return EXACT_PAIRS
        return "pairs and likeness" if len(self.heard.rules) else LIKENESS

    def about(self, number: int) -> str:
        """The strongest thing that was said about a move, as a sentence."""
        heard = self.heard
        here = np.flatnonzero(heard.moves == number)
        if not len(here):
            if heard.likeness is None:
                return "on this very board I saw experts do something else"
            return say_likeness(heard.likeness, number)
        votes = self.matcher.rules.weights[heard.rules[here]] * heard.strengths[here]
        rule = int(heard.rules[here[int(votes.argmax())]])
        return Pair.of(self.game, self.section, self.matcher.rules, rule).sentence()

    def reasons(self) -> list[Reason]:
        """Everything that was said; strength times weight is a vote."""
        heard, rules = self.heard, self.matcher.rules
        names = [str(move_of(code)) for code in self.codes.tolist()]
        reasons = [
            Reason(
                f"pair {rule + 1}",
                Pair.of(self.game, self.section, rules, rule).sentence(),
                names[move],
                strength,
                float(rules.weights[rule]),
            )
            for rule, move, strength in zip(
                heard.rules.tolist(), heard.moves.tolist(), heard.strengths.tolist(), strict=True
            )
        ]
        if heard.likeness is not None:
            for number, name in enumerate(names):
                share = float(heard.likeness.log_share[number])
                reasons.append(Reason(LIKENESS, say_likeness(heard.likeness, number), name, share, 1.0))
                ahead = float(heard.likeness.ahead[number])
                if ahead:
                    known = f"after {ahead:.0%} of the replies I would be on a board where I saw an expert move"
                    reasons.append(Reason(AHEAD, known, name, ahead, AHEAD_FACTOR))
                if heard.likeness.made[number]:
                    made = "makes a board that an expert once made"
                    reasons.append(Reason(MADE, made, name, MADE_FACTOR, 1.0))
        return reasons
