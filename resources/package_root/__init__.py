"""A hex map editor and scenario validator for arena games; the public interface is ``fairground.core``."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    __version__: str


def __getattr__(name: str) -> str:
    if name == "__version__":
        # Looked up when asked for: it would cost every command a few milliseconds.
        from importlib.metadata import version

        return version("fairground")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
