"""Questions and answers: the same as on the command line, for every question."""

from __future__ import annotations

import json
import os
from functools import cache
from html import escape
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from . import _ishitori
from ._errors import LimitReached
from ._limits import seconds, size
from ._progress import reporting
from ._words import say

if TYPE_CHECKING:
    from ._certificate import Certificate

#: What every question takes besides its own fields.
COMMON = ("lang", "time_limit", "memory_limit", "threads", "progress", "checkpoint")
#: What only sweeps take: a file for rows, and where they are computed.
OF_SWEEPS = ("out", "device")


def _fields(schema: Any, found: set[str]) -> None:
    if isinstance(schema, dict):
        found.update(schema.get("properties", {}))
        for name in ("anyOf", "oneOf", "allOf", "$defs", "definitions"):
            part = schema.get(name, [])
            for each in part.values() if isinstance(part, dict) else part:
                _fields(each, found)


@cache
def _known_fields(question: str) -> frozenset[str]:
    """The names that an answer may have."""
    found: set[str] = set()
    _fields(json.loads(_ishitori.schema(question)[1]), found)
    return frozenset(found)


class Answer:
    """The answer to a question. Its fields are attributes; those that do not apply are None.

    ``str()`` says it in sentences, ``to_dict()`` is the object that ``--json`` prints, ``notes`` are
    the notes that accompany it.
    """

    def __init__(
        self, raw: _ishitori.Answer, question: str, request: dict[str, Any], lang: str | None = None
    ) -> None:
        self._raw = raw
        self._lang = lang
        self._question = question
        self._request = request
        self._data: dict[str, Any] | None = None

    def to_json(self) -> str:
        """The answer as JSON, as ``--json`` prints it."""
        return self._raw.json()

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain data."""
        data = self._data
        if data is None:
            data = self._data = json.loads(self._raw.json())
        return data

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        data = self.to_dict()
        for spelling in (name, name.rstrip("_"), name.replace("_", "-")):
            if spelling in data:
                return data[spelling]
        if name in _known_fields(self._question):
            return None
        raise AttributeError(say("no-field", self._lang, question=self._question, name=name))

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.to_dict()})

    @property
    def notes(self) -> list[str]:
        """Notes that accompany the answer, in sentences."""
        return self._raw.notes

    def to_text(self, format: str = "text") -> str:
        """The rows of the answer: ``text``, ``csv``, ``tsv``, ``markdown``, ``latex``, ``bfile``, ``oeis``,
        ``jsonl`` or ``html``."""
        rows = self._raw.rows(format)
        if rows is None:
            raise ValueError(say("no-rows", self._lang, question=self._question))
        return rows

    def to_parquet(self, path: str | PathLike[str] | None = None) -> bytes:
        """The rows of the answer as Apache Parquet: the bytes, written to the file ``path`` too if one is given."""
        rows = self._raw.parquet()
        if rows is None:
            raise ValueError(say("no-rows", self._lang, question=self._question))
        if path is not None:
            Path(path).write_bytes(rows)
        return rows

    def __str__(self) -> str:
        return self._raw.words()

    def __repr__(self) -> str:
        return str(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Answer):
            return NotImplemented
        return self._question == other._question and self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"

    @property
    def certificate(self) -> Certificate | None:
        """The certificate, where the question can have one; None if nothing is proved."""
        from ._certificate import of_answer

        return of_answer(self)


A = TypeVar("A", bound=Answer)


def _plain(value: Any) -> Any:
    """What JSON can hold, for values such as integers of NumPy."""
    if hasattr(value, "__index__"):
        return value.__index__()
    if hasattr(value, "__fspath__"):
        return value.__fspath__()
    raise TypeError(say("not-sent", kind=type(value).__name__, value=repr(value)))


def _name(field: str) -> str:
    """A field as JSON spells it: ``group_by`` is ``group-by``, ``with_`` is ``with``."""
    return field.rstrip("_").replace("_", "-")


def device(name: str | None, lang: str | None = None) -> str | None:
    """Where sweeps are computed, if that is said."""
    if name is not None and name not in ("cpu", "auto", "gpu"):
        raise ValueError(say("device", lang, name=name))
    return name


def sent(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields that are there, as JSON spells them."""
    return {_name(field): value for field, value in fields.items() if value is not None}


def request(kind: type[A], question: str, options: dict[str, Any], fields: dict[str, Any]) -> A:
    """Asks a question; fields that are None are left out."""
    asked = sent(fields)
    lang = options.get("lang")
    unknown = set(options) - {*COMMON, *(OF_SWEEPS if question == "sweep" else ())}
    if unknown:
        raise TypeError(say("unexpected", lang, question=question, name=min(unknown)))
    with reporting(options.get("progress"), question, lang) as listener:
        raw = _ishitori.ask(
            question,
            json.dumps(asked, default=_plain),
            {
                "lang": lang,
                "time_limit": seconds(options.get("time_limit"), lang),
                "memory_limit": size(options.get("memory_limit"), lang),
                "threads": options.get("threads"),
                "progress": listener,
                "checkpoint": options.get("checkpoint"),
                "device": device(options.get("device"), lang),
                "out": None if options.get("out") is None else os.fspath(options["out"]),
            },
        )
    return kind(raw, question, asked, lang)


def finished(answer: A, partial: Any = None) -> A:
    """The answer, unless a limit cut it short."""
    if answer._raw.finish == "partial":
        notes = answer.notes
        limit = answer._raw.limit
        data = answer.to_dict() if limit is None else {}
        limit = limit or data.get("stopped")
        if limit is None and not data.get("limit"):
            return answer  # parts of it are partial, which it says itself
        message = notes[0] if notes else data.get("limit") or say("limit", answer._lang, limit=limit)
        raise LimitReached(message, limit, answer if partial is None else partial)
    return answer


def split(fields: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What every question takes, and the fields of this one."""
    common = {name: fields.pop(name) for name in COMMON if name in fields}
    return common, fields


def ask(question: str, /, **fields: Any) -> Answer:
    """Asks any question by its name, with the fields of its request as keywords.

    Names with a hyphen have an underscore here, and ``with`` and ``from`` are ``with_`` and
    ``from_``. ``lang``, ``time_limit``, ``memory_limit``, ``threads`` and ``progress`` are taken by
    every question; ``device="gpu"`` (or ``"auto"``) by ``sweep``.

    >>> import ishitori
    >>> ishitori.ask("period", rule="0.77").period
    12
    """
    options, fields = split(fields)
    if question == "sweep":
        options.update({name: fields.pop(name) for name in OF_SWEEPS if name in fields})
    return finished(request(Answer, question, options, fields))


def questions() -> list[str]:
    """The names of all questions."""
    return _ishitori.questions()


def schema(question: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The JSON schemas of the request and of the answer of a question."""
    asked, answered = _ishitori.schema(question)
    return json.loads(asked), json.loads(answered)


def settings(values: dict[str, Any] | list[str] | None) -> list[str] | None:
    """Values of parameters: ``{"k": 3, "S": {1, 2}}`` or ``["k=3"]``."""
    if values is None or isinstance(values, list):
        return values

    def text(value: Any) -> str:
        if isinstance(value, (set, frozenset, list, tuple, range)):
            return ",".join(str(each) for each in sorted(value))
        return str(value)

    return [f"{name}={text(value)}" for name, value in values.items()]

