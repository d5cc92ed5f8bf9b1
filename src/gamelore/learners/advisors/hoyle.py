"""Hoyle: a FORR program that learns board games for two from tens to hundreds of contests.

Epstein, Gelfand and Lesniak (1996); Epstein, Gelfand and Lock (1998); Lock (2003). It sees the rules only as a black
box (legal moves, the states they lead to, whether a contest is over) and the picture of the board. Every contest it
plays or watches leaves useful knowledge; where an expert took part, the weights of the Advisors are learned from the
expert's moves and from nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from gamelore.base.errors import BadSetting, DamagedFile, UnknownName
from gamelore.base.files import parse_toml, to_toml
from gamelore.base.seeds import Rng
from gamelore.games import RESIGN, AnyGame, AnyView, Record
from gamelore.games.board_game import BoardGame, BoardState
from gamelore.learners.advisors import rows, tier2, tier2_lines, tier2_memory
from gamelore.learners.advisors.forr import Choice, Tier1Advisor, decide, hear, narrow, vote_again
from gamelore.learners.advisors.knowledge import Knowledge, Watched
from gamelore.learners.advisors.patsy import Patsy, PatternRegression
from gamelore.learners.advisors.settings import PRESETS, HoyleSettings
from gamelore.learners.advisors.situation import Situation, look, restrict
from gamelore.learners.advisors.tier1 import TIER1
from gamelore.learners.advisors.weights import Evidence, WeightSettings, evidence, make_weights
from gamelore.learners.core import ContestInfo, Decision, Learner, Reason

_WEIGHTS_FILE = "weights.toml"

_OF_ITSELF = ("Cyber", "Not Again", "Leery")
"""The Advisors that speak of the learner's own contests."""

NEW_GROUND = "new ground"
"""Where no move leads to a state that an expert was seen to make."""


