"""Who a visitor is: keys, one for each browser, and a recovery code for where no browser can carry one.

A key is handed out once and never replaced by another; what changes is whose it is. A recovery code makes the browser
in which it is typed a browser of the same visitor. The file holds digests alone: of every key, and of the code. The
code itself is sealed with each key that has seen it, so that a browser can show it again and whoever reads the file
cannot.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import sqlite3
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from gamelore.app.page.door.guard import MONTH, Known, cookie_of, digest_of, new_key
from gamelore.app.page.keeping.store import PageStore, now
from gamelore.base.errors import BadText, GameloreError, NotAvailable

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Of a recovery code: what is easily taken for something else is not among them."""
_TAKEN_FOR = str.maketrans("OIL", "011")
LENGTH, GROUP = 16, 4
"""80 bits, in groups that a person can copy."""
MOST_REMEMBERED = 100_000
MOST_FIRSTS = 10_000
OWNED = ("sittings", "games", "courses", "practised")
"""The tables that say whose each row is."""


class Undecided(GameloreError):
    """Something of a visitor's would be out of reach; the sentence says what can be done."""


class WrongCode(GameloreError):
    """No recovery code of anybody's."""


class Visitors:
    """All visitors; `cookie` is what the page's cookie is called."""

    def __init__(self, store: PageStore, cookie: str, clock: Callable[[], float] = now) -> None:
        self.store, self.cookie, self.clock = store, cookie, clock
        self._remembered: OrderedDict[str, tuple[str, float]] = OrderedDict()
        self._firsts: OrderedDict[str, asyncio.Task[str]] = OrderedDict()

    # --- keys ---------------------------------------------------------------------------------------------------------

    def known(self, digest: str) -> tuple[str, float] | None:
        """Whose a key is, and when it was last handed to its browser; by the digest of the key."""
        if digest in self._remembered:
            self._remembered.move_to_end(digest)
            return self._remembered[digest]
        rows = self.store.read("SELECT visitor, renewed FROM keys WHERE key = ?", digest)
        if not rows:
            return None
        return self._remember(digest, rows[0]["visitor"], rows[0]["renewed"])

    def _remember(self, digest: str, visitor: str, renewed: float) -> tuple[str, float]:
        self._remembered[digest] = visitor, renewed
        if len(self._remembered) > MOST_REMEMBERED:
            self._remembered.popitem(last=False)
        return visitor, renewed

    async def welcome(self, first: str) -> str:
        """The key of a newcomer; windows of one browser that ask at once give the same `first`, and share it."""
        if not first:
            return await self._new_visitor()
        if first not in self._firsts:
            self._firsts[first] = asyncio.create_task(self._new_visitor())
            if len(self._firsts) > MOST_FIRSTS:
                self._firsts.popitem(last=False)
        try:
            return await asyncio.shield(self._firsts[first])
        except GameloreError:
            self._firsts.pop(first, None)
            raise

    async def _new_visitor(self) -> str:
        key, at = new_key(), self.clock()
        digest = digest_of(key)

        def write(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT INTO visitors VALUES (?, ?)", (digest, at))
            connection.execute("INSERT INTO keys VALUES (?, ?, ?, '')", (digest, digest, at))

        await self.store.do(write)
        self._remember(digest, digest, at)
        return key

    async def renewed(self, known: Known) -> str:
        """The header that hands a browser its key again, once a month or when it is called otherwise; else empty."""
        if known.cookie == self.cookie and self.clock() - known.renewed < MONTH:
            return ""
        digest, at = digest_of(known.key), self.clock()
        await self.store.write("UPDATE keys SET renewed = ? WHERE key = ?", at, digest)
        self._remember(digest, known.visitor, at)
        return cookie_of(self.cookie, known.key)

    def forget_firsts(self, key: str) -> None:
        """Let nobody share a key that was taken from a browser."""
        gone = [first for first, task in self._firsts.items() if task.done() and task.result() == key]
        for first in gone:
            del self._firsts[first]

    # --- the recovery code --------------------------------------------------------------------------------------------

    async def code(self, known: Known, *, replace: bool = False) -> str:
        """The visitor's recovery code; made if there is none, or anew if the old one shall no longer count."""
        digest = digest_of(known.key)
        rows = self.store.read("SELECT code FROM recoveries WHERE visitor = ?", known.visitor)
        if rows and not replace:
            sealed = self.store.read("SELECT sealed FROM keys WHERE key = ?", digest)[0]["sealed"]
            for row in rows:
                if code := _unsealed(known.key, row["code"], sealed):
                    return _grouped(code)
            raise Undecided(
                "Your recovery code was made in another browser, which can show it. If you make a new one here, the "
                "old one counts no longer."
            )
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))

        def write(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM recoveries WHERE visitor = ?", (known.visitor,))
            row = digest_of(code), known.visitor, self.clock()
            connection.execute("INSERT INTO recoveries VALUES (?, ?, ?)", row)
            connection.execute("UPDATE keys SET sealed = ? WHERE key = ?", (_sealed(known.key, code), digest))

        await self.store.do(write)
        return _grouped(code)

    async def recover(self, typed: str, known: Known | None, *, together: bool | None = None) -> tuple[str, str]:
        """Make this browser one of the visitor whose code was typed; the key it then holds, and whose it was before.

        A browser that holds something of another visitor must say whether both are the same person.
        """
        code = typed_code(typed)
        rows = self.store.read("SELECT visitor FROM recoveries WHERE code = ?", digest_of(code))
        if not rows:
            raise WrongCode("That is no recovery code.")
        visitor: str = rows[0]["visitor"]
        if known is None:
            key = new_key()
            row = digest_of(key), visitor, self.clock(), _sealed(key, code)
            await self.store.write("INSERT INTO keys VALUES (?, ?, ?, ?)", *row)
            return key, ""
        before, digest, sealed = known.visitor, digest_of(known.key), _sealed(known.key, code)
        if before == visitor:  # who is here already can show the code from now on
            await self.store.write("UPDATE keys SET sealed = ? WHERE key = ?", sealed, digest)
            return known.key, ""
        if self.owns(before):
            self._ask_whose(known, together)

        def write(connection: sqlite3.Connection) -> None:
            if together:
                for table in (*OWNED, "keys", "recoveries"):
                    connection.execute(
                        f"UPDATE OR REPLACE {table} SET visitor = ? WHERE visitor = ?", (visitor, before)
                    )
            connection.execute("UPDATE keys SET visitor = ?, sealed = ? WHERE key = ?", (visitor, sealed, digest))
            left = connection.execute("SELECT 1 FROM keys WHERE visitor = ?", (before,)).fetchone()
            if left is None and not _owns(connection, before):
                connection.execute("DELETE FROM recoveries WHERE visitor = ?", (before,))
                connection.execute("DELETE FROM visitors WHERE visitor = ?", (before,))

        await self.store.do(write)
        self._remembered.clear()
        return known.key, before

    def _ask_whose(self, known: Known, together: bool | None) -> None:
        if together is None:
            raise Undecided("This browser already holds contests, games or agents of a visitor. Are they yours, too?")
        if not together and not self.can_come_back(known):
            raise Undecided(
                "This browser has the only key to what it holds. Show its recovery code and keep it first, or bring "
                "both together."
            )

    def owns(self, visitor: str) -> bool:
        """Whether a visitor has anything at all."""
        return any(self.store.read(f"SELECT 1 FROM {table} WHERE visitor = ? LIMIT 1", visitor) for table in OWNED)

    def can_come_back(self, known: Known) -> bool:
        """Whether a visitor would be reached without this browser: from another one, or by the recovery code."""
        others = self.store.read(
            "SELECT 1 FROM keys WHERE visitor = ? AND key <> ?", known.visitor, digest_of(known.key)
        )
        return bool(others or self.store.read("SELECT 1 FROM recoveries WHERE visitor = ?", known.visitor))

    # --- leaving ------------------------------------------------------------------------------------------------------

    async def forget(self, known: Known) -> None:
        """Take the key from one browser; the visitor stays, for whoever can come back."""
        if not self.can_come_back(known):
            raise NotAvailable("Nobody could come back: this browser has the only key.")
        await self.store.write("DELETE FROM keys WHERE key = ?", digest_of(known.key))
        self.forget_firsts(known.key)
        self._remembered.clear()

    async def delete(self, visitor: str) -> tuple[list[str], list[str]]:
        """Remove a visitor and all rows of theirs; the keys of the agents and the games whose files go, too."""

        def write(connection: sqlite3.Connection) -> tuple[list[str], list[str]]:
            gone = tuple(
                [row[0] for row in connection.execute(f"SELECT {name} FROM {table} WHERE visitor = ?", (visitor,))]
                for name, table in (("course", "courses"), ("game", "games"))
            )
            connection.execute(
                "DELETE FROM judged WHERE sitting IN (SELECT sitting FROM sittings WHERE visitor = ?)", (visitor,)
            )
            for table in (*OWNED, "keys", "recoveries", "visitors"):
                connection.execute(f"DELETE FROM {table} WHERE visitor = ?", (visitor,))
            return gone[0], gone[1]

        found = await self.store.do(write)
        self.close()
        return found

    async def sweep(self) -> None:
        """Forget whoever looked in a month ago, or longer, and did nothing; they lose nothing."""
        owners = " UNION ".join(f"SELECT visitor FROM {table}" for table in (*OWNED, "recoveries"))
        before = self.clock() - MONTH

        def write(connection: sqlite3.Connection) -> None:
            connection.execute(f"DELETE FROM visitors WHERE made < ? AND visitor NOT IN ({owners})", (before,))
            connection.execute("DELETE FROM keys WHERE visitor NOT IN (SELECT visitor FROM visitors)")

        await self.store.do(write)
        self.close()

    def close(self) -> None:
        """Remember nothing that does not stand in the file."""
        self._firsts.clear()
        self._remembered.clear()


def _owns(connection: sqlite3.Connection, visitor: str) -> bool:
    asked: Any = (connection.execute(f"SELECT 1 FROM {table} WHERE visitor = ?", (visitor,)) for table in OWNED)
    return any(found.fetchone() for found in asked)


def typed_code(typed: str) -> str:
    """A recovery code as somebody types it: small letters, gaps, O for 0."""
    code = "".join(sign for sign in typed.upper() if sign.isalnum()).translate(_TAKEN_FOR)
    if len(code) != LENGTH or not set(code) <= set(LETTERS):
        raise BadText(f"A recovery code has {LENGTH} letters and digits, such as {_grouped('7Q2M' * 4)}.")
    return code


def _grouped(code: str) -> str:
    return "-".join(code[at : at + GROUP] for at in range(0, LENGTH, GROUP))


def _pad(key: str, digest: str) -> bytes:
    return hmac.digest(key.encode(), f"recovery {digest}".encode(), hashlib.sha256)[:LENGTH]


def _sealed(key: str, code: str) -> str:
    """A code as only whoever holds the key can read it."""
    return bytes(a ^ b for a, b in zip(code.encode(), _pad(key, digest_of(code)), strict=True)).hex()


def _unsealed(key: str, digest: str, sealed: str) -> str:
    """The code again; empty if it is another one, or this key has never seen it."""
    try:
        code = bytes(a ^ b for a, b in zip(bytes.fromhex(sealed), _pad(key, digest), strict=True)).decode()
    except ValueError:
        return ""
    return code if digest_of(code) == digest else ""
