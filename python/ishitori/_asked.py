"""Questions whose functions are made from their requests, by the tests of `ishitori-answers`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ._ask import Answer, finished, request

__all__ = ["devices", "parity", "remoteness"]


def devices(**options: Any) -> Answer:
    """List the GPUs that sweeps can use."""
    fields: dict[str, Any] = {}
    return finished(request(Answer, "devices", options, fields))


def parity(
    rule: str,
    *,
    to: int | None = None,
    heaps: int | None = None,
    **options: Any,
) -> Answer:
    """Brute-force check of the parity theorem: normal and misère play decide the parity-of-moves game."""
    fields: dict[str, Any] = {
        "rule": rule,
        "to": to,
        "heaps": heaps,
    }
    return finished(request(Answer, "parity", options, fields))


def remoteness(
    rule: object,
    position: str,
    *,
    set: Iterable[str] | None = None,
    end: str | None = None,
    sum: str | None = None,
    **options: Any,
) -> Answer:
    """How many moves a play has if the winner hurries and the loser holds out."""
    fields: dict[str, Any] = {
        "rule": str(rule),
        "position": position,
        "set": None if set is None else list(set),
        "end": end,
        "sum": sum,
    }
    return finished(request(Answer, "remoteness", options, fields))
