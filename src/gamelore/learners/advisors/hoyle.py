"""Hoyle: a FORR program that learns board games for two from tens to hundreds of contests.

Epstein, Gelfand and Lesniak (1996); Epstein, Gelfand and Lock (1998); Lock (2003). It sees the rules only as a black
box (legal moves, the states they lead to, whether a contest is over) and the picture of the board. Every contest it
plays or watches leaves useful knowledge; where an expert took part, the weights of the Advisors are learned from the
expert's moves and from nothing else.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np

from gamelore.base.arrays import Ints
from gamelore.base.errors import BadSetting, DamagedFile, UnknownName
from gamelore.base.files import parse_toml, to_toml
from gamelore.base.seeds import Rng
from gamelore.games import RESIGN, AnyGame, AnyState, AnyView, Record
from gamelore.games.board.game import BoardState
from gamelore.games.record import BY_TRAINER
from gamelore.learners.advisors.board_learner import BoardLearner
from gamelore.learners.advisors.faculty import Confirm, Faculty, Turn, approve, make_faculty
from gamelore.learners.advisors.forr import (
    Advisor,
    Bench,
    Choice,
    Chorus,
    Tier1Advisor,
    decide,
    hear,
    narrow,
    vote_again,
)
from gamelore.learners.advisors.memory import memory_rows
from gamelore.learners.advisors.memory.knowledge import Knowledge, Watched
from gamelore.learners.advisors.memory.people import People
from gamelore.learners.advisors.memory.situation import Situation, look, restrict
from gamelore.learners.advisors.settings.hoyle import CARD, HoyleSettings
from gamelore.learners.advisors.settings.symmetries import symmetries_of
from gamelore.learners.advisors.tiers import answers, lines, recall, tier2
from gamelore.learners.advisors.tiers.tier1 import TIER1, Disciple, EnoughRope, SpareRope
from gamelore.learners.advisors.weighing.history import WeightHistory
from gamelore.learners.advisors.weighing.weights import NEW_GROUND, Evidence, Logit, evidence, make_weights
from gamelore.learners.core import ContestInfo, Decision, Learner, Part, Reason
from gamelore.learners.heuristics import Heuristic

_WEIGHTS_FILE = "weights.toml"

_OF_ITSELF = ("Cyber", "Not Again", "Leery")
"""The Advisors that speak of the learner's own contests."""
_TAKEN_BACK = 5
"""How many times a move counts that the coach made in the learner's place: few are made, where it errs."""
_FITTED_EVERY = 20
"""After how many contests weights that must be fitted are written down; those that are counted are after each."""
_TOLD = 5
"""How many Advisors the lore names by their weights alone."""


