"""Labels of hexes: A1 and C4 in files and JSON answers, and four styles in texts and on maps."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from reprlib import repr as shortened
from typing import TYPE_CHECKING

from fairground.core.errors import GridError
from fairground.core.grid.hexes import Hex

if TYPE_CHECKING:
    from fairground.core.grid.layout import Layout


class LabelStyle(StrEnum):
    """The style of labels in texts and on maps; files and JSON answers always use ``COLUMN_LETTER``."""

    #: Column letters, then the row from 1: ``A1``, ``C4``, ``AB12``.
    COLUMN_LETTER = "column-letter"
    #: Column, then row, from 1, with the same number of digits on the whole board, at least two: ``0304``.
    NUMERIC = "numeric"
    #: Row letters, then the column from 1: ``D3`` for column 3 in row 4.
    ROW_LETTER = "row-letter"
    #: Axial q and r from 0, as in JSON answers: ``(2,2)``.
    AXIAL = "axial"


_CAPITALS = re.compile(r"[A-Z]+")
_LETTERED = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,4})")
#: A label in small letters, with a space or leading zeros, or with the number first.
_SLIP = re.compile(
    r"\s*(?:([A-Za-z]{1,3})[ -]?0*([1-9][0-9]{0,3})|0*([1-9][0-9]{0,3})[ -]?([A-Za-z]{1,3}))\s*"
)
_IN_TEXT = re.compile(r"\b[A-Z]{1,3}[1-9][0-9]*\b")
_NUMERIC = re.compile(r"(?:[0-9]{2}){2,5}")
_AXIAL = re.compile(r"(\()?(-?[0-9]{1,4}), ?(-?[0-9]{1,4})(?(1)\))")


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


def label(column: int, row: int) -> str:
    """Return the label of the hex in ``column`` and ``row`` (from 0), as in files: ``C4``.

    Raises
    ------
    GridError
        When either is negative.
    """
    if column < 0 or row < 0:
        raise GridError(f"column {column + 1}, row {row + 1} is off the board and has no label")
    return f"{letters(column)}{row + 1}"


def parse_label(text: str) -> tuple[int, int]:
    """Return ``(column, row)``, both from 0, of a label as in files; the inverse of ``label``.

    Raises
    ------
    GridError
        When ``text`` is not such a label; the message has an example.
    """
    return _parse_lettered(text)


def _parse_lettered(text: str) -> tuple[int, int]:
    """Return the indices from 0 of the letters and of the number of a label."""
    match = _LETTERED.fullmatch(text)
    if not match:
        message = f"{shortened(text)} is not a hex; write capital letters and a number of 1 or more, like C4"
        slip = _SLIP.fullmatch(text)
        tidy = f"{slip[1] or slip[4]}{slip[2] or slip[3]}".upper() if slip else ""
        raise GridError(f"{message}. Did you mean {tidy!r}?" if tidy else message)
    return index_of_letters(match[1]), int(match[2]) - 1


@dataclass(frozen=True, slots=True)
class HexNames:
    """Names the hexes of a board in texts and on maps, and reads such names.

    Examples
    --------
    >>> from fairground.core.grid import HexNames, LabelStyle, Layout
    >>> names = HexNames(Layout.ODD_Q, columns=111, rows=20, style=LabelStyle.NUMERIC)
    >>> names.cell(10, 19)
    '011020'
    >>> names.parse("011020"), names.parse("K20")
    ((10, 19), (10, 19))
    """

    layout: Layout
    columns: int
    rows: int
    style: LabelStyle = LabelStyle.COLUMN_LETTER

    @property
    def digits(self) -> int:
        """The digits of a column, and of a row, in numeric labels."""
        return max(2, len(str(self.columns)), len(str(self.rows)))

    def of(self, at: Hex) -> str:
        """Return the name of a hex, or its column and row if it is left of or above the board."""
        column, row = self.layout.to_offset(at)
        if self.style is LabelStyle.AXIAL:
            return f"({at.q},{at.r})"
        if column < 0 or row < 0:
            return f"column {column + 1}, row {row + 1}"
        match self.style:
            case LabelStyle.COLUMN_LETTER:
                return label(column, row)
            case LabelStyle.ROW_LETTER:
                return label(row, column)
            case LabelStyle.NUMERIC:
                # A hex off a small board may need more digits than those on it.
                width = max(self.digits, len(str(column + 1)), len(str(row + 1)))
                return f"{column + 1:0{width}}{row + 1:0{width}}"

    def cell(self, column: int, row: int) -> str:
        """Return the name of the hex in ``column`` and ``row``, from 0."""
        return self.of(self.layout.from_offset(column, row))

    def of_label(self, text: str) -> str:
        """Return the name of the hex with a label as in files; a text that is no label stays."""
        try:
            return self.cell(*parse_label(text))
        except GridError:
            return text

    def restyle(self, text: str) -> str:
        """Return a zone expression or a change with its labels as in files replaced by names."""
        return _IN_TEXT.sub(lambda match: self.of_label(match[0]), text)

    def parse(self, text: str) -> tuple[int, int]:
        """Return ``(column, row)``, both from 0, of a name; the hex may be off the board.

        Labels as in files are accepted in every style but ``ROW_LETTER``, where ``D3`` is row D.

        Raises
        ------
        GridError
            When ``text`` is no name; the message has an example.
        """
        match self.style:
            case LabelStyle.ROW_LETTER:
                row, column = _parse_lettered(text)
                return column, row
            case LabelStyle.NUMERIC if not _LETTERED.fullmatch(text):
                return self._parse_numeric(text)
            case LabelStyle.AXIAL if not _LETTERED.fullmatch(text):
                return self._parse_axial(text)
            case _:
                return parse_label(text)

    def _parse_numeric(self, text: str) -> tuple[int, int]:
        if not _NUMERIC.fullmatch(text):
            raise GridError(
                f"{shortened(text)} is not a hex; write column and row with {_COUNTS[self.digits]} digits each, "
                f"like {3:0{self.digits}}{4:0{self.digits}}"
            )
        half = len(text) // 2
        column, row = int(text[:half]) - 1, int(text[half:]) - 1
        if column < 0 or row < 0:
            raise GridError(f"{text!r} is not a hex; columns and rows are numbered from {1:0{self.digits}}")
        return column, row

    def _parse_axial(self, text: str) -> tuple[int, int]:
        match = _AXIAL.fullmatch(text)
        if not match:
            raise GridError(f"{shortened(text)} is not a hex; write q and r, like (2,2)")
        column, row = self.layout.to_offset(Hex(int(match[2]), int(match[3])))
        if column < 0 or row < 0:
            raise GridError(f"{text} is off the board, above its first row or left of its first column")
        return column, row


#: The numbers of digits of columns and rows of boards, in words.
_COUNTS = {2: "two", 3: "three", 4: "four"}
