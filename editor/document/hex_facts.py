"""The facts about a hex as texts, for the status bar and the inspector."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from fairground.core.errors import GridError
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.labels import LabelStyle
from fairground.core.grid.layout import Orientation
from fairground.core.scenario.parts import Objective, Unit, Zone, ZoneKind
from fairground.editor.app.texts import tr, trn, turn_count
from fairground.editor.document.readable_ruleset import known_rules, terrain_title

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.rules import Ruleset
    from fairground.core.rules.ground import Ground
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Side
    from fairground.editor.document.document import Document


_Part = TypeVar("_Part", Zone, Objective)

#: The names of kinds of zones.
ZONE_KINDS = {
    ZoneKind.DEPLOYMENT: tr("Deployment"),
    ZoneKind.REINFORCEMENT: tr("Reinforcement"),
    ZoneKind.EXIT: tr("Exit"),
    ZoneKind.AREA: tr("Area"),
}
#: The styles of hex labels, each with an example.
LABEL_STYLES = {
    LabelStyle.COLUMN_LETTER: tr("C4: column letters and row"),
    LabelStyle.NUMERIC: tr("0304: column and row as numbers"),
    LabelStyle.ROW_LETTER: tr("D3: row letters and column"),
    LabelStyle.AXIAL: tr("(2,2): axial q and r, counted from 0"),
}


@dataclass(frozen=True, slots=True)
class HexFacts:
    """The facts about a hex as texts; empty ones don't apply."""

    label: str
    is_void: bool
    terrain: str
    level: int
    cost: str
    sight: str
    cover: str
    effects: str
    zones: str
    objectives: str
    units: str
    hexsides: str
    name: str
    note: str
    locked: str

    @property
    def line(self) -> str:
        """The facts as one line."""
        if self.is_void:
            return tr("not on the board")
        parts = [self.terrain, tr("level {level}").format(level=self.level), self.cost]
        parts += [self.name, self.effects, self.zones, self.objectives, self.units, self.hexsides]
        return "  ·  ".join(part for part in parts if part)

    def rows(self) -> list[tuple[str, str]]:
        """Return names and texts of the facts that are not empty."""
        named = [
            (tr("Terrain"), self.terrain),
            (tr("Level"), str(self.level)),
            (tr("Entry cost"), self.cost),
            (tr("Sight"), self.sight),
            (tr("Cover"), self.cover),
            (tr("Effects"), self.effects),
            (tr("Zones"), self.zones),
            (tr("Objectives"), self.objectives),
            (tr("Units"), self.units),
            (tr("Hexsides"), self.hexsides),
            (tr("Name"), self.name),
            (tr("Note"), self.note),
            (tr("Locked"), self.locked),
        ]
        return [(name, text) for name, text in named if text] if not self.is_void else [("", self.line)]


