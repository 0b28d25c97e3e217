"""Texts of a report in any format: verdict, values, bands, names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from fairground.core.finding import Severity
from fairground.core.metrics.fairness.measured_values import percent
from fairground.core.metrics.fairness.sentences import amount_text, reason_text, value_text, value_with_unit
from fairground.core.metrics.fairness.sentences import verdict_sentence as verdict_text
from fairground.core.report.contents import Missing
from fairground.core.scenario.fairness_titles_and_limits import MEASURES, By, Verdict
from fairground.core.scenario.ruleset_kinds import range_title
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from fractions import Fraction

    from fairground.core.grid.hexes import Hex
    from fairground.core.metrics.compared_zones import Party
    from fairground.core.metrics.fairness.explain import EditSuggestion, Explanation
    from fairground.core.metrics.fairness.report import Fairness, Measure
    from fairground.core.report.contents import Report
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.fairness_titles_and_limits import Band, MeasureSpec, MeasureUnit

NOTHING: Final = "\N{EN DASH}"
#: Signs of the bands, to distinguish them without colour.
SIGNS: Final = {Verdict.GREEN: "✓", Verdict.AMBER: "~", Verdict.RED: "!", None: NOTHING}
_NAMED: Final = 10


@dataclass(frozen=True, eq=False)
class Family:
    """A measure for all classes and weapon bands; ``leading`` is the worst of them, the first of equals."""

    id: str
    title: str
    gates: bool
    measures: tuple[Measure, ...]
    leading: Measure

    @property
    def band(self) -> Verdict | None:
        """The worst rating."""
        return self.leading.band


def families(found: Fairness) -> tuple[Family, ...]:
    """Return the measures of a report grouped by id, in its order."""
    groups: dict[str, list[Measure]] = {}
    for it in found.measures:
        groups.setdefault(it.id, []).append(it)
    return tuple(
        Family(name, them[0].title, them[0].gates, tuple(them), max(them, key=_weight))
        for name, them in groups.items()
    )


def _weight(it: Measure) -> tuple[int, Fraction | int, bool]:
    """Return the sort key of a measure: worst rating, then imbalance; last if all values are 0."""
    return _rank(it.band), it.imbalance or 0, any(it.values.values())


def verdict_sentence(it: Report) -> str:
    """Return the verdict in a sentence, with the values of the measures that it comes from."""
    found = it.fairness
    if isinstance(found, Missing):
        has_errors = any(each.severity is Severity.ERROR for each in it.findings)
        return found.reason if has_errors else f"Not judged. {found.reason}"
    gates = [family for family in families(found) if family.gates]
    deciding = [family for family in gates if family.band is not None]
    worst = [
        _decider(it.scenario, family, party_names(it)) for family in deciding if family.band is found.verdict
    ]
    said = verdict_text(
        found.verdict,
        decide=len(gates),
        because=worst,
        not_judged=found.not_judged,
        reasons=found.reasons,
        roles={title: party.role for party, title in zip(found.parties, found.titles, strict=True)},
        errors=len(found.errors),
    )
    if found.verdict is not Verdict.GREEN:
        return said
    # Of measures that aren't rated by it, a share of the greatest value says little: 1 of 0 and 1 hex is all.
    relative = [
        family
        for family in deciding
        if family.leading.worst is not None and family.leading.worst.by is By.IMBALANCE
    ]
    closest = max(relative, key=lambda family: _weight(family.leading), default=None)
    apart = closest and closest.leading.imbalance
    return said + (
        f" The largest difference is {percent(apart)}, in {closest.title}." if closest and apart else ""
    )


def _decider(scenario: Scenario, it: Family, titles: Mapping[str, str]) -> str:
    """Return a measure with its values, and the classes that they are for."""
    values = ", ".join(
        f"{value_with_unit(it.id, value)} for {titles.get(party, party)}"
        for party, value in it.leading.values.items()
    )
    about = whose(scenario, it, it.leading)
    why = reason_text(it.id, it.leading.worst) if it.leading.worst else ""
    return f"{it.title} ({f'{about}: ' if about else ''}{values}{f'; {why}' if why else ''})"


def whose(scenario: Scenario, family: Family, it: Measure) -> str:
    """Return the classes and weapon band of a measure as text; empty if it is the same for all."""
    rules = scenario.rules
    parts = []
    if len({each.classes for each in family.measures}) > 1 and it.classes:
        names = [rules.classes[each].name if each in rules.classes else each for each in it.classes]
        parts.append(", ".join(names))
    if it.range_band is not None:
        parts.append(range_title(scenario, it.range_band))
    return " at ".join(parts)


def outcome_text(about: Explanation, it: EditSuggestion, titles: Mapping[str, str]) -> str:
    """Return the effects of a suggestion: the new values, and the ratings and verdicts that change."""
    name = about.measure.id
    values = ", ".join(
        f"{value_text(name, value)} for {titles.get(party, party)}" for party, value in it.after.items()
    )
    words = [values]
    if it.band_before != it.band_after:
        words.append(f"{it.band_before or 'not judged'} becomes {it.band_after or 'not judged'}")
    if it.verdict_before != it.verdict_after:
        words.append(f"verdict {it.verdict_after or 'not judged'}")
    worse = [MEASURES[each.id].title for each in it.others if _rank(each.after) > _rank(each.before)]
    if worse:
        words.append(f"worse in {', '.join(dict.fromkeys(worse))}")
    return f"Result: {'; '.join(words)}."


def _rank(band: Verdict | None) -> int:
    return -1 if band is None else band.severity


#: The figures that are rated, as the subject of a sentence.
_RATED: Final = {
    By.IMBALANCE: "the imbalance (the difference as a share of the greatest value)",
    By.DIFFERENCE: "the difference between the sides",
    By.LOWEST: "the lowest value",
    By.HIGHEST: "the highest value",
}


def rating_rule(standard: MeasureSpec) -> str:
    """Return how a measure is rated in sentences: the figures that count, and their limits; empty if it isn't rated."""
    found = []
    for number, (by, band) in enumerate(standard.bands.items()):
        figure = _RATED[by]
        lead = (
            f"Only {figure} is rated"
            if len(standard.bands) == 1
            else f"{figure[:1].upper()}{figure[1:]} is rated"
        )
        found.append(f"{f'So is {figure}' if number else lead}: {_limits(by, band, standard.unit)}.")
    return " ".join(found)


