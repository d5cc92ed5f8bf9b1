"""The dialogues of Waterman's Appendices D and G, typed at the prompt as they are printed, broken lines included."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

import pytest

from gamelore.app.table.poker.coaching import CoachPlan, CoachSitting, coached_learner
from gamelore.app.terminal.poker.coaching import CoachTerminal
from gamelore.app.terminal.talk import Talk
from gamelore.base.errors import BadSetting
from gamelore.learners.rules.learner import Waterman
from gamelore.learners.rules.lessons import read_lessons, teach_lesson
from gamelore.learners.rules.poker.moves import VOCABULARY
from gamelore.learners.rules.training.trainer import parse_reply

# What the person types, line by line; the program's cards and the person's, as dealt and as replaced. Cards that were
# not drawn are ours.
APPENDIX_D = """
(BET SB BECAUSE YOUR HAND IS FAIR, AND THE POT IS SMALL)
5
(CALL BECAUSE YOUR HAND IS FAIR, AND THE LASTBET IS LARGE, AND
ORP IS (EQUAL TO -1))
(D2 H6 D13)
(BET SB BECAUSE YOUR HAND IS FAIR, AND THE LASTBET IS SMALL)
4
(CALL BECAUSE YOUR HAND IS FAIR, THE POT IS LARGE, AND THE
LASTBET IS LARGE)
8
(DROP BECAUSE YOUR HAND IS POOR, AND THE PBRATIO IS SMALL)
(BET SB BECAUSE YOUR HAND IS POOR, THE POT IS SMALL, AND
ORP IS (EQUAL TO -1))
10
(OK)
2
(CALL BECAUSE YOUR HAND IS POOR, THE POT IS LARGE, AND THE
LASTBET IS LARGE)
(H6 H8 S3)
6
(DROP BECAUSE YOUR HAND IS POOR, AND THE PBRATIO IS SMALL,
AND THE LASTBET IS LARGE)
"""
DEALS_D = (
    "C3 H3 H13 H7 H2 / S9 D2 H6 C9 D13 / S14 S12 H4 D5 C6 S10",
    "H8 D9 C8 H9 C14 / H11 C7 S6 C4 D3 / S2 S3 S4 D5 D6 D7",
    "S13 H12 C11 D8 S7 / D14 S8 H14 D10 D4 / S2 S3 S4 D5 D6 D7",
    "H6 H8 S10 C13 S3 / C8 C6 D5 H4 D3 / D7 D10 S8 S14 C2 C3",
)
SEED_D = 16
"""A seed whose small bets are those that the program made, 1 each time."""

APPENDIX_G = """
(OK)
6
(OK)
(S10 H3 H5)
(OK)
8
(OK)
6
(DROP BECAUSE THE HAND IS POOR)
(OK)
DROP
4
(CALL BECAUSE THE HAND IS FAIR THE LASTBET IS LARGE)
(H7 D10 H4)
8
(OK)
(BET SB BECAUSE THE HAND IS GOOD THE BLUFFS IS LARGE THE ORP IS (EQUAL TO -1.))
CALL
(H5 H6)
(BET BB BECAUSE THE HAND IS FAIR THE POT IS SMALL THE LASTBET IS SMALL THE BLUFFS IS LARGE)
10
(DROP BECAUSE THE HAND IS FAIR THE LASTBET IS LARGE THE PBRATIO IS SMALL THE ORP IS (NOT EQUAL TO -1.))
"""
DEALS_G = (
    "D2 C2 H11 S9 D4 / S10 H3 H5 S14 H14 / D13 S5 S4 C7 C4 C10",
    "D14 S11 H6 S12 S13 / C13 C11 D8 D3 S2 / C5 C6 C7 D9 D10 S3",
    "C12 H12 H8 S6 S3 / D12 C6 H2 D11 S7 / C3 C4 C5 D3 D4 D5",
    "C9 H7 H9 D10 H4 / C8 S8 H10 D7 D6 / D9 C14 C5 H13 D5 C3",
    "C12 D12 C11 S5 H4 / H11 S13 H5 C10 H6 / S3 D5 D13 D14 C14 C2",
)
BEFORE_G = """
# The four rules that the csnumbers of Appendix G show before its first trial, from lessons like the printed ones.
HAND D2 C2 H11 S9 D4
(BET SB BECAUSE THE HAND IS FAIR)

HAND D2 C2 H11 S9 D4, POT 6, LASTBET 6
(CALL BECAUSE THE HAND IS FAIR THE LASTBET IS LARGE)

HAND C12 H12 H8 S6 S3
(BET MB BECAUSE THE HAND IS GOOD)

