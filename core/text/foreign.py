"""The gate for content from outside: bounded numbers, text that can be encoded, JSON within limits, bytes of any text.

Modules that read files of other programs, or files that other people may have changed, take numbers, JSON and bytes only from
here; ``tests/core/text/test_gate.py`` checks that. A whole number has at most 18 digits, a decimal at most 40 characters and a
size of at most 10^12, JSON at most 32 levels.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NoReturn

from fairground.core.text.scalars import MAX_DECIMAL, MAX_DIGITS, FloatText
from fairground.core.text.wording import shorten

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from numpy import generic

#: The most levels of lists and objects in JSON.
MAX_DEPTH: Final = 32
#: Larger numbers are no coordinates; products of two of them must stay finite.
MAX_SIZE: Final = 1e12
#: What stands for a character that no text may have.
REPLACEMENT: Final = "\ufffd"
#: Control characters except tab and the ends of lines, lone surrogates, and numbers that are no characters.
_UNFIT: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
#: How JSON spells half of a pair.
_SPELT: Final = re.compile(r"\\u[dD][89a-fA-F]")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_WHOLE: Final = re.compile(r"[-+]?[0-9]{1,18}")
_DECIMAL: Final = re.compile(r"[-+]?(?:[0-9]{1,40}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})(?:[eE][-+]?[0-9]{1,4})?")


class OutOfBoundsError(ValueError):
    """A value beyond a limit; the text names the limit."""


# -- numbers ------------------------------------------------------------------------------------------------


def whole_number(value: object) -> int | None:
    """Return a whole number of at most 18 digits, also if written as a decimal; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 10**MAX_DIGITS:
        return None
    return int(value) if value == int(value) else None


