"""Turn the options of ``fairground rulesets extend`` into changes of a ruleset of one's own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairground.core.errors import FileError, RulesetError, UsageError
from fairground.core.files.own_rules import (
    OwnRules,
    RuleSection,
    SightEffect,
    cost_value,
    entry_data,
    entry_like,
    free_symbol,
    is_own_file,
    new_id,
    with_class_cost,
    with_passable,
    with_sight,
)
from fairground.core.files.untrusted_files import is_there, read_regular_file
from fairground.core.rules.ruleset_files import MAX_BYTES
from fairground.core.text.suggest import named
from fairground.core.text.wording import shorten

if TYPE_CHECKING:
    from fairground.core.files.own_rules import EntryData


@dataclass(frozen=True)
class TerrainChange:
    """What the options say about a terrain; None and empty values leave the copied terrain as it is."""

    id: str | None
    like: str
    title: str | None
    cost: str | None = None
    passable: bool | None = None
    sight: str | None = None
    amount: int = 1
    height: int | None = None
    cover: str | None = None
    tags: tuple[str, ...] = ()
    tile: str | None = None
    colour: str | None = None
    image: Path | None = None
    class_costs: tuple[tuple[str, str | None], ...] = ()


def start(name: str, output: Path | None) -> tuple[OwnRules, Path]:
    """Return the ruleset to change and the file to write: the ruleset itself, or a new one that extends it.

    Raises
    ------
    UsageError
        When a shipped ruleset is to be changed in place.
    RulesetError, FileError
        When the ruleset cannot be read or has errors.
    """
    path = Path(name)
    if is_own_file(name) and (output is None or output.resolve() == path.resolve()):
        if not is_there(path):
            raise UsageError(f"{name} does not exist")
        try:
            text = read_regular_file(path, most_bytes=MAX_BYTES).decode("utf-8-sig")
        except UnicodeDecodeError:
            raise FileError(f"{name} is not UTF-8; save it as UTF-8 in your editor") from None
        return OwnRules(path.name, text, path.parent), path
    if output is None:
        raise UsageError(
            f"{name} ships with Fairground and cannot be changed; name the file to write with -o"
        )
    base = name
    if is_own_file(name):
        if path.resolve().parent != output.resolve().parent:
            raise UsageError(f"{output} extends {name}, so it must be in the same folder")
        base = path.name
    return OwnRules.extending(base, name=output.name, folder=output.parent), output


def with_terrain(own: OwnRules, options: TerrainChange) -> tuple[OwnRules, str]:
    """Return the ruleset with a terrain added or changed, and the id of the terrain.

    Raises
    ------
    RulesetError, ScenarioError, FileError
        When the ruleset has faults, something that the options name does not exist, or an image cannot be used.
    UsageError
        When an option's value is invalid.
    """
    rules = own.rules
    if options.title is not None and (not options.title.strip() or not options.title.isprintable()):
        raise UsageError(f"--title must be one line of visible characters, not {shorten(options.title)!r}")
    terrain_id = options.id or new_id(options.title or options.like, rules.terrain)
    if terrain_id in rules.terrain and options.like in ("", terrain_id):
        data = own.entry(RuleSection.TERRAIN, terrain_id)
    else:
        title = options.title or terrain_id.replace("-", " ").capitalize()
        data = entry_like(rules, RuleSection.TERRAIN, options.like or "clear", name=title)
        data["symbol"] = free_symbol(rules, title)
    changed = own.with_entry(RuleSection.TERRAIN, terrain_id, _changed(data, own, options))
    _check(changed)
    for class_id, cost in options.class_costs:
        named("class", class_id, changed.rules.classes)
        known = entry_data(changed.rules, RuleSection.CLASSES, class_id)
        value = None if cost is None else cost_value(cost)
        unit_class = with_class_cost(known, terrain_id, value, can_enter=cost is not None)
        changed = changed.with_entry(RuleSection.CLASSES, class_id, unit_class)
    _check(changed)
    return changed, terrain_id


def _check(changed: OwnRules) -> None:
    """Raise a UsageError if a change has made faults; their places are in a text that is not written."""
    try:
        _ = changed.rules
    except RulesetError as error:
        faults = ". ".join(dict.fromkeys(it.message for it in error.problems))
        raise UsageError(f"{changed.name} was not written: {faults}") from None


def without_terrain(own: OwnRules, terrain_id: str) -> OwnRules:
    """Return the ruleset without a terrain of its own, or with a terrain as in the base ruleset again.

    Raises
    ------
    RulesetError
        When it has no such terrain, or other entries refer to it.
    UsageError
        When the terrain is the base ruleset's and was not changed.
    """
    own.entry(RuleSection.TERRAIN, terrain_id)
    section = RuleSection.TERRAIN
    if not own.is_own(section, terrain_id) and not own.is_changed(section, terrain_id):
        raise UsageError(f"{own.name} does not change {terrain_id!r}, so there is nothing to remove")
    left = own.without_entry(section, terrain_id)
    _ = left.rules
    return left


def _changed(data: EntryData, own: OwnRules, options: TerrainChange) -> EntryData:
    values: dict[str, Any] = {
        "name": options.title,
        "cost": None if options.cost is None else cost_value(options.cost),
        "tile": options.tile,
        "colour": options.colour,
        "height": options.height,
        "cover": options.cover,
        "tags": list(options.tags) or None,
    }
    data = {**data, **{key: value for key, value in values.items() if value is not None}}
    if options.cover == "none":
        del data["cover"]
    if options.image is not None:
        from fairground.core.pictures.own_tiles import terrain_image

        data["image"] = terrain_image(options.image)
    if options.sight is not None:
        data = with_sight(data, own.rules, SightEffect(options.sight), amount=options.amount)
    if options.passable is not None or options.tags:
        passable = data.get("passable", True) if options.passable is None else options.passable
        data = with_passable(data, passable=passable)
    return data
