"""Validate, measure, picture and play all maps of a folder, storing each answer at once."""

from __future__ import annotations

import base64
import errno
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from fairground.core.batches.cluster import ClusterWorkers
from fairground.core.batches.dispatcher import MOST_JOBS, Failure, LocalWorkers, dispatch
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
from fairground.core.scenario.fairness_titles_and_limits import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from os import PathLike

    from fairground.core.batches.dispatcher import Workers
    from fairground.core.batches.maps import Map
    from fairground.core.batches.questions import Answer, Question
    from fairground.core.simulation.simulation import Simulation


#: The default store, in the folder of the maps.
_STORE: Final = Path(".fairground", "batch.sqlite")


@dataclass(frozen=True)
class Maps:
    """The scenarios of a folder, in the order of their paths."""

    folder: str
    maps: tuple[Map, ...]


@dataclass(frozen=True)
class Survey:
    """The questions about every map; ``plan`` is how to play it, None for not at all."""

    check: ValidationQuestion = field(default_factory=ValidationQuestion)
    measure: FairnessQuestion = field(default_factory=FairnessQuestion)
    pictures: bool = False
    plan: SimulationQuestion | None = None

    @property
    def questions(self) -> tuple[Question, ...]:
        """All questions, quick ones first."""
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
    """Return the answers about all scenarios in a folder and below, computing those that aren't stored.

    Default ``survey``: validation and fairness. The work is done by ``jobs`` processes on this machine (default: one a core),
    or by the workers of the Dask ``cluster`` whose scheduler has this address. Answers are saved at once in ``store``
    (default: ``.fairground/batch.sqlite`` in the folder), so a stopped batch can be resumed; ``again`` ignores stored answers.
    Files that can't be used, and questions that crash their workers, are reported in their rows. ``progress`` is called with
    the share done, from 0 to 1. A script needs the guard ``if __name__ == "__main__"``.

    Raises
    ------
    UsageError
        When the folder doesn't exist or has no scenario, or there are no workers, or they have another version.
    FileError
        When the store cannot be used.
    """
    maps = maps_of(Path(folder))
    path = store_of(Path(folder)) if store is None else Path(store)
    with Store(path, program=program_version()) as opened, _workers(jobs, cluster) as workers:
        return work_through(maps, survey or Survey(), workers, opened, again=again, progress=progress)


def store_of(folder: Path) -> Path:
    """Return the path of a folder's default store; raise a ``FileError`` if a link leads out of the folder."""
    path = folder / _STORE
    is_inside = Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))
    # The folder may be untrusted: write outside it only if the user names the path.
    if not is_inside or _is_circle(path):
        raise FileError(f"{path} is a link to a file outside the folder; choose another file with --store")
    return path


def _is_circle(path: Path) -> bool:
    """Whether the links on a path form a loop; ``Path.resolve`` no longer raises then."""
    try:
        path.stat()
    except OSError as error:
        return error.errno == errno.ELOOP
    return False


def maps_of(folder: Path) -> Maps:
    """Return the scenarios in a folder and below; raise a ``UsageError`` if there are none."""
    maps = maps_in(folder)
    if not maps:
        raise UsageError(f"{folder} contains no scenarios (.yaml)")
    return Maps(str(folder), tuple(maps))


def work_through(
    maps: Maps,
    survey: Survey,
    workers: Workers,
    store: Store,
    *,
    again: bool = False,
    progress: Callable[[float], None] | None = None,
) -> Library:
    """Return the result of ``batch``, using these workers and this store."""
    answers = _Answers(maps.maps, survey, store, again=again)
    for job, found in dispatch(answers.jobs(), workers, program=program_version()):
        answers.take(job, found)
        if progress is not None:
            progress(answers.share)
    rows = tuple(_row(it, survey, answers) for it in maps.maps)
    return Library(maps.folder, rows, answers.stored, answers.computed)


def _workers(jobs: int | None, cluster: str | None) -> Workers:
    if cluster is None:
        return LocalWorkers(min(os.cpu_count() or 1, MOST_JOBS) if jobs is None else jobs)
    if jobs is not None:
        raise UsageError("choose either local jobs or a cluster, not both")
    return ClusterWorkers(cluster)


class _Answers:
    """The answers found so far, and the jobs for those that are missing."""

    def __init__(self, maps: Sequence[Map], survey: Survey, store: Store, *, again: bool) -> None:
        self._maps, self._store, self._again = maps, store, again
        self._questions = [(it, it.key) for it in survey.questions]
        self._found: dict[tuple[str, str], Answer | Failure | None] = {}
        self.stored = self.computed = 0

    @property
    def share(self) -> float:
        """The share of answers found."""
        return (self.stored + self.computed) / max(len(self._maps) * len(self._questions), 1)

    def jobs(self) -> Iterator[BatchJob]:
        """Yield the missing jobs, map by map; the store is queried as late as possible, since others may fill it too."""
        for it in self._maps:
            for question, key in self._questions:
                place = it.key, key
                if it.problem or place in self._found:
                    continue
                known = None if self._again else self._store.find(*place)
                # Invalid answers are computed again and replaced.
                self._found[place] = cast("Answer", known) if fits(question, known) else None
                if self._found[place] is None:
                    yield BatchJob(it, question)
                else:
                    self.stored += 1

    def take(self, job: BatchJob, found: Answer | Failure) -> None:
        """Store an answer; a failure is reported but not stored, so that the next batch tries again."""
        place = job.map.key, job.question.key
        if not isinstance(found, Failure):
            self._store.keep(*place, found)
        self._found[place] = found
        self.computed += 1

    def answer(self, it: Map, question: Question) -> Answer | Failure:
        """Return the answer to a question about a map."""
        found = self._found[it.key, question.key]
        if found is None:
            raise AssertionError("a dispatched job did not return")
        return found


def _row(it: Map, survey: Survey, answers: _Answers) -> MapRow:
    if it.problem:
        return MapRow(it.file, it.problem)
    failures = []

    def answer(question: Question) -> Answer:
        found = answers.answer(it, question)
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
        # Without a verdict the sentence says why.
        reason=measure.get("reason") or ("" if measure.get("verdict") else str(measure.get("sentence", ""))),
        measures={
            name: MapClaim(**{**found, "band": Verdict(found["band"]) if found["band"] else None})
            for name, found in measure.get("measures", {}).items()
        },
        simulation=simulation,
        not_played=not_played,
        picture=base64.b64decode(picture.get("webp", "")),
        failures=tuple(dict.fromkeys(failures)),
    )


def _played(
    plan: SimulationQuestion | None, answer: Callable[[GamesShare], Answer]
) -> tuple[Simulation | None, str]:
    """Return the simulation, or the reason why there is none."""
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
