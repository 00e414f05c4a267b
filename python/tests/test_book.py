"""The sessions of the chapter on Python in the book, and the examples of docstrings."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import os
import pkgutil
import re
from pathlib import Path

import pytest

import ishitori

ROOT = Path(os.environ.get("ISHITORI_ROOT", Path(__file__).parents[2]))


def sessions(language: str) -> list[str]:
    chapter = (ROOT / "book" / language / "src" / "python.md").read_text(encoding="utf-8")
    return re.findall(r"^```pycon\n(.*?)^```$", chapter, re.M | re.S)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_sessions(language: str) -> None:
    """Each cell prints what the book shows."""
    found = sessions(language)
    assert len(found) >= 6
    names: dict[str, object] = {}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for number, text in enumerate(found):
        # Of an error the book shows no more than its last lines.
        test = doctest.DocTestParser().get_doctest(text, names, f"cell {number}", "python.md", 0)
        runner.run(test, clear_globs=False)
        names.update(test.globs)
    assert runner.summarize().failed == 0


def code(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith((">>>", "..."))]


def test_the_languages_agree() -> None:
    """Both chapters run the same code, but for comments."""
    plain = [[re.sub(r'""".*?"""', "", line) for line in code(text)] for text in sessions("en")]
    assert plain == [[re.sub(r'""".*?"""', "", line) for line in code(text)] for text in sessions("ja")]


def test_docstrings() -> None:
    tried = 0
    for module in pkgutil.iter_modules(ishitori.__path__):
        if module.name in ("__main__", "_ishitori"):
            continue
        if module.name == "_widget":
            pytest.importorskip("anywidget")
        found = doctest.testmod(importlib.import_module(f"ishitori.{module.name}"))
        assert found.failed == 0, module.name
        tried += found.attempted
    assert tried >= 10


def test_the_reference_is_current() -> None:
    """The reference in `docs` is what the docstrings say."""
    spec = importlib.util.spec_from_file_location("reference", ROOT / "python" / "reference.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    path = ROOT / "docs" / "python.md"
    wanted = module.reference()
    if os.environ.get("ISHITORI_REFERENCE") == "update":
        path.write_text(wanted, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == wanted, "ISHITORI_REFERENCE=update pytest python/tests"
