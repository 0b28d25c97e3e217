"""Codes of findings about YAML, each with its meaning."""

from __future__ import annotations

from typing import Final

CODES: Final = {
    "yaml.alias": "the file has an alias (*name)",
    "yaml.anchor": "the file has an anchor (&name)",
    "yaml.character": "the file has a character that text files must not contain (a control character, NUL, a Unicode line separator)",
    "yaml.depth": "lists and mappings are nested too deep",
    "yaml.directive": "the file has a directive (%YAML, %TAG)",
    "yaml.documents": "the file has more than one document",
    "yaml.duplicate-key": "a mapping has the same key twice",
    "yaml.empty": "the file is empty",
    "yaml.encoding": "the file is not UTF-8",
    "yaml.key": "a key is missing, too long, or not plain text",
    "yaml.many-problems": "more problems than are listed",
    "yaml.merge-key": "the file has a merge key (<<)",
    "yaml.number": "a number has too many digits or is not finite",
    "yaml.size": "the file is too large",
    "yaml.syntax": "the text is not valid YAML",
    "yaml.tab": "a tab is used as indentation",
    "yaml.tag": "the file has a tag (!name)",
    "yaml.values": "the file has too many values or comments",
}
