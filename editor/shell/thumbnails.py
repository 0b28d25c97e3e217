"""Small pictures of scenario files, drawn in another process when first needed, and cached on disk."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

#: The largest size of thumbnails in pixels: twice the size shown, for high-density screens.
WIDTH, HEIGHT = 432, 300
#: Increase this when thumbnails are drawn differently, so that cached ones are not used.
_VERSION = b"1"
#: How many pictures are cached; each has some 10 to 150 kB.
MOST_PICTURES = 100


class Thumbnails(QObject):
    """Returns the pictures of files; missing ones are drawn, and announced by ``ready``."""

    #: A scenario file and its picture file.
    ready = Signal(Path, Path)

    _drawn = Signal(Path, Path)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._pool: ProcessPoolExecutor | None = None
        self._waiting = 0
        self._drawn.connect(self._done)

    def picture(self, file: Path) -> Path | None:
        """Return the picture of a file; None while it is being drawn."""
        try:
            # Opening a pipe would block.
            if not file.is_file():
                return None
            key = hashlib.sha256(_VERSION + file.read_bytes()).hexdigest()[:24]
        except OSError:
            return None
        target = self._folder / f"{key}.png"
        if target.exists():
            with suppress(OSError):
                # The least recently used pictures are deleted first.
                target.touch()
            return target
        if self._pool is None:
            from concurrent.futures import ProcessPoolExecutor

            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, context, initializer=_begin)
        self._waiting += 1
        self._pool.submit(draw_thumbnail, file, target).add_done_callback(
            lambda done: self._announce(done, file, target)
        )
        return None

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being drawn."""
        return not self._waiting

    def close(self) -> None:
        """Stop drawing."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _announce(self, done: Future[None], file: Path, target: Path) -> None:
        """Announce a finished picture from the pool's thread."""
        if not done.cancelled():
            try:
                self._drawn.emit(file, target)
            except RuntimeError:
                return  # the window is gone

    def _done(self, file: Path, target: Path) -> None:
        self._waiting -= 1
        if not self._waiting:
            self.close()
            delete_oldest(self._folder)
        if target.exists():
            self.ready.emit(file, target)


def delete_oldest(folder: Path, most: int = MOST_PICTURES) -> None:
    """Delete the pictures that were not used for longest, until at most ``most`` are left."""
    with suppress(OSError):
        pictures = sorted(folder.glob("*.png"), key=lambda it: it.stat().st_mtime_ns)
        for picture in pictures[: max(len(pictures) - most, 0)]:
            picture.unlink()


def _begin() -> None:
    """Have the process of the pool end with the editor, even if that is killed; its queue would wait for ever."""
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


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
