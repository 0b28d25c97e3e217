"""Slips in ruleset files that make no error: names of no tile, images that cannot be drawn, values that nothing uses."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.errors import RulesetError
from fairground.core.files.images import ImageFault, embedded_image
from fairground.core.rules.attack import AttackStep, HeightDifference, ModifierKind
from fairground.core.rules.loading import loaded_ruleset
from fairground.core.rules.ruleset_files import DATA, FEATURE_TILES, SUFFIXES, shipped_tiles
from fairground.core.rules.sight import CoverEffect
from fairground.core.text.suggest import did_you_mean, nearest
from fairground.core.validation.severities_and_fixes import make_finding

if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike

    from fairground.core.finding import Finding
    from fairground.core.rules import Ruleset
    from fairground.core.rules.merging import Path as RulePath
    from fairground.core.rules.terrain import Drawn
    from fairground.core.validation.checked_scenario import CheckedScenario


class Slip(NamedTuple):
    """A slip at a path of a ruleset; ``also`` are other paths that cause it."""

    path: RulePath
    code: str
    message: str
    fix: str | None = None
    also: tuple[RulePath, ...] = ()


def check_ruleset(
    name: str, *, folder: str | PathLike[str] | None = None, text: str | None = None
) -> list[Finding]:
    """Return the errors of a ruleset or, if it has none, its slips, each with file, line and column.

    The arguments are those of ``load_ruleset``.
    """
    try:
        loaded = loaded_ruleset(name, None if folder is None else Path(folder), text)
    except RulesetError as error:
        return list(error.problems)
    findings = [
        make_finding(it.code, it.message, loaded.merged.place(it.path, also=it.also), fix=it.fix)
        for it in slips(loaded.ruleset)
    ]
    return sorted(findings, key=lambda it: (it.place.file or "", it.place.line or 0, it.place.column or 0))


#: The slips of the latest rulesets: validation of a map under repair asks for them thousands of times.
_cached: deque[tuple[Ruleset, list[Finding]]] = deque(maxlen=4)


def check_slips(subject: CheckedScenario) -> Iterator[Finding]:
    """Find slips in the scenario's own ruleset file."""
    reference = subject.scenario.ruleset
    if subject.ruleset is None or not reference.name.endswith(SUFFIXES):
        return
    found = next((findings for rules, findings in _cached if rules is subject.ruleset), None)
    if found is None:
        found = check_ruleset(reference.name, folder=subject.scenario.folder, text=reference.draft)
        _cached.append((subject.ruleset, found))
    yield from found


def slips(rules: Ruleset) -> Iterator[Slip]:
    """Yield the slips of a ruleset without errors."""
    for name, it in rules.terrain.items():
        if not it.image:
            yield from _tile("terrain", name, it, shipped_tiles())
        else:
            yield from _image(name, it.image)
    for name, effect in rules.effects.items():
        yield from _tile("effects", name, effect, shipped_tiles())
    for name, feature in rules.hexsides.items():
        yield from _tile("hexsides", name, feature, FEATURE_TILES)
    yield from _unused_dice(rules)
    yield from _unused_to_hit(rules)
    yield from _unused_damage(rules)


# -- looks --------------------------------------------------------------------------------------------------


def _tile(section: str, name: str, it: Drawn, known: tuple[str, ...]) -> Iterator[Slip]:
    if not it.tile or it.tile in known:
        return
    near = nearest(it.tile, known)
    drawn = "a plain line" if section == "hexsides" else "a question mark"
    message = (
        f"{it.name} is drawn as {drawn}, since there is no tile {it.tile!r}{did_you_mean(it.tile, known)}"
    )
    fix = f"Write 'tile: {near}'." if near else None
    yield Slip((section, name, "tile"), "ruleset.unknown-tile", message, fix)


def _image(name: str, image: str) -> Iterator[Slip]:
    if not image.startswith(DATA):
        message = f"the image file {image!r} does not exist or cannot be read, so the tile is drawn instead"
        yield Slip(("terrain", name, "image"), "ruleset.image", message)
        return
    found = embedded_image(image)
    if isinstance(found, ImageFault):
        message = f"{found.message}, so the tile is drawn instead"
        yield Slip(("terrain", name, "image"), "ruleset.image", message)


# -- values that nothing uses -------------------------------------------------------------------------------


