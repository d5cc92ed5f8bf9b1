"""What the axioms of draw poker accept: the decisions a situation called for, once both hands are known.

The predicates are primed from the situation and the two hands; each legal decision is assumed in turn, and those that
make `maximize(yourscore)` provable are acceptable: by building up the pot, else by winning it, else by keeping it small
(Waterman 1968, section 5.4, Appendix I). The statements come with the package, as printed or mended, or from a person's
own file.
"""

from __future__ import annotations

import difflib
import functools
from dataclasses import dataclass, field
from importlib import resources

from gamelore.base.errors import BadText, UnknownName
from gamelore.learners.rules.settings import RuleSettings
from gamelore.learners.rules.training.deduction import (
    Axiom,
    Connective,
    Proof,
    Prover,
    Term,
    bind,
    may_match,
    parse_axioms,
    parse_term,
    terms,
)

DECISIONS = ("CALL", "BETLOW", "BETHIGH", "DROP")
_ACTION = {move: Term("action", (Term(move.lower()),)) for move in DECISIONS}
_SUBJECTS = tuple(Term(name) for name in ("pot", "lastbet"))
_GOAL = Term("maximize", (Term("yourscore"),))

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


MENDED, PRINTED = "mended", "printed"
SHIPPED = (MENDED, PRINTED)
"""The statements that come with the package: mended in three places, and the 27 as they are printed."""


@dataclass(frozen=True, slots=True)
class Logic:
    """The statements by which decisions are judged. Equal texts are equal."""

    text: str
    axioms: tuple[Axiom, ...] = field(compare=False)
    goal: Axiom = field(compare=False)
    """The statement that concludes what is to be maximized; its disjuncts are tried in their order."""

    @property
    def shipped(self) -> str:
        """The name under which it comes with the package; empty if it is somebody's own."""
        return next((name for name in SHIPPED if shipped_logic(name) == self), "")


@functools.cache
def shipped_logic(name: str = MENDED) -> Logic:
    """The statements that come with the package."""
    if name not in SHIPPED:
        raise UnknownName("set of axioms", name, SHIPPED)
    text = resources.files("gamelore.learners.rules").joinpath(f"data/{name}.axioms").read_text(encoding="utf-8")
    return parse_logic(text, f"{name}.axioms")


def parse_logic(text: str, where: str) -> Logic:
    """The statements of a text about draw poker; what could never be proved or used is refused with its place."""
    axioms = parse_axioms(text, where)
    given = [*(term for term, _ in primed(ANY_CASE)), *_ACTION.values()]
    concluded = [conclusion for axiom in axioms for conclusion in axiom.conclusions]
    known = [*given, *concluded, *(term.arguments[0] for term in concluded if term.name == "prob" and term.arguments)]
    names: dict[str, int] = {}
    for axiom in axioms:
        place = f"{where}:{axiom.line}: {axiom.name}"
        if axiom.name in names:
            raise BadText(f"{place}: line {names[axiom.name]} has this name already")
        names[axiom.name] = axiom.line
        for term in terms(axiom.condition):
            if not any(may_match(term, other) for other in known):
                near = difflib.get_close_matches(str(term), [str(other) for other in known], n=1)
                hint = f"; did you mean '{near[0]}'?" if near else ""
                raise BadText(f"{place}: '{term}' is neither given nor concluded by any statement{hint}")
        for term in axiom.conclusions:
            if any(may_match(term, other) for other in given):
                raise BadText(f"{place}: '{term}' is given by the deal and cannot be concluded")
    goals = [axiom for axiom in axioms if any(bind(term, _GOAL, {}) is not None for term in axiom.conclusions)]
    if len(goals) != 1:
        found = "none does" if not goals else f"{goals[0].name} and {goals[1].name} do"
        raise BadText(f"{where}: one statement must conclude '{_GOAL}'; {found}")
    return Logic(text, axioms, goals[0])


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


ANY_CASE = Showdown(0, 0, 0, 2, 0, other_bet=False, only_called=False, bet_high_before=False, made="CALL")
"""A case to ask which predicates are given."""


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
def deduce(facts: tuple[tuple[Term, bool], ...], legal: tuple[str, ...], logic: Logic) -> Deduction:
    """The decisions that prove the first part of the goal; if there are none, the second; and so on."""
    goal = logic.goal
    condition = goal.condition
    parts = condition.parts if isinstance(condition, Connective) and condition.kind == "any" else (condition,)
    bound = next(one for term in goal.conclusions if (one := bind(term, _GOAL, {})) is not None)
    for label, part in enumerate(parts, start=1):
        found: list[tuple[str, Proof]] = []
        for move in DECISIONS:
            if move not in legal:
                continue
            assumed = {_ACTION[other]: other == move for other in DECISIONS}
            prover = Prover(logic.axioms, {**dict(facts), **assumed}, _SUBJECTS)
            proofs = (prover.prove(part, bindings) for bindings in prover.choices(part, bound))
            proof = next((proof for proof in proofs if proof is not None), None)
            if proof is not None:
                held = proof.parts if proof.by == "all" else (proof,)
                found.append((move, Proof(str(_GOAL), f"{goal.name}, part {_letter(label)}, assuming {move}", held)))
        if found:
            return Deduction(tuple(m for m, _ in found), tuple(p for _, p in found), _letter(label))
    return Deduction((), (), "")


def _letter(number: int) -> str:
    return chr(ord("a") + number - 1) if number <= 26 else str(number)


def judge(case: Showdown, settings: RuleSettings, logic: Logic) -> Deduction:
    """What the axioms accept in a case, under the chosen reading."""
    legal = DECISIONS if case.last_bet > 0 else tuple(move for move in DECISIONS if move != "CALL")
    found = deduce(primed(case), legal, logic)
    if case.last_bet == 0 and found.acceptable == ("DROP",) and settings.reading == "no_drop":
        return Deduction(("BETLOW",), found.proofs, "no bet is outstanding, so BET LOW stands in for DROP")
    if not found.acceptable:
        return Deduction((case.made,), (), "nothing follows, so the decision made stands")
    return found
