"""The web page of a scenario as a format of the export, for the command ``export`` and the editor's dialog."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fairground.core.clients.format import Export, Format
from fairground.core.clients.picture_formats import COPY, PICTURED
from fairground.core.clients.scenario_parts import ScenarioPart
from fairground.core.errors import ScenarioError, UsageError
from fairground.core.web_page.publish import publish

if TYPE_CHECKING:
    from fairground.core.clients.format import ExportSettings
    from fairground.core.scenario.document import Scenario

_PLAYERS: Final = "players"


def _write(scenario: Scenario, settings: ExportSettings) -> Export:
    side, players = settings.text("side"), settings.text("copy") == _PLAYERS
    if side and not players:
        raise UsageError(f"'side' needs a players' copy: set copy=players with side={side}")
    try:
        text = publish(scenario, players=players, side=side)
    except ScenarioError as error:
        raise UsageError(str(error)) from error
    return Export(text.encode())


FORMAT = Format(
    "web-page",
    "Web page",
    ".html",
    _write,
    carries=PICTURED
    | {ScenarioPart.BRIEFING, ScenarioPart.VICTORY, ScenarioPart.WINS, ScenarioPart.HOUSE_RULES},
    options=COPY,
    purpose="one file with map, rules card and verdict for any browser",
)
