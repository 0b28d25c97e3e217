from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.pictures.colours import (
    SIDE_COLOURS,
    bold_ink,
    contrast,
    grey,
    luminance,
    mix,
    text_ink,
)
from fairground.core.pictures.scene import tinted
from fairground.core.pictures.tiles import load_tile, tile_names

colours = st.tuples(*[st.integers(0, 255)] * 3).map(lambda rgb: "#{:02x}{:02x}{:02x}".format(*rgb))


def test_black_on_white_has_the_greatest_contrast() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#777777") == 1


def test_mix_goes_from_one_colour_to_the_other() -> None:
    assert mix("#102030", "#ffffff", 0) == "#102030"
    assert mix("#102030", "#ffffff", 1) == "#ffffff"
    assert mix("#000000", "#ff8040", 0.5) == "#804020"


@given(colours)
def test_a_grey_has_equal_channels_and_keeps_the_luminance(colour: str) -> None:
    shade = grey(colour)
    assert shade[1:3] == shade[3:5] == shade[5:7]
    assert luminance(shade) == pytest.approx(luminance(colour), abs=0.006)


@given(colours)
def test_small_text_is_readable_on_any_colour(colour: str) -> None:
    assert contrast(text_ink(colour), colour) >= 4.5


@pytest.mark.parametrize("name", tile_names())
def test_labels_are_readable_on_every_ground_and_level(name: str) -> None:
    grounds = {tinted(load_tile(name).fill, level) for level in range(-20, 101)}
    assert min(contrast(text_ink(ground), ground) for ground in grounds) >= 4.5
    assert min(contrast(grey(text_ink(ground)), grey(ground)) for ground in grounds) >= 4.4


@pytest.mark.parametrize("colour", SIDE_COLOURS)
def test_large_letters_on_a_counter_stand_out(colour: str) -> None:
    assert contrast(bold_ink(colour), colour) >= 3


def test_ground_grows_browner_upwards_and_bluer_downwards() -> None:
    clear = load_tile("clear").fill
    assert tinted(clear, 0) == clear
    shades = [luminance(tinted(clear, level)) for level in range(5)]
    assert shades == sorted(shades, reverse=True)
    assert int(tinted(clear, 3)[1:3], 16) > int(tinted(clear, 3)[5:7], 16) + 40
    assert int(tinted(clear, -4)[5:7], 16) > int(tinted(clear, -4)[1:3], 16)
