"""Whether a value is of the kind that a field declares: what comes out of a damaged journal may be anything."""

from __future__ import annotations

import types
from collections.abc import Mapping
from functools import cache
from math import isfinite
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

from numpy.typing import NDArray

from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import Hexside
from fairground.core.grid.layout import Layout
from fairground.core.scenario import parts, shapes
from fairground.core.scenario.board import Board, PaletteEntry

#: What the fields of scenarios are declared with, for modules that import it for the type checker alone.
_NAMES = {
    **{it.__name__: it for it in (Board, Hex, Hexside, Layout, Mapping, PaletteEntry, Path, types.NoneType)},
    **{name: it for name, it in vars(parts).items() if isinstance(it, type)},
    "NDArray": NDArray,
    "Ruleset": object,
    "RulesetError": object,
    "Shape": shapes.Shape,
}
_SHAPES = (
    shapes.Columns, shapes.Difference, shapes.Everything, shapes.Intersection, shapes.Listed, shapes.Painted, shapes.Rows,
    shapes.Union, shapes.Within,
)  # fmt: skip


@cache
def kinds_of(owner: type) -> dict[str, Any]:
    """Return the declared kinds of the fields of a dataclass."""
    return get_type_hints(owner, localns=_NAMES)


def is_of(value: object, kind: Any) -> bool:  # noqa: ANN401  # what annotations are made of
    """Return whether a value is of a declared kind, and what it holds as well.

    Numbers must be finite. The fields of dataclasses are not looked into.
    """
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return any(is_of(value, it) for it in inner)
    if origin is tuple:
        if not isinstance(value, tuple):
            return False
        wanted = [inner[0]] * len(value) if inner[1:] == (...,) else inner
        return len(wanted) == len(value) and all(map(is_of, value, wanted))
    if origin is list:
        return isinstance(value, list) and all(is_of(it, inner[0]) for it in value)
    if origin in (dict, Mapping):
        return isinstance(value, dict) and all(
            is_of(key, inner[0]) and is_of(it, inner[1]) for key, it in value.items()
        )
    return _is_single(value, kind)


def _is_single(value: object, kind: type) -> bool:
    if kind is object:
        return _is_plain(value)
    if kind is shapes.Shape:
        return isinstance(value, _SHAPES)
    if kind in (int, float):
        wanted = int if kind is int else (int, float)
        return isinstance(value, wanted) and not isinstance(value, bool) and isfinite(value)
    return isinstance(value, kind)


def _is_plain(value: object) -> bool:
    """Whether a value is data as a file can hold it."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_plain(it) for key, it in value.items())
    if isinstance(value, list):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, bool | str) or is_of(value, float)
