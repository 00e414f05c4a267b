"""Sweeps by the workers of a cluster: real processes, some of which are killed."""

from __future__ import annotations

import io
import json
import os
import random
import re
import signal
import subprocess
import sys
import textwrap
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any

import pytest
from conftest import program
from test_words import ENGLISH, JAPANESE

import ishitori
from ishitori import Family

distributed = pytest.importorskip("distributed")
import dask.config  # noqa: E402

import ishitori.dask as ours  # noqa: E402
from ishitori.dask import Progress, ask, sweep  # noqa: E402

FAMILY = Family(2, 18)
ASKED: dict[str, Any] = {
    "end": "mod2:LR",
    "where": "has_R",
    "count": "period > 9",
    "group_by": "size",
    "total": "preperiod",
}
#: Seconds that a test waits for what must come, on a machine that does other work.
PATIENCE = 300
has_proc = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks at processes by /proc")


def local(**options: Any) -> Any:
    return distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, **options)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with local() as cluster:
        yield cluster


@pytest.fixture
def client(cluster: Any) -> Iterator[Any]:
    with distributed.Client(cluster) as client:
        client.wait_for_workers(2, timeout=PATIENCE)
        yield client


def until(what: Callable[[], Any]) -> Any:
    """Waits for a condition, and returns its value."""
    end = time.monotonic() + PATIENCE
    while not (found := what()):
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.01)
    return found


def idle(client: Any) -> bool:
    """Whether no worker computes anything."""
    return not any(client.run(lambda dask_worker: len(dask_worker.active_threads)).values())


class Watch(distributed.WorkerPlugin):  # type: ignore[misc, name-defined]
    """Writes down in each worker which shards are computed, and lets the first attempts at one fail."""

    name = "watch"

    def __init__(self, folder: Path, fail: str = "", times: int = 0) -> None:
        self.folder, self.fail, self.times = str(folder), fail, times

    def setup(self, worker: Any) -> None:
        self.plain = plain = ours.record

        def watched(question: str, fields: dict[str, Any], shard: str, **options: Any) -> str:
            if shard == self.fail:
                for time in range(self.times):
                    try:
                        open(f"{self.folder}/failed-{time}", "x").close()
                    except FileExistsError:
                        continue
                    raise OSError("the disk is on fire")
            with open(f"{self.folder}/computed", "a") as log:
                log.write(f"{shard}\n")
            return plain(question, fields, shard, **options)

        ours.record = watched

    def teardown(self, worker: Any) -> None:
        ours.record = self.plain


@pytest.fixture
def watched(client: Any, tmp_path: Path) -> Iterator[Callable[..., Callable[[], Counter[str]]]]:
    """Watches the workers; counts how often each shard was begun."""

    def watch(**options: Any) -> Callable[[], Counter[str]]:
        folder = tmp_path / "watch"
        folder.mkdir()
        client.register_plugin(Watch(folder, **options))
        log = folder / "computed"
        return lambda: Counter(log.read_text().split() if log.exists() else [])

    yield watch
    client.unregister_worker_plugin("watch")


def test_equal_to_one_piece(client: Any) -> None:
    """Every byte of the answer, with one shard, shards of unequal size, and more shards than sets."""
    whole = FAMILY.sweep(**ASKED)
    for shards in (1, 7, 64):
        run = sweep(client, FAMILY, shards=shards, **ASKED)
        found = run.result(PATIENCE)
        assert found.to_json() == whole.to_json() and str(found) == str(whole) and found == whole
        assert run.progress == Progress(shards, shards, 0, 0) and run.done() and not run.cancelled()
        assert not run.cancel() and repr(run) == f"<Run: {shards} of {shards} shards, done>"
    small = sweep(client, Family(2, 5), shards=20, check=["carret"], grundy=True).result(PATIENCE)
    assert str(small) == str(Family(2, 5).sweep(check=["carret"], grundy=True))
    # Without a word about shards there are at least 64; threads are those of one shard.
    run = sweep(client, FAMILY, threads=2)
    assert run.result(PATIENCE) == FAMILY.sweep() and run.progress.shards == 64


