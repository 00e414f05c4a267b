"""Questions in shards: what one of them finds is a record, and records add up to the answer."""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from . import _ishitori
from ._ask import Answer, request, sent
from ._words import say

A = TypeVar("A", bound=Answer)

#: The most shards: each has a record of about a kilobyte, and all of them are held.
MOST = 1_000_000

#: A shard that is as good as empty, to learn what is asked without computing it.
NEXT_TO_NOTHING = "1/1000000000"


def record(
    question: str,
    fields: dict[str, Any],
    shard: str,
    *,
    threads: int | None = None,
    out: Path | None = None,
    lang: str | None = None,
    progress: Callable[[int, int | None, str], None] | None = None,
) -> str:
    """What one shard of a question finds, as a document; rows go to a file."""
    options: dict[str, Any] = {"threads": threads, "lang": lang, "progress": progress}
    if out is not None:
        options["out"] = str(out)
    document = request(Answer, question, options, {**fields, "shard": shard})._raw.document
    if document is None:
        raise RuntimeError(say("no-record", lang, shard=shard))
    return document


def merged(
    kind: type[A],
    question: str,
    fields: dict[str, Any],
    records: dict[int, str],
    *,
    partial: bool = False,
    lang: str | None = None,
) -> A:
    """The answer that records make up: that of one piece, once all are there."""
    texts = [records[shard] for shard in sorted(records)]
    found = request(kind, "merge", {"lang": lang}, {"records": texts, "partial": partial or None})
    return kind(found._raw, question, sent(fields), lang)


def store(place: Path, text: str) -> None:
    """Writes a file, entirely or not at all."""
    half = place.with_name(f".{place.name}.{uuid.uuid4().hex}")
    try:
        with open(half, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(half, place)
    finally:
        half.unlink(missing_ok=True)


def division_of(folder: Path, lang: str | None) -> int | None:
    """Into how many shards the question was divided whose records lie in a folder; None if there are none."""
    for place in sorted(folder.glob("*.json")):
        text = place.read_text(encoding="utf-8", errors="replace")
        return int(_ishitori.read_record(str(place), text, lang)[1].partition("/")[2])
    return None


@dataclass(frozen=True)
class Division:
    """A question that is divided into shards, counted from 1, and the folders for what they find."""

    question: str
    fields: dict[str, Any]
    shards: int
    #: The checksum of the question, which all its records have.
    identity: str
    #: Where records go.
    records: Path | None
    #: Where rows go.
    rows: Path | None

    def shard(self, number: int) -> str:
        """A shard as questions name it."""
        return f"{number}/{self.shards}"

    def name(self, number: int) -> str:
        """What the files of a shard are called; the order of the names is that of the shards."""
        return f"shard-{number:0{len(str(self.shards))}}-of-{self.shards}"

    def record_place(self, number: int) -> Path | None:
        """The file of the record of a shard."""
        return None if self.records is None else self.records / f"{self.name(number)}.json"

    def rows_place(self, number: int) -> Path | None:
        """The file of the rows of a shard. Its name says what was asked, since its content does not."""
        if self.rows is None:
            return None
        asked = sha256(f"{self.identity} {_ishitori.__version__}".encode()).hexdigest()[:8]
        return self.rows / f"{self.name(number)}-{asked}.parquet"

    def has_rows(self, number: int) -> bool:
        """Whether the rows of a shard are there, if they are to be."""
        place = self.rows_place(number)
        return place is None or place.exists()

    def check(self, name: str, text: str, lang: str | None, wanted: int | None = None) -> int:
        """The shard that a record is about; a record of something else is refused by its name."""
        identity, shard = _ishitori.read_record(name, text, lang)
        if identity != self.identity:
            raise ValueError(say("other-question", lang, name=name))
        number, _, shards = shard.partition("/")
        if int(shards) != self.shards:
            raise ValueError(say("other-division", lang, name=name, shard=shard, shards=self.shards))
        if wanted not in (None, int(number)):
            raise ValueError(say("other-shard", lang, name=name, shard=shard))
        return int(number)

    def stored(self, lang: str | None) -> dict[int, str]:
        """The records that exist already, from any run. A record of another question is refused by its name."""
        if self.rows is not None:
            known = {self.rows_place(number) for number in range(1, self.shards + 1)}
            foreign = sorted(set(self.rows.glob("*.parquet")) - known)
            if foreign:
                raise ValueError(say("other-rows", lang, name=foreign[0], shards=self.shards))
        found: dict[int, str] = {}
        names: dict[int, Path] = {}
        own = {self.record_place(number): number for number in range(1, self.shards + 1)}
        for place in sorted(self.records.glob("*.json")) if self.records else []:
            text = place.read_text(encoding="utf-8", errors="replace")
            number = self.check(str(place), text, lang, own.get(place))
            if found.get(number, text) != text:
                shard = self.shard(number)
                raise ValueError(say("double-record", lang, name=place, other=names[number], shard=shard))
            found[number], names[number] = text, place
        return {number: text for number, text in found.items() if self.has_rows(number)}

    def clear(self) -> None:
        """Removes the unfinished files of killed processes; once all records exist they are useless."""
        for half in self.records.glob(f".shard-*-of-{self.shards}.json.*") if self.records else ():
            half.unlink(missing_ok=True)


def divided(
    question: str,
    fields: dict[str, Any],
    shards: int | None,
    default: int,
    *,
    records: str | os.PathLike[str] | None = None,
    rows: str | os.PathLike[str] | None = None,
    lang: str | None = None,
) -> Division:
    """A question in shards: as many as asked for, or as there were when the folder of records was begun, or else a default."""
    if shards is not None and (isinstance(shards, bool) or not isinstance(shards, int)):
        raise TypeError(say("shards", lang, value=repr(shards), most=MOST))
    if shards is not None and not 1 <= shards <= MOST:
        raise ValueError(say("shards", lang, value=shards, most=MOST))
    # Reports errors of the question before any worker starts.
    identity, _ = _ishitori.read_record("", record(question, fields, NEXT_TO_NOTHING, lang=lang), lang)
    folders = []
    for folder in (records, rows):
        if folder is not None:
            Path(folder).mkdir(parents=True, exist_ok=True)
        folders.append(None if folder is None else Path(folder).absolute())
    if shards is None and folders[0] is not None:
        shards = division_of(folders[0], lang)
    if shards is None:
        shards = min(default, MOST)
    return Division(question, fields, shards, identity, folders[0], folders[1])
