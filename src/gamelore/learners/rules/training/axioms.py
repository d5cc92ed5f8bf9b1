"""What the axioms of draw poker accept: the decisions a situation called for, once both hands are known.

The predicates are primed from the situation and the two hands; each legal decision is assumed in turn, and those that
make `maximize(yourscore)` provable are acceptable: by building up the pot, else by winning it, else by keeping it small
(Waterman 1968, section 5.4, Appendix I).
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from importlib import resources

from gamelore.learners.rules.settings import RuleSettings
from gamelore.learners.rules.training.deduction import Axiom, Connective, Proof, Prover, Term, parse_axioms, parse_term

DECISIONS = ("CALL", "BETLOW", "BETHIGH", "DROP")
_ACTION = {move: Term("action", (Term(move.lower()),)) for move in DECISIONS}
_SUBJECTS = tuple(Term(name) for name in ("pot", "lastbet"))
_GOAL = "general axiom 2"

GOOD_HAND, BAD_HAND = 16, 10
"""From which value a hand is good, and up to which it is bad, on the scale of VDHAND: in Appendix J 16 is
good, 9 is bad and 12 is neither."""
LARGE_POT = 30
"""Above which a pot is large: 42 is and 14 is not (Appendix J)."""


@dataclass(frozen=True, slots=True)
class Showdown:
    """What is known about one decision after the hands were shown."""

    higher: int
    """1 if the program's hand is higher, -1 if the opponent's is, 0 if they are equal."""
    own_value: int
    other_value: int
    pot: int
    last_bet: int
    other_bet: bool
    """Whether the opponent bet in this interval, its answer to this decision included."""
    only_called: bool
    """Whether the opponent never bet in the round-of-play."""
    bet_high_before: bool
    """Whether the program itself bet high earlier in the round-of-play."""
    made: str
    """The decision that was made."""


@functools.cache
def poker_axioms() -> tuple[Axiom, ...]:
    """The printed axioms, with the reading of Appendix J."""
    text = resources.files("gamelore.learners.rules").joinpath("data/poker.axioms").read_text(encoding="utf-8")
    return parse_axioms(text, "poker.axioms")


def primed(case: Showdown) -> tuple[tuple[Term, bool], ...]:
    """The truth of every predicate that is given and not deduced."""
    good_other = case.other_value >= GOOD_HAND
    facts = {
        "higher(yourhand,opphand)": case.higher > 0,
        "higher(opphand,yourhand)": case.higher < 0,
        "notprevoppaction(bethigh)": not case.bet_high_before,
        "lastbetopp(bethigh)": case.last_bet >= 10,
        "onlycalled(opp)": case.only_called,
        "pot(large)": case.pot > LARGE_POT,
        "goodhand(you)": case.own_value >= GOOD_HAND,
        "goodhand(opp)": good_other,
        "good(opphand)": good_other,
        "bad(opphand)": case.other_value <= BAD_HAND,
        "didbet(you)": True,
        "didbet(opp)": case.other_bet,
    }
    return tuple((parse_term(text), truth) for text, truth in facts.items())


@dataclass(frozen=True, slots=True)
class Deduction:
    """The acceptable decisions with their proofs; `part` is the disjunct of the goal that was provable."""

    acceptable: tuple[str, ...]
    proofs: tuple[Proof, ...]
    part: str

    def lines(self) -> list[str]:
        """The deduction in words, one proof after another."""
        said = [f"Acceptable: {', '.join(self.acceptable) or 'nothing follows from the axioms'}"]
        for proof in self.proofs:
            said += proof.lines()
        return said


@functools.cache
def deduce(facts: tuple[tuple[Term, bool], ...], legal: tuple[str, ...]) -> Deduction:
    """The decisions that prove the first part of the goal; if there are none, the second; else the third."""
    axioms = poker_axioms()
    goal = next(axiom for axiom in axioms if axiom.name == _GOAL)
    assert isinstance(goal.condition, Connective)
    bindings = {"Z": Term("yourscore"), "X": Term("pot")}
    for label, part in zip("abc", goal.condition.parts, strict=True):
        found = []
        for move in DECISIONS:
            if move not in legal:
                continue
            assumed = {_ACTION[other]: other == move for other in DECISIONS}
            proof = Prover(axioms, {**dict(facts), **assumed}, _SUBJECTS).prove(part, bindings)
            if proof is not None:
                parts = proof.parts if proof.by == "all" else (proof,)
                found.append((move, Proof("maximize(yourscore)", f"{_GOAL}, part {label}, assuming {move}", parts)))
        if found:
            return Deduction(tuple(m for m, _ in found), tuple(p for _, p in found), label)
    return Deduction((), (), "")


def judge(case: Showdown, settings: RuleSettings) -> Deduction:
    """What the axioms accept in a case, under the chosen reading."""
    legal = DECISIONS if case.last_bet > 0 else tuple(move for move in DECISIONS if move != "CALL")
    found = deduce(primed(case), legal)
    if case.last_bet == 0 and found.acceptable == ("DROP",) and settings.reading == "no_drop":
        return Deduction(("BETLOW",), found.proofs, "no bet is outstanding, so BET LOW stands in for DROP")
    if not found.acceptable:
        return Deduction((case.made,), (), "nothing follows, so the decision made stands")
    return found