class Hoyle(Learner):
    """The learner."""

    kind = "hoyle"
    summary = "voting Advisors with learned weights, useful knowledge and two-ply look-ahead (Epstein et al. 1996-2003)"
    presets: ClassVar[Mapping[str, HoyleSettings]] = PRESETS

    def __init__(self, game: AnyGame, settings: HoyleSettings) -> None:
        super().__init__(game, settings)
        if not isinstance(game, BoardGame):
            raise BadSetting(f"hoyle plays board games; {game.name} has no board")
        self.board_game = game
        self.knowledge_items = Knowledge(
            game,
            symmetries=len(game.symmetries if settings.symmetries == "plane" else game.all_symmetries),
            merge_colours=settings.merge_colours,
            opening_plies=settings.opening_plies,
            keep_at_most=settings.keep_at_most,
            vouched=settings.vouched,
            resembling=not {"Nearly", "Roughly"}.isdisjoint(settings.tier2),
        )
        self.patterns = PatternRegression(game, settings.pattern_rate, settings.pattern_passes)
        self.weights = make_weights(settings.weights, _weight_settings(settings))
        self.tier1 = self._tier1()
        self.tier2 = self._tier2()
        self._seen: dict[int, frozenset[int]] = {}
        """For each seat that it holds, the states it has made in this contest."""

    @classmethod
    def plays(cls, game: AnyGame) -> bool:
        """Board games only."""
        return isinstance(game, BoardGame)

    @classmethod
    def usual_regime(cls, settings: HoyleSettings) -> str:
        """Watching, as Lock (2003) trained it."""
        return "double_cycle"

    def _tier1(self) -> list[Tier1Advisor[Situation]]:
        for name in self.settings.tier1:
            if name not in TIER1:
                raise UnknownName("tier-1 Advisor", name, TIER1)
        names = [n for n in self.settings.tier1 if n != "Sadder" or self.settings.resigns]
        return [TIER1[name]() for name in names]

    def _tier2(self) -> list[tier2.BoardAdvisor]:
        known = self._roster()
        for name in self.settings.tier2:
            if name not in known:
                raise UnknownName("tier-2 Advisor", name, known)
        chosen = [known[name] for name in self.settings.tier2]
        return [advisor for advisor in chosen if advisor is not None]

    def _roster(self) -> dict[str, tier2.BoardAdvisor | None]:
        """Every tier-2 Advisor by name; None for one that has nothing to look at in this game."""
        game, settings = self.board_game, self.settings
        lines = np.array(game.goal_masks, dtype=np.int64)
        reverse = game.rules.line == "loses"
        # A player of morris does not know what a mill is; it only sees that some moves capture.
        sees_lines = game.rules.line == "wins" or (reverse and settings.misere_lines)
        attacks = game.rules.line in ("captures", "nothing")

        def thinker(line: type[tier2_lines.LineAdvisor], plain: type[tier2.BoardAdvisor] | None) -> Any:
            if sees_lines:
                return line(lines, reverse)
            return plain() if plain is not None and attacks else None

        advisors: dict[str, tier2.BoardAdvisor | None] = {
            "Anthropomorph": tier2_memory.Anthropomorph(settings.graded_anthropomorph),
            "Anthropomorph-after": tier2_memory.AnthropomorphAfter(),
            "Familiar": tier2_memory.Familiar(),
            "Candide": thinker(tier2_lines.LineCandide, tier2.Candide),
            "Challenge": thinker(tier2_lines.Challenge, None),
            "Coverage": tier2.Coverage(),
            "Cyber": tier2_memory.Cyber(),
            "Freedom": tier2.Freedom(settings.freedom == "slides" and game.rules.slides),
            "Greedy": thinker(tier2_lines.Greedy, None),
            "Leery": tier2_memory.Leery(),
            "Material": tier2.Material(),
            "Nearly": tier2_memory.Resembling("Nearly", rows.NEARLY, "one marker"),
            "Not Again": tier2_memory.NotAgain(settings.graded_not_again),
            "Open": tier2_memory.Open(),
            "Patsy": Patsy(self.patterns),
            "Pitchfork": thinker(tier2_lines.LinePitchfork, tier2.Pitchfork),
            "Plans": tier2.Plans("Plans", 1, -1),
            "Own plans": tier2.Plans("Own plans", 1, 0),
            "Other plans": tier2.Plans("Other plans", 0, -1),
            "Repeat": tier2.Repeat(),
            "Roughly": tier2_memory.Resembling("Roughly", rows.ROUGHLY, "two markers"),
            "Shortcut": tier2.Shortcut(),
            "Vulnerable": tier2.Vulnerable(),
            "Worried": thinker(tier2_lines.LineWorried, tier2.Worried),
        }
        return advisors

    # Deciding

    def begin(self, seat: int | None, contest: ContestInfo) -> None:
        """Sit down; nothing is remembered of the contest before."""
        super().begin(seat, contest)
        self._seen = {}

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        """Survey the state, consult the tiers."""
        state = view.state
        assert isinstance(state, BoardState)
        seen = self._seen.get(view.seat, frozenset())
        situation = look(state, self.knowledge_items, seen)
        weights = self._voting_weights(self._stage(situation))
        advisors = self._voters(weights)
        choice = decide(
            situation, situation.count, self.tier1, advisors, weights, restrict, rng, mode=self.settings.vote
        )
        by, action = choice.by, RESIGN if choice.action is None else situation.move(choice.action)
        if choice.action is not None:
            self._seen[view.seat] = seen | {int(situation.keys[choice.action])}
        return Decision(action, by, lambda: self._reasons(situation, choice, weights))

    def _stage(self, situation: Situation) -> str:
        """Under which heading weights are learned here: the stage, and whether it is new ground."""
        stage = situation.state.stage()
        if self.settings.new_ground and not situation.after[rows.CREATED].any():
            return f"{stage}, {NEW_GROUND}"
        return stage

    def _voting_weights(self, stage: str) -> dict[str, float]:
        learned = self.weights.of(stage)
        # Before anything was learned everybody counts the same.
        default = self.weights.initial if learned else 1.0
        weights = {advisor.name: learned.get(advisor.name, default) for advisor in self.tier2}
        if self.settings.own_weight:
            weights.update({name: self.settings.own_weight for name in _OF_ITSELF if name in weights})
        return weights

    def _voters(self, weights: Mapping[str, float]) -> list[tier2.BoardAdvisor]:
        least = self.settings.least_weight
        return [a for a in self.tier2 if weights[a.name] and weights[a.name] >= least] if least else self.tier2

    def _reasons(
        self, situation: Situation, choice: Choice[Situation], weights: Mapping[str, float]
    ) -> Sequence[Reason]:
        tier1 = {advisor.name: advisor for advisor in self.tier1}
        reasons = []
        for name, verdict in choice.verdicts:
            if verdict.resign:
                reasons.append(Reason(name, tier1[name].because(situation, 0)))
            for numbers, what in ((verdict.mandate, "must be played"), (verdict.strike, "is out")):
                reasons += [
                    Reason(
                        name, f"{situation.move(k)} {what}: {tier1[name].because(situation, k)}", str(situation.move(k))
                    )
                    for k in numbers
                ]
        rest = choice.rest or situation
        voices = {advisor.name: advisor for advisor in self.tier2}
        for name, strengths in choice.comments.items():
            for number in np.flatnonzero(strengths >= 0).tolist():
                reasons.append(
                    Reason(
                        name,
                        voices[name].because(rest, number),
                        str(rest.move(number)),
                        float(strengths[number]),
                        weights.get(name, 1.0),
                    )
                )
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
        states, numbers = self._replay(record)
        results = (record.result(0), record.result(1))
        keys = tuple(self.knowledge_items.key(state) for state in states)
        experts = frozenset(record.experts)
        watched = Watched(states, keys, results, experts, frozenset(self.contest.seats))
        lessons, choices = self._expert_choices(states, keys, numbers, experts)
        self.knowledge_items.learn(watched)
        if "Patsy" in self.settings.tier2:
            self.patterns.learn(choices)
        self.weights.learn(lessons)

    def _replay(self, record: Record) -> tuple[tuple[BoardState, ...], int]:
        steps = list(record.replay(self.board_game))
        states = [state for state, _ in steps if isinstance(state, BoardState)]
        if steps and steps[-1][1] != RESIGN:
            last: Any = steps[-1][1]
            states.append(states[-1].child(last))
        return tuple(states), len(states) - 1

    def _expert_choices(
        self, states: Sequence[BoardState], keys: Sequence[int], count: int, experts: frozenset[int]
    ) -> tuple[list[Evidence], list[tuple[str, Any, Any, int]]]:
        """What every Advisor says about each state in which an expert moved, with what was known before the contest."""
        lessons: list[Evidence] = []
        choices: list[tuple[str, Any, Any, int]] = []
        names = [advisor.name for advisor in self.tier2]
        made: list[set[int]] = [set(), set()]
        for number in range(count):
            state = states[number]
            if state.mover in experts:
                situation = look(state, self.knowledge_items, frozenset(made[state.mover]))
                after = states[number + 1]
                chosen = int(np.flatnonzero((situation.theirs == after.own) & (situation.mine == after.other))[0])
                choices.append((state.stage(), situation.mine, situation.theirs, chosen))
                forced, rest, live, _, mandated = narrow(situation, self.tier1, situation.count, restrict)
                decided = forced is not None or bool(mandated)
                if chosen in live and len(live) > 1 and not (decided and self.settings.skip_tier1_states):
                    comments = hear(rest, self.tier2)
                    lessons.append(evidence(self._stage(situation), names, comments, len(live), live.index(chosen)))
            made[state.mover].add(keys[number + 1])
        return lessons, choices

    # Files

    def knowledge(self) -> dict[str, str]:
        """Tables of useful knowledge, weights, patterns."""
        texts = self.knowledge_items.texts()
        texts[_WEIGHTS_FILE] = to_toml({"rule": self.settings.weights, "stages": self.weights.to_mapping()})
        if "Patsy" in self.settings.tier2:
            texts.update(self.patterns.texts())
        return texts

    def restore(self, texts: Mapping[str, str], where: str) -> None:
        """Take everything back; on any damage nothing changes."""
        fresh = Hoyle(self.game, self.settings)
        fresh.knowledge_items.restore(texts, where)
        if "Patsy" in self.settings.tier2:
            fresh.patterns.restore(texts, where)
        if _WEIGHTS_FILE not in texts:
            raise DamagedFile(f"{where}: {_WEIGHTS_FILE} is missing")
        place = f"{where}/{_WEIGHTS_FILE}"
        content = parse_toml(texts[_WEIGHTS_FILE], place)
        if content.get("rule") != self.settings.weights or not isinstance(content.get("stages"), dict):
            raise DamagedFile(f"{place}: expected rule = '{self.settings.weights}' and [stages]")
        names = {advisor.name for advisor in self.tier2}
        for stage, table in content["stages"].items():
            inner = table.get("weights", table) if isinstance(table, dict) else {}
            for name in inner:
                if name not in names:
                    raise UnknownName(f"Advisor in [stages.{stage}]", name, names, place)
        fresh.weights.from_mapping(content["stages"], place)
        self.knowledge_items, self.patterns, self.weights = fresh.knowledge_items, fresh.patterns, fresh.weights
        self.tier2 = fresh.tier2

    def lore(self) -> Sequence[str]:
        """The Advisors that count most, stage by stage."""
        sentences = []
        for stage in self.weights.stages():
            ranked = sorted(self._voting_weights(stage).items(), key=lambda item: -item[1])
            for name, weight in ranked[:5]:
                if weight > 0:
                    advisor = next(a for a in self.tier2 if a.name == name)
                    doc = (type(advisor).__doc__ or "").strip().splitlines()[0]
                    sentences.append(f"While {stage}, {name} counts {weight:.2f}: {doc}")
        return sentences


def _weight_settings(settings: HoyleSettings) -> WeightSettings:
    wide = settings.weights == "awl_mistakes"
    return WeightSettings(
        alpha=settings.alpha,
        smallest=1e-4 if wide else settings.smallest_weight,
        largest=1e4 if wide else settings.largest_weight,
        eta=settings.eta,
        ridge=settings.ridge,
        vote=settings.vote,
    )
