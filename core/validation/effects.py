"""Weather and effects that contradict each other or the terrain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.finding import Finding, Place
from fairground.core.scenario.arrays import look_up, step
from fairground.core.scenario.hex_arguments import hexes_named
from fairground.core.text.wording import first_few, hex_count
from fairground.core.validation.severities_and_fixes import make_finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.rules.terrain import Effect, Tag
    from fairground.core.validation.checked_scenario import CheckedScenario, Mask


def check_effect_places(subject: CheckedScenario) -> Iterator[Finding]:
    """Find effects on hexes that cannot have them (P1-06, P1-08), and next to terrain that ends them."""
    for name, effect, where in _effects(subject):
        barred = where & (subject.void | subject.impassable | subject.where_tags(effect.spares))
        if barred.any():
            where_not = (
                f"{hex_count(barred.sum())} that cannot hold it (void, impassable, or terrain that "
                "it does not affect)"
            )
            yield _on(subject, "effect.misplaced", barred, f"{name} is on {where_not}")
        turned = np.zeros_like(where)
        for tag, other in effect.becomes.items():
            here = where & subject.where_tags((tag,)) & ~barred & ~turned
            turned |= here
            if here.any():
                message = f"{name} is on {hex_count(here.sum())} of {tag.value}, where it turns into {other}"
                yield _on(subject, "effect.becomes", here, message, fix=f"Place {other} there, or no effect.")
        beside = _beside(subject, where & ~barred & ~turned, effect.quenched_beside)
        if beside.any():
            kinds = first_few([tag.value for tag in effect.quenched_beside])
            count = hex_count(beside.sum())
            message = f"{name} is on {count} next to {kinds}, which ends it in the first round"
            yield _on(subject, "effect.quenched", beside, message)


def check_weather_effects(subject: CheckedScenario) -> Iterator[Finding]:
    """Find effects that the weather ends before the game begins, and terrain that does not cool in it (P1-10)."""
    rules, name = subject.ruleset, subject.scenario.weather
    if rules is None or name not in rules.weather:
        return
    weather = rules.weather[name]
    for effect in weather.puts_out:
        where = subject.board.where_effect(effect)
        if where.any():
            message = f"{effect} is on {hex_count(where.sum())}, but {name} ends it before the game begins"
            fix = f"Remove the {effect}, or change the weather."
            yield _on(subject, "weather.puts-out", where, message, fix=fix)
    if not weather.cooling:
        cooling = {kind for kind, it in rules.terrain.items() if it.heat < 0}
        cools = subject.where_entry(lambda entry: not cooling.isdisjoint(entry.kinds))
        if cools.any():
            yield make_finding(
                "weather.no-cooling",
                f"{name} prevents cooling, so cooling terrain has no effect on {hex_count(np.count_nonzero(cools))}: "
                f"{hexes_named(subject.board, cools)}",
                Place(("weather",), hex=subject.first(cools).hex),
            )


def _effects(subject: CheckedScenario) -> Iterator[tuple[str, Effect, Mask]]:
    """Yield every effect on the board with its hexes."""
    if subject.ruleset is None:
        return
    entries = zip(subject.board.effects_palette, subject.effect_counts, strict=True)
    present = {kind for entry, count in entries if count for kind in entry.kinds}
    for name in sorted(present & set(subject.ruleset.effects)):
        yield name, subject.ruleset.effects[name], subject.board.where_effect(name)


def _beside(subject: CheckedScenario, where: Mask, tags: tuple[Tag, ...]) -> Mask:
    """Return the hexes of ``where`` that have a neighbour with one of the tags."""
    result = np.zeros_like(where)
    if tags and where.any():
        near, layout = subject.where_tags(tags), subject.board.layout
        row, column = np.nonzero(where)
        q, r = layout.from_offset_arrays(column, row)
        result[where] = np.any(
            [look_up(layout, near, *step(q, r, direction)) for direction in range(6)], axis=0
        )
    return result


def _on(subject: CheckedScenario, code: str, where: Mask, message: str, *, fix: str | None = None) -> Finding:
    """Return a finding about effects on some hexes."""
    place = subject.first(where, layer="effects")
    return make_finding(code, f"{message}: {hexes_named(subject.board, where)}", place, fix=fix)
