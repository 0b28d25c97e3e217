"""The floor plan: folders and files stay small, and a name means one thing."""

import ast
import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = sorted(path for folder in ("core", "editor") for path in (ROOT / folder).rglob("*.py"))
MOST_MODULES = 40
MOST_LINES = 400
#: Names that say nothing of what is in a file.
VAGUE = re.compile(
    r"(?:utils?|helpers?|misc|common|stuff|things?|parts?|pieces?|entry|rows?|given|kept|found|told|made|late|beside|either|along|named)"
)


def test_no_folder_has_more_modules_than_can_be_looked_over() -> None:
    counts: defaultdict[str, int] = defaultdict(int)
    for path in SOURCES:
        counts[path.parent.relative_to(ROOT).as_posix()] += 1
    assert {folder: n for folder, n in counts.items() if n > MOST_MODULES} == {}


def test_no_module_has_more_than_400_lines() -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text("utf-8").splitlines()) for path in SOURCES
    }
    assert {name: n for name, n in lengths.items() if n > MOST_LINES} == {}


def test_no_module_has_a_vague_name() -> None:
    # `scenario/parts.py` says which parts a scenario has.
    known = {"core/scenario/parts.py"}
    vague = {path.relative_to(ROOT).as_posix() for path in SOURCES if VAGUE.fullmatch(path.stem)}
    assert vague == known


def test_a_public_class_name_is_used_once() -> None:
    places: defaultdict[str, list[str]] = defaultdict(list)
    for path in SOURCES:
        for node in ast.parse(path.read_bytes()).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(path.relative_to(ROOT).as_posix())
    assert {name: where for name, where in places.items() if len(where) > 1} == {}
