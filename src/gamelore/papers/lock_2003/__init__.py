"""E. Lock, Learning and Applying Temporal Patterns through Experience (2003): SeqLearner and TP-Rote."""

from pathlib import Path

from gamelore.lab.engine.shelf import Source

PAPER = Source(
    __name__,
    Path(__file__).parent / "tables",
    runners={
        "pairs": f"{__name__}.sequences:reproduce_pairs",
        "rote": f"{__name__}.sequences:reproduce_counts",
        "rote_times": f"{__name__}.sequences:reproduce_times",
    },
    kinds={"pair": f"{__name__}.sequences:PairExperiment", "rote": f"{__name__}.sequences:RoteExperiment"},
    beside=(("l03-16", "standard", "2003"), ("l03-16", "seq_advisor", "2003")),
)
