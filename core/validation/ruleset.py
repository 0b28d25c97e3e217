"""The scenario's ruleset: missing, faulty or changed; names that it does not have; unused palette entries; advice on the mix of terrain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.errors import RulesetError
from fairground.core.finding import Finding, Place
from fairground.core.scenario.board import VOID
from fairground.core.scenario.hex_arguments import hexes_named
from fairground.core.text.suggest import did_you_mean
from fairground.core.text.wording import counted, first_few, hex_count
from fairground.core.validation.severities_and_fixes import make_finding

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from numpy.typing import NDArray

    from fairground.core.rules import Ruleset
    from fairground.core.rules.weather_and_advice import Feature
    from fairground.core.scenario.board import PaletteEntry
    from fairground.core.scenario.document import Scenario
    from fairground.core.validation.checked_scenario import CheckedScenario, Mask


def resolve(scenario: Scenario) -> tuple[Ruleset | None, list[Finding]]:
    """Return the scenario's ruleset, or None and its faults as findings."""
    try:
        return scenario.rules, []
    except RulesetError as error:
        return None, _faults(scenario, error)


def _faults(scenario: Scenario, error: RulesetError) -> list[Finding]:
    place = Place(("ruleset",))
    if any(problem.code == "ruleset.not-found" and problem.place.file is None for problem in error.problems):
        return [make_finding("ruleset.unknown", str(error), place, fix=error.problems[0].fix)]
    if all(problem.place.path[:1] == ("rules",) and problem.place.file is None for problem in error.problems):
        return list(error.problems)
    overrides = " with the scenario's overrides" if scenario.ruleset.overrides else ""
    count = counted(len(error.problems), "error")
    message = f"{scenario.ruleset.name}{overrides} has {count}. Checks that need the ruleset were skipped"
    return [make_finding("ruleset.faulty", message, place), *error.problems]


def check_unchanged(subject: CheckedScenario) -> Iterator[Finding]:
    """Find a ruleset that has changed since the scenario was saved."""
    recorded = subject.scenario.ruleset.content_hash
    if subject.ruleset is not None and recorded and recorded != subject.ruleset.content_hash:
        yield make_finding(
            "ruleset.changed",
            f"{subject.ruleset_title} has changed since the scenario was saved: its content hash is "
            f"{subject.ruleset.content_hash}, not {recorded}",
            Place(("ruleset_hash",)),
        )


def check_terrain(subject: CheckedScenario) -> Iterator[Finding]:
    """Find terrains of the palette that the ruleset does not have."""
    if subject.ruleset is not None:
        board, known = subject.board, {*subject.ruleset.terrain, VOID}
        yield from _unknown_kinds(subject, "terrain", known, board.palette, board.terrain)


def check_effects(subject: CheckedScenario) -> Iterator[Finding]:
    """Find effects of the effects palette that the ruleset does not have."""
    if subject.ruleset is not None:
        board, known = subject.board, subject.ruleset.effects
        yield from _unknown_kinds(subject, "effect", known, board.effects_palette, board.effects)


def _unknown_kinds(
    subject: CheckedScenario,
    noun: str,
    known: Collection[str],
    palette: list[PaletteEntry],
    cells: NDArray[np.uint16],
) -> Iterator[Finding]:
    """Find terrain or effects that the ruleset does not have; each at its first palette entry."""
    having: dict[str, list[int]] = {}
    for index, entry in enumerate(palette):
        for kind in entry.kinds:
            if kind not in known:
                having.setdefault(kind, []).append(index)
    path = "palette" if noun == "terrain" else "effects_palette"
    for kind, entries in having.items():
        used = np.isin(cells, entries)
        count = int(np.count_nonzero(used))
        where = f" ({hex_count(count)})" if count else ""
        keys = first_few([repr(palette[index].key) for index in entries])
        yield make_finding(
            f"{noun}.unknown",
            f"{subject.ruleset_title} has no {noun} {kind!r}, used by {keys}{where}{did_you_mean(kind, known)}",
            Place(("board", path, palette[entries[0]].key), hex=subject.first(used).hex if count else None),
            fix=f"Known {noun}{'s' * (noun == 'effect')}: {first_few(sorted(known))}."
            if known
            else f"Remove it: this ruleset has no {noun}.",
        )


