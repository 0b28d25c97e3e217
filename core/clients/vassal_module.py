"""A VASSAL module: the board with its grid and zones, a counter for every unit where it starts, a palette, and the rules."""

from __future__ import annotations

import math
from collections import defaultdict
from io import BytesIO
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from fairground.core.clients.board_image import pixel_frame, pixels_option
from fairground.core.clients.format import Export, Format, Option
from fairground.core.clients.picture_formats import COPY, copied
from fairground.core.clients.player_rules import player_rules, rules_page
from fairground.core.clients.scenario_parts import TABLE
from fairground.core.clients.vassal import (
    as_xml,
    board_element,
    drawn_board,
    grid_element,
    grid_point,
    numbering_losses,
    plain_name,
    zone_elements,
)
from fairground.core.clients.vassal_pieces import Counters
from fairground.core.errors import RulesetError
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fairground.core.clients.board_image import PixelFrame
    from fairground.core.clients.format import ExportSettings
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit

_BUILD: Final = "VASSAL.build"
_MODULE: Final = f"{_BUILD}.module"
#: The version of VASSAL that the module asks for.
_VASSAL_VERSION: Final = "3.6.0"
_VERSION: Final = "1.0"
_BUILD_FILE, _DATA_FILE, _RULES_FILE = "buildFile.xml", "moduledata", "rules.html"
#: Every file in the module has the first moment that a zip can hold, so that its bytes depend on the scenario alone.
_MOMENT: Final = (1980, 1, 1, 0, 0, 0)
_ALPHABET: Final = 26
_MAP: Final = "Board"
#: The width of a counter on hexes of that width.
_COUNTER_SHARE: Final = 0.78
#: Parts of the window with the board that have no settings.
_MAP_PARTS: Final = (
    "StackMetrics",
    "ForwardToKeyBuffer",
    "Scroller",
    "ForwardToChatter",
    "MenuDisplayer",
    "MapCenterer",
    "StackExpander",
    "PieceMover",
    "KeyBufferer",
    "ImageSaver",
    "CounterDetailViewer",
    "SelectionHighlighters",
    "HighlightLastMoved",
    "Zoomer",
    "LOS_Thread",
)


def _write(scenario: Scenario, settings: ExportSettings) -> Export:
    scenario = copied(scenario, settings)
    board = scenario.board
    letters = _letters(scenario, settings)
    frame = pixel_frame(board, int(settings.number("pixels")))
    classes = _classes(scenario)
    counters = Counters(scenario, classes, _even(frame.across * _COUNTER_SHARE))
    image = "board.png"
    root = _module(scenario)
    root.append(_map(scenario, frame, counters, image, letters=letters))
    root.append(_palette(scenario, counters, classes))
    root.set("nextPieceSlotId", str(counters.count + 1))
    tables = player_rules(scenario)
    content = _zipped(
        {
            _BUILD_FILE: as_xml(root),
            _DATA_FILE: _data(scenario),
            _RULES_FILE: rules_page(scenario.name, tables).encode(errors="replace"),
            f"images/{image}": drawn_board(scenario, frame, settings, letters=letters),
            **{f"images/{it.name}": it.content for it in counters.images},
        }
    )
    return Export(content, tuple(_losses(scenario, settings, letters=letters)))


def _letters(scenario: Scenario, settings: ExportSettings) -> bool:
    chosen = settings.text("numbering")
    return scenario.board.columns <= _ALPHABET if chosen == "auto" else chosen == "letters"


def _classes(scenario: Scenario) -> list[str]:
    """Return the classes of the ruleset and of the units, in that order, each once."""
    try:
        known = list(scenario.rules.classes)
    except RulesetError:
        known = []
    return list(dict.fromkeys((*known, *(it.unit_class for it in scenario.units))))


def _even(length: float) -> int:
    # Pieces turn around a corner of pixels, which is their middle only if their sides are even.
    return 2 * max(4, math.floor(length / 2 + 0.5))


def _zipped(files: Mapping[str, bytes]) -> bytes:
    """Return files as a zip."""
    content = BytesIO()
    with ZipFile(content, "w") as archive:
        for name, data in files.items():
            entry = ZipInfo(name, _MOMENT)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data, ZIP_DEFLATED)
    return content.getvalue()


# -- the module ---------------------------------------------------------------------------------------------


