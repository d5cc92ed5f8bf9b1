"""A person teaches COGAP-42: hands are dealt, the person labels them, the program says what that moved.

The labels are those that Carberry asked of her trainers: the call, the average contract that the hand makes and its
trump, and the average contract that it sets (s62, s72). What the program would have called is told after the person has
spoken, so that nobody is led. A person's reasons may be typed; they stand beside the program's, goal by goal, as in
Figure 4-5.

A sitting is a function of what the learner knew, the seed and the answers so far: it is restored, and an answer is
taken back, by giving the answers again. What was learned is handed to `keep` after every hand.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from gamelore.app.table.forty_two.coach_data import (
    AsksOfHand,
    GoalChange,
    GoalTold,
    HandLesson,
    HandPrompt,
    HandSaid,
)
from gamelore.app.table.forty_two.showing import shown_domino
from gamelore.base.errors import BadSetting, BadText, DamagedFile, GameloreError, NotAvailable
from gamelore.base.files import LARGEST, read_text
from gamelore.base.seeds import Phase, stream
from gamelore.base.settings import Within, check_ranges, settings_from_mapping, settings_to_mapping
from gamelore.games.forty_two import Domino, FortyTwo, make, random_deal
from gamelore.games.forty_two.dominoes import TRUMP_WORDS, hand_text
from gamelore.games.forty_two.rules import PASSED, SEATS, calls_text, last_bid
from gamelore.lab.forty_two.simple_bidders import formula
from gamelore.learners.features.forty_two import Situations
from gamelore.learners.registry import load_agent, save_agent
from gamelore.learners.signatures.cogap.bidder import Bidder
from gamelore.learners.signatures.cogap.coached import CoachedLayer, goals_moved
from gamelore.learners.signatures.cogap.learner import Cogap
from gamelore.learners.signatures.cogap.protocol import PROTOCOLS, Protocol, beside, protocols_text, read_protocols
from gamelore.learners.signatures.cogap.spoken import configuration, grades, spoken
from gamelore.learners.signatures.cogap.texts import one_lesson
from gamelore.learners.signatures.cogap.trace import trace
from gamelore.oracles.forty_two.own_hands import LONGEST_WHY, UNSAID, PersonsLabel, parse_trump_word
from gamelore.oracles.forty_two.pricing import candidate_trumps

PRESET = "thesis"
"""Whom a person teaches by default: the source's own machine."""
LOG_VERSION = 1
SKIP = "skip"
QUESTIONS: Mapping[AsksOfHand, str] = {
    "call": "Your call?",
    "contract": "What contract does it make on average (28 to 42, 84; none: it should be passed)?",
    "trump": "Trump?",
    "sets": "What contract of theirs does it set on average (30: strong against them, 42: weak; Enter: no idea)?",
    "why": "Why (Enter: nothing to say)?",
}
OVER = HandPrompt("nothing", "")
SEATED = ("the opponent before you", "your partner", "the opponent after you")

HandEvent = HandSaid | HandLesson
KeepBidder = Callable[["BidSitting"], None]

_FACTS = (
    ("call", re.compile(r"\b(pass)\b|\bbid\s+(\d+)\b|^(\d+)\b")),
    ("contract", re.compile(r"\b(?:contract|makes)\s+(\d+|none|pass)\b")),
    ("trump", re.compile(r"\btrump\s+(\w+)|\bwith\s+(\w+)")),
    ("sets", re.compile(r"\bsets\s+(\d+(?:\.\d+)?)\b")),
)


@dataclass(frozen=True, slots=True)
class BidCoachPlan:
    """How many hands are dealt, and from which seed."""

    hands: Annotated[int, Within(1, 1_000)] = 5
    seed: Annotated[int, Within(0, LARGEST)] = 0

    def __post_init__(self) -> None:
        try:
            check_ranges(self)
        except ValueError as error:
            raise BadSetting(str(error)) from None


@dataclass(frozen=True, slots=True)
class DealtHand:
    """A hand with the calls before it; those who called before bid by the napkin formula."""

    dominoes: tuple[Domino, ...]
    calls: tuple[int, ...]

    @property
    def situation(self) -> Situations:
        """As the bidder sees it."""
        return Situations.of([self.dominoes], [self.calls])


def dealt_hand(seed: int, number: int) -> DealtHand:
    """The hand of a number: the places in the order of calling take turns."""
    deal = random_deal(stream(seed, phase=Phase.TRAIN, contest=number))
    calls: tuple[int, ...] = ()
    for place in range(number % SEATS):
        call, _ = formula(Situations.of([deal.hands[place]], [calls]))
        calls = (*calls, int(call[0]))
    return DealtHand(tuple(sorted(deal.hands[number % SEATS])), calls)


