"""The reference of the package, made from its docstrings: `python reference.py > ../docs/python.md`."""

from __future__ import annotations

import inspect
import re
from typing import Any

import ishitori
import ishitori.atlas
import ishitori.dask

HEAD = """# Reference of the Python package

Made from the docstrings of `ishitori` by `python/reference.py`; a test holds it up to date. Every question takes
`lang`, `time_limit`, `memory_limit`, `threads` and `progress` besides its own arguments.
"""


def plain(doc: str | None) -> str:
    """A docstring as Markdown: roles of Sphinx and examples in the form of Markdown."""
    text = inspect.cleandoc(doc or "")
    text = re.sub(r":(?:class|func|meth):`~?(?:ishitori\.)?([^`]*)`", r"`\1`", text)
    text = text.replace("``", "`")
    examples = re.compile(r"((?:^>>> .*\n?)(?:^(?!$).*\n?)*)", re.M)
    return examples.sub(lambda found: f"```pycon\n{found[1].rstrip()}\n```\n", text).strip()


def signature(thing: Any) -> str:
    """How a function is called."""
    try:
        text = str(inspect.signature(thing))
    except (TypeError, ValueError):
        return "(…)"
    text = re.sub(r"(: |-> )'([^']*)'", r"\1\2", text)  # annotations are texts
    text = re.sub(r"\(self, /(, )?|\(self(, )?|\(cls(, )?", "(", text)
    return text.replace("**options: Any", "**options").replace("ishitori._ishitori.", "")


def members(kind: type) -> list[str]:
    """The methods and properties of a class, inherited ones of ours too."""
    lines = []
    names: dict[str, Any] = {}
    for each in reversed(kind.__mro__):
        if each.__module__.startswith("ishitori"):
            names.update(vars(each))
    for name, value in sorted(names.items()):
        if name.startswith("_"):
            continue
        if isinstance(value, (classmethod, staticmethod)):
            value = getattr(kind, name)
        if not (callable(value) or isinstance(value, property) or inspect.isgetsetdescriptor(value)):
            continue
        if not value.__doc__:
            continue
        call = signature(value) if callable(value) else ""
        first = plain(value.__doc__).split("\n\n")[0].replace("\n", " ").replace("|", "\\|")
        lines.append(f"| `{name}{call.replace('|', chr(92) + '|')}` | {first} |")
    return lines


def reference() -> str:
    """The whole reference."""
    parts = [HEAD]
    names = [name for name in ishitori.__all__ if not name.startswith("__")]
    classes = [name for name in names if inspect.isclass(getattr(ishitori, name))]
    for name in classes:
        kind = getattr(ishitori, name)
        parts.append(f"## `{name}`\n\n{plain(kind.__doc__)}\n")
        rows = members(kind)
        if rows:
            parts.append("| | |\n|---|---|\n" + "\n".join(rows) + "\n")
    parts.append("## Functions\n")
    for name in names:
        if name not in classes:
            function = getattr(ishitori, name)
            parts.append(f"### `{name}{signature(function)}`\n\n{plain(function.__doc__)}\n")
    for heading, module in (("The atlas", ishitori.atlas), ("Dask", ishitori.dask)):
        parts.append(f"## {heading}\n\n{plain(module.__doc__)}\n")
        for name in module.__all__:
            thing = getattr(module, name)
            called = "" if inspect.isclass(thing) else signature(thing)
            parts.append(f"### `{module.__name__}.{name}{called}`\n\n{plain(thing.__doc__)}\n")
            rows = members(thing) if inspect.isclass(thing) else []
            if rows:
                parts.append("| | |\n|---|---|\n" + "\n".join(rows) + "\n")
    return "\n".join(parts)


if __name__ == "__main__":
    print(reference(), end="")
