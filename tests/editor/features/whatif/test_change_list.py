"""What-ifs without a window: a copy that changes, and a document that does not."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core import load
from fairground.core.files import to_text
from fairground.core.scenario.shapes import listed
from fairground.core.whatif.changes import Destroy, PassRounds
from fairground.editor.document.document import Document
from fairground.editor.document.patches import BoardLayer, FieldPatch, cell_patch
from fairground.editor.features.whatif.change_list import WhatIf
from fairground.editor.jobs.process import JobAnswer
from tests.editor.worker_stand_in import WorkerStandIn

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.events import FieldChanged
    from fairground.editor.document.what_if_copy import WhatIfCopy
    from fairground.editor.jobs.process import Job

ARENA = Path(__file__).parents[4] / "scenarios" / "ember-court.yaml"
#: The arena has walls here, and open ground there.
WALL, OTHER_WALL, OPEN = "B4", "C6", "F8"


@cache
def arena() -> Scenario:
    return load(ARENA)


class AtOnce(WorkerStandIn):
    """Stands in for the worker: answers at once, unless it is held."""

    def __init__(self) -> None:
        super().__init__()
        self.is_held = False
        self.waiting: list[Job] = []

    def send(self, job: Job) -> None:
        self.waiting.append(job)
        if not self.is_held:
            self.go_on()

    def go_on(self) -> None:
        self.is_held = False
        for job in [self.waiting.pop(0) for _ in range(len(self.waiting))]:
            self.answered.emit(JobAnswer(job.topic, job.tag, job.run()))

    def drop(self, job: Job) -> None:
        if job in self.waiting:
            self.waiting.remove(job)


class Asked:
    """A document and a what-if of it, with what it refused."""

    def __init__(self, steps: int = 0) -> None:
        self.document = Document(deepcopy(arena()))
        for number in range(steps):
            self.document.edit(
                f"Step {number}", [FieldPatch("author", self.document.scenario.author, f"{number}")]
            )
        self.worker = AtOnce()
        self.model = WhatIf(self.worker)
        self.refused: list[str] = []
        self.model.refused.connect(self.refused.append)
        self.model.begin(self.document)

    @property
    def copy(self) -> WhatIfCopy:
        assert self.model.copy is not None
        return self.model.copy

    def hexes(self, *labels: str) -> tuple[Hex, ...]:
        return tuple(map(self.document.scenario.board.parse, labels))

    def terrain(self, label: str) -> str:
        return self.copy.scenario.board.terrain_at(self.hexes(label)[0])[-1]

    def effects(self, label: str) -> tuple[str, ...]:
        return self.copy.scenario.board.effects_at(self.hexes(label)[0])

    @property
    def texts(self) -> list[str]:
        return list(map(str, self.model.changes))


@pytest.fixture
def asked(qapp: object) -> Asked:
    assert qapp
    return Asked()


# -- the copy -----------------------------------------------------------------------------------------------


def test_a_copy_refuses_edits_and_has_forms_read_again_what_is_there(asked: Asked) -> None:
    copy = asked.copy
    told: list[FieldChanged] = []
    refused: list[bool] = []
    copy.changed.connect(told.append)
    asked.model.edit_refused.connect(lambda: refused.append(True))
    before = to_text(copy.scenario)
    wall = cell_patch(copy.scenario.board, BoardLayer.TERRAIN, copy.scenario.board.mask(asked.hexes(OPEN)), 1)
    assert not copy.edit("Paint", [wall])
    assert not copy.edit("Name", [FieldPatch("name", copy.scenario.name, "Other")])
    assert not copy.edit("Nothing", [None])
    assert to_text(copy.scenario) == before
    assert [event.field for event in told] == ["name"]
    assert refused == [True, True]
    with pytest.raises(RuntimeError, match="is not saved"):
        copy.save(Path("x.yaml"))


def test_a_copy_is_a_state_of_its_document_and_shares_no_layer_with_it(asked: Asked) -> None:
    copy, document = asked.copy, asked.document
    assert copy.is_what_if
    assert not document.is_what_if
    assert copy.origin is document is document.origin
    assert copy.title == document.title
    assert copy.path is None
    assert copy.opening == "The current map"
    for layer in BoardLayer:
        assert layer.of(copy.scenario.board) is not layer.of(document.scenario.board)


# -- changes ------------------------------------------------------------------------------------------------


def test_a_wall_falls_and_stands_again(asked: Asked) -> None:
    asked.model.destroy(asked.hexes(WALL))
    assert asked.texts == [f"destroy {WALL}"]
    assert asked.terrain(WALL) != "wall"
    assert asked.model.is_destroyed(asked.hexes(WALL)[0])
    assert asked.model.replies
    asked.model.destroy(asked.hexes(OTHER_WALL))
    asked.model.restore(asked.hexes(WALL))
    assert asked.texts == [f"destroy {OTHER_WALL}"]
    assert asked.terrain(WALL) == "wall"
    assert asked.terrain(OTHER_WALL) != "wall"
    assert asked.copy.undo_stack.undoText() == f"undone: destroy {WALL}"
    asked.copy.undo()
    assert asked.texts == [f"destroy {WALL}", f"destroy {OTHER_WALL}"]
    assert asked.terrain(WALL) != "wall"


def test_the_last_change_can_be_taken_from_the_list(asked: Asked) -> None:
    asked.model.destroy(asked.hexes(WALL))
    asked.model.restore(asked.hexes(WALL))
    assert asked.texts == []
    assert asked.copy.undo_stack.undoText() == f"undone: destroy {WALL}"


def test_of_several_that_fall_together_one_can_be_spared(asked: Asked) -> None:
    asked.model.destroy(asked.hexes(WALL, OTHER_WALL))
    asked.model.restore(asked.hexes(OTHER_WALL))
    assert asked.texts == [f"destroy {WALL}"]
    asked.model.restore(asked.hexes(OPEN))
    assert asked.copy.undo_stack.count() == 2


def test_what_cannot_be_is_told_with_the_reason_and_is_no_step(asked: Asked) -> None:
    asked.model.destroy(asked.hexes(OPEN))
    assert asked.texts == []
    assert asked.copy.undo_stack.count() == 0
    assert len(asked.refused) == 1
    assert OPEN in asked.refused[0]


def test_of_a_change_that_can_be_in_part_the_rest_is_told(asked: Asked) -> None:
    asked.model.destroy(asked.hexes(WALL, OPEN))
    assert asked.terrain(WALL) != "wall"
    assert len(asked.texts) == 1
    assert OPEN in asked.refused[0]


def test_effects_come_and_go_and_time_passes(asked: Asked) -> None:
    asked.model.put_effect("smoke", asked.hexes(OPEN))
    assert asked.effects(OPEN) == ("smoke",)
    asked.model.pass_round(7)
    asked.model.pass_round(8)
    assert asked.model.rounds == 2
    assert asked.model.changes[-2:] == (PassRounds(1, 7), PassRounds(1, 8))
    asked.copy.go_to(1)
    asked.model.take_effect("smoke", asked.hexes(OPEN))
    assert asked.effects(OPEN) == ()
    assert asked.model.rounds == 0
    assert asked.texts[1:] == [f"no smoke at {OPEN}"]


def test_a_weather_chosen_right_after_another_takes_its_place(asked: Asked) -> None:
    asked.model.set_weather("rain")
    asked.model.set_weather("sandstorm")
    assert asked.texts == ["weather sandstorm"]
    assert asked.copy.undo_stack.undoText() == "weather sandstorm"
    asked.model.set_weather("sandstorm")
    assert asked.copy.undo_stack.count() == 2
    asked.copy.undo()
    assert asked.copy.scenario.weather == "rain"


def test_what_is_wanted_while_an_answer_is_awaited_waits_for_its_turn(asked: Asked) -> None:
    asked.worker.is_held = True
    asked.model.destroy(asked.hexes(WALL))
    asked.model.put_effect("smoke", asked.hexes(OPEN))
    assert asked.model.is_waiting
    assert not asked.model.apply_to_map()
    assert "Still calculating" in asked.refused[-1]
    asked.worker.go_on()
    assert asked.texts == [f"destroy {WALL}", f"smoke at {OPEN}"]
    assert not asked.model.is_waiting


def test_going_through_the_history_gives_up_what_was_wanted(asked: Asked) -> None:
    asked.model.destroy(asked.hexes(WALL))
    asked.worker.is_held = True
    asked.model.destroy(asked.hexes(OTHER_WALL))
    asked.copy.undo()
    asked.worker.go_on()
    assert asked.texts == []
    assert asked.terrain(OTHER_WALL) == "wall"
    asked.copy.redo()
    assert asked.texts == [f"destroy {WALL}"]


def test_work_that_breaks_is_told(asked: Asked) -> None:
    asked.worker.is_held = True
    asked.model.destroy(asked.hexes(WALL))
    job = asked.worker.waiting.pop()
    asked.worker.answered.emit(JobAnswer(job.topic, job.tag, None, "ValueError: no."))
    assert asked.refused == ["Could not calculate the what-if: ValueError: no."]
    assert not asked.model.is_waiting


# -- leaving, applying --------------------------------------------------------------------------------------


def test_applying_is_one_step_of_the_document_that_can_be_undone(asked: Asked) -> None:
    document, before = asked.document, to_text(asked.document.scenario)
    asked.model.destroy(asked.hexes(WALL))
    asked.model.set_weather("rain")
    wanted = deepcopy(asked.copy.scenario)
    assert asked.model.apply_to_map()
    assert not asked.model.is_on
    assert to_text(document.scenario) == to_text(wanted)
    assert document.undo_stack.count() == 1
    assert document.undo_stack.undoText() == f"What if: destroy {WALL}, weather rain"
    document.undo()
    assert to_text(document.scenario) == before


def test_what_came_and_went_again_leaves_nothing_in_the_palette(asked: Asked) -> None:
    before = list(asked.document.scenario.board.effects_palette)
    asked.model.put_effect("smoke", asked.hexes(OPEN))
    asked.model.take_effect("smoke", asked.hexes(OPEN))
    asked.model.destroy(asked.hexes(WALL))
    assert asked.model.apply_to_map()
    assert asked.document.scenario.board.effects_palette == before


def test_nothing_to_apply_is_told(asked: Asked) -> None:
    assert not asked.model.apply_to_map()
    assert asked.model.is_on
    assert asked.refused == ["Nothing to apply: the what-if is the same as the map."]


def test_when_the_document_changes_the_changes_are_made_anew_on_what_it_has_become(
    asked: Asked, qtbot: QtBot
) -> None:
    document = asked.document
    asked.model.destroy(asked.hexes(WALL))
    before = asked.copy
    board = document.scenario.board
    smoke = board.mask(asked.hexes(OPEN))
    document.edit("Raise", [cell_patch(board, BoardLayer.ELEVATION, smoke, 3)])
    assert asked.model.is_waiting
    qtbot.waitUntil(lambda: asked.copy is not before and bool(asked.texts))
    assert asked.texts == [f"destroy {WALL}"]
    assert asked.terrain(WALL) != "wall"
    assert asked.copy.scenario.board.level_at(asked.hexes(OPEN)[0]) == 3
    assert "applied again to the new map" in asked.refused[0]
    assert asked.model.apply_to_map()
    assert document.undo_stack.count() == 2


ACTS = st.lists(
    st.tuples(
        st.sampled_from(
            ("destroy", "restore", "smoke", "fire", "clear", "weather", "round", "undo", "redo", "edit")
        ),
        st.integers(0, 99),
    ),
    max_size=8,
)


@pytest.mark.usefixtures("qapp")
@given(acts=ACTS, steps=st.integers(0, 2), undone=st.integers(0, 2))
def test_leaving_restores_the_document_and_its_history_exactly(
    acts: list[tuple[str, int]], steps: int, undone: int
) -> None:
    asked = Asked(steps)
    document, model = asked.document, asked.model
    stack = document.undo_stack
    model.leave()
    document.go_to(max(0, steps - undone))
    model.begin(document)
    told: list[object] = []
    document.changed.connect(told.append)
    revision, before = document.revision, to_text(document.scenario)
    history = stack.index(), [stack.text(at) for at in range(stack.count())]
    layers = [layer.of(document.scenario.board).copy() for layer in BoardLayer]
    lists = list(document.scenario.board.palette), list(document.scenario.board.effects_palette)
    hexes = list(document.scenario.board.hexes())
    for act, number in acts:
        at = (hexes[number % len(hexes)],)
        match act:
            case "destroy":
                model.destroy(at)
            case "restore":
                model.restore(at)
            case "smoke" | "fire":
                model.put_effect(act, at)
            case "clear":
                model.take_effect("smoke", at)
            case "weather":
                model.set_weather(("none", "rain", "sandstorm")[number % 3])
            case "round":
                model.pass_round(number)
            case "undo":
                asked.copy.undo()
            case "redo":
                asked.copy.redo()
            case _:
                asked.copy.edit("Name", [FieldPatch("name", document.scenario.name, "Other")])
    asked.copy.go_to(0)
    assert to_text(asked.copy.scenario) == before
    model.leave()
    assert not told
    assert document.revision == revision
    assert to_text(document.scenario) == before
    assert (stack.index(), [stack.text(at) for at in range(stack.count())]) == history
    assert all(
        (layer.of(document.scenario.board) == kept).all()
        for layer, kept in zip(BoardLayer, layers, strict=True)
    )
    assert (document.scenario.board.palette, document.scenario.board.effects_palette) == lists


def test_a_step_of_several_changes_is_called_by_their_number(asked: Asked) -> None:
    layout = asked.document.scenario.board.layout
    changes = tuple(Destroy(listed(layout, asked.hexes(it))) for it in (WALL, OTHER_WALL))
    asked.model.begin(asked.document, changes)
    assert asked.model.changes == changes
    assert asked.copy.undo_stack.undoText() == "2 changes"
