"""With a language whose texts all stand in brackets, nothing of the window is left without them but data.

What data is called may be the same as a text (a terrain "Cover"); such a text is found by ``test_marked_texts.py`` alone.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from fairground.core import load
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import SYMMETRY_NAMES, symmetry_facts
from fairground.core.rules import load_ruleset
from fairground.core.rules.descriptions import effect_facts, feature_facts, terrain_facts
from fairground.core.scenario.fairness_titles_and_limits import MEASURES
from fairground.editor.shell.dialogs.about import library_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
SCENARIO = ROOT / "scenarios" / "ember-court.yaml"
#: A language of the file's name alone.
LANGUAGE = "tlh"
BRACKETED = re.compile("⟦[^⟦⟧]*⟧")
WORD = re.compile(r"[^\W\d_]{2,}")
#: What is the same in all languages: the program, keys, ways on the board, names of hexes and files, marks of rich text.
NAMES = re.compile(
    r"\b(?:Fairground|Ctrl|Shift|Alt|Meta|Return|Del|Esc|Space|Left|Right|F\d+|Tab|PgUp|PgDown|click|[NSEW]{1,2}|[A-Z]{1,2}\d+)\b"
    r"|\S+\.yaml\S*|</?(?:b|br|i|small)>"
)
#: Qt's own: they come from its catalogues.
OF_QT = {
    *("OK", "Cancel", "Close", "Float", "Scroll Left", "Scroll Right", "Press shortcut"),
    *("Undocks and re-attaches the dock widget", "Closes the dock widget"),
}


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return every text of a window in brackets, with what it belongs to; the editor runs in a process of its own."""
    home = tmp_path_factory.mktemp("home")
    (home / "texts").mkdir()
    (home / "texts" / f"{LANGUAGE}.mo").write_bytes(bracketed())
    ran = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("all_texts.py")), str(SCENARIO)],
        env={
            **os.environ,
            "FAIRGROUND_HOME": str(home),
            "LANGUAGE": LANGUAGE,
            "QT_QPA_PLATFORM": "offscreen",
        },
        capture_output=True,
        check=False,
        text=True,
        encoding="utf-8",
    )
    assert ran.returncode == 0, ran.stderr
    found: dict[str, str] = json.loads(ran.stdout)
    return found


def bracketed() -> bytes:
    """Return a catalogue of all texts of the template that puts each in brackets."""
    with (ROOT / "resources" / "texts" / "editor.pot").open("rb") as file:
        catalog = read_po(file)
    for message in catalog:
        if message.id:
            forms = message.id if isinstance(message.id, tuple) else (message.id,)
            told = tuple(f"⟦{text}⟧" for text in forms)
            message.string = told if message.pluralizable else told[0]
    out = BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def data() -> set[str]:
    """Return what the scenario, the rulesets and the stamps are called and say, and the sentences of core."""
    found = set(OF_QT) | {it.meaning for it in MEASURES.values()} | {str(it) for it in Layout}
    titles = (*SYMMETRY_NAMES.values(), *(it.title for it in MEASURES.values()))
    found |= {text for name in titles for text in (name, name[:1].upper() + name[1:])}
    for layout, columns, rows in ((Layout.ODD_Q, 16, 17), (Layout.ODD_R, 10, 10)):
        found |= {fact.sentence for fact in symmetry_facts(layout, columns, rows)}
    found |= {str(SCENARIO), str(SCENARIO.parent), SCENARIO.name}
    scenario = load(SCENARIO)
    found |= {scenario.zone_title(it.id) for it in scenario.zones}
    files = [
        SCENARIO,
        *(ROOT / "resources" / "rulesets").glob("*.yaml"),
        *(ROOT / "resources" / "forces").glob("*.yaml"),
    ]
    for file in files:
        found |= {text.strip() for text in strings(yaml.safe_load(file.read_bytes()))}
    rules = load_ruleset("penance-1.0")
    for terrain in rules.terrain.values():
        found.update(terrain_facts(terrain, rules))
    for feature in rules.hexsides.values():
        found.update(feature_facts(feature))
    for effect in rules.effects.values():
        found.update(effect_facts(effect, rules))
    found |= {part for line in library_lines() for part in (line, line.partition(":")[0])}
    found |= {file.stem.removesuffix(".stamp") for file in (ROOT / "resources" / "stamps").iterdir()}
    found |= {
        file.name.split(".")[0].replace("-", " ").capitalize()
        for file in (ROOT / "resources" / "stamps").iterdir()
    }
    return {text for text in found if WORD.search(text)}


def strings(found: object) -> Iterator[str]:
    """Yield the texts of a file, keys too."""
    if isinstance(found, dict):
        for key, value in found.items():
            yield from (*strings(key), *strings(value))
    elif isinstance(found, list):
        for value in found:
            yield from strings(value)
    elif isinstance(found, str):
        yield found


def without_brackets(text: str) -> str:
    """Return what stands in no brackets; a text in brackets may hold others."""
    while (rest := BRACKETED.sub(" ", text)) != text:
        text = rest
    return text


def test_every_text_is_in_brackets_or_is_data(texts: dict[str, str]) -> None:
    phrases = sorted(data(), key=len, reverse=True)
    # Tooltips are broken into lines of a readable length.
    said = (r"\s".join(map(re.escape, it.split())) for it in phrases)
    names = re.compile("|".join(rf"(?<!\w){it}(?!\w)" for it in said))
    left = {
        f"{where}: {text!r}"
        for text, where in texts.items()
        if WORD.search(NAMES.sub(" ", names.sub(" ", without_brackets(text))))
    }
    assert sorted(left) == []


@pytest.mark.long
def test_the_window_was_looked_at(texts: dict[str, str]) -> None:
    """Menus, tooltips, hints, panels, legends and dialogs: one text of each."""
    wanted = {
        "⟦&File⟧",
        "⟦Left button paints the first terrain, right button the second. Ctrl+click picks a hex's terrain.⟧",
        "⟦The scenario's title⟧",
        "⟦Recent files⟧",
        "⟦New map⟧",
        "⟦Resize board⟧",
        "⟦Paint the first terrain, raise the level, add the feature or effect, or add the hex to the zone⟧",
    }
    assert len(texts) > 1000
    assert wanted - set(texts) == set()


def test_brackets_in_brackets_are_taken_off() -> None:
    assert without_brackets("⟦a ⟦b⟧ c⟧ d") == "  d"
