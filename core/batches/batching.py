"""All maps of a folder: checked, measured, pictured and played, each answer kept as soon as it is there."""

from __future__ import annotations

import base64
import errno
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from fairground.core.batches.cluster import ClusterWorkers
from fairground.core.batches.dispatcher import MOST_JOBS, Failure, LocalWorkers, give_out
from fairground.core.batches.maps import maps_in
from fairground.core.batches.questions import (
    BatchJob,
    FairnessQuestion,
    PictureQuestion,
    ValidationQuestion,
    program_version,
)
from fairground.core.batches.simulation_jobs import GamesShare, SimulationQuestion, simulation_of
from fairground.core.batches.store import Store, fits
from fairground.core.batches.summary import Library, MapClaim, MapRow
from fairground.core.errors import FileError, UsageError
from fairground.core.scenario.fairness_bands import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from os import PathLike

    from fairground.core.batches.dispatcher import Workers
    from fairground.core.batches.maps import Map
    from fairground.core.batches.questions import Answer, Question
    from fairground.core.simulation.simulation import Simulation


#: Where answers are kept unless said otherwise, in the folder of the maps.
_STORE: Final = Path(".fairground", "batch.sqlite")


@dataclass(frozen=True)
class Maps:
    """The scenarios of a folder, in the order of their paths."""

    folder: str
    maps: tuple[Map, ...]


@dataclass(frozen=True)
class Survey:
    """What is asked of every map; ``plan`` is how it is to be played, None not at all."""

    check: ValidationQuestion = field(default_factory=ValidationQuestion)
    measure: FairnessQuestion = field(default_factory=FairnessQuestion)
    pictures: bool = False
    plan: SimulationQuestion | None = None

    @property
    def questions(self) -> tuple[Question, ...]:
        """All questions, the quick ones first."""
        parts = self.plan.parts if self.plan else ()
        return (self.check, *([PictureQuestion()] if self.pictures else []), self.measure, *parts)


def batch(
    folder: str | PathLike[str],
    survey: Survey | None = None,
    *,
    jobs: int | None = None,
    cluster: str | None = None,
    store: str | PathLike[str] | None = None,
    again: bool = False,
    progress: Callable[[float], None] | None = None,
) -> Library:
    """Return what is known of the scenarios in a folder and below, after all was asked that is not known yet.

    Without a ``survey`` maps are checked and measured. It is done by so many ``jobs`` on this machine, None one a core, or by
    the workers of a Dask ``cluster``, given by the address of its scheduler. Every answer is kept as soon as it is there in
    ``store``, None ``.fairground/batch.sqlite`` in the folder: what was stopped goes on when it is begun again. With
    ``again`` everything is asked anew. A file that cannot be used is a row that says so, and so is a question that ended its
    workers. ``progress`` is told the share that is done, from 0 to 1. A script is to be guarded by
    ``if __name__ == "__main__"``, as always where processes begin others.

    Raises
    ------
    UsageError
        When there is no such folder, no scenario in it, there are no workers, or they have another version of the program.
    FileError
        When the store cannot be used.
    """
    maps = maps_of(Path(folder))
    path = store_of(Path(folder)) if store is None else Path(store)
    with Store(path, program=program_version()) as kept, _workers(jobs, cluster) as workers:
        return work_through(maps, survey or Survey(), workers, kept, again=again, progress=progress)


def store_of(folder: Path) -> Path:
    """Return where the answers about a folder are kept unless said otherwise.

    Raises
    ------
    FileError
        When a link leads from there out of the folder.
    """
    path = folder / _STORE
    is_inside = Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))
    # A folder of maps may be a stranger's: only who names another place has something written there.
    if not is_inside or _is_circle(path):
        raise FileError(f"{path} leads out of the folder by a link; choose another place with --store")
    return path


def _is_circle(path: Path) -> bool:
    """Return whether the links on the way to a file lead in a circle; Path.resolve no longer raises then."""
    try:
        path.stat()
    except OSError as error:
        return error.errno == errno.ELOOP
    return False


def maps_of(folder: Path) -> Maps:
    """Return the scenarios in a folder and below.

    Raises
    ------
    UsageError
        When there is no such folder, or no scenario in it.
    """
    found = maps_in(folder)
    if not found:
        raise UsageError(f"there are no scenarios (.yaml) in {folder}")
    return Maps(str(folder), tuple(found))


