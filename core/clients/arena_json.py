"""A scenario as plain JSON for game programmers: every hex spelled out, zones resolved, the ruleset embedded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from fairground.core.clients.arena_movement import (
    ArenaGrid,
    ArenaHexside,
    ArenaModel,
    ArenaMovement,
    arena_grid,
    arena_hexsides,
    arena_movement,
    stacks_of,
)
from fairground.core.clients.format import Export, Format
from fairground.core.clients.scenario_parts import ScenarioPart
from fairground.core.pictures.looks import Looks
from fairground.core.pictures.scene import Stack, tinted
from fairground.core.scenario.mission import describe_win

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.clients.format import ExportSettings
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.mission import Task
    from fairground.core.scenario.parts import Objective, Side, Zone
    from fairground.core.scenario.shapes import Shape

Label = str


class ArenaHex(ArenaModel):
    """A hex of the board; void ones are left out."""

    label: Label = Field(
        description="label of the hex, such as C4: column letters, then the row number, starting at 1"
    )
    col: int = Field(description="column index, starting at 0")
    row: int = Field(description="row index, starting at 0")
    q: int = Field(description="axial coordinate q; 0 for A1")
    r: int = Field(description="axial coordinate r; 0 for A1")
    terrain: tuple[str, ...] = Field(description="terrain stack, bottom first")
    stack: int = Field(description="index of the terrain stack in movement.stacks")
    colour: str = Field(description="colour of the ground on Fairground's maps, tinted by level")
    level: int = Field(description="level of the hex")
    effects: tuple[str, ...] = Field(description="effects on the hex")
    name: str | None = Field(description="place name of the hex; null if it has none")


class ArenaBoard(ArenaModel):
    """The board."""

    layout: Literal["odd-q", "even-q", "odd-r", "even-r"] = Field(
        description="layout of the board: which rows or columns are shifted"
    )
    columns: int = Field(description="number of columns")
    rows: int = Field(description="number of rows")
    inches: float | None = Field(
        description="hex width in inches between opposite sides, for games measured in inches; null means 2"
    )
    grid: ArenaGrid = Field(
        description="how to compute the neighbours of hexes and their positions in pixels"
    )
    hexes: tuple[ArenaHex, ...] = Field(description="the hexes, row by row")
    hexsides: tuple[ArenaHexside, ...] = Field(description="hexsides that carry features")


class ArenaTask(ArenaModel):
    """A task of a way to win."""

    kind: str = Field(
        description=(
            "kind of task: hold, reach, exit, destroy, plant, points, last_standing or time_out, as in "
            "a scenario file"
        )
    )
    targets: tuple[str, ...] = Field(
        description="ids of the task's targets: objectives, zones, units or sides"
    )
    count: int | None = Field(description="number of objectives or units required; null if all are required")
    turns: int = Field(
        description="number of consecutive turns to hold the targets, or turns until a charge goes off"
    )
    units: tuple[str, ...] = Field(
        description="ids of the units that count; empty if any unit of the side counts"
    )
    unit_class: str | None = Field(
        alias="class", description="id of the unit class that counts; null if any class counts"
    )
    points: int = Field(description="points to score; 0 for other tasks")


class ArenaWin(ArenaModel):
    """A way to win: all of its tasks, in any order."""

    text: str = Field(description="description of the way to win")
    tasks: tuple[ArenaTask, ...] = Field(description="the tasks; all of them are required")


class ArenaSide(ArenaModel):
    """A side."""

    id: str = Field(description="id of the side, which zones and units refer to")
    name: str = Field(description="display name")
    team: str = Field(description="team of the side; sides on the same team are allies")
    role: str = Field(description="role of the side in an asymmetric mission; may be empty")
    force: str | None = Field(
        description="force that the side plays with: a shipped force or a file; null for the default force"
    )
    wins: tuple[ArenaWin, ...] = Field(description="the side's own ways to win; any one of them is enough")


class ArenaZone(ArenaModel):
    """A zone, resolved to its hexes."""

    id: str = Field(description="id of the zone")
    side: str | None = Field(description="id of the side that the zone belongs to; null if it has no side")
    kind: str = Field(description="kind of zone: deployment, reinforcement, exit or area")
    name: str = Field(description="display name; may be empty")
    hexes: tuple[Label, ...] = Field(description="labels of the hexes, row by row")


class ArenaObjective(ArenaModel):
    """An objective."""

    id: str = Field(description="id of the objective")
    kind: str = Field(description="kind of objective: control or exit")
    side: str | None = Field(description="id of the only side that can score it; null if any side can")
    name: str = Field(description="display name; may be empty")
    points: int = Field(description="points that the objective is worth")
    hold: int = Field(
        description="number of turns that the objective must be held; with 0, it scores immediately"
    )
    hexes: tuple[Label, ...] = Field(description="labels of the hexes, row by row")


class ArenaUnitPart(ArenaModel):
    """A part of a large unit."""

    name: str = Field(description="display name")
    at: tuple[float, float] = Field(
        description="position of the part, in inches right and down from the centre of the unit's base"
    )
    base: float = Field(description="diameter of the part in inches; 0 for a point")


class ArenaUnit(ArenaModel):
    """A unit at its start."""

    id: str = Field(description="id of the unit")
    side: str = Field(description="id of the side that the unit belongs to")
    unit_class: str = Field(alias="class", description="id of the unit's class in the ruleset")
    name: str = Field(description="display name; may be empty")
    hex: Label = Field(description="label of the starting hex")
    facing: int = Field(description="facing from 1 to 6, clockwise from N (flat-top) or NE (pointy-top)")
    facing_name: str = Field(description="facing as a direction, such as SE")
    shield: str = Field(description="arm that carries the shield: left, right or none")
    allowance: int | None = Field(
        description="the unit's own movement points per turn; null if set by its class"
    )
    at: tuple[float, float] | None = Field(
        description=(
            "position in inches right and down from the centre of A1; null if the unit is at the "
            "centre of its hex"
        )
    )
    base: float | None = Field(description="diameter of its base in inches; null if set by its class")
    parts: tuple[ArenaUnitPart, ...] = Field(description="visible parts of the unit")
    traits: tuple[str, ...] = Field(description="ids of the unit's traits in the ruleset")
    arrives: int = Field(
        description="turn in which the unit enters the board at its hex; 1 if it starts there"
    )
    hit_points: int | None = Field(description="hit points of the unit; null if set by its force")
    defence: int | None = Field(description="damage subtracted from each hit; null if set by its force")
    unarmed: bool = Field(description="whether the unit never attacks")


class ArenaVictory(ArenaModel):
    """How the game is won."""

    points: int | None = Field(
        description="number of points that ends the game; null if points do not end it"
    )
    last_standing: bool = Field(description="whether the last side standing wins")
    kill: int = Field(description="points for a destroyed unit")
    component: int = Field(description="points for a destroyed component")


class ArenaRuleset(ArenaModel):
    """The ruleset, embedded, so that nothing else need be at hand."""

    id: str = Field(description="id of the ruleset")
    content_hash: str = Field(description="hash of everything in the ruleset that affects play")
    content: dict[str, Any] = Field(description="the resolved ruleset, with the scenario's overrides applied")


class Arena(ArenaModel):
    """A whole scenario."""

    schema_name: Literal["fairground/arena/1"] = Field(
        alias="schema", description="name and version of this schema"
    )
    name: str = Field(description="name of the scenario")
    author: str = Field(description="author of the scenario; may be empty")
    notes: str = Field(description="the designer's notes; may be empty")
    weather: str = Field(description="id of the weather in the ruleset, or none")
    turns: int | None = Field(description="maximum number of turns; null if there is no limit")
    board: ArenaBoard = Field(description="the board")
    sides: tuple[ArenaSide, ...] = Field(description="the sides, in turn order")
    zones: tuple[ArenaZone, ...] = Field(description="the zones")
    objectives: tuple[ArenaObjective, ...] = Field(description="the objectives")
    units: tuple[ArenaUnit, ...] = Field(description="the units")
    victory: ArenaVictory = Field(description="victory conditions")
    movement: ArenaMovement = Field(description="movement costs")
    house_rules: tuple[str, ...] = Field(
        description="house rules of the scenario, which no program applies, one phrase each"
    )
    ruleset: ArenaRuleset = Field(description="ruleset of the scenario")


def arena_schema() -> dict[str, Any]:
    """Return the JSON Schema of the export."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "fairground/arena/1",
        **Arena.model_json_schema(by_alias=True, mode="serialization"),
    }


