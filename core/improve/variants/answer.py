"""The JSON form of variants."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import AliasPath, Field

from fairground.core.answer import Answer, Band, FindingAnswer, Number, Part, TextOrNone, schema_field

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from fairground.core.improve.variants.variants import Delta, Variant, VariantSet
    from fairground.core.metrics.comparison.board_comparison import MeasureChange


class AxisAnswer(Part):
    """An axis along which the variants differ."""

    name: str = Field(description="name of the axis, such as openness")
    title: str = Field(description="the same in words")


class VariantBandAnswer(Part):
    """How a measure is judged, whatever class and weapon band it is for."""

    id: str = Field(description="name of the measure")
    gate: bool = Field(validation_alias="gates", description="whether it takes part in the verdict")
    imbalance: tuple[Number | None, Number | None] = Field(
        description="the greatest (max - min) / max of the parties' values, of the sketch and here; null: not compared"
    )
    band: tuple[Band | None, Band | None] = Field(description="the worst band, of the sketch and here")

    @classmethod
    def computed(cls, result: Delta) -> dict[str, Any]:
        """Return imbalances and bands of the sketch and the variant."""
        before, after = result.before, result.after
        return {"imbalance": (before.apart, after.apart), "band": (before.band, after.band)}


class VariantMeasureAnswer(Part):
    """A measure that says something else than of the sketch."""

    id: str = Field(description="name of the measure")
    classes: tuple[str, ...] = Field(description="ids of the classes it holds for; none: every mover")
    range: str | None = Field(
        validation_alias="range_band", description="id of the weapon band; null: none, or any distance"
    )
    before: dict[str, Number | None] = Field(description="value of each party in the sketch; null: never")
    after: dict[str, Number | None] = Field(description="value of each party here; null: never")
    band: tuple[Band | None, Band | None] = Field(description="its band in the sketch and here")
    text: str = Field(description="what it says here, in a sentence or two")

    @classmethod
    def computed(cls, result: MeasureChange) -> dict[str, Any]:
        """Return the bands of the sketch and the variant."""
        return {"band": (result.band_before, result.band_after)}


class VariantAnswer(Part):
    """One variant."""

    added: ClassVar = {"file": None}

    id: str = Field(description="its id, such as sketch, turn-180-top or v01")
    title: str = Field(description="the same in words")
    parent: TextOrNone = Field(description="id of the board that it was made from; null: it is the sketch")
    file: str | None = Field(description="path of the scenario that was written; null: none was")
    verdict: Band | None = Field(
        validation_alias=AliasPath("fairness", "verdict"),
        description="the worst band of the measures that gate; null: none of them is judged",
    )
    places: tuple[Number | None, Number | None] = Field(description="position on the axes; null: none")
    changed: tuple[str, ...] = Field(
        validation_alias="labels",
        description="labels of the hexes that are others than in the sketch, row by row",
    )
    bands: tuple[VariantBandAnswer, ...] = Field(
        validation_alias="deltas", description="every measure beside the sketch"
    )
    measures: tuple[VariantMeasureAnswer, ...] = Field(
        description="the measures that say something else, for whom and in which weapon band"
    )


class UnfitAnswer(Part):
    """A symmetry that does not go with the scenario."""

    symmetry: str = Field(validation_alias="kind", description="name of the symmetry, such as turn-180")
    part: str | None = Field(
        validation_alias=AliasPath("part", "name"),
        description="part of the board that would be copied, such as top half; null: any",
    )
    reason: str = Field(description="why not, in a sentence")


class VariantsAnswer(Answer):
    """Answer of ``fairground variants --json``."""

    added: ClassVar = {"file": "", "output": ""}

    schema_name: Literal["fairground/variants/1"] = schema_field("fairground/variants/1")
    file: str = Field(description="path of the scenario as it was given")
    output: str = Field(description="path of the page that was written")
    axes: tuple[AxisAnswer, AxisAnswer] = Field(description="the axes that the variants are spread out on")
    seed: int = Field(description="random seed")
    tried: int = Field(description="how many boards were tried")
    cells: int = Field(description="how many cells of the grid over the axes have a board")
    errors: tuple[FindingAnswer, ...] = Field(
        validation_alias=AliasPath("sketch", "fairness", "errors"),
        description="errors of the scenario that it was done despite; none unless --despite-errors is given",
    )
    sketch: VariantAnswer = Field(description="the scenario itself")
    versions: tuple[VariantAnswer, ...] = Field(description="its symmetric versions")
    unfit: tuple[UnfitAnswer, ...] = Field(description="the symmetries that do not fit")
    variants: tuple[VariantAnswer, ...] = Field(validation_alias="mutants", description="random variants")


def variants_answer(found: VariantSet, file: Path, page: Path, names: Mapping[str, str]) -> VariantsAnswer:
    """Return the answer about variants of a file; ``names`` has those of the scenarios written beside the page, by id."""
    files = {name: str(page.with_name(it)) for name, it in names.items()}

    def variant(it: Variant) -> VariantAnswer:
        return VariantAnswer.from_result(it, file=files.get(it.id))

    return VariantsAnswer.from_result(
        found,
        file=str(file),
        output=str(page),
        errors=found.sketch.fairness.errors,
        sketch=variant(found.sketch),
        versions=tuple(map(variant, found.versions)),
        mutants=tuple(map(variant, found.mutants)),
    )
