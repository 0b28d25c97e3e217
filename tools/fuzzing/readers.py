"""Everything that reads files: what it makes of a damaged one, which must be a result or a refusal with findings."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from tools.fuzzing.attacks import (
    Attack,
    catalogue_attacks,
    journal_attacks,
    json_attacks,
    line_attacks,
    number_attacks,
    settings_attacks,
    store_attacks,
    xml_attacks,
    yaml_attacks,
)
from tools.fuzzing.kept_files import read_catalogue, read_keys, read_presets, read_settings, read_store
from tools.fuzzing.kept_samples import (
    KEYS,
    PRESETS,
    catalogues,
    change_settings,
    change_store,
    settings,
    stores,
)
from tools.fuzzing.picture_files import read_image, read_tracing_image, tracing_images
from tools.fuzzing.samples import (
    BOARD,
    BRACKETS,
    PLAYABLE,
    ROW_CODES,
    Sample,
    clips,
    exported,
    journals,
    shipped,
    worldographer_maps,
)
from tools.fuzzing.structure import change_journal, change_json, change_lines, change_xml, change_yaml

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator, Mapping

    from fairground.core.files.force_file import Force
    from fairground.core.scenario.document import Scenario


def read_scenario(data: bytes, _: Mapping[str, bytes]) -> str:
    """Read, validate, write and read again; return what came of it."""
    from fairground.core.files import read_bytes, to_text
    from fairground.core.finding import Severity
    from fairground.core.validation import validate

    reading = read_bytes(data)
    if reading.scenario is None:
        if not reading.findings:
            raise AssertionError("nothing was read and nothing was found")
        return "refused"
    for finding in validate(reading.scenario):
        reading.locate(finding.place)
    if any(finding.severity is Severity.ERROR for finding in reading.findings):
        return "errors found"
    text = to_text(reading.scenario)
    again = read_bytes(text.encode()).scenario
    if again is None or to_text(again) != text:
        raise AssertionError("what was written does not read back and write the same")
    return "read"


def read_ruleset(data: bytes, _: Mapping[str, bytes]) -> str:
    """Load a ruleset; return what came of it."""
    from fairground.core.errors import RulesetError
    from fairground.core.rules import load_ruleset

    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "mutant.yaml").write_bytes(data)
        try:
            load_ruleset("mutant.yaml", folder=Path(folder))
        except RulesetError as error:
            if not error.problems:
                raise AssertionError(f"a ruleset was refused without a finding: {error}") from error
            return "refused"
    return "read"


def read_board(data: bytes, _: Mapping[str, bytes]) -> str:
    """Import a MegaMek board, write it as a scenario and as a board, and read both again; return what came of it."""
    from fairground.core.clients import load_format
    from fairground.core.clients.format import export_settings

    scenario = imported(data, "mutant.board", "megamek")
    if scenario is None:
        return "refused"
    target = load_format("megamek")
    asked = export_settings(target.options, {}, "mutant")
    again = (
        imported(target.write(scenario, asked).content, "mutant.board", "megamek") if target.write else None
    )
    # Text that the game could not read is kept in the scenario, and cannot be written back.
    if again is None or not np.array_equal(again.board.elevation, scenario.board.elevation):
        raise AssertionError("what was exported does not come in again")
    return "read"


def read_legend(data: bytes, _: Mapping[str, bytes]) -> str:
    """Load a legend and import a board with it; return what came of it."""
    from fairground.core.clients import import_file
    from fairground.core.clients.coded_maps.legend import load_legend
    from fairground.core.errors import FileError

    with tempfile.TemporaryDirectory() as folder:
        path, board = Path(folder) / "mutant.yaml", Path(folder) / "board.txt"
        path.write_bytes(data)
        board.write_bytes(BRACKETS)
        try:
            legend = load_legend(path)
        except FileError as error:
            if not error.problems:
                raise AssertionError(f"a legend was refused without a finding: {error}") from error
            return "refused"
        import_file(board, legend=legend)
    return "read"


def imported(
    data: bytes, name: str, format_name: str, beside: Mapping[str, bytes] | None = None
) -> Scenario | None:
    """Import a file; return the scenario, which must save and load, or None when it was refused."""
    from fairground.core.clients import import_file
    from fairground.core.errors import FileError, RulesetError
    from fairground.core.files import read_bytes, to_text
    from fairground.core.validation import validate

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        for other, content in (beside or {}).items():
            (Path(folder) / other).write_bytes(content)
        try:
            scenario = import_file(path, format_name=format_name).scenario
        except (FileError, RulesetError) as error:
            if not error.problems:
                raise AssertionError(f"a file was refused without a finding: {error}") from error
            return None
    validate(scenario)
    text = to_text(scenario)
    reading = read_bytes(text.encode())
    if reading.findings or reading.scenario != scenario:
        raise AssertionError(f"what came in does not save and load: {reading.findings[:3]}")
    return scenario


def read_foreign(data: bytes, beside: Mapping[str, bytes], *, format_name: str, ending: str) -> str:
    """Import a file in another format, with those that it refers to; return what came of it."""
    return "refused" if imported(data, f"mutant{ending}", format_name, beside) is None else "read"


def read_clip(data: bytes, _: Mapping[str, bytes]) -> str:
    """Read a clip, write it and read it again; return what came of it."""
    from fairground.core.errors import FileError
    from fairground.core.files.clip_text import clip_from_text, clip_to_text

    try:
        clip = clip_from_text(data)
    except FileError as error:
        if not error.problems:
            raise AssertionError(f"a clip was refused without a finding: {error}") from error
        return "refused"
    text = clip_to_text(clip)
    if clip_to_text(clip_from_text(text)) != text:
        raise AssertionError("what was written does not read back and write the same")
    return "read"


def read_stamp(data: bytes, _: Mapping[str, bytes]) -> str:
    """List the stamps of a folder and load one of them; return what came of it."""
    from fairground.core.errors import FileError
    from fairground.editor.features.clipboard.stamps import Stamps

    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "Mutant.stamp.yaml").write_bytes(data)
        stamps = Stamps(Path(folder))
        stamp = stamps.find("mutant")
        if stamp is None:
            raise AssertionError("the stamp is not in the list")
        try:
            stamps.load(stamp)
        except FileError:
            return "refused"
    return "read"


#: Rules of a scenario's own, and a scenario beside them.
OWN_RULES: Final = b"""\
format: fairground-ruleset/1
extends: penance-2.0
id: own
title: Our own rules
version: "1"
source: {document: Notes, author: Anna, licence: CC0-1.0}
terrain:
  bog: {name: Bog, description: Deep, symbol: "q", cost: 3, tile: swamp, source: Notes 1}
