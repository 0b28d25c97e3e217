"""Findings in the formats that pipelines read: SARIF, JUnit and GitHub's workflow commands."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

import click

from fairground.core.finding import Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from fairground.core.finding import Finding

    #: The findings of each file, by its path as given.
    Findings = Mapping[str, Sequence[Finding]]

_SARIF_LEVELS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.ADVICE: "note"}
_GITHUB_COMMANDS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.ADVICE: "notice"}
#: Characters that XML cannot have, as a pattern, which is compiled when it is needed: that takes milliseconds.
_UNWRITABLE: Final = "[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"


def sarif(findings: Findings) -> str:
    """Return a log in SARIF 2.1.0 with one run; each code of a finding is a rule."""
    from importlib.metadata import version

    codes = dict.fromkeys(it.code for found in findings.values() for it in found)
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "Fairground",
                        "semanticVersion": version("fairground"),
                        "rules": [_sarif_rule(code) for code in codes],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": [_sarif_result(file, it) for file, found in findings.items() for it in found],
            }
        ],
    }
    return json.dumps(log, indent=2)


def _sarif_rule(code: str) -> dict[str, Any]:
    from fairground.core.validation.file_codes import FILE_CODES, RULESET_CODES, YAML_CODES
    from fairground.core.validation.severities_and_fixes import CODES

    if (known := CODES.get(code)) is not None:
        return {"id": code, "shortDescription": {"text": known.meaning}, "help": {"text": known.fix}}
    meaning = (FILE_CODES | RULESET_CODES | YAML_CODES).get(code)
    return {"id": code} | ({"shortDescription": {"text": meaning}} if meaning else {})


def _sarif_result(file: str, it: Finding) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": _uri(it.place.file or file)}}
    if it.place.line is not None:
        place["region"] = {"startLine": it.place.line}
        if it.place.column is not None:
            place["region"]["startColumn"] = it.place.column
    location: dict[str, Any] = {"physicalLocation": place}
    if it.place.hex:
        location["logicalLocations"] = [{"name": it.place.hex, "kind": "element"}]
    return {
        "ruleId": it.code,
        "level": _SARIF_LEVELS[it.severity],
        "message": {"text": _with_fix(it)},
        "locations": [location],
    }


def _uri(path: str) -> str:
    from urllib.parse import quote

    return quote(os.fsencode(path.replace("\\", "/")))


def _with_fix(it: Finding) -> str:
    fix = f" Fix: {it.fix}" if it.fix else ""
    return f"{it.message}{'' if it.message.endswith(('.', '!', '?')) else '.'}{fix}"


def junit(findings: Findings) -> str:
    """Return a report in JUnit's XML: each file is a test case, which fails if it has an error; the rest is its output."""
    from xml.etree import ElementTree as ET

    counts = Counter(any(it.severity is Severity.ERROR for it in found) for found in findings.values())
    whole = {"name": "Fairground", "tests": str(counts.total()), "failures": str(counts[True])}
    suites = ET.Element("testsuites", whole)
    suite = ET.SubElement(suites, "testsuite", whole | {"errors": "0", "skipped": "0"})
    for file, found in findings.items():
        case = ET.SubElement(suite, "testcase", {"name": _writable(file), "classname": "fairground"})
        errors = [it for it in found if it.severity is Severity.ERROR]
        if errors:
            more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
            said = {"type": errors[0].code, "message": _writable(f"{errors[0].message}{more}")}
            failure = ET.SubElement(case, "failure", said)
            failure.text = _writable("\n".join(map(_line, errors)))
        if others := [it for it in found if it.severity is not Severity.ERROR]:
            ET.SubElement(case, "system-out").text = _writable("\n".join(map(_line, others)))
    ET.indent(suites)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(suites, encoding="unicode")


def _line(it: Finding) -> str:
    line = f"line {it.place.line}" if it.place.line is not None else ""
    lead = ", ".join(filter(None, (it.place.file, it.place.hex, line)))
    return f"{it.severity.value}: {f'{lead}: ' if lead else ''}{_with_fix(it)} [{it.code}]"


def _writable(text: str) -> str:
    return re.sub(_UNWRITABLE, "\N{REPLACEMENT CHARACTER}", text)


def github(findings: Findings) -> str:
    """Return a workflow command for each finding, which GitHub shows at its line in a change."""
    return "\n".join(_github_command(file, it) for file, found in findings.items() for it in found)


def _github_command(file: str, it: Finding) -> str:
    values = {"file": it.place.file or file, "line": it.place.line, "col": it.place.column, "title": it.code}
    said = ",".join(f"{key}={_property(str(value))}" for key, value in values.items() if value is not None)
    lead = f"{it.place.hex}: " if it.place.hex else ""
    return f"::{_GITHUB_COMMANDS[it.severity]} {said}::{_data(lead + _with_fix(it))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


_WRITERS: Final[dict[str, Callable[[Findings], str]]] = {"sarif": sarif, "junit": junit, "github": github}
format_option = click.option(
    "--format",
    "pipeline_format",
    type=click.Choice([*_WRITERS]),
    help=(
        "Print the findings in a format for pipelines: SARIF, JUnit XML or GitHub workflow commands. "
        "The exit status stays the same."
    ),
)


def print_findings(pipeline_format: str, findings: Findings) -> None:
    """Print findings in one of the formats."""
    if text := _WRITERS[pipeline_format](findings):
        click.echo(text)