class BidSitting:
    """One sitting: a learner, a person, some hands.

    `start` and `answer` give events; `prompt` is what is asked next. An answer may say more than was asked (`30 trump 4
    contract 33 sets 36 because ...`). One that is not understood is refused with one sentence and changes nothing.
    """

    def __init__(self, learner: Cogap, plan: BidCoachPlan | None = None, keep: KeepBidder | None = None) -> None:
        self.plan, self.keep, self.learner = plan or BidCoachPlan(), keep, learner
        self.known = learner.knowledge()
        """What the learner knew when the sitting began."""
        self._begin()

    def _begin(self) -> None:
        self.layer = CoachedLayer(self.learner)
        self.given: list[str] = []
        self.protocols: list[Protocol] = []
        self.number = 0
        self.facts: dict[str, str] = {}
        """What was said of the hand on the table, by what was asked."""
        self.last: tuple[DealtHand, int | None] | None = None
        """The hand labelled last, and the trump that was named."""
        self.quiet = False
        """Whether answers are only given again: what they teach is learned when all are given."""

    # --- what the person does -----------------------------------------------------------------------------------------

    def start(self) -> list[HandEvent]:
        """Deal the first hand."""
        return [HandSaid("hand", self._hand_line())]

    def answer(self, text: str) -> list[HandEvent]:
        """Take an answer; `GameloreError` says why it was not taken."""
        if self.over:
            raise NotAvailable("The sitting is over.")
        said = " ".join(text.split())
        facts = {**self.facts, **self._read(said)}
        events: list[HandEvent] = []
        if said.lower() == SKIP and not self.facts:
            events.append(HandSaid("skipped", "Nothing is learned from this hand."))
            self.number += 1
        elif self._next(facts) is None:
            events += self._teach(facts)
            self.number += 1
            facts = {}
        else:
            self._label(facts)
        self.facts = {} if said.lower() == SKIP else facts
        self.given.append(text)
        if not self.facts and not self.over:
            events.append(HandSaid("hand", self._hand_line()))
        return events

    def undo(self) -> str:
        """Take the last answer back, and with it what was learned from it; returns that answer."""
        if not self.given:
            raise NotAvailable("There is nothing to take back yet.")
        *again, last = self.given
        self._give_again(again)
        self._keep()
        return last

    @property
    def over(self) -> bool:
        """Whether all hands were dealt."""
        return self.number >= self.plan.hands

    @property
    def prompt(self) -> HandPrompt:
        """What is asked now."""
        if self.over:
            return OVER
        here, asks = self.here, self._next(self.facts) or "call"
        rules = self._game.rules
        bids = (*(() if rules.must_bid(here.calls) else (PASSED,)), *rules.legal_bids(last_bid(here.calls)))
        return HandPrompt(
            asks,
            QUESTIONS[asks],
            self.number + 1,
            self.plan.hands,
            tuple(shown_domino(domino) for domino in here.dominoes),
            _heard(here.calls),
            bids,
            candidate_trumps(here.dominoes),
            ", ".join(f"{name} {value}" for name, value in self.facts.items() if value),
        )

    # --- what the person may ask --------------------------------------------------------------------------------------

    @property
    def here(self) -> DealtHand:
        """The hand on the table."""
        return dealt_hand(self.plan.seed, self.number)

    @property
    def hands(self) -> int:
        """How many hands the learner has been taught, here and before."""
        return len(self.learner.learned)

    def why(self, *, everything: bool = False) -> tuple[str, ...]:
        """What the program says of the hand that was labelled last, as it bids now."""
        if self.last is None:
            return ()
        hand, trump = self.last
        bidder = self.learner.bidder
        rating = bidder.rate(hand.situation)
        bids = bidder.bid_rated(rating)
        if everything:
            reasons = trace(bidder, rating, bids, _call_text(int(bids.call[0])))
            return tuple(f"{reason.who}: {reason.sentence}" for reason in reasons if not reason.summary)
        return tuple(one.sentence for one in spoken(bidder, rating, bids, 0, trump))

    def lore(self) -> tuple[str, ...]:
        """How the learner bids by now."""
        return tuple(self.learner.lore())

    # --- keeping ------------------------------------------------------------------------------------------------------

    def to_log(self) -> dict[str, Any]:
        """All that is needed to restore the sitting, as plain data."""
        return {
            "version": LOG_VERSION,
            "plan": settings_to_mapping(self.plan),
            "settings": settings_to_mapping(self.learner.settings),
            "known": dict(self.known),
            "given": list(self.given),
        }

    @staticmethod
    def restore(log: Mapping[str, Any], keep: KeepBidder | None = None) -> BidSitting:
        """The sitting of a log: the answers are given again."""
        where = "log of a coaching"
        try:
            if log["version"] != LOG_VERSION:
                raise DamagedFile(f"{where}: version {log['version']!r}, this program reads {LOG_VERSION}")
            plan = settings_from_mapping(BidCoachPlan(), log["plan"], where)
            settings = settings_from_mapping(Cogap.preset(None), log["settings"], where)
            known = {str(name): _text(text) for name, text in log["known"].items()}
            given = [_text(text) for text in log["given"]]
        except (KeyError, TypeError, ValueError, AttributeError, BadSetting) as error:
            raise DamagedFile(f"{where}: {type(error).__name__}: {error}") from None
        learner = Cogap(make(), settings)
        learner.restore(known, where)
        sitting = BidSitting(learner, plan)
        sitting._give_again(given)
        sitting.keep = keep
        return sitting

    def _give_again(self, answers: Sequence[str]) -> None:
        keep, self.keep = self.keep, None
        fresh = Cogap(self.learner.game, self.learner.settings)
        fresh.restore(self.known, "what the learner knew")
        self.learner = fresh
        self._begin()
        self.quiet = True
        for number, text in enumerate(answers, start=1):
            try:
                self.answer(text)
            except GameloreError as error:
                raise DamagedFile(f"log of a coaching: answer {number}: {error}") from None
        self.quiet = False
        self.layer.refresh()
        self.keep = keep

    def _keep(self) -> None:
        if self.keep is not None:
            self.keep(self)

    # --- the questions ------------------------------------------------------------------------------------------------

    @property
    def _game(self) -> FortyTwo:
        assert isinstance(self.learner.game, FortyTwo)
        return self.learner.game

    def _hand_line(self) -> str:
        here = self.here
        heard = "; ".join(_heard(here.calls)) or "nobody has called"
        return f"Hand {self.number + 1} of {self.plan.hands}: {hand_text(here.dominoes)}. Heard: {heard}."

    def _next(self, facts: Mapping[str, str]) -> AsksOfHand | None:
        """What is still to be asked about a hand of which this was said."""
        wanted: list[AsksOfHand] = ["call", "contract"]
        if facts.get("call") != "pass" or facts.get("contract") not in ("none", ""):
            wanted.append("trump")
        return next((name for name in (*wanted, "sets", "why") if name not in facts), None)

    def _read(self, said: str) -> dict[str, str]:
        """What an answer says; a bare one answers what was asked."""
        asked = self._next(self.facts)
        if asked == "why":
            return {"why": said[:LONGEST_WHY]}
        if said.lower() == SKIP:
            if self.facts:
                raise NotAvailable("You have begun to label this hand; UNDO takes that back.")
            return {}
        head, *why = re.split(r"\bbecause\b:?", said, maxsplit=1, flags=re.IGNORECASE)
        found: dict[str, str] = {}
        rest = head.lower().strip(" ,.")
        for name, pattern in _FACTS:
            if (name != "call" or asked == "call") and (match := pattern.search(rest)):
                found[name] = next(group for group in match.groups() if group)
                rest = (rest[: match.start()] + rest[match.end() :]).strip(" ,.")
        if rest and not found and asked is not None:
            found[asked], rest = rest, ""
        if rest:
            raise BadText(f"'{rest[:40]}' is no answer to: {QUESTIONS[asked or 'call']} HELP says what can be typed.")
        if not said and asked in ("contract", "sets"):
            found[asked] = ""
        if why:
            # Whoever gives reasons has said what there is to say.
            found = {"contract": "", "sets": "", **self.facts, **found, "why": why[0].strip()[:LONGEST_WHY]}
        if not found:
            raise BadText(f"{QUESTIONS[asked or 'call']} HELP says what can be typed.")
        return found

    def _label(self, facts: Mapping[str, str]) -> PersonsLabel:
        """What was said so far, checked as far as it goes."""
        here, rules = self.here, self._game.rules
        call = _number(facts["call"], "a call is 'pass' or a bid") if facts.get("call", "pass") != "pass" else PASSED
        trump = parse_trump_word(facts["trump"]) if facts.get("trump") else UNSAID
        contract = _contract(facts.get("contract", ""))
        sets = float(facts["sets"]) if _is_number(facts.get("sets", "")) else math.nan
        if facts.get("sets") and math.isnan(sets):
            raise BadText(f"'{facts['sets'][:20]}' is not a contract that is set; expected 30 to 42")
        label = PersonsLabel(call, trump, contract, sets, call if not here.calls else UNSAID)
        # A trump that has not been asked for yet is not missing.
        missing = "trump" not in facts and self._next(facts) is not None
        shown = replace(label, trump=candidate_trumps(here.dominoes)[0]) if missing else label
        shown.checked(here.dominoes, here.calls, rules)
        return label

    def _teach(self, facts: Mapping[str, str]) -> list[HandEvent]:
        here, rules = self.here, self._game.rules
        label = self._label(facts).checked(here.dominoes, here.calls, rules)
        lesson = one_lesson(
            here.situation, call=label.call, trump=label.trump, contract=float(label.contract), set_bid=label.set_bid,
            first=label.first,
        )  # fmt: skip
        before, words = self.learner.bidder, _label_text(facts)
        if why := facts.get("why", ""):
            self.protocols.append(Protocol(hand_text(here.dominoes), _calls(here.calls), words, why))
        trump = None if label.trump == UNSAID else label.trump
        self.last = (here, trump)
        if self.quiet:
            self.layer.lessons.append(lesson)
            return []
        self.layer.take(lesson)
        self._keep()
        return [self._lesson(here, before, trump, words, why)]

    def _lesson(self, here: DealtHand, before: Bidder, trump: int | None, words: str, why: str) -> HandLesson:
        after = self.learner.bidder
        moved = goals_moved(before, after, here.situation, trump)
        told: tuple[GoalTold, ...] = ()
        if why:
            rating = after.rate(here.situation)
            place = int(rating.best[0]) if trump is None else configuration(rating, trump)
            said = spoken(after, rating, after.bid_rated(rating), 0, trump)
            rows = beside(why, said, grades(after, rating, place))
            told = tuple(GoalTold(one.about, one.person, one.program, one.grade) for one in rows)
        return HandLesson(
            self.number + 1,
            hand_text(here.dominoes),
            words,
            _would(before, here),
            _would(after, here),
            tuple(GoalChange(one.goal, one.sentence, one.moved > 0) for one in moved),
            told,
            self.hands,
        )


