"""The JSON form of a fairness report, its explanations and the edits they suggest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field

from fairground.core.answer import (
    Band,
    FindingAnswer,
    Label,
    Labels,
    Number,
    Part,
    ScenarioAnswer,
    TextOrNone,
    schema_field,
)

if TYPE_CHECKING:
    from fairground.core.metrics.fairness.explain import EditSuggestion, Explanation, Moved
    from fairground.core.metrics.fairness.report import Fairness, Measure
    from fairground.core.scenario.hex_edits import Edit

#: The terrain of an entry of the board's palette, bottom first.
Kinds = Annotated[tuple[str, ...], BeforeValidator(lambda entry, info: info.context.palette[entry].kinds)]


class PartyAnswer(Part):
    """A party: a team or a side."""

    id: str = Field(
        description="id of the party's zone or, if any party has more than one zone, of its team or side"
    )
    zones: tuple[str, ...] = Field(description="ids of the party's zones")
    sides: tuple[str, ...] = Field(description="ids of the party's sides")
    role: str = Field(description="role in an asymmetric mission; empty if the party has none")


class PairAnswer(Part):
    """The value of a measure from one party to another."""

    start: str = Field(alias="from", description="id of the party that moves or shoots")
    to: str = Field(description="id of the other party, or of the objective")
    value: Number | None = Field(description="value of the measure; null means never, or unlimited")


class MeasureAnswer(Part):
    """One measure, for some classes of units and, where weapons matter, for one band of ranges."""

    id: str = Field(description="id of the measure, such as territory")
    gate: bool = Field(validation_alias="gates", description="whether the measure counts toward the verdict")
    classes: tuple[str, ...] = Field(
        description="ids of the unit classes that the measure applies to; empty if it applies to all classes"
    )
    range: str | None = Field(
        validation_alias="range_band", description="id of the weapon range band; null for any distance"
    )
    zones: dict[str, Number | None] = Field(
        validation_alias="values", description="value of each party, by party id; null means never"
    )
    pairs: tuple[PairAnswer, ...] = Field(
        description="values from one party to another or to an objective; empty if the measure has none"
    )
    imbalance: Number | None = Field(
        description="(max - min) / max of the values; null if not compared, or a value is missing"
    )
    band: Band | None = Field(description="rating of the measure; null if not judged")
    hexes: Labels = Field(description="labels of the hexes that are responsible for the result, row by row")
    text: str = Field(description="result of the measure in one or two sentences")

    @classmethod
    def computed(cls, result: Measure) -> dict[str, Any]:
        """Return the values from one party to another."""
        return {
            "pairs": [PairAnswer(start=start, to=to, value=it) for (start, to), it in result.pairs.items()]
        }


class SymmetryAnswer(Part):
    """The turn or mirror that fits the board best, of those that exchange the parties' zones."""

    kind: TextOrNone = Field(
        validation_alias="name",
        description="name of the turn or mirror, such as 180° turn; null if there is none",
    )
    share: Number = Field(description="share of the hexes that match their symmetric partners")
    fair: bool = Field(description="whether the board is fair by construction")
    but: tuple[str, ...] = Field(description="advantages that symmetry does not remove, one clause each")
    deviating: tuple[tuple[Label, Label | None], ...] = Field(
        validation_alias="partners",
        description=(
            "pairs of labels: a hex that differs from its symmetric partner, and the partner, which is null "
            "if it is off the board"
        ),
    )


class MovedAnswer(Part):
    """A measure whose rating a suggestion changes."""

    id: str = Field(description="id of the measure")
    classes: tuple[str, ...] = Field(
        description="ids of the unit classes that the measure applies to; empty if it applies to all classes"
    )
    range: str | None = Field(
        validation_alias="range_band", description="id of the weapon range band; null for any distance"
    )
    band: tuple[Band | None, Band | None] = Field(
        description="rating before and after the edit; null if not judged"
    )

    @classmethod
    def computed(cls, result: Moved) -> dict[str, Any]:
        """Return the bands before and after."""
        return {"band": (result.before, result.after)}


class HexEditAnswer(Part):
    """An edit of a hex."""

    hex: Label = Field(description="label of the hex")
    change: Literal["terrain", "level", "zone", "objective", "unit"] = Field(
        description="property that the edit changes"
    )
    terrain: Kinds | None = Field(description="new terrain of the hex, bottom first; null if unchanged")
    level: int | None = Field(description="new level of the hex; null if unchanged")
    zone: str | None = Field(
        description="id of the zone that the hex is added to or removed from; null if there is none"
    )
    inside: bool | None = Field(
        description="true if the hex is added to the zone or objective, false if it is removed; null if neither"
    )
    objective: str | None = Field(
        description="id of the objective that the hex is added to or removed from; null if there is none"
    )
    unit: str | None = Field(description="id of the unit that starts in the hex; null if there is none")

    @staticmethod
    def of_edit(edit: Edit) -> dict[str, Any]:
        """Return the hex and the properties that the edit changes; None for the others."""
        change = edit.change
        return {
            "hex": edit.hex,
            "change": change,
            "terrain": edit.terrain if change == "terrain" else None,
            "level": edit.level if change == "level" else None,
            "zone": edit.zone or None,
            "inside": edit.inside if change in ("zone", "objective") else None,
            "objective": edit.objective or None,
            "unit": edit.unit or None,
        }


