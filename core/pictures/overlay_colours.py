"""The colours of all overlays in pictures and on the canvas, and the opacities of their tints."""

#: Chokepoints: the busiest hexes, the opacity of their tint, and narrow passages.
TRAFFIC, TRAFFIC_OPACITY, PASSAGE = "#6b1d5e", 0.5, "#0f4c5c"
#: Exposure, from low to high: Cividis, readable for colour-blind eyes and in grey.
EXPOSURE_RAMP = ("#00224e", "#35456c", "#666970", "#948e77", "#c8b866", "#fee838")
EXPOSURE_OPACITY = 0.78
#: The fan: hexes out of sight, hindered fire, and cover.
FAN_VEIL, FAN_HINDERED, FAN_COVER = "#3d3a36", "#7a1f5c", "#0f4c5c"
#: Paths: the line, the cross where there is none, and the opacity of the light on its hexes.
PATH, PATH_BARRED, PATH_LIGHT = "#5a2a82", "#b3121d", 0.45
#: Reach, from the first turn to the last: light enough to read the map.
REACH_FIRST, REACH_LAST = "#1f8a8c", "#e9efe2"
#: The opacity of the turns, and of the veil out of reach.
REACH_OPACITY, REACH_VEIL = 0.42, 0.66
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
