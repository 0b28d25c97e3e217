"""What Qt needs to draw, for a Linux without a desktop: the bundle's own copies, used only if the system has none."""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path

#: The folder of the copies, inside the bundle.
FOLDER = "graphics-libraries"
#: Each library after those that it needs. A system's own know its graphics driver, so they go first.
LIBRARIES = (
    *("libxcb.so.1", "libdrm.so.2"),
    *("libwayland-client.so.0", "libwayland-cursor.so.0", "libwayland-egl.so.1"),
    *("libGLdispatch.so.0", "libGLX.so.0", "libGL.so.1", "libEGL.so.1"),
)


def load() -> None:
    """Load the copy of each library that the system lacks, so that Qt finds it loaded already."""
    copies = Path(getattr(sys, "_MEIPASS", "")) / FOLDER
    for name in LIBRARIES if copies.is_dir() else ():
        try:
            ctypes.CDLL(name, ctypes.RTLD_GLOBAL)
        except OSError:
            ctypes.CDLL(str(copies / name), ctypes.RTLD_GLOBAL)
