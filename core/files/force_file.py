"""Standard forces: the units that every party of a self-play game gets, loaded from YAML."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import Field, ValidationError

from fairground.core.errors import FileError
from fairground.core.files.file_model import FileModel, Id, Kind, Title
from fairground.core.files.untrusted_files import fault, faulty, read_regular_file, source_of
from fairground.core.rules.dice import Dice  # noqa: TC001  # pydantic looks it up
from fairground.core.text.guarded_yaml import Limits
from fairground.core.text.model_problems import problems as model_problems
from fairground.core.text.suggest import did_you_mean

if TYPE_CHECKING:
    from os import PathLike

#: The folder of the shipped forces.
SHIPPED: Final = Path(__file__).parents[2] / "resources" / "forces"
#: Limits of a file.
LIMITS: Final = Limits(bytes=2**18, values=10_000)


@cache
def shipped_forces() -> tuple[str, ...]:
    """Return the names of the forces that come with Fairground, sorted."""
    return tuple(sorted(path.stem for path in SHIPPED.glob("*.yaml")))


def shipped_force_titles() -> dict[str, str]:
    """Return the titles of the forces that come with Fairground, by id."""
    return {it.id: it.title for it in map(_shipped, shipped_forces())}


def load_force(name: str | PathLike[str]) -> Force:
    """Return a force by the name of a shipped one or the path of a .yaml file.

    Raises a ``FileError`` when there is no such force, or its file is faulty; ``problems`` has every fault with file,
    line and column.
    """
    if str(name) in shipped_forces():
        return _shipped(str(name))
    path = Path(name)
    if path.suffix not in (".yaml", ".yml"):
        known = ", ".join(shipped_forces())
        near = did_you_mean(str(name), shipped_forces())
        raise FileError(
            f"there is no force {str(name)!r}{near} (known: {known}; to use your own force, give the path of its .yaml file)"
        )
    return _read(read_regular_file(path, most_bytes=LIMITS.bytes), str(path))


def load_side_force(name: str, folder: Path | None) -> Force:
    """Return the force that a side of a scenario names: a shipped one, or a .yaml file in or below the scenario's ``folder``.

    Raises a ``FileError`` like ``load_force``, and when the path leads out of the folder: scenarios are untrusted files.
    """
    if name in shipped_forces() or not name.endswith((".yaml", ".yml")):
        return load_force(name)
    try:
        path = None if folder is None else (folder / name).resolve()
    except (OSError, ValueError, RuntimeError):
        # Links that lead in a circle, or a NUL character.
        raise FileError(f"the force {name!r} is not a valid path") from None
    if folder is None or path is None or not path.is_relative_to(folder.resolve()):
        raise FileError(f"the force {name!r} must be a file in or below the scenario's folder")
    return load_force(path)


@cache
def _shipped(name: str) -> Force:
    path = SHIPPED / f"{name}.yaml"
    return _read(path.read_bytes(), path.name)


def _read(data: bytes, file: str) -> Force:
    source = source_of(data, file, limits=LIMITS, expected=FORMAT, noun="force", code="force.format")
    try:
        force = Force.model_validate(source.data)
    except ValidationError as error:
        raise faulty(file, model_problems(error, source, Force, family="force")) from None
    if force.size > MAX_UNITS:
        message = f"a force must have at most {MAX_UNITS} units, not {force.size}"
        raise faulty(file, [fault("force.units", message, source, ("units",))])
    return force


#: The value of ``format``.
FORMAT: Final = "fairground-force/1"
#: Most units of a force.
MAX_UNITS: Final = 40
#: The largest number allowed.
MAX_NUMBER: Final = 100

_Number = Annotated[int, Field(ge=0, le=MAX_NUMBER)]
#: Skill or evasion.
_Rating = Annotated[int, Field(ge=-MAX_NUMBER, le=MAX_NUMBER)]


class ForceWeapon(FileModel):
    """A weapon of a unit."""

    name: Title = Field("", description="Display name.", examples=["Carbine"])
    kind: Literal["melee", "ranged", "magic"] = Field("ranged", description="The kind of attack.")
    reach: Annotated[int, Field(ge=1, le=MAX_NUMBER)] | None = Field(
        None, description="Maximum range in hexes. Default: 1 for melee, unlimited for other kinds."
    )
    cost: Kind | None = Field(
        None,
        description="Cost of an attack: an id from the ruleset's attack.weapon_costs. Default: no cost.",
        examples=["light"],
    )
    damage: Annotated[int, Field(ge=1, le=MAX_NUMBER)] = Field(1, description="Damage per hit.")


class ForceUnit(FileModel):
    """One or more equal units."""

    unit_class: Kind = Field(alias="class", description="Unit class from the ruleset.", examples=["scout"])
    count: Annotated[int, Field(ge=1, le=MAX_UNITS)] = Field(1, description="Number of units.")
    mode: Kind | None = Field(None, description="Movement mode. Default: the class's first mode.")
    hit_points: Annotated[int, Field(ge=1, le=MAX_NUMBER)] = Field(1, description="Hit points.")
    defence: _Number = Field(0, description="Damage subtracted from every hit.")
    skill: _Rating | None = Field(None, description="Skill. Default: the skill of the class.")
    evasion: _Rating | None = Field(None, description="Evasion. Default: the evasion of the class.")
    shield: Literal["none", "left", "right", "either"] = Field(
        "none",
        description="Arm that carries the shield; either: left or right, chosen at random for each game.",
    )
    shield_kind: Kind | None = Field(None, description="Shield type: an id from the ruleset's shield_kinds.")
    weapons: Annotated[list[ForceWeapon], Field(min_length=1, max_length=8)] = Field(
        description="The weapons; a unit attacks with one of them each turn."
    )


class ForceRoll(FileModel):
    """The roll to hit, for rulesets with modifiers but no roll."""

    dice: Dice = Field(description="The dice to roll.")
    number: int = Field(
        description="The number needed to hit, before the ruleset's modifiers.", ge=-100, le=1_000
    )


class Force(FileModel):
    """The units of every party of a game: the same for all, so that the board makes the difference."""

    format: Literal["fairground-force/1"] = Field(
        description="Name and version of the format.", examples=[FORMAT]
    )
    id: Id = Field(description="Name of the force.")
    title: Title = Field(description="Display name.")
    description: Annotated[str, Field(max_length=2_000)] = Field("", description="A short description.")
    roll: ForceRoll | None = Field(
        None, description="The roll to hit, for rulesets that do not define one; other rulesets ignore it."
    )
    units: Annotated[list[ForceUnit], Field(min_length=1, max_length=MAX_UNITS)] = Field(
        description="The units."
    )

    @property
    def size(self) -> int:
        """The number of units."""
        return sum(it.count for it in self.units)


def force_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of force files, with a description of every key."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "fairground/force/1",
        **Force.model_json_schema(),
    }
