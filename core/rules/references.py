"""Check references between the parts of a ruleset, and related numbers."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from pydantic import BaseModel

from fairground.core.rules.base_model import Entry
from fairground.core.rules.terrain import Tag
from fairground.core.text.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from fairground.core.rules.base_model import Span
    from fairground.core.rules.merging import Path
    from fairground.core.rules.ruleset import Ruleset
    from fairground.core.rules.terrain import InTheWay
    from fairground.core.rules.weather_and_advice import Feature, Profile, Theme

#: Terrain that every ruleset must have.
NEEDED = ("clear", "void")


@dataclass(frozen=True)
class Fault:
    """An invalid reference or number, at a path of the ruleset."""

    path: Path
    code: str
    message: str
    fix: str | None = None
    #: Other paths involved, such as that of the part named, which another file may have removed.
    also: tuple[Path, ...] = ()


def reference_faults(ruleset: Ruleset) -> Iterator[Fault]:
    """Yield all invalid references and numbers of a ruleset."""
    yield from _terrain(ruleset)
    yield from _heights(ruleset)
    yield from _opacities(ruleset)
    yield from _classes(ruleset)
    yield from _effects_and_weather(ruleset)
    yield from _visibility(ruleset)
    yield from _cover_and_shields(ruleset)
    yield from _spans(ruleset)
    yield from _advice(ruleset)
    yield from _conflicts(ruleset)
    yield from _readings(ruleset, ())


def value_at(ruleset: BaseModel, parts: Iterable[str | int]) -> object:
    """Return the value at a path of a ruleset.

    Raises
    ------
    LookupError
        When there is none.
    """
    value: object = ruleset
    for part in parts:
        value = children(value)[part]
    return value


def children(value: object) -> Mapping[str | int, object]:
    """Return the parts of a model or mapping by key; empty for other values."""
    fields = getattr(type(value), "model_fields", None)
    if fields is not None:
        return {name: getattr(value, name) for name in fields}
    return value if isinstance(value, dict) else {}


def _unknown(path: Path, what: str, name: str, home: Path, names: Collection[str]) -> Iterator[Fault]:
    """Yield a fault if the value at ``path`` names a part that ``home`` does not have."""
    if name not in names:
        where = ".".join(str(part) for part in path if isinstance(part, str))
        message = f"{where} names an unknown {what}, {name!r}{did_you_mean(name, names)}"
        fix = f"Known: {', '.join(names)}." if 0 < len(names) <= 20 else None
        yield Fault(path, "ruleset.unknown-name", message, fix, ((*home, name),))


def _unknown_terrain(ruleset: Ruleset, path: Path, name: str) -> Iterator[Fault]:
    yield from _unknown(path, "terrain", name, ("terrain",), ruleset.terrain)


def _unknown_effect(ruleset: Ruleset, path: Path, name: str) -> Iterator[Fault]:
    yield from _unknown(path, "effect", name, ("effects",), ruleset.effects)


def _unknown_class(ruleset: Ruleset, path: Path, name: str) -> Iterator[Fault]:
    yield from _unknown(path, "unit class", name, ("classes",), ruleset.classes)


def _unknown_visibility(ruleset: Ruleset, path: Path, name: str) -> Iterator[Fault]:
    home = ("visibility", "grades")
    yield from _unknown(path, "visibility grade", name, home, ruleset.visibility.grades)


def _unknown_grade(ruleset: Ruleset, path: Path, name: str) -> Iterator[Fault]:
    yield from _unknown(path, "cover grade", name, ("cover", "grades"), ruleset.cover.grades)


def _terrain(ruleset: Ruleset) -> Iterator[Fault]:
    for name in NEEDED:
        if name not in ruleset.terrain:
            yield Fault(("terrain", name), "ruleset.terrain", f"the terrain {name!r} is required")
    for name, terrain in ruleset.terrain.items():
        at = ("terrain", name)
        if terrain.becomes is not None:
            yield from _unknown_terrain(ruleset, (*at, "becomes"), terrain.becomes)
        if terrain.cover is not None:
            yield from _unknown_grade(ruleset, (*at, "cover"), terrain.cover)
        if terrain.visibility is not None:
            yield from _unknown_visibility(ruleset, (*at, "visibility"), terrain.visibility)
        for i, unit_class in enumerate(terrain.damaged_by):
            yield from _unknown_class(ruleset, (*at, "damaged_by", i), unit_class)
        if name != "void" and terrain.passable == (Tag.IMPASSABLE in terrain.tags):
            state = "can" if terrain.passable else "cannot"
            message = f"{name!r} {state} be entered, so its tags must {'not ' * terrain.passable}include 'impassable'"
            yield Fault((*at, "tags"), "ruleset.tags", message, also=((*at, "passable"),))
    yield from _symbols("terrain", {name: it.symbol for name, it in ruleset.terrain.items()})
    yield from _symbols("effects", {name: it.symbol for name, it in ruleset.effects.items()})


def _heights(ruleset: Ruleset) -> Iterator[Fault]:
    families = {it.family: None for it in ruleset.terrain.values() if it.family is not None}
    for name, terrain in ruleset.terrain.items():
        for family in terrain.heights:
            at = ("terrain", name, "heights", family)
            yield from _unknown(at, "family", family, at[:2], families)


def _opacities(ruleset: Ruleset) -> Iterator[Fault]:
    sections: dict[str, Mapping[str, InTheWay]] = {"terrain": ruleset.terrain, "effects": ruleset.effects}
    for section, entries in sections.items():
        for name, entry in entries.items():
            for opacity in entry.opacity:
                at = (section, name, "opacity", opacity)
                home = ("sight", "opacities")
                yield from _unknown(at, "opacity", opacity, home, ruleset.sight.opacities)


def _classes(ruleset: Ruleset) -> Iterator[Fault]:
    for name, unit_class in ruleset.classes.items():
        for i, terrain in enumerate(unit_class.forbidden):
            yield from _unknown_terrain(ruleset, ("classes", name, "forbidden", i), terrain)
        for terrain in unit_class.costs:
            yield from _unknown_terrain(ruleset, ("classes", name, "costs", terrain), terrain)


def _symbols(section: str, symbols: Mapping[str, str]) -> Iterator[Fault]:
    seen: dict[str, str] = {}
    for name, symbol in symbols.items():
        if symbol and symbol in seen:
            message = f"{name!r} and {seen[symbol]!r} have the same symbol {symbol!r}"
            other = (section, seen[symbol], "symbol")
            yield Fault((section, name, "symbol"), "ruleset.symbol", message, also=(other,))
        seen.setdefault(symbol, name)


def _effects_and_weather(ruleset: Ruleset) -> Iterator[Fault]:
    for name, effect in ruleset.effects.items():
        for tag, other in effect.becomes.items():
            yield from _unknown_effect(ruleset, ("effects", name, "becomes", tag.value), other)
    for name, weather in ruleset.weather.items():
        at = ("weather", name)
        for i, effect_name in enumerate(weather.puts_out):
            yield from _unknown_effect(ruleset, (*at, "puts_out", i), effect_name)
        for i, terrain in enumerate(weather.may_spread):
            yield from _unknown_terrain(ruleset, (*at, "may_spread", i), terrain)
        for unit_class in weather.initiative:
            yield from _unknown_class(ruleset, (*at, "initiative", unit_class), unit_class)


def _visibility(ruleset: Ruleset) -> Iterator[Fault]:
    visibility = ruleset.visibility
    if visibility.open is not None:
        yield from _unknown_visibility(ruleset, ("visibility", "open"), visibility.open)
    for name, trait in visibility.weapon_traits.items():
        if trait.hidden_as is not None:
            at = ("visibility", "weapon_traits", name, "hidden_as")
            yield from _unknown_visibility(ruleset, at, trait.hidden_as)


def _cover_and_shields(ruleset: Ruleset) -> Iterator[Fault]:
    if ruleset.cover.unit_grade is not None:
        yield from _unknown_grade(ruleset, ("cover", "unit_grade"), ruleset.cover.unit_grade)
    missing = [key for key in ("left", "right", "none") if key not in ruleset.shields]
    if ruleset.shields and missing:
        message = f"'shields' needs side tables for left, right and none; missing: {', '.join(missing)}"
        yield Fault(("shields",), "ruleset.shields", message, also=tuple(("shields", key) for key in missing))


def _spans(ruleset: Ruleset) -> Iterator[Fault]:
    if ruleset.levels.min > ruleset.levels.max:
        message = f"the lowest level, {ruleset.levels.min}, is above the highest, {ruleset.levels.max}"
        yield Fault(("levels", "min"), "ruleset.gap", message, also=(("levels", "max"),))
    yield from _gaps(("range_bands",), ruleset.range_bands)
    yield from _gaps(("attack", "moved"), dict(enumerate(ruleset.attack.moved)))
    for name, track in ruleset.unit_state.tracks.items():
        yield from _gaps(("unit_state", "tracks", name, "bands"), track.bands)


def _gaps(path: Path, spans: Mapping[str, Span] | Mapping[int, Span]) -> Iterator[Fault]:
    """Yield overlaps and gaps of ranges in numerical order."""
    ranges: list[tuple[str | int, Span]] = list(spans.items())
    in_order = sorted(ranges, key=lambda item: item[1].min)
    for (key, span), (after_key, after) in pairwise(in_order):
        if span.max is None or after.min != span.max + 1:
            end = "has no end" if span.max is None else f"ends at {span.max}"
            message = f"range {_called(key)} {end}, so range {_called(after_key)} cannot start at {after.min}"
            yield Fault((*path, after_key, "min"), "ruleset.gap", message, also=((*path, key, "max"),))
    for key, span in in_order:
        if span.max is not None and span.max < span.min:
            message = f"range {_called(key)} ends at {span.max}, before it starts at {span.min}"
            yield Fault((*path, key, "max"), "ruleset.gap", message, also=((*path, key, "min"),))


def _called(key: str | int) -> str:
    """Return the name of a part in messages: its key, or its number from 1 in a list."""
    return repr(key) if isinstance(key, str) else str(key + 1)


def _advice(ruleset: Ruleset) -> Iterator[Fault]:
    sections: dict[str, Mapping[str, Profile] | Mapping[str, Theme]] = {
        "profiles": ruleset.profiles,
        "themes": ruleset.themes,
    }
    for section, entries in sections.items():
        for name, entry in entries.items():
            for key, feature in entry.features.items():
                yield from _feature(ruleset, (section, name, "features", key), feature)
    for name, profile in ruleset.profiles.items():
        if profile.rest is not None:
            yield from _unknown_terrain(ruleset, ("profiles", name, "rest"), profile.rest)
    for name, theme in ruleset.themes.items():
        for i, terrain in enumerate(theme.palette):
            yield from _unknown_terrain(ruleset, ("themes", name, "palette", i), terrain)
        for i, effect in enumerate(theme.effects):
            yield from _unknown_effect(ruleset, ("themes", name, "effects", i), effect)


def _feature(ruleset: Ruleset, at: Path, feature: Feature) -> Iterator[Fault]:
    for i, terrain in enumerate(feature.terrain):
        yield from _unknown_terrain(ruleset, (*at, "terrain", i), terrain)
    for i, effect in enumerate(feature.effects):
        yield from _unknown_effect(ruleset, (*at, "effects", i), effect)
    if feature.max is not None and feature.max < feature.min:
        message = f"max, {feature.max}, is less than min, {feature.min}"
        yield Fault((*at, "max"), "ruleset.gap", message, also=((*at, "min"),))


def _conflicts(ruleset: Ruleset) -> Iterator[Fault]:
    for name, conflict in ruleset.conflicts.items():
        if conflict.key is None:
            continue
        at = ("conflicts", name)
        try:
            value = value_at(ruleset, conflict.key.split("."))
        except LookupError:
            message = f"conflict {name} names an unknown key, {conflict.key!r}"
            yield Fault((*at, "key"), "ruleset.unknown-name", message)
            continue
        choices = ", ".join(_written(choice) for choice in conflict.choices) or "nothing"
        parts = tuple((*at, part) for part in ("key", "choices"))
        if conflict.default not in conflict.choices:
            message = f"the default must be one of {choices}, not {_written(conflict.default)}"
            yield Fault((*at, "default"), "ruleset.option", message, also=parts)
        if value not in conflict.choices:
            message = f"{conflict.key} must be one of {choices}, not {_written(value)} (conflict {name})"
            yield Fault(tuple(conflict.key.split(".")), "ruleset.option", message, also=parts)


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)


def _readings(value: object, path: Path) -> Iterator[Fault]:
    """Yield readings of unknown keys."""
    if isinstance(value, Entry):
        fields = type(value).model_fields
        for key in value.readings:
            yield from _unknown((*path, "readings", key), "key", key, path, fields)
    for part_key, part in children(value).items():
        # Most parts are plain values, which takes a third of the time of asking for their children.
        if isinstance(part, BaseModel | dict):
            yield from _readings(part, (*path, part_key))
