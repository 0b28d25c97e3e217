"""Resolve plain (unquoted) words, and parse shares."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Final, Self

#: Most digits of an integer.
MAX_DIGITS: Final = 18
#: The longest decimal number, in characters.
MAX_DECIMAL: Final = 40

_WORDS: Final[dict[str, bool | None]] = {
    "": None,
    "~": None,
    **dict.fromkeys(("null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INTEGER: Final = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_DECIMAL: Final = re.compile(r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE][-+]?[0-9]))(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE: Final = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
#: First characters of words that may not be text.
_FIRST: Final = frozenset("~nNtTfF+-.0123456789")


class FloatText(float):
    """A decimal number with its text, so that ``0.1`` can be exactly a tenth."""

    __slots__ = ("text",)

    text: str

    def __new__(cls, text: str) -> Self:
        """Return the number of a text."""
        number = super().__new__(cls, text)
        number.text = text
        return number

    def __reduce__(self) -> tuple[type[FloatText], tuple[str]]:
        return FloatText, (self.text,)


class NumberError(ValueError):
    """A number that is too long or not finite."""


def resolve(word: str) -> str | int | FloatText | bool | None:
    """Return the value of a plain word.

    Raises
    ------
    NumberError
        When it is a number that is too long, out of range, infinite or not a number.
    """
    if word and word[0] not in _FIRST:
        return word
    if word in _WORDS:
        return _WORDS[word]
    if _INTEGER.fullmatch(word):
        if (count := len(word.lstrip("+-"))) > MAX_DIGITS:
            raise NumberError(f"a whole number must have at most {MAX_DIGITS} digits, not {count}")
        return int(word)
    if _DECIMAL.fullmatch(word):
        if len(word) > MAX_DECIMAL:
            raise NumberError(f"a number must have at most {MAX_DECIMAL} characters, not {len(word)}")
        number = FloatText(word)
        if not math.isfinite(number):
            raise NumberError(f"{word} is out of range")
        return number
    if _NOT_FINITE.fullmatch(word):
        raise NumberError(f"{word} is not a finite number")
    return word


#: An amount of 0 or more: ``1/20``, ``0.05``, ``5%``.
SHARE: Final = r"[0-9]{1,9}(?:/[1-9][0-9]{0,8}|\.[0-9]{1,9})?(?: ?%)?"


def parse_share(text: str) -> Fraction:
    """Return the exact amount of a fraction, decimal or percentage.

    Raises
    ------
    ValueError
        When it is not an amount.

    Examples
    --------
    >>> parse_share("1/20") == parse_share("0.05") == parse_share("5%")
    True
    """
    if not re.fullmatch(SHARE, text):
        raise ValueError(f"{text!r} is not a fraction or percentage")
    number = Fraction(text.removesuffix("%").rstrip())
    return number / 100 if text.endswith("%") else number
