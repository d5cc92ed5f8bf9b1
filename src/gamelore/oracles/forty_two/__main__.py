"""`python -m gamelore.oracles.forty_two --relabel` builds the labelled store again."""

from __future__ import annotations

import sys

from gamelore.base.errors import GameloreError
from gamelore.oracles.forty_two.build import main

if __name__ == "__main__":
    try:
        sys.exit(main())
    except GameloreError as error:
        sys.exit(str(error))
