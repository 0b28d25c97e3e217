"""The command line: ``fairground COMMAND ...``."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from contextlib import suppress
from typing import Final

#: So many new objects make Python look for garbage: more than all modules together have, which are none.
_OBJECTS_BEFORE_COLLECTION: Final = 200_000
#: The exit status of a program that Ctrl+C has ended, as shells have it.
_INTERRUPTED: Final = 130


def main() -> None:
    """Run the command line; the console script of the package."""
    # Collections while modules load would cost another tenth.
    gc.set_threshold(_OBJECTS_BEFORE_COLLECTION, *gc.get_threshold()[1:])
    # At its end, Python looks for garbage among all objects, though the system takes back everything. That takes a quarter of a short command.
    atexit.register(gc.freeze)
    # There are no plugins of pydantic here; looking for them would cost a tenth of the start.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "1")
    # NumPy's threads for products of large matrices wait busily from the start; the matrices here are narrow.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        from fairground.core.cli.command_group import fairground

        fairground()
    except KeyboardInterrupt:
        # Ctrl+C before the command begins, or after it has ended.
        with suppress(AttributeError, OSError):
            sys.stderr.write("stopped\n")
        sys.exit(_INTERRUPTED)


__all__ = ["main"]
