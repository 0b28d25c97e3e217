"""The page of a scenario as HTML: its data, one script and one style, and nothing asked of any network."""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING

from fairground.core.report.markup import Markup, data, element
from fairground.core.scenario.players_copy import players_copy
from fairground.core.web_page.page_data import page_data

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    ScenarioError
        When the scenario has no such side.
    """
    if players or side:
        scenario = players_copy(scenario, side)
    script, style = _asset("arena.js"), _asset("arena.css")
    return Template(_asset("arena.html")).substitute(
        title=element("title", scenario.name)[len("<title>") : -len("</title>")],
        script_hash=_hash(script),
        style_hash=_hash(style),
        style=style,
        body=_body(),
        data=data("arena", page_data(scenario, games=games)),
        script=script,
    )


def _asset(name: str) -> str:
    return (files("fairground.resources") / "web" / name).read_text(encoding="utf-8").strip()


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _body() -> Markup:
    return element(
        "main",
        element("div", class_="tools", id="tools", role="toolbar", aria_label="Tools"),
        element("canvas", id="map"),
        element("div", id="answer"),
        element("div", id="panels"),
        element("p", id="live", role="status", aria_live="polite", class_="unseen"),
    )
