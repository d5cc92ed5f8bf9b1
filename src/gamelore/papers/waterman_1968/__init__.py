"""D. A. Waterman, Machine Learning of Heuristics (Ph.D. thesis, Stanford University, 1968).

Chapter 5: how often learned lists of poker rules agree with their trainer or with the axioms, and what they win.
Chapter 4: models of how people learn a strategy (`psychology/`).
"""

from pathlib import Path

from gamelore.lab.engine.shelf import Source

PAPER = Source(
    __name__,
    Path(__file__).parent / "tables",
    runners={"chapter_5": f"{__name__}.chapter_5:reproduce_chapter_5"},
    measures={"agreement": f"{__name__}.chapter_5:AGREEMENT", "winnings": f"{__name__}.chapter_5:WINNINGS"},
    files={"subject": f"{__name__}.psychology.sittings:check_sitting"},
    commands={"models": f"{__name__}.commands:models", "subject": f"{__name__}.commands:subject"},
)
