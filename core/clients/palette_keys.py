"""Keys for a palette that has none yet."""

from __future__ import annotations

from collections import Counter
from string import ascii_lowercase, ascii_uppercase, digits
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

#: The characters of the keyboard except ``.``, the empty entry of layers other than terrain.
_SINGLE: Final = ascii_lowercase + ascii_uppercase + digits + "~%*+-=^$&@!?<>:;_/|()[]{},#'\"`\\"
_NOTHING: Final = "."
#: The most letters of a name in a long key.
_LONGEST: Final = 4


def palette_keys(stacks: Sequence[tuple[str, ...]], symbols: Mapping[str, str]) -> list[str]:
    """Return a unique key for each stack of terrain or effects, ``.`` for an empty one; the first stacks get the best keys.

    ``symbols`` are the ruleset's characters by id. Keys are single characters while the keyboard has enough: the symbol, a
    letter of the topmost kind, or any other. Beyond that they are the start of its id and a number.
    """
    return _single_keys(stacks, symbols) if len(stacks) <= len(_SINGLE) else _long_keys(stacks, symbols)


def _single_keys(stacks: Sequence[tuple[str, ...]], symbols: Mapping[str, str]) -> list[str]:
    keys: dict[str, None] = {}
    for stack in stacks:
        keys[next(key for key in _wanted(stack, symbols) if key not in keys)] = None
    return list(keys)


def _wanted(stack: tuple[str, ...], symbols: Mapping[str, str]) -> Iterator[str]:
    """Yield single characters for a stack, the best first and symbols of other kinds last."""
    yield from _symbol(stack, symbols)
    name = [letter for letter in "".join(stack[-1:]) if letter.isascii() and letter.isalpha()]
    others = set(symbols.values())
    yield from (key for key in (*name, *map(str.upper, name), *_SINGLE) if key not in others)
    yield from _SINGLE


def _symbol(stack: tuple[str, ...], symbols: Mapping[str, str]) -> str:
    if not stack:
        return _NOTHING
    return symbols.get(stack[0], "") if len(stack) == 1 else ""


def _long_keys(stacks: Sequence[tuple[str, ...]], symbols: Mapping[str, str]) -> list[str]:
    keys: dict[str, None] = {}
    numbers: Counter[str] = Counter()
    for stack in stacks:
        key = _symbol(stack, symbols)
        while not key or key in keys:
            start = "".join(filter(str.isalnum, "".join(stack[-1:])))[:_LONGEST]
            numbers[start] += 1
            key = f"{start}{numbers[start]}"
        keys[key] = None
    return list(keys)
