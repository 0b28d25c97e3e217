"""Costs: exact fractions of a movement point, written ``2`` or ``1/2`` and never as decimals."""

import re
from fractions import Fraction
from typing import Annotated, Any, Final

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import PydanticCustomError, core_schema

#: The largest cost; more must be a mistake.
MAX_COST: Final = 1000
#: A cost as text.
COST_PATTERN: Final = r"^(0|[1-9][0-9]{0,3})(/[1-9][0-9]{0,3})?$"


def parse_cost(value: object) -> Fraction:
    """Return the exact cost of a value in a file.

    It must be a whole number, text ``"a/b"`` or a Fraction, from 0 to ``MAX_COST``.

    Raises
    ------
    PydanticCustomError
        For anything else; for a decimal number, the message suggests a fraction.
    """
    if isinstance(value, float):
        raise PydanticCustomError(
            "cost_is_decimal",
            "a cost must be exact: write {fraction}, not the decimal {value}",
            {"fraction": _as_fraction(value), "value": getattr(value, "text", repr(value))},
        )
    match value:
        case int() | Fraction() if not isinstance(value, bool):
            cost = Fraction(value)
        case str() if re.fullmatch(COST_PATTERN, value):
            cost = Fraction(value)
        case _:
            raise PydanticCustomError("cost_type", "a cost must be a whole number or a fraction such as 1/2")
    if not 0 <= cost <= MAX_COST:
        raise PydanticCustomError(
            "cost_range",
            "a cost must be 0 to {bound}, not {value}",
            {"bound": MAX_COST, "value": plain_cost(cost)},
        )
    return cost


def plain_cost(cost: Fraction) -> int | str:
    """Return a cost as written in files: a whole number, or text ``a/b`` in lowest terms."""
    return cost.numerator if cost.denominator == 1 else f"{cost.numerator}/{cost.denominator}"


def _as_fraction(value: float) -> str:
    """Return the fraction that a decimal was meant to be, as text."""
    try:
        exact = Fraction(getattr(value, "text", repr(value)))
    except ValueError:  # infinite, or not a number
        return "a fraction such as 1/2"
    return str(exact.limit_denominator(100))


class _CostSchema:
    """Pydantic's hooks for parsing and describing costs."""

    @classmethod
    def __get_pydantic_core_schema__(
        cls,
        source: Any,  # noqa: ANN401  # pydantic's own signature
        handler: GetCoreSchemaHandler,
    ) -> core_schema.CoreSchema:
        return core_schema.no_info_plain_validator_function(
            parse_cost, serialization=core_schema.plain_serializer_function_ser_schema(plain_cost)
        )

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return {
            "anyOf": [
                {"type": "integer", "minimum": 0, "maximum": MAX_COST},
                {"type": "string", "pattern": COST_PATTERN},
            ]
        }


#: An exact cost in movement points.
Cost = Annotated[Fraction, _CostSchema]
