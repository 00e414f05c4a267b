"""Games of one's own, whose moves come from Python."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, Any

from . import _ishitori
from ._draw import svg
from ._ishitori import Game
from ._limits import seconds, size
from ._words import say

if TYPE_CHECKING:
    from ._widget import PlayWidget

#: ``options(position, player)`` gives the positions that a player can move to.
Options = Callable[[Any, str], Iterable[Hashable]]


class OwnGame:
    """A game whose moves come from Python.

    Either ``OwnGame(options)`` with a function ``options(position, player)``, or a subclass with a
    method of that name. Positions are whatever can be a key of a dict; the player is ``"Left"`` or
    ``"Right"``. With ``impartial=True`` both have the same moves, and Python is asked once for both.

    Python is called for the options of each position once; values, Grundy numbers and outcomes are
    computed by the engines from then on. A game in the language (:meth:`Rule.from_text`) needs no Python
    at all: it was 15 to 124 times as fast where ``bench/python/own.py`` was run (``bench/RESULTS.md``).

    >>> from ishitori import OwnGame
    >>> nim = OwnGame(lambda n, player: range(n), impartial=True)
    >>> nim.grundy(7), nim.value(3), nim.outcome(0)
    (7, Game('*3'), 'P')
    """

    impartial = False

    def __init__(self, options: Options | None = None, *, impartial: bool | None = None) -> None:
        if options is None:
            options = self.options
            if getattr(type(self), "options", None) is OwnGame.options:
                raise TypeError(say("no-options"))
        if not callable(options):
            raise TypeError(say("options-no-function"))
        if impartial is not None:
            self.impartial = impartial
        self._graph = _ishitori.Graph(options, self.impartial)
        self._lock = threading.Lock()

    def options(self, position: Any, player: str) -> Iterable[Hashable]:
        """The positions that a player can move to; subclasses define it."""
        raise NotImplementedError

    def draw(self, position: Any) -> dict[str, Any]:
        """What a position looks like; subclasses may define it, in the words of the question `play`."""
        if isinstance(position, str):
            return {"kind": "grid", "rows": position.split("|")}
        if isinstance(position, int):
            return {"kind": "heaps", "heaps": [position]}
        return {"kind": "numbers", "numbers": [[say("position"), str(position)]]}

    def moves(self, position: Any, player: str) -> list[Any]:
        """The positions that a player can move to, each once, remembered."""
        with self._lock:
            return self._graph.options(position, player)

    def value(self, position: Any, *, time_limit: Any = None, memory_limit: Any = None) -> Game:
        """The canonical value of a position."""
        with self._lock:
            return self._graph.value(position, seconds(time_limit), size(memory_limit))

    def grundy(self, position: Any, *, time_limit: Any = None, memory_limit: Any = None) -> int:
        """The Grundy number of a position of an impartial game."""
        with self._lock:
            return self._graph.grundy_number(position, seconds(time_limit), size(memory_limit))

    def outcome(
        self, position: Any, *, misere: bool = False, time_limit: Any = None, memory_limit: Any = None
    ) -> str:
        """Who wins a position: ``"P"``, ``"N"``, ``"L"`` or ``"R"``."""
        with self._lock:
            return self._graph.outcome(position, misere, seconds(time_limit), size(memory_limit))

    def __len__(self) -> int:
        """How many positions were met."""
        return len(self._graph)

    def play(self, position: Any, **options: Any) -> OwnPlay:
        """A game against the program; see :class:`OwnPlay`."""
        return OwnPlay(self, position, **options)

    def widget(self, position: Any, **options: Any) -> PlayWidget:
        """A game to play in a notebook; needs ``anywidget``."""
        from ._widget import PlayWidget

        return PlayWidget(self.play(position, **options))


def _heap(position: Any, option: Any) -> dict[str, Any] | None:
    """A move that takes stones from a heap, so that it can be made by a click on them."""
    if isinstance(position, int) and isinstance(option, int) and 0 <= option < position:
        return {"at": 0, "left": [option]}
    return None


class OwnPlay:
    """A game in progress on an :class:`OwnGame` or a board, with a perfect opponent.

    ``first`` is ``"me"`` or ``"you"``, ``side`` the player that the person is; with ``misere=True`` the
    player who cannot move wins. Moves are the positions that they lead to. ``lang`` is the language of what is said.
    """

    def __init__(
        self,
        game: OwnGame,
        position: Any,
        *,
        first: str = "me",
        side: str = "left",
        misere: bool = False,
        seed: int | None = None,
        lang: str | None = None,
    ) -> None:
        if first not in ("me", "you"):
            raise ValueError(say("first", lang, value=first))
        if side not in ("left", "right"):
            raise ValueError(say("side", lang, value=side))
        #: The language of sentences; None for that of the process.
        self.lang = lang
        self._game = game
        self._person = side.capitalize()
        self._misere = misere
        self._random = random.Random(seed)
        #: The position.
        self.position = position
        #: The player to move: ``"Left"`` or ``"Right"``.
        self.to_move = self._person if first == "me" else self._other(self._person)
        #: The moves so far.
        self.history: list[dict[str, Any]] = []
        self._answer_back()

    @staticmethod
    def _other(player: str) -> str:
        return "Right" if player == "Left" else "Left"

    @property
    def moves(self) -> list[Any]:
        """The positions that can be moved to."""
        return self._game.moves(self.position, self.to_move)

    def _wins(self, position: Any, player: str) -> bool:
        """Whether a player wins by moving to a position."""
        outcome = self._game.outcome(position, misere=self._misere)
        return outcome == "P" or outcome == player[0]

    @property
    def winning_moves(self) -> list[Any]:
        """Those of the moves that win."""
        return [option for option in self.moves if self._wins(option, self.to_move)]

    @property
    def outcome(self) -> str:
        """The outcome class of the position."""
        return self._game.outcome(self.position, misere=self._misere)

    @property
    def winner(self) -> str | None:
        """``"person"`` or ``"program"`` once the player to move has no move."""
        if self.moves:
            return None
        stuck_wins = self._misere
        winner = self.to_move if stuck_wins else self._other(self.to_move)
        return "person" if winner == self._person else "program"

    @property
    def hint(self) -> str | None:
        """A winning move, if there is one."""
        winning = self.winning_moves
        return str(winning[0]) if winning else None

    def _play(self, option: Any) -> None:
        by = "person" if self.to_move == self._person else "program"
        step = {"by": by, "player": self.to_move, "move": str(option), "from": self.position}
        self.history.append(step)
        self.position = option
        self.to_move = self._other(self.to_move)

    def _answer_back(self) -> None:
        if self.to_move != self._person and self.moves:
            self._play(self._random.choice(self.winning_moves or self.moves))

    def move(self, move: Any) -> OwnPlay:
        """Plays a move: the position that it leads to, or its text; the program answers."""
        moves = self.moves
        found = [option for option in moves if option == move] or [
            option for option in moves if str(option) == str(move)
        ]
        if not found:
            raise ValueError(say("not-from", self.lang, move=move, position=self.position))
        self._play(found[0])
        self._answer_back()
        return self

    def undo(self) -> OwnPlay:
        """Takes back the last move of the person, and what came after it."""
        while self.history:
            step = self.history.pop()
            self.position, self.to_move = step["from"], step["player"]
            if step["by"] == "person":
                break
        return self

    @property
    def state(self) -> dict[str, Any]:
        """How the game stands, as the widget shows it."""
        person = self.to_move == self._person
        moves = [
            {
                "number": n,
                "move": str(option),
                "told": str(option),
                "drawing": self._game.draw(option),
                "heap": _heap(self.position, option),
            }
            for n, option in enumerate(self.moves if person else [])
        ]
        history = [{name: step[name] for name in ("by", "move")} for step in self.history]
        return {
            "position": str(self.position),
            "drawing": self._game.draw(self.position),
            "moves": moves,
            "history": history,
            "turn": "person" if person else "program",
            "winner": self.winner,
            "hint": self.hint,
            "to_move": self.to_move,
        }

    def __repr__(self) -> str:
        return f"<OwnPlay: {self.position!r}, {self.to_move} to move>"

    def _repr_svg_(self) -> str:
        return svg(self._game.draw(self.position))
