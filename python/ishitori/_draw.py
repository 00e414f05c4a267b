"""Positions as SVG, from the drawing that an answer has."""

from __future__ import annotations

from html import escape
from typing import Any

_SIDE = 22
_FILLS = {
    ".": "#f7f3e8", "#": "#4a4a4a", "x": "#2166ac", "o": "#b2182b",
    "L": "#c6dbef", "R": "#fcbba1", "t": "#2166ac", "f": "#b2182b",
}  # fmt: skip


def _heaps(heaps: list[int], parts: list[str], left: float = 0) -> tuple[float, float]:
    """Heaps of stones; a heap of more than 60 stones is a box with its number."""
    tallest = 10
    x = left + _SIDE / 2
    height = (tallest + 2) * _SIDE * 0.6
    for heap in heaps:
        columns = max(1, -(-min(heap, 60) // tallest))
        if heap > 60:
            columns = 3
            parts.append(
                f'<rect x="{x}" y="{height * 0.3}" width="{3 * _SIDE}" height="{height * 0.5}" '
                f'rx="8" fill="#3d3d3d"/>'
            )
        else:
            for n in range(heap):
                cx = x + (n // tallest + 0.5) * _SIDE
                cy = height - (n % tallest + 1.6) * _SIDE * 0.6
                parts.append(
                    f'<ellipse cx="{cx}" cy="{cy}" rx="{_SIDE * 0.42}" ry="{_SIDE * 0.27}" '
                    f'fill="#3d3d3d" stroke="#fff" stroke-width="0.6"/>'
                )
        middle = x + columns * _SIDE / 2
        parts.append(
            f'<text x="{middle}" y="{height + 4}" font-size="13" text-anchor="middle" '
            f'fill="currentColor">{heap}</text>'
        )
        x += (columns + 0.6) * _SIDE
    return x - left, height + 12


def _bar(columns: list[int], bitter: list[int], parts: list[str], left: float) -> tuple[float, float]:
    tallest = max(columns, default=0)
    for x, squares in enumerate(columns):
        for y in range(squares):
            fill = "#2b2b2b" if [x, y] == list(bitter) else "#8b5a2b"
            parts.append(
                f'<rect x="{left + x * _SIDE}" y="{(tallest - 1 - y) * _SIDE}" width="{_SIDE}" '
                f'height="{_SIDE}" fill="{fill}" stroke="#fff"/>'
            )
    return len(columns) * _SIDE, tallest * _SIDE


def _grid(rows: list[str], parts: list[str], left: float) -> tuple[float, float]:
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            parts.append(
                f'<rect x="{left + x * _SIDE}" y="{y * _SIDE}" width="{_SIDE}" height="{_SIDE}" '
                f'fill="{_FILLS.get(cell, "#f7f3e8")}" stroke="#999"/>'
            )
            if cell not in ".#":
                parts.append(
                    f'<text x="{left + (x + 0.5) * _SIDE}" y="{(y + 0.7) * _SIDE}" font-size="13" '
                    f'text-anchor="middle" fill="#fff" stroke="#333" stroke-width="0.3">'
                    f"{escape(cell)}</text>"
                )
    return max(map(len, rows), default=0) * _SIDE, len(rows) * _SIDE


def _numbers(numbers: list[list[Any]], parts: list[str], left: float, top: float) -> tuple[float, float]:
    return _line(", ".join(f"{name} = {value}" for name, value in numbers), parts, left, top)


def _line(text: str, parts: list[str], left: float, top: float) -> tuple[float, float]:
    parts.append(
        f'<text x="{left + 4}" y="{top + 16}" font-size="13" fill="currentColor">{escape(text)}</text>'
    )
    return 8 * len(text) + 8, 22


def _draw(drawing: dict[str, Any], parts: list[str], left: float) -> tuple[float, float]:
    kind = drawing.get("kind")
    width = height = 0.0
    if kind == "heaps":
        width, height = _heaps(drawing["heaps"], parts, left)
    elif kind == "stones":
        width, height = _heaps([drawing["stones"]], parts, left)
        name = drawing["meaning"]
        more, below = _numbers([[name, drawing["number"]]], parts, left, height)
        width, height = max(width, more), height + below
    elif kind == "bar":
        width, height = _bar(drawing["columns"], drawing["bitter"], parts, left)
    elif kind == "grid":
        width, height = _grid(drawing["rows"], parts, left)
    elif kind == "written":
        width, height = _line(drawing["text"], parts, left, 0)
    elif kind == "sum":
        for n, part in enumerate(drawing["parts"]):
            if n:
                parts.append(
                    f'<text x="{left + width + 10}" y="30" font-size="18" fill="currentColor">+</text>'
                )
                width += 30
            more, tall = _draw(part, parts, left + width)
            width, height = width + more, max(height, tall)
    if drawing.get("numbers"):
        more, below = _numbers(drawing["numbers"], parts, left, height)
        width, height = max(width, more), height + below
    return width, height


def svg(drawing: dict[str, Any]) -> str:
    """A drawing as SVG."""
    parts: list[str] = []
    width, height = _draw(drawing, parts, 2)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width + 4:.0f}" height="{height + 4:.0f}" '
        f'role="img"><g transform="translate(0 2)">{"".join(parts)}</g></svg>'
    )
