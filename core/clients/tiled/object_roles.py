"""What an object of a map is: by its type, or by the layer that it is on."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from fairground.core.clients.tiled.tile_meanings import form

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.clients.tiled.model import MapObject, ObjectLayer
    from fairground.core.rules import Ruleset


class ObjectRole(StrEnum):
    """A part of a scenario that objects can be."""

    ZONE = "zone"
    OBJECTIVE = "objective"
    UNIT = "unit"
    HEXSIDE = "hexside"
    NAME = "name"
    NOTE = "note"


#: What types and layers are called, besides the roles themselves, and what that says of them.
_WORDS: Final = {
    **{role.value: role for role in ObjectRole},
    **dict.fromkeys(
        ("area", "deployment", "reinforcement", "exit", "start", "spawn", "region"), ObjectRole.ZONE
    ),
    **dict.fromkeys(("goal", "target"), ObjectRole.OBJECTIVE),
    **dict.fromkeys(("token", "piece"), ObjectRole.UNIT),
    **dict.fromkeys(("edge", "hexside-feature"), ObjectRole.HEXSIDE),
    **dict.fromkeys(("label", "place"), ObjectRole.NAME),
}
#: The kinds of zones, by what types are called.
ZONE_KINDS: Final = {
    **dict.fromkeys(("deployment", "start", "spawn"), "deployment"),
    "reinforcement": "reinforcement",
    "exit": "exit",
    "area": "area",
    "region": "area",
}
KNOWN: Final = tuple(_WORDS)


def role_of(it: MapObject, layer: ObjectLayer, rules: Ruleset) -> ObjectRole | None:
    """Return what an object is; None when neither its type nor its layer says.

    A type that is a class of units of the ruleset, or a hexside feature, says so as well.
    """
    for word in _spelt(it.type):
        if word in _WORDS:
            return _WORDS[word]
    if match_entry(it.type, rules.classes):
        return ObjectRole.UNIT
    if match_entry(it.type, rules.hexsides):
        return ObjectRole.HEXSIDE
    return next(
        (_WORDS[word] for text in (layer.type, layer.name) for word in _spelt(text) if word in _WORDS), None
    )


def zone_kind(it: MapObject, layer: ObjectLayer) -> str:
    """Return the kind of a zone by its type or layer: a deployment zone unless one of them says otherwise."""
    words = (word for text in (it.type, layer.type, layer.name) for word in _spelt(text))
    return next((ZONE_KINDS[word] for word in words if word in ZONE_KINDS), "deployment")


def match_entry(name: str, known: Iterable[str]) -> str | None:
    """Return the id that a name means, however it is spelt; None when there is none."""
    return next((entry for entry in known if name and form(entry) == form(name)), None)


def _spelt(text: str) -> tuple[str, ...]:
    """Return a word as it is and without the s of a plural."""
    word = form(text)
    return (word, word.removesuffix("s"))
