"""`python -m gamelore` is `gamelore`."""

import sys

from gamelore.app.cli import main

if __name__ == "__main__":
    sys.exit(main())
