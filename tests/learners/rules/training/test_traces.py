"""The printed traces, decision by decision: explicit training (Appendices D, G), implicit training (J), play (C, E)."""

from __future__ import annotations

import re

import pytest

from gamelore.learners.rules.language.heuristics import Heuristics
from gamelore.learners.rules.language.matching import Matcher
from gamelore.learners.rules.poker.lists import builtin, printed
from gamelore.learners.rules.poker.moves import TRAINER_CLASSES, VOCABULARY, new_trainee
from gamelore.learners.rules.settings import RuleSettings
from gamelore.learners.rules.training.implicit import JudgedCase, hypothesis, kind_of_hand
from gamelore.learners.rules.training.trainee import Trainee
from gamelore.learners.rules.training.trainer import advice_of_rule, parse_reply, reply_text

NAMES = ("VDHAND", "POT", "LASTBET", "BLUFFO", "POTBET", "ORP", "OSTYLE")
WORDS = {word: symbol for symbol, word in VOCABULARY.moves.items()}


def rules_of(heuristics: Heuristics) -> list[str]:
    return [f"{' '.join(rule.left)} {rule.move}" for rule in heuristics.rules]


def short(heuristics: Heuristics) -> dict[str, str]:
    """Definitions with the printed abbreviations, without the classes of hands."""
    names = {"POTBET": "PB", "LASTBET": "B", "BLUFFO": "BFO", "OSTYLE": "OCS", "POT": "P", "ORP": "R"}
    found = {}
    for symbol, definition in heuristics.definitions.items():
        text = str(definition.predicate)
        for name, abbreviation in names.items():
            text = re.sub(rf"\b{name}\b", abbreviation, text)
        if definition.of != "VDHAND":
            found[symbol] = text
    return found


def explicit(
    margin: float, pot: float, bet: float, ratio: float, replaced: float, bluffo: float = -6
) -> dict[str, float]:
    return {
        "D": margin, "VDHAND": margin + 6, "POT": pot, "LASTBET": bet, "BLUFFO": bluffo, "POTBET": ratio,
        "ORP": replaced, "OSTYLE": 0,
    }  # fmt: skip


PAIR_OF_THREES, JACK_HIGH, KING_HIGH, EIGHT_HIGH, ACE_HIGH = 3, -5, -5, -5, -4

APPENDIX_D = [
    # margin of the hand, pot, last bet, ratio, cards replaced; csnumber before; reply; csnumber after and decision
    ((PAIR_OF_THREES, 2, 0, 2, -1), 1, "(BET SB BECAUSE YOUR HAND IS FAIR, AND THE POT IS SMALL)", 1, "BETSB"),
    ((PAIR_OF_THREES, 4, 5, 0, -1), 2,
     "(CALL BECAUSE YOUR HAND IS FAIR, AND THE LASTBET IS LARGE, AND THE ORP IS (EQUAL TO -1))", 2, "CALL"),
    ((PAIR_OF_THREES, 14, 0, 14, 3), 3, "(BET SB BECAUSE YOUR HAND IS FAIR, AND THE LASTBET IS SMALL)", 3, "BETSB"),
    ((PAIR_OF_THREES, 16, 4, 4, 3), 4,
     "(CALL BECAUSE YOUR HAND IS FAIR, THE POT IS LARGE, AND THE LASTBET IS LARGE)", 4, "CALL"),
    ((JACK_HIGH, 2, 8, 0, -1), 5, "(DROP BECAUSE YOUR HAND IS POOR, AND THE PBRATIO IS SMALL)", 5, "DROP"),
    ((KING_HIGH, 2, 0, 2, -1), 6,
     "(BET SB BECAUSE YOUR HAND IS POOR, THE POT IS SMALL, AND THE ORP IS (EQUAL TO -1))", 6, "BETSB"),
    ((KING_HIGH, 4, 10, 0, -1), 5, "(OK)", 5, "DROP"),
    ((EIGHT_HIGH, 2, 2, 1, -1), 6,
     "(CALL BECAUSE YOUR HAND IS POOR, THE POT IS LARGE, AND THE LASTBET IS LARGE)", 6, "CALL"),
    ((ACE_HIGH, 6, 6, 1, 3), 6,
     "(DROP BECAUSE YOUR HAND IS POOR, AND THE PBRATIO IS SMALL, AND THE LASTBET IS LARGE)", 5, "DROP"),
]  # fmt: skip