def _would(bidder: Bidder, hand: DealtHand) -> str:
    """What a bidder calls, with its trump."""
    if not bidder.bids.counts.any():
        return "nothing, for I knew nothing yet"
    bids = bidder.bid(hand.situation)
    call, trump = int(bids.call[0]), int(bids.trump[0])
    return f"pass (best trump {TRUMP_WORDS[trump]})" if call == PASSED else f"{call} with {TRUMP_WORDS[trump]}"


def _call_text(call: int) -> str:
    return "pass" if call == PASSED else f"bid {call}"


def _heard(calls: Sequence[int]) -> tuple[str, ...]:
    """Who called what, from the first caller on."""
    said = [("passed" if call == PASSED else f"bid {call}") for call in calls]
    return tuple(f"{SEATED[len(calls) - place - 1]} {word}" for place, word in enumerate(said))


def _calls(calls: Sequence[int]) -> str:
    return calls_text(calls) if calls else ""


def _label_text(facts: Mapping[str, str]) -> str:
    said = [facts["call"]]
    said += [f"{name} {facts[name]}" for name in ("trump", "contract", "sets") if facts.get(name)]
    return ", ".join(said)


def _contract(text: str) -> int:
    if not text:
        return UNSAID
    return PASSED if text in ("none", "pass", "no") else _number(text, "a contract is a number from 28 on, or none")


