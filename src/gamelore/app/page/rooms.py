"""Side rooms: routes and pages beside the contests, whose sittings a visitor takes along."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Protocol

from fastapi import APIRouter, Request, Response

from gamelore.base.files import Json
from gamelore.games.core import AnyGame


class SideRoom(Protocol):
    """What the page has beside its tables."""

    kind: str
    """The kind of its sittings in the page's file."""
    router: APIRouter
    """Its routes below `/api`."""
    pages: Mapping[str, Callable[..., Awaitable[Response]]]
    """Its pages by their paths."""

    def taken(self, row: Any) -> Json:
        """What a visitor takes along of a kept sitting."""

    def hides(self, row: Any) -> bool:
        """Whether the agent of a kept sitting tells what its visitor may not see yet."""


class ShowPage(Protocol):
    """Answers a request with the text of a page."""

    def __call__(self, request: Request, text: str, status: int = 200) -> Awaitable[Response]:
        """The answer; a newcomer is let in, or sent to the door."""


def rooms_of(games: Sequence[AnyGame]) -> list[Callable[..., SideRoom]]:
    """The rooms of all families of some games, each to be made."""
    kits = dict.fromkeys(game.kit for game in games)
    found: list[Any] = [kit.part("room") for kit in kits]
    return [room for rooms in found if rooms is not None for room in (rooms if isinstance(rooms, tuple) else (rooms,))]
