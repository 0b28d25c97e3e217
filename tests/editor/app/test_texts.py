from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from io import BytesIO
from os import environ
from typing import TYPE_CHECKING

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from fairground.editor.app.texts import VARIABLES, faults, hex_count, language, tr, trn, wanted_languages

if TYPE_CHECKING:
    from pathlib import Path


def told_by(home: Path, expressions: str, **variables: str) -> str:
    """Return what expressions of the module come to where the environment asks for a language."""
    ran = subprocess.run(
        [sys.executable, "-c", f"from fairground.editor.app.texts import *\nprint({expressions})"],
        env={**environ, "FAIRGROUND_HOME": str(home), "PYTHONIOENCODING": "utf-8", **variables},
        capture_output=True,
        check=True,
        text=True,
        encoding="utf-8",
    )
    return ran.stdout.strip()


def write(home: Path, name: str, texts: dict[str, str]) -> None:
    source, out = Catalog(locale=name), BytesIO()
    for original, text in texts.items():
        source.add(original, text)
    write_mo(out, source)
    (home / "texts").mkdir(parents=True, exist_ok=True)
    (home / "texts" / f"{name}.mo").write_bytes(out.getvalue())


def test_without_a_catalogue_texts_are_themselves() -> None:
    assert (tr("Save"), language(), faults()) == ("Save", "", [])
    assert [trn("{n} hex", "{n} hexes", n) for n in (0, 1, 2, Fraction(1, 2))] == [
        *("{n} hexes", "{n} hex", "{n} hexes", "{n} hexes"),
    ]
    assert (hex_count(1), hex_count(3)) == ("1 hex", "3 hexes")


@pytest.mark.parametrize(
    ("variables", "wanted"),
    [
        ({}, []),
        ({"LANG": "C.UTF-8"}, []),
        ({"LANG": "en_GB.UTF-8"}, []),
        ({"LANG": "de_AT.UTF-8"}, ["de_AT", "de"]),
        ({"LANG": "de_AT.UTF-8", "LC_ALL": "sv"}, ["sv"]),
        ({"LANGUAGE": "pt_BR:pl:en:de", "LANG": "sv"}, ["pt_BR", "pt", "pl"]),
        ({"LANGUAGE": "ca@valencia"}, ["ca"]),
        ({"LANGUAGE": "../../etc/passwd"}, []),
    ],
)
def test_the_environment_names_languages_as_for_gettext(
    variables: dict[str, str], wanted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert [*wanted_languages()] == wanted


def test_a_catalogue_in_the_users_folder_is_used(tmp_path: Path) -> None:
    write(tmp_path, "sv", {"Save": "Spara"})
    expression = "tr('Save'), tr('Open'), language(), faults()"
    assert told_by(tmp_path, expression, LANGUAGE="nb:sv_SE:en") == "Spara Open sv []"
    assert told_by(tmp_path, expression, LANGUAGE="en:sv") == "Save Open  []"


def test_what_is_wrong_with_a_catalogue_is_told(tmp_path: Path) -> None:
    write(tmp_path, "sv", {"Save": "Spara", "Go to {name}": "Till {0}"})
    told = told_by(tmp_path, "tr('Save'), *faults()", LANGUAGE="sv")
    assert told.startswith("Spara 1 text of ")
    assert "left in English: 'Go to {name}' has other placeholders." in told
    (tmp_path / "texts" / "sv.mo").write_bytes(b"nothing")
    told = told_by(tmp_path, "tr('Save'), *faults()", LANGUAGE="sv")
    assert told.startswith("Save Cannot use ")
    assert "sv.mo: it is not a gettext catalogue (.mo)." in told


def test_the_command_line_can_name_the_language(tmp_path: Path) -> None:
    write(tmp_path, "sv", {"Save": "Spara"})
    program = """
import sys, types

def run(file, **options):
    from fairground.editor.app.texts import language, tr
    print(language(), tr("Save"))

sys.modules["fairground.editor.shell.application"] = types.SimpleNamespace(run=run)
from fairground.editor.shell.command import COMMAND
COMMAND(["--language", "sv"])
"""
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env={**environ, "FAIRGROUND_HOME": str(tmp_path)},
        capture_output=True,
        check=True,
        text=True,
    )
    assert ran.stdout.split() == ["sv", "Spara"]
