"""Valid inputs that need a course or a run to come about: small agents and results, kept beside this file.

    python -m tests.fuzz.seeds

writes them again. They are read by every later version, so they also show that what was written once still loads.
"""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

from tests.people import contests_of_ann

from gamelore.arena.regimes import Block, Regime, make_regime
from gamelore.arena.training import train
from gamelore.arena.watching import experts_by, watch
from gamelore.games import AnyGame, load_game
from gamelore.games.forty_two import FortyTwo
from gamelore.lab.engine.executor import InlineExecutor, Workers
from gamelore.lab.engine.experiment import Experiment, TestPlan
from gamelore.lab.engine.runs import keep_runs
from gamelore.lab.forty_two.labelled_hands import hands_to_learn, teach_hands
from gamelore.lab.learn import learn
from gamelore.learners.core import Learner
from gamelore.learners.registry import learner_class, new_learner, save_agent

FOLDER = Path(__file__).parent / "seeds"

COURSES = (
    "hoyle/gamelore_seq", "hoyle/s98", "hoyle/p96", "hoyle/l03_rote", "hoyle/l03_seq", "hoyle/gamelore_concepts",
    "pairs/gamelore", "rote/own", "seqlearner/l03", "seqlearner/l03_sitact", "cogap/mended", "cogap/marks",
    "waterman/calibrated", "waterman/calibrated_implicit", "waterman/practised", "waterman/thesis_like",
)  # fmt: skip
"""Every learner, every faculty of Hoyle, all modes of Waterman, both ways of COGAP to choose."""
LONGER = ("hoyle/gamelore", "hoyle/gamelore_concepts", "hoyle/l03_rote", "seqlearner/l03")
"""What needs more contests until every kind of knowledge is there: forks, concepts, trees."""

TREE = "own\t.../.../... X\t30\t(1 2 3 | 5)\n"

PRACTISED = 112_000
"""Contests from which rules are learned by practice at all."""
WATCHED = Regime("small", (Block(("perfect", "novice"), 2, (0,)), Block(("learner", "expert"), 1)), 6)


def taught(name: str, contests: int = 6, board: str = "lose_tic_tac_toe", **changes: object) -> Learner:
    """A learner after a very small course."""
    kind, _, preset = name.partition("/")
    made = learner_class(kind)
    if kind == "cogap":
        rule, hands = hands_to_learn(hands=8)
        return teach_hands(FortyTwo(), made.preset(preset), hands, rule)
    game: AnyGame = next(g for g in map(load_game, (board, "draw_poker")) if made.plays(g))
    learner = new_learner(kind, game, settings=replace(made.preset(preset), **changes))
    watched = replace(WATCHED, contests=contests)
    regime = (
        watched
        if game.name != "draw_poker"
        else make_regime(made.usual_regime(learner.settings), game, PRACTISED if preset == "practised" else 8)
    )
    for _ in train(game, learner, regime, seed=1):
        pass
    return learner


def halfway() -> Learner:
    """Rules by practice before their course is over: the search as it stands is kept, too."""
    game, made = load_game("draw_poker"), learner_class("waterman")
    learner = new_learner("waterman", game, settings=made.preset("practised"))
    next(iter(train(game, learner, make_regime(made.usual_regime(learner.settings), game, 4_000_000), seed=1)))
    return learner


def after_people() -> Learner:
    """Hoyle after a few contests of a person."""
    learner = new_learner("hoyle", load_game("lose_tic_tac_toe"), "l03")
    watch(learner, [replace(record, experts=experts_by(record, learner.game, "ann")) for record in contests_of_ann(3)])
    return learner


def main() -> None:
    """Write all of them anew."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    for name in COURSES:
        save_agent(taught(name), FOLDER / "agents" / name.replace("/", "-"))
    for name in LONGER:
        save_agent(taught(name, 60, "tic_tac_toe"), FOLDER / "agents" / f"{name.replace('/', '-')}-longer")
    with (FOLDER / "agents" / "hoyle-l03_rote-longer" / "rote_trees.tsv").open("a") as file:
        file.write(TREE)  # no small course grows one
    save_agent(taught("seqlearner/l03", retro="all"), FOLDER / "agents" / "seqlearner-retro")
    save_agent(taught("waterman/thesis_like"), FOLDER / "agents" / "waterman-opponents")
    save_agent(after_people(), FOLDER / "agents" / "hoyle-watched")
    save_agent(halfway(), FOLDER / "agents" / "waterman-practised-halfway")
    for game in ("lose_tic_tac_toe", "draw_poker", "forty_two"):
        learn(Experiment(game, learner="rote", regime="fixed_length", contests=4), FOLDER / "courses" / game)
    plan = TestPlan(("random",), contests=4)
    small = Experiment("tic_tac_toe", learner="rote", regime="fixed_length", contests=6, test=plan)
    keep_runs(small, FOLDER / "results", 2, Workers(InlineExecutor(), ahead=1))


if __name__ == "__main__":
    main()
