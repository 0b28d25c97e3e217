"""A folder of maps: every answer asked once, the same however often it was stopped, and bad files rows like any other."""

from __future__ import annotations

import weakref
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from fairground.core.batches import Survey, batch
from fairground.core.batches import simulation_jobs as playing_module
from fairground.core.batches.batching import maps_of, store_of, work_through
from fairground.core.batches.questions import FairnessQuestion, PictureQuestion, answer, program_version
from fairground.core.batches.simulation_jobs import SimulationQuestion
from fairground.core.batches.store import Store
from fairground.core.errors import FileError, UsageError
from fairground.core.files import load
from fairground.core.simulation.game import GameArena
from fairground.core.simulation.simulate import simulate
from tests.core.batches.conftest import small
from tests.core.batches.here import HereWorkers

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.batches import Library
    from fairground.core.batches.maps import JobInput
    from fairground.core.batches.questions import Answer, Question
    from fairground.core.scenario.document import Scenario


def worked(folder: Path, store: Store, survey: Survey | None = None, *, again: bool = False) -> Library:
    with HereWorkers() as workers:
        return work_through(maps_of(folder), survey or Survey(), workers, store, again=again)


def test_every_map_is_checked_and_measured_once(folder: Path, store: Store) -> None:
    found = worked(folder, store)
    first = found.maps[0]
    assert [it.file for it in found.maps] == ["a.yaml", "more/b.yml"]
    assert (first.name, first.columns, first.rows, first.layout) == ("A", 4, 6, "odd-r")
    assert [it.ruleset for it in found.maps] == ["penance-1.0", "rules/own.yaml"]
    assert (first.verdict, first.because) == ("red", ("exposure",))
    assert first.measures["territory"].imbalance == 0
    assert first.measures["territory"].gate
    assert (found.stored, found.computed, found.failures, found.broken) == (0, 4, 0, 0)
    assert found.verdicts == {"green": 0, "amber": 0, "red": 2, "none": 0}

    again = worked(folder, store)
    assert again.maps == found.maps
    assert (again.stored, again.computed) == (4, 0)
    assert worked(folder, store, again=True).computed == 4


def test_what_changed_is_asked_again_and_nothing_else(folder: Path, store: Store) -> None:
    worked(folder, store)
    (folder / "a.yaml").write_text(small("Another"))
    found = worked(folder, store)
    assert (found.stored, found.computed, found.maps[0].name) == (2, 2, "Another")
    own = folder / "more" / "rules" / "own.yaml"
    own.write_text(own.read_text().replace("title: Own", "title: Mine"))
    assert worked(folder, store).computed == 2
    survey = Survey(measure=FairnessQuestion(unit_class="scout"))
    assert worked(folder, store, survey).computed == 2


@pytest.mark.long
def test_what_cannot_be_an_answer_is_asked_again(folder: Path, store: Store) -> None:
    survey = Survey(pictures=True, plan=SimulationQuestion(2))
    first = worked(folder, store, survey)
    places = [(it.key, question.key) for it in maps_of(folder).maps for question in survey.questions]
    wrong: list[Any] = [
        7,
        [],
        {},
        {"verdict": "green"},
        {"webp": 1},
        None,
        {"reason": 1},
        {"reason": "", "more": 1},
    ]
    for place, found in zip(places, wrong, strict=True):
        store.keep(*place, found)
    again = worked(folder, store, survey)
    assert (again.stored, again.computed) == (0, first.computed)
    assert again.maps == first.maps
    assert worked(folder, store, survey).stored == first.computed


