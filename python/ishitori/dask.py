"""Sweeps on many processes and machines, with Dask: ``pip install 'ishitori[dask]'``.

:func:`sweep` cuts a family into shards and hands them to the workers of a cluster: a ``LocalCluster``, a scheduler by its
address, or what dask-jobqueue starts on Slurm, PBS or SGE. Workers compute in their own process, so that nothing outlives a
worker that is killed. Records of shards are small files; a run that was stopped goes on with what is missing.

>>> from distributed import Client, LocalCluster
>>> from ishitori import Family
>>> from ishitori.dask import sweep
>>> with LocalCluster(n_workers=1, processes=False, dashboard_address=None) as cluster, Client(cluster) as client:
...     run = sweep(client, Family(min=2, max=12), shards=8, end="mod2:LR", where="has_R")
...     run.result().matching
678
"""

from __future__ import annotations

import heapq
import inspect
import os
import queue
import threading
import time
import uuid
from collections import deque
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, NamedTuple

from . import _ishitori
from ._answers import Sweep
from ._ask import Answer, questions, schema
from ._family import Family
from ._progress import reporting
from ._records import Division, divided, merged, record, store
from ._words import say

try:
    import distributed
except ImportError as error:
    raise ImportError(say("no-dask")) from error

__all__ = ["Progress", "Run", "ask", "sweep"]

#: Shards that the scheduler knows at a time, at least; four for each thread if that is more.
_AHEAD = 64
#: Seconds between two looks at the cluster.
_LOOK = 1.0
#: Seconds before the first further attempt, doubled each time, and the most.
_PAUSE, _LONGEST_PAUSE = 0.05, 5.0


class Progress(NamedTuple):
    """The progress of a run."""

    #: Shards that are done, those found in the folder of records among them.
    done: int
    #: Shards in all.
    shards: int
    #: Shards that were in the folder of records when the run began.
    found: int
    #: Attempts that failed and were made again.
    again: int


class _Unwanted(Exception):
    """The computation was cancelled: nothing waits for its result."""


def _is_wanted() -> bool:
    """Whether the cluster still wants what this thread computes."""
    try:
        worker = distributed.get_worker()
    except ValueError:
        return True  # no thread of a worker
    if worker.status.name in ("closing", "closed", "failed"):
        return False
    task = worker.state.tasks.get(worker.get_current_task())
    return task is not None and task.state not in ("cancelled", "released", "forgotten")


def _compute(division: Division, number: int, threads: int, lang: str) -> str:
    """One shard, in the process of a worker: its record."""
    place = division.record_place(number)
    if place is not None and not place.parent.is_dir():
        place = None  # on another machine
    if place is not None and place.exists() and division.has_rows(number):
        return place.read_text(encoding="utf-8")

    def listen(done: int, total: int | None, line: str) -> None:
        if not _is_wanted():
            raise _Unwanted

    found = record(
        division.question,
        division.fields,
        division.shard(number),
        threads=threads,
        out=division.rows_place(number),
        lang=lang,
        progress=listen,
    )
    if place is not None:
        store(place, found)
    return found


