"""Small pictures of scenario files, drawn in a process of their own when they are first wanted, and kept on disk."""

from __future__ import annotations

import hashlib
import multiprocessing
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

#: How large thumbnails are at most, in pixels: twice what is shown, for screens with fine pixels.
WIDTH, HEIGHT = 432, 300
#: Goes up when thumbnails are drawn another way, so that old ones are not used again.
_VERSION = b"1"


class Thumbnails(QObject):
    """Gives the pictures of files; those that are not there yet come later, with ``ready``."""

    #: A scenario file and the picture file that was drawn of it.
    ready = Signal(Path, Path)

    _drawn = Signal(Path, Path)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._pool: ProcessPoolExecutor | None = None
        self._waiting = 0
        self._drawn.connect(self._done)

    def picture(self, file: Path) -> Path | None:
        """Return the picture of a file; None when it has yet to be drawn, which begins now."""
        try:
            # Opening a pipe would wait for whoever writes into it.
            if not file.is_file():
                return None
            key = hashlib.sha256(_VERSION + file.read_bytes()).hexdigest()[:24]
        except OSError:
            return None
        target = self._folder / f"{key}.png"
        if target.exists():
            return target
        if self._pool is None:
            from concurrent.futures import ProcessPoolExecutor

            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))
        self._waiting += 1
        self._pool.submit(draw_thumbnail, file, target).add_done_callback(
            lambda done: self._tell(done, file, target)
        )
        return None

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being drawn."""
        return not self._waiting

    def close(self) -> None:
        """Draw no more."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _tell(self, done: Future[None], file: Path, target: Path) -> None:
        """Pass the news on from the pool's thread to the window's; a file that cannot be drawn has no picture."""
        if not done.cancelled():
            try:
                self._drawn.emit(file, target)
            except RuntimeError:
                return  # the window is gone

    def _done(self, file: Path, target: Path) -> None:
        self._waiting -= 1
        if not self._waiting:
            self.close()
        if target.exists():
            self.ready.emit(file, target)


def draw_thumbnail(file: Path, target: Path) -> None:
    """Draw a scenario file as a small PNG; runs in the process that the pool starts.

    Raises
    ------
    FairgroundError
        When the file cannot be read.
    """
    from fairground.core.files import load, write_bytes
    from fairground.core.pictures import PictureOptions, draw_board, to_png

    options = PictureOptions(
        labels=False, title=False, legend=False, elevation_numbers=False, names=False, margin=3
    )
    picture = draw_board(load(file), options)
    dpi = min(WIDTH / picture.width_mm, HEIGHT / picture.height_mm) * 25.4
    write_bytes(target, to_png(picture, dpi=max(round(dpi), 20)))
