"""The command `serve`: the web page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def serve(
    host: Annotated[
        str, typer.Option(help="Where to listen; any other than this machine needs an access code.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port.", min=1, max=65535)] = 8042,
    code: Annotated[str, typer.Option(help="The access code; one is made up where it is needed.")] = "",
    data: Annotated[
        Path | None, typer.Option(help="Where contests, games and agents are kept; your data folder by default.")
    ] = None,
) -> None:
    """Serve the web page: play, coach, bring a game, watch a course.

    It listens on this machine alone unless --host says otherwise. A class can use one server: --host 0.0.0.0
    prints a code that everybody enters once.

    Example: gamelore serve --port 8042
    """
    from gamelore.base.errors import NotAvailable

    try:
        from gamelore.app.page.serving import data_folder
        from gamelore.app.page.serving import serve as run
    except ModuleNotFoundError as error:
        raise NotAvailable(f"the page needs {error.name}; install it: pip install 'gamelore[serve]'") from None
    run(host, port, code, data if data is not None else data_folder())
