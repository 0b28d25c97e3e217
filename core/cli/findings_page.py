"""The page of the documentation that lists every finding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.clients.coded_maps.legend import CODES as LEGEND_CODES
from fairground.core.clients.import_findings import CODES as IMPORT_CODES
from fairground.core.files.clip_codes import CODES as CLIP_CODES
from fairground.core.files.codes import CODES as FILE_CODES
from fairground.core.rules.codes import CODES as RULESET_CODES
from fairground.core.text.codes import CODES as YAML_CODES
from fairground.core.validation.codes import CODES

if TYPE_CHECKING:
    from collections.abc import Mapping

_HEAD = """\
# Findings

All findings of `fairground validate`. A finding has a severity, a stable code, a place (line, column, hex), a message,
a fix, and the ID of the rule behind it, if any. An **error** keeps a scenario from being played or exported. A
**warning** is probably a mistake. **Advice** needs no action. A check lists up to 50 findings of a code.

`fairground import` has its own findings about imported files and legends, and pasting about the text of a clip.
"""


def findings_page() -> str:
    """Return the page as Markdown."""
    own = [
        _HEAD,
        "## In the scenario\n",
        "| code | severity | meaning | fix | rule |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name, code in sorted(CODES.items()):
        own.append(f"| `{name}` | {code.severity.value} | {code.meaning} | {code.fix} | {code.rule or ''} |")
    return "\n".join(
        [
            *own,
            "",
            *_plain("In the file", FILE_CODES),
            "",
            *_plain("In the ruleset's own file", RULESET_CODES),
            "",
            *_plain("In the YAML", YAML_CODES),
            "",
            *_imports(),
            "",
            *_plain("In a legend", LEGEND_CODES),
            "",
            *_plain("In a clip", CLIP_CODES),
            "",
        ]
    )


def _plain(title: str, codes: Mapping[str, str]) -> list[str]:
    rows = [f"| `{name}` | {meaning} |" for name, meaning in sorted(codes.items())]
    return [f"## {title}\n", "| code | meaning |", "| --- | --- |", *rows]


def _imports() -> list[str]:
    rows = [
        f"| `{name}` | {code.severity.value} | {code.meaning} | {code.fix} |"
        for name, code in sorted(IMPORT_CODES.items())
    ]
    head = ["## In a file to import\n", "| code | severity | meaning | fix |"]
    return [*head, "| --- | --- | --- | --- |", *rows]
