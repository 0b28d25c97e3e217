"""The mission in reports: how each side wins, which units arrive later, and house rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.report.markup import Markup, element
from fairground.core.report.page_elements import chip, part
from fairground.core.scenario.mission_text import mission_texts

if TYPE_CHECKING:
    from fairground.core.report.page_elements import ReportPage


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
    if told.common:
        common = element("ul", [element("li", text) for text in told.common])
        wins.append(
            element(
                "li",
                "Every side also wins by this:"
                if len(told.common) == 1
                else "Every side also wins by any of these:",
                common,
            )
        )
    rest = [
        part_of
        for heading, texts in (("Arrivals", told.arrivals), ("House rules", told.house_rules))
        if texts
        for part_of in (element("h3", heading), element("ul", [element("li", text) for text in texts]))
    ]
    return part("mission", "Mission", element("ul", wins) if wins else None, *rest)