def arena(scenario: Scenario) -> Arena:
    """Return the export of a scenario as a model; hexes row by row, everything else in the file's order."""
    board = scenario.board
    return Arena(
        schema="fairground/arena/1",
        name=scenario.name,
        author=scenario.author,
        notes=scenario.notes,
        weather=scenario.weather,
        turns=scenario.turns,
        board=_board(scenario),
        sides=tuple(_side(it, scenario) for it in scenario.sides),
        zones=tuple(_zone(it, board) for it in scenario.zones),
        objectives=tuple(_objective(it, board) for it in scenario.objectives),
        units=tuple(_units(scenario)),
        victory=ArenaVictory(
            points=scenario.victory.points,
            last_standing=scenario.victory.last_standing,
            kill=scenario.victory.kill,
            component=scenario.victory.component,
        ),
        movement=arena_movement(scenario),
        house_rules=tuple(scenario.house_rules),
        ruleset=ArenaRuleset(
            id=scenario.rules.id, content_hash=scenario.rules.content_hash, content=scenario.rules.to_plain()
        ),
    )


def _board(scenario: Scenario) -> ArenaBoard:
    board = scenario.board
    return ArenaBoard(
        layout=board.layout.value,
        columns=board.columns,
        rows=board.rows,
        inches=board.inches,
        grid=arena_grid(board.layout),
        hexes=tuple(_hexes(scenario)),
        hexsides=tuple(arena_hexsides(scenario)),
    )


