"""How far long work is, by the conventions of tqdm."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ._words import say

Listener = Callable[[int, "int | None", str], object]


class _Line:
    """A line on standard error, where tqdm is not installed."""

    def __init__(self, total: int | None = None, desc: str = "", **_: Any) -> None:
        self.n = 0
        self.total = total
        self.desc = desc

    def update(self, n: int) -> None:
        self.n += n
        share = f"/{self.total}" if self.total else ""
        print(f"\r{self.desc}: {self.n}{share}", end="", file=sys.stderr, flush=True)

    def set_postfix_str(self, text: str, refresh: bool = True) -> None:
        pass

    def close(self) -> None:
        print(file=sys.stderr)


def _bar(desc: str, total: int | None) -> Any:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _Line(total=total, desc=desc)
    return tqdm(total=total, desc=desc, unit="", unit_scale=True)


@contextmanager
def reporting(progress: Any, desc: str, lang: str | None = None) -> Iterator[Listener | None]:
    """The listener to the progress of the work.

    ``progress`` is None or False for no listener, True for a bar of tqdm (a line if that is not
    installed), a class such as ``tqdm``, a bar that is there already, or a function that takes
    ``(done, total, line)``.
    """
    if progress is None or progress is False:
        yield None
        return
    is_bar = hasattr(progress, "update") and not isinstance(progress, type)
    if progress is not True and not is_bar and not isinstance(progress, type):
        if not callable(progress):
            raise TypeError(say("progress", lang))
        listener: Listener = progress
        yield listener
        return
    bar: Any = progress if is_bar else None

    def report(done: int, total: int | None, line: str) -> None:
        nonlocal bar
        if bar is None:
            bar = _bar(desc, total) if progress is True else progress(total=total, desc=desc)
        if total is not None and bar.total != total:
            bar.total = total
        bar.update(max(done - bar.n, 0))

    try:
        yield report
    finally:
        if bar is not None and not is_bar:
            bar.close()