def finite_number(value: object) -> float | None:
    """Return a number that can be a coordinate as a float; None for anything else."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not abs(value) <= MAX_SIZE:
        return None
    return float(value)


def parse_whole(text: str, *, most_digits: int = MAX_DIGITS) -> int | None:
    """Return the whole number that a text is, in ASCII digits with an optional sign; None for anything else."""
    if len(text) > most_digits + (text[:1] in ("-", "+")) or not _WHOLE.fullmatch(text):
        return None
    return int(text)


def parse_decimal(text: str) -> float | None:
    """Return the decimal that a text is, of at most 40 characters, if it can be a coordinate; None for anything else."""
    text = text.strip() if len(text) <= 2 * MAX_DECIMAL else text
    return finite_number(float(text)) if len(text) <= MAX_DECIMAL and _DECIMAL.fullmatch(text) else None


def matched_whole(text: str) -> int:
    """Return the whole number that a pattern has found.

    Raises
    ------
    OutOfBoundsError
        When it is none, or has too many digits; a pattern that allows this is a fault of the program.
    """
    found = parse_whole(text)
    if found is None:
        raise OutOfBoundsError(f"{shorten(text)!r} is not a whole number of at most {MAX_DIGITS} digits")
    return found


def own_whole(number: generic | float | Fraction) -> int:
    """Return a number that the program has computed itself, such as an element of an array, as an int."""
    return int(number)


def own_decimal(number: generic | float | Fraction) -> float:
    """Return a number that the program has computed itself, such as an element of an array, as a float."""
    return float(number)


def character_of_octal(digits: str) -> str:
    """Return the character with a number of up to three octal digits."""
    return chr(int(digits[:3], 8))


# -- text ---------------------------------------------------------------------------------------------------


def without_controls(text: str, *, by: str = REPLACEMENT) -> str:
    """Return a text with control characters, except tab and ends of lines, and lone surrogates replaced."""
    return text if text.isascii() and text.isprintable() else _UNFIT.sub(by, text)


def first_control(text: str) -> int | None:
    """Return the place of the first character that ``without_controls`` replaces; None without one."""
    if text.isascii() and text.isprintable():
        return None
    match = _UNFIT.search(text)
    return match.start() if match else None


def to_utf8(text: str) -> bytes:
    """Return any text as UTF-8; a lone surrogate becomes a question mark."""
    return text.encode(errors="replace")


# -- JSON ---------------------------------------------------------------------------------------------------


def _whole(text: str, most_digits: int) -> int:
    if len(text.removeprefix("-")) > most_digits:
        raise OutOfBoundsError(f"a whole number may have at most {most_digits} digits")
    return int(text)


def _decimal(text: str) -> FloatText:
    if len(text) > MAX_DECIMAL:
        raise OutOfBoundsError(f"a number may have at most {MAX_DECIMAL} characters, not {len(text)}")
    number = FloatText(text)
    if not math.isfinite(number):
        raise OutOfBoundsError(f"{text} is out of range")
    return number


def _refuse_constant(name: str) -> NoReturn:
    raise OutOfBoundsError(f"{name} is not a number that JSON allows")


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; raise OutOfBoundsError when it has a key twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key, count in counts.items() if count > 1)
        raise OutOfBoundsError(f"the key {shorten(twice)!r} appears twice in one object")
    return found


def json_decoder(
    pairs_hook: Callable[[list[tuple[str, Any]]], Any] | None = unique_keys, most_digits: int = MAX_DIGITS
) -> json.JSONDecoder:
    """Return a decoder that refuses infinite and overlong numbers; ``pairs_hook`` makes objects, None a plain dict.

    What it returns may be nested too deeply, and have lone surrogates: see ``fit_value``.
    """
    return json.JSONDecoder(
        object_pairs_hook=pairs_hook,
        parse_float=_decimal,
        parse_int=partial(_whole, most_digits=most_digits),
        parse_constant=_refuse_constant,
    )


_DECODER: Final = json_decoder()
_LENIENT: Final = json_decoder(None)
#: Of 64 bits.
_WIDE_DIGITS: Final = 19
_WIDE: Final = json_decoder(most_digits=_WIDE_DIGITS)


def parse_json(
    text: str | bytes,
    *,
    again: bool = False,
    most_depth: int = MAX_DEPTH,
    keep_surrogates: bool = False,
    is_wide: bool = False,
) -> Any:  # noqa: ANN401  # whatever the text has
    """Return the value of a JSON text; ``again`` allows a key to be repeated, of which the last counts.

    ``is_wide`` allows whole numbers of 64 bits, which no scenario file can have.
    ``keep_surrogates`` leaves characters as they are, for texts that are repaired when they are written.

    Raises
    ------
    ValueError
        When it is not JSON, or exceeds a limit; an ``OutOfBoundsError`` names the limit.
    """
    text = text if isinstance(text, str) else text.decode()
    try:
        value = (_WIDE if is_wide else _LENIENT if again else _DECODER).decode(text)
    except RecursionError:
        raise OutOfBoundsError(TOO_DEEP) from None
    return fit_value(
        value, has_surrogates=not keep_surrogates and has_surrogates(text), most_depth=most_depth
    )


def json_value(text: str) -> Any:  # noqa: ANN401  # whatever the text has
    """Return the value that a text is as JSON, within the limits; the text itself if it is not JSON."""
    try:
        return parse_json(text)
    except ValueError:
        return text


#: Said of a value with too many levels.
TOO_DEEP: Final = f"objects and lists are nested more than {MAX_DEPTH} levels deep"


def has_surrogates(text: str) -> bool:
    """Return whether a JSON text may spell lone surrogates, which UTF-8 cannot encode."""
    return _SPELT.search(text) is not None


def fit_value(value: Any, *, has_surrogates: bool, most_depth: int = MAX_DEPTH) -> Any:  # noqa: ANN401  # as above
    """Return a decoded value with lone surrogates replaced, if it may have some.

    Control characters that are spelt out stay, as in scenario files; whatever shows them escapes them.

    Raises
    ------
    OutOfBoundsError
        When it is nested too deeply.
    """
    depth, level = 0, [value]
    while level := [it for it in level if isinstance(it, dict | list)]:
        depth += 1
        if depth > most_depth:
            raise OutOfBoundsError(TOO_DEEP)
        level = [part for it in level for part in (it.values() if isinstance(it, dict) else it)]
    return _replaced(value) if has_surrogates else value


def _replaced(value: Any) -> Any:  # noqa: ANN401  # whatever the text has
    """Return a value of limited depth with lone surrogates replaced in keys and texts."""
    if isinstance(value, str):
        return _SURROGATE.sub(REPLACEMENT, value)
    if isinstance(value, list):
        return [_replaced(it) for it in value]
    if isinstance(value, dict):
        return {_SURROGATE.sub(REPLACEMENT, key): _replaced(it) for key, it in value.items()}
    return value
