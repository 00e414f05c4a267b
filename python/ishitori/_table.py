"""Tables of positions as masked arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._ask import Answer
from ._ishitori import Game


class Table(np.ma.MaskedArray):
    """A table of positions: an array of NumPy with a mask where there is no position.

    The axes are the coordinates of the game in their order (``coordinates``), so that
    ``table[y, z]`` belongs to the position (y, z). ``answer`` is the whole answer.
    """

    #: What arrays with masks carry along.
    _optinfo: dict[str, Any]

    @property
    def answer(self) -> Answer | None:
        """The answer that the table is made of."""
        return self._optinfo.get("answer")

    @property
    def coordinates(self) -> list[str]:
        """The names of the axes."""
        names: list[str] = self._optinfo.get("coordinates", [])
        return names

    def _repr_html_(self) -> str | None:
        answer = self.answer
        if answer is None or self.shape != self._optinfo.get("shape"):
            return None
        return answer.to_text("html")


def _cell(show: str, value: Any) -> Any:
    return Game(value) if show == "value" else value


def of_answer(answer: Answer) -> Table:
    """The table of an answer to the question `table`."""
    data = answer.to_dict()
    if data.get("positions") is not None:  # a list of them was asked for
        found = np.ma.MaskedArray(np.array(data["positions"])).view(Table)
        found._optinfo.update(answer=answer, coordinates=data["coordinates"], shape=found.shape)
        return found
    show, names = data["show"], data["coordinates"]
    slices = data.get("slices")
    if slices is None:
        slices = [{"fixed": data.get("fixed") or {}, "rows": data["rows"]}]
    fixed_by_user = {text.split("=")[0].strip() for text in answer._request.get("fix", [])}
    row, column = data["row_name"], data["column_name"]
    around = [name for name in names if name not in (row, column, *fixed_by_user)]
    places = {name: sorted({part["fixed"][name] for part in slices}) for name in around}
    height = max((len(part["rows"]) for part in slices), default=0)
    width = max((len(cells) for part in slices for cells in part["rows"]), default=0)
    shape = [len(places[name]) for name in around] + [height, width]
    kinds: dict[str, tuple[Any, Any]] = {"grundy": (np.int64, -1), "outcome": ("U1", "")}
    kind, fill = kinds.get(show, (object, None))
    array = np.full(shape, fill, dtype=kind)
    mask = np.ones(shape, dtype=bool)
    for part in slices:
        at = tuple(places[name].index(part["fixed"][name]) for name in around)
        for y, cells in enumerate(part["rows"]):
            for x, value in enumerate(cells):
                if value is not None:
                    array[(*at, y, x)] = _cell(show, value)
                    mask[(*at, y, x)] = False
    axes = [*around, row, column]
    if not row:  # a game of one coordinate
        array, mask, axes = array[..., 0, :], mask[..., 0, :], [*around, column]
    order = [axes.index(name) for name in names if name in axes]
    table = np.ma.MaskedArray(array.transpose(order), mask=mask.transpose(order), fill_value=fill)
    found = table.view(Table)
    wanted = [axes[at] for at in order]
    found._optinfo.update(answer=answer, coordinates=wanted, shape=found.shape)
    return found