def _module(scenario: Scenario) -> ET.Element:
    """Return the module without its board and pieces."""
    root = ET.Element(
        f"{_BUILD}.GameModule",
        {
            "name": plain_name(scenario.name),
            "version": _VERSION,
            "VassalVersion": _VASSAL_VERSION,
            "description": _description(scenario),
            "ModuleOther1": "",
            "ModuleOther2": "",
        },
    )
    ET.SubElement(root, f"{_MODULE}.BasicCommandEncoder")
    ET.SubElement(root, f"{_MODULE}.Documentation")
    roster = ET.SubElement(
        root,
        f"{_MODULE}.PlayerRoster",
        {"buttonText": "Change side", "buttonToolTip": "Switch to another side"},
    )
    for side in scenario.sides:
        ET.SubElement(roster, "entry").text = plain_name(side.title)
    ET.SubElement(
        root,
        f"{_MODULE}.GlobalOptions",
        {"autoReport": "Always", "centerOnMove": "Use Preferences Setting", "playerIdFormat": "$playerName$"},
    )
    for name in ("properties.GlobalProperties", "Chatter", "KeyNamer", "PrototypesContainer"):
        ET.SubElement(root, f"{_MODULE}.{name}")
    ET.SubElement(root, "VASSAL.i18n.Language")
    ET.SubElement(
        root,
        f"{_MODULE}.NotesWindow",
        {"buttonText": "", "icon": "/images/notes.gif", "tooltip": "Players' notes"},
    )
    root.append(_rules_window())
    _add_turns(root, scenario)
    _add_dice(root, scenario)
    return root


def _description(scenario: Scenario) -> str:
    author = f" by {scenario.author}" if scenario.author else ""
    return plain_name(f"{scenario.name}{author}")


def _rules_window() -> ET.Element:
    window = ET.Element(
        f"{_MODULE}.ChartWindow",
        {"name": "Rules and objectives", "text": "Rules", "tooltip": "Rules and objectives", "icon": ""},
    )
    ET.SubElement(
        window,
        f"{_BUILD}.widget.HtmlChart",
        {"chartName": "Rules and objectives", "fileName": _RULES_FILE},
    )
    return window


def _add_turns(root: ET.Element, scenario: Scenario) -> None:
    """Add a counter of rounds, up to the limit if there is one."""
    turns = ET.SubElement(
        root,
        f"{_MODULE}.turn.TurnTracker",
        {"name": "Round", "buttonText": "Round", "turnFormat": "$level1$", "reportFormat": "Round $newTurn$"},
    )
    counter = {"property": "Round", "start": "1", "incr": "1", "turnFormat": "Round $value$"}
    if scenario.turns is not None:
        counter |= {"loop": "true", "loopLimit": str(scenario.turns)}
    ET.SubElement(turns, f"{_MODULE}.turn.CounterTurnLevel", counter)


def _add_dice(root: ET.Element, scenario: Scenario) -> None:
    """Add a button for the dice of attacks, if the ruleset can be read."""
    try:
        dice = scenario.rules.attack.dice
    except RulesetError:
        return
    ET.SubElement(
        root,
        f"{_MODULE}.DiceButton",
        {
            "name": str(dice),
            "text": str(dice),
            "tooltip": f"Roll {dice}",
            "icon": "/images/die.gif",
            "nDice": str(dice.count),
            "nSides": str(dice.sides),
            "plus": "0",
            "addToTotal": "0",
            "reportTotal": "true" if dice.count > 1 else "false",
            "prompt": "false",
            "reportFormat": "** $name$ = $result$ *** <$PlayerName$>",
        },
    )


def _data(scenario: Scenario) -> bytes:
    """Return what VASSAL's library shows of the module without opening it."""
    root = ET.Element("data", {"version": "1"})
    parts = {
        "version": _VERSION,
        "VassalVersion": _VASSAL_VERSION,
        "dateSaved": "0",
        "description": _description(scenario),
        "name": plain_name(scenario.name),
    }
    for name, text in parts.items():
        ET.SubElement(root, name).text = text
    return as_xml(root)


# -- the board ----------------------------------------------------------------------------------------------


