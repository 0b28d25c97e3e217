"""The JSON form of variants."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import AliasPath, Field

from fairground.core.answer import Answer, Band, FindingAnswer, Number, Part, TextOrNone, schema_field
from fairground.core.metrics.comparison_answer import MeasureChangeAnswer  # noqa: TC001  # pydantic looks it up

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from fairground.core.improve.variants.variants import Delta, Variant, VariantSet


class AxisAnswer(Part):
    """An axis along which the variants differ."""

    name: str = Field(description="name of the axis, such as openness")
    title: str = Field(description="title of the axis")


class VariantBandAnswer(Part):
    """The worst rating of a measure over all classes and weapon bands."""

    id: str = Field(description="id of the measure")
    gate: bool = Field(validation_alias="gates", description="whether the measure counts toward the verdict")
    imbalance: tuple[Number | None, Number | None] = Field(
        description="largest (max - min) / max of the values, in the sketch and in the variant; null if not compared"
    )
    band: tuple[Band | None, Band | None] = Field(
        description="worst rating, in the sketch and in the variant; null if not judged"
    )

    @classmethod
    def computed(cls, result: Delta) -> dict[str, Any]:
        """Return imbalances and bands of the sketch and the variant."""
        before, after = result.before, result.after
        return {"imbalance": (before.apart, after.apart), "band": (before.band, after.band)}


class VariantAnswer(Part):
    """One variant."""

    added: ClassVar = {"file": None}

    id: str = Field(description="id of the variant, such as sketch, turn-180-top or v01")
    title: str = Field(description="title of the variant")
    parent: TextOrNone = Field(
        description="id of the board that the variant was made from; null for the sketch"
    )
    file: str | None = Field(description="path of the scenario; null if none was written")
    verdict: Band | None = Field(
        validation_alias=AliasPath("fairness", "verdict"),
        description="worst rating of the deciding measures; null if none is rated",
    )
    places: tuple[Number | None, Number | None] = Field(
        description="value on each of the two axes; null where the variant has no value"
    )
    changed: tuple[str, ...] = Field(
        validation_alias="labels", description="labels of the hexes that differ from the sketch, row by row"
    )
    left_out: tuple[str, ...] = Field(
        (),
        description="ways to win that the variant cannot keep, each with its side, such as Raiders: destroy Wagon",
    )
    bands: tuple[VariantBandAnswer, ...] = Field(
        validation_alias="deltas", description="ratings of every measure, compared with the sketch"
    )
    measures: tuple[MeasureChangeAnswer, ...] = Field(description="measures that differ from the sketch")


class UnfitAnswer(Part):
    """A symmetry that doesn't fit the scenario."""

    symmetry: str = Field(validation_alias="kind", description="name of the symmetry, such as turn-180")
    part: str | None = Field(
        validation_alias=AliasPath("part", "name"),
        description="part of the board to copy, such as top half; null if any part can be copied",
    )
    reason: str = Field(description="why the symmetry doesn't fit, in a sentence")


class VariantsAnswer(Answer):
    """Answer of ``fairground variants --json``."""

    added: ClassVar = {"file": "", "output": ""}

    schema_name: Literal["fairground/variants/1"] = schema_field("fairground/variants/1")
    file: str = Field(description="path of the scenario as given")
    output: str = Field(description="path of the page with the variants")
    axes: tuple[AxisAnswer, AxisAnswer] = Field(description="axes along which the variants differ")
    seed: int = Field(description="random seed")
    tried: int = Field(description="number of boards tried")
    cells: int = Field(description="number of cells in the grid of the two axes that contain a board")
    errors: tuple[FindingAnswer, ...] = Field(
        validation_alias=AliasPath("sketch", "fairness", "errors"),
        description="errors that were ignored; empty without --despite-errors",
    )
    sketch: VariantAnswer = Field(description="the original scenario")
    versions: tuple[VariantAnswer, ...] = Field(description="symmetric versions of the scenario")
    unfit: tuple[UnfitAnswer, ...] = Field(description="symmetries that do not fit the scenario")
    variants: tuple[VariantAnswer, ...] = Field(validation_alias="mutants", description="random variants")


def variants_answer(found: VariantSet, file: Path, page: Path, names: Mapping[str, str]) -> VariantsAnswer:
    """Return the answer for variants of a file; ``names`` are the files of the scenarios beside the page, by id."""
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