class Run(Future):  # type: ignore[type-arg]
    """A question that is under way on a cluster: a ``concurrent.futures.Future`` of its answer.

    ``result()`` waits for the whole, ``progress`` says how far it is, ``partial()`` is the summary of the shards that are done
    by now, ``cancel()`` stops it. What is done is in the folder of records, from which the same call goes on.
    """

    def __init__(
        self,
        client: distributed.Client,
        kind: type[Answer],
        division: Division,
        *,
        threads: int,
        retries: int,
        lang: str | None,
        progress: Any,
    ) -> None:
        super().__init__()
        #: Typed as anything: `distributed` says the types of few of its methods.
        self._client: Any = client
        self._kind = kind
        self._division = division
        self._threads = threads
        self._retries = retries
        self._lang = lang or _ishitori.language()
        self._lock = threading.Lock()
        self._records = division.stored(self._lang)
        self._found = len(self._records)
        missing = [number for number in range(1, division.shards + 1) if number not in self._records]
        self._waiting = deque(missing)
        #: Shards that failed: when they are due again, and which.
        self._paused: list[tuple[float, int]] = []
        self._attempts: dict[int, int] = {}
        #: What the scheduler works at: the future and the shard, by key.
        self._futures: dict[str, tuple[Any, int]] = {}
        #: Keys of futures that have ended; None to wake the thread.
        self._ended: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._slots, self._looked = _AHEAD, float("-inf")
        work = threading.Thread(target=self._work, args=(progress,), name="ishitori-dask", daemon=True)
        work.start()

    @property
    def progress(self) -> Progress:
        """How far the run is."""
        with self._lock:
            again = sum(self._attempts.values())
            return Progress(len(self._records), self._division.shards, self._found, again)

    def result(self, timeout: float | None = None) -> Any:
        """The answer, when all shards are done: exactly that of one piece. Ctrl-C stops the run."""
        try:
            return super().result(timeout)
        except KeyboardInterrupt:
            self.cancel()
            raise

    def partial(self) -> Any:
        """The summary of the shards that are done by now; None if there are none."""
        with self._lock:
            records = dict(self._records)
        return self._merged(records, partial=True) if records else None

    def cancel(self) -> bool:
        """Stops the run; False if it has already ended. Existing records are kept."""
        stopped = super().cancel()
        if stopped:
            self._ended.put(None)
            self._drop()
        return stopped

    def running(self) -> bool:
        """Whether the run is still going."""
        return not self.done()

    def __repr__(self) -> str:
        state = "cancelled" if self.cancelled() else "done" if self.done() else "running"
        progress = self.progress
        return f"<Run: {progress.done} of {progress.shards} shards, {state}>"

    def _merged(self, records: dict[int, str], partial: bool = False) -> Answer:
        division = self._division
        return merged(
            self._kind, division.question, division.fields, records, partial=partial, lang=self._lang
        )

    def _work(self, progress: Any) -> None:
        """Waits for shards until all are there; runs in a thread of its own."""
        try:
            with reporting(progress, "shards", self._lang) as listener:
                self._collect(listener)
            if not self.cancelled():
                found = self._merged(self._records)
                self._division.clear()
                self.set_result(found)
        except BaseException as error:
            if not self.cancelled():
                self.set_exception(error)
        finally:
            self._drop()

    def _collect(self, listener: Any) -> None:
        self._report(listener)
        while len(self._records) < self._division.shards and not self.cancelled():
            self._submit_some()
            try:
                key = self._ended.get(timeout=self._patience())
            except queue.Empty:
                continue
            with self._lock:
                future, number = self._futures.pop(key, (None, 0)) if key else (None, 0)
            if future is not None and self._take(future, number):
                self._report(listener)

    def _report(self, listener: Any) -> None:
        if listener is not None:
            progress = self.progress
            listener(progress.done, progress.shards, "")

    def _patience(self) -> float:
        """How long nothing is to be done here unless a shard ends."""
        if not self._paused:
            return _LOOK
        return min(_LOOK, max(self._paused[0][0] - time.monotonic(), 0.001))

    def _submit_some(self) -> None:
        """Hands the scheduler as much as it should know."""
        if self._client.status in ("closed", "closing"):
            done = len(self._records)
            raise RuntimeError(say("client-closed", self._lang, done=done, shards=self._division.shards))
        if self._client.status != "running":
            return  # on its way to a scheduler that it has lost
        while self._paused and self._paused[0][0] <= time.monotonic():
            self._waiting.appendleft(heapq.heappop(self._paused)[1])
        while self._waiting and len(self._futures) < self._most() and not self.cancelled():
            self._submit(self._waiting.popleft())

    def _most(self) -> int:
        """How many shards the scheduler should know; clusters grow."""
        now = time.monotonic()
        if now - self._looked > 5 * _LOOK:
            self._looked = now
            with suppress(OSError):  # the scheduler is away
                self._slots = max(_AHEAD, 4 * _threads_of(self._client))
        return self._slots

    def _submit(self, number: int) -> None:
        division = self._division
        key = f"ishitori-{division.question}-{number}-of-{division.shards}-{uuid.uuid4().hex}"
        # Further attempts are made here, after a pause and as often as the user says.
        future = self._client.submit(
            _compute, division, number, self._threads, self._lang, key=key, pure=False, retries=0
        )
        with self._lock:
            self._futures[key] = future, number
        future.add_done_callback(lambda ended: self._ended.put(ended.key))

    def _take(self, future: Any, number: int) -> bool:
        """Takes what a future has found; whether the shard is done."""
        division = self._division
        try:
            found = future.result()
            division.check(division.name(number), found, self._lang, number)  # a worker may be of another version
            place = division.record_place(number)
            if place is not None and not place.exists():  # the worker did not see the folder
                store(place, found)
        except ValueError:
            raise  # another worker would fail in the same way
        except Exception as error:
            self._failed(number, error)
            return False
        finally:
            future.release()
        with self._lock:
            self._records[number] = found
        return True

    def _failed(self, number: int, error: Exception) -> None:
        """Another attempt at a shard, unless there were too many."""
        if self.cancelled():
            return
        with self._lock:
            tried = self._attempts.get(number, 0) + 1
            if tried <= self._retries:
                self._attempts[number] = tried
        if tried > self._retries:
            why = f"{type(error).__name__}: {error}"
            shard = self._division.shard(number)
            raise RuntimeError(say("failed", self._lang, shard=shard, times=tried, why=why)) from error
        pause = min(_PAUSE * 2 ** (tried - 1), _LONGEST_PAUSE)
        heapq.heappush(self._paused, (time.monotonic() + pause, number))

    def _drop(self) -> None:
        """Lets the cluster forget what is left."""
        with self._lock:
            futures = [future for future, _ in self._futures.values()]
            self._futures.clear()
        if futures and self._client.status == "running":
            self._client.cancel(futures, force=True)


