"""Thousands of requests that nobody would make: the page refuses them, and never fails."""

from __future__ import annotations

import itertools
import os
import random
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.app.page.asking import GENEROUS, HOST

from gamelore.app.page.school import courses
from gamelore.app.page.server import WebPage

pytestmark = [pytest.mark.page, pytest.mark.timeout(3000)]

CASES = int(os.environ.get("GAMELORE_CASES", "2000"))
"""The page was held to 20,000."""


def test_no_request_makes_the_server_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import schemathesis
    from hypothesis import HealthCheck, Phase, given, seed, settings
    from starlette.testclient import TestClient

    monkeypatch.setattr(courses, "COMMAND", ("true",))  # thousands of courses would attack this machine
    page = WebPage(tmp_path, GENEROUS, background=False)
    seen: Counter[tuple[str, int]] = Counter()
    rng = random.Random(20_000)
    with TestClient(page.api) as _, TestClient(page.app, base_url=HOST) as client:
        client.post("/api/welcome", json={})
        keys = [
            client.post("/api/contests", json={"game": game, "against": against}).json()["sitting"]
            for game, against in (("tic_tac_toe", "random"), ("draw_poker", "poker:random"), ("forty_two", "random"))
        ]
        keys.append(client.post("/api/coachings", json={}).json()["coaching"])
        values: dict[str, list[Any]] = {
            "game": ["tic_tac_toe", "forty_two", "own:x", "achi"], "against": ["random", "agent:x", "maxims"],
            "version": [0, 1, 2], "move": ["5", "1", "call", "bid 30", "replace none", "pass"], "text": ["OK", "CALL"],
            "seat": [0, 1, 2, 3], "learner": ["nobody", "hoyle", "cogap"], "toml": ["", "format = 1"],
        }  # fmt: skip
        schema: Any = schemathesis.openapi.from_dict(page.api.openapi())
        operations: list[Any] = [found.ok() for found in schema.get_all_operations()]

        def ask(operation: Any, case: Any) -> None:
            path, body, query = operation.path, case.body, dict(case.query or {})
            for name, value in (case.path_parameters or {}).items():
                known = rng.choice(keys) if rng.random() < 0.6 else str(value)
                path = path.replace(f"{{{name}}}", known)
            if isinstance(body, dict) and rng.random() < 0.6:
                body = {name: rng.choice(values[name]) if name in values else value for name, value in body.items()}
            more: dict[str, Any] = (
                {} if not isinstance(body, dict | list | str | int | float | bool) else {"json": body}
            )
            headers = {n: v for n, v in (case.headers or {}).items() if v.isprintable() and v.isascii()}
            answer = client.request(operation.method.upper(), path, params=query, headers=headers, **more)
            seen[operation.path, answer.status_code] += 1
            assert answer.status_code < 500, (operation.path, path, body, answer.text)

        def fuzz(operation: Any, count: int, number: int) -> None:
            @seed(number)
            @settings(
                max_examples=count, database=None, deadline=None, phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )  # fmt: skip
            @given(case=operation.as_strategy())
            def run(case: Any) -> None:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    ask(operation, case)

            run()

        rounds = itertools.count(20_000)
        while sum(seen.values()) < CASES:  # an operation without anything to vary is soon through
            number, left = next(rounds), CASES - sum(seen.values())
            for operation in operations:
                fuzz(operation, left // len(operations) + 1, number)
    statuses = {status for _, status in seen}
    assert {200, 400, 404, 422} <= statuses
    worst = list(itertools.islice(seen.most_common(), 5))
    print(sum(seen.values()), worst)
