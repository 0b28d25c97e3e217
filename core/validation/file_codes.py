"""Findings of files that cannot be read completely: the meaning of each code.

``docs/reference/findings.md`` is generated from this file too.
"""

from __future__ import annotations

from typing import Final

#: Codes of findings about YAML, each with its meaning.
YAML_CODES: Final = {
    "yaml.alias": "the file has an alias (*name)",
    "yaml.anchor": "the file has an anchor (&name)",
    "yaml.character": "the file has a character that text files must not contain (a control character, NUL or a Unicode line separator)",
    "yaml.depth": "lists and mappings are nested too deeply",
    "yaml.directive": "the file has a directive (%YAML, %TAG)",
    "yaml.documents": "the file has more than one document",
    "yaml.duplicate-key": "a mapping has the same key twice",
    "yaml.empty": "the file is empty",
    "yaml.encoding": "the file is not UTF-8",
    "yaml.key": "a key is missing, too long, or not plain text",
    "yaml.many-problems": "the file has more problems than are listed",
    "yaml.merge-key": "the file has a merge key (<<)",
    "yaml.number": "a number has too many digits or is not finite",
    "yaml.size": "the file is too large",
    "yaml.syntax": "the text is not valid YAML",
    "yaml.tab": "a tab is used as indentation",
    "yaml.tag": "the file has a tag (!name)",
    "yaml.values": "the file has too many values or comments",
}

#: Codes of findings about ruleset files.
RULESET_CODES: Final = {
    "ruleset.bad-value": "a value is out of range or not one of the choices",
    "ruleset.extends": "the base ruleset is missing or extends this one in turn, or the chain of base rulesets is too long",
    "ruleset.format": "the file is not a ruleset, or has an unknown version",
    "ruleset.gap": "ranges of numbers overlap, leave gaps, or end before they start",
    "ruleset.missing-key": "a required key is missing",
    "ruleset.not-found": "the ruleset does not exist, or its file cannot be read",
    "ruleset.nothing-to-remove": "null removes a key that the base ruleset does not have",
    "ruleset.option": "a value is not one of the choices listed for its conflict",
    "ruleset.override": "a scenario overrides a key that the ruleset does not have",
    "ruleset.shields": "a side table for a shield (left, right or none) is missing",
    "ruleset.symbol": "two terrains or two effects have the same symbol",
    "ruleset.tags": "a terrain's tags contradict 'passable'",
    "ruleset.terrain": "required terrain is missing",
    "ruleset.unknown-key": "a key is unknown",
    "ruleset.unknown-name": "a key names a part of the ruleset that does not exist",
    "ruleset.wrong-type": "a value has the wrong type",
}

#: Codes of findings about scenario files.
FILE_CODES: Final = {
    "file.conflict-marker": "an unfinished merge left lines with <<<<<<<, ======= or >>>>>>>",
    "file.format": "the file is not a scenario, or has an unknown version",
    "file.newer-format": "the file was written by a newer version of Fairground",
    "file.missing-key": "a required key is missing",
    "file.unknown-key": "a key is unknown, or in the wrong place",
    "file.wrong-type": "a value has the wrong type, for example text instead of a number",
    "file.bad-value": "a value is out of range or not one of the choices",
    "file.many-problems": "the file has more problems of one kind than are listed",
    "board.rows": "a block has more or fewer lines than the board has rows",
    "board.row-length": "a row has more or fewer hexes than the board has columns",
    "board.block": "the '|' before a block of rows is missing",
    "board.size": "the size does not match the terrain rows",
    "board.unknown-key": "a row uses a key that is not in the palette",
    "board.palette-key": "a palette key cannot be used in rows",
    "board.hexside-line": "a line of hexsides does not have the form 'hex direction features'",
    "board.direction": "a hexside names a direction that the layout does not have",
    "board.hexside-twice": "a hexside is listed twice, perhaps once from each of its hexes",
    "board.feature-twice": "a hexside names the same feature twice",
    "board.bad-label": "a hex label is invalid",
    "board.off-board": "a name, note or hexside is given for a hex off the board",
    "zone.shape": "the expression of a zone or objective is invalid",
    "zone.painted": "a painted block has characters other than '#' and '.'",
    "zone.parts": "the expressions of zones and objectives have too many parts in total",
    "zone.bad-label": "a zone or objective lists an invalid hex label",
    "side.win": "a way to win has no task, or more than one task in one item",
    "decoration.bad-label": "a decoration's hex is not a hex label",
    "decoration.bad-side": "a decoration's side is not a direction of the layout",
    "unit.bad-label": "a unit's hex label is invalid",
}

#: Codes of findings about clips.
CLIP_CODES: Final = {
    "clip.bad-value": "a value is out of range or not one of the choices",
    "clip.format": "the text is not a clip, or has an unknown version",
    "clip.hexside": "a line of hexsides does not have the form 'q r direction features', or is in the wrong block",
    "clip.line": "a line of hexes does not have the form 'q r terrain level effects'",
    "clip.many-problems": "the clip has more problems than are listed",
    "clip.missing-key": "a required key is missing",
    "clip.text": "a name or note is given for a hex outside the clip",
    "clip.twice": "a hex or hexside is listed twice",
    "clip.unknown-key": "a key is unknown",
    "clip.wrong-type": "a value has the wrong type",
}
