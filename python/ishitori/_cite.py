"""How to cite a result."""

from __future__ import annotations

import os
from pathlib import Path

from . import _ishitori
from ._ask import Answer
from ._certificate import Certificate


def cite(
    answer: Answer | None = None,
    *,
    command: str | None = None,
    certificate: Certificate | str | os.PathLike[str] | None = None,
) -> str:
    """A BibTeX entry with the version of the program: for an answer, or for the ``command`` that gave it.

    The entry has the SHA-256 checksum of the ``certificate``: a :class:`Certificate`, the path of its file, or the one that
    was asked for with the answer.

    >>> import ishitori
    >>> print(ishitori.cite(ishitori.ask("period", rule="0.77")).splitlines()[0])
    @misc{ishitori,
    """
    if answer is not None:
        fields = ", ".join(f"{name.replace('-', '_')}={value!r}" for name, value in answer._request.items())
        command = command or f"ishitori.ask({answer._question!r}, {fields})"
        document = answer._raw.document
        if certificate is None and document is not None:
            certificate = Certificate(document)
    file = None
    if isinstance(certificate, Certificate):
        file = ("certificate.json", certificate.text.encode())
    elif certificate is not None:
        path = Path(certificate)
        file = (path.name, path.read_bytes())
    return _ishitori.cite(command, file)
