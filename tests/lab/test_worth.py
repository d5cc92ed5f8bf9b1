"""What a part is worth is what is lost without it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.learners.advisors.boards import trained

from gamelore.arena.forty_two.judge import FORMULA_BIDDER, PASSER_BIDDER, FortyTwoJudge
from gamelore.arena.regimes import make_regime
from gamelore.arena.training import train
from gamelore.base.errors import DamagedFile, NotAvailable, UnknownName
from gamelore.games import load_game
from gamelore.games.board.arrays import code_of
from gamelore.games.forty_two import FortyTwo
from gamelore.lab import worth
from gamelore.lab.forty_two import bidder_worth as silencing
from gamelore.lab.forty_two.bidder_worth import BidTrial
from gamelore.lab.forty_two.labelled_hands import draw_rounds, store_rule, teach_hands
from gamelore.lab.forty_two.simple_bidders import pass_always
from gamelore.lab.records import WORTH_FILE
from gamelore.lab.worth import FORMAT, Worths, decided_by, measure, read_worths, worth_of
from gamelore.learners.advisors.hoyle import Hoyle
from gamelore.learners.advisors.sequences.pairs.learner import PairLearner
from gamelore.learners.core import Decision, Reason
from gamelore.learners.features.forty_two import Situations
from gamelore.learners.maxims.forty_two_words import PLAY, forty_two_words, lines_of
from gamelore.learners.maxims.lines import MaximList
from gamelore.learners.maxims.shipped import shipped_maxims
from gamelore.learners.registry import load_agent, save_agent
from gamelore.learners.rote import Rote, RoteSettings
from gamelore.learners.signatures.cogap.learner import Cogap

LOSE = load_game("lose_tic_tac_toe")


@pytest.fixture(scope="module", autouse=True)
def few_contests() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worth, "CONTESTS", 8)
        patch.setattr(worth, "MOST_PARTS", 3)
        yield


@pytest.fixture(scope="module")
def learner() -> Hoyle:
    return trained("lose_tic_tac_toe", "gamelore", 40)


@pytest.fixture(scope="module")
def found(learner: Hoyle) -> Worths:
    return measure(learner, seed=3)


def text(found: Worths) -> str:
    return json.dumps({"format": FORMAT, **asdict(found)})


def test_what_is_remembered_carries_an_agent_that_only_watched(found: Worths) -> None:
    disciple = next(part for part in found.parts if part.name == "Disciple")
    assert disciple.carries
    assert disciple.loss > 10
    assert disciple.without < found.score
    assert "it remembers" in next(line for line in found.sentences() if "Disciple" in line)
    assert [part.loss for part in found.parts] == sorted((part.loss for part in found.parts), reverse=True)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_figures(learner: Hoyle, found: Worths) -> None:
    assert measure(learner, seed=3) == found


def test_a_part_that_changes_nothing_is_worth_nothing(learner: Hoyle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hoyle, "without", lambda self, part: self)
    told = measure(learner, seed=3)
    assert {part.loss for part in told.parts} == {0.0}
    assert told.sentences() == []


def test_a_part_that_hurts_is_not_told_as_advice(found: Worths) -> None:
    bad = replace(found.parts[0], name="Bad", loss=-20.0, low=-30.0, high=-10.0)
    sentences = replace(found, parts=(bad,)).sentences()
    assert sentences[0].startswith("Better without it: Bad.")


def test_a_voice_matters_where_the_others_would_choose_another_move(learner: Hoyle) -> None:
    reasons = (
        Reason("Loud", "it is good", "1", 10.0, 1.0),
        Reason("Soft", "it is good", "1", 6.0, 0.1),
        Reason("Other", "it is better", "2", 8.0, 1.0),
        Reason("Judge", "3 is out: it loses", "3"),
    )
    decision = Decision("1", "tier 2: vote", lambda: reasons)  # type: ignore[arg-type]
    assert decided_by(learner, decision) == {"Loud", "Judge"}
    assert decided_by(learner, Decision("1", "tier 1: Judge", lambda: reasons[3:])) == {"Judge"}  # type: ignore[arg-type]


def test_it_is_kept_beside_the_agent_until_the_knowledge_changes(
    learner: Hoyle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "agent"
    save_agent(learner, folder)
    found = worth_of(learner, folder, seed=3)
    before = (folder / WORTH_FILE).read_bytes()
    monkeypatch.setattr(worth, "measure", lambda *_, **__: pytest.fail("it was measured again"))
    loaded = load_agent(folder)
    assert isinstance(loaded.learner, Hoyle)
    assert not loaded.edited
    assert worth_of(loaded.learner, folder, seed=3) == found
    monkeypatch.undo()
    (folder / WORTH_FILE).write_text(text(replace(found, knowledge="of another agent")))
    worth_of(learner, folder, seed=3)
    assert (folder / WORTH_FILE).read_bytes() == before
    save_agent(learner, folder)  # it is a file of ours: saving over it is not refused
    assert not (folder / WORTH_FILE).exists()


@pytest.mark.parametrize(
    ("name", "value"),
    [("format", 9), ("parts", None), ("score", "high"), ("contests", True), ("parts", [{"name": "X"}])],
)
def test_a_damaged_file_gets_one_clear_error(found: Worths, name: str, value: object) -> None:
    content = {**json.loads(text(found)), name: value}
    with pytest.raises(DamagedFile, match=r"^here: "):
        read_worths(json.dumps(content), "here")


def test_groups_of_pairs_are_silenced_one_by_one() -> None:
    game = load_game("lose_tic_tac_toe")
    learner = PairLearner(game, PairLearner.preset(None))
    assert learner.parts() == []
    for _ in train(game, learner, make_regime("plain_trial", game, 12), seed=2):
        pass
    names = [part.name for part in learner.parts()]
    assert names == ["exact pairs", "wider pairs", "likeness", "made before", "known ahead"]
    found = measure(learner, seed=3)
    assert {part.name for part in found.parts} <= set(names)
    assert "likeness" in {part.name for part in found.parts}
    assert all(0 < part.decided <= 1 for part in found.parts)
    before = learner.knowledge()
    assert learner.without("exact pairs").book.pairs() == [p for p in learner.book.pairs() if p.family != "exact"]
    assert learner.without("wider pairs").book.pairs() == [p for p in learner.book.pairs() if p.family == "exact"]
    assert learner.knowledge() == before
    with pytest.raises(UnknownName, match="part of learner pairs"):
        learner.without("luck")


def test_a_silent_speaker_of_pairs_has_no_votes() -> None:
    game = load_game("lose_tic_tac_toe")
    learner = PairLearner(game, PairLearner.preset(None))
    for _ in train(game, learner, make_regime("plain_trial", game, 6), seed=2):
        pass
    state = _unwatched(game, learner)
    codes = np.array([code_of(move) for move in state.legal_actions()], dtype=np.int64)
    heard = learner.book.ask(state, codes)
    assert heard is not None
    assert heard.heard.likeness is not None
    quiet = learner.without("likeness").book.ask(state, codes)
    assert quiet is not None
    assert quiet.support + heard.heard.likeness.log_share == pytest.approx(heard.support)


def _unwatched(game: Any, learner: PairLearner) -> Any:
    """A state on which nobody was watched."""
    for text in ("1 2 3 4", "2 4 6 8", "9 8 7 6"):
        state = game.new_initial_state()
        for move in text.split():
            state = state.child(game.parse_action(move))
        codes = np.array([code_of(move) for move in state.legal_actions()], dtype=np.int64)
        said = learner.book.ask(state, codes)
        if said is not None and said.heard.likeness is not None:
            return state
    raise AssertionError("every state was watched")


@pytest.fixture(scope="module")
def bidder() -> Cogap:
    learned, _ = draw_rounds(120, 1, 0)
    taken = [hand for four in learned for hand in four][:120]
    return teach_hands(FortyTwo(), Cogap.preset("thesis"), taken, store_rule())


def test_parts_of_a_bidder_are_silenced_on_mirrored_deals(bidder: Cogap, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(silencing.BidTrial.__init__, "__defaults__", (300,))
    names = [part.name for part in bidder.parts()]
    assert names[:4] == ["TRSTR", "OVSTR", "OVWKN", "defensive tree"]
    before = bidder.knowledge()
    found = measure(bidder, seed=3)
    assert (found.challengers, found.contests, found.unit) == (("passer", "formula"), 600, "marks")
    strength = next(part for part in found.parts if part.name == "TRSTR")
    assert strength.decided > 0.1
    assert bidder.knowledge() == before
    assert measure(bidder, seed=3) == found


def test_a_silent_goal_says_the_same_of_every_hand(bidder: Cogap) -> None:
    situations = BidTrial(3, 40).deals
    asked = Situations(situations.hands[:, 0], np.full((40, 3), -1, np.int64))
    twin = bidder.without("TRSTR").bidder
    assert len(set(twin.rate(asked).offence.values["TRSTR"].tolist())) == 1
    assert len(set(bidder.bidder.rate(asked).offence.values["TRSTR"].tolist())) > 1
    assert len(set(bidder.without("defensive tree").bidder.rate(asked).defence.values["DFABL"].tolist())) == 1


def test_marks_of_a_bidder_are_those_of_the_judge() -> None:
    """Whoever passes gains nothing over one who passes."""
    trial = BidTrial(3, 200)

    class Passing:
        def bid(self, situations: Situations) -> Any:
            call, trump = pass_always(situations)
            return SimpleNamespace(call=call, trump=trump)

    gains = trial.gains(Passing())  # type: ignore[arg-type]
    assert not gains[:200].any()
    lost = FortyTwoJudge().bid_margins([FORMULA_BIDDER], _shipped_play(), PASSER_BIDDER, trial.deals)[0] / 2
    assert gains[200:] == pytest.approx(-lost)


def _shipped_play() -> MaximList:
    return lines_of(forty_two_words(), shipped_maxims(FortyTwo()).lines, PLAY)


def test_a_learner_without_parts_is_refused() -> None:
    with pytest.raises(NotAvailable, match="rote has no parts"):
        measure(Rote(LOSE, RoteSettings()))