def _threads_of(client: Any) -> int:
    return sum(client.nthreads().values())


def _start(
    client: distributed.Client,
    kind: type[Answer],
    question: str,
    fields: dict[str, Any],
    shards: int | None,
    *,
    records: str | os.PathLike[str] | None,
    rows: str | os.PathLike[str] | None = None,
    threads: int,
    retries: int,
    progress: Any,
    lang: str | None,
) -> Run:
    if not isinstance(client, distributed.Client) or client.asynchronous:
        raise TypeError(say("client", lang, kind=type(client).__name__))
    for name, value, least in [("threads", threads, 1), ("retries", retries, 0)]:
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise ValueError(say("at-least", lang, name=name, value=value, least=least))
    with reporting(progress, "", lang):
        pass  # says what is wrong with it
    default = max(8 * _threads_of(client), 64)
    division = divided(question, fields, shards, default, records=records, rows=rows, lang=lang)
    return Run(client, kind, division, threads=threads, retries=retries, lang=lang, progress=progress)


def sweep(
    client: distributed.Client,
    family: Family,
    *,
    shards: int | None = None,
    records: str | os.PathLike[str] | None = None,
    rows: str | os.PathLike[str] | None = None,
    threads: int = 1,
    retries: int = 10,
    progress: Any = None,
    lang: str | None = None,
    **fields: Any,
) -> Run:
    """Statistics of all sets of a family, computed by the workers of a cluster; returns at once.

    ``fields`` are those of :meth:`Family.sweep`. ``shards`` is into how many parts the family is cut, by default eight for each
    thread of the cluster and at least 64. ``records`` is a folder for what is done: the same call with the same folder goes on
    where the last one stopped, computes nothing twice, and takes the number of shards from there. It is read by ``ishitori
    merge``, and may have records that ``ishitori sweep --record`` has written. ``rows`` is a folder that gets a Parquet file
    for each shard, which DuckDB and Polars read as one table; workers must see it. Each shard takes ``threads`` threads of its
    worker. A shard whose worker dies or fails is computed again, ``retries`` times.
    """
    if not isinstance(family, Family):
        raise TypeError(say("family", lang, kind=type(family).__name__))
    known = inspect.signature(family._asked).parameters
    unknown = [name for name in fields if name not in known]
    if unknown:
        raise TypeError(say("unexpected", lang, question="sweep", name=min(unknown)))
    return _start(
        client,
        Sweep,
        "sweep",
        family._asked(**fields),
        shards,
        records=records,
        rows=rows,
        threads=threads,
        retries=retries,
        progress=progress,
        lang=lang,
    )


def ask(
    client: distributed.Client,
    question: str,
    *,
    shards: int | None = None,
    records: str | os.PathLike[str] | None = None,
    threads: int = 1,
    retries: int = 10,
    progress: Any = None,
    lang: str | None = None,
    **fields: Any,
) -> Run:
    """Any question that can be divided, with the fields of its request as keywords: ``sweep``, ``code-sweep`` or
    ``quotient-sweep``; returns at once.

    The other arguments are those of :func:`sweep`. ``ask(client, "code-sweep", octal=3)`` spreads the octal codes with three
    digits over the workers.
    """
    able = [name for name in questions() if "shard" in schema(name)[0].get("properties", {})]
    if question not in able:
        raise ValueError(say("no-shards", lang, question=question, names=", ".join(able)))
    return _start(
        client,
        Answer,
        question,
        fields,
        shards,
        records=records,
        threads=threads,
        retries=retries,
        progress=progress,
        lang=lang,
    )