class Hoyle(BoardLearner):
    """Three tiers of Advisors: the first decide, the second vote with learned weights, the third break ties."""

    kind = "hoyle"
    revision = 4
    summary = CARD.summary
    presets: ClassVar[Mapping[str, HoyleSettings]] = CARD.presets
    learns_from_records = True

    @classmethod
    def usual_regime(cls, settings: HoyleSettings) -> str:
        """Watching as in the sources; who learns from contests of its own too has some, coached."""
        return "coached_practice" if settings.vouched else super().usual_regime(settings)

    def __init__(self, game: AnyGame, settings: HoyleSettings) -> None:
        super().__init__(game, settings)
        board = self.board_game
        self.knowledge_items = Knowledge(
            board,
            symmetries=len(symmetries_of(board, settings.symmetries)),
            merge_colours=settings.merge_colours,
            vouched=settings.vouched,
            captures=settings.explained == "captures",
            resembling=not {"Nearly", "Roughly"}.isdisjoint(settings.tier2),
        )
        self.people = People(self.knowledge_items)
        self.weights = make_weights(settings.weights, settings.vote)
        self.history, self._heard = WeightHistory(), 0
        self._confirm_removal: Confirm = approve
        self._sit_down({name: make_faculty(name, board, settings) for name in settings.faculties})
        self._seen: dict[int, frozenset[int]] = {}
        """For each seat that it holds, the states it has made in this contest."""
        self._past: dict[int, tuple[BoardState, ...]] = {}
        """For each seat that it holds, the states of this contest from its first turn on."""

    def _sit_down(self, faculties: Mapping[str, Faculty]) -> None:
        """Place the Advisors that the settings name, those of the faculties among them."""
        self.faculties = faculties
        self.ask_before_removal(self._confirm_removal)
        self._remembers = any(faculty.reads_past for faculty in faculties.values())
        self._counted: dict[str, dict[str, float]] = {}
        """What everybody counts in the vote, by heading; made anew after learning."""
        standing: dict[str, Advisor[Situation] | None] = {}
        for faculty in faculties.values():
            twice = standing.keys() & faculty.standing().keys()
            if twice:
                raise BadSetting(f"two faculties provide the Advisor {min(twice)}")
            standing.update(faculty.standing())
        first: dict[str, Any] = {name: kind() for name, kind in TIER1.items()}
        for rope in (EnoughRope, SpareRope):
            first[rope.name] = rope(self.settings.stored_rope)
        first |= _of_kind(standing, Tier1Advisor)
        second = self._roster() | _of_kind(standing, tier2.BoardAdvisor)
        for tier, known in (("tier1", first), ("tier2", second)):
            for name in getattr(self.settings, tier):
                if name not in known:
                    raise UnknownName(f"{tier.replace('tier', 'tier-')} Advisor", name, known)
        self.tier1: list[Tier1Advisor[Situation]] = [first[n] for n in self.settings.tier1 if first[n] is not None]
        self._placed: list[tier2.BoardAdvisor] = [second[n] for n in self.settings.tier2 if second[n] is not None]

    def ask_before_removal(self, confirm: Confirm) -> None:
        """Let somebody be asked before a learned Advisor is removed, as in 1996; who is refused is not asked again."""
        self._confirm_removal = confirm
        for faculty in self.faculties.values():
            faculty.confirm_removal = confirm

    @property
    def learned(self) -> list[tier2.BoardAdvisor]:
        """The Advisors that the faculties have learned so far."""
        return [advisor for faculty in self.faculties.values() for advisor in faculty.learned()]

    @property
    def voices(self) -> list[tier2.BoardAdvisor]:
        """Every Advisor that comments, in whichever tier, and so is weighed."""
        return [*self._placed, *self.learned]

    def _roster(self) -> dict[str, tier2.BoardAdvisor | None]:
        """Every tier-2 Advisor by name; None for one that has nothing to look at in this game."""
        game, settings = self.board_game, self.settings
        reverse = game.rules.line == "loses"
        # A player of morris does not know what a mill is; it only sees that some moves capture.
        sees_lines = game.rules.line == "wins" or (reverse and settings.misere_lines)
        attacks = game.rules.line in ("captures", "nothing")

        def thinker(line: type[lines.LineAdvisor], plain: type[tier2.BoardAdvisor] | None) -> Any:
            if sees_lines:
                return line(reverse)
            return plain() if plain is not None and attacks else None

        advisors: dict[str, tier2.BoardAdvisor | None] = {
            "Anthropomorph": recall.Anthropomorph(settings.graded_anthropomorph),
            "Anthropomorph-after": recall.AnthropomorphAfter(),
            "Exposed": answers.Exposed(),
            "Familiar": recall.Familiar(),
            "Candide": thinker(lines.LineCandide, tier2.Candide),
            "Challenge": thinker(lines.Challenge, None),
            "Coverage": tier2.Coverage(),
            "Cyber": recall.Cyber(),
            "Freedom": tier2.Freedom(settings.freedom == "slides" and game.rules.slides),
            "Greedy": thinker(lines.Greedy, None),
            "Leery": recall.Leery(),
            "Material": tier2.Material(),
            "Nearly": recall.Resembling("Nearly", memory_rows.NEARLY, "one marker"),
            "Not Again": recall.NotAgain(settings.graded_not_again),
            "Open": recall.Open(),
            "Pitchfork": thinker(lines.LinePitchfork, tier2.Pitchfork),
            "Plans": tier2.Plans("Plans", 1, -1),
            "Own plans": tier2.Plans("Own plans", 1, 0),
            "Other plans": tier2.Plans("Other plans", 0, -1),
            "Repeat": tier2.Repeat(),
            "Roughly": recall.Resembling("Roughly", memory_rows.ROUGHLY, "two markers"),
            "Shortcut": tier2.Shortcut(),
            "Tempo": answers.Tempo(),
            "Vulnerable": tier2.Vulnerable(),
            "Wary": answers.Wary(),
            "Worried": thinker(lines.LineWorried, tier2.Worried),
        }
        return advisors

    # Deciding

    def begin(self, seat: int | None, contest: ContestInfo) -> None:
        """Sit down; nothing is remembered of the contest before."""
        super().begin(seat, contest)
        self._seen, self._past = {}, {}

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Survey the state, consult the tiers."""
        state = view.state
        assert isinstance(state, BoardState)
        seen, past = self._seen.get(view.seat, frozenset()), self._past.get(view.seat, ())
        situation = look(state, self.knowledge_items, seen, past)
        voices = self.voices
        weights = self._voting_weights(self._stage(situation), voices)
        tiers = self._tiers(weights)
        choice = decide(
            situation,
            situation.count,
            self.tier1,
            tiers[0],
            weights,
            restrict,
            rng,
            mode=self.settings.vote,
            tier3=tiers[1],
        )
        if choice.action is None:
            return Decision(RESIGN, choice.by, lambda: self._reasons(situation, choice, weights, voices))
        move = situation.move(choice.action)
        self._seen[view.seat] = seen | {int(situation.keys[choice.action])}
        if self._remembers:
            self._past[view.seat] = (*past, state, state.child(move))
        return Decision(move, choice.by, lambda: self._reasons(situation, choice, weights, voices))

    def _stage(self, situation: Situation) -> str:
        """Under which heading weights are learned here: the stage, and whether it is new ground."""
        stage = situation.state.stage()
        if self.settings.new_ground and not np.count_nonzero(situation.after[memory_rows.CREATED]):
            return f"{stage}, {NEW_GROUND}"
        return stage

    def _voting_weights(self, stage: str, voices: Sequence[tier2.BoardAdvisor]) -> Mapping[str, float]:
        if stage not in self._counted:
            self._counted[stage] = self._count(stage, voices)
        return self._counted[stage]

    def _count(self, stage: str, voices: Sequence[tier2.BoardAdvisor]) -> dict[str, float]:
        learned = self.weights.of(stage)
        # Before anything was learned everybody counts the same.
        default = self.weights.initial if learned else 1.0
        weights = {advisor.name: learned.get(advisor.name, default) for advisor in voices}
        if self.settings.own_weight:
            weights.update({name: self.settings.own_weight for name in _OF_ITSELF if name in weights})
        for faculty in self.faculties.values():
            for advisor in faculty.learned():
                weights[advisor.name] *= faculty.factor(advisor.name)
        return weights

    def _tiers(self, weights: Mapping[str, float]) -> tuple[Bench[Situation], Bench[Situation]]:
        """Who is heard in tier 2 and in tier 3; where only some may comment, everybody is asked alone."""
        least = 0.0 if self.contest.learning else self.settings.least_weight
        placed, (alone, choruses) = self._placed, self._learned_voices(together=not least)
        if least:
            placed, alone = ([a for a in many if weights[a.name] >= least] for many in (placed, alone))
        if self.settings.learned_tier == 2:
            return Bench([*placed, *alone], choruses), Bench(())
        return Bench(placed), Bench(alone, choruses)

    def _learned_voices(self, together: bool) -> tuple[list[tier2.BoardAdvisor], list[Chorus[Situation]]]:
        """The learned Advisors that are asked one by one, and the choruses of the others."""
        alone: list[tier2.BoardAdvisor] = []
        choruses: list[Chorus[Situation]] = []
        for faculty in self.faculties.values():
            chorus = faculty.chorus() if together else None
            if chorus is None:
                alone += faculty.learned()
            else:
                choruses.append(chorus)
        return alone, choruses

    def _reasons(
        self,
        situation: Situation,
        choice: Choice[Situation],
        weights: Mapping[str, float],
        voices: Sequence[tier2.BoardAdvisor],
    ) -> Sequence[Reason]:
        tier1 = {advisor.name: advisor for advisor in self.tier1}
        reasons = []
        for name, verdict in choice.verdicts:
            if verdict.resign:
                reasons.append(Reason(name, tier1[name].because(situation, 0)))
            for numbers, what, strength in ((verdict.mandate, "must be played", 1.0), (verdict.strike, "is out", -1.0)):
                reasons += [
                    Reason(
                        name,
                        f"{situation.move(k)} {what}: {tier1[name].because(situation, k)}",
                        str(situation.move(k)),
                        strength,
                    )
                    for k in numbers
                ]
        speakers = {advisor.name: advisor for advisor in voices}
        rest = choice.rest or situation
        for asked, comments in ((rest, choice.comments), (choice.tied or rest, choice.tie_comments)):
            for name, strengths in comments.items():
                reasons += [
                    Reason(
                        name,
                        speakers[name].because(asked, number),
                        str(asked.move(number)),
                        float(strengths[number]),
                        weights.get(name, 1.0),
                    )
                    for number in np.flatnonzero(strengths >= 0).tolist()
                ]
        if not reasons and len(choice.live) == 1:
            return [Reason("rules", "there is no other move", str(situation.move(0)))]
        return reasons or [Reason("chance", "no Advisor has anything to say here, so every move is as good")]

    def support(self, reasons: Sequence[Reason]) -> Mapping[str, float]:
        """The vote, recomputed from the comments and weights that the reasons name."""
        return vote_again(reasons, self.settings.vote)

    # Learning

    def end(self, record: Record) -> None:
        """Learn from a contest that was played or watched."""
        if not self.contest.learning:
            return
        states = self._replay(record)
        results = (record.result(0), record.result(1))
        keys = tuple(self.knowledge_items.key(state) for state in states)
        experts = frozenset(record.experts)
        own = frozenset(self.contest.seats)
        watched = Watched(states, keys, results, experts, own, self.contest.fallible)
        # A coached learner's own moves are worth remembering, but they say of its weights only that it has them; those
        # that the coach made in its place say where the weights are wrong.
        shown = {ply: 1 for ply, state in enumerate(states) if state.mover in experts - own}
        shown |= {ply: _TAKEN_BACK for ply, by in enumerate(record.deciders) if by.startswith(BY_TRAINER)}
        lessons, turns = self._expert_turns(states, keys, shown)
        self.knowledge_items.learn(watched)
        if watched.fallible:
            self.people.learn(watched, record.players)
        for faculty in self.faculties.values():
            faculty.learn(watched, turns)
        self.weights.learn(lessons)
        for faculty in self.faculties.values():
            before = {advisor.name for advisor in faculty.learned()}
            faculty.review(self.weights)
            for name in sorted(before - {advisor.name for advisor in faculty.learned()}):
                self.weights.forget(name)
        self._counted = {}
        self._heard += 1
        if not isinstance(self.weights, Logit) or self._heard % _FITTED_EVERY == 0:
            self.history.note(self._heard, self.weights.peek(), {advisor.name for advisor in self._placed})

    def _replay(self, record: Record) -> tuple[BoardState, ...]:
        steps = list(record.replay(self.board_game))
        states = [state for state, _ in steps if isinstance(state, BoardState)]
        if steps and steps[-1][1] != RESIGN:
            last: Any = steps[-1][1]
            states.append(states[-1].child(last))
        return tuple(states)

    def _expert_turns(
        self, states: tuple[BoardState, ...], keys: Sequence[int], shown: Mapping[int, int]
    ) -> tuple[list[Evidence], list[Turn]]:
        """What every Advisor says about the states in which an expert moved, with what was known before the contest.

        `shown` has their plies, and how many times each counts.
        """
        lessons: list[Evidence] = []
        turns: list[Turn] = []
        alone, choruses = self._learned_voices(together=True)
        names, bench = [advisor.name for advisor in self.voices], Bench([*self._placed, *alone], choruses)
        made: list[set[int]] = [set(), set()]
        first = states[0].mover
        for number, (state, after) in enumerate(pairwise(states)):
            if number in shown:
                past = states[int(state.mover != first) : number]
                situation = look(state, self.knowledge_items, frozenset(made[state.mover]), past)
                chosen = int(np.flatnonzero((situation.theirs == after.own) & (situation.mine == after.other))[0])
                narrowed = narrow(situation, self.tier1, situation.count, restrict)
                live = narrowed.live
                asked = chosen in live and len(live) > 1 and not (narrowed.by and self.settings.skip_tier1_states)
                turns.append(Turn(number, situation, chosen, live if asked else ()))
                if asked:
                    comments = hear(narrowed.rest, bench)
                    lesson = evidence(self._stage(situation), names, comments, len(live), live.index(chosen))
                    lessons += [lesson] * shown[number]
            made[state.mover].add(keys[number + 1])
        return lessons, turns

    # Files

    def knowledge(self) -> dict[str, str]:
        """Tables of useful knowledge, weights, patterns."""
        texts = self.knowledge_items.texts() | self.people.texts()
        texts[_WEIGHTS_FILE] = to_toml({"rule": self.settings.weights, "stages": self.weights.to_mapping()})
        for faculty in self.faculties.values():
            texts.update(faculty.texts())
        return texts

    def chronicle(self) -> dict[str, str]:
        """How the weights went."""
        return self.history.texts()

    def restore(self, texts: Mapping[str, str], where: str) -> None:
        """Take everything back; on any damage nothing changes."""
        fresh = Hoyle(self.game, self.settings)
        fresh.knowledge_items.restore(texts, where)
        fresh.people.restore(texts, where)
        for faculty in fresh.faculties.values():
            faculty.restore(texts, where)
        if _WEIGHTS_FILE not in texts:
            raise DamagedFile(f"{where}: {_WEIGHTS_FILE} is missing")
        place = f"{where}/{_WEIGHTS_FILE}"
        content = parse_toml(texts[_WEIGHTS_FILE], place)
        if content.get("rule") != self.settings.weights or not isinstance(content.get("stages"), dict):
            raise DamagedFile(f"{place}: expected rule = '{self.settings.weights}' and [stages]")
        names = {advisor.name for advisor in fresh.voices}
        for stage, table in content["stages"].items():
            inner = table.get("weights", table) if isinstance(table, dict) else {}
            for name in inner:
                if name not in names:
                    raise UnknownName(f"Advisor in [stages.{stage}]", name, names, place)
        fresh.weights.from_mapping(content["stages"], place)
        self.knowledge_items, self.people, self.weights = fresh.knowledge_items, fresh.people, fresh.weights
        self._sit_down(fresh.faculties)

    def take_over(self, other: Learner) -> None:
        """Go on with what another Hoyle of the same settings knows of the same game."""
        if not isinstance(other, Hoyle) or not other.game.is_same(self.game) or other.settings != self.settings:
            raise BadSetting("Hoyle goes on only with an agent of Hoyle that has the same game and settings")
        self.restore(other.knowledge(), "the agent to go on with")

    def alike(self, state: AnyState) -> object:
        """States of one key are the same."""
        assert isinstance(state, BoardState)
        return self.knowledge_items.key(state)

    def heuristics(self) -> Sequence[Heuristic]:
        """What the faculties have learned, piece by piece."""
        return [heuristic for faculty in self.faculties.values() for heuristic in faculty.heuristics(self.weights)]

    def favourites(self, state: BoardState, codes: Ints) -> tuple[Ints, Ints]:
        """Which of these speak in a state, by number, and the places of the moves they speak for."""
        numbers = places = np.empty(0, dtype=np.int64)
        first = 0
        for faculty in self.faculties.values():
            who, where = faculty.favourites(state, codes)
            numbers, places = np.append(numbers, who + first), np.append(places, where)
            first += len(faculty.heuristics(self.weights))
        return numbers, places

    def parts(self) -> Sequence[Part]:
        """The Advisors one by one, but all that one faculty learned as one part; those without a memory left out."""
        told = [
            Part(voice.name, _first_line(voice)) for voice in (*self.tier1, *self._placed) if self._can_speak(voice)
        ]
        for faculty in self.faculties.values():
            if faculty.learned():
                told.append(Part(faculty.name, f"{len(faculty.learned())} Advisors of its own learning."))
        remembered = self.knowledge_items.remembered
        keeps = f"Keeps to positions that an expert was seen to make; it remembers {remembered:,} of them."
        return [Part(part.name, keeps) if part.name == Disciple.name else part for part in told]

    def _can_speak(self, voice: Advisor[Situation]) -> bool:
        return bool(self.knowledge_items.own) or voice.name not in _OF_ITSELF

    def without(self, part: str) -> Hoyle:
        """A twin without an Advisor, or without all that a faculty learned."""
        if part not in [known.name for known in self.parts()]:
            super().without(part)
        twin = copy.copy(self)
        twin.tier1 = [advisor for advisor in self.tier1 if advisor.name != part]
        twin._placed = [advisor for advisor in self._placed if advisor.name != part]
        twin.faculties = {name: faculty for name, faculty in self.faculties.items() if name != part}
        twin._counted, twin._seen, twin._past = {}, {}, {}
        return twin

    def lore(self) -> Sequence[str]:
        """What is remembered, what the faculties have to say, and the Advisors whose learned weights are highest."""
        sentences = [f"It remembers {self.knowledge_items.remembered:,} positions that an expert was seen to make."]
        sentences += self.people.lore()
        sentences += [text for faculty in self.faculties.values() for text in faculty.lore()]
        highest: dict[str, tuple[float, str]] = {}
        voices = {advisor.name: advisor for advisor in self._placed}
        for stage in self.weights.stages():
            for name, weight in self._voting_weights(stage, self.voices).items():
                learned = name in voices and not (self.settings.own_weight and name in _OF_ITSELF)
                if learned and weight > highest.get(name, (0.0, ""))[0]:
                    highest[name] = weight, stage
        for name, (weight, stage) in sorted(highest.items(), key=lambda item: -item[1][0])[:_TOLD]:
            sentences.append(f"{name} (weight {weight:.2f} while {stage}): {_first_line(voices[name])}")
        return sentences


def _first_line(voice: Advisor[Situation]) -> str:
    """What an Advisor does, in the sentence that its class begins with."""
    return (type(voice).__doc__ or "").strip().splitlines()[0]


def _of_kind(standing: Mapping[str, Advisor[Situation] | None], kind: type[Any]) -> dict[str, Any]:
    """The standing Advisors that fit into a tier; one that is mute in this game fits anywhere."""
    return {name: advisor for name, advisor in standing.items() if advisor is None or isinstance(advisor, kind)}
