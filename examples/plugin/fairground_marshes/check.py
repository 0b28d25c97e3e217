"""A check: deployment zones that are mostly reeds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.plugin_api import CheckPlugin, Code, Place, Severity, make_finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.plugin_api import CheckedScenario, Finding


def find_reeds_in_zones(checked: CheckedScenario) -> Iterator[Finding]:
    """Yield advice for each zone in which more than half of the hexes are reeds."""
    scenario = checked.scenario
    # A mask has a truth value for every hex, [rows, columns].
    reeds = checked.where_entry(lambda entry: "reeds" in entry.kinds)
    for number, zone in enumerate(scenario.zones):
        hexes = zone.shape.mask(scenario.board)
        count, total = int((hexes & reeds).sum()), int(hexes.sum())
        if 2 * count > total:
            message = f"{count} of the {total} hexes of the zone {zone.title!r} are reeds"
            yield make_finding("reeds.in-zone", message, Place(("zones", number)))


CHECK = CheckPlugin(
    title="reeds in zones",
    find=find_reeds_in_zones,
    codes={
        "reeds.in-zone": Code(
            Severity.ADVICE, "a deployment zone is mostly reeds", "Move the zone, or clear some of the reeds."
        )
    },
)
