"""The code runs on the oldest supported Python: Debian 12 has 3.11.2, without later additions to 3.11."""

import ast
import re
import tomllib
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SOURCES = ("benchmarks", "core", "editor", "tests", "tools")

#: Security fixes added these to 3.11.3 and later. Type stubs know minor versions only, so mypy accepts them.
LATER_NAMES = {
    "ALLOW_MISSING",
    "FilterError",
    "SetReparseDeferralEnabled",
    "data_filter",
    "extraction_filter",
    "fully_trusted_filter",
    "tar_filter",
    "verify_generated_headers",
}
LATER_KEYWORDS = {
    "extract": "filter",
    "extractall": "filter",
    "getaddresses": "strict",
    "parseaddr": "strict",
    "unpack_archive": "filter",
}
#: Parsing every source would take seconds; few have one of these words.
SUSPECT = re.compile("|".join([*LATER_NAMES, *LATER_KEYWORDS]))


def later_additions(source: str) -> list[int]:
    """Return the lines of a source that use something added after Python 3.11.2."""
    if not SUSPECT.search(source):
        return []
    lines = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(attr=name) | ast.Name(id=name) | ast.alias(name=name):
                if name in LATER_NAMES:
                    lines.append(node.lineno)
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), keywords=keywords):
                if LATER_KEYWORDS.get(name) in {keyword.arg for keyword in keywords} - {None}:
                    lines.append(node.lineno)
    return lines


def test_no_source_uses_additions_to_python_3_11_after_its_release_in_debian_12() -> None:
    paths = [ROOT / "hatch_build.py", *(path for folder in SOURCES for path in (ROOT / folder).rglob("*.py"))]
    assert len(paths) > 1000
    faults = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in paths
        for line in later_additions(path.read_text(encoding="utf-8"))
    ]
    assert faults == []


@pytest.mark.parametrize(
    "line",
    [
        "archive.extractall(path, filter='data')",
        "unpack_archive(name, filter='data')",
        "archive.extraction_filter = tarfile.tar_filter",
        "from tarfile import data_filter",
        "os.path.realpath(path, strict=os.path.ALLOW_MISSING)",
    ],
)
def test_later_additions_are_recognised(line: str) -> None:
    assert later_additions(line)


@pytest.mark.parametrize("line", ["archive.extractall(path)", "names(filter='data')", "extract(**options)"])
def test_older_calls_are_accepted(line: str) -> None:
    assert later_additions(line) == []


def test_mypy_checks_for_the_oldest_supported_python() -> None:
    supported = SpecifierSet(PYPROJECT["project"]["requires-python"])
    major, minor = map(int, PYPROJECT["tool"]["mypy"]["python_version"].split("."))
    assert supported.contains(f"{major}.{minor}.0")
    assert not supported.contains(f"{major}.{minor - 1}.0")
