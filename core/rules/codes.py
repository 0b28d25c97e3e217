"""The codes of findings about rulesets, with what each means. Files that are no YAML have ``yaml.*`` codes."""

from __future__ import annotations

from typing import Final

CODES: Final = {
    "ruleset.bad-value": "a key has a value that it cannot have",
    "ruleset.extends": "the ruleset extended cannot be found, leads back here, or is one of too many in a row",
    "ruleset.format": "the file is no ruleset, or of a format that this version does not read",
    "ruleset.gap": "stretches of numbers overlap, leave something out, or end before they start",
    "ruleset.missing-key": "a key that is needed is not there",
    "ruleset.not-found": "there is no such ruleset, or its file cannot be read",
    "ruleset.nothing-to-remove": "null stands for a key that the ruleset extended does not have",
    "ruleset.option": "a key has a value that is not among the choices of its conflict",
    "ruleset.override": "a scenario overrides a key that the ruleset does not have",
    "ruleset.shields": "some side tables are there and others are not",
    "ruleset.symbol": "two kinds have the same symbol",
    "ruleset.tags": "a terrain's tags contradict whether it can be entered",
    "ruleset.terrain": "terrain that every ruleset has is missing",
    "ruleset.unknown-key": "there is no such key",
    "ruleset.unknown-name": "a part names another that is not there",
    "ruleset.wrong-type": "a key has a value of the wrong kind",
}
