"""The codes of findings about YAML as such, with what each means."""

from __future__ import annotations

from typing import Final

CODES: Final = {
    "yaml.alias": "an alias (*name) stands in the file",
    "yaml.anchor": "an anchor (&name) stands in the file",
    "yaml.character": "a character that text files do not hold (a control character, NUL, a Unicode line separator)",
    "yaml.depth": "lists and mappings are nested too deep",
    "yaml.directive": "a directive (%YAML, %TAG) stands in the file",
    "yaml.documents": "the file holds more than one document",
    "yaml.duplicate-key": "a mapping has the same key twice",
    "yaml.empty": "the file holds nothing",
    "yaml.encoding": "the file is not UTF-8",
    "yaml.key": "a key is not plain, short text",
    "yaml.many-problems": "there are more problems in the file than are listed",
    "yaml.merge-key": "a merge key (<<) stands in the file",
    "yaml.number": "a number has too many digits or is not finite",
    "yaml.size": "the file is too large",
    "yaml.syntax": "the text is not YAML",
    "yaml.tab": "a tab stands where YAML wants spaces",
    "yaml.tag": "a tag (!name) stands in the file",
    "yaml.values": "the file holds too many values or comments",
}