def test_the_human_trainer_of_appendix_d_teaches_the_printed_rules() -> None:
    trainee = new_trainee(RuleSettings())
    for values, before, reply, after, move in APPENDIX_D:
        here = explicit(*values)
        assert trainee.match(here) + 1 == before
        advice = parse_reply(reply, VOCABULARY)
        if advice is not None:
            assert trainee.trial(here, advice).after == after
        assert trainee.match(here) + 1 == after
        assert trainee.heuristics.rules[after - 1].move == move
    assert trainee.trials == 8
    assert rules_of(trainee.heuristics) == [
        "H3 P1 * * * * * BETSB", "H3 * B1 * * R1 * CALL", "H3 * B2 * * * * BETSB", "H3 P2 B3 * * * * CALL",
        "H4 * * * PB2 * * DROP", "H4 P3 B4 * * * * CALL", "H4 P1 * * * R1 * BETSB", "* * * * * * * random",
    ]  # fmt: skip
    assert short(trainee.heuristics) == {
        "P1": "P<3", "P2": "P>15", "P3": "P>1", "B1": "B>4", "B2": "B<1", "B3": "B>3", "B4": "B>1", "PB1": "PB<1",
        "PB2": "PB<2", "R1": "R=-1",
    }  # fmt: skip
    assert trainee.heuristics.rules[0].note == "BET SB BECAUSE YOUR HAND IS FAIR, AND THE POT IS SMALL"


APPENDIX_J = [
    # H P B BFO PB R OCS; csnumber at evaluation; acceptable; chosen
    ((52, 4, 0, -6, 4, 3, 0), 1, ("BETLOW", "BETHIGH"), "BETLOW"),
    ((52, 6, 2, -6, 3, 3, 0), 2, ("BETLOW", "BETHIGH"), "BETLOW"),
    ((10, 42, 5, -6, 8, 3, 0), 2, ("CALL",), "CALL"),
    ((2, 14, 0, -14, 14, 2, -1), 3, ("DROP",), "DROP"),
    ((13, 6, 3, -14, 2, 2, -1), 4, ("BETLOW",), "BETLOW"),
]


def test_the_implicit_training_of_appendix_j_learns_the_printed_rules() -> None:
    trainee = new_trainee(RuleSettings(mode="implicit"))
    for values, csnumber, acceptable, chosen in APPENDIX_J:
        case = JudgedCase(dict(zip(NAMES, values, strict=True)), acceptable)
        assert trainee.match(case.situation) + 1 == csnumber
        trainee.trial(case.situation, hypothesis(trainee, case.situation, chosen, kind_of_hand(values[0])))
    assert rules_of(trainee.heuristics) == [
        "H1 P2 B2 BO1 PB2 R1 CS1 BETLOW", "H3 P3 B3 BO2 PB3 R1 CS1 CALL", "H4 P4 B4 BO3 PB4 R2 CS2 DROP",
        "H3 P2 B5 BO3 PB5 R2 CS2 BETLOW", "* * * * * * * random",
    ]  # fmt: skip
    assert [rule.hypothesized for rule in trainee.heuristics.rules] == [True] * 4 + [False]
    assert short(trainee.heuristics) == {
        "P1": "P<5", "P2": "P<7", "P3": "P>41", "P4": "P>13", "B1": "B<1", "B2": "B<3", "B3": "B>4", "B4": "B>-1",
        "B5": "B<4", "BO1": "BFO>-7", "BO2": "BFO<-5", "BO3": "BFO<-13", "PB1": "PB>3", "PB2": "PB>2", "PB3": "PB>7",
        "PB4": "PB<15", "PB5": "PB>1", "R1": "R=3", "R2": "R=2", "CS1": "OCS>-1", "CS2": "OCS>-2",
    }  # fmt: skip


def test_the_symbols_of_appendix_j_have_the_same_meaning_in_figure_5_13() -> None:
    learned = short(printed("implicit"))
    trainee = new_trainee(RuleSettings(mode="implicit"))
    for values, _, _, chosen in APPENDIX_J:
        here = dict(zip(NAMES, values, strict=True))
        trainee.trial(here, hypothesis(trainee, here, chosen, kind_of_hand(values[0])))
    for symbol in ("B3", "B5", "BO2", "PB4", "PB5", "R1", "CS1", "CS2"):
        assert short(trainee.heuristics)[symbol] == learned[symbol]


