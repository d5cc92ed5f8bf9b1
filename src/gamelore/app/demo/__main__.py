"""`python -m gamelore.app.demo`."""

import sys

from gamelore.app.demo import main

sys.exit(main())
