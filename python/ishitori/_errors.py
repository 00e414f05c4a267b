"""Exceptions of the package."""

from __future__ import annotations

from typing import Any


class LimitReached(RuntimeError):
    """A limit of time, memory or size was reached.

    ``limit`` says which one: ``"time"``, ``"memory"``, ``"size"`` or ``"cancelled"``. ``partial`` is
    what was known by then: the answer that would have been returned, cut short, or None.
    """

    def __init__(self, message: str, limit: str | None = None, partial: Any = None) -> None:
        super().__init__(message)
        self.limit = limit
        self.partial = partial
