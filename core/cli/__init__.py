"""The command line: ``fairground COMMAND ...``."""

from __future__ import annotations

import os


def main() -> None:
    """Run the command line; the console script of the package."""
    # There are no plugins of pydantic here; looking for them would cost a tenth of the start.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "1")
    from fairground.core.cli.command_group import fairground

    fairground()


__all__ = ["main"]
