"""A save of Tabletop Simulator: the board as a tile under a hex grid, units as round tiles, and the rules in the notebook.

Positions are in the table's units, about an inch: x to the right, z away from the first seat, y up. A tile turned by 180
degrees shows its image upright, with 2 units for the shorter side at scale 1. A hex near the middle of the board has its
centre at the origin, where the grid has one too, whatever its lines are.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, urlsplit

from fairground.core.clients.board_image import board_image, pixel_frame, pixels_option
from fairground.core.clients.format import Export, Format, Option
from fairground.core.clients.foundry.scene import TokenArt
from fairground.core.clients.player_rules import player_rules
from fairground.core.clients.scenario_parts import TABLE, ScenarioPart, losses
from fairground.core.errors import UsageError
from fairground.core.files.companions import Companion
from fairground.core.grid.layout import SQRT3, Orientation
from fairground.core.pictures.options import PictureOptions
from fairground.core.pictures.zone_layers import side_colour
from fairground.core.scenario.mission import describe_arrival
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairground.core.clients.board_image import PixelFrame
    from fairground.core.clients.format import ExportSettings
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Objective, Unit, Zone

#: Types of the grid: hexes with a flat top, and with a corner there.
_HEXES_IN_COLUMNS, _HEXES_IN_ROWS = 1, 2
#: Shapes of tiles.
_RECTANGLE, _CIRCLE = 0, 2
#: The length of a tile's shorter side at scale 1.
_TILE: Final = 2.0
_UPRIGHT: Final = 180.0
#: Heights of the board and of the lowest units above it, which fall onto it, and between units of one hex.
_BOARD_HEIGHT, _UNIT_HEIGHT, _ABOVE = 1.0, 1.5, 0.4
_BOARD_THICKNESS, _UNIT_THICKNESS = 0.2, 0.1
#: The height of snap points above the middle of the board.
_SNAP_HEIGHT: Final = 0.1
#: The diameter of a unit, as a share of a hex's width.
_UNIT_SHARE: Final = 0.9
#: More pixels a side than the game's makers advise.
_MOST_PIXELS: Final = 4096
_DECIMALS: Final = 6


def _write(scenario: Scenario, settings: ExportSettings) -> Export:
    zones = settings.flag("zones")
    shown = PictureOptions(labels=settings.flag("labels"), zones=zones, objectives=zones, units=False)
    frame = pixel_frame(scenario.board, int(settings.number("pixels")))
    image = board_image(scenario, frame, shown, grid=settings.flag("grid"))
    picture = Companion.of(settings.stem, "board", ".png", image)
    table = _Table(scenario, frame, float(settings.number("hex-width")), _address(settings))
    art = TokenArt(scenario, settings.stem, chip=True)
    objects = [table.board(picture.name)]
    if settings.text("units") != "none":
        objects += table.units(art)
    save = _save(scenario, table, objects)
    text = json.dumps(save, indent=1, ensure_ascii=False) + "\n"
    return Export(text.encode(), tuple(_lost(scenario, frame, settings)), (picture, *art.companions))


def _address(settings: ExportSettings) -> str:
    """Return what the names of images follow: an address with a final slash, or nothing."""
    address = settings.text("address").rstrip("/")
    if address and urlsplit(address).scheme not in ("http", "https", "file"):
        raise UsageError(f"address must begin with http://, https:// or file://, not {address!r}")
    return f"{address}/" if address else ""


def _rounded(value: float) -> float:
    # Without a minus sign for zero.
    return round(value, _DECIMALS) + 0.0


@dataclass(frozen=True, slots=True)
class _Table:
    """The board on the table; ``hex_width`` is in units of the table, and ``address`` what the names of images follow."""

    scenario: Scenario
    frame: PixelFrame
    hex_width: float
    address: str

    @property
    def _unit(self) -> float:
        """The units of the table that a pixel of the image is wide."""
        return self.hex_width / self.frame.across

    @property
    def _scale(self) -> float:
        """The scale of the board's tile."""
        return min(self.frame.width, self.frame.height) * self._unit / _TILE

    @property
    def _middle(self) -> tuple[float, float]:
        """The place of the middle of the image, from which the hex in the middle of the board is at the origin."""
        board = self.scenario.board
        x, y = self.frame.centre(board.layout.from_offset(board.columns // 2, board.rows // 2))
        return (self.frame.width / 2 - x) * self._unit, (y - self.frame.height / 2) * self._unit

    def place(self, at: Hex) -> tuple[float, float]:
        """Return the place of a hex's centre: x and z."""
        (x, y), (left, away) = self.frame.centre(at), self._middle
        return (
            left + (x - self.frame.width / 2) * self._unit,
            away - (y - self.frame.height / 2) * self._unit,
        )

    def grid(self) -> dict[str, Any]:
        """Return the table's grid; units snap to the centres of its hexes."""
        flat = self.scenario.board.layout.orientation is Orientation.FLAT
        from_corner_to_corner = _rounded(2 * self.hex_width / SQRT3)
        return {
            "Type": _HEXES_IN_COLUMNS if flat else _HEXES_IN_ROWS,
            "Lines": False,
            "Color": _colour("#000000"),
            "Opacity": 0.75,
            "ThickLines": False,
            # Of the three ways to snap, the second is to centres.
            "Snapping": False,
            "Offset": True,
            "BothSnapping": False,
            "xSize": from_corner_to_corner,
            "ySize": from_corner_to_corner,
            "PosOffset": {"x": 0.0, "y": 1.0, "z": 0.0},
        }

    def board(self, image: str) -> dict[str, Any]:
        """Return the tile with the board, which stays where it is."""
        x, z = self._middle
        tile = self._tile(0, image, _RECTANGLE, _BOARD_THICKNESS)
        return tile | {
            "Transform": _transform(x, _BOARD_HEIGHT, z, _UPRIGHT, self._scale),
            "Nickname": self.scenario.name,
            "Locked": True,
            "Grid": False,
            "Snap": False,
            "Tooltip": False,
            "ColorDiffuse": _colour("#ffffff"),
            "AttachedSnapPoints": list(self._snap_points()),
        }

    def _snap_points(self) -> Iterator[dict[str, Any]]:
        """Yield a point for each hex of a zone or objective; only units of its side snap to that of a side."""
        scenario = self.scenario
        board, (left, away) = scenario.board, self._middle
        parts: tuple[Zone | Objective, ...] = (*scenario.zones, *scenario.objectives)
        for part in parts:
            for at in board.hexes_of(part.shape.mask(board) & ~board.void):
                x, z = self.place(at)
                # The tile is turned by half a turn, and its own coordinates are before its scale.
                point = {
                    "x": _rounded((left - x) / self._scale),
                    "y": _SNAP_HEIGHT,
                    "z": _rounded((away - z) / self._scale),
                }
                side = scenario.side(part.side)
                yield {"Position": point, **({"Tags": [side.title]} if side else {})}

    def units(self, art: TokenArt) -> Iterator[dict[str, Any]]:
        """Yield a round tile for each unit on the board, turned to where it looks."""
        stacked: Counter[Hex] = Counter()
        for number, unit in enumerate(self.scenario.units, 1):
            if self.scenario.board.contains(unit.hex):
                yield self._unit_tile(number, unit, art.of(unit).name, stacked[unit.hex])
                stacked[unit.hex] += 1

    def _unit_tile(self, number: int, unit: Unit, image: str, below: int) -> dict[str, Any]:
        scenario = self.scenario
        flat = scenario.board.layout.orientation is Orientation.FLAT
        x, z = self.place(unit.hex)
        # The picture looks down, as it does upright after half a turn.
        turn = float((60 * (unit.facing - 1) + (0 if flat else 30)) % 360)
        side = scenario.side(unit.side)
        kind = scenario.rules.classes.get(unit.unit_class)
        about = (
            kind.name if kind else unit.unit_class,
            side.title if side else unit.side,
            describe_arrival(unit),
        )
        scale = self.hex_width * _UNIT_SHARE / _TILE
        tile = self._tile(number, image, _CIRCLE, _UNIT_THICKNESS)
        return tile | {
            "Transform": _transform(x, _UNIT_HEIGHT + below * _ABOVE, z, turn, scale),
            "Nickname": scenario.unit_title(unit),
            "Description": ", ".join(filter(None, about)),
            "Locked": False,
            "ColorDiffuse": _colour(side_colour(scenario.side_index(unit.side))),
            "Tags": [side.title] if side else [],
        }

    def _tile(self, number: int, image: str, shape: int, thickness: float) -> dict[str, Any]:
        address = f"{self.address}{quote(image) if self.address else image}"
        return {
            "GUID": f"fa{number:04x}",
            "Name": "Custom_Tile",
            "Transform": {},
            "Nickname": "",
            "Description": "",
            "GMNotes": "",
            "ColorDiffuse": {},
            "Tags": [],
            "LayoutGroupSortIndex": 0,
            "Value": 0,
            "Locked": False,
            "Grid": True,
            "Snap": True,
            "IgnoreFoW": False,
            "MeasureMovement": False,
            "DragSelectable": True,
            "Autoraise": True,
            "Sticky": True,
            "Tooltip": True,
            "GridProjection": True,
            "HideWhenFaceDown": False,
            "Hands": False,
            "CustomImage": {
                "ImageURL": address,
                "ImageSecondaryURL": address,
                "ImageScalar": 1.0,
                "WidthScale": 0.0,
                # The tile has the proportions of its image.
                "CustomTile": {"Type": shape, "Thickness": thickness, "Stackable": False, "Stretch": True},
            },
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
        }


def _transform(x: float, y: float, z: float, turn: float, scale: float) -> dict[str, float]:
    return {
        "posX": _rounded(x),
        "posY": _rounded(y),
        "posZ": _rounded(z),
        "rotX": 0.0,
        "rotY": turn,
        "rotZ": 0.0,
        "scaleX": _rounded(scale),
        "scaleY": 1.0,
        "scaleZ": _rounded(scale),
    }


def _colour(colour: str) -> dict[str, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return {"r": round(red, 4), "g": round(green, 4), "b": round(blue, 4)}


def _save(scenario: Scenario, table: _Table, objects: Sequence[dict[str, Any]]) -> dict[str, Any]:
    tags = sorted({side.title for side in scenario.sides})
    return {
        "SaveName": scenario.name,
        "GameMode": scenario.name,
        "Date": "",
        "VersionNumber": "",
        "GameType": "",
        "GameComplexity": "",
        "Tags": [],
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "Table_RPG",
        "Sky": "Sky_Museum",
        "Note": "",
        "TabStates": {
            "0": {
                "title": "Rules and objectives",
                "body": "\n".join(_notebook(scenario)),
                "color": "Grey",
                "visibleColor": _colour("#808080"),
                "id": 0,
            }
        },
        "Grid": table.grid(),
        "ComponentTags": {"labels": [{"displayed": it, "normalized": it.casefold()} for it in tags]},
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": list(objects),
    }


def _notebook(scenario: Scenario) -> Iterator[str]:
    """Yield the lines of the notebook, with headings in bold."""
    for number, table in enumerate(player_rules(scenario)):
        if number:
            yield ""
        yield f"[b]{_plain(table.heading)}[/b]"
        for first, *rest in table.rows:
            yield _plain(f"{first}: {'; '.join(rest)}" if rest else first)


def _plain(text: str) -> str:
    """Return a text in which the game finds no formatting codes."""
    return text.replace("[", "[\N{WORD JOINER}")


def _lost(scenario: Scenario, frame: PixelFrame, settings: ExportSettings) -> Iterator[str]:
    if settings.text("units") == "none":
        yield from losses(scenario, frozenset(ScenarioPart) - {ScenarioPart.UNITS})
    if settings.text("address"):
        yield "the images are not in the save: put the PNG files at the address before you load the save"
    else:
        yield (
            "the images are not in the save: put the PNG files into the game's folder Mods/Images, and upload them "
            "with the game's Cloud Manager before others join, because only you see local files"
        )
    yield "terrain, levels and line of sight are only in the picture and the notebook: the game applies no rules"
    if any(side.team for side in scenario.sides):
        yield "the sides' teams are dropped"
    if max(frame.width, frame.height) > _MOST_PIXELS:
        smaller = frame.across * _MOST_PIXELS // max(frame.width, frame.height)
        yield (
            f"the board's image is {frame.width}x{frame.height} pixels, so the game may show it blurred. "
            f"To keep it sharp (up to {_MOST_PIXELS:,} per side), set pixels={smaller}"
        )
    outside = sum(not scenario.board.contains(unit.hex) for unit in scenario.units)
    if outside:
        yield f"{counted(outside, 'unit')} off the board {'is' if outside == 1 else 'are'} dropped"


FORMAT = Format(
    "tts",
    "Tabletop Simulator save",
    ".json",
    _write,
    carries=TABLE,
    options=(
        pixels_option(100, least=20),
        Option(
            "hex-width",
            "width of a hex on the table, between opposite sides, in the game's inches",
            "1.5",
            "number",
            lowest=Fraction(1, 2),
            highest=Fraction(10),
        ),
        Option(
            "address",
            "web address or file:// folder of the images; if empty, the game's own folder Mods/Images",
            "",
            "text",
        ),
        Option("units", "whether units become tokens or are left out", "tokens", choices=("tokens", "none")),
        Option("zones", "draw zones and objectives in the picture", "yes", "flag"),
        Option("grid", "draw a line around every hex in the picture", "yes", "flag"),
        Option("labels", "draw the label of every hex in the picture", "no", "flag"),
    ),
    purpose="a table with a board, hex grid, tokens and rules",
)
