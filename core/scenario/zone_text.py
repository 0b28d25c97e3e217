"""The grammar of zone shapes.

::

    zone   = term   { ("|" | "-") term } ;           (left to right)
    term   = factor { "&" factor } ;                 (binds tighter)
    factor = "(" zone ")" | "all"
           | ("rows" | "columns") number [ "-" number ]
           | "within" number "of" label
           | label { "," label } ;

Numbers count from 1, except the radius, which may be 0; labels are capital letters and a number. In the window and on the
command line, they may also be written in the label style of the scenario.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.errors import LimitError, ScenarioError
from fairground.core.grid.labels import HexNames, LabelStyle, label, parse_label
from fairground.core.scenario.board import MAX_SIDE
from fairground.core.scenario.shapes import (
    Columns,
    Difference,
    Everything,
    Intersection,
    Listed,
    Rows,
    Union,
    Within,
)
from fairground.core.text.suggest import did_you_mean
from fairground.core.text.wording import hex_count

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.scenario.board import Board
    from fairground.core.scenario.shapes import Shape

#: The longest shape text, and how deep its parentheses may nest.
MAX_LENGTH = 20_000
MAX_NESTING = 20
#: Most operators of a shape; each costs a pass over the board.
MAX_OPERATORS = 200

_LABEL = r"[A-Z]+[0-9]+"
_EXAMPLES = "'rows 1-2', 'columns 3', 'within 2 of C4', 'A1, B2' or 'all'"
#: The most hexes that an explanation names.
_MOST_NAMED = 4
_WORDS = ("all", "columns", "of", "rows", "within")


class _Token(NamedTuple):
    kind: str
    text: str
    column: int


@lru_cache(maxsize=32)
def _token(label: str) -> re.Pattern[str]:
    """Return the pattern of a token, for a pattern of labels."""
    return re.compile(rf"\s*(?:(?P<label>{label})|(?P<number>[0-9]+)|(?P<word>[A-Za-z]+)|(?P<sign>[-|&,()]))")


def _label_pattern(names: HexNames | None) -> str:
    match names.style if names else None:
        case LabelStyle.NUMERIC if names:
            # Columns, rows and distances on the board have fewer digits.
            return rf"{_LABEL}|[0-9]{{{2 * names.digits},}}"
        case LabelStyle.AXIAL:
            return rf"{_LABEL}|\(-?[0-9]+, ?-?[0-9]+\)"
        case _:
            return _LABEL


def parse_shape(text: str, names: HexNames | None = None) -> Shape:
    """Parse a zone expression; ``str`` of the shape parses back to an equal one.

    With ``names``, hexes may be written in their style.

    Examples
    --------
    >>> from fairground.core.grid import HexNames, LabelStyle, Layout
    >>> names = HexNames(Layout.ODD_Q, 12, 12, LabelStyle.NUMERIC)
    >>> str(parse_shape("within 2 of 0304 | 0101, B2", names))
    'within 2 of C4 | A1, B2'
    >>> names.restyle("within 2 of C4 | A1, B2")
    'within 2 of 0304 | 0101, 0202'

    Raises
    ------
    ScenarioError
        When the text does not follow the grammar; the message has the character, from 1, and what was expected.
    GridError
        When a label is invalid.
    LimitError
        When the text is too long, nested too deep or has too many parts.
    """
    if len(text) > MAX_LENGTH:
        raise LimitError(f"a zone expression must have at most {MAX_LENGTH:,} characters, not {len(text):,}")
    return _Parser(_tokens(text, _token(_label_pattern(names))), names).whole()


def explain_subtraction(shape: Shape, board: Board) -> str:
    """Return sentences about a subtraction of listed hexes, which looks like a range; empty if there is none.

    They say how many hexes are left, and how to write the block between two hexes.

    Examples
    --------
    >>> from fairground.core import Board, Layout
    >>> explain_subtraction(parse_shape("F6-I9"), Board.blank(Layout.ODD_Q, 12, 12))
    'F6 without I9: 1 hex. For the block from F6 to I9, write columns 6-9 & rows 6-9.'
    """
    difference = _listed_difference(shape)
    if difference is None:
        return ""
    left, right = difference.left, difference.right
    count = hex_count(int(difference.mask(board).sum()))
    of = board.hex_names.of_label
    sentence = f"{_shortened(left, of)} without {_shortened(right, of)}: {count}."
    first, last = left.labels()[-1], right.labels()[0]
    if first == last:
        return sentence
    spans = (sorted(pair) for pair in zip(parse_label(first), parse_label(last), strict=True))
    columns, rows = ((low + 1, high + 1) for low, high in spans)
    block = Intersection(Columns(*columns), Rows(*rows))
    return f"{sentence} For the block from {of(first)} to {of(last)}, write {block}."


def _listed_difference(shape: Shape) -> Difference | None:
    """Return the first subtraction of listed hexes from listed hexes; None without one."""
    waiting = [shape]
    while waiting:
        it = waiting.pop()
        if isinstance(it, Difference) and isinstance(it.left, Listed) and isinstance(it.right, Listed):
            return it
        if isinstance(it, Union | Difference | Intersection):
            waiting += [it.right, it.left]
    return None


def _shortened(shape: Shape, of: Callable[[str], str]) -> str:
    labels = [of(it) for it in shape.labels()]
    more = len(labels) - _MOST_NAMED
    return ", ".join(labels[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _tokens(text: str, token: re.Pattern[str]) -> list[_Token]:
    tokens = []
    at = 0
    end = len(text.rstrip())
    while at < end:
        match = token.match(text, at)
        if not match or match.lastgroup is None:
            at += len(text[at:]) - len(text[at:].lstrip())
            raise ScenarioError(
                f"{text[at]!r} isn't valid here (character {at + 1}). Write, for example, {_EXAMPLES}"
            )
        tokens.append(_Token(match.lastgroup, match[match.lastgroup], match.start(match.lastgroup) + 1))
        at = match.end()
    tokens.append(_Token("end", "the end", end + 1))
    return tokens


class _Parser:
    """A recursive-descent parser; only parentheses recurse, and their depth is limited."""

    def __init__(self, tokens: list[_Token], names: HexNames | None) -> None:
        self._tokens, self._names = tokens, names
        self._at = 0
        self._nesting = 0
        self._operators = 0

    def whole(self) -> Shape:
        shape = self._zone()
        if self._next.kind != "end":
            raise self._unexpected("'|', '-', '&' or the end of the text")
        return shape

    @property
    def _next(self) -> _Token:
        return self._tokens[self._at]

    def _take(self) -> _Token:
        token = self._tokens[self._at]
        self._at += 1
        return token

    def _has(self, *texts: str) -> bool:
        return self._next.kind in ("sign", "word") and self._next.text in texts

    def _unexpected(self, wanted: str) -> ScenarioError:
        token = self._next
        if token.kind == "end":
            return ScenarioError(f"the text ends too early (character {token.column}). Expected {wanted}")
        near = did_you_mean(token.text, _WORDS) if token.kind == "word" and token.text not in _WORDS else ""
        more = near or f". Expected {wanted}"
        return ScenarioError(f"{token.text!r} isn't valid here (character {token.column}){more}")

    def _operator(self) -> str:
        self._operators += 1
        if self._operators > MAX_OPERATORS:
            raise LimitError(
                f"a zone expression must have at most {MAX_OPERATORS + 1} parts. Paint the zone instead"
            )
        return self._take().text

    def _zone(self) -> Shape:
        shape = self._term()
        while self._has("|", "-"):
            join = Union if self._operator() == "|" else Difference
            shape = join(shape, self._term())
        return shape

    def _term(self) -> Shape:
        shape = self._factor()
        while self._has("&"):
            self._operator()
            shape = Intersection(shape, self._factor())
        return shape

    def _factor(self) -> Shape:
        if self._has("("):
            return self._group()
        if self._next.kind == "label":
            return self._list()
        if self._has("all"):
            self._take()
            return Everything()
        if self._has("rows", "row", "columns", "column"):
            lines = Rows if self._take().text.startswith("row") else Columns
            return lines(*self._range())
        if self._has("within"):
            return self._within()
        raise self._unexpected(f"a part of a zone ({_EXAMPLES})")

    def _group(self) -> Shape:
        self._nesting += 1
        if self._nesting > MAX_NESTING:
            raise LimitError(f"parentheses must not be nested more than {MAX_NESTING} deep")
        self._take()
        shape = self._zone()
        if not self._has(")"):
            raise self._unexpected("')'")
        self._take()
        self._nesting -= 1
        return shape

    def _list(self) -> Listed:
        labels = [self._label()]
        while self._has(","):
            self._take()
            labels.append(self._label())
        return Listed(tuple(labels))

    def _label(self) -> str:
        if self._next.kind != "label":
            raise self._unexpected("a hex, like C4")
        text = self._take().text
        return label(*(self._names.parse(text) if self._names else parse_label(text)))

    def _range(self) -> tuple[int, int]:
        first = self._number(1)
        # No part of a zone begins with a number, so this is a range, not a difference.
        if not (self._has("-") and self._tokens[self._at + 1].kind == "number"):
            return first, first
        self._take()
        last_token = self._next
        last = self._number(1)
        if last < first:
            raise ScenarioError(
                f"{first}-{last} runs backwards (character {last_token.column}). Write {last}-{first}"
            )
        return first, last

    def _within(self) -> Within:
        self._take()
        radius = self._number(0)
        if not self._has("of"):
            raise self._unexpected("'of' and a hex, as in 'within 3 of B7'")
        self._take()
        return Within(radius, self._label())

    def _number(self, least: int) -> int:
        token = self._next
        if token.kind != "number":
            raise self._unexpected("a number")
        # Longer numbers are out of range, and may be too long to convert.
        value = int(token.text) if len(token.text) <= len(str(MAX_SIDE)) else MAX_SIDE + 1
        if not least <= value <= MAX_SIDE:
            raise ScenarioError(
                f"{token.text[:12]} is not between {least} and {MAX_SIDE:,} (character {token.column})"
            )
        self._take()
        return value
