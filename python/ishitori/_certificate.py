"""Certificates: proofs that an independent checker verifies."""

from __future__ import annotations

import json
import os
from html import escape
from pathlib import Path
from typing import Any

from ._ask import Answer, request


class Verdict(Answer):
    """The verdict on a certificate: ``valid``, ``claim``, ``why``. True if it is valid."""

    def __bool__(self) -> bool:
        return bool(self.valid)


class Certificate:
    """A certificate: a JSON document that proves a result.

    It is checked by code that shares nothing with the engines, here or by ``ishitori check``.
    """

    def __init__(self, text: str) -> None:
        self.text = text

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Certificate:
        """Reads a certificate from a file."""
        return cls(Path(path).read_text(encoding="utf-8"))

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the certificate to a file; returns its path."""
        path = Path(path)
        path.write_text(self.text, encoding="utf-8")
        return path

    @property
    def data(self) -> dict[str, Any]:
        """The document as plain data."""
        document: dict[str, Any] = json.loads(self.text)
        return document

    def check(self, **options: Any) -> Verdict:
        """Verifies the certificate from scratch.

        A document that proves nothing gets a verdict that is false and says why.
        """
        return request(Verdict, "check", options, {"document": self.text})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Certificate) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"<Certificate, {len(self.text)} bytes>"

    def _repr_html_(self) -> str:
        verdict = self.check()
        mark = "✓" if verdict else "✗"
        claim = escape(str(verdict.claim or ""))
        return f"<p>{mark} <b>{claim}</b></p><p>{escape(str(verdict.why))}</p>"


def check(document: str | os.PathLike[str] | dict[str, Any] | Certificate, **options: Any) -> Verdict:
    """Verifies a certificate: a text, a dict, a :class:`Certificate` or the path of a file."""
    if isinstance(document, Certificate):
        return document.check(**options)
    if isinstance(document, dict):
        return Certificate(json.dumps(document)).check(**options)
    if isinstance(document, os.PathLike):
        return Certificate.load(document).check(**options)
    return Certificate(document).check(**options)


def of_answer(answer: Answer) -> Certificate | None:
    """The certificate of an answer; the question is asked again where none was wanted before."""
    document = answer._raw.document
    if document is None:
        asked = {**answer._request, "certificate": True}
        document = request(Answer, answer._question, {}, asked)._raw.document
    return None if document is None else Certificate(document)
