"""The page of the widget in a real browser: what is shown, what a click does, how a game ends.

The page runs the ``render`` that a notebook runs; its model is connected to a real widget in this process.
Screenshots are left in ``target/e2e``. Needs a Chromium: one of Debian's places, or that which ``CHROMIUM`` names.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ishitori
from ishitori import Board, OwnGame, Rule

pytest.importorskip("anywidget")
playwright = pytest.importorskip("playwright.sync_api", reason="the page of the widget needs playwright: pip install playwright")

ROOT = Path(os.environ.get("ISHITORI_ROOT", Path(__file__).parents[2]))
PACKAGE = Path(ishitori.__file__).parent
SHOTS = ROOT / "target" / "e2e"
PLACES = [os.environ.get("CHROMIUM"), "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
BASE = "http://widget.test"

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>widget</title>
<link rel="stylesheet" href="/widget.css"><main id="place"></main>"""

#: A model as anywidget gives it: values, listeners by the name of an event, messages to Python.
MOUNT = """async (values) => {
  const listeners = {};
  window.sent = [];
  window.model = {
    get: (name) => values[name],
    on: (event, listener) => (listeners[event] ??= []).push(listener),
    send: async (message) => {
      sent.push(message);
      const next = await heard(message);
      for (const name of Object.keys(next)) {
        if (JSON.stringify(values[name]) === JSON.stringify(next[name])) continue;
        values[name] = next[name];
        for (const listener of listeners["change:" + name] ?? []) listener();
      }
      window.answered = (window.answered ?? 0) + 1;
    },
  };
  const { default: widget } = await import("/widget.js");
  widget.render({ model, el: document.getElementById("place") });
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    found = next((place for place in PLACES if place and Path(place).exists()), None)
    if found is None:
        pytest.skip("the page of the widget needs a Chromium: apt-get install chromium, or CHROMIUM=path")
    with playwright.sync_playwright() as driver:
        program = driver.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield program
        program.close()


class Shown:
    """A widget on a page."""

    def __init__(self, browser: Any, widget: Any) -> None:
        self.widget = widget
        self.faults: list[str] = []
        self.page = browser.new_page(viewport={"width": 700, "height": 700})
        self.page.set_default_timeout(60_000)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda said: self.faults.append(said.text) if said.type == "error" else None)
        self.page.route("**/*", self._serve)
        self.page.expose_function("heard", self._heard)
        self.page.goto(f"{BASE}/")
        self.page.evaluate(MOUNT, self._values())

    def _serve(self, route: Any) -> None:
        name = route.request.url.removeprefix(f"{BASE}/")
        kinds = {"widget.js": "text/javascript", "widget.css": "text/css"}
        if name == "":
            route.fulfill(body=PAGE, content_type="text/html; charset=utf-8")
        elif name in kinds and route.request.url.startswith(BASE):
            route.fulfill(body=(PACKAGE / name).read_text("utf-8"), content_type=f"{kinds[name]}; charset=utf-8")
        elif name == "favicon.ico":
            route.fulfill(status=204)
        else:
            self.faults.append(f"request to {route.request.url}")
            route.abort()

    def _values(self) -> dict[str, Any]:
        return {"state": dict(self.widget.state), "problem": self.widget.problem}

    def _heard(self, message: dict[str, Any]) -> dict[str, Any]:
        self.widget._heard(self.widget, message, [])
        return self._values()

    def does(self, action: Any) -> None:
        """Does something that sends a message, and waits until the page shows what came of it."""
        before = self.page.evaluate("window.answered ?? 0")
        action()
        self.page.wait_for_function(f"(window.answered ?? 0) > {before}")

    def click(self, where: str, at: int = 0) -> None:
        self.does(self.page.locator(where).nth(at).click)

    def sent(self) -> list[dict[str, Any]]:
        return self.page.evaluate("window.sent")

    def text(self, where: str) -> str:
        return self.page.locator(where).inner_text()

    def count(self, where: str) -> int:
        return self.page.locator(where).count()

    def done(self, name: str) -> None:
        SHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SHOTS / f"widget-{name}.png", full_page=True)
        wide = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{wide} pixels too wide"
        assert self.faults == []
        self.page.close()


@pytest.fixture
def show(browser: Any) -> Any:
    return lambda widget: Shown(browser, widget)


def stones(shown: Shown) -> list[int]:
    rows = shown.page.locator(".ishitori-heap")
    return [rows.nth(at).locator(".ishitori-stone").count() for at in range(rows.count())]


def test_heaps(show: Any) -> None:
    """Stones are clicked; each click leaves the stones before it, and the program answers."""
    widget = Rule("nim").widget([3, 5, 7], seed=1)
    shown = show(widget)
    assert stones(shown) == [3, 5, 7] and "3+5+7" in shown.text(".ishitori-position")
    assert shown.page.locator(".ishitori-stone:disabled").count() == 0

    # The hint is hidden until it is asked for.
    assert not shown.page.locator(".ishitori-hint").is_visible()
    shown.page.get_by_role("button", name="Hint", exact=True).click()
    assert shown.text(".ishitori-hint") == widget.play.hint

    # The third stone of the first heap leaves two stones: the winning move 3->2.
    shown.click(".ishitori-heap >> nth=0 >> .ishitori-stone", 2)
    assert [step["move"] for step in widget.play.history[:1]] == ["3->2"]
    assert [step["by"] for step in widget.play.history] == ["person", "program"]
    left = [int(heap) for heap in widget.play.position.split("+")]
    assert stones(shown) == left and sum(left) < 14
    assert shown.text(".ishitori-said").startswith("You: ") and "Program: " in shown.text(".ishitori-said")

    shown.does(shown.page.get_by_role("button", name="Take back", exact=True).click)
    assert stones(shown) == [3, 5, 7] and widget.play.history == []
    assert [message["do"] for message in shown.sent()] == ["move", "undo"]

    # To the end, by the list of moves.
    shown.page.locator("summary").click()
    while widget.play.winner is None:
        assert shown.page.locator(".ishitori-moves").is_visible(), "the list stays open"
        best = widget.play.winning_moves[0]
        shown.does(shown.page.locator(".ishitori-moves button", has_text=best).filter(visible=True).first.click)
    assert widget.play.winner == "person"
    assert shown.text(".ishitori-over") == (widget.state["over"] or "You have won.")
    assert shown.count(".ishitori-moves button") == 0 and sum(stones(shown)) == 0
    shown.done("heaps-won")


def test_stones_that_may_not_be_taken(show: Any) -> None:
    """Only the stones at which a move ends can be clicked; moves that split a heap are in the list."""
    widget = Rule("sub:2,3").widget([7], seed=1)
    shown = show(widget)
    enabled = [not shown.page.locator(".ishitori-stone").nth(at).is_disabled() for at in range(7)]
    assert enabled == [False, False, False, False, True, True, False]
    shown.click(".ishitori-stone", 4)
    assert widget.play.history[0]["move"] == "7->4"
    shown.done("heaps-sub")

    kayles = Rule("kayles").widget([5], seed=1)
    shown = show(kayles)
    assert shown.page.locator(".ishitori-stone:enabled").count() == 2
    shown.page.locator("summary").click()
    assert shown.count(".ishitori-moves button") == len(kayles.play.moves) > 2
    shown.done("heaps-kayles")


def test_bars(show: Any) -> None:
    """A bar of chocolate in Japanese: pictures of the bars that are left."""
    widget = Rule("chocolate:3").widget((2, 6), lang="ja", seed=1)
    shown = show(widget)
    squares = sum(widget.state["drawing"]["columns"])
    assert shown.count(".ishitori-picture rect") == squares > 6
    assert shown.text("summary") == "指せる手" and shown.page.get_by_role("button", name="一手戻す").is_visible()
    assert shown.count(".ishitori-moves button svg") == len(widget.play.moves)
    number = widget.state["moves"][0]["number"]
    shown.click(".ishitori-moves button", 0)
    assert shown.sent() == [{"do": "move", "number": number}]
    assert shown.count(".ishitori-picture rect") == sum(widget.state["drawing"]["columns"]) < squares
    assert shown.text(".ishitori-said").startswith("あなた: ")
    shown.done("bar-ja")


def test_boards(show: Any) -> None:
    """Domineering to the end, by clicks on pictures of the positions."""
    widget = Board("domineering").widget("...|...|...", seed=2)
    shown = show(widget)
    assert shown.count(".ishitori-picture rect") == 9
    assert shown.count(".ishitori-moves button") == 6
    assert shown.page.locator(".ishitori-moves button svg").first.is_visible()
    first = widget.state["moves"][0]["move"]
    shown.click(".ishitori-moves button")
    assert widget.play.history[0]["move"] == first
    dark = shown.page.locator('.ishitori-picture rect[fill="#4a4a4a"]').count()
    assert dark == str(widget.play.position).count("#") >= 4
    while widget.play.winner is None:
        shown.click(".ishitori-moves button", 0)
    expected = {"person": "You have won.", "program": "The program has won."}
    assert shown.text(".ishitori-over") == expected[widget.play.winner]
    shown.done("board")


def test_what_is_wrong_is_said(show: Any) -> None:
    """A move that is not there any more is refused in words on the page, in the language of the game."""
    own = OwnGame(lambda n, player: range(max(n - 3, 0), n), impartial=True)
    shown = show(own.widget(9))
    shown.does(lambda: shown.page.evaluate("void model.send({ do: 'move', number: 77 })"))
    assert shown.text(".ishitori-problem") == shown.widget.problem != ""
    assert shown.page.locator(".ishitori-stone:enabled").count() == 3
    shown.click(".ishitori-stone:enabled", 0)
    assert shown.text(".ishitori-problem") == "" and shown.widget.play.history[0]["move"] == "6"
    shown.done("own")


def test_large_heaps(show: Any) -> None:
    """Heaps too large for stones are drawn, and played by the list."""
    widget = Rule("nim").widget([70, 2], seed=1)
    shown = show(widget)
    assert shown.count(".ishitori-stone") == 0 and shown.count(".ishitori-picture svg") == 1
    shown.does(shown.page.get_by_text("70->2", exact=True).click)
    assert widget.play.history[0]["move"] == "70->2"
    shown.done("heaps-large")


def test_no_text_is_markup(show: Any) -> None:
    """What a position is called is text, whatever it looks like."""
    own = OwnGame(lambda text, player: [text[1:]] if text else [], impartial=True)
    shown = show(own.widget("<img src=x onerror=alert(1)>", first="me"))
    assert shown.count("#place img") == 0
    assert "<img src=x" in shown.text(".ishitori-position")
    shown.done("markup")
