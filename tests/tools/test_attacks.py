"""Attacks by meaning on every reader: some of each, and files that once reached what no sample reaches."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tools.fuzz import CORPUS
from tools.fuzzing.attacks import json_attacks, line_attacks, xml_attacks
from tools.fuzzing.readers import READERS
from tools.fuzzing.repetition import NOT_REPEATED, repetitions
from tools.fuzzing.worker import judge

#: What reading an attack may come to.
READ = {"read", "refused", "errors found"}
#: So many attacks of each reader are tried here; `tools/fuzz.py --attacks` tries all.
TRIED, LARGEST = 25, 100_000


def chance() -> random.Random:
    """Return the same chance each time."""
    return random.Random(5)  # noqa: S311  # repeatable attacks, not secrets


# Qt warns about damaged images, which it then refuses or draws in part.
@pytest.mark.qt_log_level_fail("CRITICAL")
@pytest.mark.long
@pytest.mark.parametrize("reader", READERS)
def test_attacks_by_meaning_are_read_or_refused(reader: str) -> None:
    sample = READERS[reader].samples()[0]
    attacks = list(READERS[reader].attacks(sample.data, chance()))
    assert len(attacks) > TRIED
    for it in chance().sample(attacks, TRIED):
        data = it.make()
        if len(data) < LARGEST:
            outcome, details = judge(data, sample.beside, reader)
            assert outcome in READ, f"{it.name}\n{details}"


@pytest.mark.long
@pytest.mark.parametrize("reader", READERS)
def test_the_corpus_is_read_or_refused(reader: str) -> None:
    beside = READERS[reader].samples()[0].beside
    for path in sorted((CORPUS / reader.replace(" ", "-")).glob("*")):
        outcome, details = judge(path.read_bytes(), beside, reader)
        assert outcome in READ, f"{path.name}\n{details}"


def test_the_corpus_is_small() -> None:
    files = [it for it in CORPUS.rglob("*") if it.is_file()]
    assert {it.parent.name for it in files} <= {it.replace(" ", "-") for it in READERS}
    assert sum(it.stat().st_size for it in files) < 2_000_000


def test_attacks_change_one_value_of_a_good_file() -> None:
    data = json.dumps({"a": {"n": 1, "t": "x"}, "l": [1, 2]}).encode()
    attacks = {it.name: it.make() for it in json_attacks(data, chance())}
    assert b'"n": 1e999' in attacks["a.n: infinity"]
    assert b'"t": "\\ud800"' in attacks["a.t: lone surrogate"]
    assert len(json.loads(attacks["l: item 20,000 times"])["l"]) == 20_000
    assert len(json.loads(attacks["a: 20,000 keys"])["a"]) > 20_000
    xml = {it.name for it in xml_attacks(b'<?xml version="1.0"?><map a="1"><b c="x"/></map>', chance())}
    assert {"<map  a: infinity", "b 20,000 times", "comments in the head"} <= xml
    lines = {it.name: it.make() for it in line_attacks(b"size 3\nhex 1\n", chance())}
    assert b"size NaN\nhex 1\n" in lines.values()


def test_everything_that_can_be_repeated_is() -> None:
    for reader in READERS:
        found = list(repetitions(reader))
        assert bool(found) is (reader not in NOT_REPEATED), reader
        if found:
            small, large = (len(found[0].make(count)) for count in (10, 1000))
            assert large > small


def test_the_folder_of_the_corpus_is_that_of_the_tests() -> None:
    assert Path(__file__).parents[1] / "corpus" == CORPUS
