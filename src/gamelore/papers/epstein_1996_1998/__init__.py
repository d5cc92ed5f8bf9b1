"""Epstein, Gelfand and Lesniak (1996) and Epstein, Gelfand and Lock (1998): the patterns that Hoyle learns."""

from pathlib import Path

from gamelore.lab.engine.shelf import Source

PAPER = Source(
    __name__,
    Path(__file__).parent / "tables",
    runners={
        "held": f"{__name__}.held:reproduce_held",
        "patterns": f"{__name__}.patterns:reproduce_patterns",
        "times": f"{__name__}.patterns:reproduce_times",
        "votes": f"{__name__}.votes:reproduce_votes",
    },
    kinds={
        "held": f"{__name__}.held:HeldExperiment",
        "pattern": f"{__name__}.patterns:PatternExperiment",
        "vote": f"{__name__}.votes:VoteExperiment",
    },
    beside=(("s98-2", "without", "1998"), ("s98-2", "with", "1998")),
)
