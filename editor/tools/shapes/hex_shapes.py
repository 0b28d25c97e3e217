"""Zones and objectives hex by hex: what is lost of an expression when it becomes a set of hexes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.scenario.shapes import Listed, Painted
from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from fairground.core.scenario.shapes import Shape

#: Longer texts of shapes are not repeated in sentences.
_LONGEST = 60


def is_expression(shape: Shape) -> bool:
    """Whether a shape says more than its hexes: ``rows 1-2`` does, a list does not."""
    return not isinstance(shape, Listed | Painted)


def lost_words(name: str, before: Shape, after: Shape) -> str:
    """Return the sentence that says that an expression became single hexes; empty when none did.

    Examples
    --------
    >>> from fairground.core.scenario.shapes import Rows
    >>> lost_words("p1-start", Rows(1, 1), Listed(("A1", "B2")))
    'p1-start was "rows 1" and is a list of 2 hexes now: it no longer grows with the board. Undo brings it back.'
    """
    if not is_expression(before) or is_expression(after):
        return ""
    text = str(before)
    was = f'"{text}"' if len(text) <= _LONGEST else tr("an expression")
    now = (
        tr("a list of {count} hexes").format(count=len(after.hexes))
        if isinstance(after, Listed)
        else tr("a painted block")
    )
    return tr(
        "{name} was {was} and is {now} now: it no longer grows with the board. Undo brings it back."
    ).format(name=name, was=was, now=now)
