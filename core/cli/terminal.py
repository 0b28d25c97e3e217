"""What is printed: names of strangers, and the names of their files, give a terminal no orders.

Progress of what takes longer than a second, on a terminal alone.
"""

from __future__ import annotations

import os
import re
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, Self

import click

from fairground.core.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType
    from typing import TextIO

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


def printable(mark: str, plain: str) -> str:
    """Return a mark, or its plain form where standard output cannot encode it."""
    try:
        mark.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return plain
    return mark


#: Control characters but tab and end of line. Colours as commands use them stay, and a bar of progress that begins with \r.
_ORDERS: Final = re.compile(r"(\A\r|\x1b\[(?:[0-2]|3[0-79]|9[0-7])m)|[\x00-\x08\x0b-\x1f\x7f-\x9f]")
#: Marks that turn letters round, and ends of lines that do not look like any.
_TURNING: Final = re.compile(r"[\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class _Plain:
    """A stream that is written to without orders; in JSON, which has them in texts alone, they are written as ``\\u0000``."""

    def __init__(self, stream: TextIO, *, is_json: bool) -> None:
        self._stream, self._is_json = stream, is_json

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # whatever the stream has
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write a text as it may be seen."""
        if self._is_json:
            text = re.sub(r"[\x7f-\x9f]", lambda found: f"\\u{ord(found[0]):04x}", text)
        else:
            text = _ORDERS.sub(lambda found: found[1] or "", text)
            # What is kept in a file is data.
            text = _TURNING.sub("", text) if self._stream.isatty() else text
        if not text:
            # Click writes nothing to learn what a stream takes, and goes on when that fails.
            return self._stream.write(text)
        with self._taken():
            return self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """Hand over what is written."""
        with self._taken():
            self._stream.flush()

    @contextmanager
    def _taken(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            # Python would try once more at its end, and fail with a traceback.
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._stream.fileno())
            self._refused(error)

    def _refused(self, error: OSError) -> None:
        """Go on without a stream that takes no more: a reader that has gone has what it wanted."""


class _PlainAnswer(_Plain):
    """Standard output, where a command's answer goes; that there is no room for it is told as an error."""

    def _refused(self, error: OSError) -> None:
        if not isinstance(error, BrokenPipeError):
            raise FileError(f"the answer cannot be written: {error.strerror}") from error


@contextmanager
def without_orders(*, is_json: bool) -> Iterator[None]:
    """Let nothing through to standard output and errors that a terminal would take for an order."""
    before = sys.stdout, sys.stderr
    # Either is None where its descriptor was closed before the program began.
    sys.stdout = sys.stdout and _PlainAnswer(sys.stdout, is_json=is_json)
    sys.stderr = sys.stderr and _Plain(sys.stderr, is_json=False)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