def test_other_questions(client: Any) -> None:
    """Codes and quotients are spread, too."""
    codes = ask(client, "code-sweep", octal=2, limit=1000, shards=5).result(PATIENCE)
    assert codes.to_json() == ishitori.ask("code-sweep", octal=2, limit=1000).to_json()
    rules = ["nim", "0.75", "0.123", "0.34", "sub:1,2"]
    quotients = ask(client, "quotient-sweep", rules=rules, to=12, list=True, shards=3).result(PATIENCE).to_dict()
    whole = ishitori.ask("quotient-sweep", rules=rules, to=12, list=True).to_dict()
    timeless = [[{**row, "seconds": 0} for row in found["rows"]] for found in (quotients, whole)]
    assert timeless[0] == timeless[1] and len(timeless[0]) == 5


def left(mark: str) -> dict[int, str]:
    """The processes that were started with a mark in their environment, and what they are."""
    found = {}
    for place in Path("/proc").glob("[0-9]*"):
        try:
            marked = mark.encode() in (place / "environ").read_bytes()
            command = (place / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue  # it has ended, or it is another user's
        # The tracker of Python's multiprocessing is that of this process, and ends with it.
        if marked and command and "resource_tracker" not in command:
            found[int(place.name)] = command
    return found


@has_proc
@pytest.mark.timeout(900)
def test_workers_are_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers are killed twenty times at random moments; the result is that of one piece, and no process is left."""
    mark = f"ishitori-{uuid.uuid4().hex}"
    monkeypatch.setenv("ISHITORI_MARK", mark)
    # A worker that is not there a quarter of a minute after it was killed once is given up by a LocalCluster, even if it was
    # there in between.
    monkeypatch.setitem(dask.config.config["distributed"]["deploy"], "lost-worker-timeout", "1 hour")
    chance = random.Random(17)
    family = Family(2, 25)
    whole = family.sweep(**ASKED).to_json()
    with local() as cluster, distributed.Client(cluster) as client:

        def victims() -> list[int]:
            """The workers that the scheduler knows; before that a LocalCluster does not start them again."""
            known = client.scheduler_info(n_workers=-1)["workers"]
            return [nanny.pid for nanny in cluster.workers.values() if nanny.worker_address in known and nanny.pid]

        kills = 0
        for runs in range(20):
            records = tmp_path / str(runs)
            run = sweep(client, family, shards=64, records=records, retries=50, **ASKED)
            while kills < 20 and not run.done():
                # Soon after the last one, or a few shards later.
                wanted = min(run.progress.done + chance.choice([0, 0, 1, 2, 3, 4]), 64)
                until(lambda: run.progress.done >= wanted)
                time.sleep(chance.uniform(0, 0.2))
                victim = chance.choice(until(victims))
                if not run.done():
                    os.kill(victim, signal.SIGKILL)
                    kills += 1
            assert run.result(PATIENCE).to_json() == whole and run.progress.done == 64
            # A worker that died while writing has left nothing.
            assert sorted(place.name for place in records.iterdir()) == [
                f"shard-{number:02}-of-64.json" for number in range(1, 65)
            ]
            if kills == 20:
                break
        assert kills == 20 and left(mark)
        client.wait_for_workers(2, timeout=PATIENCE)
    until(lambda: not left(mark))
    merged = program("merge", *map(str, sorted(records.iterdir())), "--json")
    assert json.loads(merged.stdout) == json.loads(whole), merged.stderr


def test_stop_and_resume(client: Any, watched: Any, tmp_path: Path) -> None:
    """A run that was stopped goes on with what is missing, and computes nothing twice."""
    computed = watched()
    family, folder = Family(2, 23), tmp_path / "records"
    run = sweep(client, family, shards=64, records=folder, **ASKED)
    until(lambda: run.progress.done >= 5)
    part = run.partial()
    assert run.cancel() and run.cancelled() and not run.running() and "cancelled" in repr(run)
    with pytest.raises(CancelledError):
        run.result()
    until(lambda: idle(client))
    # What was done when it was asked, in the middle of the run.
    assert 5 * family.sets // 64 <= part.sets < family.sets and part.missing["shards"]
    there = {place.name: place.stat().st_mtime_ns for place in folder.glob("shard-*.json")}
    assert 5 <= len(there) < 64
    before = computed()
    again = sweep(client, family, records=folder, **ASKED)  # in as many shards as there were
    assert again.result(PATIENCE).to_json() == family.sweep(**ASKED).to_json()
    assert again.progress == Progress(64, 64, len(there), 0)
    # Every shard was computed once; those that were stopped in the middle were begun once more.
    anew = computed() - before
    assert len(anew) == 64 - len(there) and set(anew.values()) == {1}
    assert {name: (folder / name).stat().st_mtime_ns for name in there} == there
    # Once more, and nothing is computed.
    third = sweep(client, family, shards=64, records=folder, **ASKED)
    assert third.result(PATIENCE) == again.result() and third.progress.found == 64
    assert computed() - before == anew


def test_cancel_stops_the_workers(client: Any) -> None:
    """Shards that take an hour are stopped in the middle."""
    run = sweep(client, Family(2, 42), shards=2, grundy=True, yes=True)
    until(lambda: not idle(client))
    assert run.partial() is None and run.running() and run.progress.done == 0
    with pytest.raises(TimeoutError):
        run.result(0.01)
    assert run.cancel()
    until(lambda: idle(client))
    assert sweep(client, FAMILY, shards=4).result(PATIENCE) == FAMILY.sweep()


def test_failures(client: Any, watched: Any) -> None:
    """Shards that fail are tried again, as often as the user says."""
    computed = watched(fail="2/4", times=3)
    with pytest.raises(RuntimeError, match="shard 2/4 failed 2 times; last error: OSError: the disk is on fire"):
        sweep(client, FAMILY, shards=4, retries=1, **ASKED).result(PATIENCE)
    run = sweep(client, FAMILY, shards=4, **ASKED)
    assert run.result(PATIENCE) == FAMILY.sweep(**ASKED)
    assert run.progress == Progress(4, 4, 0, 1) and computed()["2/4"] == 1


def test_what_no_worker_can_compute(client: Any, watched: Any) -> None:
    """An error in the sets themselves is reported at once, in the language of the run."""
    computed = watched()
    run = sweep(client, Family(2, 18), shards=4, total="period * 9223372036854775807", lang="ja")
    with pytest.raises(ValueError, match=JAPANESE):
        run.result(PATIENCE)
    assert run.progress.again == 0 and max(computed().values()) == 1


def test_records_that_do_not_belong_there(client: Any, tmp_path: Path) -> None:
    """Each is refused by its name, before anything is computed."""
    folder = tmp_path / "records"
    sweep(client, FAMILY, shards=4, records=folder, **ASKED).result(PATIENCE)
    one, two, three = (folder / f"shard-{number}-of-4.json" for number in (1, 2, 3))
    whole = three.read_text()

    def refused(place: Path, **asked: Any) -> None:
        for lang, words in [("en", ENGLISH), ("ja", JAPANESE)]:
            with pytest.raises(ValueError, match=re.escape(str(place))) as wrong:
                sweep(client, FAMILY, records=folder, lang=lang, **asked)
            assert words.search(str(wrong.value)), wrong.value

    refused(one, shards=4, end="mod2:LR")  # of another question
    refused(one, shards=5, **ASKED)  # of another division
    three.write_text(whole[: len(whole) // 2])
    refused(three, **ASKED)
    three.write_text(whole.replace('"sets":', '"sats":'))
    refused(three, **ASKED)
    three.write_bytes(b"\xff\xfe")
    refused(three, **ASKED)
    three.write_text(two.read_text())
    refused(three, **ASKED)
    # Under a name of its own it is taken for what it is, and twice is as good as once.
    three.rename(folder / "mine.json")
    run = sweep(client, FAMILY, records=folder, **ASKED)
    assert run.result(PATIENCE) == FAMILY.sweep(**ASKED) and run.progress == Progress(4, 4, 3, 0)


def test_two_records_of_a_shard(client: Any, tmp_path: Path) -> None:
    """Two that are not the same, here by the time that they took, are refused by name."""
    asked = {"rules": ["nim", "0.75"], "to": 9}
    for name in ("a.json", "b.json"):
        (tmp_path / name).write_text(ishitori.ask("quotient-sweep", **asked, shard="1/2")._raw.document)
    with pytest.raises(ValueError, match="b.json and .*a.json: two different records of shard 1/2"):
        ask(client, "quotient-sweep", records=tmp_path, **asked)


def test_records_of_the_command_line(client: Any, watched: Any, tmp_path: Path) -> None:
    """Shards that ``ishitori sweep --record`` has done are taken, and the others are computed."""
    computed = watched()
    for number in (2, 5):
        record = tmp_path / f"{number}.json"
        done = program("sweep", "--min", "2", "--max", "18", "--shard", f"{number}/6", "--record", str(record))
        assert done.returncode == 0, done.stderr
    run = sweep(client, FAMILY, records=tmp_path)
    assert run.result(PATIENCE) == FAMILY.sweep() and run.progress == Progress(6, 6, 2, 0)
    assert set(computed()) == {"1/6", "3/6", "4/6", "6/6"}


def test_the_folder_may_be_out_of_sight(
    client: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Records reach the folder even if no worker sees it."""
    folder = tmp_path / "records"
    submit = client.submit

    def elsewhere(work: Any, division: Any, *rest: Any, **options: Any) -> Any:
        away = type(division)(**{**vars(division), "records": tmp_path / "nowhere"})
        return submit(work, away, *rest, **options)

    monkeypatch.setattr(client, "submit", elsewhere)
    assert sweep(client, FAMILY, shards=5, records=folder, **ASKED).result(PATIENCE) == FAMILY.sweep(**ASKED)
    assert len(list(folder.glob("shard-*.json"))) == 5


def wrong_calls(client: Any, tmp_path: Path) -> dict[str, Callable[[], Any]]:
    wide = tmp_path / "wide"
    wide.mkdir(exist_ok=True)
    (wide / "others.parquet").touch()
    (tmp_path / "file").touch()
    return {
        "where": lambda: sweep(client, FAMILY, where="has_R and"),
        "shards": lambda: sweep(client, FAMILY, shards=0),
        "many shards": lambda: sweep(client, FAMILY, shards=10**7),
        "half a shard": lambda: sweep(client, FAMILY, shards=1.5),  # type: ignore[arg-type]
        "threads": lambda: sweep(client, FAMILY, threads=0),
        "retries": lambda: sweep(client, FAMILY, retries=-1),
        "colour": lambda: sweep(client, FAMILY, colour=3),
        "field": lambda: ask(client, "code-sweep", colour=3),
        "progress": lambda: sweep(client, FAMILY, progress=3),
        "client": lambda: sweep("tcp://127.0.0.1", FAMILY),  # type: ignore[arg-type]
        "family": lambda: sweep(client, (2, 18)),  # type: ignore[arg-type]
        "question": lambda: ask(client, "period", rule="0.77"),
        "rows": lambda: sweep(client, FAMILY, rows=wide),
    }


def test_mistakes(client: Any, tmp_path: Path) -> None:
    """Whatever is wrong is said at once, in both languages."""
    for name, wrong in wrong_calls(client, tmp_path).items():
        said = {}
        for language in ("en", "ja"):
            ishitori.set_language(language)
            with pytest.raises((ValueError, TypeError)) as error:
                wrong()
            said[language] = str(error.value)
        assert not JAPANESE.search(said["en"]), said
        assert JAPANESE.search(said["ja"]) and not ENGLISH.search(said["ja"]), (name, said)
    ishitori.set_language("en")
    with pytest.raises(TypeError, match="sweep: unexpected keyword argument 'colour'"):
        sweep(client, FAMILY, colour=3)
    with pytest.raises(ValueError, match="shards: 0 is not a whole number from 1 to 1000000"):
        sweep(client, FAMILY, shards=0)
    with pytest.raises(ValueError, match="'period' cannot be divided into shards; the questions that can: .*code-sweep"):
        ask(client, "period", rule="0.77")
    with pytest.raises(OSError, match="file"):
        sweep(client, FAMILY, records=tmp_path / "file")


def test_rows_where_no_folder_can_be(client: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that workers do not see is named."""
    rows = tmp_path / "rows"
    monkeypatch.setattr(ours, "_PAUSE", 0.001)
    run = sweep(client, FAMILY, shards=2, rows=rows, retries=2)
    assert run.result(PATIENCE) == FAMILY.sweep()
    submit = client.submit

    def elsewhere(work: Any, division: Any, *rest: Any, **options: Any) -> Any:
        return submit(work, type(division)(**{**vars(division), "rows": tmp_path / "nowhere"}), *rest, **options)

    monkeypatch.setattr(client, "submit", elsewhere)
    with pytest.raises(RuntimeError, match="failed 3 times; last error: OSError: .*nowhere"):
        sweep(client, FAMILY, shards=2, rows=rows, retries=2).result(PATIENCE)


def test_progress(client: Any) -> None:
    heard: list[tuple[int, int | None, str]] = []
    sweep(client, FAMILY, shards=6, progress=lambda *news: heard.append(news), **ASKED).result(PATIENCE)
    assert [(done, shards) for done, shards, _ in heard] == [(done, 6) for done in range(7)]
    tqdm = pytest.importorskip("tqdm")
    with tqdm.tqdm(file=io.StringIO()) as bar:
        sweep(client, FAMILY, shards=6, progress=bar).result(PATIENCE)
        assert (bar.n, bar.total) == (6, 6)


def test_rows(cluster: Any, client: Any, tmp_path: Path) -> None:
    """Rows of all shards are one table for DuckDB and Polars, that of one piece, also if a worker is killed."""
    polars, duckdb = pytest.importorskip("polars"), pytest.importorskip("duckdb")
    folder, one = tmp_path / "rows", tmp_path / "one.parquet"
    family = Family(2, 20)
    run = sweep(client, family, shards=12, records=tmp_path / "records", rows=folder, where="period > 3", grundy=True)
    until(lambda: run.progress.done >= 1)
    os.kill(next(nanny.pid for nanny in cluster.workers.values() if nanny.pid), signal.SIGKILL)
    counts = run.result(PATIENCE)
    words = "sweep --min 2 --max 20 --grundy --where".split()
    assert program(*words, "period > 3", "--out", str(one)).returncode == 0
    frame, whole = polars.read_parquet(folder / "*.parquet"), polars.read_parquet(one)
    assert frame.equals(whole) and frame.height == counts.matching > 0
    assert polars.read_parquet(folder).equals(whole)
    parts, whole = f"select * from '{folder}/*.parquet'", f"select * from '{one}'"
    assert duckdb.sql(f"select count(*) from ({parts})").fetchall() == [(counts.matching,)]
    for less, more in [(parts, whole), (whole, parts)]:
        assert duckdb.sql(f"({less}) except all ({more})").fetchall() == []
    # A file of rows that is gone is made again, and nothing else.
    gone = sorted(folder.iterdir())[3]
    gone.unlink()
    again = sweep(client, family, records=tmp_path / "records", rows=folder, where="period > 3", grundy=True)
    assert again.result(PATIENCE) == counts and again.progress.found == 11
    assert polars.read_parquet(folder).equals(frame)
    # Rows of another question do not get among them.
    with pytest.raises(ValueError, match="shard-01-of-12-.*parquet"):
        sweep(client, family, shards=12, rows=folder, where="period > 4", grundy=True)
    with pytest.raises(ValueError, match="shard-01-of-12-.*parquet"):
        sweep(client, family, shards=13, rows=folder, where="period > 3", grundy=True)


def test_rows_of_one_process(tmp_path: Path) -> None:
    """``out`` writes the file that ``--out`` writes."""
    FAMILY.sweep(where="period > 3", out=tmp_path / "python.csv")
    program("sweep", "--min", "2", "--max", "18", "--where", "period > 3", "--out", str(tmp_path / "program.csv"))

    def rows(name: str) -> list[str]:
        return [line for line in (tmp_path / name).read_text().splitlines() if not line.startswith("#")]

    assert rows("python.csv") == rows("program.csv") and len(rows("python.csv")) > 1000
    with pytest.raises(ValueError, match="poem"):
        FAMILY.sweep(out=tmp_path / "rows.poem")
    with pytest.raises(OSError, match="nowhere"):
        FAMILY.sweep(out=tmp_path / "nowhere" / "rows.csv")
    with pytest.raises(TypeError, match="out"):
        ishitori.Rule("0.77").period(out="x.csv")


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[tuple[list[Any], str]]:
    """A scheduler and two workers that were started by hand, and its address."""
    file = tmp_path / "scheduler.json"
    python, here = [sys.executable, "-m"], ["--scheduler-file", str(file), "--no-dashboard"]
    scheduler = [*python, "distributed.cli.dask_scheduler", *here, "--port", "0"]
    worker = [*python, "distributed.cli.dask_worker", *here, "--nthreads", "1", "--no-nanny"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": tmp_path}
    started = [subprocess.Popen(scheduler, **quiet)]  # type: ignore[call-overload]
    try:
        until(lambda: started[0].poll() is not None or (file.exists() and file.read_text().rstrip().endswith("}")))
        address = json.loads(file.read_text())["address"]
        started += [subprocess.Popen(worker, **quiet) for _ in range(2)]  # type: ignore[call-overload]
        yield started, address
    finally:
        for process in started:
            process.kill()
        for process in started:
            process.wait()


def test_a_scheduler_by_its_address(elsewhere: Any) -> None:
    started, address = elsewhere
    with distributed.Client(address, timeout=PATIENCE) as client:
        client.wait_for_workers(2, timeout=PATIENCE)
        run = sweep(client, FAMILY, shards=16, **ASKED)
        assert run.result(PATIENCE) == FAMILY.sweep(**ASKED)
        # A worker that is not started again: the other one does its work.
        run = sweep(client, Family(2, 22), shards=16, **ASKED)
        until(lambda: run.progress.done >= 2)
        started[1].kill()
        assert run.result(PATIENCE) == Family(2, 22).sweep(**ASKED)


def test_a_scheduler_that_dies(elsewhere: Any, tmp_path: Path) -> None:
    """The run ends with an error that says so, and can be gone on with elsewhere."""
    started, address = elsewhere
    family, folder = Family(2, 24), tmp_path / "records"
    with distributed.Client(address, timeout=PATIENCE) as client:
        client.wait_for_workers(1, timeout=PATIENCE)
        run = sweep(client, family, shards=32, records=folder, **ASKED)
        until(lambda: run.progress.done >= 2)
        client._timeout = 0.5  # how long it looks for the scheduler
        started[0].kill()
        with pytest.raises(RuntimeError, match="the client was closed when .* of 32 shards were done"):
            run.result(PATIENCE)
    with local(processes=False) as cluster, distributed.Client(cluster) as client:
        again = sweep(client, family, records=folder, **ASKED)
        assert again.result(PATIENCE) == family.sweep(**ASKED) and again.progress.found >= 2


@has_proc
def test_ctrl_c(client: Any, tmp_path: Path) -> None:
    """Ctrl-C in a terminal ends the run and all its processes; the same call goes on."""
    mark = f"ishitori-{uuid.uuid4().hex}"
    script = tmp_path / "long.py"
    folder = tmp_path / "records"
    script.write_text(
        textwrap.dedent(f"""
        import time
        from distributed import Client, LocalCluster
        from ishitori import Family
        from ishitori.dask import sweep

        if __name__ == "__main__":
            with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
                run = sweep(client, Family(2, 25), shards=128, records={str(folder)!r}, **{ASKED!r})
                while run.progress.done < 3:
                    time.sleep(0.01)
                try:  # before the line that the test waits for: its signal may come at once
                    print("ready", flush=True)
                    run.result()
                except KeyboardInterrupt:
                    run.cancel()  # a signal before the call of `result` finds no handler
                    print("interrupted", run.cancelled(), flush=True)
        """)
    )
    process = subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
        env={**os.environ, "ISHITORI_MARK": mark},
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "ready\n"
        os.killpg(process.pid, signal.SIGINT)
        assert process.stdout.readline() == "interrupted True\n"
        process.wait(PATIENCE)
        until(lambda: not left(mark))
    finally:
        for pid in left(mark):
            os.kill(pid, signal.SIGKILL)
        process.wait()
    run = sweep(client, Family(2, 25), records=folder, **ASKED)
    assert run.result(PATIENCE) == Family(2, 25).sweep(**ASKED)
    assert 3 <= run.progress.found < 128


def test_ten_thousand_records(tmp_path: Path) -> None:
    """Ten thousand records are added up in seconds, here and on the command line."""
    family = Family(2, 16)
    records = [
        ishitori.ask("sweep", min=2, max=16, shard=f"{number}/10000")._raw.document for number in range(1, 10001)
    ]
    begun = time.process_time()
    merged = ishitori.ask("merge", records=records)
    assert time.process_time() - begun < 30
    assert merged.to_json() == family.sweep().to_json()
    for number, record in enumerate(records, 1):
        (tmp_path / f"{number}.json").write_text(record)
    done = program("merge", *(f"{number}.json" for number in range(1, 10001)), cwd=tmp_path)
    assert done.stdout == program("sweep", "--min", "2", "--max", "16").stdout, done.stderr


#: For each kind of cluster: what the book says about it, and the lines of its script that speak to the queue.
JOBS = {
    "SLURMCluster": (
        {},
        ["SBATCH -J dask-worker", "SBATCH -p long", "SBATCH -n 1", "SBATCH --cpus-per-task=16", "SBATCH --mem=30G"]
        + ["SBATCH -t 04:00:00"],
    ),
    "PBSCluster": (
        {},
        ["PBS -N dask-worker", "PBS -q long", "PBS -l select=1:ncpus=16:mem=30GB", "PBS -l walltime=04:00:00"],
    ),
    "SGECluster": (
        {"job_extra_directives": ["-pe smp 16"]},
        ["$ -N dask-worker", "$ -q long", "$ -l h_rt=04:00:00", "$ -cwd", "$ -j y", "$ -pe smp 16"],
    ),
}


@pytest.mark.parametrize("kind", JOBS)
def test_dask_jobqueue(kind: str) -> None:
    """The job of the book: sixteen processes of one thread each, from the environment with this package."""
    jobqueue = pytest.importorskip("dask_jobqueue")
    settings, lines = JOBS[kind]
    with getattr(jobqueue, kind)(
        queue="long",
        cores=16,
        processes=16,
        memory="32GB",
        walltime="04:00:00",
        python="python",
        job_script_prologue=["source ~/venv/bin/activate"],
        scheduler_options={"dashboard_address": ":0"},
        **settings,
    ) as cluster:
        head, _, rest = cluster.job_script().strip().partition("source ~/venv/bin/activate\n")
        address = cluster.scheduler_address
    assert head.split("\n") == ["#!/usr/bin/env bash", "", *(f"#{line}" for line in lines), ""]
    command, *options = rest.split(" --")
    assert command == f"python -m distributed.cli.dask_worker {address}"
    assert {"nthreads 1", "nworkers 16", "nanny"} <= set(options)


def test_dask_is_optional() -> None:
    """The package does not need Dask, and says how to install it."""
    code = """
import sys
for name in ("dask", "distributed"):
    sys.modules[name] = None
import ishitori
for lang in ("en", "ja"):
    ishitori.set_language(lang)
    try:
        import ishitori.dask
    except ImportError as error:
        print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE)
    assert done.stdout.splitlines() == [
        "this needs Dask: pip install 'ishitori[dask]'",
        "これには Dask が必要です: pip install 'ishitori[dask]'",
    ], done.stderr
