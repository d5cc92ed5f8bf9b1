"""The proficiency test over HTTP: kept, nobody else's, and silent about hands and seed until it is over."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from tests.app.page.asking import Visitor, opened


def steady(now: Any) -> str:
    moves = [move["action"] for move in now["moves"]]
    return "replace none" if now["stage"] == "replace" else "call" if "call" in moves else "bet 2"


def test_a_test_is_played_kept_taken_up_after_a_restart_and_ends_with_two_graphs(tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(tmp_path) as page:
            visitor = await Visitor(page).enter()
            assert "Waterman" in (await visitor.client.get("/proficiency")).text
            now = await visitor.post("/api/proficiency", against="poker:call", games=1)
            path = f"/api/proficiency/{now['test']}"
            assert (now["done"], now["of"], now["over"]) == (0, 14, False)
            assert (await visitor.client.get(f"/proficiency/{now['test']}")).status_code == 200
            bad = await visitor.client.post(f"{path}/moves", json={"version": 0, "move": "bet 99"})
            assert bad.status_code == 400
            assert await visitor.get(path) == now
            now = await visitor.post(f"{path}/moves", version=0, move=steady(now))
            stale = await visitor.client.post(f"{path}/moves", json={"version": 0, "move": "call"})
            assert stale.status_code == 409
            other = await Visitor(page).enter()
            assert (await other.client.get(path)).status_code == 404
            assert (await other.client.get(f"/proficiency/{now['test']}")).status_code == 404
            key = visitor.key
        async with opened(tmp_path) as page:
            again = Visitor(page)
            again.client.cookies.set("gamelore", key)
            restored = await again.get(path)
            assert {**restored, "last": None} == {**now, "last": None}
            waited = False
            while not now["over"]:
                now = await again.post(f"{path}/moves", version=now["version"], move=steady(now))
                told = json.dumps({**now, "chips": [], "table": "", "last": None})
                assert "seed" not in told
                assert "Hint" not in told
                waited = waited or bool(now.get("wait"))
            assert waited
            assert len(now["chips"]) == 10
            assert len(now["graphs"]) == 2
            assert "<style>" not in "".join(now["graphs"])
            assert "Table 5-3" in now["verdict"][1]
            assert "Proficiency test" in (await again.client.get("/proficiency")).text

    asyncio.run(go())


def test_what_a_visitor_takes_along_has_no_seed(tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(tmp_path) as page:
            visitor = await Visitor(page).enter()
            await visitor.post("/api/proficiency", against="poker:call", games=1)
            room = next(room for room in page.rooms if room.kind == "proficiency")
            (row,) = page.store.read("SELECT * FROM sittings WHERE kind = ?", "proficiency")
            taken = room.taken(row)
            assert set(taken) == {"test", "over", "against", "games", "chips", "rounds"}
            assert not room.hides(row)
            unknown = await visitor.client.post("/api/proficiency", json={"against": "poker:nobody", "games": 1})
            assert unknown.status_code == 400

    asyncio.run(go())
