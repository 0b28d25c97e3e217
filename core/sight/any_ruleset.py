"""``sight`` and ``fan`` for any ruleset: between hexes, or from base to base."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.rules.sight import SightModel

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.bases.fan import BaseFan
    from fairground.core.sight.bases.verdict import BaseSight
    from fairground.core.sight.field.fan import Fan
    from fairground.core.sight.line.verdict import SightVerdict


def sight(
    scenario: Scenario, start: Hex | str, end: Hex | str, heights: tuple[int, int] = (0, 0)
) -> SightVerdict | BaseSight:
    """Return the ruleset's verdict on sight between two hexes or labels.

    Where the ruleset measures from base to base, ids of units are accepted too, and heights are ignored (rule BV-11); see
    ``base_sight`` for more options there.

    Raises
    ------
    GridError
        When a text is no label, nor the id of a unit where ids are accepted.
    ScenarioError
        When the board has no such hex.

    Examples
    --------
    >>> from fairground.core import load, sight
    >>> sight(load("scenarios/standard-arena.yaml"), "A1", "C4").clear
    True
    """
    if scenario.rules.sight.model is SightModel.BASES:
        from fairground.core.sight.bases.verdict import base_sight

        return base_sight(scenario, start, end)
    from fairground.core.sight.line.verdict import sight as between_hexes

    return between_hexes(scenario, start, end, heights)


def fan(
    scenario: Scenario,
    origin: Hex | str,
    range: int | None = None,  # noqa: A002  # the field's word
    heights: tuple[int, int] = (0, 0),
) -> Fan | BaseFan:
    """Return what a hex, or its label, sees of the board; see ``Fans.fan``.

    Where the ruleset measures from base to base, the id of a unit is accepted too, and the range is in inches; see
    ``base_fan``.

    Examples
    --------
    >>> from fairground.core import fan, load
    >>> seen = fan(load("scenarios/sight-lines.yaml"), "D4", range=3)
    >>> sorted(seen.to_json())
    ['blocked', 'origin', 'range', 'visible']
    """
    if scenario.rules.sight.model is SightModel.BASES:
        from fairground.core.sight.bases.fan import base_fan

        return base_fan(scenario, origin, range)
    from fairground.core.sight.field.fan import fan as of_a_hex

    return of_a_hex(scenario, origin, range, heights)
