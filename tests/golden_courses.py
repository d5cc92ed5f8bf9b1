"""Golden courses: what every preset of every learner of ours knows after a tiny course and what it then decides.

    python -m tests.golden_courses

writes `golden_courses.json` beside this file: for each course the learner's revision, a digest of what is known, and
one of the decisions in 50 fixed states of the game, the same for all learners of it. It refuses where a digest changed
under an unchanged revision: what is learned or decided changed, so either raise the learner's `revision` or mend the
change. It also refuses a course after which nothing is known. Where the course itself was changed here, remove the file
to begin from nothing; the digests of courses that were not touched must come out as they were.

Searches by practice are also pinned through toy judges (`toy_judges.py`), which let them go on for many steps within
a second or two. That these goldens notice what they should is held by `learners/test_golden_mutations.py`.

Decimal numbers are rounded to four significant digits before the digest, those below a billionth to nothing, so that
another processor's last bit does not count: what is 0 on one is 1.8e-15 on another.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from tests.toy_judges import ToyListJudge, ToyRuleJudge

from gamelore.arena.contest import ContestKey, play
from gamelore.arena.players import Random
from gamelore.arena.regimes import Block, Regime, make_regime
from gamelore.arena.training import train
from gamelore.base.files import digest, to_json
from gamelore.base.seeds import Phase, stream
from gamelore.games import load_game
from gamelore.games.core import AnyGame, AnyView
from gamelore.games.forty_two import FortyTwo
from gamelore.lab.forty_two.labelled_hands import hands_to_learn, teach_hands
from gamelore.learners.core import PRACTICE, ContestInfo, Learner
from gamelore.learners.maxims.learner import MaximLearner
from gamelore.learners.maxims.lines import Maxims, parse_list
from gamelore.learners.registry import learner_class, learner_names, new_learner

FILE = Path(__file__).with_suffix(".json")
Entry = dict[str, int | str]
Golden = dict[str, Entry]

BOARD = Regime(
    "golden",
    (Block(("perfect", "novice"), 6, (0,)), Block(("learner", "expert"), 2), Block(("perfect", "random"), 4, (0,))),
    36,
)
"""The learner watches and plays in turn: some presets learn only from one of the two."""
LONGER = replace(BOARD, contests=72)
"""The same where markers slide."""
ROUNDS, HANDS = 40, 40
"""Of draw poker, and of 42."""
PRACTISED = {"maxims": 40_000, "waterman": 5_200_000}
"""Contests for whoever practises: enough for a few lines, and for a first edit of a list of rules."""
STATES = 50
"""In how many states of a game somebody decides who has learned it."""
SEED = 1

TOY, GIVEN = "toy judge", "given list"
LIST_OF_42 = parse_list(
    "most suit_length; over_partner and top_2: most up_to_84; over_opponent and trumps_4: most up_to_84; "
    "not_partner and trumps_3: most up_to_30; fewest call; leading: most top; partner_winning: most points; "
    "opponent_winning: most beats; fewest points; discarding: fewest company"
)
"""Short, so that much is left undecided: what a reader does about ties is seen."""


@dataclass(frozen=True, slots=True)
class Course:
    """Who learns what, and how, where it is not as usual: by a toy judge, or with a list that is given."""

    learner: str
    preset: str
    game: str
    how: str = ""

    @property
    def name(self) -> str:
        """How the course is recorded."""
        told = f" at {self.game}" if self.game != usual_game(self.learner) else ""
        return f"{self.learner}/{self.preset}{told}{f', {self.how}' if self.how else ''}"


MORE = (
    *(Course("hoyle", preset, "three_mens_morris") for preset in ("gamelore", "gamelore16")),
    *(Course("seqlearner", preset, "three_mens_morris") for preset in ("l03", "l03_1")),
    Course("maxims", "maxims", "lose_tic_tac_toe", TOY),
    Course("maxims", "maxims", "forty_two", TOY),
    Course("maxims", "maxims", "forty_two", GIVEN),
    Course("waterman", "practised", "draw_poker", TOY),
)
"""Courses beside the one that every preset has. At lose tic-tac-toe the presets of Hoyle that differ in symmetries and
colours know and decide the same, and those of SeqLearner that differ in their segments decide the same."""

TOYS: Mapping[tuple[str, str], tuple[Callable[[], object], int, int]] = {
    ("maxims", "lose_tic_tac_toe"): (ToyListJudge, 160_000, 40_000),
    ("maxims", "forty_two"): (lambda: ToyListJudge(burden=12.0), 560_000, 560_000),
    ("waterman", "draw_poker"): (ToyRuleJudge, 7_100_000, 5_000_000),
}
"""The judge, the contests and those of a step."""


@lru_cache
def usual_game(learner: str) -> str:
    """The first of three that a learner plays."""
    games = ("lose_tic_tac_toe", "draw_poker", "forty_two")
    return next(name for name in games if learner_class(learner).plays(load_game(name)))


@lru_cache(maxsize=1)
def courses() -> dict[str, Course]:
    """Every course by its name: one for every preset of every learner of the package, and those beside."""
    ours = [name for name in learner_names() if learner_class(name).__module__.startswith("gamelore.")]
    found = [Course(name, preset, usual_game(name)) for name in ours for preset in learner_class(name).presets]
    return {course.name: course for course in (*found, *MORE)}


def taught(course: Course) -> Learner:
    """A learner after its tiny course."""
    made, game = learner_class(course.learner), load_game(course.game)
    if course.learner == "cogap":
        rule, hands = hands_to_learn(hands=HANDS)
        assert isinstance(game, FortyTwo)
        return teach_hands(game, made.preset(course.preset), hands, rule)
    learner = new_learner(course.learner, game, course.preset)
    if course.how == GIVEN:
        assert isinstance(learner, MaximLearner)
        learner.maxims = Maxims(LIST_OF_42)
        return learner
    if course.how == TOY:
        return _judged_by_a_toy(learner)
    for _ in train(game, learner, _regime(course, learner), seed=SEED):
        pass
    return learner


def _regime(course: Course, learner: Learner) -> Regime:
    practises = PRACTICE in learner.learns_from(learner.settings)
    if not practises and course.game != "draw_poker":
        return BOARD if course.game == usual_game(course.learner) else LONGER
    contests = PRACTISED[course.learner] if practises else ROUNDS
    return make_regime(learner.usual_regime(learner.settings), learner.game, contests)


def _judged_by_a_toy(learner: Learner) -> Learner:
    """After practice with a toy judge; that of maxims is not finished, so that the log of the search counts."""
    make, contests, step = TOYS[learner.kind, learner.game.name]
    learner.judge = make()
    done, rng = 0, stream(SEED)
    while done < contests:
        done += learner.practise(min(step, contests - done), rng).contests
    if learner.kind != "maxims":
        learner.finish()
    return learner


@lru_cache
def fixed_views(game: AnyGame) -> tuple[AnyView, ...]:
    """What is seen in some states of a game that random players came to, as many of each kind of decision."""
    found = []
    for number in range(STATES):
        record = play(game, [Random()] * game.seats, ContestKey(SEED, 0, Phase.SAMPLE, number))
        kinds: dict[str, list[AnyView]] = {}
        for state, _ in record.replay(game):
            view = state.view(state.current_player())
            kinds.setdefault(type(state.legal_actions()[-1]).__name__, []).append(view)
        views = list(kinds.values())[number % len(kinds)]
        found.append(views[int(stream(SEED, 0, Phase.SAMPLE, number, game.seats).integers(len(views)))])
    return tuple(found)


def decisions(learner: Learner) -> Iterator[str]:
    """What a learner decides in the fixed states, each with a fixed stream; nothing is learned from it."""
    game = learner.game
    for number, view in enumerate(fixed_views(game)):
        learner.begin(view.seat, ContestInfo(game, ("somebody",) * game.seats, number=number, seats=(view.seat,)))
        yield str(learner.decide(view, stream(SEED, 0, Phase.TEST, number, view.seat)).action)


def entry(course: Course) -> Entry:
    """What is recorded of a course; nobody may come out of it as it went in."""
    learner = taught(course)
    before = learner_class(course.learner)(learner.game, learner.settings)
    lore = learner.lore()
    if not lore or lore == before.lore():
        raise ValueError(f"{course.name}: nothing was learned, so that there is nothing to hold")
    known, decided = rounded_digest(learner.knowledge()), digest(to_json(list(decisions(learner))))[:16]
    return {"revision": learner.revision, "digest": known, "decisions": decided}


_SAID = re.compile(r"^# \d+\. .*\n", re.MULTILINE)


def rounded_digest(texts: dict[str, str]) -> str:
    """The digest of some texts, their decimal numbers rounded; how a line is said is no part of what is learned."""
    told = {name: _SAID.sub("", text) if name.endswith(".toml") else text for name, text in texts.items()}
    return digest(re.sub(r"-?\d+(\.\d+(e[-+]?\d+)?|e-\d+)", _rounded, to_json(told)))[:16]


def _rounded(found: re.Match[str]) -> str:
    number = float(found[0])
    return f"{number:.4g}" if abs(number) >= 1e-9 else "0"


def complaint(name: str, old: Entry | None, new: Entry) -> str:
    """What is wrong with the record of a course; nothing if it is as it should be."""
    if old is None:
        return f"{name}: no golden course is recorded; write it: python -m tests.golden_courses"
    if old["revision"] != new["revision"]:
        return f"{name}: the revision was raised; record the golden course: python -m tests.golden_courses"
    if old["digest"] != new["digest"]:
        return f"{name}: what is learned has changed; raise the revision or mend the change"
    if old["decisions"] != new["decisions"]:
        return f"{name}: the same is known, but other decisions are made; raise the revision or mend the change"
    return ""


def recorded() -> Golden:
    """What was recorded."""
    found: Golden = json.loads(FILE.read_text()) if FILE.exists() else {}
    return found


def main() -> None:
    """Record every golden course, unless what is learned changed under an unchanged revision."""
    before, now = recorded(), {name: entry(course) for name, course in courses().items()}
    found = [complaint(name, before.get(name), new) for name, new in now.items()]
    changed = [text for text in found if text.endswith("mend the change")]
    if changed:
        sys.exit("\n".join([*changed, f"nothing was written; remove {FILE.name} to begin from nothing"]))
    FILE.write_text(to_json(now, indent=1) + "\n")
    print(f"{len(now)} golden courses in {FILE}")


if __name__ == "__main__":
    main()
