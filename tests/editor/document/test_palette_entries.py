from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.files import read_bytes, to_bytes
from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.parts import RulesetReference
from fairground.editor.document.patches import FieldPatch
from fairground.editor.document.readable_ruleset import known_rules, level_bounds, terrain_title
from fairground.editor.document.stack_patches import palette_index

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from tests.editor.document.conftest import DocumentMaker


def add(document: Document, *stack: str) -> PaletteEntry:
    """Add a stack as a tool does, and return its entry."""
    index, patches = palette_index(document, stack)
    document.edit("add", patches)
    return document.scenario.board.palette[index]


def test_a_terrain_that_is_there_needs_no_patch(document: Document) -> None:
    assert palette_index(document, ("clear",)) == (0, [])


def test_a_new_terrain_gets_its_symbol(document: Document) -> None:
    palette = document.scenario.board.palette
    index, patches = palette_index(document, ("wall",))
    assert document.scenario.board.palette is palette
    assert index == 1
    assert patches == [FieldPatch("board.palette", palette, [palette[0], PaletteEntry("#", ("wall",))])]


def test_a_taken_symbol_gives_way_to_a_letter_of_the_name(document: Document) -> None:
    document.scenario.board.palette.append(PaletteEntry("#", ("rubble",)))
    assert add(document, "wall").key == "a"  # w is the symbol of water


def test_a_stack_gets_a_letter_of_its_top(document: Document) -> None:
    assert add(document, "rubble", "cover").key == "c"
    assert add(document, "rubble") == PaletteEntry("~", ("rubble",))


def test_entries_of_an_import_are_not_taken_for_new_hexes(document: Document) -> None:
    document.scenario.board.palette.append(PaletteEntry("w", ("wall",), source="road:1"))
    index, patches = palette_index(document, ("wall",))
    assert index == 2
    assert patches


def test_hundreds_of_stacks_get_keys_that_can_be_saved(make_document: DocumentMaker) -> None:
    document = make_document()
    for number in range(300):
        add(document, f"kind-{number}")
    keys = [entry.key for entry in document.scenario.board.palette]
    assert len(set(keys)) == 301
    assert read_bytes(to_bytes(document.scenario)).scenario == document.scenario


def test_without_its_ruleset_a_scenario_can_still_be_painted(document: Document) -> None:
    document.scenario.ruleset = RulesetReference("no-such-ruleset")
    assert known_rules(document.scenario) is None
    assert add(document, "wall").key == "w"
    assert terrain_title(document.scenario, ("wall", "rubble")) == "wall + rubble"
    assert level_bounds(document.scenario) == (-20, 100)
