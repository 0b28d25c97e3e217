"""Colours as ``#rrggbb``: mixing, luminance, contrast, greys, and the colours shared by all layers and overlays."""

from __future__ import annotations

from functools import lru_cache

PAPER = "#f6f1e4"
INK = "#2b2a27"
#: The quiet ink of texts beside the board.
SOFT_INK = "#5f5a50"
GRID = "#8d8470"
RELIEF_INK = "#5d3f1c"
DEPTH_INK = "#34546b"
GOLD = "#f0b400"
#: One a side, after Okabe and Ito: distinct for colour-blind eyes.
SIDE_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")

# -- overlays, in pictures and on the canvas -----------------------------------------------------------------------

#: Chokepoints: the busiest hexes, the opacity of their tint, and narrow passages.
TRAFFIC, TRAFFIC_OPACITY, PASSAGE = "#6b1d5e", 0.5, "#0f4c5c"
#: Exposure, from low to high: Cividis, readable for colour-blind eyes and in grey.
EXPOSURE_RAMP = ("#00224e", "#35456c", "#666970", "#948e77", "#c8b866", "#fee838")
EXPOSURE_OPACITY = 0.78
#: The fan: hexes out of sight, hindered fire, and cover.
FAN_VEIL, FAN_HINDERED, FAN_COVER = "#3d3a36", "#7a1f5c", "#0f4c5c"
#: Paths: the line, the cross where there is none, and the opacity of the light on its hexes.
PATH, PATH_BARRED, PATH_LIGHT = "#5a2a82", "#b3121d", 0.45
#: Reach, from the first turn to the last: steps that colour-blind eyes tell apart, over any terrain.
REACH_FIRST, REACH_LAST = "#0b4f6c", "#f0e442"
#: The opacity of the turns, and of the veil out of reach.
REACH_OPACITY, REACH_VEIL = 0.5, 0.66
#: Lines of sight: clear, blocked, and the opacity of the light on the hexes crossed.
SIGHT_CLEAR, SIGHT_BLOCKED, SIGHT_LIGHT = "#12466b", "#b3121d", 0.4
#: The opacity of a zone's territory, near and from afar, and of ties; the colours are those of the sides.
TERRITORY_OPACITY, TERRITORY_FAR_OPACITY, TIE_OPACITY = 0.35, 0.5, 0.6
#: The hexes behind a measure of fairness.
MEASURED_HEXES = "#6a1b9a"
#: Changes since the earlier state.
GAINED, LOST, DIFFERENT = "#0b5fb0", "#b8400a", "#6b2fa0"
#: The frame of a what-if.
WHAT_IF = "#e69f00"

#: Inks for small text, the quietest first; one of them is readable on any ground.
_TEXT_INKS = ("#6b6557", "#565147", "#403c35", INK, "#000000", "#f2eadb", "#ffffff")


@lru_cache(maxsize=4096)
def channels(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue, 0-255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@lru_cache(maxsize=4096)
def mix(colour: str, other: str, share: float) -> str:
    """Return ``colour`` with ``share`` (0 to 1) of ``other`` in it."""
    pairs = zip(channels(colour), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


@lru_cache(maxsize=4096)
def luminance(colour: str) -> float:
    """Return the relative luminance of sRGB, 0 (black) to 1 (white)."""
    linear = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (channel / 255 for channel in channels(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (as web accessibility guidelines measure it)."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@lru_cache(maxsize=4096)
def grey(colour: str) -> str:
    """Return the grey with the luminance of ``colour``."""
    light = luminance(colour)
    value = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return "#" + f"{round(value * 255):02x}" * 3


@lru_cache(maxsize=4096)
def text_ink(ground: str) -> str:
    """Return the quietest ink that small text can be read in on ``ground`` (a contrast of 4.5 or more)."""
    return next(
        (ink for ink in _TEXT_INKS if contrast(ink, ground) >= 4.5),
        max(_TEXT_INKS, key=lambda ink: contrast(ink, ground)),
    )


def bold_ink(ground: str) -> str:
    """Return ink or white, whichever stands out more on ``ground``."""
    return max((INK, "#ffffff"), key=lambda ink: contrast(ink, ground))
