"""`check_learner` passes learners that keep their promises and names the promise that a learner breaks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import pytest
from tests.plain_games import Kuhn, Nim, Take

from gamelore.base.errors import BrokenPromise, DamagedFile
from gamelore.base.seeds import Rng, stream
from gamelore.games import AnyGame, AnyView, Record, load_game
from gamelore.learners.check import LearnerReport, check_learner
from gamelore.learners.core import Decision, Learner, Reason
from gamelore.learners.rote import Rote, RoteSettings


@pytest.mark.parametrize(
    "game",
    [load_game("lose_tic_tac_toe"), load_game("three_mens_morris"), Nim(), Nim(9, seats=4, partners=True), Kuhn()],
    ids=lambda game: f"{game.name}-{game.seats}",
)
def test_the_rote_learner_keeps_every_promise_at_boards_cards_and_many_seats(game: AnyGame) -> None:
    class Everybody(Rote):
        presets: ClassVar[Mapping[str, Any]] = {
            "own": RoteSettings(),
            "watch": RoteSettings(own=False, experts=True),
            "both": RoteSettings(experts=True),
        }

    report = check_learner(Everybody, game, stream(1))
    assert report.presets == 3
    assert report.decisions > 30


def test_the_same_stream_makes_the_same_check() -> None:
    first, again = (check_learner(Rote, Nim(), stream(2)) for _ in range(2))
    assert first == again
    assert isinstance(first, LearnerReport)


class Sneaky(Rote):
    """Learns although learning is off."""

    def end(self, record: Record) -> None:
        self.contest = type(self.contest)(self.game, (), self.contest.experts, True, 0, self.contest.seats)
        super().end(record)


class Capricious(Rote):
    """Draws from a stream of its own."""

    own_stream = np.random.default_rng(5)

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        return super().decide(view, self.own_stream)


class Cheating(Rote):
    """Takes more than there is."""

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        return Decision(Take(9), "greed")


class Silent(Rote):
    """Never says why."""

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        return Decision(super().decide(view, rng).action, "mood")


class Revising(Rote):
    """Its reasons change with what it learns later."""

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        action = super().decide(view, rng).action
        return Decision(action, "memory", lambda: (Reason("rote", f"I know {len(self.lore())} things."),))


class Forgetful(Rote):
    """Forgets the last line when it is restored."""

    def restore(self, texts: Mapping[str, str], where: str) -> None:
        shorter = {name: "\n".join(text.split("\n")[:-2]) + "\n" for name, text in texts.items()}
        super().restore(shorter if any(text.count("\n") > 2 for text in texts.values()) else texts, where)


class Trusting(Rote):
    """Takes anything back."""

    def restore(self, texts: Mapping[str, str], where: str) -> None:
        try:
            super().restore(texts, where)
        except DamagedFile:
            return


class Crashing(Rote):
    """Trips over damaged files."""

    def restore(self, texts: Mapping[str, str], where: str) -> None:
        super().restore({name: texts[name] for name in ("rote.tsv",)}, where)


class Emptying(Rote):
    """Throws away what it knew before it looks at what it gets."""

    def restore(self, texts: Mapping[str, str], where: str) -> None:
        self._table = {}
        super().restore(texts, where)


class Vague(Rote):
    """Cannot write one of its settings down."""

    presets: ClassVar[Mapping[str, RoteSettings]] = {}


class Picky(Rote):
    """Plays nothing."""

    @classmethod
    def plays(cls, game: AnyGame) -> bool:
        return False


@pytest.mark.parametrize(
    ("learner", "promise"),
    [
        (Sneaky, "nothing is learned when learning is off"),
        (Capricious, "the same contests and the same streams give the same knowledge"),
        (Cheating, "a decision is a legal action"),
        (Silent, "every decision has a reason"),
        (Revising, "reasons stay what they were"),
        (Forgetful, "knowledge taken back is byte for byte the same"),
        (Trusting, "restore refuses damaged files"),
        (Crashing, "restore refuses damage with DamagedFile"),
        (Emptying, "restore changes nothing when it refuses"),
        (Vague, "at least one preset"),
        (Picky, "the learner plays nim"),
    ],
)
def test_a_broken_promise_is_named(learner: type[Learner], promise: str) -> None:
    with pytest.raises(BrokenPromise, match=promise):
        check_learner(learner, Nim(), stream(1))


def test_a_preset_that_does_not_survive_its_file_is_named() -> None:
    class Lossy(Rote):
        presets: ClassVar[Mapping[str, Any]] = {"own": RoteSettings(), "odd": RoteSettings(experts=True)}

        @classmethod
        def preset(cls, name: str | None) -> Any:
            return RoteSettings()

    with pytest.raises(BrokenPromise, match="rote, preset odd: preset gives the settings under a name"):
        check_learner(Lossy, Nim(), stream(1))
