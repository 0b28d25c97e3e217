"""The codes of findings about clips, with what each means. Text that is no YAML has ``yaml.*`` codes."""

from __future__ import annotations

from typing import Final

CODES: Final = {
    "clip.bad-value": "a key has a value that it cannot have",
    "clip.format": "the text is no clip, or of a format that this version does not read",
    "clip.hexside": "a line of hexsides is not 'q r direction features', or lies elsewhere than it should",
    "clip.line": "a line of hexes is not 'q r terrain level effects'",
    "clip.many-problems": "there are more problems in the clip than are listed",
    "clip.missing-key": "a key that is needed is not there",
    "clip.text": "a name or note belongs to no hex of the clip",
    "clip.twice": "a hex or hexside is there twice",
    "clip.unknown-key": "there is no such key",
    "clip.wrong-type": "a key has a value of the wrong kind",
}
