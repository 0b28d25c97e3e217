"""What a format is: a name, an ending, and how a scenario is written in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.scenario.document import Scenario


#: What every picture loses.
PICTURE_LOSSES = (
    "a picture shows the scenario but cannot be read back: rules, notes and victory are not in it",
)


@dataclass(frozen=True, slots=True)
class Export:
    """A scenario in another format: the content of the file, and in words what that format cannot carry."""

    content: bytes
    losses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Format:
    """A format that scenarios can be written in.

    ``ending`` is that of its files, with the dot; ``write`` turns a scenario into an ``Export`` and touches no file.
    """

    name: str
    title: str
    ending: str
    write: Callable[[Scenario], Export]
