"""A game to play in a notebook."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from . import _ishitori
from ._draw import svg
from ._words import say, widget_words

try:
    import anywidget
    import traitlets
except ImportError as error:  # pragma: no cover
    raise ImportError(say("no-anywidget")) from error

_HERE = Path(__file__).parent


def _shown(state: dict[str, Any], lang: str) -> dict[str, Any]:
    """What the page needs of the state of a game."""
    moves = [
        {
            "number": move["number"],
            "move": move["move"],
            "told": move.get("told", move["move"]),
            "heap": move.get("heap"),
            "svg": svg(move["drawing"]) if move.get("drawing") else None,
        }
        for move in state["moves"][:400]
    ]
    last = state["history"][-3:]
    return {
        "lang": lang,
        "words": widget_words(lang),
        "rule": state.get("rule", ""),
        "position": state["position"],
        "drawing": state["drawing"],
        "svg": svg(state["drawing"]),
        "moves": moves,
        "last": [{"by": step["by"], "move": step.get("told") or step["move"]} for step in last],
        "winner": state["winner"],
        "over": state.get("over"),
        "hint": state["hint"],
        "why": state.get("why"),
    }


class PlayWidget(anywidget.AnyWidget):
    """A game in a notebook: click on what to take, or on a move; the program answers.

    ``play`` is the game itself, a :class:`~ishitori.Play` or :class:`~ishitori.OwnPlay`.
    """

    _esm = _HERE / "widget.js"
    _css = _HERE / "widget.css"
    #: How the game stands.
    state = traitlets.Dict().tag(sync=True)
    #: What is wrong with the last move.
    problem = traitlets.Unicode("").tag(sync=True)

    def __init__(self, play: Any, **fields: Any) -> None:
        super().__init__(**fields)
        self.play = play
        self._lang = play.lang or _ishitori.language()
        self._show()
        self.on_msg(self._heard)

    def _show(self) -> None:
        self.state = _shown(self.play.state, self._lang)

    def _heard(self, _: Any, message: dict[str, Any], __: Any) -> None:
        """Takes a message of the page: a move, or back."""
        self.problem = ""
        try:
            if message.get("do") == "move":
                number = message.get("number")
                moves = [move for move in self.state["moves"] if move["number"] == number]
                if not moves:
                    raise ValueError(say("no-move", self._lang, number=number))
                self.play.move(moves[0]["move"])
            elif message.get("do") == "undo":
                self.play.undo()
        except (ValueError, RuntimeError) as error:
            self.problem = str(error)
        self._show()
