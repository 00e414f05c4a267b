"""Two workers of a Dask cluster against two threads of one process, on the same family.

    pip install 'ishitori[dask]'
    python bench/python/workers.py [max] [shards]

Seconds by the clock, the faster of three runs each, taken in turns; the answers are compared byte for byte. Starting the cluster is
not counted, handing out shards and adding up records is.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from distributed import Client, LocalCluster

from ishitori import Family
from ishitori.dask import sweep


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    found = work()
    return time.perf_counter() - start, found


def main() -> None:
    largest = int(sys.argv[1]) if len(sys.argv) > 1 else 31
    shards = int(sys.argv[2]) if len(sys.argv) > 2 else 64
    family = Family(2, largest)
    threads, workers = [], []
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        sweep(client, Family(2, 12), shards=2).result()  # workers have loaded the package
        for _ in range(3):
            seconds, one = timed(lambda: family.sweep(end="mod2:LR", threads=2))
            threads.append(seconds)
            seconds, many = timed(lambda: sweep(client, family, shards=shards, end="mod2:LR").result())
            workers.append(seconds)
            assert one.to_json() == many.to_json()
    print(f"{family!r}, {shards} shards")
    print(f"two threads: {min(threads):.2f} s {[round(each, 2) for each in threads]}")
    print(f"two workers: {min(workers):.2f} s {[round(each, 2) for each in workers]}")
    print(f"rate of the workers: {min(threads) / min(workers):.2f} of that of the threads")


if __name__ == "__main__":
    main()