effects:
  haze: {name: Haze, symbol: "h", blocks_sight: true, source: Notes 2}
hexsides:
  fence: {name: Fence, cost: 1, source: Notes 3}
classes:
  scout: {allowance: 7, source: Notes 4}
"""


def read_ruleset_beside(data: bytes, _: Mapping[str, bytes]) -> str:
    """Read and validate a scenario under a ruleset beside it; return what came of it."""
    from fairground.core.errors import RulesetError
    from fairground.core.files import read
    from fairground.core.finding import Severity
    from fairground.core.validation import validate

    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "rules.yaml").write_bytes(data)
        path = Path(folder) / "arena.yaml"
        path.write_bytes(PLAYABLE.replace(b"ruleset: penance-1.0", b"ruleset: rules.yaml"))
        scenario = read(path).scenario
        if scenario is None:
            raise AssertionError("the sample arena cannot be read")
        found = list(validate(scenario))
        try:
            named = scenario.rules.title
        except RulesetError:
            if not any(it.severity is Severity.ERROR for it in found):
                raise
            return "refused"
    has_errors = any(it.severity is Severity.ERROR for it in found)
    return "errors found" if has_errors or not named else "read"


def read_journal(data: bytes, _: Mapping[str, bytes]) -> str:
    """Recover the document of a journal, undo all of it and write it; return what came of it."""
    from fairground.core.errors import FileError
    from fairground.core.files import to_text
    from fairground.editor.document.recovery import recover

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mutant.journal"
        path.write_bytes(data)
        try:
            document = recover(path).document
        except FileError:
            return "refused"
    last, index = to_text(document.scenario), document.undo_stack.index()
    while document.undo_stack.canUndo():
        document.undo()
        to_text(document.scenario)
    while document.undo_stack.canRedo():
        document.redo()
        to_text(document.scenario)
    document.go_to(index)
    if to_text(document.scenario) != last:
        raise AssertionError("the history does not lead back to what was recovered")
    return "read"


def read_force(data: bytes, _: Mapping[str, bytes]) -> str:
    """Load a force, and play two games with it where it fits; return what came of it."""
    from fairground.core.errors import FileError, ScenarioError
    from fairground.core.files import read_bytes
    from fairground.core.files.force_file import load_force

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mutant.yaml"
        path.write_bytes(data)
        try:
            force = load_force(path)
        except FileError as error:
            if not error.problems:
                raise AssertionError(f"a force was refused without a finding: {error}") from error
            return "refused"
    scenario = read_bytes(PLAYABLE).scenario
    if scenario is None:
        raise ValueError("the sample arena cannot be read")
    try:
        _played(scenario, force)
    except ScenarioError:
        return "errors found"
    return "read"


def read_played(data: bytes, _: Mapping[str, bytes]) -> str:
    """Play two games on a scenario and describe them; return the outcome."""
    from fairground.core.errors import FairgroundError
    from fairground.core.files import read_bytes
    from fairground.core.finding import Severity

    reading = read_bytes(data)
    if reading.scenario is None or any(it.severity is Severity.ERROR for it in reading.findings):
        return "refused"
    try:
        _played(reading.scenario, None)
    except FairgroundError:
        return "errors found"
    return "read"


def _played(scenario: Scenario, force: Force | None) -> None:
    from fairground.core.simulation.answer import SimulateAnswer
    from fairground.core.simulation.simulate import simulate

    found = simulate(scenario, 2, force=force, jobs=1)
    SimulateAnswer.from_result(found).model_dump_json()


@dataclass(frozen=True)
class Reader:
    """What reads files of one kind, samples of them, and how what they say is changed; ``ending`` is theirs."""

    read: Callable[[bytes, Mapping[str, bytes]], str]
    samples: Callable[[], list[Sample]]
    change: Callable[[bytes, random.Random], bytes]
    ending: str
    attacks: Callable[[bytes, random.Random], Iterator[Attack]]


READERS: Final = {
    "scenario": Reader(
        read_scenario, lambda: shipped("scenarios/*.yaml"), change_yaml, ".yaml", yaml_attacks
    ),
    "ruleset": Reader(
        read_ruleset, lambda: shipped("resources/rulesets/*.yaml"), change_yaml, ".yaml", yaml_attacks
    ),
    "board": Reader(
        read_board, lambda: [Sample("sample.board", BOARD)], change_lines, ".board", line_attacks
    ),
    "brackets": Reader(
        partial(read_foreign, format_name="brackets", ending=".txt"),
        lambda: [Sample("brackets.txt", BRACKETS)],
        change_lines,
        ".txt",
        line_attacks,
    ),
    "row-codes": Reader(
        partial(read_foreign, format_name="row-codes", ending=".txt"),
        lambda: [Sample("row-codes.txt", ROW_CODES)],
        change_lines,
        ".txt",
        line_attacks,
    ),
    "tiled": Reader(
        partial(read_foreign, format_name="tiled", ending=".tmx"),
        lambda: exported("tiled"),
        change_xml,
        ".tmx",
        xml_attacks,
    ),
    "tiled-json": Reader(
        partial(read_foreign, format_name="tiled-json", ending=".tmj"),
        lambda: exported("tiled-json"),
        change_json,
        ".tmj",
        json_attacks,
    ),
    "geojson": Reader(
        partial(read_foreign, format_name="geojson", ending=".geojson"),
        lambda: exported("geojson"),
        change_json,
        ".geojson",
        json_attacks,
    ),
    "hexjson": Reader(
        partial(read_foreign, format_name="hexjson", ending=".hexjson"),
        lambda: exported("hexjson"),
        change_json,
        ".hexjson",
        json_attacks,
    ),
    "polygons": Reader(
        partial(read_foreign, format_name="geojson", ending=".geojson"),
        lambda: shipped("docs/examples/*.geojson"),
        change_json,
        ".geojson",
        json_attacks,
    ),
    "wesnoth": Reader(
        partial(read_foreign, format_name="wesnoth", ending=".map"),
        lambda: shipped("docs/examples/*.map"),
        change_lines,
        ".map",
        line_attacks,
    ),
    "text-mapper": Reader(
        partial(read_foreign, format_name="text-mapper", ending=".txt"),
        lambda: shipped("docs/examples/marches.txt"),
        change_lines,
        ".txt",
        line_attacks,
    ),
    "worldographer": Reader(
        partial(read_foreign, format_name="worldographer", ending=".wxx"),
        worldographer_maps,
        change_xml,
        ".wxx",
        xml_attacks,
    ),
    "azgaar": Reader(
        partial(read_foreign, format_name="azgaar", ending=".json"),
        lambda: shipped("docs/examples/erdia.json"),
        change_json,
        ".json",
        json_attacks,
    ),
    "foundry": Reader(
        partial(read_foreign, format_name="foundry", ending=".json"),
        lambda: [*exported("foundry"), *shipped("docs/examples/dungeon.json")],
        change_json,
        ".json",
        json_attacks,
    ),
    "uvtt": Reader(
        partial(read_foreign, format_name="uvtt", ending=".uvtt"),
        lambda: [*exported("uvtt"), *shipped("docs/examples/*.dd2vtt")],
        change_json,
        ".uvtt",
        json_attacks,
    ),
    "legend": Reader(
        read_legend, lambda: shipped("resources/legends/*.yaml"), change_yaml, ".yaml", yaml_attacks
    ),
    "journal": Reader(read_journal, journals, change_journal, ".journal", journal_attacks),
    "clip": Reader(read_clip, clips, change_yaml, ".yaml", yaml_attacks),
    "stamp": Reader(read_stamp, clips, change_yaml, ".stamp.yaml", yaml_attacks),
    "ruleset beside": Reader(
        read_ruleset_beside,
        lambda: [Sample("rules.yaml", OWN_RULES)],
        change_yaml,
        ".yaml",
        yaml_attacks,
    ),
    "image": Reader(
        read_image, lambda: shipped("resources/decorations/*.svg"), change_xml, ".svg", xml_attacks
    ),
    "tracing image": Reader(read_tracing_image, tracing_images, lambda data, _: data, ".png", number_attacks),
    "force": Reader(
        read_force, lambda: shipped("resources/forces/*.yaml"), change_yaml, ".yaml", yaml_attacks
    ),
    "played": Reader(
        read_played, lambda: [Sample("playable.yaml", PLAYABLE)], change_yaml, ".yaml", yaml_attacks
    ),
    "store": Reader(read_store, stores, change_store, ".sqlite", store_attacks),
    "keys": Reader(read_keys, lambda: [Sample("keys.yaml", KEYS)], change_yaml, ".yaml", yaml_attacks),
    "presets": Reader(
        read_presets, lambda: [Sample("exports.yaml", PRESETS)], change_yaml, ".yaml", yaml_attacks
    ),
    "settings": Reader(read_settings, settings, change_settings, ".ini", settings_attacks),
    "catalogue": Reader(read_catalogue, catalogues, lambda data, _: data, ".mo", catalogue_attacks),
}
