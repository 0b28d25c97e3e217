"""Output to terminals: control characters in untrusted texts are removed, and long work shows its progress."""

from __future__ import annotations

import os
import re
import sys
import time
from contextlib import contextmanager
from io import TextIOBase
from typing import TYPE_CHECKING, Any, Final, Self

import click

from fairground.core.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from types import TracebackType
    from typing import BinaryIO, TextIO

#: Seconds before a bar is shown.
_PATIENCE = 1.0
_WIDTH = 30


class ProgressLine:
    """A progress bar on stderr, removed at the end of its ``with`` block."""

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
        """Show the share of the work done, from 0 to 1."""
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


#: Control characters except tab, line end, colours, and the \r of a progress bar.
_CONTROLS: Final = re.compile(r"(\A\r|\x1b\[(?:[0-2]|3[0-79]|9[0-7])m)|[\x00-\x08\x0b-\x1f\x7f-\x9f]")
#: Marks that reverse letters, and invisible line ends.
_TURNING: Final = re.compile(r"[\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class _Bytes:
    """The bytes under a stream, whose errors are those of the stream."""

    def __init__(self, stream: BinaryIO, taken: Callable[[], AbstractContextManager[None]]) -> None:
        self._stream, self._taken = stream, taken

    def write(self, data: bytes) -> int:
        """Write data as it is."""
        if not data:
            # As for a text, a test of the stream.
            return self._stream.write(data)
        with self._taken():
            return self._stream.write(data)
        return len(data)

    def flush(self) -> None:
        """Flush the stream."""
        with self._taken():
            self._stream.flush()


class _Plain:
    """A stream that drops control characters, or escapes them in JSON."""

    def __init__(self, stream: TextIO, *, is_json: bool) -> None:
        self._stream, self._is_json = stream, is_json

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # whatever the stream has
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write a text without control characters."""
        if self._is_json:
            text = re.sub(r"[\x7f-\x9f]", lambda found: f"\\u{ord(found[0]):04x}", text)
        else:
            text = _CONTROLS.sub(lambda found: found[1] or "", text)
            # Output to a file is data and stays as it is.
            text = _TURNING.sub("", text) if self._stream.isatty() else text
        if not text:
            # Click writes an empty text to test a stream, and expects its errors.
            return self._stream.write(text)
        with self._taken():
            return self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """Flush the stream."""
        with self._taken():
            self._stream.flush()

    @property
    def buffer(self) -> _Bytes:
        """The stream for bytes, which are data and stay as they are."""
        return _Bytes(self._stream.buffer, self._taken)

    @contextmanager
    def _taken(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            # Python flushes again at exit, and would print a traceback.
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._stream.fileno())
            self._refused(error)

    def _refused(self, error: OSError) -> None:
        """Ignore the error: a reader that is gone needs no more output."""


class _PlainAnswer(_Plain):
    """Standard output, whose write errors are reported, except a closed pipe."""

    def _refused(self, error: OSError) -> None:
        if not isinstance(error, BrokenPipeError):
            raise FileError(f"the output cannot be written: {error.strerror}") from error


class _ClosedAnswer(TextIOBase):
    """Standard output that the shell has closed, as with ``>&-``; writing to it is an error, as on a full disk."""

    def write(self, text: str) -> int:
        """Raise FileError for any text but an empty one, with which click tests a stream."""
        if text:
            raise FileError("the output cannot be written: standard output is closed")
        return 0

    @property
    def buffer(self) -> Self:
        """The stream for bytes, which fails alike."""
        return self


@contextmanager
def plain_output(*, is_json: bool) -> Iterator[None]:
    """Keep control characters from standard output and stderr."""
    before = sys.stdout, sys.stderr
    # Either is None where its descriptor was closed before the program began.
    sys.stdout = _PlainAnswer(sys.stdout, is_json=is_json) if sys.stdout else _ClosedAnswer()
    sys.stderr = sys.stderr and _Plain(sys.stderr, is_json=False)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
