"""The JSON form of verdicts and fans from base to base."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import shapely
from pydantic import BeforeValidator, Field

from fairground.core.answer import Answer, Labels, Part, schema_field
from fairground.core.grid.hexes import Hex
from fairground.core.rules.visibility import TargetState
from fairground.core.sight.bases.explanations import HIDDEN

if TYPE_CHECKING:
    from fairground.core.sight.bases.fan import BaseFan
    from fairground.core.sight.bases.verdict import BaseSight, SeenPart

#: Inches to the right of the centre of A1, and down.
Point = tuple[float, float]
#: A free line, by its two ends.
Witness = Annotated[tuple[Point, Point], BeforeValidator(lambda line: (line.start, line.end))]


class HardCoverAnswer(Part):
    """Terrain that gives the target hard cover."""

    terrain: str = Field(description="kind of terrain")
    hexes: tuple[str, ...] = Field(description="labels of its hexes")
    contact: bool = Field(description="whether it shelters only who touches it")


class PartAnswer(Part):
    """A part of a large target."""

    name: str = Field(description="its name")
    seen: bool = Field(description="whether it is in sight")
    witness: Witness | None = Field(description="a free line to it; null where it is not seen")

    @classmethod
    def computed(cls, result: SeenPart) -> dict[str, Any]:
        """Return whether the part is in sight."""
        return {"seen": result.witness is not None}


class BaseReasonAnswer(Part):
    """One thing that made the verdict."""

    rule: str = Field(description="ID of the rule it rests on")
    text: str = Field(description="a sentence")


class BaseHexReasonAnswer(BaseReasonAnswer):
    """The same, about a hex."""

    hex: str = Field(description="its label")


class BaseSightAnswer(Answer):
    """Answer of ``fairground sight --json`` where sight is from base to base."""

    schema_name: Literal["fairground/base-sight/1"] = schema_field("fairground/base-sight/1")
    start: str = Field(alias="from", description="id of the unit that looks, or label of a hex")
    end: str = Field(alias="to", description="id of the unit looked at, or label of a hex")
    distance: float = Field(description="inches from edge to edge; 0 where the bases touch")
    sight: bool = Field(description="whether there is a free line")
    visibility: str = Field(description="the visibility grade that counts, or hidden")
    difficult: bool = Field(description="whether it is a difficult target")
    witness: Witness | None = Field(
        description="a free line, in inches right and down from the centre of A1; null where there is none"
    )
    exact: bool = Field(
        description="whether the witness touches nothing that blocks; if false, it touches something, to 1e-9 inch"
    )
    awareness: int | None = Field(description="inches up to which the target is easy; null for a hidden one")
    evasion: int = Field(description="evasion that the target has more")
    toughness: int = Field(description="toughness that the target has more")
    hard_cover: tuple[HardCoverAnswer, ...] = Field(description="terrain that the target is behind")
    parts: tuple[PartAnswer, ...] = Field(description="parts of a large target")
    observer: str | None = Field(
        description="unit whose visibility is used, and which does nothing else that turn"
    )
    can_lift: bool = Field(description="whether the unit that looks may get the target up from the ground")
    reasons: tuple[BaseReasonAnswer | BaseHexReasonAnswer, ...] = Field(description="why")

    @classmethod
    def computed(cls, result: BaseSight) -> dict[str, Any]:
        """Return the names of the two ends, and the fields that depend on several attributes."""
        board = result.board
        return {
            "start": result.start.name,
            "end": result.end.name,
            "sight": result.clear,
            "visibility": result.grade or HIDDEN,
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


class BaseFanAnswer(Answer):
    """Answer of ``fairground fan --json`` where sight is from base to base."""

    schema_name: Literal["fairground/base-fan/1"] = schema_field("fairground/base-fan/1")
    origin: str = Field(description="id of the unit that looks, or label of a hex")
    range: int | None = Field(description="how many inches far, from edge to edge; null is all of the table")
    visible: Labels = Field(
        description="labels of the hexes in whose middle a usual base would be seen, row by row"
    )
    blocked: Labels = Field(description="labels of the hexes in whose middle it would not be seen")
    region: tuple[tuple[tuple[Point, ...], ...], ...] = Field(
        description="points seen: areas, each an outer ring and the rings of its holes, in inches from the centre of A1"
    )

    @classmethod
    def computed(cls, result: BaseFan) -> dict[str, Any]:
        """Return the name of the base that looks, and the corners of the area seen."""
        return {
            "origin": result.origin.name,
            "region": [
                [shapely.get_coordinates(ring).tolist() for ring in shapely.get_rings(part)]
                for part in shapely.get_parts(result.region)
            ],
        }
