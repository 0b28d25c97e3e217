"""The gallery: versions and variants, measured, far apart, sound, and the same for a seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.errors import CancelledError, ScenarioError, UsageError
from fairground.core.improve.variants.variants import SKETCH, TRIES, variants
from fairground.core.metrics.fairness.report import fairness
from fairground.core.scenario.compare import changed_hexes
from fairground.core.scenario.parts import Side
from fairground.core.scenario.shapes import Listed
from fairground.core.validation import as_sound, validate
from tests.core.improve.variants.sketches import field, strip

if TYPE_CHECKING:
    from fairground.core.improve.variants.variants import VariantSet
    from fairground.core.scenario.document import Scenario


@pytest.fixture(scope="module")
def sketch() -> Scenario:
    return field()


@pytest.fixture(scope="module")
def variant_set(sketch: Scenario) -> VariantSet:
    return variants(sketch, count=3, fault=as_sound(sketch))


def test_versions_and_variants_are_measured_beside_the_sketch(
    sketch: Scenario, variant_set: VariantSet
) -> None:
    assert variant_set.sketch.id == SKETCH
    assert [it.id for it in variant_set.versions] == [
        f"turn-180-{it}" for it in ("top", "bottom", "left", "right")
    ]
    assert [it.id for it in variant_set.mutants] == ["v01", "v02", "v03"]
    for it in variant_set.every:
        assert (it.changed == changed_hexes(sketch, it.scenario)).all()
        assert len(it.labels) == it.changed.sum() > 0
        assert it.parent == SKETCH
        for delta in it.deltas:
            bands = [one.band for one in it.fairness.measures if one.id == delta.id and one.band]
            assert delta.after.band == max(bands, key=lambda band: band.severity, default=None)
            of = variant_set.sketch.fairness.measures
            assert delta.before.band in {one.band for one in of if one.id == delta.id}
    version = variant_set.versions[0]
    assert version.fairness.to_json() == fairness(version.scenario).to_json()
    assert not any(it.measures for it in (variant_set.sketch,))


def test_variants_are_sound_and_no_ground_is_cut_off(sketch: Scenario, variant_set: VariantSet) -> None:
    known = {it.code for it in validate(sketch)}
    for it in variant_set.every:
        found = validate(it.scenario)
        assert not [one for one in found if one.severity == "error"]
        assert not {one.code for one in found if one.code.startswith(("area.", "zone."))} - known


@pytest.mark.long
def test_variants_lie_in_different_cells_of_the_axes(variant_set: VariantSet) -> None:
    places = [it.places for it in variant_set.mutants]
    assert len(set(places)) == len(places)
    assert places == sorted(places)
    assert variant_set.cells > len(places)
    assert variant_set.tried == 3 * TRIES


@pytest.mark.long
def test_one_seed_makes_one_gallery_and_another_another(sketch: Scenario, variant_set: VariantSet) -> None:
    again = variants(sketch, count=3, fault=as_sound(sketch))
    assert again.to_json() == variant_set.to_json()
    assert [it.scenario.board for it in again.every] == [it.scenario.board for it in variant_set.every]
    other = variants(sketch, count=1, seed=2)
    assert other.mutants[0].labels not in {it.labels for it in variant_set.mutants}


@pytest.mark.long
def test_symmetric_variants_are_symmetric_and_other_axes_can_be_chosen(sketch: Scenario) -> None:
    found = variants(sketch, count=3, symmetric=True, axes=("distance", "relief"))
    assert [it.name for it in found.axes] == ["distance", "relief"]
    for it in found.mutants:
        assert it.parent in {one.id for one in found.versions}
        assert it.fairness.symmetry.share == 1
    # What is symmetric already stays so, whether that is asked for or not.
    more = variants(found.versions[0].scenario, count=3)
    assert not more.versions
    assert {it.fairness.symmetry.share for it in more.mutants} == {1}


def test_faulty_boards_are_left_out_and_faulty_versions_say_so(sketch: Scenario) -> None:
    found = variants(sketch, count=2, fault=lambda it: "" if it.board is sketch.board else "it is not mine")
    assert not found.every
    assert {it.reason for it in found.unfit if it.part} == {"The result would not be valid: it is not mine"}


def test_progress_is_told_and_work_can_be_cancelled(sketch: Scenario) -> None:
    told: list[float] = []
    variants(sketch, count=1, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1
    asked = iter([False] * 40)
    with pytest.raises(CancelledError):
        variants(sketch, cancelled=lambda: next(asked, True))


def test_what_makes_no_sense_is_refused(sketch: Scenario) -> None:
    with pytest.raises(UsageError, match="two different axes, not sight, sight"):
        variants(sketch, axes=("sight", "sight"))
    with pytest.raises(UsageError, match="two different axes, not sight"):
        variants(sketch, axes=("sight",))
    with pytest.raises(UsageError, match="the number of variants must be 0 to 100, not 101"):
        variants(sketch, count=101)
    apart = strip("..f", "...", "...", layout=sketch.board.layout)
    apart.sides = [Side("one", role="attacker"), Side("two", role="defender")]
    with pytest.raises(ScenarioError, match="no symmetry fits"):
        variants(apart, symmetric=True)
    apart.zones[0] = type(apart.zones[0])("one-start", "one", Listed(()))
    with pytest.raises(ScenarioError):
        variants(apart, zones=("one-start",))


@pytest.mark.long
def test_zones_stay_connected() -> None:
    scenario = strip("..#..", "..f..", "..#..", "..#..")
    found = variants(scenario, count=3, seed=3)
    for it in found.mutants:
        assert all(one.values["one-start"] for one in it.fairness.measures if one.id == "choke-width")
