"""Exact numbers a + b√3."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from fairground.core.grid.layout import RootThree

NUMBERS = st.builds(RootThree, *[st.fractions(-50, 50, max_denominator=10_000)] * 2)


def decimal(number: RootThree) -> Decimal:
    """Return a number to eighty digits."""
    return sum(
        (Decimal(it.numerator) / it.denominator * root)
        for it, root in ((number.whole, Decimal(1)), (number.root, Decimal(3).sqrt()))
    ) + Decimal(0)


@given(NUMBERS, NUMBERS)
def test_it_adds_multiplies_and_compares_as_a_long_decimal_does(one: RootThree, other: RootThree) -> None:
    with localcontext() as context:
        context.prec = 80
        for found, wanted in (
            (one + other, decimal(one) + decimal(other)),
            (one - other, decimal(one) - decimal(other)),
            (one * other, decimal(one) * decimal(other)),
        ):
            assert abs(decimal(found) - wanted) < Decimal(10) ** -60
        assert (one <= other) == (one == other or decimal(one) < decimal(other))


def test_it_tells_numbers_apart_that_floats_do_not() -> None:
    # 7141075053842² is one more than 3 * 4122901604639².
    whole, root = RootThree(Fraction(7_141_075_053_842)), RootThree(Fraction(0), Fraction(4_122_901_604_639))
    assert float(whole) == float(root)
    assert (whole - root).sign == 1
    assert (root - whole).sign == -1
    assert (root - root).sign == 0