HAND S3 C3 H3 D14 C12
(BET LAP BECAUSE THE HAND IS EXCELLENT)
"""


def typed(text: str, learner: Waterman, deals: Sequence[str], seed: int) -> tuple[list[str], list[str]]:
    """What is said in a sitting in which somebody types these lines, and the lines that were asked for by `... `."""
    said: list[str] = []
    broken: list[str] = []
    lines = iter(text.strip().splitlines())

    def read(prompt: str) -> str:
        line = next(lines)
        if prompt == "... ":
            broken.append(line)
        return line

    plan = CoachPlan(rounds=len(deals), seed=seed, deals=tuple(deals))
    CoachTerminal(CoachSitting(learner, plan), Talk(read, said.append)).teach()
    assert next(lines, None) is None, "all of it was asked for"
    return said, broken


def csnumbers(said: Sequence[str]) -> list[int]:
    return [int(found[1]) for line in said if (found := re.match(r"\(CSNUMBER (\d+)\.\)", line))]


def rules_of(learner: Waterman) -> list[str]:
    return [f"{' '.join(rule.left)} {rule.move}" for rule in learner.school.trainee.heuristics.rules]


def test_appendix_d_is_typed_as_printed_and_teaches_the_printed_rules() -> None:
    learner = coached_learner("poker", None, "thesis_like")
    said, broken = typed(APPENDIX_D, learner, DEALS_D, SEED_D)
    assert len(broken) == 5
    assert csnumbers(said) == [1, 2, 3, 4, 5, 6, 5, 6, 6]
    assert [line for line in said if line.startswith("MY SCORE")] == [f"MY SCORE IS -{n}." for n in (12, 13, 15, 18)]
    assert [line for line in said if line.startswith("YOUR SCORE")] == [f"YOUR SCORE IS {n}." for n in (12, 13, 15, 18)]
    assert "THE POT EQUALS 14." in said
    assert rules_of(learner) == [
        "H3 P1 * * * * * BETSB", "H3 * B1 * * R1 * CALL", "H3 * B2 * * * * BETSB", "H3 P2 B3 * * * * CALL",
        "H4 * * * PB2 * * DROP", "H4 P3 B4 * * * * CALL", "H4 P1 * * * R1 * BETSB", "* * * * * * * random",
    ]  # fmt: skip
    assert said[-1] == "8 trials, 7 rules."


def test_appendix_g_is_typed_as_printed() -> None:
    """A person types what its program trainer said. The bet of 2 after BET BB is beyond the rules as printed."""
    learner = coached_learner("poker", None, "thesis_like")
    for lesson in read_lessons(BEFORE_G, learner):
        teach_lesson(learner, lesson)
    assert len(learner.school.trainee.heuristics.learned_rules()) == 4
    said, _ = typed(APPENDIX_G, learner, DEALS_G, 0)
    assert csnumbers(said) == [2, 1, 2, 1, 5, 3, 3, 1, 3, 4, 1]
    assert [line for line in said if line.startswith("MY SCORE")][:4] == [
        f"MY SCORE IS -{n}." for n in (20, 21, 20, 33)
    ]
    assert said[-1].startswith("9 trials, ")
    assert any(line.strip().startswith("A GOOD HAND NOW BEGINS AT A MARGIN OF") for line in said)


def test_every_printed_sentence_of_a_trainer_is_understood() -> None:
    """Fourteen differ: eight of Appendix D, and of Appendix G the five beside (OK)."""
    text = " ".join((APPENDIX_D + APPENDIX_G).split())
    sentences = dict.fromkeys(re.findall(r"\((?:BET \w+|CALL|DROP) BECAUSE (?:[^()]|\([^()]*\))*\)|\(OK\)", text))
    assert len(sentences) == 14
    assert [sentence for sentence in sentences if parse_reply(sentence, VOCABULARY) is None] == ["(OK)"]


def spoken(plan: CoachPlan, *lines: str, preset: str = "thesis_like") -> list[str]:
    """What is said in a sitting in which these lines are typed, and then nothing more."""
    said: list[str] = []
    typed = iter(lines)

    def read(prompt: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    CoachTerminal(CoachSitting(coached_learner("poker", None, preset), plan), Talk(read, said.append)).teach()
    return said


PAIR_OF_QUEENS = "C12 D12 C11 S5 H4 / H11 S13 H5 C10 H6 / S3 D5 D13 D14 C14 C2"


def test_a_lesson_that_moves_a_class_of_hands_says_so_at_once() -> None:
    said = spoken(CoachPlan(rounds=1, deals=(PAIR_OF_QUEENS,)), "(BET SB BECAUSE THE HAND IS FAIR)")
    assert (
        "  A GOOD HAND NOW BEGINS AT A MARGIN OF 13 OVER WHAT THE OPPONENT MAY BE EXPECTED TO HOLD, NOT OF 7." in said
    )
    same = spoken(CoachPlan(rounds=1, deals=(PAIR_OF_QUEENS,)), "(BET SB BECAUSE THE HAND IS GOOD)")
    assert not any("NOW BEGINS" in line for line in same)


@pytest.mark.parametrize(
    ("preset", "understood"),
    [("thesis_like", ("BET LAP    bet the most", "BET BBS    bluff fairly large (10 to 15)")),
     ("thesis_like_implicit", ("BET LOW    bet low (1 to 9)", "BET HIGH   bet high (10", "BET SB     bet small"))],
)  # fmt: skip
def test_help_offers_what_the_agent_understands(preset: str, understood: tuple[str, ...]) -> None:
    said = "\n".join(spoken(CoachPlan(rounds=1, deals=(PAIR_OF_QUEENS,)), "help", preset=preset))
    for line in understood:
        assert line in said
    assert ("BET LOW" in said) == (preset == "thesis_like_implicit")


@pytest.mark.parametrize("word", ["LAP", "SB", "MB", "BB", "BBS", "BBL"])
def test_whatever_help_offers_an_agent_of_implicit_training_is_taken(word: str) -> None:
    lesson = f"(BET {word} BECAUSE THE POT IS SMALL)"
    said = spoken(CoachPlan(rounds=1, deals=(PAIR_OF_QUEENS,)), lesson, preset="thesis_like_implicit")
    assert said[-1] == "1 trials, 1 rules."


@pytest.mark.parametrize(
    ("typed", "suggestion"),
    [
        ("RULS", "Did you mean RULES?"),
        ("(CAL BECAUSE THE POT IS SMALL)", "did you mean 'CALL'?"),
        ("(CALL BECAUSE THE POTT IS SMALL)", "did you mean 'POT'?"),
        ("(CALL BECAUSE THE POT IS SMAL)", "did you mean 'SMALL'?"),
        ("(CALL BECAUZE THE POT IS SMALL)", "did you mean 'BECAUSE' for 'BECAUZE'?"),
        ("(CALL BECAUSE THE HAND IZ FAIR)", "expected 'IS', found 'IZ'"),
    ],
)
def test_a_mistyped_word_gets_a_suggestion(typed: str, suggestion: str) -> None:
    said = spoken(CoachPlan(rounds=1, deals=(PAIR_OF_QUEENS,)), typed)
    assert any(suggestion in line for line in said), said


def test_the_program_trainer_names_its_own_rule_as_in_appendix_g() -> None:
    plan = CoachPlan("builtin", "human", rounds=1, deals=(PAIR_OF_QUEENS,))
    said = spoken(plan)
    first = said.index(next(line for line in said if line.startswith("(BET") or line == "(OK)"))
    assert said[first - 1] == "(CSNUMBER 12.)  (Q♣ Q♦ J♣ 5♠ 4♥)"


def test_only_who_plays_against_the_program_is_teased_for_a_score() -> None:
    """With a pair of queens the learner wins from somebody who drops."""
    plays = spoken(CoachPlan("builtin", "you", rounds=1, deals=(PAIR_OF_QUEENS,)), "drop")
    assert "YOUR SCORE IS A MERE -1." in plays
    both = spoken(
        CoachPlan("you", "you", rounds=1, deals=(PAIR_OF_QUEENS,)), "(BET SB BECAUSE THE HAND IS GOOD)", "drop"
    )
    assert "YOUR SCORE IS -1." in both
    trains = spoken(CoachPlan("you", "human", rounds=3, seed=1), *["(BET SB BECAUSE THE POT IS SMALL)", *["OK"] * 20])
    assert any(line.startswith("THE OPPONENT'S SCORE IS") for line in trains)
    assert not any("YOUR SCORE" in line or "MERE" in line or "YOU WIN" in line for line in trains)


@pytest.mark.parametrize(
    ("deals", "deck", "sentence"),
    [(("C3 H3",), "fresh", "deal 1: "), ((PAIR_OF_QUEENS,), "carried", "have a fresh deck each")],
)
def test_a_deal_that_cannot_be_is_refused(deals: tuple[str, ...], deck: str, sentence: str) -> None:
    with pytest.raises(BadSetting, match=sentence):
        CoachPlan(deck=deck, deals=deals)


def test_a_sitting_with_given_deals_is_restored_with_them() -> None:
    sitting = CoachSitting(coached_learner("poker", None, "thesis_like"), CoachPlan(rounds=2, deals=(PAIR_OF_QUEENS,)))
    sitting.start()
    sitting.answer("(BET SB BECAUSE THE HAND IS GOOD)")
    again = CoachSitting.restore(json.loads(json.dumps(sitting.to_log())))
    assert again.prompt == sitting.prompt
    assert again.plan.deals == (PAIR_OF_QUEENS,)