def _limits(by: By, band: Band, unit: MeasureUnit) -> str:
    def say(amount: Fraction) -> str:
        return percent(amount) if by is By.IMBALANCE else amount_text(unit, amount)

    if by is By.LOWEST:
        return f"green from {say(band.green)}, amber from {say(band.amber)}, red below"
    green = (
        f"up to {say(band.green)}"
        if band.green
        else "if there is none"
        if by.compares
        else f"at {say(band.green)}"
    )
    return f"green {green}, amber up to {say(band.amber)}, red above"


def labels(board: Board, hexes: Iterable[Hex]) -> list[str]:
    """Return the labels of hexes, row by row."""
    return [board.hex_name(at) for at in sorted(hexes, key=board.cell)]


def named(texts: Sequence[str]) -> str:
    """Return the first labels, and the number of the others."""
    more = f" and {len(texts) - _NAMED} more" if len(texts) > _NAMED else ""
    return ", ".join(texts[:_NAMED]) + more


def party_names(it: Report) -> dict[str, str]:
    """Return the titles of the parties by id; empty without fairness."""
    found = it.fairness
    if isinstance(found, Missing):
        return {}
    return {party.id: title for party, title in zip(found.parties, found.titles, strict=True)}


def party_title(it: Report, party: Party, name: str) -> str:
    """Return the titles of a party's zones and sides, if they differ from its ``name``, and its role."""
    scenario = it.scenario
    zones = [zone.name for zone in scenario.zones if zone.id in party.zones and zone.name]
    sides = [side.title for side_id in party.sides if (side := scenario.side(side_id)) and side.title != name]
    return ", ".join(dict.fromkeys([*zones, *sides, *([party.role] if party.role else [])]))


def party_side(it: Report, party: str) -> int:
    """Return the index of a party's first side in the scenario; -1 for none."""
    found = it.fairness
    if isinstance(found, Missing):
        return -1
    sides = next((each.sides for each in found.parties if each.id == party), ())
    return it.scenario.side_index(sides[0]) if sides else -1


def facts(scenario: Scenario) -> list[str]:
    """Return size, ruleset, weather, turns and author of a scenario, as far as set."""
    board = scenario.board
    found = [f"{board.columns} \N{MULTIPLICATION SIGN} {board.rows} hexes", scenario.rules.title]
    if scenario.weather != "none":
        found.append(scenario.weather.replace("-", " "))
    if scenario.turns:
        found.append(counted(scenario.turns, "turn"))
    if scenario.author:
        found.append(f"by {scenario.author}")
    return found


def command(it: Report, ending: str) -> str:
    """Return the command line that reproduces the report."""
    from shlex import quote

    origin = it.provenance
    file = origin.file or "FILE"
    stem = file.rsplit(".", 1)[0]
    words = ["fairground", "report", file, *origin.arguments, "-o", f"{stem}.{ending}"]
    return " ".join(map(quote, words))
