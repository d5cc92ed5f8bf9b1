"""What reproduces a paper, by its paper: tables as printed, who runs them, studies and models that serve nothing else.

Importing this puts all of them on the shelf of the lab (`lab/engine/shelf.py`). No floor below names them, and
everything but their tables and commands works without them. Presets that follow a paper stand with their learners.
"""

from gamelore.lab.engine.shelf import put
from gamelore.papers import carberry, epstein_1996_1998, lock_2003, waterman_1968

put(waterman_1968.PAPER, lock_2003.PAPER, epstein_1996_1998.PAPER, carberry.PAPER)
