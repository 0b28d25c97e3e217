from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter
from pydantic_core import PydanticCustomError

from fairground.core.rules.cost_format import MAX_COST, Cost, parse_cost, plain_cost
from fairground.core.text.guarded_yaml import FloatText


@given(st.fractions(min_value=0, max_value=MAX_COST, max_denominator=9999))
def test_costs_read_back_as_written(cost: Fraction) -> None:
    if cost.numerator <= 9999:
        assert parse_cost(plain_cost(cost)) == cost


@pytest.mark.parametrize(("value", "cost"), [(2, 2), ("1/2", Fraction(1, 2)), ("4/2", 2), (0, 0), ("3", 3)])
def test_costs_are_whole_numbers_or_fractions(value: object, cost: Fraction) -> None:
    assert parse_cost(value) == cost


@pytest.mark.parametrize(
    ("value", "fraction"),
    [
        (0.5, "1/2"),
        (FloatText("0.5"), "1/2"),
        (FloatText("1.5e0"), "3/2"),
        (FloatText("0.3333333333"), "1/3"),
    ],
)
def test_a_decimal_cost_is_told_its_fraction(value: float, fraction: str) -> None:
    with pytest.raises(PydanticCustomError, match=f"write {fraction},"):
        parse_cost(value)


@pytest.mark.parametrize(
    "value",
    [True, None, "", "1/0", "-1", "1/-2", " 1/2", "1 /2", "0.5", "0x1", "1_0", [1], "²", "00", float("nan")],
)
def test_nothing_else_is_a_cost(value: object) -> None:
    with pytest.raises(PydanticCustomError):
        parse_cost(value)


@pytest.mark.parametrize("value", [-1, MAX_COST + 1, "9999/2", 10**17])
def test_costs_have_bounds(value: object) -> None:
    with pytest.raises(PydanticCustomError, match=f"0 to {MAX_COST}"):
        parse_cost(value)


def test_costs_are_written_as_read() -> None:
    adapter = TypeAdapter[Fraction](Cost)
    assert adapter.dump_python(Fraction(1, 2)) == "1/2"
    assert adapter.dump_json(Fraction(6, 3)) == b"2"
