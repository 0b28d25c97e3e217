"""The Foundry scene: grid, background, walls, notes, and a token for each unit."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import quote

import numpy as np

from fairground.core.clients.board_image import board_image, pixel_frame
from fairground.core.clients.format import Export
from fairground.core.clients.foundry.regions import DEFAULT_LEVEL, Regions, document_id, wall_documents
from fairground.core.clients.scenario_head import HEAD, drawn_data
from fairground.core.clients.scenario_parts import ScenarioPart, losses
from fairground.core.clients.walls import blockers, walls
from fairground.core.files.companions import Companion
from fairground.core.files.images import ENDINGS
from fairground.core.grid.hexes import Hex
from fairground.core.grid.layout import SQRT3, Layout, Orientation
from fairground.core.pictures.colours import PAPER
from fairground.core.pictures.decoration_layers import shown_decorations
from fairground.core.pictures.looks import class_codes
from fairground.core.pictures.options import PictureOptions
from fairground.core.pictures.png import to_png
from fairground.core.pictures.unit_layer import counter_picture, counter_scene
from fairground.core.scenario.decorations import DecorationLayer
from fairground.core.text.wording import counted, hex_count

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fairground.core.clients.board_image import PixelFrame
    from fairground.core.clients.format import ExportSettings
    from fairground.core.clients.walls import Blockers
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Shield, Unit

#: The side of a token's picture in pixels; tokens look down at rotation 0.
_TOKEN_PIXELS: Final = 200
_DOWN: Final = 4
_TOKEN_DPI: Final = 254
#: Dispositions: the first side's team, others, nobody.
_FRIENDLY, _HOSTILE, _NEUTRAL = 1, -1, 0
#: Show the name when pointing at the token.
_ON_HOVER: Final = 30


class TokenArt:
    """The pictures of tokens: a counter for each side, class and shield, which looks where the token does.

    With ``chip``, a counter lies on a disc that fills the picture; otherwise nothing is around it.
    """

    def __init__(self, scenario: Scenario, stem: str, *, chip: bool = False) -> None:
        self._scene = counter_scene(scenario, Layout.ODD_Q)
        self._codes = class_codes(unit.unit_class for unit in scenario.units)
        self._stem = stem
        self._chip = chip
        self._made: dict[tuple[str, str, Shield], Companion] = {}

    def of(self, unit: Unit) -> Companion:
        """Return the picture of a unit, drawn once for all of its kind."""
        key = (unit.side, unit.unit_class, unit.shield)
        if key not in self._made:
            content = self._drawn(replace(unit, facing=_DOWN, arrives=0))
            self._made[key] = Companion.of(self._stem, "token", ".png", content)
        return self._made[key]

    @property
    def companions(self) -> tuple[Companion, ...]:
        """The pictures drawn so far."""
        return tuple({it.name: it for it in self._made.values()}.values())

    def _drawn(self, unit: Unit) -> bytes:
        width = _TOKEN_PIXELS / _TOKEN_DPI * 25.4
        picture = counter_picture(
            self._scene, unit, self._codes[unit.unit_class], width=width, chip=self._chip
        )
        return to_png(picture, dpi=_TOKEN_DPI)


def token_documents(
    scenario: Scenario, frame: PixelFrame, art: TokenArt, folder: str, *, hidden: bool, version: int
) -> list[dict[str, Any]]:
    """Return a token for every unit on the board, hidden from players with ``hidden``."""
    across, long = frame.across, 2 * frame.across / SQRT3
    flat = scenario.board.layout.orientation is Orientation.FLAT
    width, height = (long, across) if flat else (across, long)
    found = []
    for unit in scenario.units:
        if not scenario.board.contains(unit.hex):
            continue
        x, y = frame.centre(unit.hex)
        document: dict[str, Any] = {
            "_id": document_id("unit", unit.id),
            "name": scenario.unit_title(unit),
            "displayName": _ON_HOVER,
            "actorId": None,
            "actorLink": False,
            "texture": {"src": source_path(folder, art.of(unit).name), "tint": "#ffffff"},
            "width": 1,
            "height": 1,
            "x": math.floor(x - width / 2 + 0.5),
            "y": math.floor(y - height / 2 + 0.5),
            "elevation": scenario.board.level_at(unit.hex),
            "rotation": _rotation(scenario, unit),
            "lockRotation": False,
            "hidden": hidden,
            "disposition": _disposition(scenario, unit),
            "sight": {"enabled": True},
            "flags": {
                "fairground": {
                    "id": unit.id,
                    "side": unit.side,
                    "class": unit.unit_class,
                    "facing": unit.facing,
                    "shield": unit.shield.value,
                    "name": unit.name,
                    "allowance": unit.allowance,
                }
            },
        }
        if version >= 14:
            document["level"] = DEFAULT_LEVEL
        found.append(document)
    return found


def image_files(scenario: Scenario, stem: str) -> dict[str, Companion]:
    """Return the files of the images of decorations above the grid, by name; those below it are part of the picture."""
    return {
        it.decoration.image: Companion.of(
            stem, f"image-{it.decoration.image}", ENDINGS[it.image.media_type], it.image.content
        )
        for it in shown_decorations(scenario)
        if it.decoration.layer is DecorationLayer.ABOVE
    }


def tile_documents(
    scenario: Scenario, frame: PixelFrame, images: Mapping[str, Companion], folder: str, *, version: int
) -> list[dict[str, Any]]:
    """Return a tile for every decoration above the grid."""
    found = []
    for number, it in enumerate(shown_decorations(scenario, size=frame.across / SQRT3)):
        if it.decoration.layer is not DecorationLayer.ABOVE:
            continue
        left, top = frame.centre(Hex(0, 0))
        x, y, width, height = it.placed.x + left, it.placed.y + top, it.placed.width, it.placed.height
        # Since version 14, a tile stands at its anchor; before, at its upper left corner.
        anchor = {"anchorX": 0.5, "anchorY": 0.5} if version >= 14 else {}
        if version < 14:
            x, y = x - width / 2, y - height / 2
        document = {
            "_id": document_id("decoration", str(number)),
            "texture": {
                "src": source_path(folder, images[it.decoration.image].name),
                "anchorX": 0.5,
                "anchorY": 0.5,
                "fit": "fill",
                "scaleX": 1,
                "scaleY": 1,
                "tint": "#ffffff",
            },
            "x": round(x),
            "y": round(y),
            "width": round(width),
            "height": round(height),
            "rotation": it.decoration.rotation,
            "elevation": 0,
            "sort": number,
            "hidden": False,
            "locked": False,
            "flags": {"fairground": {"image": it.decoration.image}},
        }
        found.append(document | anchor)
    return found


def _rotation(scenario: Scenario, unit: Unit) -> int:
    """Return the facing of a unit in degrees clockwise from the lower edge of the screen."""
    # Facing 1 is straight up on flat-top boards, and half a step further on pointy-top ones.
    flat = scenario.board.layout.orientation is Orientation.FLAT
    return (180 + (0 if flat else 30) + 60 * (unit.facing - 1)) % 360


def _disposition(scenario: Scenario, unit: Unit) -> int:
    side = scenario.side(unit.side)
    if side is None:
        return _NEUTRAL
    return _FRIENDLY if side.allegiance == scenario.sides[0].allegiance else _HOSTILE


#: Foundry counts lines from 1 and names those shifted up or left: its even is our odd.
GRIDS: Final = {Layout.EVEN_R: 2, Layout.ODD_R: 3, Layout.EVEN_Q: 4, Layout.ODD_Q: 5}
_WEATHERS: Final = frozenset({"leaves", "rain", "rainStorm", "fog", "snow", "blizzard"})
#: The data version by the requested one.
_CORE_VERSIONS: Final = {13: "13.341", 14: "14.365"}
_NO_WEATHER: Final = "none"


class SceneFiles(NamedTuple):
    """A scene, the pictures that it shows, and what it loses."""

    scene: dict[str, Any]
    pictures: tuple[Companion, ...]
    losses: tuple[str, ...]


def write_scene(scenario: Scenario, settings: ExportSettings) -> Export:
    """Return a scene with its pictures beside it."""
    made = build_scene(scenario, settings, folder=settings.text("folder"))
    text = json.dumps(made.scene, indent=1, ensure_ascii=False) + "\n"
    teams = any(side.team or side.role for side in scenario.sides)
    lost = (
        ("the sides' teams and roles are dropped; teams appear only as token dispositions",) if teams else ()
    )
    return Export(text.encode(), (*made.losses, *lost), made.pictures)


def build_scene(
    scenario: Scenario, settings: ExportSettings, *, folder: str, actors: bool = False
) -> SceneFiles:
    """Return the scene of a scenario, whose pictures will be in a folder of Foundry's user data.

    With ``actors``, the tokens are to get actors elsewhere.
    """
    version = int(settings.text("version"))
    frame = pixel_frame(scenario.board, int(settings.number("pixels")))
    zones = settings.flag("zones")
    drawn = PictureOptions(
        labels=settings.flag("labels"), zones=zones, objectives=zones, units=False, decorations_above=False
    )
    image = board_image(scenario, frame, drawn, grid=settings.flag("grid"))
    picture = Companion.of(settings.stem, "board", ".png", image)
    found = blockers(scenario)
    seen = settings.text("blockers") == "seen"
    regions = Regions(scenario, frame, version)
    units = settings.text("units")
    art = TokenArt(scenario, settings.stem)
    images = image_files(scenario, settings.stem)
    scene = _scene(scenario, frame, version, source_path(folder, picture.name)) | {
        "tiles": tile_documents(scenario, frame, images, folder, version=version),
        "walls": wall_documents(walls(found, scenario.board.layout), frame, seen=seen, version=version),
        "regions": regions.documents(),
        "tokens": []
        if units == "none"
        else token_documents(scenario, frame, art, folder, hidden=units == "hidden", version=version),
    }
    lost = (*found.losses, *_lost(scenario, found, settings, empty=regions.empty, actors=actors))
    return SceneFiles(scene, (picture, *art.companions, *images.values()), lost)


def source_path(folder: str, name: str) -> str:
    """Return the path of the picture in Foundry's user data, URL-encoded."""
    parts = [part for part in folder.replace("\\", "/").split("/") if part not in ("", ".", "..")]
    return "/".join(quote(part) for part in (*parts, name))