def _map(
    scenario: Scenario, frame: PixelFrame, counters: Counters, image: str, *, letters: bool
) -> ET.Element:
    """Return the window of the board: the board, its grid, its zones, and the units that start on it."""
    window = ET.Element(
        f"{_MODULE}.Map",
        {
            "mapName": _MAP,
            "allowMultiple": "false",
            "backgroundcolor": "255,255,255",
            "edgeWidth": "0",
            "edgeHeight": "0",
            "launch": "false",
            "markMoved": "Never",
            "changeFormat": "$message$",
            "createFormat": "$pieceName$ created in $location$ *",
            "moveToFormat": "$pieceName$ moves $previousLocation$ to $location$ *",
            "moveWithinFormat": "$pieceName$ moves $previousLocation$ to $location$ *",
        },
    )
    picker = ET.SubElement(
        window, f"{_MODULE}.map.BoardPicker", {"slotScale": "0.2", "slotHeight": "125", "slotWidth": "350"}
    )
    board = board_element(scenario, image)
    picker.append(board)
    zones = ET.SubElement(board, f"{_MODULE}.map.boardPicker.board.ZonedGrid")
    zones.append(grid_element(scenario.board, frame, letters=letters))
    zones.extend(zone_elements(scenario, frame))
    for name in _MAP_PARTS:
        ET.SubElement(window, f"{_MODULE}.map.{name}")
    ET.SubElement(window, f"{_MODULE}.properties.GlobalProperties")
    window.extend(_setup(scenario, frame, counters))
    return window


def _setup(scenario: Scenario, frame: PixelFrame, counters: Counters) -> Iterator[ET.Element]:
    """Yield a stack for every hex where units start, the first unit lowest."""
    board = scenario.board
    stacks: dict[Hex, list[Unit]] = defaultdict(list)
    for unit in scenario.units:
        if unit.arrives <= 1 and board.contains(unit.hex):
            stacks[unit.hex].append(unit)
    for at, units in stacks.items():
        x, y = grid_point(board, frame, at)
        stack = ET.Element(
            f"{_MODULE}.map.SetupStack",
            {
                "name": plain_name(", ".join(map(scenario.unit_title, units))),
                "owningBoard": plain_name(scenario.name),
                "useGridLocation": "false",
                "x": str(x),
                "y": str(y),
            },
        )
        stack.extend(map(counters.of_unit, units))
        yield stack


# -- the palette and the rules ------------------------------------------------------------------------------


def _palette(scenario: Scenario, counters: Counters, classes: Sequence[str]) -> ET.Element:
    """Return the window of pieces: a tab for each side, with its classes and with units that arrive later."""
    window = ET.Element(
        f"{_MODULE}.PieceWindow",
        {
            "name": "Counters",
            "text": "",
            "icon": "/images/counter.gif",
            "tooltip": "Counters by side and class",
            "hidden": "false",
            "scale": "1.0",
        },
    )
    tabs = ET.SubElement(window, f"{_BUILD}.widget.TabWidget", {"entryName": "Counters"})
    for side in scenario.sides:
        pieces = _list(tabs, plain_name(side.title))
        pieces.extend(counters.of_class(side.id, it) for it in classes)
    later = sorted((it for it in scenario.units if it.arrives > 1), key=lambda it: it.arrives)
    for turn in sorted({it.arrives for it in later}):
        pieces = _list(tabs, f"Round {turn}")
        pieces.extend(counters.of_unit(it) for it in later if it.arrives == turn)
    return window


def _list(tabs: ET.Element, name: str) -> ET.Element:
    return ET.SubElement(
        tabs,
        f"{_BUILD}.widget.ListWidget",
        {"entryName": name, "divider": "194", "height": "300", "width": "300", "scale": "1.0"},
    )


def _losses(scenario: Scenario, settings: ExportSettings, *, letters: bool) -> Iterator[str]:
    yield "VASSAL enforces no rules: terrain, objectives and ways to win are described in the Rules window"
    yield from numbering_losses(scenario.board, letters=letters)
    shapes = [it.shape for it in scenario.zones] + [it.shape for it in scenario.objectives]
    empty = sum(not it.mask(scenario.board).any() for it in shapes)
    if empty:
        yield f"{counted(empty, 'zone or objective', 'zones or objectives')} without hexes cannot become zones"
    for part, name in (("labels", "labels"), ("zones", "zones and objectives")):
        if not settings.flag(part):
            yield f"{name} are not drawn, as requested"


FORMAT: Final = Format(
    "vmod",
    "VASSAL module",
    ".vmod",
    _write,
    carries=TABLE,
    options=(
        pixels_option(90, least=26),
        Option(
            "numbering",
            "hex names in VASSAL: A1 or 0101; auto: A1 up to 26 columns",
            "auto",
            "choice",
            choices=("auto", "letters", "numbers"),
        ),
        Option("labels", "draw labels on the image", "yes", "flag"),
        Option("zones", "draw zones and objectives on the image", "yes", "flag"),
        *COPY,
    ),
    purpose="a module to play the scenario in VASSAL: board, counters, set-up and rules",
)