def _side(side: Side, scenario: Scenario) -> ArenaSide:
    return ArenaSide(
        id=side.id,
        name=side.title,
        team=side.allegiance,
        role=side.role,
        force=side.force or None,
        wins=tuple(
            ArenaWin(text=describe_win(scenario, win), tasks=tuple(map(_task, win.tasks)))
            for win in side.wins
        ),
    )


def _task(task: Task) -> ArenaTask:
    return ArenaTask(
        kind=task.kind.value,
        targets=task.targets,
        count=task.count,
        turns=task.turns,
        units=task.units,
        **{"class": task.unit_class or None},
        points=task.points,
    )


def _zone(zone: Zone, board: Board) -> ArenaZone:
    return ArenaZone(
        id=zone.id,
        side=zone.side or None,
        kind=zone.kind.value,
        name=zone.name,
        hexes=_labels(zone.shape, board),
    )


def _objective(it: Objective, board: Board) -> ArenaObjective:
    return ArenaObjective(
        id=it.id,
        kind=it.kind.value,
        side=it.side or None,
        name=it.name,
        points=it.points,
        hold=it.hold,
        hexes=_labels(it.shape, board),
    )


def _hexes(scenario: Scenario) -> Iterable[ArenaHex]:
    board, looks = scenario.board, Looks(scenario)
    void, stacks = board.void, stacks_of(board)
    grounds = [Stack(tuple(map(looks.terrain, it.kinds))).ground for it in board.palette]
    for at in board.hexes():
        column, row = board.layout.to_offset(at)
        if not void[row, column]:
            yield ArenaHex(
                label=board.label(at),
                col=column,
                row=row,
                q=at.q,
                r=at.r,
                terrain=board.terrain_at(at),
                stack=stacks[tuple(board.terrain_at(at))],
                colour=tinted(grounds[int(board.terrain[row, column])], board.level_at(at)),
                level=board.level_at(at),
                effects=board.effects_at(at),
                name=board.names.get(at),
            )


def _units(scenario: Scenario) -> Iterable[ArenaUnit]:
    layout = scenario.board.layout
    for unit in scenario.units:
        yield ArenaUnit(
            id=unit.id,
            side=unit.side,
            **{"class": unit.unit_class},
            name=unit.name,
            hex=scenario.board.label(unit.hex),
            facing=unit.facing,
            facing_name=layout.direction_names[unit.facing - 1],
            shield=unit.shield.value,
            allowance=unit.allowance,
            at=unit.at,
            base=unit.base,
            parts=tuple(ArenaUnitPart(name=it.name, at=it.at, base=it.base) for it in unit.parts),
            traits=unit.traits,
            arrives=unit.arrives,
            hit_points=unit.hit_points,
            defence=unit.defence,
            unarmed=unit.unarmed,
        )


def _labels(shape: Shape, board: Board) -> tuple[Label, ...]:
    """Return the hexes of a shape that are on the board and not void, row by row."""
    mask = shape.mask(board) & ~board.void
    return tuple(board.label(at) for at in board.hexes() if mask[board.cell(at)])


def _write(scenario: Scenario, _settings: ExportSettings) -> Export:
    return Export((arena(scenario).model_dump_json(by_alias=True, indent=1) + "\n").encode())


FORMAT = Format(
    "json",
    "JSON for game programmers",
    ".json",
    _write,
    carries=frozenset(ScenarioPart)
    - {
        ScenarioPart.NOTES,
        ScenarioPart.DECORATIONS,
        ScenarioPart.FAIRNESS,
        ScenarioPart.LOCKS,
        ScenarioPart.SOURCE,
        ScenarioPart.COMMENTS,
    },
    purpose="the whole scenario with the rules applied, for other programs",
)
