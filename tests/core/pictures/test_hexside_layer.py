from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from fairground.core.grid.layout import Layout
from fairground.core.pictures import Layer, Picture, PictureOptions, to_png
from fairground.core.pictures.display_list import Polygon
from fairground.core.pictures.hexside_layer import FEATURE_STYLES, feature_items
from fairground.core.pictures.looks import Looks
from fairground.core.pictures.plan import BoardPlan
from fairground.core.pictures.png import in_grey
from fairground.core.pictures.scene import Scene
from fairground.core.pictures.tiles import load_tile
from fairground.core.rules import load_ruleset
from fairground.core.rules.ruleset_files import FEATURE_TILES
from fairground.core.scenario.board import Board
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import RulesetReference

if TYPE_CHECKING:
    from tests.core.pictures.conftest import Pixels


@pytest.fixture(scope="module")
def scene() -> Scene:
    """A scene of a ruleset with hexside features."""
    rules = load_ruleset("hexside-ww2")
    scenario = Scenario("", RulesetReference(rules.id), Board.blank(Layout.ODD_Q, 1, 1))
    return Scene(scenario, BoardPlan(scenario.board, size=11), Looks(rules=rules), PictureOptions())


def picture_of(scene: Scene, feature: str) -> Picture:
    """Return a stretch of a feature on clear ground, in grey."""
    page = ((0.0, 0.0), (11.0, 0.0), (11.0, 4.0), (0.0, 4.0))
    ground = Polygon(page, fill=load_tile("clear").fill)
    items = feature_items(scene, feature, (0.0, 2.0), (11.0, 2.0))
    return in_grey(Picture(11, 4, (Layer("feature", "Feature", (ground, *items)),)))


def test_features_can_be_told_apart_in_grey(scene: Scene, pixels: Pixels) -> None:
    """Every two styles differ by 8 of 255 on average over the stretch, at a quarter of the usual resolution."""
    seen = {
        name: pixels(to_png(picture_of(scene, name), dpi=38))[..., 0].astype(int) for name in FEATURE_STYLES
    }
    close = [(one, other) for one, other in combinations(seen, 2) if abs(seen[one] - seen[other]).mean() < 8]
    assert close == []


def test_a_feature_without_a_style_is_solid_when_it_blocks_and_broken_when_not(scene: Scene) -> None:
    rules = load_ruleset("hexside-ww2")
    hedge = rules.hexsides["hedge"].model_copy(update={"tile": "thorns"})
    blocking = hedge.model_copy(update={"blocks_sight": True})
    changed = rules.model_copy(update={"hexsides": {"thorns": hedge, "iron": blocking}})
    own = Scene(scene.scenario, scene.plan, Looks(rules=changed), PictureOptions())
    strokes = {
        name: [item.dash for item in feature_items(own, name, (0.0, 0.0), (11.0, 0.0))]  # type: ignore[union-attr]  # all of them are paths
        for name in changed.hexsides
    }
    assert not any(strokes["iron"])
    assert any(strokes["thorns"])


def test_every_tile_of_hexsides_has_its_own_line() -> None:
    assert set(FEATURE_STYLES) == set(FEATURE_TILES)
