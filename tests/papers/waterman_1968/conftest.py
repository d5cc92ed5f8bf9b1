"""The program as a test calls it."""

from tests.app.conftest import run

__all__ = ["run"]
