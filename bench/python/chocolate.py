"""The chocolate game y <= z div k as its authors program it: recursion with a memo.

    python3 bench/python/chocolate.py [k] [z]

prints the seconds of processor time for the table and a checksum. Nothing beyond the standard
library is used.
"""

import functools
import sys
import time


def table(k, last):
    @functools.lru_cache(maxsize=None)
    def grundy(y, z):
        seen = {grundy(u, z) for u in range(y)} | {grundy(min(y, w // k), w) for w in range(z)}
        g = 0
        while g in seen:
            g += 1
        return g

    # In an order in which the recursion is never deep.
    return [[grundy(y, z) for y in range(z // k + 1)] for z in range(last + 1)]


def main():
    k = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    last = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    start = time.process_time()
    rows = table(k, last)
    seconds = time.process_time() - start
    print(f"k = {k}, z <= {last}: {seconds:.3f} s, sum {sum(map(sum, rows))}")


if __name__ == "__main__":
    main()
