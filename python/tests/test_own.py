"""Games whose moves come from Python."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from ishitori import Board, Game, OwnGame, Rule


def test_against_the_language() -> None:
    take = OwnGame(lambda n, player: [n - s for s in (1, 3, 4) if s <= n], impartial=True)
    expected = Rule("sub:1,3,4").grundy(60)
    assert [take.grundy(n) for n in range(61)] == expected.tolist()
    assert [take.value(n) for n in range(61)] == [Game(f"*{k}") for k in expected]
    assert take.outcome(7) == "P" and take.outcome(8) == "N"
    misere = Rule("sub:1,3,4", end="misere").outcomes(60)
    assert [take.outcome(n, misere=True) for n in range(61)] == list(misere)
    assert len(take) == 61


class Cherries(OwnGame):
    """Each player takes an end of a row: Left the white ones, Right the black ones."""

    def options(self, position: str, player: str) -> Iterable[str]:
        colour = "w" if player == "Left" else "b"
        if position[:1] == colour:
            yield position[1:]
        if position[-1:] == colour:
            yield position[:-1]


@given(st.text("wb", max_size=10))
def test_values_by_the_definition(row: str) -> None:
    game = Cherries()
    left = [game.value(option) for option in game.options(row, "Left")]
    right = [game.value(option) for option in game.options(row, "Right")]
    assert game.value(row) == Game(left, right)
    assert game.outcome(row) == game.value(row).outcome


def test_boards_by_python() -> None:
    board = Board("domineering")
    own = OwnGame(board.options)
    for text in ["...|...", "..|..|..", "..#|...|#..", "....|...."]:
        assert own.value(text) == board.value(text)
        assert own.outcome(text) == board.value(text).outcome


def test_each_position_is_asked_once() -> None:
    asked: list[tuple[int, str]] = []

    def options(n: int, player: str) -> range:
        asked.append((n, player))
        return range(n)

    game = OwnGame(options)
    game.value(20)
    game.outcome(20)
    assert len(asked) == len(set(asked)) == 42


def test_play() -> None:
    nim = OwnGame(lambda heaps, p: [heaps[:i] + (k,) + heaps[i + 1 :] for i, n in enumerate(heaps) for k in range(n)], impartial=True)
    play = nim.play((1, 2, 4), seed=3)
    while play.winner is None:
        play.move(play.winning_moves[0])
    assert play.winner == "person"
    lost = nim.play((1, 2, 3), seed=3)
    while lost.winner is None:
        lost.move(lost.moves[0])
    assert lost.winner == "program"
    lost.undo()
    assert lost.winner is None and lost.state["turn"] == "person"
