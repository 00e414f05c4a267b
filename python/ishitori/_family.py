"""Families of subtraction sets."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from . import _ishitori
from ._answers import Picture, Sweep
from ._ask import Answer, finished, request, sent, split
from ._errors import LimitReached
from ._limits import seconds, size
from ._progress import reporting
from ._words import say


class Rows:
    """Rows of a family, one for each set: an Arrow stream.

    ``polars.DataFrame(rows)``, ``pyarrow.table(rows)``, ``duckdb.from_arrow(pyarrow.table(rows))`` and
    everything else that knows ``__arrow_c_stream__`` read it without a copy through text. ``len()`` is
    the number of rows, where they are computed already.
    """

    def __init__(self, raw: _ishitori.Rows) -> None:
        self._raw = raw

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._raw.__arrow_c_stream__(requested_schema)

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return self._raw.columns

    def __len__(self) -> int:
        height = self._raw.height
        if height is None:
            raise TypeError(say("no-length"))
        return height

    def __repr__(self) -> str:
        height = self._raw.height
        rows = "rows" if height is None else f"{height} rows"
        return f"<Rows: {rows} of {self._raw.sets} sets, {len(self.columns)} columns>"


class Family:
    """All subtraction sets with a least number and a bound for the largest.

    ``min_size``, ``max_size``, ``with_`` and ``without`` restrict it.

    >>> from ishitori import Family
    >>> family = Family(min=2, max=8)
    >>> len(family)
    64
    >>> family.sweep(end="mod2:LR").eventually_all_L
    23
    """

    def __init__(
        self,
        min: int,
        max: int,
        *,
        min_size: int | None = None,
        max_size: int | None = None,
        with_: Iterable[int] | None = None,
        without: Iterable[int] | None = None,
    ) -> None:
        self.min = int(min)
        self.max = int(max)
        self._fields: dict[str, Any] = {"min": self.min, "max": self.max}
        self._fields.update(min_size=min_size, max_size=max_size)
        self._fields["with_"] = None if with_ is None else [int(n) for n in with_]
        self._fields["without"] = None if without is None else [int(n) for n in without]
        #: The family in words, and how many sets it has.
        self.name, self.sets = _ishitori.family(json.dumps(sent(self._fields)))

    def __len__(self) -> int:
        return self.sets

    def __repr__(self) -> str:
        return f"<Family: {self.name}, {self.sets} sets>"

    def _asked(
        self,
        *,
        end: str | None = None,
        where: str | None = None,
        count: str | list[str] | None = None,
        total: str | list[str] | None = None,
        group_by: str | None = None,
        check: str | list[str] | None = None,
        grundy: bool = False,
        yes: bool = False,
    ) -> dict[str, Any]:
        """The fields of the question `sweep`."""
        fields = {**self._fields, "end": end, "where": where, "group_by": group_by}
        fields.update(count=_list(count), total=_list(total), check=_list(check))
        fields.update(grundy=grundy or None, yes=yes or None)
        return fields

    def sweep(
        self,
        *,
        end: str | None = None,
        where: str | None = None,
        count: str | list[str] | None = None,
        total: str | list[str] | None = None,
        group_by: str | None = None,
        check: str | list[str] | None = None,
        grundy: bool = False,
        yes: bool = False,
        **options: Any,
    ) -> Sweep:
        """Statistics of all sets, on all threads.

        ``where`` is a condition such as ``"has_R and period > 1"``; ``count``, ``total`` and
        ``group_by`` are expressions, ``check`` names theorems. ``yes=True`` begins even if it takes
        very long. ``out`` is a file for one row of each set, such as ``rows.parquet`` or ``rows.csv``; an
        interrupted sweep to the same file goes on. ``device="gpu"`` computes on a GPU, ``"auto"``
        where one can.
        """
        fields = self._asked(
            end=end, where=where, count=count, total=total, group_by=group_by, check=check, grundy=grundy, yes=yes
        )
        return finished(request(Sweep, "sweep", options, fields))

    def rows(
        self,
        *,
        end: str | None = None,
        where: str | None = None,
        grundy: bool = False,
        lazy: bool = False,
        yes: bool = False,
        **options: Any,
    ) -> Rows:
        """One row for each set that satisfies the condition, as an Arrow stream.

        They are computed now; with ``lazy=True`` piece by piece while they are read, for families
        that do not fit into memory. ``grundy=True`` adds the periods of Grundy numbers. A limit raises
        :class:`~ishitori.LimitReached`, whose ``partial`` are the rows so far.
        """
        fields = {**self._fields, "end": end, "where": where, "grundy": grundy or None, "yes": yes or None}
        common, rest = split(dict(options))
        lang = common.get("lang")
        if rest:
            raise TypeError(say("unexpected", lang, question="rows", name=min(rest)))
        with reporting(common.get("progress"), "rows", lang) as listener:
            raw = _ishitori.Rows(
                json.dumps(sent(fields)),
                lazy,
                lang=lang,
                time_limit=seconds(common.get("time_limit"), lang),
                memory_limit=size(common.get("memory_limit"), lang),
                threads=common.get("threads"),
                progress=listener,
            )
        rows = Rows(raw)
        if raw.stopped is not None:
            message, limit = raw.stopped
            raise LimitReached(message, limit, rows)
        return rows

    def values(
        self,
        *,
        end: str | None = None,
        terminal: str | None = None,
        heaps: int | None = None,
        each: str | None = None,
        **options: Any,
    ) -> Answer:
        """How the values of the heaps of each set behave in the long run, with these games in place of ends."""
        own = {name: self._fields[name] for name in ("min", "max", "min_size", "max_size")}
        fields = {**own, "end": end, "terminal": terminal, "heaps": heaps, "each": each}
        return finished(request(Answer, "values-sweep", options, fields))

    def strips(
        self, *, end: str | None = None, where: str | None = None, to: int = 50, **fields: Any
    ) -> Picture:
        """A strip chart: a row for each set, a cell for each heap up to ``to``."""
        options, fields = split(fields)
        own = {**self._fields, "end": end, "where": where, "chart_to": to}
        return finished(request(Picture, "draw/strips", options, {**own, **fields}))


def _list(value: str | list[str] | None) -> list[str] | None:
    return [value] if isinstance(value, str) else value
