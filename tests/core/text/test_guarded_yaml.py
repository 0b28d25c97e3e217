"""Guarded YAML: what is read, where it stands, and what is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.errors import FileError
from fairground.core.text.guarded_yaml import FloatText, Limits, parse
from fairground.core.text.source import Comment
from fairground.core.validation.file_codes import YAML_CODES as CODES

if TYPE_CHECKING:
    from fairground.core.finding import Finding


def refused(data: bytes | str, **limits: int) -> list[tuple[str, int | None, int | None]]:
    """Return code, line and column of all that is wrong with a file."""
    with pytest.raises(FileError) as caught:
        parse(data, limits=Limits(**limits))
    assert caught.value.problems
    assert str(caught.value).startswith("line ")
    found = [(p.code, p.place.line, p.place.column) for p in caught.value.problems]
    assert {code for code, _, _ in found} <= set(CODES)
    return found


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("0404", "0404"),
        ("12:30:45", "12:30:45"),
        ("on", "on"),
        ("no", "no"),
        ("yes", "yes"),
        ("0x1F", "0x1F"),
        ("1_000", "1_000"),
        ("A1", "A1"),
        ("1/2", "1/2"),
        ("2026-01-01", "2026-01-01"),
        ("nanny", "nanny"),
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("0", 0),
        ("-7", -7),
        ("999999999999999999", 999_999_999_999_999_999),
        ("'12'", "12"),
        ('"true"', "true"),
    ],
)
def test_words_are_values_only_where_a_designer_means_them_so(word: str, value: object) -> None:
    read = parse(f"- {word}\n").data
    assert read == [value]
    assert isinstance(read, list)
    assert type(read[0]) is type(value)


@pytest.mark.parametrize(
    ("word", "value"), [("0.1", 0.1), (".5", 0.5), ("1.", 1.0), ("-2.50", -2.5), ("1e3", 1000.0)]
)
def test_decimals_keep_their_text(word: str, value: float) -> None:
    read = parse(f"a: {word}").data
    assert isinstance(read, dict)
    number = read["a"]
    assert isinstance(number, FloatText)
    assert number == value
    assert number.text == word


def test_keys_are_always_text() -> None:
    assert parse("{1: a, ~: b, true: c, 0.5: d, '': e, '<<': f}").data == {
        "1": "a",
        "~": "b",
        "true": "c",
        "0.5": "d",
        "": "e",
        "<<": "f",
    }


def test_marks_lead_to_values_keys_and_places_in_blocks() -> None:
    text = "a: 1\nboard:\n  size: [7, 8]\n  é: é\n  terrain: |\n\n    ..#\n    .~.\nlast: x\n"
    source = parse(text)
    assert source.mark(()) == (1, 1)
    assert source.mark(("a",)) == (1, 4)
    assert source.key_mark(("board", "size")) == (3, 3)
    assert source.mark(("board", "size", 1)) == (3, 13)
    assert source.key_mark(("board", "size", 1)) == (3, 13)
    assert source.mark(("board", "é")) == (4, 6)
    assert source.mark(("board", "terrain", 1, 2)) == (7, 7)
    assert source.mark(("board", "terrain", 2)) == (8, 5)
    assert source.mark(("board", "nothing", 1, 2)) == source.mark(("board",))


def test_mark_of_an_unknown_path_is_that_of_its_longest_known_part() -> None:
    source = parse("a:\n  b: {c: 1}\n")
    assert source.mark(("a", "b", "x", 3)) == source.mark(("a", "b")) == (2, 6)
    assert source.key_mark(("a", "x")) == (2, 3)


def test_mark_in_a_block_with_an_indentation_indicator_counts_from_the_content() -> None:
    source = parse("a: |2\n     x\n  y\n")
    assert source.data == {"a": "   x\ny\n"}
    assert source.mark(("a", 0, 3)) == (2, 6)
    assert source.mark(("a", 1, 0)) == (3, 3)


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_line_endings_and_byte_order_mark_are_read_and_remembered(mark: bytes, newline: str) -> None:
    source = parse(mark + newline.join(["a: |", "  x", "  y", "b: 1", ""]).encode())
    assert source.data == {"a": "x\ny\n", "b": 1}
    assert source.newline == newline
    assert source.byte_order_mark == bool(mark)
    assert source.mark(("b",)) == (4, 4)


REFUSED = {
    "yaml.alias": ["a: *x", "*x : b", "- *x\n", "a: [*x]"],
    "yaml.anchor": ["a: &x 1", "&x a: 1", "a: &x [1]", "&x {}"],
    "yaml.tag": ["a: !!str 1", "a: !python/object:os.system x", "! a", "!!map {a: 1}"],
    "yaml.merge-key": ["<<: {a: 1}", "a: {<<: 1}"],
    "yaml.duplicate-key": ["a: 1\na: 2", "{b: {}, b: {}}", "'a': 1\na: 2"],
    "yaml.key": ["{[a]: b}", "? {a: b}\n: c", "?\n: b", "? " + "k" * 201 + "\n: 1"],
    "yaml.number": ["a: " + "1" * 19, "- -.inf", "- .nan", "- .INF", "- 1e999", "- 0." + "1" * 5000],
    "yaml.documents": ["a: 1\n---\nb: 2"],
    "yaml.directive": ["%YAML 1.1\n---\na: 1", "%TAG ! tag:x,2000:\n---\na: 1"],
    "yaml.tab": ["a:\n\tb: 1", "\ta: 1"],
    "yaml.empty": ["", "  \n", "# only a comment\n"],
    "yaml.syntax": ["a: [1", "a: 'x", "a: b: c", "a: @x", "[1]]", "a: {b: 1"],
    "yaml.character": [
        "a: \0",
        "a: \x07",
        "a: b\rc: d",
        "a: \u2028",
        "a: \x85",
        "\ufeff\ufeffa: 1",
        "a: \ud800",
    ],
    "yaml.depth": ["[" * 33 + "]" * 33, "- " * 33 + "a"],
}


@pytest.mark.parametrize(
    ("code", "text"), [(code, text) for code, texts in REFUSED.items() for text in texts]
)
def test_dangerous_and_broken_files_are_refused_with_line_and_column(code: str, text: str) -> None:
    codes = [found[0] for found in refused(text)]
    assert code in codes
    assert all(line and column for _, line, column in refused(text))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"])
def test_utf_16_and_utf_32_are_named_as_such(encoding: str) -> None:
    with pytest.raises(FileError, match=f"{encoding[:6].upper()}, not UTF-8"):
        parse("format: fairground/1\n".encode(encoding))


def test_bad_utf_8_is_refused_where_it_stands() -> None:
    assert refused("é: 1\nab: é\n".encode()[:-2] + b"\n") == [("yaml.encoding", 2, 5)]


def test_depth_is_counted_and_32_is_allowed() -> None:
    assert parse("[" * 32 + "]" * 32).data
    assert refused("[" * 33 + "]" * 33) == [("yaml.depth", 1, 33)]


def test_problems_come_all_at_once_and_in_order() -> None:
    text = "a: &x 1\na: 2\nb: *x\nc: 11111111111111111111\nd: .nan\n<<: {}\ne: [1\n"
    assert [found[:2] for found in refused(text)] == [
        ("yaml.anchor", 1),
        ("yaml.duplicate-key", 2),
        ("yaml.alias", 3),
        ("yaml.number", 4),
        ("yaml.number", 5),
        ("yaml.merge-key", 6),
        ("yaml.syntax", 7),
    ]


def test_a_flood_of_problems_is_cut_off() -> None:
    found = refused("[" + ".nan, " * 1000 + "]", problems=5)
    assert [code for code, _, _ in found] == ["yaml.number"] * 5 + ["yaml.many-problems"]


def test_a_syntax_error_after_the_last_listed_problem_is_cut_off_too() -> None:
    found = refused("[" + ".nan, " * 5 + "}", problems=5)
    assert [code for code, _, _ in found] == ["yaml.number"] * 5 + ["yaml.many-problems"]


def test_size_and_number_of_values_are_limited() -> None:
    assert refused("a: " + "b" * 100, bytes=50) == [("yaml.size", 1, 1)]
    assert refused("[1, 2, 3, 4]", values=4) == [("yaml.values", 1, 11)]
    assert parse("[1, 2, 3, 4]", limits=Limits(values=5)).data == [1, 2, 3, 4]


def test_an_unknown_value_of_a_refused_key_does_not_slip_into_another() -> None:
    with pytest.raises(FileError) as caught:
        parse("a: 1\na: {x: [1, 2]}\nb: 3\nb: 4\n")
    assert [p.message for p in caught.value.problems] == [
        "duplicate key 'a', first used in line 1",
        "duplicate key 'b', first used in line 3",
    ]


_DEEP = {
    "flow list": "[",
    "flow map": "{a: ",
    "flow in key": "{[",
    "open maps": "{",
    "lists across lines": "[\n",
    "block list": "- ",
    "explicit keys": "? ",
    "quoted keys": '{"a":',
    "commas": "[,",
    "tags": "!a ",
    "anchors": "&a ",
    "quotes": '"',
    "comments": "#\n",
    "closing": "]",
    "colons": ": ",
}
_CHILD = """
import sys
from fairground.core.errors import FileError
from fairground.core.text.source import Comment
from fairground.core.text.guarded_yaml import parse
try:
    parse(sys.stdin.buffer.read())
