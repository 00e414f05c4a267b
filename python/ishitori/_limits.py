"""Limits of time and memory."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from . import _ishitori
from ._words import say

_UNITS = {
    "": 1, "b": 1,
    "kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12,
    "kib": 2**10, "mib": 2**20, "gib": 2**30, "tib": 2**40,
}  # fmt: skip


def seconds(limit: float | str | None, lang: str | None = None) -> float | None:
    """A time in seconds: ``30``, ``0.5``, ``"30s"``, ``"2min"``, ``"1h"``."""
    if limit is None or isinstance(limit, (int, float)):
        return None if limit is None else float(limit)
    found = re.fullmatch(r"\s*([0-9.]+)\s*(ms|s|min|m|h)?\s*", limit)
    if not found:
        raise ValueError(say("no-time", lang, value=limit))
    factor = {"ms": 0.001, "s": 1, "min": 60, "m": 60, "h": 3600}[found[2] or "s"]
    return float(found[1]) * factor


def size(limit: int | str | None, lang: str | None = None) -> int | None:
    """A size in bytes: ``4 << 30``, ``"4GiB"``, ``"500MB"``."""
    if limit is None or isinstance(limit, int):
        if limit is not None and limit < 0:
            raise ValueError(say("negative-size", lang, value=limit))
        return limit
    found = re.fullmatch(r"\s*([0-9.]+)\s*([a-zA-Z]*)\s*", limit)
    if not found or found[2].lower() not in _UNITS:
        raise ValueError(say("no-size", lang, value=limit))
    return int(float(found[1]) * _UNITS[found[2].lower()])


@contextmanager
def limits(time: float | str | None = None, memory: int | str | None = None) -> Iterator[None]:
    """Limits for everything that is computed within the block in this thread.

    Questions with limits of their own keep them. A limit that is reached raises
    :class:`~ishitori.LimitReached`.

    >>> import ishitori
    >>> with ishitori.limits(time=5, memory="1GiB"):
    ...     ishitori.Game("{2|1}") + 1
    Game('{3|2}')
    """
    before = _ishitori.set_limits(seconds(time), size(memory))
    try:
        yield
    finally:
        _ishitori.set_limits(*before)
