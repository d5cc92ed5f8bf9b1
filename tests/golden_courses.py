"""Golden courses: what every preset of every learner of ours knows after a tiny course, as a digest with a revision.

    python -m tests.golden_courses

writes `golden_courses.json` beside this file. It refuses where a digest changed under an unchanged revision: what is
learned changed, so either raise the learner's `revision` or mend the change. Remove the file to begin from nothing.

Decimal numbers are rounded to four significant digits before the digest, those below a billionth to nothing, so that
another processor's last bit does not count: what is 0 on one is 1.8e-15 on another.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from gamelore.arena.regimes import Block, Regime, make_regime
from gamelore.arena.training import train
from gamelore.base.files import digest, to_json
from gamelore.games import load_game
from gamelore.games.forty_two import FortyTwo
from gamelore.lab.forty_two.experiment import hands_to_learn, teach_hands
from gamelore.learners.core import Learner
from gamelore.learners.registry import learner_class, learner_names, new_learner

FILE = Path(__file__).with_suffix(".json")
Golden = dict[str, dict[str, int | str]]

BOARD = Regime(
    "golden",
    (Block(("perfect", "novice"), 6, (0,)), Block(("learner", "expert"), 2), Block(("perfect", "random"), 4, (0,))),
    36,
)
"""The learner watches and plays in turn: some presets learn only from one of the two."""
ROUNDS, HANDS = 40, 40
"""Of draw poker, and of 42."""


def names() -> list[str]:
    """Every preset of every learner of the package, as `learner/preset`."""
    ours = [name for name in learner_names() if learner_class(name).__module__.startswith("gamelore.")]
    return [f"{name}/{preset}" for name in ours for preset in learner_class(name).presets]


def taught(name: str) -> Learner:
    """A learner after its tiny course."""
    kind, _, preset = name.partition("/")
    made = learner_class(kind)
    if kind == "cogap":
        rule, hands = hands_to_learn(hands=HANDS)
        return teach_hands(FortyTwo(), made.preset(preset), hands, rule)
    game = next(g for g in map(load_game, ("lose_tic_tac_toe", "draw_poker")) if made.plays(g))
    learner = new_learner(kind, game, preset)
    usual = make_regime(made.usual_regime(learner.settings), game, ROUNDS)
    for _ in train(game, learner, usual if game.name == "draw_poker" else BOARD, seed=1):
        pass
    return learner


def entry(name: str) -> dict[str, int | str]:
    """What is recorded of a preset."""
    learner = taught(name)
    return {"revision": learner.revision, "digest": rounded_digest(learner.knowledge())}


def rounded_digest(texts: dict[str, str]) -> str:
    """The digest of some texts, their decimal numbers rounded."""
    return digest(re.sub(r"-?\d+(\.\d+(e[-+]?\d+)?|e-\d+)", _rounded, to_json(texts)))[:16]


def _rounded(found: re.Match[str]) -> str:
    number = float(found[0])
    return f"{number:.4g}" if abs(number) >= 1e-9 else "0"


def complaint(name: str, old: dict[str, int | str] | None, new: dict[str, int | str]) -> str:
    """What is wrong with a preset's record; nothing if it is as it should be."""
    if old is None:
        return f"{name}: no golden course is recorded; write it: python -m tests.golden_courses"
    if old["revision"] != new["revision"]:
        return f"{name}: the revision was raised; record the golden course: python -m tests.golden_courses"
    if old["digest"] != new["digest"]:
        return f"{name}: what is learned has changed; raise the revision or mend the change"
    return ""


def recorded() -> Golden:
    """What was recorded."""
    found: Golden = json.loads(FILE.read_text()) if FILE.exists() else {}
    return found


def main() -> None:
    """Record every golden course, unless what is learned changed under an unchanged revision."""
    before, now = recorded(), {name: entry(name) for name in names()}
    found = [complaint(name, before.get(name), new) for name, new in now.items()]
    changed = [text for text in found if text.endswith("mend the change")]
    if changed:
        sys.exit("\n".join([*changed, f"nothing was written; remove {FILE.name} to begin from nothing"]))
    FILE.write_text(to_json(now, indent=1) + "\n")
    print(f"{len(now)} golden courses in {FILE}")


if __name__ == "__main__":
    main()
