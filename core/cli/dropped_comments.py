"""Comments that have no place in a rewritten file: named, and not deleted unasked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from fairground.core.errors import UsageError
from fairground.core.text.counts import counted
from fairground.core.text.short_lists import some

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

drop_comments = click.option(
    "--drop-comments",
    "may_drop",
    is_flag=True,
    help="Delete comments that have no place in the new text. Default: refuse.",
)


def dropped_comments(lines: Sequence[int]) -> str:
    """Return how many comments are dropped, and their lines: ``2 comments (lines 4 and 17)``."""
    noun = "line" if len(lines) == 1 else "lines"
    return f"{counted(len(lines), 'comment')} ({noun} {some([*map(str, lines)])})"


def refuse_to_drop(dropped: Mapping[Path, Sequence[int]]) -> None:
    """Make sure that rewriting files deletes no comment.

    Raises
    ------
    UsageError
        When it would; the text names the files and lines.
    """
    faults = [f"{path}: {dropped_comments(lines)}" for path, lines in dropped.items() if lines]
    if faults:
        raise UsageError(
            f"rewriting would delete comments. {'; '.join(faults)}. Move them above a key or an item of sides, zones, "
            "objectives or units, or add --drop-comments. No file was changed"
        )