def test_another_version_asks_again(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    for program in ("0.0.1", program_version()):
        with Store(path, program=program) as store:
            assert worked(folder, store).computed == 4


@pytest.mark.parametrize("name", [".fairground", ".fairground/batch.sqlite"])
@pytest.mark.parametrize("target", ["elsewhere", "maps/.fairground/batch.sqlite"])
def test_a_link_in_the_folder_has_nothing_written_elsewhere(tmp_path: Path, name: str, target: str) -> None:
    link = tmp_path / "maps" / name
    link.parent.mkdir(parents=True)
    link.symlink_to(tmp_path / target)
    (tmp_path / "maps" / "a.yaml").write_text(small("A"))
    with pytest.raises(
        FileError, match="is a link to a file outside the folder; choose another file with --store"
    ):
        batch(tmp_path / "maps", jobs=1)
    assert [it.name for it in tmp_path.iterdir()] == ["maps"]
    # Within the folder a link may lead where it likes.
    link.unlink()
    link.symlink_to(tmp_path / "maps" / "kept")
    assert store_of(tmp_path / "maps").is_relative_to(tmp_path)


def test_the_same_map_under_two_names_is_asked_once(folder: Path, store: Store) -> None:
    (folder / "copy.yaml").write_bytes((folder / "a.yaml").read_bytes())
    found = worked(folder, store)
    assert (len(found.maps), found.computed) == (3, 4)
    assert replace(found.maps[1], file="a.yaml") == found.maps[0]


def test_bad_files_are_rows_that_say_why(folder: Path, store: Store) -> None:
    (folder / "broken.yaml").write_text("format: fairground/1\n\tname: x\n")
    (folder / "gone.yaml").symlink_to(folder / "nowhere.yaml")
    (folder / "lonely.yaml").write_text(
        small("Lonely").replace("side: p2, kind: deployment", "side: p2, kind: exit")
    )
    (folder / "unknown.yaml").write_text(small("Unknown", "penance-9"))
    survey = Survey(pictures=True)
    found = {it.file: it for it in worked(folder, store, survey).maps}
    assert found["broken.yaml"].findings[0]["place"]["line"] == 2
    assert found["broken.yaml"].reason == "the file has errors"
    assert "cannot be opened" in found["gone.yaml"].problem
    assert found["lonely.yaml"].verdict is None
    assert "deployment" in found["lonely.yaml"].reason
    assert "penance-9" in found["unknown.yaml"].reason
    assert [it.file for it in found.values() if it.broken] == [
        "broken.yaml",
        "gone.yaml",
        *(["lonely.yaml"] if found["lonely.yaml"].errors else []),
        "unknown.yaml",
    ]
    assert found["a.yaml"].picture.startswith(b"RIFF")
    assert found["broken.yaml"].picture == b""
    assert worked(folder, store, survey).maps == tuple(found.values())


def test_a_folder_without_scenarios_is_refused(tmp_path: Path, store: Store) -> None:
    with pytest.raises(UsageError, match=r"contains no scenarios \(\.yaml\)"):
        worked(tmp_path, store)


class StoppedError(BaseException):
    """As Ctrl+C raises."""


@pytest.mark.long
def test_what_was_there_when_it_was_stopped_is_not_asked_again(
    folder: Path, tmp_path: Path, store: Store
) -> None:
    whole = worked(folder, store, Survey(pictures=True))
    with Store(tmp_path / "other.sqlite", program=program_version()) as other:
        for count in (1, 2):
            done: list[float] = []

            def stop(share: float, done: list[float] = done, count: int = count) -> None:
                done.append(share)
                if len(done) == count:
                    raise StoppedError

            with HereWorkers() as workers, pytest.raises(StoppedError):
                work_through(maps_of(folder), Survey(pictures=True), workers, other, progress=stop)
            assert done == sorted(done)
        last = worked(folder, other, Survey(pictures=True))
    assert last.maps == whole.maps
    # Three answers were told of before; what was under way was lost.
    assert (last.stored, last.computed) == (3, 3)


def test_what_another_batch_has_answered_meanwhile_is_not_asked(folder: Path, store: Store) -> None:
    with HereWorkers() as workers:

        def other(_: float, done: list[int] = []) -> None:  # noqa: B006  # counts the calls
            if not done:
                done.append(1)
                worked(folder, store)

        found = work_through(maps_of(folder), Survey(pictures=True), workers, store, progress=other)
    assert found.stored > 0
    assert found.stored + found.computed == 6


def test_a_failure_is_told_and_asked_again_the_next_time(folder: Path, store: Store) -> None:
    def failing(subject: JobInput, question: Question, program: str) -> Answer:
        if isinstance(question, FairnessQuestion):
            raise MemoryError("too much")  # noqa: TRY004
        return answer(subject, question, program)

    with HereWorkers(failing) as workers:
        found = work_through(maps_of(folder), Survey(), workers, store)
    assert found.failures == 2
    assert found.maps[0].failures == ("MemoryError: too much",)
    assert found.maps[0].reason == "MemoryError: too much"
    assert found.maps[0].name == "A"
    last = worked(folder, store)
    assert (last.stored, last.computed, last.failures) == (2, 2, 0)


@pytest.mark.long
def test_games_in_parts_are_those_of_one_simulation(
    folder: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing_module, "GAMES_A_PART", 2)
    (folder / "more" / "b.yml").unlink()
    plan = SimulationQuestion(5, seed=5, bots=("advance",))
    assert len(plan.parts) == 3
    found = worked(folder, store, Survey(plan=plan))
    whole = simulate(load(folder / "a.yaml"), 5, seed=5, bots="advance")
    assert found.maps[0].simulation == whole
    assert found.computed == 2 + 3
    # Another margin is another conclusion from the same games.
    assert worked(folder, store, Survey(plan=replace(plan, margin=plan.margin * 2))).computed == 0
    assert {it.key for it in replace(plan, seed=6).parts}.isdisjoint(it.key for it in plan.parts)


def test_the_tables_of_one_map_at_a_time_are_kept(
    folder: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "more" / "b.yml").unlink()
    for number in range(3):
        (folder / f"{number}.yaml").write_text(small(f"Map {number}"))
    arenas: list[weakref.ref[GameArena]] = []
    make = GameArena.of

    def of(scenario: Scenario, *options: Any) -> GameArena:
        made = make(scenario, *options)
        arenas.append(weakref.ref(made))
        return made

    monkeypatch.setattr(GameArena, "of", of)
    worked(folder, store, Survey(plan=SimulationQuestion(2, bots=("advance",))))
    assert len(arenas) == 4
    assert sum(it() is not None for it in arenas) <= 1


def test_what_cannot_be_played_says_why(folder: Path, store: Store) -> None:
    (folder / "a.yaml").write_text(small("Base", "base-visibility").replace(", '#': wall", ", '#': building"))
    (folder / "more" / "b.yml").write_text("format: fairground/1\n")
    found = worked(folder, store, Survey(plan=SimulationQuestion(2)))
    assert [it.simulation for it in found.maps] == [None, None]
    assert "base to base" in found.maps[0].not_played
    assert found.maps[1].not_played == "the file has errors"


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"games": 0}, "1 to 1,000,000, not 0"),
        ({"games": 10, "bots": ("advnce",)}, "there is no bot 'advnce'. Did you mean 'advance'"),
        ({"games": 10, "order": "random"}, "there is no turn order 'random'"),
    ],
)
def test_a_plan_that_fits_no_map_is_refused_at_once(wrong: dict[str, object], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        SimulationQuestion(**wrong)  # type: ignore[arg-type]


def test_pictures_of_large_boards_are_left_out(
    folder: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairground.core.pictures.board_picture.MOST_HEXES", 10)
    found = worked(folder, store, Survey(pictures=True))
    assert [it.picture for it in found.maps] == [b"", b""]
    assert found.failures == 0
    assert PictureQuestion().key == '{"kind":"picture"}'


def test_jobs_are_done_here_or_on_a_cluster(folder: Path) -> None:
    with pytest.raises(UsageError, match="either local jobs or a cluster"):
        batch(folder, jobs=2, cluster="tcp://127.0.0.1:1")
