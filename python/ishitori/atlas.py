"""The atlas: what is known about small games, looked up in tables that were computed before.

:func:`search` finds rows by a condition, a piece of a sequence or a code; :func:`tables` says which tables and
columns there are; :func:`table` is one of them whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ._ask import Answer, finished, request

__all__ = ["Found", "search", "table", "tables"]

#: The most rows of an answer: more than any table has.
_MOST = 100_000


class Found(Answer):
    """Rows of the atlas. ``found[0]`` is a dict of the columns that are not empty, with the ``table``, and the ``column``
    and ``start`` of a piece of a sequence; ``to_pandas()`` and ``to_arrow()`` have a row each."""

    def records(self) -> list[dict[str, Any]]:
        """The rows as dicts."""
        place = ("column", "start")
        return [
            {"table": row["table"], **{name: row[name] for name in place if name in row}, **row["row"]}
            for row in self.to_dict()["rows"]
        ]

    def __len__(self) -> int:
        return len(self.to_dict()["rows"])

    def __getitem__(self, at: Any) -> Any:
        return self.records()[at]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.records())

    def _columns(self) -> list[str]:
        seen: dict[str, None] = {"table": None}
        for row in self.to_dict()["rows"]:
            seen.update({name: None for name in ("column", "start") if name in row})
        shown = {row["table"] for row in self.to_dict()["rows"]}
        for known in self.to_dict()["tables"]:
            if known["table"] in shown:
                seen.update({name: None for name in known["columns"]})
        return list(seen)

    def to_pandas(self) -> Any:
        """A data frame of pandas, which has to be installed."""
        import pandas

        return pandas.DataFrame(self.records(), columns=self._columns()).convert_dtypes()

    def to_arrow(self) -> Any:
        """A table of PyArrow, which has to be installed."""
        import pyarrow

        records = [{name: row.get(name) for name in self._columns()} for row in self.records()]
        return pyarrow.Table.from_pylist(records)

    def _repr_html_(self) -> str:
        return self.to_text("html")


def search(
    condition: str | None = None,
    *,
    sequence: Iterable[int] | str | None = None,
    at: int | None = None,
    code: str | None = None,
    table: str | None = None,
    limit: int | None = None,
    **options: Any,
) -> Found:
    """Rows for which all that is given holds: a condition on the columns, a piece of a sequence of Grundy numbers or of
    outcomes (from heap ``at`` on), a code, a set or a name.

    >>> import ishitori.atlas
    >>> [row["code"] for row in ishitori.atlas.search("period = 12 and preperiod = 71", table="octal", limit=1)]
    ['0.77']
    """
    if sequence is not None and not isinstance(sequence, str):
        sequence = ",".join(str(int(term)) for term in sequence)
    fields = {"condition": condition, "sequence": sequence, "at": at, "code": code, "table": table, "limit": limit}
    return finished(request(Found, "atlas", options, fields))


def tables(**options: Any) -> Found:
    """Which tables there are: ``tables().tables`` has their names, columns, numbers of rows and checksums."""
    return search(**options)


def table(name: str, **options: Any) -> Found:
    """A whole table: ``octal``, ``hexadecimal``, ``subtraction``, ``ending``, ``quotients`` or ``games``."""
    return search(table=name, limit=_MOST, **options)