class SuggestionAnswer(HexEditAnswer):
    """An edit of a hex with its effects."""

    text: str = Field(description="the edit, in a sentence")
    before: dict[str, Number | None] = Field(
        description="value of each party before the edit, by party id; null means never"
    )
    after: dict[str, Number | None] = Field(
        description="value of each party after the edit, by party id; null means never"
    )
    band: tuple[Band | None, Band | None] = Field(
        description="rating of the measure before and after the edit"
    )
    verdict: tuple[Band | None, Band | None] = Field(description="verdict before and after the edit")
    others: tuple[MovedAnswer, ...] = Field(description="other measures whose rating changes")

    @classmethod
    def computed(cls, result: EditSuggestion) -> dict[str, Any]:
        """Return the fields of the edit, and bands and verdicts before and after."""
        return {
            **cls.of_edit(result.edit),
            "band": (result.band_before, result.band_after),
            "verdict": (result.verdict_before, result.verdict_after),
        }


class ExplanationAnswer(Part):
    """The explanation of a measure, and the edits of a single hex that would help most."""

    id: str = Field(description="id of the measure")
    classes: tuple[str, ...] = Field(
        description="ids of the unit classes with the worst result; empty if all classes share it"
    )
    range: str | None = Field(
        validation_alias="range_band", description="id of the weapon range band; null for any distance"
    )
    sentence: str = Field(description="meaning and result of the measure, and the reason for its rating")
    hexes: Labels = Field(description="labels of the hexes that are responsible for the result, row by row")
    suggestions: tuple[SuggestionAnswer, ...] = Field(description="suggested edits, largest effect first")
    note: str = Field(description="why there are no suggestions; empty if there are some")
    tried: int = Field(description="number of edits tried")
    exhausted: bool = Field(description="whether all possible edits were tried")

    @classmethod
    def computed(cls, result: Explanation) -> dict[str, Any]:
        """Return the id, classes and weapon band of the measure explained."""
        return {
            "id": result.measure.id,
            "classes": result.measure.classes,
            "range_band": result.measure.range_band,
        }


class ExpectedAdvantageAnswer(Part):
    """How far the win rate of a party should be above one half, from measures alone."""

    party: str | None = Field(
        description="id of the party that is better off; null if neither is, or there is no estimate"
    )
    points: int | None = Field(
        description="advantage of that party in percentage points of the win rate; null if there is no estimate"
    )
    error: int | None = Field(
        description=(
            "error of the estimate in percentage points; it is no larger on nine out of ten boards like "
            "this one; null if there is no estimate"
        )
    )
    text: str = Field(description="the estimate and what it is based on, or why there is none, in a sentence")


class FairnessAnswer(ScenarioAnswer):
    """Answer of ``fairground fairness --json``."""

    added: ClassVar = {**ScenarioAnswer.added, "explanations": ()}

    schema_name: Literal["fairground/fairness/1"] = schema_field("fairground/fairness/1")
    verdict: Band | None = Field(
        description=(
            "worst rating of the deciding measures, possibly adjusted for the expected advantage; null "
            "if none is rated"
        )
    )
    sentence: str = Field(description="the verdict in a sentence, with the measures that are not judged")
    not_judged: tuple[str, ...] = Field(description="ids of the deciding measures that are not judged")
    errors: tuple[FindingAnswer, ...] = Field(
        description="errors that were ignored; empty without --despite-errors"
    )
    because: tuple[str, ...] = Field(
        description=(
            "ids of the deciding measures with the worst rating, each listed once; empty if that "
            "rating is green"
        )
    )
    parties: tuple[PartyAnswer, ...] = Field(description="the parties compared")
    measures: tuple[MeasureAnswer, ...] = Field(description="results of all measures")
    symmetry: SymmetryAnswer = Field(description="symmetry of the board")
    expected_advantage: ExpectedAdvantageAnswer = Field(
        description="advantage expected in games, estimated by a model that was fitted to self-play"
    )
    explanations: tuple[ExplanationAnswer, ...] = Field(
        default=(), description="explanations of measures; empty without --explain"
    )

    @classmethod
    def computed(cls, result: Fairness) -> dict[str, Any]:
        """Return the ids of measures that are behind the verdict, and of those that are not judged, once each."""
        gates = [it for it in result.measures if it.gates]
        return {
            "not_judged": tuple(dict.fromkeys(it.id for it in gates if it.title in result.not_judged)),
            "because": tuple(dict.fromkeys(it.id for it in result.because)),
        }
