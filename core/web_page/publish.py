"""The page of a scenario as HTML: its data, one script and one style, and nothing asked of any network."""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING, Any, Final

from fairground.core.clients.format import Export, Format
from fairground.core.clients.picture_formats import COPY, PICTURED
from fairground.core.clients.scenario_parts import ScenarioPart
from fairground.core.errors import ScenarioError, UsageError
from fairground.core.report.contents import report as report_on
from fairground.core.report.markup import Markup, data, element
from fairground.core.rules.sight import SightModel
from fairground.core.scenario.players_copy import players_copy
from fairground.core.web_page.board_section import board_section
from fairground.core.web_page.drawing_section import drawing_section
from fairground.core.web_page.facts_section import facts_section
from fairground.core.web_page.games_section import games_section
from fairground.core.web_page.movement_section import movement_section
from fairground.core.web_page.overlays_section import colours_section, overlays_section
from fairground.core.web_page.page_texts import fairness_section, foot, head, rules_card, verdict_card
from fairground.core.web_page.play_section import play_section
from fairground.core.web_page.sight_section import base_sight_section, sight_section
from fairground.core.web_page.still_picture import still_picture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.clients.format import ExportSettings
    from fairground.core.report.contents import Report
    from fairground.core.scenario.document import Scenario
    from fairground.core.simulation.recording.game_record import RecordedGames


def publish(
    scenario: Scenario,
    *,
    players: bool = False,
    side: str = "",
    games: Sequence[RecordedGames] = (),
) -> str:
    """Return the page of a scenario as HTML, deterministic, with all its texts escaped.

    ``players`` publishes the players' copy, ``side`` that of one side: what they must not know is not in the page.
    ``games`` are recorded games to replay. The page allows only its own script and style, by their hashes, and no request.

    Raises
    ------
    LimitError
        When the board is larger than a picture.
    RulesetError
        When the ruleset cannot be read.
    ScenarioError
        When the scenario has no such side.
    UsageError
        When games for a players' page were recorded on another scenario than the players' copy.
    """
    if not (players or side):
        return page_of(report_on(scenario), games=games)
    scenario = players_copy(scenario, side)
    return page_of(report_on(scenario), games=games, copy=copy_title(scenario, side))


def page_of(report: Report, *, games: Sequence[RecordedGames] = (), copy: str = "") -> str:
    """Return the page of the scenario of a report; ``copy`` says which players' copy it is, empty for the full scenario.

    Raises
    ------
    UsageError
        When games for a players' copy were recorded on another scenario.
    """
    scenario = report.scenario
    if copy and any(it.content_hash != report.provenance.content_hash for it in games):
        raise UsageError(
            "a page for players cannot include games recorded on the full scenario: they show what players must not know"
        )
    script, style = asset("arena.js"), asset("arena.css")
    body = [
        head(report, copy=copy),
        element(
            "main",
            _stage(),
            still_picture(scenario),
            element(
                "div",
                element("section", id="answer", hidden=True, aria_live="polite"),
                element("div", id="panels"),
                rules_card(report),
                verdict_card(report, copy=copy),
                foot(report),
                class_="text",
            ),
        ),
    ]
    return Template(asset("arena.html")).substitute(
        title=element("title", scenario.name)[len("<title>") : -len("</title>")],
        generator=f"Fairground {report.provenance.program}",
        script_hash=allowed(script),
        style_hash=allowed(style),
        style=style,
        body=Markup("\n".join(body)),
        data=data("arena", _page_data(report, games=games)),
        script=script,
    )


def _stage() -> Markup:
    """Return the place of the map and its tools, which the script fills."""
    return element(
        "section",
        element("div", class_="tools", id="tools", role="toolbar", aria_label="Tools"),
        element("div", id="area"),
        element("p", id="live", role="status", aria_live="polite", class_="unseen"),
        class_="stage",
        aria_label="Map",
    )


def copy_title(scenario: Scenario, side: str = "") -> str:
    """Return which players' copy a scenario is, as pages say it."""
    found = scenario.side(side)
    return f"copy for {found.title}" if found else "players' copy"


def asset(name: str) -> str:
    """Return a template, script or style of published pages."""
    return (files("fairground.resources") / "web" / name).read_text(encoding="utf-8").strip()


def allowed(text: str) -> str:
    """Return the source by which a content-security policy allows an inline script or style."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _page_data(report: Report, *, games: Sequence[RecordedGames] = ()) -> dict[str, Any]:
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


# -- as a format of the export ------------------------------------------------------------------------------

_PLAYERS: Final = "players"


def _write(scenario: Scenario, settings: ExportSettings) -> Export:
    side, players = settings.text("side"), settings.text("copy") == _PLAYERS
    if side and not players:
        raise UsageError("a side needs the players' copy: set 'copy' to players, or leave out 'side'")
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
    | {
        ScenarioPart.BASES,
        ScenarioPart.BRIEFING,
        ScenarioPart.FORCES,
        ScenarioPart.HOUSE_RULES,
        ScenarioPart.STRENGTH,
        ScenarioPart.VICTORY,
        ScenarioPart.WINS,
    },
    options=COPY,
    purpose="an interactive page with map, rules and verdict, in one file",
)
