"""JSON from strangers: every piece with its line, and everything dangerous refused with a place."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.clients import json_pieces as module
from fairground.core.clients.import_findings import ImportFindings
from fairground.core.clients.json_pieces import JsonPiece, json_pieces

APART = frozenset(("hexes", "features"))


def read(text: str) -> dict[str, JsonPiece] | None:
    return json_pieces(text, ImportFindings(), apart=APART)


def refused(text: str) -> tuple[str, int | None, int | None]:
    """Return message, line and column of what is wrong with a text."""
    findings = ImportFindings()
    assert json_pieces(text, findings, apart=APART) is None
    (found,) = findings.findings()
    assert found.code == "import.json"
    return found.message, found.place.line, found.place.column


def test_pieces_have_their_lines() -> None:
    text = (
        '{"layout": "odd-r",\n"hexes": {\n "a": {"q": 1},\n\n "b": [2]},\n"features": [\n1,\n{"x":\n2},3]\n}'
    )
    assert read(text) == {
        "layout": JsonPiece("odd-r", 1),
        "hexes": JsonPiece({"a": JsonPiece({"q": 1}, 3), "b": JsonPiece([2], 5)}, 2),
        "features": JsonPiece([JsonPiece(1, 7), JsonPiece({"x": 2}, 8), JsonPiece(3, 9)], 6),
    }


def test_only_what_stands_at_the_top_is_taken_apart() -> None:
    assert read('{"x": {"hexes": {"a": 1}}}') == {"x": JsonPiece({"hexes": {"a": 1}}, 1)}


@pytest.mark.parametrize(
    ("text", "says", "line", "column"),
    [
        ("", "does not begin with '{'", 1, 1),
        ("[1]", "does not begin with '{'", 1, 1),
        ('{"a": 1}\nx', "after the end", 2, 1),
        ('{"a": 1', "expected ',' or '}' here", 1, 8),
        ('{"a": 1 "b": 2}', "expected ',' or '}' here, not '\"'", 1, 9),
        ('{\n "a" 1}', "expected ':' after the key 'a'", 2, 6),
        ('{"a": 1,}', "a key in double quotes", 1, 9),
        ('{"a":\n nope}', "this is not JSON: Expecting value", 2, 2),
        ('{"a": 1,\n"a": 2}', "the key 'a' appears again", 2, 4),
        ('{"a": {"b": 1, "b": 2}}', "the key 'b' appears twice", 1, 7),
        ('{"a": NaN}', "NaN is not a number", 1, 7),
        ('{"a": -Infinity}', "-Infinity is not a number", 1, 7),
        ('{"a": 1e999}', "out of range", 1, 7),
        ('{"a": ' + "1" * 5000 + "}", "may have at most 18 digits", 1, 7),
        ('{"a": ' + "[" * 40 + "]" * 40 + "}", "nested more than 32 levels deep", 1, 7),
        ('{"a":\n' + "[" * 200_000 + "}", "nested more than 32 levels deep", 2, 1),
        ('{"hexes": [1,\n2 3]}', "expected ',' or ']' here, not '3'", 2, 3),
        ('{"a": "\x01"}', "this is not JSON: Invalid control character", 1, 8),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text: str, says: str, line: int, column: int) -> None:
    message, *place = refused(text)
    assert says in message
    assert place == [line, column]


def test_files_with_too_many_values_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_VALUES", 5)
    assert read('{"a": [1, 2]}') is not None
    assert refused('{"a": [1, 2, 3, 4, 5]}')[0] == "the file has too many values; the limit is about 5"


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(10**17), 10**17) | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=12,
    )
)
def test_whatever_json_can_say_is_read_as_it_is(value: object) -> None:
    for indent in (None, 1):
        pieces = read(json.dumps({"a": value, "features": [value], "hexes": {"b": value}}, indent=indent))
        assert pieces is not None
        assert pieces["a"].value == value
        assert [it.value for it in pieces["features"].value] == [value]
        assert {key: it.value for key, it in pieces["hexes"].value.items()} == {"b": value}


@given(st.text('{}[]",:01 ae\n\\', max_size=40))
def test_whatever_stands_there_is_read_or_told(text: str) -> None:
    findings = ImportFindings()
    assert (json_pieces(text, findings, apart=APART) is None) == bool(findings.count)
