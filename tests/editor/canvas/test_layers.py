from __future__ import annotations

from fairground.editor.canvas.layers import LayerModel, MapLayer


def test_every_layer_is_shown_whole_and_open_at_first() -> None:
    layers = LayerModel()
    assert [layers.strength(layer) for layer in MapLayer] == [1.0] * len(MapLayer)
    assert not any(layers.is_locked(layer) for layer in MapLayer)


def test_a_change_is_told_once() -> None:
    layers = LayerModel()
    told: list[MapLayer] = []
    layers.changed.connect(told.append)
    layers.set_visible(MapLayer.ZONES, visible=False)
    layers.set_visible(MapLayer.ZONES, visible=False)
    layers.set_opacity(MapLayer.UNITS, 0.5)
    layers.set_locked(MapLayer.TERRAIN, locked=True)
    assert told == [MapLayer.ZONES, MapLayer.UNITS, MapLayer.TERRAIN]
    assert layers.is_locked(MapLayer.TERRAIN)


def test_a_hidden_layer_has_no_strength_and_keeps_its_opacity() -> None:
    layers = LayerModel()
    layers.set_opacity(MapLayer.NAMES, 0.25)
    layers.set_visible(MapLayer.NAMES, visible=False)
    assert layers.strength(MapLayer.NAMES) == 0
    layers.set_visible(MapLayer.NAMES, visible=True)
    assert layers.strength(MapLayer.NAMES) == 0.25


def test_opacity_stays_between_none_and_whole() -> None:
    layers = LayerModel()
    layers.set_opacity(MapLayer.NAMES, 7.0)
    assert layers.state(MapLayer.NAMES).opacity == 1.0
    layers.set_opacity(MapLayer.NAMES, -1.0)
    assert layers.state(MapLayer.NAMES).opacity == 0.0


def test_titles_are_words() -> None:
    assert MapLayer.NAMES.title == "Place names"
    assert MapLayer.HEXSIDES.title == "Hexsides"
