"""Codes of findings about clips, each with its meaning. Invalid YAML has ``yaml.*`` codes."""

from __future__ import annotations

from typing import Final

CODES: Final = {
    "clip.bad-value": "a value is out of range or not one of the choices",
    "clip.format": "the text is not a clip, or has an unknown version",
    "clip.hexside": "a line of hexsides is not 'q r direction features', or is in the wrong block",
    "clip.line": "a line of hexes is not 'q r terrain level effects'",
    "clip.many-problems": "more problems than are listed",
    "clip.missing-key": "a required key is missing",
    "clip.text": "a name or note is for a hex outside the clip",
    "clip.twice": "a hex or hexside is listed twice",
    "clip.unknown-key": "a key is unknown",
    "clip.wrong-type": "a value has the wrong type",
}
