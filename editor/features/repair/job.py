"""Repair as a job for a worker: a few edits that make the scenario fair, with their effects, as plain data."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from fairground.core.scenario.fairness_titles_and_limits import Verdict
from fairground.editor.app.texts import tr, trn
from fairground.editor.jobs.job_scenario import ScenarioJob

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairground.core.grid.hexes import Hex
    from fairground.core.improve.repair.goals import WayCost
    from fairground.core.improve.repair.offers import RepairOffer, RepairStep
    from fairground.core.improve.repair.repair import Repair
    from fairground.core.metrics.board_comparison import MeasureChange
    from fairground.core.metrics.fairness.report import Fairness
    from fairground.core.scenario.board import PaletteEntry
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.hex_edits import Edit
    from fairground.editor.jobs.fairness import FairnessRequest
    from fairground.editor.jobs.process import JobWatch


#: The share of the progress that the search has if games follow.
_SEARCHING = 0.3


@dataclass(frozen=True, slots=True)
class RepairSettings:
    """The measures to repair and the means; empty ``measures``: all that decide the verdict; empty ``terrains``: any."""

    measures: tuple[str, ...] = ()
    band: Verdict = Verdict.GREEN
    terrains: tuple[str, ...] = ()
    changes: tuple[str, ...] = ("zone-move", "objective", "feature", "terrain", "level", "zone")
    most: int = 6
    #: Games to play on the map and on each repair found; 0 for none.
    games: int = 0


@dataclass(frozen=True, slots=True)
class RepairChoices:
    """The measures that can be repaired: ids and titles."""

    measures: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class RepairEffect:
    """The effect of an edit on a measure: its rating and values before and after; ``about`` names classes and range."""

    title: str
    about: str
    values: str
    before: Verdict | None
    after: Verdict | None


@dataclass(frozen=True, slots=True)
class RepairStepFigures:
    """One edit: its kind in words, the ``edits`` of hexes that make it up, and the new content of each in a word or two."""

    kind: str
    edits: tuple[Edit, ...]
    text: str
    marks: tuple[tuple[Hex, str], ...]
    verdict: tuple[Verdict | None, Verdict | None]
    effects: tuple[RepairEffect, ...]

    @property
    def hex(self) -> Hex:
        """The first hex that is edited."""
        return self.edits[0].hex


@dataclass(frozen=True, slots=True)
class RepairOfferFigures:
    """One of several repairs: its edits in a line, what measures and games say of it, and the result if it is chosen."""

    title: str
    about: tuple[str, ...]
    sentence: str
    steps: tuple[RepairStepFigures, ...]
    palette: tuple[PaletteEntry, ...]
    ways: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RepairResult:
    """The result as a sentence, and the ``reason`` if it falls short.

    The sentence, ``steps``, ``palette`` and ``ways`` are those of the repair chosen, at first the best one. ``offers`` are all
    repairs found, the best first, and ``ranking`` says what their order rests on. ``ways`` are lines with the cheapest way of each class between zones and to objectives, before and after; empty without
    edits. The terrain of edits is an index into ``palette``, which starts with the palette of the scenario.
    """

    is_reached: bool
    sentence: str
    reason: str
    steps: tuple[RepairStepFigures, ...]
    palette: tuple[PaletteEntry, ...]
    ways: tuple[str, ...] = ()
    offers: tuple[RepairOfferFigures, ...] = ()
    ranking: str = ""

    def chosen(self, place: int) -> RepairResult:
        """Return the result with one of the offers chosen; itself if there is no such offer."""
        if place >= len(self.offers):
            return self
        it = self.offers[place]
        return replace(self, sentence=it.sentence, steps=it.steps, palette=it.palette, ways=it.ways)


@dataclass(frozen=True, slots=True)
class RepairJob(ScenarioJob[RepairResult]):
    """Repairs a scenario for the units of the question; the answer is a ``RepairResult``."""

    topic: ClassVar[str] = "repair"
    question: FairnessRequest
    settings: RepairSettings

    def result(self, scenario: Scenario, watch: JobWatch) -> RepairResult:
        """Search for edits, and play games with them if that was requested."""
        from fairground.core.improve.repair.repair import repair
        from fairground.core.metrics.fairness.candidates import CHANGES

        settings = self.settings
        searching = _SEARCHING if settings.games else 1.0
        found = repair(
            scenario,
            settings.measures or None,
            band=settings.band,
            most_edits=settings.most,
            terrains=settings.terrains or None,
            changes=[it for it in CHANGES if it in settings.changes],
            unit_class=self.question.class_id or None,
            mode=self.question.mode_id or None,
            despite_errors=self.question.despite_errors,
            progress=lambda share: watch.report(searching * share),
            cancelled=watch.is_cancelled,
        )
        if settings.games and found.offers:
            found = found.confirmed_by_games(
                settings.games,
                progress=lambda share: watch.report(searching + (1 - searching) * share),
                cancelled=watch.is_cancelled,
            )
        watch.report(1.0)
        return repair_result(found)


@dataclass(frozen=True, slots=True)
class RepairChoicesJob:
    """Looks up the measures that can be repaired; the answer is a ``RepairChoices``."""

    topic: ClassVar[str] = "repair-choices"
    tag: tuple[int, ...]

    def run(self) -> RepairChoices:
        """Look them up."""
        from fairground.core.scenario.fairness_titles_and_limits import MEASURES

        return RepairChoices(tuple((name, it.title) for name, it in MEASURES.items() if it.bands))


def repair_result(repair: Repair) -> RepairResult:
    """Return a repair as plain data."""
    offers = tuple(_offer_figures(repair, it) for it in repair.offers)
    nothing = RepairResult(
        repair.reached,
        _despite(len(repair.before.errors), _sentence(repair, 0, repair.before)),
        repair.reason,
        (),
        tuple(repair.scenario.board.palette),
        offers=offers,
        ranking=repair.ranking,
    )
    return nothing.chosen(0)


def _offer_figures(repair: Repair, offer: RepairOffer) -> RepairOfferFigures:
    scenario = offer.scenario
    steps = tuple(
        RepairStepFigures(
            _describe_kind(it),
            it.edits,
            it.text,
            tuple((edit.hex, _mark(scenario, edit)) for edit in it.edits),
            it.verdict,
            tuple(_effects(scenario, it, repair.before)),
        )
        for it in offer.steps
    )
    about = [tr("Cost: {cost}").format(cost=offer.cost), offer.expected_advantage.text]
    if repair.games is not None and offer.games is not None:
        about.append(tr("Games before: {claim}").format(claim=repair.games.claim_sentence))
        about.append(tr("Games after: {claim}").format(claim=offer.games.claim_sentence))
    return RepairOfferFigures(
        " ".join(it.text for it in offer.steps),
        tuple(about),
        _despite(len(repair.before.errors), _sentence(repair, len(offer.steps), offer.after)),
        steps,
        tuple(scenario.board.palette),
        tuple(_describe_ways(scenario, offer.ways)),
    )


def _describe_kind(step: RepairStep) -> str:
    """Return the kind of an edit, and how much of the map it changes."""
    kinds = {
        "zone-move": tr("Zone"),
        "objective": tr("Objective"),
        "feature": tr("Terrain feature"),
        "terrain": tr("Terrain of a hex"),
        "level": tr("Level of a hex"),
        "zone": tr("Hex of a zone"),
    }
    return tr("{kind}, cost {cost}").format(kind=kinds[step.edit.kind], cost=step.edit.cost)


def _describe_ways(scenario: Scenario, ways: Sequence[WayCost]) -> Iterator[str]:
    """Yield a line for each way with its points before and after, classes with equal points together."""
    from fairground.core.metrics.fairness.measured_values import plain

    names = {name: it.name for name, it in scenario.rules.classes.items()}
    lines: dict[str, dict[str, None]] = {}
    for it in ways:
        before, after = (tr("no path") if cost is None else plain(cost) for cost in (it.before, it.after))
        text = tr("{start} to {goal}: {before} \N{RIGHTWARDS ARROW} {after}")
        line = text.format(start=it.start, goal=it.goal, before=before, after=after)
        lines.setdefault(line, {})[names.get(it.class_id, it.class_id)] = None
    count = len({it.class_id for it in ways})
    for line, classes in lines.items():
        yield line if len(classes) == count else f"{line} [{', '.join(classes)}]"


def _despite(errors: int, sentence: str) -> str:
    """Return a sentence about a repair, with the number of errors in the scenario."""
    if not errors:
        return sentence
    return trn(
        "Despite {n} error in the scenario: {sentence}",
        "Despite {n} errors in the scenario: {sentence}",
        errors,
    ).format(n=errors, sentence=sentence)


def _sentence(repair: Repair, count: int, after: Fairness) -> str:
    """Return the number of edits of an offer, what is not judged after them, and whether fewer were ruled out.

    A single edit is always the fewest.
    """
    if not count:
        return tr("Nothing to repair.") if repair.reached else tr("No repair found.")
    if not repair.reached:
        return trn("Partly repaired with {n} edit.", "Partly repaired with {n} edits.", count).format(n=count)
    clause = after.not_judged_clause(repair.asked)
    if count == 1:
        text = tr("Repaired with 1 edit{clause}.")
    elif count <= repair.ruled_out + 1:
        text = tr("Repaired with {n} edits, the fewest possible{clause}.")
    else:
        text = tr("Repaired with {n} edits{clause}. Fewer might be enough.")
    return text.format(n=count, clause=clause)


def _mark(scenario: Scenario, edit: Edit) -> str:
    if edit.change == "level":
        return tr("level {n}").format(n=edit.level)
    if edit.change == "unit":
        return next(scenario.unit_title(it) for it in scenario.units if it.id == edit.unit)
    if edit.change in ("zone", "objective"):
        title = edit.part_title(scenario)
        return f"+ {title}" if edit.inside else f"\N{MINUS SIGN} {title}"
    terrain = scenario.rules.terrain
    top = scenario.board.palette[edit.terrain].kinds[-1:]
    return "".join(terrain[it].name.lower() if it in terrain else it for it in top)


def _effects(scenario: Scenario, step: RepairStep, fairness: Fairness) -> Iterator[RepairEffect]:
    """Yield the effects of an edit, those that change a rating first."""
    from fairground.core.scenario.ruleset_kinds import range_title

    counts = Counter((it.id, it.range_band) for it in step.effects)
    names = {name: it.name for name, it in scenario.rules.classes.items()}
    for it in sorted(step.effects, key=lambda it: it.band_before is it.band_after):
        # Classes are named only if the effect differs between them.
        is_worth_naming = counts[it.id, it.range_band] > 1
        classes = tuple(names.get(name, name) for name in it.classes) if is_worth_naming else ()
        weapon_range = range_title(scenario, it.range_band)
        about = ", ".join(filter(None, (*classes[:2], "…" if len(classes) > 2 else "", weapon_range)))
        yield RepairEffect(it.title, about, _values(it, fairness), it.band_before, it.band_after)


def _values(it: MeasureChange, fairness: Fairness) -> str:
    from fairground.core.metrics.fairness.sentences import values_text

    before, after = (values_text(it.id, fairness.titled(by)) for by in (it.before, it.after))
    return f"{before} \N{RIGHTWARDS ARROW} {after}"
