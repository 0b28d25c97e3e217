from __future__ import annotations

import struct
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from babel.messages.catalog import Catalog as Source
from babel.messages.mofile import write_mo
from hypothesis import given
from hypothesis import strategies as st

from fairground.editor.app.text_catalogues import MOST_BYTES, MOST_TEXTS, Catalogue, fault, read

if TYPE_CHECKING:
    from pathlib import Path


def compiled(texts: dict[str | tuple[str, str], str | tuple[str, ...]], *, locale: str = "pl") -> bytes:
    source, out = Source(locale=locale), BytesIO()
    for original, text in texts.items():
        source.add(original, text)
    write_mo(out, source)
    return out.getvalue()


def with_plural(rule: str) -> bytes:
    """Return a catalogue with a rule of plurals that is as long as the one it had."""
    data = compiled({("{n} hex", "{n} hexes"): ("{n} pole", "{n} pola", "{n} pól")})
    start = data.index(b"; plural=") + len(b"; plural=")
    end = data.index(b";", start)
    return data[:start] + rule.encode().ljust(end - start) + data[end:]


def test_texts_are_looked_up_and_others_stay() -> None:
    found = Catalogue(compiled({"Save": "Zapisz"}))
    assert (found.one("Save"), found.one("Open"), found.one("")) == ("Zapisz", "Open", "")
    assert found.faults == []


def test_counts_take_the_form_of_the_language() -> None:
    found = Catalogue(compiled({("{n} hex", "{n} hexes"): ("{n} pole", "{n} pola", "{n} pól")}))
    told = [found.many("{n} hex", "{n} hexes", n).format(n=n) for n in (1, 3, 5, 12, 22)]
    assert told == ["1 pole", "3 pola", "5 pól", "12 pól", "22 pola"]
    assert found.many("{n} unit", "{n} units", 2) == "{n} units"


@pytest.mark.parametrize(
    ("original", "text", "why"),
    [
        ("Go to {name}", "Do {nome}", "has other placeholders"),
        ("Go to {name}", "Do {name.__class__}", "has other placeholders"),
        ("Go to {name}", "Do {name!r}", "has other placeholders"),
        ("{n:,} hexes", "{n} pól", "has other placeholders"),
        ("Go", "Do {0}", "has other placeholders"),
        ("Go to {name}", "Do {name", "has braces that are not closed"),
        ("Go", "<img src='x'>", "has markup"),
        ("Go", "o" * 2_001, "is longer than 2,000 characters"),
        ("<b>Go</b> to {name}, {name}", "{name}: <b>idź</b>", ""),
        ("Go", "Idź", ""),
    ],
)
def test_a_translation_that_cannot_stand_for_its_text_is_left_out(original: str, text: str, why: str) -> None:
    assert fault(original, text) == why
    found = Catalogue(compiled({original: text, "Save": "Zapisz"}))
    assert found.one(original) == (original if why else text)
    assert found.faults == ([f"{original!r} {why}"] if why else [])
    assert found.one("Save") == "Zapisz"


def test_one_faulty_form_of_a_count_is_left_out() -> None:
    found = Catalogue(compiled({("{n} hex", "{n} hexes"): ("{n} pole", "{m} pola", "{n} pól")}))
    assert [found.many("{n} hex", "{n} hexes", n) for n in (1, 3, 5)] == ["{n} pole", "{n} hexes", "{n} pól"]
    assert found.faults == ["'{n} hex' has other placeholders"]


@pytest.mark.parametrize("rule", ["n/0", "n%(n-7)", "import os", "n(", "(" * 60])
def test_a_rule_of_plurals_that_is_none_refuses_the_catalogue(rule: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Catalogue(with_plural(rule))


def test_a_rule_that_fails_for_a_large_count_gives_the_text_itself() -> None:
    found = Catalogue(with_plural("n%(n-5000)"))
    assert found.many("{n} hex", "{n} hexes", 5000) == "{n} hexes"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "not a gettext catalogue"),
        (b'msgid "Save"\nmsgstr "Zapisz"\n' * 20, "more than|not a gettext catalogue|past its end"),
        (struct.pack("<7I", 0x950412DE, 0, MOST_TEXTS + 1, 28, 28, 0, 28), "more than 20,000 texts"),
        (struct.pack("<9I", 0x950412DE, 0, 1, 28, 28, 0, 28, 1_000_000, 28), "past its end"),
        (struct.pack(">9I", 0x950412DE, 0, 1, 28, 28, 0, 28, 1_000_000, 28), "past its end"),
    ],
)
def test_what_is_no_catalogue_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Catalogue(data)


@given(st.data())
def test_whatever_bytes_are_changed_there_is_a_catalogue_or_a_refusal(data: st.DataObject) -> None:
    found = bytearray(
        compiled({"Go to {name}": "Do {name}", ("{n} hex", "{n} hexes"): ("{n}", "{n}", "{n}")})
    )
    for _ in range(data.draw(st.integers(1, 4))):
        found[data.draw(st.integers(0, len(found) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(found)))
    try:
        catalogue = Catalogue(bytes(found[:cut] if data.draw(st.booleans()) else found))
    except ValueError:
        return
    assert catalogue.one("Go to {name}").format(name="A1")
    assert catalogue.many("{n} hex", "{n} hexes", 3).format(n=3)


def test_large_files_are_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "pl.mo"
    path.write_bytes(bytes(MOST_BYTES + 1))
    with pytest.raises(ValueError, match="more than 4 MB"):
        read(path)