class HexReader:
    """Reads the facts of hexes of a document; the hexes of zones are cached."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._zones = _Areas[Zone]()
        self._objectives = _Areas[Objective]()

    def facts(self, at: Hex) -> HexFacts | None:
        """Return the facts about a hex; None off the rectangle of the board."""
        from fairground.core.rules.descriptions import cost_words

        scenario = self._document.scenario
        board = scenario.board
        if not board.contains(at):
            return None
        cell = board.cell(at)
        stack, effects = board.terrain_at(at), board.effects_at(at)
        rules = known_rules(scenario)
        ground = rules.ground([kind for kind in stack if kind in rules.terrain]) if rules else None
        on_it = [rules.effects[kind] for kind in effects if kind in rules.effects] if rules else []
        is_blocked = any(it.blocks_sight and it.height is None for it in on_it)
        grades = rules.cover.grades if rules else {}
        names = {kind: it.name for kind, it in rules.effects.items()} if rules else {}
        zones = self._zones.at(scenario.zones, board, cell)
        return HexFacts(
            label=board.hex_name(at),
            is_void=board.palette[int(board.terrain[cell])].is_void,
            terrain=terrain_title(scenario, stack),
            level=board.level_at(at),
            cost=cost_words(ground) if ground and set(stack) <= set(rules.terrain if rules else ()) else "",
            sight=_describe_sight(ground, rules, is_blocked=is_blocked) if ground and rules else "",
            cover=", ".join(
                grades[it].name for it in dict.fromkeys(ground.covers if ground else ()) if it in grades
            ),
            effects=", ".join(names.get(kind, kind) for kind in effects),
            zones=", ".join(_describe_zone(scenario, it) for it in zones),
            objectives=", ".join(
                map(describe_objective, self._objectives.at(scenario.objectives, board, cell))
            ),
            units=", ".join(describe_unit(scenario, it) for it in scenario.units if it.hex == at),
            hexsides=_describe_hexside(board, at, rules),
            name=board.names.get(at, ""),
            note=board.notes.get(at, ""),
            locked=_describe_lock(scenario, board.label(at), zones),
        )

    def describe_side(self, at: Hex, direction: int) -> str:
        """Return the features of a side of a hex: ``C4 NE: hedge``."""
        board, rules = self._document.scenario.board, known_rules(self._document.scenario)
        names = board.hexsides.get(hexside(at, direction), ())
        place = f"{board.hex_name(at)} {board.layout.direction_name(direction)}"
        return f"{place}: {features_title(rules, names).lower() or 'nothing'}"

    def has_features(self, at: Hex, direction: int) -> bool:
        """Whether a side of a hex has features."""
        return hexside(at, direction) in self._document.scenario.board.hexsides


class _Areas(Generic[_Part]):
    """The hexes of zones or objectives, cached until the list or the board is replaced."""

    def __init__(self) -> None:
        self._parts: list[_Part] | None = None
        self._board: Board | None = None
        self._masks: list[tuple[_Part, NDArray[np.bool_]]] = []

    def at(self, parts: list[_Part], board: Board, cell: tuple[int, int]) -> list[_Part]:
        """Return the parts that have the hex at ``cell`` (row, column)."""
        if parts is not self._parts or board is not self._board:
            # While a zone is drawn, the others keep their shapes.
            cached = {id(part.shape): mask for part, mask in self._masks} if board is self._board else {}
            self._parts, self._board = parts, board
            masks = (
                (part, cached[id(part.shape)] if id(part.shape) in cached else _mask(part, board))
                for part in parts
            )
            self._masks = [(part, mask) for part, mask in masks if mask is not None]
        return [part for part, mask in self._masks if mask[cell]]


def describe_unit(scenario: Scenario, unit: Unit) -> str:
    """Return name or class, side, facing and arrival of a unit."""
    side = scenario.side(unit.side)
    names = scenario.board.layout.direction_names
    facing = tr(", facing {direction}").format(direction=names[unit.facing - 1])
    later = tr(", from turn {turn}").format(turn=unit.arrives) if unit.arrives > 1 else ""
    return f"{scenario.unit_title(unit)} ({side.title if side else unit.side}){facing}{later}"


def part_title(scenario: Scenario, part: Side | Zone | Objective | Unit) -> str:
    """Return what steps of the history call a part of a scenario."""
    if isinstance(part, Zone):
        return scenario.zone_title(part.id)
    return scenario.unit_title(part) if isinstance(part, Unit) else part.title


def describe_objective(objective: Objective) -> str:
    """Return name, points and turns to hold of an objective."""
    hold = tr(", hold for {turns}").format(turns=turn_count(objective.hold)) if objective.hold else ""
    text = trn("{name} ({n} point{hold})", "{name} ({n} points{hold})", objective.points)
    return text.format(name=objective.title, n=objective.points, hold=hold)


def features_title(rules: Ruleset | None, features: tuple[str, ...]) -> str:
    """Return the names of the features of a hexside, joined by ``+``; ids where the ruleset knows no name."""
    known = rules.hexsides if rules else {}
    return " + ".join(known[it].name if it in known else it for it in features)


def top_name(board: Board) -> str:
    """Return the name of the orientation of a board's hexes."""
    return tr("flat-top") if board.layout.orientation is Orientation.FLAT else tr("pointy-top")


def _describe_zone(scenario: Scenario, zone: Zone) -> str:
    side = scenario.side(zone.side)
    name, kind = scenario.zone_title(zone.id), ZONE_KINDS[zone.kind].lower()
    if side is None:
        return name
    # A title made from the side says whose the zone is.
    return f"{name} ({side.title}, {kind})" if name == zone.title else f"{name} ({kind})"


def _describe_lock(scenario: Scenario, name: str, zones: list[Zone]) -> str:
    """Return what locks a hex against suggestions: itself, or its zones."""
    if not scenario.locked:
        return ""
    locked = set(scenario.locked)
    by = [tr("protected from suggestions")] if name in locked else []
    return ", ".join(
        (
            *by,
            *(
                tr("as part of {name}").format(name=scenario.zone_title(zone.id))
                for zone in zones
                if zone.id in locked
            ),
        )
    )


def _describe_sight(ground: Ground, rules: Ruleset, *, is_blocked: bool) -> str:
    """Return how terrain and effects of a hex affect lines of sight."""
    texts = []
    if ground.blocks_sight or is_blocked:
        texts.append(tr("blocked"))
    elif ground.obstacle is not None:
        texts.append(
            trn(
                "blocked up to {n} level above the ground",
                "blocked up to {n} levels above the ground",
                ground.obstacle,
            ).format(n=ground.obstacle)
        )
    if ground.hindrance:
        texts.append(tr("hindrance +{hindrance}").format(hindrance=ground.hindrance))
    opacities = rules.sight.opacities
    for name in dict.fromkeys(haze.opacity for haze in ground.haze if haze.opacity in opacities):
        amount = sum(haze.amount for haze in ground.haze if haze.opacity == name)
        name_text = f" ({opacities[name].name.lower()})" if len(opacities) > 1 else ""
        texts.append(
            tr("opacity {amount} of {limit}{what}").format(
                amount=amount, limit=opacities[name].limit, what=name_text
            )
        )
    return ", ".join(texts)


def _describe_hexside(board: Board, at: Hex, rules: Ruleset | None) -> str:
    if not board.hexsides:
        return ""
    by_title: dict[str, list[str]] = {}
    for facing in range(1, 7):
        direction = board.layout.facing_direction(facing)
        names = board.hexsides.get(hexside(at, direction), ())
        if names:
            by_title.setdefault(features_title(rules, names), []).append(
                board.layout.direction_name(direction)
            )
    return "; ".join(f"{title} {', '.join(directions)}" for title, directions in by_title.items())


def _mask(part: Zone | Objective, board: Board) -> NDArray[np.bool_] | None:
    try:
        return part.shape.mask(board)
    except GridError:  # an invalid label, which findings report
        return None
