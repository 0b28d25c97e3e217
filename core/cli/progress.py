"""Progress of what takes longer than a second, on a terminal alone."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Self

import click

if TYPE_CHECKING:
    from types import TracebackType

#: For how long nothing is shown, in seconds.
_PATIENCE = 1.0
_WIDTH = 30


class ProgressLine:
    """A bar on the error output; used with ``with``, at the end of which it is gone."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._begun = time.monotonic()
        self._shown = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if self._shown:
            self._write(" " * (len(self._title) + _WIDTH + 8))
            self._write("")

    def show(self, share: float) -> None:
        """Show that a share of the work is done, from 0 to 1."""
        if time.monotonic() - self._begun < _PATIENCE or sys.stderr is None or not sys.stderr.isatty():
            return
        self._shown = True
        done = round(share * _WIDTH)
        self._write(f"{self._title} [{'#' * done}{'-' * (_WIDTH - done)}] {share:4.0%}")

    def _write(self, text: str) -> None:
        click.echo(f"\r{text}", err=True, nl=False)
