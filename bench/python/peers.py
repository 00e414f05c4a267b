"""The Python package against its peers, in one process, CPU seconds of one thread.

    pip install pycgt cgt-py ishitori
    python bench/python/peers.py

`pycgt` is pure Python; `cgt-py` binds the Rust crate `cgt`. All values are compared, and ratios are those of
one run; a peer that is not installed is left out.
"""

from __future__ import annotations

import json
import random
import resource
import sys
import time
from collections.abc import Callable
from typing import Any

from ishitori import Board, Game, Rule, _ishitori


def timed(work: Callable[[], Any], runs: int = 1) -> tuple[float, Any]:
    """The CPU seconds of the fastest of some runs, and what the last one found."""
    best, found = float("inf"), None
    for _ in range(runs):
        start = time.process_time()
        found = work()
        best = min(best, time.process_time() - start)
    return best, found


def report(what: str, theirs: float, ours: float) -> None:
    print(f"{what:58} {theirs:10.4f} s {ours:10.5f} s  {theirs / ours:8.0f}x", flush=True)


def boards() -> list[str]:
    """All positions of 4 × 4 Domineering."""

    def board(bits: int) -> str:
        cells = "".join("#" if bits >> n & 1 else "." for n in range(16))
        return "|".join(cells[row : row + 4] for row in range(0, 16, 4))

    return [board(bits) for bits in range(1 << 16)]


def against_cgt_py() -> None:
    import cgt_py

    texts = boards()
    theirs, values = timed(lambda: [cgt_py.Domineering(text).canonical_form for text in texts])
    ours, games = timed(lambda: Board("domineering").values(texts, threads=1), runs=3)
    report("cgt-py: all positions of 4 x 4 Domineering", theirs, ours)
    distinct: dict[str, Game] = {}
    for value, game in zip(values, games):
        assert distinct.setdefault(repr(value), game) == game
    assert len(set(games)) == len(set(distinct)) == 717


def random_games(count: int, make: Callable[[list[Any], list[Any]], Any], leaf: Callable[[int], Any]) -> list[Any]:
    """The same games for every library: two or three levels of options above integers."""
    chance = random.Random(7)

    def one(depth: int) -> Any:
        if depth == 0:
            return leaf(chance.randint(-4, 4))
        sides = [[one(depth - 1) for _ in range(chance.randint(1, 2))] for _ in range(2)]
        return make(*sides)

    return [one(chance.randint(2, 3)) for _ in range(count)]


def against_pycgt() -> None:
    import pycgt

    mine = random_games(400, Game, Game)
    peers = random_games(400, lambda a, b: pycgt.canonical(pycgt.game(a, b)), pycgt.integer)
    chance = random.Random(8)
    sixes = [[chance.randrange(400) for _ in range(6)] for _ in range(66)]

    def show(game: Any) -> Game:
        return Game([show(g) for g in game.left], [show(g) for g in game.right])

    assert [show(game) for game in peers] == mine

    def added(games: list[Any], zero: Any) -> list[Any]:
        return [sum((games[at] for at in six), zero) for six in sixes]

    theirs, sums = timed(lambda: added(peers, pycgt.ZERO))
    ours, our_sums = timed(lambda: added(mine, Game(0)))
    report("pycgt: 66 sums of six of 400 random games", theirs, ours)

    some, our_some = sums[:12], our_sums[:12]
    theirs, order = timed(lambda: [pycgt.leq(g, h) for g in some for h in some])
    ours, our_order = timed(lambda: [g <= h for g in our_some for h in our_some])
    report("pycgt: 144 comparisons of these sums", theirs, ours)
    assert order == our_order

    theirs, heat = timed(lambda: [pycgt.temperature(game) for game in sums])
    ours, our_heat = timed(lambda: [game.temperature for game in our_sums])
    report("pycgt: temperatures of the sums", theirs, ours)
    assert heat == our_heat

    from pycgt.rulesets import domineering

    texts = boards()[:: 1 << 4]
    theirs, values = timed(lambda: [domineering.parse(text.replace("|", "\n")) for text in texts])
    ours, games = timed(lambda: Board("domineering").values(texts, threads=1), runs=3)
    report("pycgt: every 16th position of 4 x 4 Domineering", theirs, ours)
    assert [show(value) for value in values] == games


def alone() -> None:
    games = random_games(400, Game, Game)
    pairs = [(g, h) for g in games[:20] for h in games[:20]]
    [g + h for g, h in pairs]
    rounds = 200
    seconds, _ = timed(lambda: [g + h for _ in range(rounds) for g, h in pairs], runs=3)
    print(f"{'g + h that was computed before':58} {seconds / rounds / len(pairs) * 1e6:10.2f} µs")
    for heaps in (10**7, 5 * 10**7):
        rule = Rule("0.106")
        options = dict.fromkeys(("lang", "time_limit", "memory_limit", "progress", "checkpoint"))
        asked = json.dumps({"rule": "0.106", "to": heaps})
        library, _ = timed(lambda: _ishitori.ask("grundy", asked, {**options, "threads": 1}), runs=3)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        seconds, values = timed(lambda: rule.grundy(heaps, threads=1), runs=3)
        assert len(values) == heaps + 1
        more = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        what = f"Rule(0.106).grundy({heaps})"
        print(f"{what:58} {heaps / seconds / 1e6:10.1f} million values a CPU second,")
        print(f"{'':58} {library / seconds:10.2f} of the rate of the library, array {values.nbytes >> 20} MiB,")
        print(f"{'':58} {more >> 10:10} MiB more at the peak than the library alone")


if __name__ == "__main__":
    print(f"{'':58} {'theirs':>12} {'ours':>12}  ratio")
    for peer in (against_pycgt, against_cgt_py):
        try:
            peer()
        except ImportError as error:
            print(f"{error.name} is not installed", file=sys.stderr)
    alone()
