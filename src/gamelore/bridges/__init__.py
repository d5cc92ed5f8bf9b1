"""Other libraries of games, both ways: their games as ours by the rules alone, our games and players as theirs.

Nothing here is imported unless somebody asks for it, and each library is an extra of the package (`need`).
"""

from __future__ import annotations

import importlib
from typing import Any

from gamelore.base.errors import NotAvailable


def need(module: str, extra: str) -> Any:
    """A module of another library; where it is missing, how to install it is said."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise NotAvailable(f"this needs {error.name}; install it: pip install 'gamelore[{extra}]'") from None
