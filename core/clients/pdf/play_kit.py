"""Print-and-play: the board, pieces to cut out in its scale, and the rules of the scenario, as one PDF.

Sheets of pieces are printed on both sides, turned over along the long edge: every piece has its back on the next page, in
the mirrored column.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

import numpy as np

from fairground.core.clients.format import Export, Format, Option
from fairground.core.clients.pdf.paper_sheets import PAPERS, Paper
from fairground.core.clients.pdf.rules_sheet import rules_sheets
from fairground.core.clients.pdf.writing import OPTIONS, PrintPage, print_pages
from fairground.core.clients.picture_formats import PICTURED, copied, hex_size, letters_lost
from fairground.core.clients.player_rules import player_rules
from fairground.core.clients.scenario_parts import ScenarioPart
from fairground.core.errors import RulesetError, UsageError
from fairground.core.grid.hexes import Hex
from fairground.core.grid.layout import SQRT3, Layout
from fairground.core.pictures.colours import INK, RELIEF_INK, SOFT_INK, bold_ink
from fairground.core.pictures.display_list import (
    Circle,
    Layer,
    PathShape,
    Picture,
    Polygon,
    Text,
    TextAnchor,
)
from fairground.core.pictures.lettering import fitted
from fairground.core.pictures.looks import class_codes, side_mark
from fairground.core.pictures.pdf import to_pdf
from fairground.core.pictures.png import in_grey
from fairground.core.pictures.terrain_layers import swatch
from fairground.core.pictures.unit_layer import COUNTER_WIDTH, base_disc, counter, counter_scene
from fairground.core.pictures.zone_layers import objective_colour, plaque, ring, side_colour
from fairground.core.scenario.inches import inches_a_size
from fairground.core.scenario.parts import Unit
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from fairground.core.clients.format import ExportSettings
    from fairground.core.pictures.display_list import Command, Item
    from fairground.core.pictures.scene import Scene
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Objective

#: The side of a counter as a share of a hex's width; its diagonal is then a little less than the hex.
_COUNTER: Final = 0.68
#: The largest base as a share of its counter; the rest is for its name.
_LARGEST_BASE: Final = 0.72
#: The height of a standee and of the tab below it, as shares of its width.
_STAND, _TAB = 1.5, 0.4
#: Room for cut marks around the pieces, and their length, in mm.
_MARKS, _MARK = 6.0, 4.0
_LINE: Final = 0.15
#: The most markers of one effect, and the most rounds on the track.
_MOST_EFFECTS, _MOST_ROUNDS = 12, 40
#: The most pieces of a kind; the arena is one for a table.
_MOST_PIECES: Final = 600
#: Counters of each class for a side where the scenario has no units.
_SPARE: Final = 2


class _Piece(NamedTuple):
    """What is drawn on the two sides of a piece, from its top left corner."""

    front: Callable[[float, float], list[Item]]
    back: Callable[[float, float], list[Item]]


def _blank(_x: float, _y: float) -> list[Item]:
    return []


_T = TypeVar("_T")


def _bind(draw: Callable[[_T, float, float], list[Item]], what: _T) -> Callable[[float, float], list[Item]]:
    return lambda x, y: draw(what, x, y)


class _Kit:
    """Draws the pieces of a scenario, ``side`` mm wide."""

    def __init__(self, scenario: Scenario, size: float) -> None:
        # A flat-top hex's facing 1 is straight up; players turn the pieces themselves.
        self._scene: Scene = counter_scene(scenario, Layout.ODD_Q)
        self._scenario = scenario
        self._looks = self._scene.looks
        self._units = scenario.units or _spare_units(scenario)
        self._codes = class_codes(unit.unit_class for unit in self._units)
        self._inch = size / inches_a_size(scenario.board)
        self.side = _COUNTER * SQRT3 * size
        if self._looks.on_bases:
            widest = max((self._looks.diameter(it) for it in self._units), default=0.0)
            self.side = max(self.side, widest * self._inch / _LARGEST_BASE)

    def counters(self) -> list[_Piece]:
        """Return a counter for every unit."""
        return [self._unit_piece(unit, self._face) for unit in self._units]

    def standees(self) -> list[_Piece]:
        """Return a standing figure for every unit, with a tab to fold or to put into a base."""
        return [self._unit_piece(unit, self._standing) for unit in self._units]

    def markers(self) -> list[_Piece]:
        """Return markers: objectives, control of them, effects on the board, and the round."""
        scenario = self._scenario
        pieces = [_Piece(_bind(self._objective, it), _blank) for it in scenario.objectives]
        pieces += [
            _Piece(_bind(self._control, index), _bind(self._control, index))
            for index in range(len(scenario.sides))
            for _ in scenario.objectives
        ]
        for kind, count in _effects(scenario):
            pieces += [_Piece(_bind(self._effect, kind), _blank)] * min(count, _MOST_EFFECTS)
        return [*pieces, _Piece(self._round, self._round)]

    def track(self) -> list[_Piece]:
        """Return the boxes of the round track; none without a limit."""
        turns = self._scenario.turns or 0
        return [_Piece(_bind(self._box, it), _blank) for it in range(1, min(turns, _MOST_ROUNDS) + 1)]

    def _unit_piece(self, unit: Unit, draw: Callable[[Unit, float, float], list[Item]]) -> _Piece:
        # The back has the side alone, so that a piece can lie or stand there unknown.
        index = self._scenario.side_index(unit.side)
        return _Piece(_bind(draw, unit), _bind(self._control, index))

    def _face(self, unit: Unit, x: float, y: float) -> list[Item]:
        side, code = self.side, self._codes[unit.unit_class]
        if self._looks.on_bases:
            items = base_disc(self._scene, unit, code, x + side / 2, y + side * 0.46, inch=self._inch)
        else:
            scale = 0.86 * side / COUNTER_WIDTH
            items = counter(
                self._scene, replace(unit, facing=1), code, x + side / 2, y + side * 0.48, scale=scale
            )
        return [*items, self._label(self._scenario.unit_title(unit), x, y + side * 0.94)]

    def _standing(self, unit: Unit, x: float, y: float) -> list[Item]:
        side, code = self.side, self._codes[unit.unit_class]
        height = _STAND * side
        colour = side_colour(self._scenario.side_index(unit.side))
        band = ((x, y), (x + side, y), (x + side, y + 0.2 * side), (x, y + 0.2 * side))
        fold = ((x, y + height), (x + side, y + height))
        name = fitted(self._looks.class_name(unit.unit_class), 0.12 * side, 0.94 * side, bold=True)
        return [
            Polygon(band, fill=colour),
            Text(
                x + side / 2,
                y + 0.14 * side,
                name,
                0.12 * side,
                bold_ink(colour),
                anchor=TextAnchor.MIDDLE,
                bold=True,
            ),
            *counter(
                self._scene,
                replace(unit, facing=1),
                code,
                x + side / 2,
                y + 0.86 * side,
                scale=0.9 * side / COUNTER_WIDTH,
            ),
            self._label(self._scenario.unit_title(unit), x, y + height - 0.06 * side),
            PathShape((("M", fold[0]), ("L", fold[1])), stroke=SOFT_INK, width=_LINE, dash=(1.2, 0.9)),
        ]

    def _label(self, text: str, x: float, y: float) -> Text:
        size = 0.11 * self.side
        return Text(
            x + self.side / 2, y, fitted(text, size, 0.94 * self.side), size, INK, anchor=TextAnchor.MIDDLE
        )

    def _control(self, index: int, x: float, y: float) -> list[Item]:
        colour, middle = side_colour(index), self.side / 2
        title = self._scenario.sides[index].title if index >= 0 else ""
        return [
            Circle(x + middle, y + middle * 0.9, 0.33 * self.side, fill=colour, stroke=INK, width=0.3),
            side_mark(index, x + middle, y + middle * 0.9, radius=0.2 * self.side, fill=bold_ink(colour)),
            self._label(title, x, y + self.side * 0.94),
        ]

    def _objective(self, objective: Objective, x: float, y: float) -> list[Item]:
        middle, scale = self.side / 2, self.side / 24
        colour = objective_colour(self._scene, objective)
        return [
            *ring(objective, x + middle, y + middle * 0.9, scale=scale, colour=colour),
            *plaque(objective, x + middle, y + middle * 0.9, scale=scale, colour=colour),
            self._label(objective.title, x, y + self.side * 0.94),
        ]

    def _effect(self, kind: str, x: float, y: float) -> list[Item]:
        middle = self.side / 2
        return [
            *swatch(
                self._scene, self._looks.effect(kind), x + middle, y + middle * 0.9, size=0.34 * self.side
            ),
            self._label(self._looks.effect_name(kind), x, y + self.side * 0.94),
        ]

    def _round(self, x: float, y: float) -> list[Item]:
        side = self.side
        arrow = ((0.5, 0.15), (0.78, 0.5), (0.6, 0.5), (0.6, 0.78), (0.4, 0.78), (0.4, 0.5), (0.22, 0.5))
        points = tuple((x + a * side, y + b * side) for a, b in arrow)
        return [Polygon(points, fill=INK), self._label("Round", x, y + side * 0.94)]

    def _box(self, number: int, x: float, y: float) -> list[Item]:
        size = 0.34 * self.side
        middle = self.side / 2
        return [
            Text(
                x + middle,
                y + middle + 0.36 * size,
                str(number),
                size,
                SOFT_INK,
                anchor=TextAnchor.MIDDLE,
                bold=True,
            )
        ]

    def sheets(
        self, pieces: Sequence[_Piece], name: str, paper: Paper, height: float, *, backs: bool
    ) -> Iterator[PrintPage]:
        """Yield the sheets with pieces that are ``height`` mm high, each followed by its backs."""
        across = int((paper.width - 2 * paper.margin - 2 * _MARKS) // self.side)
        down = int((paper.height - 2 * paper.margin - 2 * _MARKS - _MARKS) // height)
        if not (across and down):
            raise UsageError(
                f"pieces of {self.side:.4g} x {height:.4g} mm do not fit on the paper. Choose larger paper, a smaller margin, or "
                "smaller hexes"
            )
        for start in range(0, len(pieces), across * down):
            shown = pieces[start : start + across * down]
            yield PrintPage(name, self._sheet([it.front for it in shown], name, paper, across, height))
            if backs:
                # The last column lies behind the first.
                drawn = {at - at % across + across - 1 - at % across: it.back for at, it in enumerate(shown)}
                faces = [drawn.get(at, _blank) for at in range(max(drawn) + 1)]
                back = self._sheet(faces, f"{name}, backs", paper, across, height)
                yield PrintPage(f"{name}, backs", back)

    def _sheet(
        self,
        faces: Sequence[Callable[[float, float], list[Item]]],
        name: str,
        paper: Paper,
        across: int,
        height: float,
    ) -> Picture:
        left = (paper.width - across * self.side) / 2
        top = paper.margin + 2 * _MARKS
        rows = -(-len(faces) // across)
        items: list[Item] = [
            item
            for at, draw in enumerate(faces)
            for item in draw(left + at % across * self.side, top + at // across * height)
        ]
        title = fitted(f"{self._scenario.name}: {name}", 3.4, paper.width - 2 * paper.margin, bold=True)
        layers = (
            Layer("pieces", "Pieces", tuple(items)),
            Layer("cuts", "Cut lines", tuple(_cuts(left, top, self.side, height, across, rows))),
            Layer("title", "Title", (Text(paper.margin, paper.margin + 3.4, title, 3.4, INK, bold=True),)),
        )
        return Picture(
            paper.width,
            paper.height,
            layers,
            title=self._scenario.name,
            description=name,
            symbols=dict(sorted(self._scene.symbols.items())),
            hatches=dict(sorted(self._scene.hatches.items())),
        )


def _cuts(left: float, top: float, width: float, height: float, across: int, rows: int) -> Iterator[Item]:
    """Yield hairlines between pieces, and marks outside that are still there when the lines are cut."""
    right, bottom = left + across * width, top + rows * height
    lines: list[Command] = []
    marks: list[Command] = []
    for i in range(across + 1):
        x = left + i * width
        lines += [("M", (x, top)), ("L", (x, bottom))]
        for start, end in ((top - _MARK - 1, top - 1), (bottom + 1, bottom + _MARK + 1)):
            marks += [("M", (x, start)), ("L", (x, end))]
    for j in range(rows + 1):
        y = top + j * height
        lines += [("M", (left, y)), ("L", (right, y))]
        for start, end in ((left - _MARK - 1, left - 1), (right + 1, right + _MARK + 1)):
            marks += [("M", (start, y)), ("L", (end, y))]
    yield PathShape(tuple(lines), stroke=RELIEF_INK, width=_LINE / 2, opacity=0.6)
    yield PathShape(tuple(marks), stroke=INK, width=_LINE)


def _spare_units(scenario: Scenario) -> list[Unit]:
    """Return counters of every class of the ruleset, for scenarios whose players choose their units."""
    try:
        classes = scenario.rules.classes
    except RulesetError:
        return []
    return [
        Unit(f"{side.id}-{name}-{number}", side.id, name, Hex(0, 0), name=f"{it.name} {number}")
        for side in scenario.sides
        for name, it in classes.items()
        for number in range(1, _SPARE + 1)
    ]


def _effects(scenario: Scenario) -> Iterator[tuple[str, int]]:
    """Yield the effects on the board with the number of their hexes, in the palette's order."""
    board = scenario.board
    for kind in dict.fromkeys(kind for entry in board.effects_palette for kind in entry.kinds):
        if count := int(np.count_nonzero(board.where_effect(kind))):
            yield kind, count


