"""What goes wrong where Qt calls Python back is told, as any error is, and does not end the process.

When a method that overrides one of Qt's fails, PySide 6.11 puts a sentence before the words of the error, and takes what
it finds for an exception object. Until Python 3.12 an error that was raised in C (an index out of range, an object of Qt that
is gone) is but its text until somebody looks at it, and the process ends with a segmentation fault. So all such methods
look at what passes through them.
Imports as Python does them, while PySide is there.
"""

from __future__ import annotations

import builtins
import functools
import linecache
import sys
from types import FunctionType
from typing import TYPE_CHECKING

import PySide6.QtCore  # noqa: F401  # what puts its import in the place of Python's
from shiboken6 import Shiboken

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def import_plainly() -> None:
    """Let Python import by itself again, where PySide has said which import was there before; else nothing is changed."""
    plain = getattr(builtins, "__orig_import__", None)
    if plain is not None and getattr(builtins.__import__, "__name__", "") == "__feature_import__":
        builtins.__import__ = plain
        linecache.clearcache()


#: From here on Python makes the object at once.
_REPAIRED = (3, 12)


def guard_overrides() -> None:
    """Guard the overrides of all classes that derive from one of Qt's: those that there are, and those to come."""
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
    """Have the overrides of a class look at what passes through them."""
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
        except BaseException:  # noqa: TRY203  # whoever catches an error makes an object of it
            raise

    return guarded
