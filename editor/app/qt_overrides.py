"""Errors raised in Python code that Qt calls are reported like any other error, and do not end the process.

When a method that overrides one of Qt's raises, PySide 6.11 expects an exception object. Before Python 3.12, an error
raised in C (an index out of range, a deleted Qt object) stays a plain text until Python code looks at it, and PySide
crashes with a segmentation fault. So every such method catches the error and raises it again.
"""

from __future__ import annotations

import functools
import sys
from types import FunctionType
from typing import TYPE_CHECKING

from shiboken6 import Shiboken

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


#: From here on Python makes the object at once.
_REPAIRED = (3, 12)


def guard_overrides() -> None:
    """Guard the overrides of every class that derives from one of Qt's, existing or defined later."""
    if sys.version_info >= _REPAIRED or "__init_subclass__" in vars(Shiboken.Object):
        return
    for kind in list(_below(Shiboken.Object)):
        _guard(kind)
    Shiboken.Object.__init_subclass__ = classmethod(_guard_new)  # type: ignore[assignment, arg-type]


def _guard_new(kind: type[Shiboken.Object], **options: object) -> None:
    super(Shiboken.Object, kind).__init_subclass__(**options)
    _guard(kind)


def _below(kind: type) -> Iterator[type]:
    below: list[type] = kind.__subclasses__()
    for it in below:
        yield it
        yield from _below(it)


def _is_of_qt(kind: type) -> bool:
    return kind.__module__.startswith("PySide6.")


def _guard(kind: type) -> None:
    """Wrap the overrides of a class, so that they normalise the errors they raise."""
    if _is_of_qt(kind):
        return
    of_qt = [base for base in kind.__mro__ if _is_of_qt(base)]
    for name, method in list(vars(kind).items()):
        is_own = isinstance(method, FunctionType) and not name.startswith("__")
        if is_own and any(name in vars(base) for base in of_qt):
            setattr(kind, name, _looking(method))


def _looking(method: Callable[..., object]) -> Callable[..., object]:
    @functools.wraps(method)
    def guarded(*arguments: object, **named: object) -> object:
        try:
            return method(*arguments, **named)
        except BaseException:  # noqa: TRY203  # catching it creates the exception object
            raise

    return guarded
