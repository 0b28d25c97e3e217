"""Scenes of Foundry Virtual Tabletop (``.json``) for "Import Data", with the pictures beside them."""

from __future__ import annotations

from fairground.core.clients.board_image import pixels_option
from fairground.core.clients.format import Format, Option
from fairground.core.clients.foundry.reading import read_scene, recognises
from fairground.core.clients.foundry.scene import write_scene
from fairground.core.clients.scenario_parts import DRAWN, ScenarioPart

FORMAT = Format(
    "foundry",
    "Foundry VTT scene",
    ".json",
    write_scene,
    read_scene,
    recognises,
    carries=DRAWN
    | {
        ScenarioPart.TITLE,
        ScenarioPart.RULESET,
        ScenarioPart.WEATHER,
        ScenarioPart.SIDES,
        ScenarioPart.UNITS,
    },
    options=(
        Option("version", "Foundry version that will import the scene", "14", choices=("13", "14")),
        pixels_option(100, least=20),
        Option(
            "blockers",
            "seen: players see the hexes that block sight, but nothing behind them; hidden: not even those",
            "seen",
            choices=("seen", "hidden"),
        ),
        Option(
            "units",
            "whether units become visible tokens, hidden tokens or no tokens",
            "tokens",
            choices=("tokens", "hidden", "none"),
        ),
        Option(
            "zones",
            "also draw zones and objectives in the picture; they become regions either way",
            "yes",
            "flag",
        ),
        Option(
            "grid",
            "draw a line around every hex in the picture, in addition to Foundry's own grid",
            "no",
            "flag",
        ),
        Option("labels", "draw the label of every hex in the picture", "no", "flag"),
        Option("folder", "folder for the pictures in Foundry's user data", "", "text"),
    ),
    purpose="a scene with a picture, grid, walls, regions and tokens",
)