# --- Appendix G: the program trainer ----------------------------------------------------------------------------------

APPENDIX_G = [
    # margin, pot, last bet, ratio, replaced, BLUFFO; trainee's csnumber; trainer's csnumber and reply; trainee's after
    ((2, 2, 0, 2, -1, -6), 2, 19, "(OK)", 2),
    ((2, 6, 6, 1, -1, -6), 1, 18, "(OK)", 1),
    ((2, 18, 0, 18, 3, -6), 2, 19, "(OK)", 2),
    ((2, 24, 8, 3, 3, -6), 1, 18, "(OK)", 1),
    ((-5, 2, 6, 0, -1, -6), 5, 28, "(DROP BECAUSE THE HAND IS POOR)", 5),
    ((12, 2, 0, 2, -1, -6), 3, 12, "(OK)", 3),
    ((8, 2, 4, 0, -1, -6), 3, 18, "(CALL BECAUSE THE HAND IS FAIR, AND THE LASTBET IS LARGE)", 1),
    ((8, 10, 8, 1, 3, -6), 1, 18, "(OK)", 1),
    ((12, 2, 0, 2, -1, 26), 3, 9,
     "(BET SB BECAUSE THE HAND IS GOOD, AND THE BLUFFO IS LARGE, AND THE ORP IS (EQUAL TO -1))", 3),
    ((10, 8, 0, 8, 2, 26), 4, 16,
     "(BET BB BECAUSE THE HAND IS FAIR, AND THE POT IS SMALL, AND THE LASTBET IS SMALL, AND THE BLUFFO IS LARGE)", 2),
    ((10, 12, 10, 1, 2, 2), 1, 17,
     "(DROP BECAUSE THE HAND IS FAIR, AND THE LASTBET IS LARGE, AND THE PBRATIO IS SMALL, "
     "AND THE ORP IS (NOT EQUAL TO -1))", 1),
]  # fmt: skip


def appendix_g_trainee() -> Trainee:
    """The four rules that the trace implies before its first trial, taught in the order in which they stand."""
    trainee = new_trainee(RuleSettings())
    for values, reply in [
        ((30, 10, 0, 10, 3), "(BET LAP BECAUSE THE HAND IS EXCELLENT)"),
        ((12, 10, 0, 10, 3), "(BET MB BECAUSE THE HAND IS GOOD)"),
        ((2, 10, 0, 10, 3), "(BET SB BECAUSE THE HAND IS FAIR)"),
        ((2, 10, 1, 10, 3), "(CALL BECAUSE THE HAND IS FAIR, AND THE LASTBET IS LARGE)"),
    ]:
        advice = parse_reply(reply, VOCABULARY)
        assert advice is not None
        trainee.trial(explicit(*values), advice)
    rules = trainee.heuristics.rules
    order = [next(r for r in rules if r.move == move) for move in ("CALL", "BETSB", "BETMB", "BETLAP")]
    trainee.replace_rules(trainee.heuristics.with_rules([*order, rules[-1]]))
    trainee.trials = 0
    return trainee


def test_the_program_trainer_of_appendix_g_says_what_was_printed() -> None:
    trainee, trainer = appendix_g_trainee(), Matcher(builtin())
    for values, before, csnumber, reply, after in APPENDIX_G:
        here = explicit(*values)
        # The printed hands: the class of the trainer follows from a margin with OH = 6.
        values_of_trainer = trainer.values({**here, "OH": 6})
        index = trainer.match(values_of_trainer)
        assert index + 1 == csnumber
        assert trainee.match(here) + 1 == before
        advice = advice_of_rule(trainer.heuristics, trainer.heuristics.rules[index], TRAINER_CLASSES)
        if trainee.accepts(before - 1, advice.move):
            assert reply == "(OK)"
            continue
        assert reply_text(advice, VOCABULARY) == reply
        trial = trainee.trial(here, advice)
        assert trial.after == after
    assert trainee.trials == 5
    learned = short(printed("automatic"))
    for symbol in ("P1", "B2", "PB1", "R1", "R2"):
        predicate = learned[symbol]
        assert predicate in short(trainee.heuristics).values(), symbol


# --- Appendices C and E: play by the built-in and by the manual-training rules ----------------------------------------

