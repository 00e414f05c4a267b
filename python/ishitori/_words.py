"""The sentences that the package itself says: the messages ``python.*`` of the folder of a language."""

from __future__ import annotations

from functools import cache
from typing import Any

from . import _ishitori


@cache
def sentences(lang: str) -> dict[str, str]:
    """All of them in a language, by what is said."""
    return _ishitori.sentences(lang)


def say(what: str, lang: str | None = None, /, **values: Any) -> str:
    """A sentence in a language, or in that of the process."""
    return sentences(lang or _ishitori.language())[what].format(**values)


def widget_words(lang: str | None) -> dict[str, str]:
    """What the widget of a game says, by its names there."""
    of_widget = sentences(lang or _ishitori.language()).items()
    return {what.removeprefix("widget-"): said for what, said in of_widget if what.startswith("widget-")}
