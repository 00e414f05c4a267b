"""The cost of options that come from Python, compared with the same games in the language.

    pip install ishitori
    python bench/python/own.py

CPU seconds of one thread and nanoseconds for each option, the fastest of three runs; all Grundy numbers are compared. Whoever calls the
engine is the same in both columns; what differs is who says what can be moved to.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from typing import Any

from ishitori import OwnGame, _ishitori

Position = tuple[int, int]


def wythoff(position: Position, player: str) -> Iterable[Position]:
    a, b = position
    yield from [(u, b) for u in range(a)]
    yield from [(a, v) for v in range(b)]
    yield from [(a - k, b - k) for k in range(1, min(a, b) + 1)]


def chocolate(position: Position, player: str) -> Iterable[Position]:
    y, z = position
    yield from [(u, z) for u in range(y)]
    yield from [(min(y, w // 3), w) for w in range(z)]


def steps(position: Position, player: str) -> Iterable[Position]:
    """Few options each: one to three stones from either heap."""
    a, b = position
    yield from [(a - s, b) for s in (1, 2, 3) if s <= a]
    yield from [(a, b - s) for s in (1, 2, 3) if s <= b]


#: By name: the options in Python, the text, the corner.
GAMES: dict[str, tuple[Callable[[Position, str], Iterable[Position]], str, Position]] = {
    "Wythoff to (120, 120)": (
        wythoff,
        "game queen\nposition (a, b)\nboth: (u, b) for u in 0 ..< a\n      (a, v) for v in 0 ..< b\n"
        "      (a - k, b - k) for k in 1 .. min(a, b)\n",
        (120, 120),
    ),
    "chocolate k = 3 to (60, 180)": (
        chocolate,
        "game bar\nposition (y, z) where y <= z div 3\nboth: (u, z) for u in 0 ..< y\n"
        "      (min(y, w div 3), w) for w in 0 ..< z\n",
        (60, 180),
    ),
    "one to three from two heaps, to (400, 400)": (
        steps,
        "game steps\nposition (a, b)\nboth: (a - s, b) for s in {1, 2, 3} if s <= a\n"
        "      (a, b - s) for s in {1, 2, 3} if s <= b\n",
        (400, 400),
    ),
}


def fastest(work: Callable[[], Any]) -> tuple[float, Any]:
    best, found = float("inf"), None
    for _ in range(3):
        start = time.process_time()
        found = work()
        best = min(best, time.process_time() - start)
    return best, found


def main() -> None:
    common = dict.fromkeys(("lang", "time_limit", "memory_limit", "progress", "checkpoint"))
    print(f"{'':45} {'options':>10} {'Python':>18} {'language':>18}  ratio")
    for name, (options, text, corner) in GAMES.items():
        asked = json.dumps({"rule": {"name": name, "text": text}, "to": corner})
        language, answer = fastest(lambda: _ishitori.ask("table", asked, {**common, "threads": 1}))
        table = {
            (y, z): value
            for y, row in enumerate(json.loads(answer.json())["rows"])
            for z, value in enumerate(row)
            if value is not None
        }
        count = sum(len(list(options(position, "Left"))) for position in table)

        def from_python() -> list[int]:
            game = OwnGame(options, impartial=True)
            return [game.grundy(position) for position in table]

        python, values = fastest(from_python)
        assert values == list(table.values()), name
        cells = [f"{seconds:8.4f} s {seconds / count * 1e9:5.0f} ns" for seconds in (python, language)]
        print(f"{name:45} {count:10} {cells[0]:>18} {cells[1]:>18} {python / language:6.0f}", flush=True)


if __name__ == "__main__":
    main()
