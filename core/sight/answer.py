"""The JSON form of verdicts on lines of sight and of fans, between hexes and from base to base."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from fairground.core.answer import Label, Labels, Part, ScenarioAnswer, schema_field
from fairground.core.grid.hexes import Hex, direction_between
from fairground.core.grid.hexsides import Hexside
from fairground.core.rules.visibility import TargetState
from fairground.core.sight.line.trace import Across, Along, Crossed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.grid.labels import HexNames
    from fairground.core.scenario.board import Board
    from fairground.core.sight.bases.fan import BaseFan
    from fairground.core.sight.bases.verdict import BaseSight, SeenPart
    from fairground.core.sight.line.reasons import Reason
    from fairground.core.sight.line.trace import Meeting
    from fairground.core.sight.line.verdict import SightVerdict


#: A hexside: the label of a hex, and the direction from it.
SideName = tuple[str, str]


class CrossedAnswer(Part):
    """A hex that the line runs through."""

    hex: str = Field(description="label of the hex")


class AlongAnswer(Part):
    """A hexside that the line runs along, between two hexes."""

    left: str = Field(description="label of the hex to the left of the line, looking along it from its start")
    right: str = Field(description="label of the hex to the right of the line")
    side: str = Field(description="direction of the hexside as seen from the left hex")


class AcrossAnswer(Part):
    """A hexside that the line crosses."""

    side: str = Field(description="direction of the hexside as seen from the first hex")
    between: tuple[str, str] = Field(
        description="labels of the two hexes, in the order in which the line crosses them"
    )


class DirectionsAnswer(Part):
    """A modifier as the ruleset writes it, in both directions; 0 without sight."""

    to: int = Field(description="modifier for an attack from the first hex on the second")
    back: int = Field(description="modifier for an attack from the second hex on the first")


class ReasonAnswer(Part):
    """A reason for the verdict between hexes."""

    rule: str = Field(description="ID of the rule behind the reason; may be empty")
    text: str = Field(description="the reason, as a sentence")


class HexReasonAnswer(ReasonAnswer):
    """A reason with its hex."""

    hex: str = Field(description="label of the hex")


class SideReasonAnswer(ReasonAnswer):
    """A reason with its hexside."""

    side: SideName = Field(
        description="hexside, given as the label of a hex and the direction of the hexside from that hex"
    )


class SightAnswer(ScenarioAnswer):
    """Answer of ``fairground sight --json``."""

    schema_name: Literal["fairground/sight/1"] = schema_field("fairground/sight/1")
    start: str = Field(alias="from", description="label of the viewing hex")
    end: str = Field(alias="to", description="label of the target hex")
    distance: int = Field(description="distance in hexes, not counting the viewing hex")
    sight: bool = Field(description="whether the two hexes see each other")
    blocked_by: tuple[str | SideName, ...] = Field(
        description=(
            "blocking hexes and hexsides, in order along the line; a hexside is given as a hex label "
            "and a direction"
        )
    )
    line: tuple[CrossedAnswer | AlongAnswer | AcrossAnswer, ...] = Field(
        description="hexes and hexsides that the line meets, in order, except the viewing and target hexes"
    )
    hindrance: DirectionsAnswer = Field(description="modifier for hindrances along the line")
    cover: DirectionsAnswer = Field(description="modifier for the target's cover")
    opacity: int = Field(description="largest sum of any one kind of opacity along the line")
    reasons: tuple[ReasonAnswer | HexReasonAnswer | SideReasonAnswer, ...] = Field(
        description="reasons for the verdict, in order along the line"
    )

    @classmethod
    def computed(cls, result: SightVerdict) -> dict[str, Any]:
        """Return the verdict with names of places; hexes off the board are named too."""
        board = result.board
        names = board.file_names
        return {
            "start": names.of(result.start),
            "end": names.of(result.end),
            "sight": result.clear,
            "blocked_by": tuple(describe_obstacle(board, at, names) for at in result.blocked_by),
            "line": tuple(item for it in result.line.meetings for item in _meeting(board, it)),
            "opacity": max(result.opacities.values(), default=0),
            "reasons": tuple(_reason(board, it) for it in result.reasons),
        }


def describe_obstacle(board: Board, at: Hex | Hexside, names: HexNames) -> str | SideName:
    """Return the name of a hex, or that of a hexside's hex with its direction."""
    return names.of(at) if isinstance(at, Hex) else _side_name(board, at, names)


def _side_name(board: Board, side: Hexside, names: HexNames) -> SideName:
    near, far = side.hexes
    if not board.contains(near):
        near, far = far, near
    return names.of(near), _direction(board, near, far)


def _direction(board: Board, near: Hex, far: Hex) -> str:
    direction = direction_between(near, far)
    return "" if direction is None else board.layout.direction_name(direction)


def _meeting(board: Board, it: Meeting) -> Iterator[CrossedAnswer | AlongAnswer | AcrossAnswer]:
    name = board.file_names.of
    match it:
        case Crossed(at):
            yield CrossedAnswer(hex=name(at))
        case Along(_, left, right):
            yield AlongAnswer(left=name(left), right=name(right), side=_direction(board, left, right))
        case Across(_, leaves, enters):
            side = _direction(board, leaves, enters)
            yield AcrossAnswer(side=side, between=(name(leaves), name(enters)))


def _reason(board: Board, it: Reason) -> ReasonAnswer:
    match it.place:
        case Hex() as at:
            return HexReasonAnswer(rule=it.rule, text=it.text, hex=board.file_names.of(at))
        case Hexside() as at:
            side = _side_name(board, at, board.file_names)
            return SideReasonAnswer(rule=it.rule, text=it.text, side=side)
        case None:
            return ReasonAnswer(rule=it.rule, text=it.text)


