"""What a model has against a file, in plain words."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from fairground.core.text.guarded_yaml import parse
from fairground.core.text.model_problems import problems
from fairground.core.text.wording import PATTERN_WORDS

if TYPE_CHECKING:
    from fairground.core.finding import Finding


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Item(Strict):
    name: Annotated[str, Field(min_length=1, max_length=5, examples=["ab"])]
    kind: Literal["one", "two"] = "one"
    either: int | list[str] = 0
    unit_class: str = Field("", alias="class")

    @field_validator("name")
    @classmethod
    def _no_x(cls, value: str) -> str:
        if "x" in value:
            raise ValueError("there is no x in a name")
        return value


class Whole(Strict):
    turns: Annotated[int, Field(ge=1, le=9)] | None = None
    flag: bool = False
    items: dict[str, Item] = Field(default_factory=dict)
    rows: list[Item] = Field(default_factory=list)
    code: Annotated[str, Field(pattern="^[a-z]+$")] = "a"
    colour: Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")] = "#000000"
    codes: list[Annotated[str, Field(pattern="^[a-z]+$")]] = Field(default_factory=list, max_length=1)
    keyed: dict[Annotated[str, Field(pattern="^(\\[key\\]|[a-z]+)$")], int] = Field(default_factory=dict)


def found(text: str) -> list[Finding]:
    source = parse(text)
    with pytest.raises(ValidationError) as caught:
        Whole.model_validate(source.data)
    return problems(caught.value, source, Whole, family="x")


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "message"),
    [
        ("turns: '12'", "x.wrong-type", 1, 8, "'turns' must be a whole number, not '12'"),
        ("turns: true", "x.wrong-type", 1, 8, "'turns' must be a whole number, not true"),
        ("turns: 1.5", "x.wrong-type", 1, 8, "'turns' must be a whole number, not 1.5"),
        ("turns: 0", "x.bad-value", 1, 8, "'turns' must be at least 1, not 0"),
        ("turns: 10", "x.bad-value", 1, 8, "'turns' must be at most 9, not 10"),
        ("flag: 1", "x.wrong-type", 1, 7, "'flag' must be true or false, not 1"),
        ("rows: {}", "x.wrong-type", 1, 7, "'rows' must be a list, not a mapping"),
        ("rows:\n  - 3", "x.wrong-type", 2, 5, "entry 1 of 'rows' must be a mapping, not 3"),
        ("\ntuns: 3", "x.unknown-key", 2, 1, "unknown key 'tuns'. Did you mean 'turns'?"),
        ("rows:\n  - kind: two", "x.missing-key", 2, 5, "the key 'name' of entry 1 of 'rows' is missing"),
        ("rows: [{name: ''}]", "x.bad-value", 1, 15, "'name' must have at least 1 character, not 0"),
        ("rows: [{name: abcdef}]", "x.bad-value", 1, 15, "'name' must have at most 5 characters, not 6"),
        ("rows: [{name: x}]", "x.bad-value", 1, 15, "'name': there is no x in a name"),
        ("items: {q: {name: a, clas: b}}", "x.unknown-key", 1, 22, "unknown key 'clas'. Did you mean 'class'?"),
        ("items: {q: {name: a, kind: tow}}", "x.bad-value", 1, 28, "'kind' must be one or two, not 'tow'. Did you mean 'two'?"),
        ("rows: [{name: a, either: {}}]", "x.wrong-type", 1, 26, "'either' must be a whole number or a list, not a mapping"),
        ("rows: [{name: a, either: [b, 1]}]", "x.wrong-type", 1, 30, "entry 2 of 'either' must be text, not 1"),
        ("code: A", "x.bad-value", 1, 7, "'code' has the wrong format: 'A'"),
        ("codes: [a, b]", "x.bad-value", 1, 8, "'codes' must have at most 1 entry, not 2"),
        ("keyed:\n  B: 1", "x.bad-value", 2, 3, "the key 'B' has the wrong format"),
        ("keyed: {'[key]': x}", "x.wrong-type", 1, 18, "'[key]' must be a whole number, not 'x'"),
        ("- a", "x.wrong-type", 1, 1, "the file must be a mapping, not a list"),
    ],
)  # fmt: skip
def test_one_finding_a_place_in_plain_words(
    text: str, code: str, line: int, column: int, message: str
) -> None:
    findings = found(text)
    assert [(f.code, f.place.line, f.place.column, f.message) for f in findings] == [
        (code, line, column, message)
    ]


def test_all_problems_come_at_once_in_file_order() -> None:
    findings = found("codes: [A]\nturns: 0\nbad: 1\nrows: [{name: 1}]")
    assert [f.place.line for f in findings] == [1, 2, 3, 4]


def test_fixes_name_what_to_write() -> None:
    assert found("tuns: 1")[0].fix == "Write 'turns'."
    assert found("zzzzzz: 1")[0].fix == "Known keys: turns, flag, items, rows, code, colour, codes, keyed."
    assert found("rows: [{}]")[0].fix == "Add the key 'name', for example 'name: ab'."
    assert found("rows: [{name: 1.5}]")[0].fix == "Put it in quotes: '1.5'"
    assert found("rows: [{name: [a]}]")[0].fix == "Write, for example, 'ab'."


def test_a_key_without_a_value_may_be_removed_unless_it_is_required() -> None:
    assert found("flag:")[0].fix == "Write a value, or remove the key."
    assert found("rows: [{name: }]")[0].fix == "Write, for example, 'ab'."


def test_no_fix_shows_a_regular_expression() -> None:
    schemas = Path(__file__).parents[3] / "schemas"
    text = "".join(it.read_text() for it in sorted(schemas.glob("*.json")))
    patterns = {json.loads(it) for it in re.findall(r'"pattern": ("[^"\n]*")', text)}
    assert patterns
    assert patterns <= PATTERN_WORDS.keys()
    assert found("codes: [A]")[0].fix is None
    assert found("colour: red")[0].fix == "Write '#' and six hexadecimal digits, such as '#6b4f2a'."


def test_a_mapping_is_an_item_only_where_items_are_mappings() -> None:
    (fault,) = found("rows: {name: ab}")
    assert fault.fix == "Start each item of the list with '- '."
    (fault,) = found("codes: {a: b}")
    assert (fault.message, fault.fix) == ("'codes' must be a list, not a mapping", None)


@pytest.mark.parametrize(
    ("written", "meant"),
    [("3 turns", "3"), ("3h", "3"), ("'1_0'", "10"), ("1_000", "1000")]
    + [(it, None) for it in ("0xA", "0b1", "1:30", "2020-01-01", "3 to 5", "1/2", "1,000")],
)
def test_a_whole_number_is_only_suggested_where_it_is_clear(written: str, meant: str | None) -> None:
    (fault,) = found(f"turns: {written}")
    expected = None if meant is None else f"Write 'turns: {meant}'."
    assert fault.fix == expected


def test_paths_are_those_of_the_whole_file() -> None:
    source = parse("deep:\n  at: {turns: 0}\n")
    with pytest.raises(ValidationError) as caught:
        Whole.model_validate({"turns": 0})
    [finding] = problems(caught.value, source, Whole, within=("deep", "at"), file="a.yaml")
    assert finding.place.path == ("deep", "at", "turns")
    assert (finding.place.line, finding.place.column, finding.place.file) == (2, 15, "a.yaml")


def test_data_without_a_file_has_paths_alone() -> None:
    with pytest.raises(ValidationError) as caught:
        Whole.model_validate({"turns": 0})
    [finding] = problems(caught.value, None, Whole, data={"turns": 0})
    assert finding.place.path == ("turns",)
    assert finding.place.line is None


def test_a_flood_of_problems_is_cut_off() -> None:
    findings = found("".join(f"k{i}: 1\n" for i in range(1000)))
    assert len(findings) == 101
    assert findings[-1].code == "x.many-problems"
    assert findings[-1].message == "900 more problems follow"
