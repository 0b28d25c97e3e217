"""Write docs/contributing/rule-tests.md: each rule of docs/reference/rules.md with the tests that carry its ID.

The exit status is 1, and nothing is written, when a row has no test or none but of the ruleset's data, a test has the ID
of no row, or a row names a key that its ruleset has not.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fairground.core.rules import load_ruleset
from fairground.core.rules.references import value_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

ROOT: Final = Path(__file__).parents[1]
SOURCE: Final = ROOT / "docs" / "reference" / "rules.md"
PAGE: Final = ROOT / "docs" / "contributing" / "rule-tests.md"
TESTS: Final = ROOT / "tests"
#: Tests in here look at what a ruleset says, not at what the program does with it.
DATA: Final = "core/rules/"
#: The ruleset that the keys of a row are those of, by the letters of the row's ID.
RULESETS: Final = {
    "H": "penance-2.0",
    "P1": "penance-1.0",
    "P2": "penance-2.0",
    "HS": "hexside-ww2",
    "BV": "base-visibility",
    "AR": "penance-arena",
    "MM": "megamek",
    "C": "penance-2.0",
}
_LETTERS: Final = "|".join(RULESETS)
HEAD: Final = """\
<!-- Written by make generate, from docs/reference/rules.md and the names of the tests. -->

# Tests of the rules

Every [rule](../reference/rules.md) has a test that carries its ID in its name: `test_p2_07_…` tests P2-07.
`make generate` writes this page, and fails if a rule has no test.

| ID | Rule | Tests |
| --- | --- | --- |
"""
_ROW: Final = re.compile(rf"^\| ((?:{_LETTERS})-\d+) \| (.+) \|$")
#: In the place of keys: there is none.
_NO_KEY: Final = "\N{EN DASH}"
_QUOTED: Final = re.compile(r"`([^`]+)`")
_DEFINED: Final = re.compile(r"^(?: {4})?(?:async )?def (test_\w+)", re.MULTILINE)
_IDS: Final = re.compile(rf"(?:(?:^test|_and)_(?:{_LETTERS})_\d+(?=_|$))+", re.IGNORECASE)
_ID: Final = re.compile(rf"_({_LETTERS})_(\d+)", re.IGNORECASE)


@dataclass(frozen=True)
class Row:
    """A row of the tables as it is in the source: its ID, and the cells after it."""

    id: str
    cells: tuple[str, ...]

    @property
    def keys(self) -> list[str]:
        """The keys of the ruleset that the row names; of a conflict the key and its other choices."""
        return _QUOTED.findall(self.cells[-1])


def rows(source: str) -> list[Row]:
    """Return the rows of the tables in their order."""
    found = (_ROW.match(line) for line in source.splitlines())
    return [Row(it[1], tuple(it[2].split(" | "))) for it in found if it]


def names_of_tests(folder: Path) -> dict[str, list[str]]:
    """Return the names of the tests of each file below a folder that has some, by its path."""
    texts = {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("test_*.py"))
    }
    return {file: found for file, text in texts.items() if (found := _DEFINED.findall(text))}


def ids_in(name: str) -> list[str]:
    """Return the rows that a test's name says it is of; of two for test_p2_13_and_p2_14_..."""
    head = _IDS.match(name)
    found = _ID.findall(head[0].lower()) if head else []
    # Conflicts alone are numbered without a zero in front.
    return [
        f"{letters.upper()}-{int(number)}" if letters == "c" else f"{letters.upper()}-{number}"
        for letters, number in found
    ]


def by_row(tests: Mapping[str, Iterable[str]]) -> dict[str, dict[str, list[str]]]:
    """Return the tests of each row that has some, by their files."""
    found: dict[str, dict[str, list[str]]] = {}
    for file, names in tests.items():
        for name in names:
            for row in ids_in(name):
                found.setdefault(row, {}).setdefault(file, []).append(name)
    return found


def faults(source: str, tests: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """Yield what is wrong with the rows and with the tests of them, a sentence each."""
    known = rows(source)
    ids = [row.id for row in known]
    found = by_row(tests)
    for row in known:
        if ids.count(row.id) > 1:
            yield f"{row.id} is there {ids.count(row.id)} times"
        if row.id not in found:
            yield f"{row.id} has no test; its name would begin with {_prefix(row.id)}"
        elif all(file.startswith(DATA) for file in found[row.id]):
            yield f"{row.id} has no test but of the ruleset's data, in tests/{DATA}"
        yield from _key_faults(row)
    for file, names in tests.items():
        for name in names:
            for row_id in ids_in(name):
                if row_id not in ids:
                    yield f"tests/{file}: {name} is of {row_id}, which is no row"
                elif _prefix(row_id) not in f"{name}_".replace("_and_", "_test_"):
                    yield f"tests/{file}: {name} would have to begin with {_prefix(row_id)}"


def _prefix(row: str) -> str:
    letters, number = row.split("-")
    return f"test_{letters.lower()}_{int(number):02}_"


def _key_faults(row: Row) -> Iterator[str]:
    rules = load_ruleset(RULESETS[row.id.split("-")[0]])
    if row.id.startswith("C-"):
        key = row.keys[0] if row.keys else None
        conflict = rules.conflicts.get(row.id)
        if conflict is None or conflict.key != key:
            yield f"{row.id} is a conflict of {key}, but not in the ruleset {rules.id}"
        elif {str(it).lower() for it in conflict.choices if it != conflict.default} != set(row.keys[1:]):
            yield f"{row.id} has other choices than the ruleset {rules.id}"
        return
    if not row.keys and row.cells[-1] != _NO_KEY:
        yield f"{row.id} names no key, and does not say {_NO_KEY} for none"
    for key in row.keys:
        try:
            value_at(rules, key.split("."))
        except LookupError:
            yield f"{row.id} names {key}, which the ruleset {rules.id} has not"


def page(source: str, tests: Mapping[str, Iterable[str]]) -> str:
    """Return the page of tests: a row for each rule of the source, with the tests of it."""
    found = by_row(tests)
    table = [f"| {row.id} | {row.cells[0]} | {_cell(found.get(row.id, {}))} |" for row in rows(source)]
    return HEAD + "\n".join(table) + "\n"


def _cell(files: Mapping[str, Iterable[str]]) -> str:
    return "; ".join(
        f"`tests/{file}`: {', '.join(f'`{name}`' for name in names)}" for file, names in files.items()
    )


def main() -> int:
    source, tests = SOURCE.read_text(encoding="utf-8"), names_of_tests(TESTS)
    wrong = list(faults(source, tests))
    for fault in wrong:
        print(fault, file=sys.stderr)
    if wrong:
        return 1
    PAGE.write_text(page(source, tests), encoding="utf-8", newline="\n")
    known = rows(source)
    count = sum(len(names) for files in by_row(tests).values() for names in files.values())
    print(f"{PAGE.relative_to(ROOT)} with {len(known)} rows and {count} tests of them")
    return 0


if __name__ == "__main__":
    sys.exit(main())