def _unused_dice(rules: Ruleset) -> Iterator[Slip]:
    """Yield keys of attacks whose step is missing."""
    attack = rules.attack
    default = type(attack)()
    for key, step in (
        ("dice", AttackStep.ROLL),
        ("target", AttackStep.ROLL),
        ("to_hit_sum", AttackStep.TO_HIT),
        ("damage_sum", AttackStep.DAMAGE),
    ):
        if step not in attack.steps and getattr(attack, key) != getattr(default, key):
            message = f"attack.{key} has no effect, since attack.steps has no {step.value!r}"
            also = (("attack", "steps"),)
            yield Slip(
                ("attack", key), "ruleset.no-effect", message, f"Add {step.value!r} to attack.steps.", also
            )


def _unused_to_hit(rules: Ruleset) -> Iterator[Slip]:
    attack = rules.attack
    for kind, paths in _to_hit_values(rules).items():
        if paths and AttackStep.TO_HIT in attack.steps and kind not in attack.to_hit_sum:
            yield _without_effect(paths, kind, "to_hit_sum")


def _unused_damage(rules: Ruleset) -> Iterator[Slip]:
    attack = rules.attack
    for kind, paths in _damage_values(rules).items():
        if paths and AttackStep.DAMAGE in attack.steps and kind not in attack.damage_sum:
            yield _without_effect(paths, kind, "damage_sum")


def _without_effect(paths: list[RulePath], kind: ModifierKind, key: str) -> Slip:
    more = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
    verb = "have" if more else "has"
    message = f"{_dotted(paths[0])}{more} {verb} no effect, since attack.{key} has no {kind.value!r}"
    fix = f"Add {kind.value!r} to attack.{key}."
    return Slip(paths[0], "ruleset.no-effect", message, fix, (("attack", key),))


def _dotted(path: RulePath) -> str:
    return ".".join(map(str, path))


def _to_hit_values(rules: Ruleset) -> dict[ModifierKind, list[RulePath]]:
    """Return the paths of modifiers to hit, by kind."""
    counts_cover = rules.cover.effect is not CoverEffect.DEFENCE
    hindrance: list[RulePath] = [
        ("terrain", it, "hindrance") for it, value in rules.terrain.items() if value.hindrance
    ]
    hindrance += [("hexsides", it, "hindrance") for it, value in rules.hexsides.items() if value.hindrance]
    return {
        ModifierKind.RANGE: [
            ("range_bands", it, "to_hit") for it, band in rules.range_bands.items() if band.to_hit
        ],
        ModifierKind.COVER: [
            ("cover", "grades", it, "to_hit")
            for it, grade in rules.cover.grades.items()
            if grade.to_hit and counts_cover
        ],
        ModifierKind.HINDRANCE: hindrance,
        ModifierKind.EFFECT: [
            ("effects", it, "to_hit") for it, value in rules.effects.items() if value.to_hit
        ],
        ModifierKind.WEATHER: [
            ("weather", it, "to_hit") for it, value in rules.weather.items() if value.to_hit
        ],
        ModifierKind.SITUATION: [
            ("attack", "situations", it, "to_hit")
            for it, value in rules.attack.situations.items()
            if value.to_hit
        ],
        ModifierKind.ELEVATION: _height_values(rules, "to_hit"),
    }


def _damage_values(rules: Ruleset) -> dict[ModifierKind, list[RulePath]]:
    """Return the paths of changes in damage, by kind."""
    attack = rules.attack
    return {
        ModifierKind.COVER: [
            ("cover", "grades", it, "damage") for it, grade in rules.cover.grades.items() if grade.damage
        ],
        ModifierKind.RESULT: [
            ("attack", "results", it, "damage") for it, value in attack.results.items() if value.damage
        ],
        ModifierKind.SITUATION: [
            ("attack", "situations", it, "damage") for it, value in attack.situations.items() if value.damage
        ],
        ModifierKind.ELEVATION: _height_values(rules, "damage"),
    }


def _height_values(rules: Ruleset, key: str) -> list[RulePath]:
    sides: dict[str, HeightDifference] = {
        "higher": rules.attack.heights.higher,
        "lower": rules.attack.heights.lower,
    }
    return [
        ("attack", "heights", side, kind, key)
        for side, difference in sides.items()
        for kind in ("ranged", "melee", "charge")
        if getattr(getattr(difference, kind), key)
    ]