# -- the file -----------------------------------------------------------------------------------------------


def kit_pages(scenario: Scenario, settings: ExportSettings) -> list[PrintPage]:
    """Return the pages: the board if asked for, the rules, then pieces with their backs.

    Errors are those of ``print_pages``; raise UsageError too for pieces larger than the paper.
    """
    pages = print_pages(scenario, settings) if settings.flag("board") else []
    scenario = copied(scenario, settings)
    name = settings.text("paper")
    paper = Paper(name, *PAPERS[name], margin=float(settings.number("margin")))
    kit = _Kit(scenario, hex_size(settings))
    own = [PrintPage("Rules", it) for it in rules_sheets(scenario.name, player_rules(scenario), paper)]
    for flag, title, pieces, height in (
        ("counters", "Counters", kit.counters(), kit.side),
        ("standees", "Standees", kit.standees(), kit.side * (_STAND + _TAB)),
        ("markers", "Markers", kit.markers(), kit.side),
    ):
        if settings.flag(flag):
            own += kit.sheets(pieces[:_MOST_PIECES], title, paper, height, backs=settings.flag("backs"))
    if settings.flag("markers"):
        own += kit.sheets(kit.track(), "Round track", paper, kit.side, backs=False)
    if settings.flag("grey"):
        own = [PrintPage(name, in_grey(picture)) for name, picture in own]
    return [*pages, *own]


