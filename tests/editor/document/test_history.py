"""Whatever is done with all tools and to all fields can be undone and redone, to the byte."""

from __future__ import annotations

import re
import sys
from copy import deepcopy
from dataclasses import fields
from importlib import import_module
from pkgutil import iter_modules
from random import Random
from types import CodeType, FrameType, FunctionType
from typing import TYPE_CHECKING, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.files import to_text
from fairground.core.scenario.board import Board
from fairground.core.scenario.document import Scenario
from fairground.editor import document as document_package
from fairground.editor import tools as tools_package
from fairground.editor.document.document import Document
from fairground.editor.document.patches import FieldPatch, Patch
from tests.editor.document.player import COMMANDS, Player

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import ModuleType

    from tests.editor.document.conftest import PlayerMaker

#: Any of the kinds of patches, as an annotation names it.
PATCH = re.compile(r"\b\w*Patch\b")
#: What is not a change of a scenario that an editor makes: where its file lies and how that is written.
OF_THE_FILE = {"folder", "newline", "byte_order_mark", "_rules"}
#: What changes with the whole board alone.
OF_THE_BOARD = {"layout", "source"}
#: How the user prefers to see the map.
OF_THE_USER = {"shown_style"}


class Recorded:
    """What a player did, as a document's recorder hears of it."""

    def __init__(self) -> None:
        self.patches: list[Patch] = []

    def edited(self, _text: str, patches: tuple[Patch, ...], _stroke: int | None) -> None:
        self.patches += patches

    def stepped(self, index: int) -> None: ...

    def taken_back(self, stroke: int) -> None: ...

    def saved(self, path: Path) -> None: ...


def random_commands(seed: int, count: int) -> list[tuple[int, int, int]]:
    random = Random(seed)  # noqa: S311  # no secret
    return [(random.randrange(256), random.randrange(64), random.randrange(64)) for _ in range(count)]


def snapshot(document: Document) -> Scenario:
    return deepcopy(document.scenario.with_rules_unread())


def check(player: Player, commands: list[tuple[int, int, int]]) -> None:
    """Play, and then walk through the whole history and back."""
    document = player.document
    texts = {0: to_text(document.scenario)}
    start = snapshot(document)
    for command in commands:
        player.play(*command)
        texts[document.undo_stack.index()] = to_text(document.scenario)
    count = document.undo_stack.count()
    document.go_to(count)
    texts.setdefault(count, to_text(document.scenario))
    end = snapshot(document)
    for index in (*range(count - 1, -1, -1), *range(1, count + 1), 0):
        document.go_to(index)
        assert to_text(document.scenario) == texts[index]
    assert document.scenario == start
    document.go_to(count)
    assert document.scenario == end
    assert to_text(document.scenario) == texts[count]


@pytest.mark.parametrize("seed", range(5))
def test_two_hundred_commands_can_be_undone_and_redone(make_player: PlayerMaker, seed: int) -> None:
    player = make_player()
    check(player, random_commands(seed, 200))
    assert len(player.kinds) > 60
    assert player.document.undo_stack.count() > 20


@given(commands=st.lists(COMMANDS, max_size=30))
def test_any_commands_can_be_undone_and_redone(
    make_player: PlayerMaker, commands: list[tuple[int, int, int]]
) -> None:
    check(make_player(), commands)


# -- all of them ------------------------------------------------------------------------------------------------


def modules() -> Iterator[ModuleType]:
    for package in (document_package, tools_package):
        for found in iter_modules(package.__path__, f"{package.__name__}."):
            yield import_module(found.name)


def functions() -> Iterator[FunctionType]:
    """Yield the functions and methods that are written in the modules of documents and tools."""
    for module in modules():
        for item in vars(module).values():
            if getattr(item, "__module__", None) == module.__name__:
                places = vars(item).values() if isinstance(item, type) else (item,)
                yield from (it for it in places if isinstance(it, FunctionType))


def makes_patches(function: FunctionType) -> bool:
    found = PATCH.search(str(function.__annotations__.get("return", "")))
    # Classes that leave it to their subclasses have nothing but a refusal.
    return found is not None and "NotImplementedError" not in function.__code__.co_names


@pytest.fixture(scope="module")
def played(make_player: PlayerMaker) -> tuple[set[CodeType], list[Patch]]:
    """What was called and what was edited while a player did everything a few times."""
    called: set[CodeType] = set()
    patches: list[Patch] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            called.add(frame.f_code)

    for seed in range(5):
        player = make_player()
        recorded = Recorded()
        player.document.recorder = recorded
        random = Random(seed)  # noqa: S311  # no secret
        order = [*range(len(player.ways))] * 3
        random.shuffle(order)
        before = sys.getprofile()
        sys.setprofile(note)
        try:
            for what in order:
                player.play(what, random.randrange(64), random.randrange(64))
        finally:
            sys.setprofile(before)
        patches += recorded.patches
    return called, patches


def test_all_that_changes_scenarios_is_a_kind_of_patch() -> None:
    kinds = {
        item
        for module in modules()
        for item in vars(module).values()
        if isinstance(item, type) and issubclass(item, object) and "apply" in vars(item)
    }
    assert kinds - {Document} == {*get_args(Patch)}


@pytest.mark.long
def test_every_kind_of_patch_is_played(played: tuple[set[CodeType], list[Patch]]) -> None:
    assert {type(patch) for patch in played[1]} == {*get_args(Patch)}


@pytest.mark.long
def test_everything_that_makes_patches_is_played(played: tuple[set[CodeType], list[Patch]]) -> None:
    makers = {it.__qualname__: it.__code__ for it in functions() if makes_patches(it)}
    assert len(makers) > 40
    # Patches read from a journal, and those of edits that the worker suggests, have tests of their own.
    assert [name for name, code in makers.items() if code not in played[0]] == [
        "decode_patch",
        "suggested_patches",
    ], "the player of tests/editor/document/player.py does not do everything"


@pytest.mark.long
def test_every_field_is_played(played: tuple[set[CodeType], list[Patch]]) -> None:
    changed = {patch.field.removeprefix("board.") for patch in played[1] if hasattr(patch, "field")}
    layers = {patch.layer.value for patch in played[1] if hasattr(patch, "layer")}
    known = {it.name for it in (*fields(Scenario), *fields(Board))}
    assert known - changed - layers - OF_THE_FILE - OF_THE_BOARD - OF_THE_USER - {"board"} == set()
    assert changed <= known
    assert {patch.field for patch in played[1] if isinstance(patch, FieldPatch)} >= {"zones", "board.palette"}
