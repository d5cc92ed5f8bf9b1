"""M. S. Carberry, COGAP-42: Game Playing and Learning in a Non-Board, Imperfect Information Game (Ph.D. thesis)."""

from pathlib import Path

from gamelore.lab.engine.shelf import Source

PAPER = Source(
    __name__,
    Path(__file__).parent / "tables",
    runners={"bidding": f"{__name__}.bidding:reproduce_bidding"},
    kinds={"bidding": f"{__name__}.bidding:BiddingExperiment"},
)
