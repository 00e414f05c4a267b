"""Ishitori 石取り: a workbench for combinatorial games.

* :class:`Game`, :func:`evaluate`: exact values of games;
* :class:`Rule`: heap games, games in the language, and every question about them;
* :class:`Board`, :class:`Position`: board games;
* :class:`OwnGame`: games whose moves come from Python;
* :class:`Family`: whole families of subtraction sets, rows as an Arrow stream;
* :class:`Certificate`, :func:`check`: proofs and their checker;
* :mod:`ishitori.atlas`: what is known about small games, in tables that were computed before;
* :func:`cite`: entries of BibTeX;
* :func:`ask`: any question by name, as on the command line.

``time_limit`` and ``memory_limit`` of any question, or :func:`limits` around several, raise
:class:`LimitReached` with what is known; Ctrl-C raises ``KeyboardInterrupt``; what cannot be read is a
``ValueError`` that shows the place. :func:`set_language` ``("ja")`` makes all sentences Japanese.
"""

from . import _asked
from . import atlas as atlas
from ._answers import (
    Conjecture,
    Explanation,
    Outcomes,
    Period,
    Picture,
    Quotient,
    Sweep,
    Values,
)
from ._ask import Answer, ask, questions, schema
from ._asked import *  # noqa: F403
from ._board import Board, Position
from ._certificate import Certificate, Verdict, check
from ._cite import cite
from ._errors import LimitReached
from ._family import Family, Rows
from ._ishitori import Game, Thermograph, __version__, evaluate, language, set_language
from ._limits import limits
from ._own import OwnGame, OwnPlay
from ._play import Play
from ._questions import (
    fmt,
    functions,
    games,
    identify,
    mex,
    misere,
    nim_inverse,
    nim_product,
    nim_sum,
    quotient_sweep,
    tour,
)
from ._rule import Rule
from ._table import Table

__all__ = [
    "Answer",
    "Board",
    "Certificate",
    "Conjecture",
    "Explanation",
    "Family",
    "Game",
    "LimitReached",
    "Outcomes",
    "OwnGame",
    "OwnPlay",
    "Period",
    "Picture",
    "Play",
    "Position",
    "Quotient",
    "Rows",
    "Rule",
    "Sweep",
    "Table",
    "Thermograph",
    "Values",
    "Verdict",
    "__version__",
    "ask",
    "check",
    "cite",
    "evaluate",
    "fmt",
    "functions",
    "games",
    "identify",
    "language",
    "limits",
    "mex",
    "misere",
    "nim_inverse",
    "nim_product",
    "nim_sum",
    "questions",
    "quotient_sweep",
    "schema",
    "set_language",
    "tour",
]
__all__ += _asked.__all__


def load_ipython_extension(ipython: object) -> None:
    """``%load_ext ishitori``: command lines of the program after ``%ishitori`` and ``%%ishitori``."""
    from ._magic import load

    load(ipython)
