"""Sides, zones, objectives, units and victory as immutable values, and ids for new ones."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from fairground.core.errors import ScenarioError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.mission import Win
    from fairground.core.scenario.shapes import Shape

#: Longest part of a name in an id of at most 64 characters, with a number.
_LONGEST: Final = 56


def id_like(name: str) -> str:
    """Return a name as an id: small letters and digits, ``-`` for everything else.

    Examples
    --------
    >>> id_like("P1 Start")
    'p1-start'
    """
    clean = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name.lower())
    clean = clean[:_LONGEST].strip("-")
    return clean if clean[:1].isalpha() else f"x-{clean}".rstrip("-")


def free_id(name: str, taken: Collection[str]) -> str:
    """Return ``name-1``, or the next free number; invalid characters become ``-``.

    Examples
    --------
    >>> free_id("scout", {"scout-1", "scout-3"})
    'scout-2'
    """
    clean = id_like(name)
    return next(it for number in range(1, len(taken) + 2) if (it := f"{clean}-{number}") not in taken)


#: The longest name of anything, in characters.
MAX_TITLE: Final = 200
#: Decimals of places and sizes in inches.
INCH_DECIMALS: Final = 4
#: The pattern of ids of sides, zones, objectives and units.
ID_PATTERN: Final = r"^[a-z][a-z0-9-]{0,63}$"
#: The same in words.
ID_WORDS: Final = "a lower-case letter, then up to 63 lower-case letters, digits and '-'"


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
    """The arm that carries a unit's shield."""

    LEFT = "left"
    RIGHT = "right"
    NONE = "none"


class Titled:
    """A part of a scenario with an id and, if the designer gave one, a name."""

    __slots__ = ()
    id: str
    name: str

    @property
    def title(self) -> str:
        """The display name; default: the id."""
        return self.name or self.id


@dataclass(frozen=True, slots=True)
class Side(Titled):
    """A player's side; sides of one ``team`` are allies, and ``role`` is its role in an asymmetric mission.

    ``force`` is what it plays with: a shipped force, or a path beside or below the scenario; empty: the same as everyone.
    ``wins`` are ways to win of its own, besides those of ``Victory``.
    """

    id: str
    name: str = ""
    team: str = ""
    role: str = ""
    force: str = ""
    wins: tuple[Win, ...] = ()

    @property
    def allegiance(self) -> str:
        """The team; default: the side itself."""
        return self.team or self.id


@dataclass(frozen=True, slots=True)
class Zone(Titled):
    """A set of hexes; ``side`` is empty for an area without a side."""

    id: str
    side: str
    shape: Shape
    kind: ZoneKind = ZoneKind.DEPLOYMENT
    name: str = ""


@dataclass(frozen=True, slots=True)
class Objective(Titled):
    """Hexes worth points, once for each party, after controlling them for ``hold`` turns in a row; see ``scoring``.

    ``side`` is empty if every side can win it.
    """

    id: str
    shape: Shape
    points: int = 0
    hold: int = 0
    kind: ObjectiveKind = ObjectiveKind.CONTROL
    side: str = ""
    name: str = ""

    @property
    def title(self) -> str:
        """The display name; default: the id as words."""
        return self.name or self.id.replace("-", " ").capitalize()


@dataclass(frozen=True, slots=True)
class UnitPart:
    """A separately visible part of a large unit (rule BV-09): place ``at`` in inches right and down, and diameter."""

    name: str
    at: tuple[float, float] = (0.0, 0.0)
    base: float = 0.0


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit in its starting hex; ``facing`` counts 1-6 clockwise from N (flat-top) or NE (pointy-top).

    ``allowance`` is in movement points a turn (None: that of its class). On tables measured in inches, ``at`` is right and
    down from the centre of A1 (None: the centre of its hex), ``base`` the diameter (None: that of its class), and
    ``traits`` are ids of the ruleset's unit traits. ``arrives`` is the turn in which it enters at its hex; 1: it starts there.
    ``hit_points`` and ``defence`` replace those of its force in games; an ``unarmed`` unit does not attack.
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
    arrives: int = 1
    hit_points: int | None = None
    defence: int | None = None
    unarmed: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.facing <= 6:
            raise ScenarioError(f"unit {self.id!r} has facing {self.facing}; facings are 1 to 6, clockwise")


@dataclass(frozen=True, slots=True)
class Victory:
    """The conditions of victory; any of them wins.

    ``points`` wins for the first side to reach them (None: no such end). ``kill`` and ``component`` are the points for a
    destroyed unit or component.
    """

    points: int | None = None
    last_standing: bool = False
    kill: int = 0
    component: int = 0


@dataclass(frozen=True, slots=True)
class FairnessBands:
    """A scenario's own standards of fairness, unchecked.

    ``bands`` has the green and amber limits as text (``"1/10:1/5"``) by measure (``"territory"``), or by measure and figure
    (``"contact.lowest"``). ``gates`` has the measures that decide the verdict; empty: the default ones.
    """

    bands: Mapping[str, str] = field(default_factory=dict)
    gates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RulesetReference:
    """The ruleset of a scenario.

    ``name`` is a shipped id, or a relative path to a file beside or below the scenario. ``overrides`` replaces single keys
    by dotted paths (``cover.reach``). ``content_hash`` is that of the last save; empty if not recorded. ``draft`` is the text
    of the ruleset file while it has changes that are not saved, and ``drafted_from`` the digest of the file's content before
    them; empty for a new file.
    """

    name: str
    overrides: Mapping[str, object] = field(default_factory=dict)
    content_hash: str = ""
    draft: str | None = None
    drafted_from: str = ""
