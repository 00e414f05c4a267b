"""Questions whose functions are made from their requests, by the tests of `ishitori-answers`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ._ask import Answer, finished, request

__all__ = ["devices", "parity", "remoteness", "compound", "blocking", "dots_and_boxes", "puzzle"]


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
    """How many moves play lasts if the winner hurries and the loser holds out."""
    fields: dict[str, Any] = {
        "rule": str(rule),
        "position": position,
        "set": None if set is None else list(set),
        "end": end,
        "sum": sum,
    }
    return finished(request(Answer, "remoteness", options, fields))


def compound(
    kind: str,
    rule: object,
    position: str | None = None,
    *,
    to: int | None = None,
    with_: Iterable[str] | None = None,
    set: Iterable[str] | None = None,
    end: str | None = None,
    **options: Any,
) -> Answer:
    """Who wins several games played at once, when a player moves in all of them or in some."""
    fields: dict[str, Any] = {
        "kind": kind,
        "rule": str(rule),
        "position": position,
        "to": to,
        "with_": None if with_ is None else list(with_),
        "set": None if set is None else list(set),
        "end": end,
    }
    return finished(request(Answer, "compound", options, fields))


def blocking(
    rule: object,
    position: str | None = None,
    *,
    most: int | None = None,
    to: Iterable[int] | None = None,
    set: Iterable[str] | None = None,
    end: str | None = None,
    **options: Any,
) -> Answer:
    """Who wins if the opponent may forbid some options before each move: a game with a Muller twist."""
    fields: dict[str, Any] = {
        "rule": str(rule),
        "position": position,
        "most": most,
        "to": None if to is None else list(to),
        "set": None if set is None else list(set),
        "end": end,
    }
    return finished(request(Answer, "blocking", options, fields))


def dots_and_boxes(
    position: str,
    *,
    drawn: Iterable[str] | None = None,
    **options: Any,
) -> Answer:
    """Who wins Nimstring on a board of Dots and Boxes, or on strings and coins, and who gets how many boxes more."""
    fields: dict[str, Any] = {
        "position": position,
        "drawn": None if drawn is None else list(drawn),
    }
    return finished(request(Answer, "dots-and-boxes", options, fields))


def puzzle(
    rule: object | None = None,
    position: str | None = None,
    *,
    set: Iterable[str] | None = None,
    end: str | None = None,
    level: int | None = None,
    seed: int | None = None,
    date: str | None = None,
    solution: bool | None = None,
    **options: Any,
) -> Answer:
    """Give a puzzle: a position in which exactly one move wins."""
    fields: dict[str, Any] = {
        "rule": None if rule is None else str(rule),
        "position": position,
        "set": None if set is None else list(set),
        "end": end,
        "level": level,
        "seed": seed,
        "date": date,
        "solution": solution,
    }
    return finished(request(Answer, "puzzle", options, fields))