PLAYED = """
C-I-1|1 2 0 2 -1 26:BETSB;1 4 1 4 -1 25:CALL;1 6 0 6 3 26:BETSB (-6..3);1 12 7 1 3 28:DROP
C-I-2|31 12 1 12 3 12:BETMB
C-I-3|9 2 0 2 -1 19:BETSB (-6..2);49 6 0 6 3 4:BETLAP;49 12 5 2 3 4:BETLAP;49 28 6 4 3 4:BETLAP
C-I-4|2 2 4 0 -1 25:CALL;522 10 5 2 3 2:BETLAP;522 26 2 13 3 2:BETLAP
C-I-5|2 2 0 2 -1 26:BETSB;60 4 0 4 3 4:BETLAP;60 10 9 1 3 4:BETLAP
C-II-1|2 2 0 2 -1 26:BETSB;20 6 0 6 3 12:BETMB
C-II-2|1 2 5 0 -1 28:DROP
C-II-3|2 2 0 2 -1 26:BETSB;17 8 0 8 3 12:BETMB
C-II-4|20 2 3 0 -1 9:BETSB (2..8)
C-II-5|1 2 0 2 -1 26:BETSB;1 8 0 8 3 23:BETBBL (4..8);1 44 20 2 3 28:DROP
E-I-1|1 2 0 2 -1 5:BETSB (-6..2);1 6 1 6 -1 6:CALL;15 8 0 8 3 3:BETSB;15 10 4 2 3 1:CALL
E-I-2|12 2 3 0 -1 2:BETSB;12 12 9 1 2 1:CALL
E-I-3|2 2 0 2 -1 4:BETBB (3..8);15 24 0 24 3 3:BETSB;15 32 4 8 3 1:CALL
E-I-4|2 2 4 0 -1 7:DROP
E-I-5|2 2 0 2 -1 4:BETBB (3..8);2 24 14 1 -1 7:DROP
E-II-1|16 2 0 2 -1 11:BETBB (-6..0)
E-II-2|57 2 3 0 -1 18:BETSB
E-II-3|16 2 0 2 -1 10:BETSB (1..8);56 10 0 10 3 18:BETSB;56 16 6 2 3 19:BETMB
E-II-4|11 2 2 1 -1 2:BETSB;11 12 5 2 3 1:CALL
E-II-5|30 2 0 2 -1 10:BETSB (1..8);30 4 0 4 3 15:BETMB;30 22 12 1 3 14:CALL
"""
"""Value of the hand, pot, last bet, ratio, cards replaced; rule and move; the values of OSTYLE for which it is so."""


def _played() -> list[tuple[str, str]]:
    rows = [line.split("|") for line in PLAYED.strip().splitlines()]
    return [(where, decision) for where, decisions in rows for decision in decisions.split(";")]


@pytest.mark.parametrize(("where", "decision"), _played())
def test_the_rules_decide_as_in_the_printed_games(where: str, decision: str) -> None:
    found = re.fullmatch(r"(\d+) (\d+) (\d+) (\d+) (-?\d+) (\d+):(\w+)(?: \((-?\d+)\.\.(-?\d+)\))?", decision)
    assert found is not None
    hand, pot, bet, ratio, replaced, csnumber = (int(found[k]) for k in range(1, 7))
    low, high = int(found[8] or -6), int(found[9] or 8)
    matcher = Matcher(builtin() if where[0] == "C" else printed("manual"))
    right = set()
    for style in range(-6, 9):
        here = {
            "VDHAND": hand, "POT": pot, "LASTBET": bet, "BLUFFO": 8 * style - 6, "POTBET": ratio, "ORP": replaced,
            "OSTYLE": style, "OH": 6, "D": hand - 6,
        }  # fmt: skip
        index = matcher.match(matcher.values(here))
        if index + 1 == csnumber:
            assert matcher.heuristics.rules[index].move == found[7]
            right.add(style)
    assert right == set(range(low, high + 1))


def test_two_printed_calls_need_a_stronger_opponent() -> None:
    matcher = Matcher(builtin())
    for hand, pot, bet, ratio, replaced, expected in ((17, 14, 6, 2, 3, 7), (20, 12, 8, 1, 1, 10)):
        here = {"VDHAND": hand, "POT": pot, "LASTBET": bet, "POTBET": ratio, "ORP": replaced, "OSTYLE": 1, "BLUFFO": 0}
        assert matcher.match(matcher.values({**here, "OH": expected})) + 1 == 18
        assert matcher.match(matcher.values({**here, "OH": expected - 1})) + 1 != 18