def check_unused(subject: CheckedScenario) -> Iterator[Finding]:
    """Find palette entries that no hex uses; the first effects entry, no effect, is exempt."""
    board = subject.board
    for path, palette, counts, first in (
        ("palette", board.palette, subject.terrain_counts, 0),
        ("effects_palette", board.effects_palette, subject.effect_counts, 1),
    ):
        unused = [entry.key for at, entry in enumerate(palette) if at >= first and not counts[at]]
        if unused:
            yield make_finding(
                "palette.unused",
                f"no hex uses {first_few([repr(key) for key in unused])} from {path!r}",
                Place(("board", path, unused[0])),
            )


def check_classes(subject: CheckedScenario) -> Iterator[Finding]:
    """Find classes that the ruleset does not have; each at its first unit."""
    if subject.ruleset is None:
        return
    known = subject.ruleset.classes
    having: dict[str, list[int]] = {}
    for index, unit in enumerate(subject.scenario.units):
        if unit.unit_class not in known:
            having.setdefault(unit.unit_class, []).append(index)
    for name, indices in having.items():
        units = first_few(
            [repr(subject.scenario.part_title(subject.scenario.units[index])) for index in indices]
        )
        yield make_finding(
            "unit.unknown-class",
            f"{subject.ruleset_title} has no class {name!r}, used by {units}{did_you_mean(name, known)}",
            Place(("units", indices[0], "class")),
            fix=f"Known classes: {first_few(sorted(known))}." if known else None,
        )


def check_weather(subject: CheckedScenario) -> Iterator[Finding]:
    """Find weather that the ruleset does not have."""
    weather = subject.scenario.weather
    if subject.ruleset is None or weather == "none" or weather in subject.ruleset.weather:
        return
    known = ["none", *sorted(subject.ruleset.weather.keys() - {"none"})]
    yield make_finding(
        "weather.unknown",
        f"{subject.ruleset_title} has no weather {weather!r}{did_you_mean(weather, known)}",
        Place(("weather",)),
        fix=f"Known weather: {first_few(known)}.",
    )


def check_profile(subject: CheckedScenario) -> Iterator[Finding]:
    """Find a requested profile that the ruleset does not have."""
    rules, profile = subject.ruleset, subject.profile
    if rules is None or profile is None or profile in rules.profiles or profile in rules.themes:
        return
    known = [*rules.profiles, *rules.themes]
    yield make_finding(
        "profile.unknown",
        f"{subject.ruleset_title} has no profile or theme {profile!r}{did_you_mean(profile, known)}",
        Place(("ruleset",)),
        fix=f"Known profiles and themes: {first_few(known)}." if known else None,
    )


def check_mix(subject: CheckedScenario) -> Iterator[Finding]:
    """Find features that the board has more or fewer of than recommended (P1-13, P1-25)."""
    rules, name = subject.ruleset, subject.profile
    if rules is None or name is None:
        return
    wanted, code = rules.profiles.get(name), "profile.mix"
    chosen = wanted or rules.themes.get(name)
    if chosen is None:
        return
    if wanted is None:
        code = "profile.theme"
    counted = np.zeros_like(subject.void)
    for feature in chosen.features.values():
        where = _where(subject, rules, feature)
        counted |= where
        count = int(np.count_nonzero(where))
        if feature.min <= count and (feature.max is None or count <= feature.max):
            continue
        bound = _bound(feature)
        message = f"{chosen.name} recommends {feature.name} on {bound}, but the board has {count or 'none'}"
        fix = f"Place {feature.name} on {bound}."
        yield make_finding(code, message, Place(("board", "terrain")), fix=fix)
    if wanted is not None and wanted.rest is not None:
        other = ~(counted | subject.void | subject.board.where_terrain(wanted.rest))
        if other.any():
            yield make_finding(
                code,
                f"{chosen.name} recommends {wanted.rest} on all other hexes, but "
                f"{hex_count(np.count_nonzero(other))} differ: {hexes_named(subject.board, other)}",
                subject.first(other),
                fix=f"Change these hexes to {wanted.rest}.",
            )


def _where(subject: CheckedScenario, rules: Ruleset, feature: Feature) -> Mask:
    """Return the hexes that count for a feature."""
    where = subject.where_tags(feature.tags)
    tagged = [kind for kind, effect in rules.effects.items() if not set(feature.tags).isdisjoint(effect.tags)]
    for kind in feature.terrain:
        where |= subject.board.where_terrain(kind)
    for kind in (*feature.effects, *tagged):
        where |= subject.board.where_effect(kind)
    if feature.level is not None:
        where |= subject.board.elevation >= feature.level
    return where & ~subject.void


def _bound(feature: Feature) -> str:
    if feature.max is None:
        return f"at least {hex_count(feature.min)}"
    least = "" if feature.min == feature.max else f"{feature.min} to "
    return least + hex_count(feature.max)
