"""Games: the laws of their group, notation, conversions."""

from __future__ import annotations

import copy
import pickle
import threading
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ishitori import Game, Thermograph, evaluate, functions, mex, nim_inverse, nim_product, nim_sum

dyadics = st.builds(lambda n, k: Fraction(n, 2**k), st.integers(-40, 40), st.integers(0, 4))
leaves = st.one_of(
    st.builds(Game, st.integers(-5, 5)),
    st.builds(Game, dyadics),
    st.builds(lambda k: Game(f"*{k}"), st.integers(0, 5)),
    st.sampled_from([Game("^"), Game("v*"), Game("+-1"), Game("Tiny(2)"), Game("^^*")]),
)
games = st.recursive(
    leaves,
    lambda inner: st.builds(Game, st.lists(inner, max_size=2), st.lists(inner, max_size=2)),
    max_leaves=6,
)


@given(games, games, games)
def test_group_laws(g: Game, h: Game, k: Game) -> None:
    assert (g + h) + k == g + (h + k)
    assert g + h == h + g
    assert g + 0 == g == 0 + g
    assert g - g == 0
    assert -(-g) == g
    assert g - h == g + (-h)
    assert -(g + h) == -g - h


@given(games, games, games)
def test_order(g: Game, h: Game, k: Game) -> None:
    assert g <= g
    assert (g <= h and h <= g) == (g == h)
    if g <= h and h <= k:
        assert g <= k
    assert (g <= h) == (g - h <= 0)
    assert sum([g < h, g > h, g == h, g | h]) == 1
    if g <= h:
        assert g + k <= h + k
    expected = {"P": g == 0, "L": g > 0, "R": g < 0, "N": bool(g | 0)}
    assert expected[g.outcome]


@given(games, st.integers(-5, 5))
def test_multiples(g: Game, n: int) -> None:
    total = Game(0)
    for _ in range(abs(n)):
        total = total + g
    assert n * g == (total if n >= 0 else -total) == g * n


@given(games)
def test_text_and_pickle(g: Game) -> None:
    assert Game(str(g)) == g
    assert Game(f"{g:unicode}") == g
    assert pickle.loads(pickle.dumps(g)) == g
    assert hash(Game(str(g))) == hash(g)
    assert copy.deepcopy(g) == g
    assert Game(g.left_options, g.right_options) == g
    assert eval(repr(g), {"Game": Game}) == g


@given(dyadics)
def test_numbers(x: Fraction) -> None:
    g = Game(x)
    assert g == x and hash(g) == hash(x)
    assert g.number == x and g.mean == x and g.is_number
    assert g + 1 == x + 1
    assert {g: 1}[x] == 1
    assert (g.nimber is None) == (x != 0)


@given(games)
def test_every_function(g: Game) -> None:
    assert g.left_stop >= g.right_stop
    assert g.thermograph.mean == g.mean
    assert g.thermograph.temperature == g.temperature
    assert g.birthday >= 0 and g.follower_count == len(g.followers)
    assert g.cool(0) == g
    assert g.is_infinitesimal == (g.left_stop == 0 == g.right_stop)
    if g.is_atomic:
        assert isinstance(g.atomic_weight, Game)
    else:
        with pytest.raises(ValueError, match="atomic"):
            _ = g.atomic_weight
    assert g.ordinal_sum(0) == g
    assert isinstance(g.heat(1), Game)


def _snake(name: str) -> str:
    return "".join("_" + c.lower() if c.isupper() else c for c in name).lstrip("_")


def test_every_function_of_the_calculator_is_there() -> None:
    """But for those that have another spelling in Python."""
    elsewhere = {"Mex", "mex", "NimSum", "NimProduct", "NimInverse", "Negative", "OutcomeClass", "MisereOutcomeClass"}
    elsewhere |= {"Sum", "Max", "Min", "Count"}  # of lists, which Python has itself
    for name, parameters, help in functions():
        assert help, name
        assert name in elsewhere or hasattr(Game, _snake(name)), name
        assert len(parameters) >= 1


def test_large_numbers() -> None:
    n = 3**200
    assert int(Game(n)) == n and Game(n).birthday == n
    x = Fraction(n, 2**150)
    assert Game(x).number == x
    assert Game(str(x)) == x


def test_refused() -> None:
    with pytest.raises(TypeError, match="truth value"):
        bool(Game(0))
    with pytest.raises(TypeError, match="exact"):
        Game(0.5)
    with pytest.raises(ValueError, match="dyadic"):
        Game(Fraction(1, 3))
    with pytest.raises(TypeError):
        Game(None)  # type: ignore[call-overload]
    with pytest.raises(TypeError):
        Game(True)
    with pytest.raises(TypeError):
        Game("{1|0}") * Game("*")
    with pytest.raises(TypeError):
        Game(1) + "1"  # type: ignore[operator]
    assert Game(1) != "1" and Game(1) != None  # noqa: E711
    with pytest.raises(ValueError, match="unknown style"):
        format(Game(1), "bold")
    with pytest.raises(ValueError):
        int(Game("*"))


def test_the_place_of_an_error() -> None:
    with pytest.raises(ValueError) as error:
        Game("{1|")
    assert str(error.value).splitlines()[1:] == ["  {1|", "  ^"]
    with pytest.raises(ValueError, match="expected"):
        Game("Outcome(*)")


def test_evaluate() -> None:
    assert evaluate("{2|1} + *") == Game("{2*|1*}")
    assert evaluate("Mean({3|1})") == 2
    assert evaluate("* <= 1") is True
    assert evaluate("Outcome(*)") == "N"
    assert evaluate("LeftOptions({1,*|2})") == [Game(1)]
    assert mex(0, 1, 3) == 2 and Game("*3").is_impartial and Game(1).formal_birthday == 1
    assert evaluate("'{-1|1}'") == "{-1|1}"
    assert isinstance(evaluate("Thermograph({3|1})"), Thermograph)


def test_nimbers() -> None:
    assert nim_sum(5, 3) == 6 and nim_product(2, 2) == 3
    assert nim_product(7, nim_inverse(7)) == 1
    assert nim_product(Game("*2"), Game("*2")) == Game("*3")
    assert nim_product(2**100, nim_inverse(2**100)) == 1
    with pytest.raises(ValueError):
        nim_inverse(0)


def test_thermograph() -> None:
    t = Game("{3|1||-2}").thermograph
    left, right = t.at(t.temperature)
    assert left == right == t.mean
    assert t.at(0) == (Game("{3|1||-2}").left_stop, Game("{3|1||-2}").right_stop)
    assert t._repr_svg_().startswith("<svg")
    assert t == Game("{3|1||-2}").thermograph != Game(1).thermograph
    with pytest.raises(ValueError):
        t.at(-2)


def test_notebook() -> None:
    assert Game("{2|1}")._repr_latex_() == f"${Game('{2|1}'):latex}$"


def test_threads() -> None:
    """Many threads on the one store come to the same values as one."""
    texts = ["{3|1}", "{2||1|0}", "^^*", "+-{2|1}", "{4|0||-3}", "Tiny(3)"]
    expected = [str(Game(a) + Game(b)) for a in texts for b in texts]
    found: list[list[str]] = []

    def work() -> None:
        for _ in range(20):
            found.append([str(Game(a) + Game(b)) for a in texts for b in texts])

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 160 and all(each == expected for each in found)
