"""The command `serve`: the web page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gamelore.base.words import counted


def serve(
    host: Annotated[
        str, typer.Option(help="Where to listen; any other than this machine needs an access code.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port.", min=1, max=65535)] = 8042,
    code: Annotated[str, typer.Option(help="The access code; one is made up where it is needed.")] = "",
    data: Annotated[
        Path | None, typer.Option(help="Where contests, games and agents are kept; your data folder by default.")
    ] = None,
    backup: Annotated[
        Path | None, typer.Option(help="Serve nothing: copy all that is kept into this file, while the page runs.")
    ] = None,
) -> None:
    """Serve the web page: play, coach, bring a game, watch a course.

    It listens on this machine alone unless --host says otherwise. A class can use one server: --host 0.0.0.0
    prints a code that everybody enters once. A backup becomes a page again as page.sqlite in an empty folder.

    Example: gamelore serve --port 8042
    """
    from gamelore.base.errors import NotAvailable

    try:
        from gamelore.app.page.serving import data_folder
        from gamelore.app.page.serving import serve as run
    except ModuleNotFoundError as error:
        raise NotAvailable(f"the page needs {error.name}; install it: pip install 'gamelore[serve]'") from None
    folder = data if data is not None else data_folder()
    if backup is not None:
        from gamelore.app.page.keeping.backup import backup as copy

        kept = counted(copy(folder, backup), "contest or lesson", "contests and lessons")
        print(f"{backup}: {kept}, with all games and agents")
        return
    run(host, port, code, folder)