def _write(scenario: Scenario, settings: ExportSettings) -> Export:
    pages = kit_pages(scenario, settings)
    content = to_pdf(
        [page.picture for page in pages],
        bookmarks=[page.name for page in pages],
        author=scenario.author[:500],
    )
    return Export(content, (*_losses(scenario, settings), *letters_lost(page.picture for page in pages)))


def _losses(scenario: Scenario, settings: ExportSettings) -> Iterator[str]:
    if not settings.flag("board"):
        yield "the board is not printed, as requested"
    for flag in ("counters", "standees", "markers"):
        if not settings.flag(flag):
            yield f"{flag} are not printed, as requested"
    if (more := len(scenario.units) - _MOST_PIECES) > 0:
        yield f"{counted(more, 'unit')} beyond the first {_MOST_PIECES} have no counter"
    for kind, count in _effects(scenario):
        if count > _MOST_EFFECTS and settings.flag("markers"):
            yield f"{count} hexes have {kind}, but there are only {_MOST_EFFECTS} markers for it"
    if scenario.turns is not None and scenario.turns > _MOST_ROUNDS and settings.flag("markers"):
        yield f"the round track ends at round {_MOST_ROUNDS} of {scenario.turns}"


FORMAT: Final = Format(
    "print-and-play",
    "Print-and-play PDF",
    ".pdf",
    _write,
    carries=PICTURED
    | {
        ScenarioPart.BRIEFING,
        ScenarioPart.WINS,
        ScenarioPart.HOUSE_RULES,
        ScenarioPart.VICTORY,
    },
    options=(
        Option("board", "also print the board, as the pdf format does", "yes", "flag"),
        Option("counters", "a counter for every unit, to cut out", "yes", "flag"),
        Option("standees", "a standing figure for every unit", "no", "flag"),
        Option("markers", "markers for objectives, control, effects and the round", "yes", "flag"),
        Option("backs", "print backs, for double-sided printing flipped on the long edge", "yes", "flag"),
        *OPTIONS,
    ),
    purpose="board, counters, markers and rules to play on a table",
)
