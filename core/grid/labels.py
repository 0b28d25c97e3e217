"""Labels of hexes, in three styles; files use only the first."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache
from reprlib import repr as shortened

from fairground.core.errors import GridError


class LabelStyle(StrEnum):
    """The style of labels on screen; files always use ``COLUMN_LETTER``."""

    #: Column letters, then the row from 1: ``A1``, ``C4``, ``AB12``.
    COLUMN_LETTER = "column-letter"
    #: Column, then row, from 1, with two digits each, or more if needed: ``0304``.
    NUMERIC = "numeric"
    #: Row letters, then the column from 1: ``D3`` for column 3 in row 4.
    ROW_LETTER = "row-letter"


_CAPITALS = re.compile(r"[A-Z]+")
_LETTERED = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,4})")
#: A label in small letters, with a space or leading zeros, or with the number first.
_SLIP = re.compile(
    r"\s*(?:([A-Za-z]{1,3})[ -]?0*([1-9][0-9]{0,3})|0*([1-9][0-9]{0,3})[ -]?([A-Za-z]{1,3}))\s*"
)
_NUMERIC = re.compile(r"(?:[0-9]{2}){2,5}")


@lru_cache(maxsize=1024)
def letters(index: int) -> str:
    """Return the letters of a column or row index from 0: A ... Z, AA ... ZZ, AAA ...

    Raises
    ------
    GridError
        When ``index`` is negative.
    """
    if index < 0:
        raise GridError(f"the index of a row or column must be 0 or more, not {index}")
    text = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        text = chr(ord("A") + rest) + text
    return text


def index_of_letters(text: str) -> int:
    """Return the index from 0 of capital letters; the inverse of ``letters``.

    Raises
    ------
    GridError
        When ``text`` is empty or holds anything but capital letters.
    """
    if not _CAPITALS.fullmatch(text):
        raise GridError(f"{shortened(text)} is not a row or column; write capital letters, like A or AB")
    index = 0
    for letter in text:
        index = index * 26 + ord(letter) - ord("A") + 1
    return index - 1


def label(column: int, row: int, style: LabelStyle = LabelStyle.COLUMN_LETTER) -> str:
    """Return the label of the hex in ``column`` and ``row`` (from 0).

    Raises
    ------
    GridError
        When either is negative.
    """
    if column < 0 or row < 0:
        raise GridError(f"column {column + 1}, row {row + 1} is off the board and has no label")
    match style:
        case LabelStyle.COLUMN_LETTER:
            return f"{letters(column)}{row + 1}"
        case LabelStyle.ROW_LETTER:
            return f"{letters(row)}{column + 1}"
        case LabelStyle.NUMERIC:
            width = max(2, len(str(column + 1)), len(str(row + 1)))
            return f"{column + 1:0{width}}{row + 1:0{width}}"


def parse_label(text: str, style: LabelStyle = LabelStyle.COLUMN_LETTER) -> tuple[int, int]:
    """Return ``(column, row)``, both from 0, of a label; the inverse of ``label``.

    Raises
    ------
    GridError
        When ``text`` is not a label of that style; the message has an example.
    """
    if style is LabelStyle.NUMERIC:
        return _parse_numeric(text)
    match = _LETTERED.fullmatch(text)
    if not match:
        message = f"{shortened(text)} is not a hex; write capital letters and a number from 1, like C4"
        slip = _SLIP.fullmatch(text)
        tidy = f"{slip[1] or slip[4]}{slip[2] or slip[3]}".upper() if slip else ""
        raise GridError(f"{message}. Did you mean {tidy!r}?" if tidy else message)
    letter, number = index_of_letters(match[1]), int(match[2]) - 1
    return (letter, number) if style is LabelStyle.COLUMN_LETTER else (number, letter)


def _parse_numeric(text: str) -> tuple[int, int]:
    if not _NUMERIC.fullmatch(text):
        raise GridError(
            f"{shortened(text)} is not a hex; write column and row with two digits each, like 0304"
        )
    half = len(text) // 2
    column, row = int(text[:half]) - 1, int(text[half:]) - 1
    if column < 0 or row < 0:
        raise GridError(f"{text!r} is not a hex; columns and rows count from 01")
    return column, row
