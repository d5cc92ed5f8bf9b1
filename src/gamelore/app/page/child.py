"""What the page's own processes share: none of them outlives the page, however that ended."""

from __future__ import annotations

import os
import signal
import threading


def end_with_the_page(sign: signal.Signals) -> None:
    """Signal this process when its standard input ends, which the page holds open as long as it lives."""

    def wait() -> None:
        # Not by the buffer, which this thread would hold while the interpreter ends, who would abort for it.
        while os.read(0, 64):
            pass
        os.kill(os.getpid(), sign)

    threading.Thread(target=wait, daemon=True).start()
