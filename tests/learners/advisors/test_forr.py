"""FORR without boards: situations are lists of words, Advisors are told what to say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelore.base.arrays import Int8s
from gamelore.base.seeds import stream
from gamelore.learners.advisors.forr import (
    NOTHING_TO_SAY,
    SILENT,
    Bench,
    Choice,
    Chorus,
    Narrowed,
    Tier1Advisor,
    Tier2Advisor,
    Verdict,
    best,
    decide,
    hear,
    narrow,
    tally,
    vote_again,
)
from gamelore.learners.advisors.settings.hoyle import VoteMode
from gamelore.learners.core import Reason

Words = tuple[str, ...]


def restrict(situation: Words, keep: Sequence[int]) -> Words:
    return tuple(situation[k] for k in keep)


class Told1(Tier1Advisor[Words]):
    """Mandates and strikes words; notes what it was asked about."""

    def __init__(self, name: str, mandate: str = "", strike: str = "", resign: bool = False) -> None:
        self.name = name
        self.mandate, self.strike, self.resign = mandate.split(), strike.split(), resign
        self.asked: list[Words] = []

    def consult(self, situation: Words) -> Verdict:
        self.asked.append(situation)
        mandate = [k for k, word in enumerate(situation) if word in self.mandate]
        strike = [k for k, word in enumerate(situation) if word in self.strike]
        return Verdict(mandate, strike, self.resign) if mandate or strike or self.resign else NOTHING_TO_SAY

    def because(self, situation: Words, action: int) -> str:
        return "I was told so"


class Told2(Tier2Advisor[Words]):
    """Comments with given strengths."""

    def __init__(self, name: str, strengths: Mapping[str, int] | None) -> None:
        self.name, self.strengths = name, strengths

    def comment(self, situation: Words) -> Int8s | None:
        if self.strengths is None:
            return None
        return np.array([self.strengths.get(word, SILENT) for word in situation], dtype=np.int8)

    def because(self, situation: Words, action: int) -> str:
        return "I was told so"


ABC: Words = ("a", "b", "c")


def choose(
    tier1: Sequence[Told1] = (),
    tier2: Sequence[Told2] = (),
    weights: Mapping[str, float] | None = None,
    seed: int = 0,
    mode: VoteMode = "raw",
    tier3: Sequence[Told2] = (),
    situation: Words = ABC,
) -> Choice[Words]:
    return decide(
        situation, len(situation), tier1, Bench(tier2), weights or {}, restrict, stream(seed),
        mode=mode, tier3=Bench(tier3),
    )  # fmt: skip


def test_the_only_action_is_made_without_asking_anybody() -> None:
    nobody = Told1("nobody", strike="a")
    choice = choose([nobody], situation=("a",))
    assert (choice.action, choice.by, nobody.asked) == (0, "only move", [])


def test_a_mandate_is_final_and_nobody_is_asked_after_it() -> None:
    first, second, third = Told1("first"), Told1("second", mandate="b"), Told1("third", mandate="c")
    choice = choose([first, second, third], [Told2("voice", {"c": 10})])
    assert (choice.action, choice.by) == (1, "tier 1: second")
    assert third.asked == []
    assert not choice.comments


def test_a_mandate_may_fall_only_on_what_is_left_and_is_told_in_places_of_the_full_list() -> None:
    choice = choose([Told1("first", strike="a"), Told1("second", mandate="c")])
    assert (choice.action, choice.by) == (2, "tier 1: second")
    assert [(name, list(verdict.mandate)) for name, verdict in choice.verdicts] == [("first", []), ("second", [2])]


def test_several_mandated_actions_are_drawn_evenly() -> None:
    drawn = Counter(choose([Told1("first", mandate="a c")], seed=seed).action for seed in range(400))
    assert set(drawn) == {0, 2}
    assert min(drawn.values()) > 150


def test_struck_actions_are_gone_for_everybody_who_is_asked_later() -> None:
    later = Told1("later")
    voice = Told2("voice", {"a": 10, "b": 6, "c": 7})
    choice = choose([Told1("first", strike="a"), later], [voice])
    assert later.asked == [("b", "c")]
    assert (choice.action, choice.by, choice.live) == (2, "tier 2: vote", (1, 2))
    assert choice.rest == ("b", "c")


def test_the_last_survivor_is_made_at_once() -> None:
    later = Told1("later", mandate="c")
    choice = choose([Told1("first", strike="a"), Told1("second", strike="c"), later])
    assert (choice.action, choice.by, later.asked) == (1, "tier 1: second", [])


def test_an_advisor_that_strikes_everything_strikes_nothing() -> None:
    later = Told1("later")
    choice = choose([Told1("first", strike="a b c"), later], [Told2("voice", {"b": 9})])
    assert later.asked == [ABC]
    assert (choice.action, choice.verdicts) == (1, ())


def test_resignation_ends_the_consultation() -> None:
    later = Told1("later", mandate="a")
    choice = choose([Told1("first", strike="c"), Told1("second", resign=True), later])
    assert (choice.action, choice.by, later.asked) == (None, "tier 1: second", [])


def test_narrowing_leaves_the_rest_to_the_vote() -> None:
    left = narrow(ABC, [Told1("first", strike="b")], 3, restrict)
    assert (left.by, left.rest, left.live, list(left.actions)) == ("", ("a", "c"), (0, 2), [])
    assert [name for name, _ in left.verdicts] == ["first"]


def test_narrowing_tells_everything_that_an_explanation_needs() -> None:
    strike_a, strike_c = Told1("first", strike="a"), Told1("second", strike="c")
    ruled = (("first", Verdict([], [0])), ("second", Verdict([], [2])))
    assert narrow(("a",), [strike_a], 1, restrict) == Narrowed(("a",), (0,), (), "only move", (0,))
    survivor = Narrowed(("b",), (1,), ruled, "tier 1: second", (1,))
    assert narrow(ABC, [strike_a, strike_c], 3, restrict) == survivor
    mandated = (ruled[0], ("third", Verdict([1, 2], [], False)))
    assert narrow(ABC, [strike_a, Told1("third", mandate="b c")], 3, restrict) == Narrowed(
        ("b", "c"), (1, 2), mandated, "tier 1: third", [1, 2]
    )
    resigned = (ruled[0], ("third", Verdict([], [], True)))
    assert narrow(ABC, [strike_a, Told1("third", resign=True)], 3, restrict) == Narrowed(
        ("b", "c"), (1, 2), resigned, "tier 1: third", (None,)
    )


def test_a_choice_of_tier_1_tells_what_was_left_and_no_vote() -> None:
    choice = choose([Told1("first", strike="a"), Told1("second", mandate="c")], [Told2("voice", {"b": 9})])
    assert choice.live == (1, 2)
    assert (choice.rest, choice.comments, choice.support, choice.tied) == (None, {}, None, None)


def test_a_choice_by_vote_tells_every_comment_and_its_sum() -> None:
    choice = choose([Told1("first", strike="b")], [Told2("one", {"a": 7, "c": 8})], weights={"one": 2.0})
    assert (choice.action, choice.rest, choice.tied, choice.tie_comments) == (2, ("a", "c"), None, {})
    assert choice.support is not None
    assert choice.support.tolist() == [14.0, 16.0]
    assert {name: row.tolist() for name, row in choice.comments.items()} == {"one": [7, 8]}


def test_the_raw_vote_adds_weight_times_strength_and_counts_silence_as_nothing() -> None:
    comments = hear(ABC, Bench([Told2("one", {"a": 10, "b": 2}), Told2("two", {"b": 8})]))
    assert tally(comments, {"one": 1.0, "two": 0.5}, 3, "raw").tolist() == [10.0, 6.0, 0.0]


def test_the_centred_vote_lets_opposition_subtract() -> None:
    comments = hear(ABC, Bench([Told2("one", {"a": 10, "b": 2}), Told2("two", {"b": 8})]))
    assert tally(comments, {"one": 1.0, "two": 0.5}, 3, "centred").tolist() == [5.0, -1.5, 0.0]


def test_an_opposed_action_beats_an_unmentioned_one_only_in_the_raw_vote() -> None:
    voice = [Told2("voice", {"b": 2})]
    assert choose(tier2=voice).action == 1
    assert {choose(tier2=voice, mode="centred", seed=seed).action for seed in range(30)} == {0, 2}


def test_an_advisor_without_a_weight_counts_once_and_one_of_weight_nothing_not_at_all() -> None:
    voices = [Told2("one", {"a": 6}), Told2("two", {"b": 10})]
    assert choose(tier2=voices).action == 1
    assert choose(tier2=voices, weights={"two": 0.0}).action == 0


def test_a_weight_of_one_is_what_an_advisor_without_one_has() -> None:
    comments = hear(ABC, Bench([Told2("known", {"a": 6}), Told2("new", {"b": 6})]))
    assert tally(comments, {"known": 1.0}, 3, "raw").tolist() == [6.0, 6.0, 0.0]


def test_silent_advisors_are_not_heard() -> None:
    voices = [Told2("none", None), Told2("mute", {}), Told2("one", {"c": 7})]
    assert list(hear(ABC, Bench(voices))) == ["one"]
    silent = choose(tier2=voices[:2])
    assert silent.comments == {}
    assert silent.action in (0, 1, 2)


def test_a_chorus_is_heard_after_the_others_all_at_once() -> None:
    class Both(Chorus[Words]):
        def comments(self, situation: Words) -> Mapping[str, Int8s]:
            said = {"three": Told2("three", {"a": 9}), "four": Told2("four", {"b": 3})}
            return {name: found for name, voice in said.items() if (found := voice.comment(situation)) is not None}

    heard = hear(ABC, Bench([Told2("one", {"c": 7})], [Both()]))
    assert {name: row.tolist() for name, row in heard.items()} == {
        "one": [SILENT, SILENT, 7],
        "three": [9, SILENT, SILENT],
        "four": [SILENT, 3, SILENT],
    }
    assert Bench((), [Both()])
    assert not Bench(())


def test_ties_are_broken_evenly() -> None:
    voices = [Told2("one", {"a": 7, "c": 7})]
    drawn = Counter(choose(tier2=voices, seed=seed).action for seed in range(400))
    assert set(drawn) == {0, 2}
    assert min(drawn.values()) > 150


def test_sums_that_differ_in_the_last_bits_are_a_tie() -> None:
    assert best(np.array([0.1 + 0.2, 0.3, 0.2])).tolist() == [0, 1]


def test_the_best_is_found_among_sums_so_large_that_the_tolerance_drowns() -> None:
    assert best(np.array([0.0, 1e9, -1e9])).tolist() == [1]


def test_the_third_tier_breaks_ties_of_the_second_and_nothing_else() -> None:
    tie = [Told2("one", {"a": 7, "c": 7})]
    third = [Told2("pattern", {"a": 3, "b": 10, "c": 8})]
    choice = choose(tier2=tie, tier3=third)
    assert (choice.action, choice.by, choice.tied) == (2, "tier 3: vote", ("a", "c"))
    assert {name: row.tolist() for name, row in choice.tie_comments.items()} == {"pattern": [3, 8]}
    clear = choose(tier2=[Told2("one", {"a": 8, "c": 7})], tier3=third)
    assert (clear.action, clear.by, clear.tie_comments) == (0, "tier 2: vote", {})


def test_a_silent_third_tier_leaves_the_tie_to_chance() -> None:
    tie = [Told2("one", {"a": 7, "c": 7})]
    made = {choose(tier2=tie, tier3=[Told2("pattern", {"b": 10})], seed=seed).action for seed in range(30)}
    assert made == {0, 2}


def test_the_third_tier_votes_in_the_mode_of_the_second() -> None:
    tie, opposed = [Told2("one", {"a": 7, "c": 7})], [Told2("pattern", {"a": 2})]
    assert {choose(tier2=tie, tier3=opposed, mode="raw", seed=seed).action for seed in range(9)} == {0}
    assert {choose(tier2=tie, tier3=opposed, mode="centred", seed=seed).action for seed in range(9)} == {2}


def test_without_a_third_tier_a_tie_is_left_to_chance() -> None:
    tie = Bench([Told2("one", {"a": 7, "c": 7})])
    choices = [decide(ABC, 3, [], tie, {}, restrict, stream(seed)) for seed in range(30)]
    assert {choice.action for choice in choices} == {0, 2}
    assert {choice.tied for choice in choices} == {None}


strengths = st.dictionaries(st.sampled_from(ABC), st.integers(0, 10))


@given(
    said=st.lists(strengths, min_size=1, max_size=5),
    weights=st.lists(st.floats(-3, 3, allow_nan=False), min_size=5, max_size=5),
    mode=st.sampled_from(["raw", "centred"]),
)
def test_the_printed_comments_give_the_vote_again(
    said: list[dict[str, int]], weights: list[float], mode: VoteMode
) -> None:
    voices = [Told2(f"voice {n}", spoken) for n, spoken in enumerate(said)]
    named = {f"voice {n}": weight for n, weight in enumerate(weights)}
    comments = hear(ABC, Bench(voices))
    support = tally(comments, named, 3, mode)
    reasons = [
        Reason(name, "because", ABC[k], float(values[k]), named[name])
        for name, values in comments.items()
        for k in range(3)
        if values[k] != SILENT
    ]
    again = vote_again(reasons, mode)
    for k, word in enumerate(ABC):
        assert again.get(word, 0.0) == pytest.approx(support[k])


def test_reasons_without_strength_or_action_do_not_vote() -> None:
    reasons = [Reason("Victory", "it wins", "a"), Reason("Sadder", "lost"), Reason("Freedom", "free", "b", 7.0, 2.0)]
    reasons += [Reason("Material", "no weight", "b", 9.0), Reason("Leery", "no strength", "b", None, 2.0)]
    assert vote_again(reasons, "raw") == {"b": 14.0}