def _scene(scenario: Scenario, frame: PixelFrame, version: int, source: str) -> dict[str, Any]:
    """Return a scene with nothing on it."""
    scene: dict[str, Any] = {
        "name": scenario.name,
        "navigation": True,
        "navOrder": 0,
        "navName": "",
        "thumb": None,
        "width": frame.width,
        "height": frame.height,
        "padding": 0,
        "initial": {"x": frame.width // 2, "y": frame.height // 2, "scale": 0.5},
        "grid": {
            "type": GRIDS[scenario.board.layout],
            "size": frame.across,
            "style": "solidLines",
            "thickness": 1,
            "color": "#000000",
            "alpha": 0.2,
            "distance": 1,
            "units": "hexes",
        },
        "tokenVision": True,
        "fog": {"colors": {"explored": None, "unexplored": None}},
        "environment": {
            "darknessLevel": 0,
            "darknessLock": False,
            "globalLight": {"enabled": True},
            "cycle": True,
        },
        "weather": scenario.weather if scenario.weather in _WEATHERS else "",
        "playlist": None,
        "playlistSound": None,
        "journal": None,
        "journalEntryPage": None,
        "drawings": [],
        "lights": [],
        "notes": [],
        "sounds": [],
        "tiles": [],
        "flags": {HEAD: drawn_data(scenario)},
        "_stats": {"coreVersion": _CORE_VERSIONS[version]},
    }
    return scene | (_in_a_level(source) if version >= 14 else _in_the_scene(source))


def _in_the_scene(source: str) -> dict[str, Any]:
    """Return the fields of a scene with its own background."""
    return {
        "background": {
            "src": source,
            "anchorX": 0,
            "anchorY": 0,
            "offsetX": 0,
            "offsetY": 0,
            "fit": "fill",
            "scaleX": 1,
            "scaleY": 1,
            "rotation": 0,
            "tint": "#ffffff",
            "alphaThreshold": 0,
        },
        "backgroundColor": PAPER,
        "foreground": None,
        "foregroundElevation": 4,
        "templates": [],
    }


def _in_a_level(source: str) -> dict[str, Any]:
    """Return the fields of a scene whose background is in its one level, which covers all elevations."""
    plain = {"tint": "#ffffff", "alphaThreshold": 0.75}
    return {
        "shiftX": 0,
        "shiftY": 0,
        "initialLevel": DEFAULT_LEVEL,
        "levels": [
            {
                "_id": DEFAULT_LEVEL,
                "name": "Level",
                "elevation": {"bottom": None, "top": None},
                "background": {"src": source, "color": PAPER, **plain},
                "foreground": {"src": None, **plain},
                "fog": {"src": None},
                "textures": {
                    "anchorX": 0.5,
                    "anchorY": 0.5,
                    "offsetX": 0,
                    "offsetY": 0,
                    "fit": "fill",
                    "scaleX": 1,
                    "scaleY": 1,
                    "rotation": 0,
                },
                "visibility": {"levels": []},
                "sort": 0,
                "flags": {},
            }
        ],
    }


def _lost(
    scenario: Scenario, found: Blockers, settings: ExportSettings, *, empty: int, actors: bool
) -> Iterator[str]:
    units = settings.text("units")
    if units == "none":
        yield from losses(scenario, frozenset(ScenarioPart) - {ScenarioPart.UNITS})
    elif scenario.units:
        without = "" if actors else " without actors"
        yield (
            f"{counted(len(scenario.units), 'unit')} will be tokens{without}; class and shield are drawn on them and "
            "stored only in their flags"
        )
    if scenario.weather not in (_NO_WEATHER, *_WEATHERS):
        yield f"Foundry has no weather {scenario.weather!r}"
    if empty:
        parts = counted(empty, "zone or objective", "zones or objectives")
        yield f"{parts} without hexes cannot become {'a region' if empty == 1 else 'regions'}"
    count = hex_count(np.count_nonzero(found.sight))
    if found.sight.any() and settings.text("blockers") == "hidden":
        yield f"the rules let units see into {count}, but the walls block sight at their edges"
    elif found.sight.any():
        yield (
            f"the rules let units see one hex deep into {count}; with these walls, they see to the far edge of "
            "the group of hexes"
        )