class FanAnswer(ScenarioAnswer):
    """Answer of ``fairground fan --json``; void hexes and those out of range are in no list."""

    schema_name: Literal["fairground/fan/1"] = schema_field("fairground/fan/1")
    origin: Label = Field(description="label of the viewing hex")
    range: int | None = Field(description="range in hexes; null for the whole board")
    visible: Labels = Field(description="labels of the visible hexes, including the origin, row by row")
    blocked: Labels = Field(description="labels of the hexes out of sight, row by row")


#: Inches to the right of the centre of A1, and down.
Point = tuple[float, float]
#: A clear line, by its two ends.
Witness = Annotated[tuple[Point, Point], BeforeValidator(lambda line: (line.start, line.end))]


class HardCoverAnswer(Part):
    """Terrain that gives the target hard cover."""

    terrain: str = Field(description="id of the terrain")
    hexes: tuple[str, ...] = Field(description="labels of the hexes that the terrain covers")
    contact: bool = Field(description="whether the terrain shelters only units that touch it")


class PartAnswer(Part):
    """A part of a large target."""

    name: str = Field(description="name of the part")
    seen: bool = Field(description="whether the part is in sight")
    witness: Witness | None = Field(
        description="the two ends of a clear line to the part, in inches right and down from the centre of A1; null if not seen"
    )

    @classmethod
    def computed(cls, result: SeenPart) -> dict[str, Any]:
        """Return whether the part is in sight."""
        return {"seen": result.witness is not None}


class BaseReasonAnswer(Part):
    """A reason for the verdict between bases."""

    rule: str = Field(description="ID of the rule behind the reason")
    text: str = Field(description="the reason, as a sentence")


class BaseHexReasonAnswer(BaseReasonAnswer):
    """A reason with its hex."""

    hex: str = Field(description="label of the hex")


class BaseSightAnswer(ScenarioAnswer):
    """Answer of ``fairground sight --json`` where sight is from base to base."""

    schema_name: Literal["fairground/base-sight/1"] = schema_field("fairground/base-sight/1")
    start: str = Field(alias="from", description="id of the viewing unit, or label of a hex")
    end: str = Field(alias="to", description="id of the target unit, or label of a hex")
    distance: float = Field(description="distance in inches from edge to edge; 0 if the bases touch")
    sight: bool = Field(description="whether there is a clear line between the bases")
    visibility: str = Field(description="visibility grade of the target, or hidden")
    difficult: bool = Field(description="whether the target counts as difficult under the ruleset")
    witness: Witness | None = Field(
        description="the two ends of a clear line, in inches right and down from the centre of A1; null if there is none"
    )
    exact: bool = Field(
        description="whether the clear line touches no obstacle; if false, it touches one, to within 1e-9 inch"
    )
    awareness: int | None = Field(
        description="distance in inches up to which the target is easy; null if hidden"
    )
    evasion: int = Field(description="extra evasion of the target")
    toughness: int = Field(description="extra toughness of the target")
    hard_cover: tuple[HardCoverAnswer, ...] = Field(description="terrain that gives the target hard cover")
    parts: tuple[PartAnswer, ...] = Field(description="parts of a large target; empty for other targets")
    observer: str | None = Field(
        description=(
            "id of the observer whose view is used, which does nothing else that turn; null if no "
            "observer is used"
        )
    )
    can_lift: bool = Field(description="whether the viewing unit may force the target up from the ground")
    reasons: tuple[BaseReasonAnswer | BaseHexReasonAnswer, ...] = Field(description="reasons for the verdict")

    @classmethod
    def computed(cls, result: BaseSight) -> dict[str, Any]:
        """Return the names of both ends, and the fields that depend on several attributes."""
        board = result.board
        return {
            "start": result.start.name,
            "end": result.end.name,
            "sight": result.clear,
            "visibility": result.grade or TargetState.HIDDEN.value,
            "difficult": result.state is TargetState.DIFFICULT,
            "exact": result.witness is None or result.witness.exact,
            "hard_cover": [
                HardCoverAnswer(
                    terrain=it.kind, hexes=tuple(map(board.label, sorted(it.hexes))), contact=it.contact
                )
                for it in result.hard_cover
            ],
            "reasons": [
                BaseHexReasonAnswer(rule=it.rule, text=it.text, hex=board.label(it.place))
                if isinstance(it.place, Hex)
                else BaseReasonAnswer(rule=it.rule, text=it.text)
                for it in result.reasons
            ],
        }


class BaseFanAnswer(ScenarioAnswer):
    """Answer of ``fairground fan --json`` where sight is from base to base."""

    schema_name: Literal["fairground/base-fan/1"] = schema_field("fairground/base-fan/1")
    origin: str = Field(description="id of the viewing unit, or label of a hex")
    range: int | None = Field(description="range in inches, from edge to edge; null for the whole table")
    visible: Labels = Field(
        description="labels of the hexes in which a default-size base at the centre is visible, row by row"
    )
    blocked: Labels = Field(
        description="labels of the hexes in which a default-size base at the centre is not visible, row by row"
    )
    region: tuple[tuple[tuple[Point, ...], ...], ...] = Field(
        description="visible area as a list of polygons, each an outer ring and the rings of its holes, in inches from the centre of A1"
    )

    @classmethod
    def computed(cls, result: BaseFan) -> dict[str, Any]:
        """Return the name of the origin, and the corners of the visible area."""
        import shapely

        return {
            "origin": result.origin.name,
            "region": [
                [shapely.get_coordinates(ring).tolist() for ring in shapely.get_rings(part)]
                for part in shapely.get_parts(result.region)
            ],
        }
