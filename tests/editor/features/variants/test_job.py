"""Galleries as jobs: versions are told first, what was made can be sent, and pictures are drawn in the worker."""

from __future__ import annotations

import pickle
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from fairground.core.grid.layout import Layout
from fairground.core.improve.variants.axes import AXES as KNOWN
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.parts import Side
from fairground.editor.features.variants.job import (
    VariantPictureJob,
    VariantsJob,
    VariantsResult,
    VariantsSettings,
)
from fairground.editor.features.variants.text import AXES, describe_band, describe_place, describe_variant
from fairground.editor.jobs.job_scenario import JobScenario, forget
from tests.editor.job_listener import JobListener
from tests.editor.narrowing import of_type

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario


@pytest.fixture
def sketch() -> Scenario:
    forget()
    found = blank_scenario("Plain", layout=Layout.ODD_Q, size=(6, 5), ruleset="penance-2.0")
    found.board.elevation[1, 2] = 2
    return found


@pytest.mark.long
def test_versions_are_told_first_and_all_can_be_sent(sketch: Scenario) -> None:
    job = VariantsJob((1,), JobScenario(1, sketch), VariantsSettings(count=1, seed=3))
    listener = JobListener()
    made = job.run_watched(listener)
    assert isinstance(made, VariantsResult)
    assert made.is_finished
    (first,) = (of_type(it, VariantsResult) for it in listener.results)
    assert not first.is_finished
    versions = [it.id for it in first.entries]
    assert versions
    assert all(it.startswith("turn-180-") for it in versions)
    assert [it.id for it in made.entries] == [*versions, "v01"]
    assert [it for refused in made.unfit for it in refused.titles if "turn" in it][-1] == "60° turn"
    assert listener.shares[-1] <= 1
    sent: VariantsResult = pickle.loads(pickle.dumps(made))  # noqa: S301  # what the worker's pipe does
    entry = sent.entries[-1]
    assert entry.scenario.board == made.entries[-1].scenario.board
    assert entry.changed
    assert Image.open(BytesIO(entry.picture)).size[0] > 100
    assert describe_variant(entry).startswith("Variant 1: ")
    assert all(describe_place(it) for it in entry.places)
    assert all(describe_band(it)[0] in "▲▼" for one in sent.entries for it in one.bands)


def test_work_that_nobody_wants_ends_and_what_cannot_be_is_said(sketch: Scenario) -> None:
    listener = JobListener(4)
    found = VariantsJob((1,), JobScenario(1, sketch), VariantsSettings()).run_watched(listener)
    assert isinstance(found, str)
    assert len(listener.shares) < 10
    assert VariantsJob((1,), JobScenario(7, None), VariantsSettings()).run() is None
    sketch.sides = [Side("p1", role="attacker"), Side("p2", role="defender")]
    sketch.board.elevation[3, 4] = 1
    settings = VariantsSettings(symmetric=True)
    assert "no symmetry fits" in str(VariantsJob((1,), JobScenario(2, sketch), settings).run())


def test_a_picture_is_as_large_as_is_asked_for_and_none_of_very_large_boards(sketch: Scenario) -> None:
    plain, marked = (
        VariantPictureJob((1,), sketch, frozenset(map(sketch.board.parse, it)), 300).run()
        for it in ((), ("B2",))
    )
    assert plain != marked
    assert max(Image.open(BytesIO(plain)).size) == 300
    huge = blank_scenario("Huge", layout=Layout.ODD_Q, size=(200, 200), ruleset="penance-2.0")
    assert VariantPictureJob((1,), huge, frozenset(), 300).run() == b""


def test_every_axis_has_its_words() -> None:
    assert set(AXES) == set(KNOWN)
