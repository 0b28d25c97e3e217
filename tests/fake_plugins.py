"""Plugins for tests: entry points of a package that is not installed."""

from __future__ import annotations

from importlib.metadata import EntryPoint, EntryPoints, entry_points
from typing import TYPE_CHECKING, Any, ClassVar

from fairground.core import plugin_groups

if TYPE_CHECKING:
    import pytest

#: The package that the plugins belong to.
PACKAGE, VERSION = "fairground-extra", "1.2"


class _Package:
    name, version = PACKAGE, VERSION


class _Point(EntryPoint):
    """An entry point that loads an object, or raises it if it is an error."""

    dist: ClassVar[Any] = _Package()

    def load(self) -> object:
        declared: object = vars(self)["declared"]
        if isinstance(declared, BaseException):
            raise declared
        return declared


class _Points:
    def __init__(self, added: list[EntryPoint]) -> None:
        self._added = added

    def select(self, *, group: str) -> EntryPoints:
        added = [it for it in self._added if it.group == group]
        return EntryPoints([*entry_points(group=group), *added])


def install_plugins(monkeypatch: pytest.MonkeyPatch, kind: str, **declared: object) -> None:
    """Register plugins of a kind, by their names with ``_`` for ``-``; an error is raised when its plugin is loaded."""
    before = plugin_groups.installed_points()
    added = list(getattr(before, "_added", []))
    for name, it in declared.items():
        point = _Point(name.replace("_", "-"), "extra:PLUGIN", f"fairground.{kind}")
        vars(point)["declared"] = it
        added.append(point)
    points = _Points(added)
    monkeypatch.setattr(plugin_groups, "installed_points", lambda: points)
