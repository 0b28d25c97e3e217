"""Values that may be None or of several classes, asserted to be of the one that a test needs."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def present(value: T | None) -> T:
    assert value is not None
    return value


def of_type(value: object, kind: type[T]) -> T:
    assert isinstance(value, kind)
    return value
