"""The mission in reports: how each side wins, which units arrive later, and house rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fairground.core.report.markup import Markup, element
from fairground.core.report.page_elements import chip, part
from fairground.core.scenario.mission_text import describe_arrival, describe_wins

if TYPE_CHECKING:
    from fairground.core.report.page_elements import ReportPage
    from fairground.core.scenario.document import Scenario


class MissionTexts(NamedTuple):
    """The mission of a scenario in words.

    ``sides`` has the index of each side with a mission, its title with its role, and its ways to win; ``arrivals`` and
    ``house_rules`` are phrases.
    """

    sides: tuple[tuple[int, str, tuple[str, ...]], ...]
    arrivals: tuple[str, ...]
    house_rules: tuple[str, ...]


def mission_texts(scenario: Scenario) -> MissionTexts:
    """Return the mission in words; all of it is empty for a scenario without one."""
    sides = tuple(
        (index, f"{it.title} ({it.role})" if it.role else it.title, describe_wins(scenario, it))
        for index, it in enumerate(scenario.sides)
        if it.wins
    )
    arrivals = tuple(
        f"{it.title} ({side.title if (side := scenario.side(it.side)) else it.side}) {describe_arrival(it)} "
        f"at {scenario.board.place_name(it.hex)}"
        for it in sorted(scenario.units, key=lambda unit: unit.arrives)
        if it.arrives > 1
    )
    return MissionTexts(sides, arrivals, tuple(scenario.house_rules))


def mission_part(page: ReportPage) -> Markup | None:
    """Return the section with the ways to win, arrivals and house rules; None without any."""
    told = mission_texts(page.report.scenario)
    if not any(told):
        return None
    wins = [
        element(
            "li",
            chip(index),
            f" {title} wins by any of these:" if len(texts) > 1 else f" {title} wins by this:",
            element("ul", [element("li", text) for text in texts]),
        )
        for index, title, texts in told.sides
    ]
    rest = [
        part_of
        for heading, texts in (("Arrivals", told.arrivals), ("House rules", told.house_rules))
        if texts
        for part_of in (element("h3", heading), element("ul", [element("li", text) for text in texts]))
    ]
    return part("mission", "Mission", element("ul", wins) if wins else None, *rest)
