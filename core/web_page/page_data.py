"""All data of a page, section by section."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairground.core.rules.sight import SightModel
from fairground.core.web_page.base_sight_section import base_sight_section
from fairground.core.web_page.board_section import board_section
from fairground.core.web_page.drawing_section import drawing_section
from fairground.core.web_page.facts_section import facts_section
from fairground.core.web_page.fairness_section import fairness_section
from fairground.core.web_page.games_section import games_section
from fairground.core.web_page.movement_section import movement_section
from fairground.core.web_page.overlays_section import colours_section, overlays_section
from fairground.core.web_page.play_section import play_section
from fairground.core.web_page.sight_section import sight_section

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.report.contents import Report
    from fairground.core.simulation.recording.game_record import RecordedGames


def page_data(report: Report, *, games: Sequence[RecordedGames] = ()) -> dict[str, Any]:
    """Return the data of a scenario's page, as its script reads it.

    The report's scenario is already the copy that is to be published: every section is made from it, the answers of the
    report, and recorded ``games`` alone.
    """
    scenario = report.scenario
    bases = scenario.rules.sight.model is SightModel.BASES
    return {
        "version": 1,
        "board": board_section(scenario),
        "drawing": drawing_section(scenario),
        "facts": facts_section(scenario),
        "sight": (base_sight_section if bases else sight_section)(scenario),
        "movement": movement_section(scenario),
        "overlays": overlays_section(report),
        "fairness": fairness_section(report),
        "colours": colours_section(),
        "games": games_section(scenario, games),
        "play": play_section(scenario, games),
    }
