"""Parse shares and other amounts: fractions, decimals, percentages."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

#: An amount of 0 or more: ``1/20``, ``0.05``, ``5%``.
SHARE: Final = r"[0-9]{1,9}(?:/[1-9][0-9]{0,8}|\.[0-9]{1,9})?(?: ?%)?"


def parse_share(text: str) -> Fraction:
    """Return the exact amount of a text.

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
        raise ValueError(f"{text!r} is not a share")
    number = Fraction(text.removesuffix("%").rstrip())
    return number / 100 if text.endswith("%") else number
