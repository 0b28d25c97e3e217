"""Plugins: things that other packages add through entry points, one group for each kind.

The entry points of a group are read when the list of that kind is first needed, never because a file names one of them. A
plugin that cannot be imported or used is left out, with a ``PluginWarning``.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, wraps
from importlib.metadata import Distribution, EntryPoint, EntryPoints, entry_points
from threading import RLock
from typing import Any, Final, Generic, ParamSpec, Protocol, TypeVar

from fairground.core.errors import FairgroundError

#: The package whose entry points are no plugins.
OWN: Final = "fairground"
#: The group of Fairground's own functions that return the plugins of a kind, by kind.
KINDS: Final = "plugin_kinds"

T = TypeVar("T")
P = ParamSpec("P")


class PluginWarning(UserWarning):
    """A plugin was left out; the text names it, its package and the reason."""


class PluginError(FairgroundError):
    """A plugin that cannot be used as it is."""

    code = "plugin"


@dataclass(frozen=True)
class Plugin:
    """A plugin: its kind, name, title, package and version; ``error`` is why it was left out, empty for a working one."""

    kind: str
    name: str
    package: str
    version: str
    title: str = ""
    error: str = ""

    @property
    def state(self) -> str:
        """Either ``ready`` or ``left out``."""
        return "left out" if self.error else "ready"

    def to_json(self) -> dict[str, Any]:
        """Return the plugin as plain data, in the shape of ``fairground plugins --json``."""
        from fairground.core.plugin_answer import PluginAnswer

        return PluginAnswer.from_result(self).model_dump(mode="json")

    @property
    def sentence(self) -> str:
        """The plugin as text, with the error of one that was left out."""
        whose = f"plugin {self.name!r} ({self.kind}) of {self.package} {self.version}"
        return f"{whose} was left out: {self.error}" if self.error else f"{whose}: {self.title}"


class EntryPointSource(Protocol):
    """Entry points by their groups."""

    def select(self, *, group: str) -> EntryPoints:
        """Return the entry points of a group."""


@cache
def installed_points() -> EntryPointSource:
    """Return all entry points of the installed packages, read once: reading them takes longest."""
    return entry_points()


#: The groups that were read, with the entry points that they come from.
_read: dict[str, tuple[EntryPointSource, EntryPoints]] = {}


def _group(name: str) -> EntryPoints:
    """Return the entry points of a group; those of one that was read before are cached."""
    source = installed_points()
    if name not in _read or _read[name][0] is not source:
        _read[name] = source, source.select(group=name)
    return _read[name][1]


def points_of(kind: str, *, own: bool = False) -> tuple[EntryPoint, ...]:
    """Return the entry points of a group: those of other packages, by package and name, or Fairground's own."""
    found = [it for it in _group(f"fairground.{kind}") if is_own(it) is own]
    return tuple(found if own else sorted(found, key=lambda it: (package_of(it)[0], it.name)))


def is_own(point: EntryPoint) -> bool:
    """Return whether an entry point is one of Fairground's own."""
    return package_of(point)[0] == OWN


def package_of(point: EntryPoint) -> tuple[str, str]:
    """Return the name and version of the package of an entry point; empty texts if it has none."""
    return ("", "") if point.dist is None else _name_and_version(point.dist)


@cache
def _name_and_version(package: Distribution) -> tuple[str, str]:
    # Each of them is parsed from a file.
    return package.name, package.version


