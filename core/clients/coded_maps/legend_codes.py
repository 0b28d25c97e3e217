"""The codes of findings about legends, with what each means. Files that are no YAML have ``yaml.*`` codes."""

from __future__ import annotations

from typing import Final

CODES: Final = {
    "legend.bad-value": "a key has a value that it cannot have",
    "legend.conflict": "codes of one zone or objective say different things of it",
    "legend.format": "the file is no legend, or of a format that this version does not read",
    "legend.many-problems": "there are more problems in the legend than are listed",
    "legend.missing-key": "a key that is needed is not there",
    "legend.ruleset": "the legend's ruleset cannot be found, or has faults",
    "legend.unknown-effect": "a code stands for an effect that the legend's ruleset does not have",
    "legend.unknown-key": "there is no such key",
    "legend.unknown-terrain": "a code stands for terrain that the legend's ruleset does not have",
    "legend.wrong-type": "a key has a value of the wrong kind",
}
