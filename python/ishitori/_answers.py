"""Answers that know more than their fields: arrays, pictures, certificates."""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from ._ask import Answer, request
from ._ishitori import Game
from ._words import say

#: Colours of outcomes that people with any kind of sight can distinguish.
_COLOURS = {"P": "#ffffff", "N": "#f0b429", "L": "#2166ac", "R": "#b2182b"}


class Picture(Answer):
    """A picture: SVG, PNG, PDF or TikZ. Notebooks show it; ``save`` writes it."""

    @property
    def bytes(self) -> builtins.bytes:
        """The picture as bytes."""
        data = self._raw.data
        if data is None:
            raise ValueError(say("no-picture", self._lang))
        return data

    @property
    def format(self) -> str:
        """``svg``, ``png``, ``pdf`` or ``tex``."""
        name: str = self._request.get("format", "svg")
        return name

    def save(self, path: Any) -> None:
        """Writes the picture to a file."""
        with open(path, "wb") as file:
            file.write(self.bytes)

    def __repr__(self) -> str:
        return f"<Picture {self.title!r}, {self.format}>"

    def _repr_svg_(self) -> str | None:
        return self.bytes.decode() if self.format == "svg" else None

    def _repr_png_(self) -> builtins.bytes | None:
        return self.bytes if self.format == "png" else None

    def _repr_html_(self) -> None:  # type: ignore[override]
        return None


class Period(Answer):
    """What is known about a period: ``status``, ``period``, ``preperiod``, ``values``, …"""

    if TYPE_CHECKING:
        status: str
        period: int | None
        preperiod: int | None

    @property
    def is_proved(self) -> bool:
        """Whether the period is proved, not only observed."""
        return self.status == "proved"

    def picture(self, to: int | None = None, **options: Any) -> Picture:
        """The Grundy numbers as a table aligned by the period."""
        if to is None:
            to = min((self.preperiod or 0) + 3 * (self.period or 30), 2000)
        options.setdefault("lang", self._lang)
        fields = {name: self._request.get(name) for name in ("rule", "set")}
        return request(Picture, "draw/table", options, {**fields, "to": to})


class Outcomes(Answer):
    """Who wins the heaps 0, 1, …: ``outcomes`` is a string of the letters P, N, L, R."""

    if TYPE_CHECKING:
        outcomes: str
        period: int | None
        preperiod: int | None
        status: str

    @property
    def array(self) -> np.ndarray:
        """The letters as an array of NumPy."""
        return np.frombuffer(self.outcomes.encode("ascii"), dtype="S1").astype("U1")

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return self.array if dtype is None else self.array.astype(dtype)

    def __len__(self) -> int:
        return len(self.outcomes)

    def __getitem__(self, heap: Any) -> str:
        return self.outcomes[heap]

    def __iter__(self) -> Iterator[str]:
        return iter(self.outcomes)

    def _repr_svg_(self) -> str:
        """A strip: a square for each heap, coloured by its outcome."""
        letters = self.outcomes[:2000]
        per_row, side = 50, 14
        parts = []
        for n, letter in enumerate(letters):
            x, y = n % per_row * side, n // per_row * side
            parts.append(
                f'<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{_COLOURS[letter]}" '
                f'stroke="#888" stroke-width="0.5"><title>{n}: {letter}</title></rect>'
            )
        width = min(len(letters), per_row) * side
        height = (len(letters) + per_row - 1) // per_row * side
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" role="img">'
            f"<title>{escape(str(self.rule))}</title>{''.join(parts)}</svg>"
        )


class Values(Answer):
    """The canonical values of the heaps 0, 1, …: ``values[n]`` is a :class:`~ishitori.Game`."""

    if TYPE_CHECKING:
        period: int | None
        preperiod: int | None
        status: str

    @property
    def games(self) -> list[Game]:
        """The values as games."""
        found = self.__dict__.get("_games")
        if found is None:
            found = self.__dict__["_games"] = [Game(text) for text in self.to_dict()["values"]]
        return found

    def __len__(self) -> int:
        return len(self.games)

    def __getitem__(self, heap: Any) -> Any:
        return self.games[heap]

    def __iter__(self) -> Iterator[Game]:
        return iter(self.games)

    def _repr_latex_(self) -> str:
        games = self.games[:40]
        rows = r" \\ ".join(f"{n} & {game:latex}" for n, game in enumerate(games))
        return rf"$\begin{{array}}{{r|l}} {rows} \end{{array}}$"


class Explanation(Answer):
    """Who wins a position, by which moves, and why: ``outcome``, ``winning_moves``, ``why``."""

    if TYPE_CHECKING:
        outcome: str
        grundy: int | None
        winning_moves: list[dict[str, Any]]
        why: str

    def _repr_svg_(self) -> str | None:
        from ._draw import svg

        return svg(self.drawing) if self.drawing else None


class Conjecture(Answer):
    """The result of testing a formula. False if there is a counterexample."""

    def __bool__(self) -> bool:
        return self._raw.finish == "done"


class Quotient(Answer):
    """A quotient: ``order``, ``presentation``, ``phi``, ``elements``, …"""

    if TYPE_CHECKING:
        order: int
        status: str
        presentation: str
        phi: list[str]

    @property
    def is_proved(self) -> bool:
        """Whether it is proved for all heaps."""
        return self.status == "certified"

    def picture(self, kind: str = "monoid", **options: Any) -> Picture:
        """The quotient as a picture: ``monoid`` or ``cayley``."""
        options.setdefault("lang", self._lang)
        fields = {name: self._request.get(name) for name in ("rule", "end", "to")}
        return request(Picture, f"draw/{kind}", options, fields)

    def _repr_svg_(self) -> str | None:
        try:
            return self.picture(time_limit=5)._repr_svg_()
        except (ValueError, RuntimeError):
            return None  # too large to draw; the words are shown


class Sweep(Answer):
    """Statistics of a family. False if a check found a counterexample."""

    if TYPE_CHECKING:
        sets: int
        matching: int | None

    def __bool__(self) -> bool:
        return self._raw.finish != "no"
