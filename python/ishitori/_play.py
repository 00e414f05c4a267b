"""Games against the program."""

from __future__ import annotations

from typing import Any

from ._ask import Answer, request
from ._draw import svg
from ._words import say


class Play:
    """A game in progress.

    ``position``, ``moves``, ``history``, ``hint`` and ``why`` say how it stands; ``move`` plays for the
    person, and the program answers at once. ``undo`` takes back the last move of the person and what
    came after it.

    >>> from ishitori import Rule
    >>> game = Rule("nim").play([3, 5, 7])
    >>> game.hint
    'take 1 from heap 1 (3->2) wins.'
    >>> game.move("3->2").history[-1]["by"]
    'program'
    """

    def __init__(self, fields: dict[str, Any], options: dict[str, Any]) -> None:
        self._fields = fields
        self._options = options
        #: The language of sentences; None for that of the process.
        self.lang: str | None = options.get("lang")
        self._moves: list[int] = []
        self._refresh()
        self._answer_back()

    def _refresh(self) -> None:
        fields = {**self._fields, "moves": self._moves or None}
        self._state = request(Answer, "play", dict(self._options), fields)

    def _answer_back(self) -> None:
        """Plays for the program as long as it is to move."""
        while self.winner is None and self._state.turn == "program":
            reply = self._state.reply
            if reply is None or reply["number"] is None:
                break
            self._moves.append(reply["number"])
            self._refresh()

    @property
    def state(self) -> dict[str, Any]:
        """Everything that is known about the position, as plain data."""
        return self._state.to_dict()

    @property
    def position(self) -> str:
        """The position."""
        position: str = self._state.position
        return position

    @property
    def moves(self) -> list[str]:
        """The moves that can be played, in the notation of the game."""
        return [move["move"] for move in self._state.moves]

    @property
    def winning_moves(self) -> list[str]:
        """Those of them that are known to win."""
        return [move["move"] for move in self._state.moves if move["wins"]]

    @property
    def history(self) -> list[dict[str, Any]]:
        """The moves so far."""
        history: list[dict[str, Any]] = self._state.history
        return history

    @property
    def outcome(self) -> str | None:
        """The outcome class of the position, if it is known."""
        outcome: str | None = self._state.outcome
        return outcome

    @property
    def hint(self) -> str | None:
        """A winning move in words, or that there is none."""
        hint: str | None = self._state.hint
        return hint

    @property
    def why(self) -> str | None:
        """Why the position is won or lost."""
        why: str | None = self._state.why
        return why

    @property
    def winner(self) -> str | None:
        """``"person"`` or ``"program"`` once no move is left."""
        winner: str | None = self._state.winner
        return winner

    def move(self, move: str | int) -> Play:
        """Plays a move: its text, one of ``moves``, or its place among them."""
        if self.winner is not None:
            raise ValueError(say("over", self.lang))
        listed = self._state.moves
        if isinstance(move, int) and not isinstance(move, bool):
            numbers = [each["number"] for each in listed if each["number"] == move]
        else:
            text = str(move).replace(" ", "")
            numbers = [each["number"] for each in listed if each["move"].replace(" ", "") == text]
        if not numbers:
            some = ", ".join(self.moves[:12]) + (", …" if len(listed) > 12 else "")
            raise ValueError(say("not-here", self.lang, move=move, some=some))
        self._moves.append(numbers[0])
        self._refresh()
        self._answer_back()
        return self

    def undo(self) -> Play:
        """Takes back the last move of the person, and what came after it."""
        by = [each["by"] for each in self.history]
        if "person" in by:
            last = len(by) - 1 - by[::-1].index("person")
            self._moves = self._moves[:last]
            self._refresh()
            self._answer_back()
        return self

    def __str__(self) -> str:
        return str(self._state)

    def __repr__(self) -> str:
        return f"<Play {self.state['rule']}: {self.position}>"

    def _repr_svg_(self) -> str:
        return svg(self.state["drawing"])
