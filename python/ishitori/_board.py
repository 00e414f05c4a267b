"""Board games: those of the library, and texts in the language of boards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import _ishitori
from ._ask import Answer, finished, request
from ._draw import svg
from ._ishitori import Game
from ._limits import seconds, size
from ._own import OwnGame, OwnPlay


class Board(OwnGame):
    """A board game by name, ``Board("domineering")``, or by its text in the language of boards.

    ``values`` finds the values of many positions at once, which remembers what they have in common.

    >>> from ishitori import Board
    >>> Board("domineering").values(["..|..", "...|..."])
    [Game('+-1'), Game('{2|-1/2}')]
    >>> Board("amazons").value("x.o")
    Game('*')
    """

    def __init__(self, name: str) -> None:
        self.name = name
        _ishitori.board_values(name, [])  # says which games there are
        super().__init__()

    def options(self, position: str, player: str) -> list[str]:
        """The positions that a player can move to."""
        return _ishitori.board_options(self.name, position, player)

    def values(
        self,
        positions: Iterable[str],
        *,
        time_limit: Any = None,
        memory_limit: Any = None,
        threads: int | None = None,
    ) -> list[Game]:
        """The canonical values of positions, in their order."""
        limits = (seconds(time_limit), size(memory_limit), threads)
        return _ishitori.board_values(self.name, list(positions), *limits)

    def value(self, position: str, *, time_limit: Any = None, memory_limit: Any = None) -> Game:
        """The canonical value of a position, by its components and symmetries."""
        return self.values([position], time_limit=time_limit, memory_limit=memory_limit)[0]

    def position(self, text: str) -> Position:
        """A position of the game."""
        return Position(self, text)

    def __repr__(self) -> str:
        return f"Board({self.name!r})"


class Position:
    """A position of a board game: ``Position("domineering", "...|...")``."""

    def __init__(self, board: Board | str, text: str) -> None:
        self.board = board if isinstance(board, Board) else Board(board)
        self.text = text
        self.board.options(text, "Left")  # says what is wrong with it

    @property
    def value(self) -> Game:
        """The canonical value."""
        return self.board.value(self.text)

    @property
    def outcome(self) -> str:
        """Who wins: ``"P"``, ``"N"``, ``"L"`` or ``"R"``."""
        return self.value.outcome

    @property
    def left_options(self) -> list[Position]:
        """What Left can move to."""
        return [Position(self.board, text) for text in self.board.options(self.text, "Left")]

    @property
    def right_options(self) -> list[Position]:
        """What Right can move to."""
        return [Position(self.board, text) for text in self.board.options(self.text, "Right")]

    def facts(self, **options: Any) -> Answer:
        """The answer of the command `position`: value, mean, temperature, stops and more."""
        fields = {"game": self.board.name, "position": self.text}
        return finished(request(Answer, "position", options, fields))

    def play(self, **options: Any) -> OwnPlay:
        """A game against the program."""
        return self.board.play(self.text, **options)

    def widget(self, **options: Any) -> Any:
        """A game to play in a notebook; needs ``anywidget``."""
        return self.board.widget(self.text, **options)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self.board.name, self.text) == (other.board.name, other.text)

    def __hash__(self) -> int:
        return hash((self.board.name, self.text))

    def __repr__(self) -> str:
        return f"Position({self.board.name!r}, {self.text!r})"

    def __str__(self) -> str:
        return self.text.replace("|", "\n")

    def _repr_svg_(self) -> str:
        return svg(self.board.draw(self.text))
