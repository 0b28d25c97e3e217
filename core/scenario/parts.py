"""Sides, zones, objectives, units and victory, each a value that is replaced whole, and ids for new ones."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from fairground.core.errors import ScenarioError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.shapes import Shape

#: So much of a name is kept: a number follows, and ids have at most 64 characters.
_LONGEST: Final = 56


def free_id(name: str, taken: Collection[str]) -> str:
    """Return ``name-1``, or the next number that is free; letters that ids do not have become ``-``.

    Examples
    --------
    >>> free_id("scout", {"scout-1", "scout-3"})
    'scout-2'
    """
    clean = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name.lower())
    clean = clean[:_LONGEST].strip("-")
    clean = clean if clean[:1].isalpha() else f"x-{clean}".rstrip("-")
    return next(it for number in range(1, len(taken) + 2) if (it := f"{clean}-{number}") not in taken)


#: The longest name of anything, in characters.
MAX_TITLE: Final = 200
#: Decimals of places and sizes in inches.
INCH_DECIMALS: Final = 4
#: What ids of sides, zones, objectives and units look like.
ID_PATTERN: Final = r"^[a-z][a-z0-9-]{0,63}$"
#: The same in words.
ID_WORDS: Final = "a small letter, then up to 63 small letters, digits and '-'"


def is_id(text: str) -> bool:
    """Whether a text can be the id of a side, zone, objective or unit."""
    return re.fullmatch(ID_PATTERN, text) is not None and not text.endswith("\n")


class ZoneKind(StrEnum):
    """What a zone is for."""

    #: Units of the side start here.
    DEPLOYMENT = "deployment"
    #: Units that come later enter here.
    REINFORCEMENT = "reinforcement"
    #: Units may leave the board here.
    EXIT = "exit"
    #: A named area without effect on play.
    AREA = "area"


class ObjectiveKind(StrEnum):
    """How an objective is won."""

    #: Control it at the end of the round, for ``hold`` turns.
    CONTROL = "control"
    #: Leave the board through it.
    EXIT = "exit"


class Shield(StrEnum):
    """Where a unit carries its shield."""

    LEFT = "left"
    RIGHT = "right"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Side:
    """A player's side. Sides of one ``team`` are allies; ``role`` names its part in an asymmetric mission."""

    id: str
    name: str = ""
    team: str = ""
    role: str = ""

    @property
    def title(self) -> str:
        """The name to show: the id where none is given."""
        return self.name or self.id

    @property
    def allegiance(self) -> str:
        """The team, or the side itself when it has none."""
        return self.team or self.id


@dataclass(frozen=True, slots=True)
class Zone:
    """A set of hexes that belongs to a side; ``side`` is empty for an area of nobody's."""

    id: str
    side: str
    shape: Shape
    kind: ZoneKind = ZoneKind.DEPLOYMENT
    name: str = ""


@dataclass(frozen=True, slots=True)
class Objective:
    """Hexes worth points; ``hold`` is at the ends of how many turns in a row they must be controlled.

    A party gets the points once; see ``fairground.core.scenario.scoring``.
    ``side`` is empty when every side can win it.
    """

    id: str
    shape: Shape
    points: int = 0
    hold: int = 0
    kind: ObjectiveKind = ObjectiveKind.CONTROL
    side: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class UnitPart:
    """A part of a large unit that is seen by itself (rule BV-09): ``at``, inches right and down of it, and its diameter."""

    name: str
    at: tuple[float, float] = (0.0, 0.0)
    base: float = 0.0


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit in its starting hex; ``facing`` counts 1-6 clockwise from N (flat-top) or NE (pointy-top).

    ``allowance`` is the unit's own number of movement points a turn; that of its class where None. On tables that are
    measured in inches, ``at`` is how far right and down from the centre of A1 the unit stands (None: in the centre of its
    hex), ``base`` the diameter of its base (None: that of its class), and ``traits`` are ids of the ruleset's unit traits.
    """

    id: str
    side: str
    unit_class: str
    hex: Hex
    facing: int = 1
    shield: Shield = Shield.NONE
    name: str = ""
    allowance: int | None = None
    at: tuple[float, float] | None = None
    base: float | None = None
    parts: tuple[UnitPart, ...] = ()
    traits: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= self.facing <= 6:
            raise ScenarioError(f"unit {self.id!r} has facing {self.facing}; facings are 1 to 6, clockwise")


@dataclass(frozen=True, slots=True)
class Victory:
    """How the game is won; several conditions hold side by side.

    ``points`` ends the game for the first side to reach them (None: no such end). ``kill`` and ``component`` are
    the points that a destroyed unit or component is worth.
    """

    points: int | None = None
    last_standing: bool = False
    kill: int = 0
    component: int = 0


@dataclass(frozen=True, slots=True)
class FairnessBands:
    """What a scenario calls fair, where that is not the usual.

    ``bands`` has the bounds of green and amber as text (``"1/10:1/5"``) by measure (``"territory"``), or by measure and
    what of it is judged (``"contact.lowest"``). ``gates`` names the measures that the verdict rests on; empty are the
    usual ones. What is no measure, or no bounds, stays as it is: the validator tells.
    """

    bands: Mapping[str, str] = field(default_factory=dict)
    gates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RulesetReference:
    """The ruleset a scenario is played with.

    ``name`` is a shipped id, or a relative path to a file beside or below the scenario. ``overrides`` replaces
    single keys, named by dotted paths (``cover.reach``). ``content_hash`` is that of the ruleset when the scenario
    was last saved with it; empty when not recorded.
    """

    name: str
    overrides: Mapping[str, object] = field(default_factory=dict)
    content_hash: str = ""
