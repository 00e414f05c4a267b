"""Rules of games, and every question about them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from . import _ishitori, _table
from ._answers import Conjecture, Explanation, Outcomes, Period, Picture, Quotient, Values
from ._ask import A, Answer, finished, request, settings, split
from ._words import say

if TYPE_CHECKING:
    from ._play import Play
    from ._widget import PlayWidget

#: A position: ``7`` a heap, ``[3, 5, 7]`` several heaps, ``(4, 13)`` a tuple, or a text.
Position = Union[str, int, tuple[int, ...], list[Any]]


def written(position: Position | None) -> str | None:
    """A position as text: numbers are heaps, tuples are tuples, a list is a sum."""
    if position is None or isinstance(position, str):
        return position
    if isinstance(position, tuple):
        return f"({','.join(str(int(n)) for n in position)})"
    if isinstance(position, (list, np.ndarray)):
        return "+".join(str(written(part)) for part in position)
    return str(int(position))


def corner(to: int | Iterable[int] | None) -> Any:
    """The last value of each coordinate."""
    if to is None or isinstance(to, (int, np.integer, str)):
        return to
    return [int(n) for n in to]


class Rule:
    """The rule of a game.

    ``Rule("0.77")``, ``Rule("kayles")``, ``Rule("sub:2,3", end="mod2:LR")``,
    ``Rule("chocolate:3")``, ``Rule("lib:chomp3")``, or a text in the language of games. ``end`` says
    who wins when no move is left, ``set`` gives values to the parameters of a game in the language,
    such as ``{"k": 3}``.

    Every question takes ``time_limit`` (seconds, or a text such as ``"2min"``), ``memory_limit``
    (bytes, or ``"4GiB"``), ``threads``, ``lang`` (``"en"``, ``"ja"``) and ``progress`` besides.

    >>> from ishitori import Rule
    >>> Rule("0.77").grundy(11)
    array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6], dtype=uint8)
    """

    def __init__(
        self,
        rule: str | Rule,
        *,
        end: str | None = None,
        set: dict[str, Any] | list[str] | None = None,
        lang: str | None = None,
    ) -> None:
        if isinstance(rule, Rule):
            source, values = rule._source, rule._settings
            end = rule.end if end is None else end
        elif isinstance(rule, str):
            source, values = rule, []
        else:
            raise TypeError(say("rule-no-text", lang, kind=type(rule).__name__))
        given = settings(set)
        self._read(source, values if given is None else given, end, lang)

    def _read(self, source: Any, values: list[str], end: str | None, lang: str | None) -> None:
        self._source = source
        self._settings = values
        self._lang = lang
        self.end = end
        shown, coordinates = _ishitori.read_rule(json.dumps(source), values, lang)
        #: The rule as it is written.
        self.name: str = shown
        #: The names of the coordinates of a game in the language; None for heaps.
        self.coordinates: list[str] | None = coordinates

    @classmethod
    def from_text(
        cls,
        text: str,
        *,
        name: str = "text",
        end: str | None = None,
        set: dict[str, Any] | list[str] | None = None,
        lang: str | None = None,
    ) -> Rule:
        """A game in the language of games.

        >>> from ishitori import Rule
        >>> game = Rule.from_text('''
        ... game take-away
        ... position (n)
        ... both: (n - s) for s in {1, 3, 4} if s <= n
        ... ''')
        >>> game.grundy(8).tolist()
        [0, 1, 0, 1, 2, 3, 2, 0, 1]
        """
        rule = cls.__new__(cls)
        rule._read({"name": name, "text": text}, settings(set) or [], end, lang)
        return rule

    @classmethod
    def from_file(
        cls,
        path: str | os.PathLike[str],
        *,
        end: str | None = None,
        set: dict[str, Any] | list[str] | None = None,
        lang: str | None = None,
    ) -> Rule:
        """The game of a file in the language of games."""
        path = Path(path)
        text = path.read_text(encoding="utf-8")
        return cls.from_text(text, name=path.name, end=end, set=set, lang=lang)

    def _fields(self, *, end: bool = True, set: bool = True) -> dict[str, Any]:
        fields: dict[str, Any] = {"rule": self._source}
        if set and self._settings:
            fields["set"] = self._settings
        if end:
            fields["end"] = self.end
        return fields

    def _ask(self, kind: type[A], question: str, fields: dict[str, Any], options: Any) -> A:
        if self._lang is not None:
            options.setdefault("lang", self._lang)
        return request(kind, question, options, fields)

    def grundy(self, to: int, *, engine: str | None = None, **options: Any) -> np.ndarray:
        """The Grundy numbers of the heaps 0, …, ``to`` as an array.

        The array is what the engine computed, not a copy; its type is the narrowest that holds the
        numbers (``uint8``, ``uint16`` or ``uint32``). With ``end="misere"`` these are misère Grundy
        numbers. A limit raises :class:`~ishitori.LimitReached`, whose ``partial`` is the array so
        far.
        """
        fields = {**self._fields(), "to": int(to), "engine": engine}
        answer = self._ask(Answer, "grundy", fields, options)
        values = answer._raw.take_values()
        finished(answer, values)
        return values

    def period(
        self,
        *,
        limit: int | None = None,
        row: list[str] | None = None,
        claim: tuple[int, int] | str | None = None,
        certificate: bool = False,
        **options: Any,
    ) -> Period:
        """The period of the Grundy numbers, with a proof where there is one.

        ``limit`` is the last heap that is looked at; ``checkpoint`` a file that the search is saved
        to and goes on from. ``answer.certificate`` is the proof as a document. ``claim`` is a preperiod and
        a period of which the answer says whether they are right.
        """
        if isinstance(claim, tuple):
            claim = ",".join(str(int(number)) for number in claim)
        fields = {**self._fields(), "limit": limit, "row": row, "claim": claim}
        fields["certificate"] = certificate or None
        return finished(self._ask(Period, "period", fields, options))

    def outcomes(self, to: int, *, certificate: bool = False, **options: Any) -> Outcomes:
        """Who wins the heaps 0, …, ``to``, and the period of that sequence."""
        fields = {**self._fields(), "to": int(to), "certificate": certificate or None}
        return finished(self._ask(Outcomes, "outcomes", fields, options))

    def values(
        self,
        to: int,
        *,
        sum: str | None = None,
        terminal: str | None = None,
        limit: int | None = None,
        certificate: bool = False,
        **options: Any,
    ) -> Values:
        """The canonical values of the heaps 0, …, ``to``: a sequence of games.

        ``answer.certificate`` is the proof of their period as a document.
        """
        fields = {**self._fields(), "to": int(to), "sum": sum, "terminal": terminal, "limit": limit}
        fields["certificate"] = certificate or None
        return finished(self._ask(Values, "values", fields, options))

    def table(
        self,
        to: int | Iterable[int],
        *,
        fix: dict[str, int] | list[str] | None = None,
        show: str | None = None,
        **options: Any,
    ) -> _table.Table:
        """The positions of a box up to the corner ``to``, as an array with a mask.

        The axes are the coordinates that are not fixed, in their order. ``show`` is ``"grundy"``,
        ``"outcome"``, ``"value"``, or ``"p-positions"`` for a list of these. A limit raises :class:`~ishitori.LimitReached`, whose
        ``partial`` is the table with the complete rows.
        """
        fields = {**self._fields(), "to": corner(to), "fix": settings(fix), "show": show}
        answer = self._ask(Answer, "table", fields, options)
        table = _table.of_answer(answer)
        finished(answer, table)
        return table

    def explain(self, position: Position, *, sum: str | None = None, **options: Any) -> Explanation:
        """Explain who wins a position, by which moves, and why."""
        fields = {**self._fields(), "position": written(position), "sum": sum}
        return finished(self._ask(Explanation, "explain", fields, options))

    def quotient(
        self, to: int | None = None, *, table: bool = False, certificate: bool = False, **options: Any
    ) -> Quotient:
        """The quotient monoid: it says who wins any number of heaps.

        A search that ends at ``to`` is an answer; one that a limit ends raises
        :class:`~ishitori.LimitReached` with what was proved.
        """
        fields = {**self._fields(), "to": to, "table": table or None}
        fields["certificate"] = certificate or None
        return finished(self._ask(Quotient, "quotient", fields, options))

    def conjecture(
        self,
        formula: str | None = None,
        *,
        to: int | Iterable[int] | None = None,
        p_positions: str | None = None,
        prove: bool = False,
        certificate: bool = False,
        fit: bool = False,
        from_: int | Iterable[int] | None = None,
        set: dict[str, Any] | list[str] | None = None,
        **options: Any,
    ) -> Conjecture:
        """Whether a formula holds for the positions up to ``to``, or with ``prove`` for all.

        ``fit=True`` looks for a formula. ``set`` may give ranges, such as ``["k=1..21"]``.

        >>> from ishitori import Rule
        >>> bool(Rule("chocolate:2").conjecture("y xor z", to=(8, 18)))
        True
        """
        fields = {**self._fields(), "formula": formula, "p_positions": p_positions}
        fields.update(to=corner(to), from_=corner(from_))
        fields.update(prove=prove or None, certificate=certificate or None, fit=fit or None)
        if set is not None:
            fields["set"] = settings(set)
        return finished(self._ask(Conjecture, "conjecture", fields, options))

    def misere(self, position: Position, **options: Any) -> Answer:
        """A position of heaps in misère play: its canonical form and genus."""
        fields = {"game": self._source, "position": written(position)}
        return finished(self._ask(Answer, "misere", fields, options))

    def parity(self, to: int = 8, heaps: int = 3, **options: Any) -> Answer:
        """Whether normal and misère play decide the parity of moves game."""
        fields = {"rule": self._source, "to": to, "heaps": heaps}
        return finished(self._ask(Answer, "parity", fields, options))

    def draw(self, kind: str, **fields: Any) -> Picture:
        """A picture: ``scatter``, ``table``, ``grid``, ``graph``, ``monoid`` or ``cayley``.

        ``to`` is the last heap or the corner; ``title``, ``size``, ``palette`` and ``format``
        (``svg``, ``png``, ``pdf``, ``tex``) say what it looks like.
        """
        options, fields = split(fields)
        if "to" in fields:
            fields["to"] = corner(fields["to"])
        own = self._fields(end=kind not in ("scatter", "table"), set=kind not in ("monoid", "cayley"))
        if kind == "graph" and "position" in fields:
            fields["position"] = written(fields["position"])
        return finished(self._ask(Picture, f"draw/{kind}", {**own, **fields}, options))

    def play(self, position: Position | None = None, **fields: Any) -> Play:
        """A game against the program; see :class:`~ishitori.Play`.

        ``first`` is ``"me"`` or ``"you"``, ``level`` is ``"perfect"`` or 0 to 10, ``side`` is
        ``"left"`` or ``"right"``, ``seed`` makes the program repeat itself.
        """
        from ._play import Play

        options, fields = split(fields)
        if self._lang is not None:
            options.setdefault("lang", self._lang)
        if "level" in fields:
            fields["level"] = str(fields["level"])
        return Play({**self._fields(), "position": written(position), **fields}, options)

    def widget(self, position: Position | None = None, **fields: Any) -> PlayWidget:
        """A game to play in a notebook; needs ``anywidget``."""
        from ._widget import PlayWidget

        return PlayWidget(self.play(position, **fields))

    def __repr__(self) -> str:
        end = f", end={self.end!r}" if self.end else ""
        values = f", set={self._settings!r}" if self._settings else ""
        source = self._source if isinstance(self._source, str) else self.name
        return f"Rule({source!r}{end}{values})"

    def __str__(self) -> str:
        return self.name

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rule):
            return NotImplemented
        mine = (self._source, self._settings, self.end)
        return mine == (other._source, other._settings, other.end)

    def __hash__(self) -> int:
        return hash((json.dumps(self._source), tuple(self._settings), self.end))
