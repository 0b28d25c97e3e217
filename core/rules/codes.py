"""Codes of findings about rulesets, each with its meaning. Invalid YAML has ``yaml.*`` codes."""

from __future__ import annotations

from typing import Final

CODES: Final = {
    "ruleset.bad-value": "a value is out of range or not one of the choices",
    "ruleset.extends": "the base ruleset is missing, extends this one in turn, or is one of too many",
    "ruleset.format": "the file is not a ruleset, or has an unknown version",
    "ruleset.gap": "ranges of numbers overlap, leave gaps, or end before they start",
    "ruleset.missing-key": "a required key is missing",
    "ruleset.not-found": "the ruleset does not exist, or its file cannot be read",
    "ruleset.nothing-to-remove": "null removes a key that the base ruleset does not have",
    "ruleset.option": "a value is not one of the choices of its conflict",
    "ruleset.override": "a scenario overrides a key that the ruleset does not have",
    "ruleset.shields": "some side tables are missing",
    "ruleset.symbol": "two terrains or two effects have the same symbol",
    "ruleset.tags": "the tags of a terrain contradict 'passable'",
    "ruleset.terrain": "required terrain is missing",
    "ruleset.unknown-key": "a key is unknown",
    "ruleset.unknown-name": "a part names another part that does not exist",
    "ruleset.wrong-type": "a value has the wrong type",
}