except FileError as error:
    print(error.problems[0].code)
"""


@pytest.mark.parametrize("kind", sorted(_DEEP))
def test_a_hundred_thousand_of_anything_is_refused_without_a_crash(kind: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _CHILD],
        input=_DEEP[kind].encode() * 100_000,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"yaml.")


def test_comments_above_keys_and_items_are_kept_and_others_counted() -> None:
    source = parse(
        "# head\n#   second  \n\nformat: x  # trailing\n# about the board\nboard:\n  # size\n  # and more\n"
        "  size: 1\n  terrain: |\n    # a row\n  # after the block\nsides:\n  # the first\n  - {id: a}\n"
        "  - id: b\n    # inside\n    name: '# no comment'\nmore: [\n  # lost\n]\n# at the end\n"
    )
    assert {path: tuple(it.text for it in found) for path, found in source.comments.items()} == {
        (): (" head", "   second"),
        ("format",): (" trailing",),
        ("board",): (" about the board",),
        ("board", "size"): (" size", " and more"),
        ("sides",): (" after the block",),
        ("sides", 0): (" the first",),
        ("sides", 1, "name"): (" inside",),
    }
    assert source.loose_comments == (20, 22)


def test_comments_are_limited() -> None:
    text = "a: 1\n" + "# b\n" * 100_000
    assert len(parse(text).loose_comments) == 100_000
    assert refused(text + "# c\n") == [("yaml.values", 100_002, 1)]


def test_hashes_within_text_are_no_comments() -> None:
    source = parse("a: 'x # y'\nb: \"\n  # z\"\nc: d#e\nd: >\n  # folded\ne: 🎲\nf: '# g'  # one\n")
    assert source.comments == {("f",): (Comment(8, " one"),)}
    assert source.loose_comments == ()


words = st.text(
    st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"], exclude_characters="\ufeff\ufffe\uffff"),
    max_size=10,
)
json_like = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**17), 10**17) | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=15,
)


@given(json_like.filter(lambda value: value is not None))
def test_json_of_any_shape_reads_back(value: object) -> None:
    assert parse(json.dumps(value, ensure_ascii=False)).data == value


@given(st.text("[]{}:,-?!&*#|>'\"%@` \n\tab1~.", max_size=60) | st.binary(max_size=40))
def test_noise_is_read_or_refused_with_findings(data: str | bytes) -> None:
    problems: tuple[Finding, ...] | None = None
    try:
        parse(data)
    except FileError as error:
        problems = error.problems
    assert problems is None or problems


@pytest.mark.parametrize(
    ("data", "kind"),
    [(b"\x89PNG\r\n\x1a\n\0\0", "PNG image"), (b"PK\x03\x04\x14\0", "ZIP archive"), (b"%PDF-1.7\n", "PDF")],
)
def test_a_file_of_another_kind_is_not_to_be_saved_as_text(data: bytes, kind: str) -> None:
    with pytest.raises(FileError, match=f"the file is a {kind}, not text") as caught:
        parse(data)
    assert caught.value.problems[0].fix == "Choose another file."


def test_an_empty_file_has_a_fix() -> None:
    with pytest.raises(FileError) as caught:
        parse("# nothing\n")
    assert caught.value.problems[0].fix == "Choose another file, or restore this one."


@pytest.mark.parametrize(
    ("text", "shown"), [("a: !!int '1'", "!!int"), (f"a: !{'x' * 99} b", f"!{'x' * 38}…")]
)
def test_a_tag_is_shown_as_it_is_written(text: str, shown: str) -> None:
    with pytest.raises(FileError) as found:
        parse(text)
    assert [it.message for it in found.value.problems] == [f"tags ({shown}) are not allowed"]
