"""Where commands take an agent, a person may have written rules instead; and what a course begins with.

An agent is a folder, rules are a file: a LASH program or a listing. A person's contests may be all of a course.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gamelore.app.terminal.output import print_json
from gamelore.app.terminal.width import say
from gamelore.base.words import counted

if TYPE_CHECKING:
    from gamelore.lab.learn import Beginning
    from gamelore.lab.watching import ToWatch
    from gamelore.learners.core import Learner
    from gamelore.learners.registry import Agent
    from gamelore.learners.rules.learner import Waterman

MOST_TOLD, MOST_LORE = 20, 8
"""How many contests are told of one by one, and how many sentences of lore."""


def agent_or_rules(path: Path) -> Agent:
    """The agent of a folder, or the one that follows the rules of a file."""
    from gamelore.learners.registry import Agent, load_agent

    return Agent(follower(path), {}, ()) if path.is_file() else load_agent(path)


def follower(path: Path) -> Waterman:
    """Who follows the rules of a file at draw poker; what was taken from the built-in ones is told in one line."""
    from gamelore.base.streams import tell
    from gamelore.learners.rules.by_hand import rules_of_file

    learner, taken = rules_of_file(path)
    if taken:
        tell(f"{path}: {taken}")
    return learner


def beginning(
    source: Path | None, start: Learner | None, lessons: Path | None, out: Path, shown: ToWatch | None = None
) -> Beginning | None:
    """What a course begins with: rules of a file, what an agent knows, lessons, contests to watch; None for nothing."""
    from gamelore.arena.watching import watch
    from gamelore.base.errors import BadSetting
    from gamelore.base.files import digest, read_text
    from gamelore.lab.learn import ITSELF, Beginning
    from gamelore.learners.registry import knowledge_digest
    from gamelore.learners.rules.learner import Waterman
    from gamelore.learners.rules.lessons import read_lessons, teach_lesson
    from gamelore.learners.rules.settings import POKER

    if start is None and lessons is None and shown is None:
        return None
    text = "" if lessons is None else read_text(lessons)

    def give(learner: Learner) -> None:
        if start is not None:
            learner.take_over(start)
        if lessons is not None:
            if not isinstance(learner, Waterman) or learner.game.name != POKER:
                raise BadSetting(f"lessons are for the rule learner (waterman) at {POKER}, not for {learner.kind}")
            for lesson in read_lessons(text, learner, str(lessons)):
                teach_lesson(learner, lesson)
        if shown is not None:
            watch(learner, shown.records)

    if source is not None and start is not None and source.resolve() == out.resolve():
        return Beginning(give, ITSELF)
    known = "" if start is None else knowledge_digest(start)
    seen = "" if shown is None else f"\n{shown.name}"
    return Beginning(give, digest(f"{known}\n{text}{seen}")[:16])


def watch_and_tell(learner: Learner, shown: ToWatch, out: Path, *, over: bool, as_json: bool) -> None:
    """Let a learner watch, save it and tell what came of it."""
    from gamelore.lab.watching import learn_by_watching, to_data

    taken = learn_by_watching(learner, shown, out, over=over)
    moves, follows = sum(one.moves for one in taken), sum(one.follows for one in taken)
    if as_json:
        told = {"folder": str(out), "game": learner.game.name, "learner": learner.kind, "expert": shown.expert}
        counts = {"contests": len(shown.records), "moves": moves, "follows": follows}
        left = {"other_games": shown.other_games, "nobody": shown.nobody}
        print_json({**told, **counts, **left, "taken": to_data(taken), "lore": list(learner.lore()[:10])})
        return
    say(f"{learner.kind} has watched {counted(len(shown.records), 'contest')} of {learner.game.name}")
    say(*(f"  {number}. {one}" for number, one in enumerate(taken[:MOST_TOLD], start=1)))
    if len(taken) > MOST_TOLD:
        say(f"  and {len(taken) - MOST_TOLD} more (--json has all)")
    say(f"  asked move by move, it plays as it was shown in {follows} of {moves} decisions")
    for sentence in learner.lore()[:MOST_LORE]:
        say(f"  {sentence}")
    if left_out := shown.said():
        say(f"  {left_out}")
    say(f"  saved in {out}")