class PluginGroup(Generic[T]):
    """The plugins of one kind, loaded when they are first needed.

    ``register`` returns a plugin from the object that its entry point names, or raises a ``PluginError``. ``title`` returns
    its title. ``taken`` returns the names that ship with Fairground, which no plugin can have.
    """

    def __init__(
        self,
        kind: str,
        register: Callable[[str, Any], T],
        *,
        title: Callable[[T], str],
        taken: Callable[[], Collection[str]] = tuple,
    ) -> None:
        self.kind = kind
        self._register, self._title, self._taken = register, title, taken
        self._lock = RLock()
        self._is_loading = False
        self._source: EntryPointSource | None = None
        self._members: dict[str, T] = {}
        self._plugins: tuple[Plugin, ...] = ()

    def members(self) -> Mapping[str, T]:
        """Return the working plugins by name; none while they are being loaded."""
        self._load()
        return {} if self._is_loading else self._members

    def plugins(self) -> tuple[Plugin, ...]:
        """Return every plugin, with the error of those that were left out."""
        self._load()
        return self._plugins

    def failed(self) -> tuple[Plugin, ...]:
        """Return the plugins that were left out."""
        return tuple(it for it in self.plugins() if it.error)

    def leave_out(self, name: str, error: Exception) -> None:
        """Leave out a plugin that failed when it was first used."""
        del self._members[name]
        found = next(it for it in self._plugins if it.name == name and not it.error)
        failed = replace(found, error=describe_error(error))
        self._plugins = tuple(failed if it is found else it for it in self._plugins)
        warnings.warn(failed.sentence, PluginWarning, stacklevel=2)

    def _load(self) -> None:
        points = installed_points()
        if self._source is points or self._is_loading:
            return
        with self._lock:
            if self._source is points:
                return
            self._is_loading, self._members = True, {}
            try:
                self._plugins = tuple(map(self._add, points_of(self.kind)))
                self._source = points
            finally:
                self._is_loading = False
        for it in self._plugins:
            if it.error:
                warnings.warn(it.sentence, PluginWarning, stacklevel=3)

    def _add(self, point: EntryPoint) -> Plugin:
        package, version = package_of(point)
        try:
            if point.name in self._members or point.name in self._taken():
                raise PluginError(f"the name {point.name!r} is already taken")  # noqa: TRY301  # handled like its own errors
            member = self.load(point)
            title = self._title(member)
        except (Exception, SystemExit) as error:  # noqa: BLE001  # the code of another package may raise anything
            return Plugin(self.kind, point.name, package, version, error=describe_error(error))
        self._members[point.name] = member
        return Plugin(self.kind, point.name, package, version, title)

    def load(self, point: EntryPoint) -> T:
        """Return the plugin of an entry point."""
        return self._register(point.name, point.load())


class WithPlugins(Mapping[str, T]):
    """Entries that ship with Fairground, by name, then those of plugins, which are loaded when they are first needed."""

    def __init__(self, shipped: Mapping[str, T], of_plugins: Callable[[], Mapping[str, T]]) -> None:
        #: The entries that ship with Fairground.
        self.shipped = dict(shipped)
        self._of_plugins = of_plugins

    def __getitem__(self, name: str) -> T:
        return self.shipped[name] if name in self.shipped else self._of_plugins()[name]

    def __iter__(self) -> Iterator[str]:
        return iter([*self.shipped, *self._of_plugins()])

    def __len__(self) -> int:
        return len(self.shipped) + len(self._of_plugins())


def guarded(what: str, function: Callable[P, T]) -> Callable[P, T]:
    """Return a plugin's function that raises a ``PluginError`` in place of errors that are none of Fairground's."""

    @wraps(function)
    def run(*values: P.args, **named: P.kwargs) -> T:
        try:
            return function(*values, **named)
        except FairgroundError:
            raise
        except Exception as error:
            raise PluginError(f"the plugin for {what} failed with {describe_error(error)}") from error

    return run


def describe_error(error: BaseException) -> str:
    """Return an error as text, with its type unless it is a sentence for users."""
    text = " ".join(str(error).split())[:300]
    if isinstance(error, FairgroundError):
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def require(declared: object, kind: type[T]) -> T:
    """Return what an entry point names; raise a ``PluginError`` if it is of another type."""
    if not isinstance(declared, kind):
        raise PluginError(f"the entry point must name a {kind.__name__}, not {type(declared).__name__}")
    return declared


def require_name(name: str, own: str) -> None:
    """Raise a ``PluginError`` if the id of a plugin differs from the name of its entry point."""
    if name != own:
        raise PluginError(f"its id is {own!r}, but its entry point is called {name!r}; the names must match")


def has_plugins() -> bool:
    """Return whether any package registers a plugin, without loading one."""
    return any(points_of(it.name) for it in points_of(KINDS, own=True))


def plugins() -> tuple[Plugin, ...]:
    """Load the plugins of every kind and return them, by kind; ``error`` is why one was left out."""
    kinds = sorted(points_of(KINDS, own=True), key=lambda it: it.name)
    return tuple(plugin for kind in kinds for plugin in _plugins_of(kind))


def _plugins_of(kind: EntryPoint) -> tuple[Plugin, ...]:
    points = points_of(kind.name)
    try:
        found: tuple[Plugin, ...] = kind.load()() if points else ()
    except ImportError as error:
        # A kind of the editor, where its packages are not installed.
        text = describe_error(error)
        return tuple(Plugin(kind.name, it.name, *package_of(it), error=text) for it in points)
    return found