def work_through(
    maps: Maps,
    survey: Survey,
    workers: Workers,
    store: Store,
    *,
    again: bool = False,
    progress: Callable[[float], None] | None = None,
) -> Library:
    """Return what ``batch`` does, by these workers and with this store."""
    asking = _Asking(maps.maps, survey, store, again=again)
    for job, found in give_out(asking.jobs(), workers, program=program_version()):
        asking.take(job, found)
        if progress is not None:
            progress(asking.share)
    rows = tuple(_row(it, survey, asking) for it in maps.maps)
    return Library(maps.folder, rows, asking.kept, asking.worked)


def _workers(jobs: int | None, cluster: str | None) -> Workers:
    if cluster is None:
        return LocalWorkers(min(os.cpu_count() or 1, MOST_JOBS) if jobs is None else jobs)
    if jobs is not None:
        raise UsageError("choose either local jobs or a cluster, not both")
    return ClusterWorkers(cluster)


class _Asking:
    """The answers that there are, and the jobs for those that there are not."""

    def __init__(self, maps: Sequence[Map], survey: Survey, store: Store, *, again: bool) -> None:
        self._maps, self._store, self._again = maps, store, again
        self._questions = [(it, it.key) for it in survey.questions]
        self._found: dict[tuple[str, str], Answer | Failure | None] = {}
        self.kept = self.worked = 0

    @property
    def share(self) -> float:
        """The share of all answers that are there."""
        return (self.kept + self.worked) / max(len(self._maps) * len(self._questions), 1)

    def jobs(self) -> Iterator[BatchJob]:
        """Yield what is to be asked, map by map; the store is looked into as late as may be, for it may have other users."""
        for it in self._maps:
            for question, key in self._questions:
                place = it.key, key
                if it.problem or place in self._found:
                    continue
                known = None if self._again else self._store.find(*place)
                # What cannot be an answer is asked anew, and replaced.
                self._found[place] = cast("Answer", known) if fits(question, known) else None
                if self._found[place] is None:
                    yield BatchJob(it, question)
                else:
                    self.kept += 1

    def take(self, job: BatchJob, found: Answer | Failure) -> None:
        """Keep an answer; a failure is told and not kept, so that the next batch asks again."""
        place = job.map.key, job.question.key
        if not isinstance(found, Failure):
            self._store.keep(*place, found)
        self._found[place] = found
        self.worked += 1

    def answer(self, it: Map, question: Question) -> Answer | Failure:
        """Return what a question about a map came to."""
        found = self._found[it.key, question.key]
        if found is None:
            raise AssertionError("a job was dispatched and did not return")
        return found


def _row(it: Map, survey: Survey, asking: _Asking) -> MapRow:
    if it.problem:
        return MapRow(it.file, it.problem)
    failures = []

    def answer(question: Question) -> Answer:
        found = asking.answer(it, question)
        if isinstance(found, Failure):
            failures.append(found.reason)
            return {"reason": found.reason}
        return found

    check, measure = answer(survey.check), answer(survey.measure)
    picture = answer(PictureQuestion()) if survey.pictures else {}
    simulation, not_played = _played(survey.plan, answer)
    return MapRow(
        file=it.file,
        name=check.get("name", ""),
        columns=check.get("columns"),
        rows=check.get("rows"),
        layout=check.get("layout"),
        ruleset=check.get("ruleset", ""),
        findings=tuple(check.get("findings", ())),
        verdict=Verdict(measure["verdict"]) if measure.get("verdict") else None,
        sentence=measure.get("sentence", ""),
        because=tuple(measure.get("because", ())),
        reason=measure.get("reason", "") or _unjudged(measure),
        measures={
            name: MapClaim(
                title=found["title"],
                gate=found["gate"],
                band=Verdict(found["band"]) if found["band"] else None,
                imbalance=found["imbalance"],
                text=found["text"],
            )
            for name, found in measure.get("measures", {}).items()
        },
        simulation=simulation,
        not_played=not_played,
        picture=base64.b64decode(picture.get("webp", "")),
        failures=tuple(dict.fromkeys(failures)),
    )


def _unjudged(measure: Answer) -> str:
    """Return why a map that was measured has no verdict; empty where it has one."""
    return "" if measure.get("verdict") else str(measure.get("sentence", ""))


def _played(
    plan: SimulationQuestion | None, answer: Callable[[GamesShare], Answer]
) -> tuple[Simulation | None, str]:
    """Return what the games come to, or why there are none."""
    if plan is None:
        return None, ""
    parts = [answer(it) for it in plan.parts]
    reasons = [it["reason"] for it in parts if "reason" in it]
    if reasons:
        return None, reasons[0]
    try:
        return simulation_of(plan, parts), ""
    except UsageError as error:
        return None, str(error)