def _number(text: str, wanted: str) -> int:
    plain = text.removeprefix("bid").strip()
    if not _is_number(plain) or "." in plain:
        raise BadText(f"{wanted}, not '{text[:20]}'")
    return int(plain)


def _is_number(text: str) -> bool:
    return bool(re.fullmatch(r"\d{1,6}(?:\.\d{1,6})?", text, re.ASCII))


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"expected a text, found {value!r}")
    return value


def coached_bidder(folder: Path | None, preset: str) -> Cogap:
    """The bidder of a folder, or a new one where the folder holds none yet."""
    if folder is None or not folder.exists() or not any(folder.iterdir()):
        settings = Cogap.preset(preset or PRESET)
        learner = Cogap(make(), settings)
    else:
        found = load_agent(folder).learner
        if not isinstance(found, Cogap):
            raise BadSetting(f"{folder}: holds a {found.kind}; at 42 a cogap is coached")
        learner = found
    if learner.bidder.settings.choice == "marks" and learner.bidder.marks.hands.any():
        raise NotAvailable(
            "this bidder calls what brought most marks, which no label of a person says; "
            "coach one of preset thesis, tuned or mended"
        )
    return learner


def bidder_saver(folder: Path | None, *, again: bool = False) -> KeepBidder | None:
    """Keeps a learner in a folder, what its person said beside it; nothing without one.

    What was said there before stays, unless the sitting that said it is taken up again.
    """
    if folder is None:
        return None
    file = folder / PROTOCOLS
    before = read_protocols(read_text(file), str(file)) if file.exists() and not again else []

    def keep(sitting: BidSitting) -> None:
        said = [*before, *sitting.protocols]
        beside_it = {PROTOCOLS: protocols_text(said)} if said else {}
        save_agent(sitting.learner, folder, {"hands": sitting.hands, "labels": "coached"}, beside_it)

    return keep
