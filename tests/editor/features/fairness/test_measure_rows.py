from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from fairground.core.scenario.fairness_titles_and_limits import By, Verdict
from fairground.editor.features.fairness.measure_list import FairnessList
from fairground.editor.features.fairness.measure_rows import (
    DECIDING,
    INFORMATIVE,
    Filter,
    ZoneNames,
    describe_change,
    format_figure,
    rows,
)
from fairground.editor.jobs.fairness import Contestant, FairnessResult, MeasureHexes, Rating

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytestqt.qtbot import QtBot

NAMES = ZoneNames({"scout": "Scout", "heavy": "Heavy", "aide": "Aide"}, {"close": "Close"})
GREEN, AMBER, RED = Verdict.GREEN, Verdict.AMBER, Verdict.RED


def rating(
    measure: str = "territory",
    values: Sequence[int | Fraction | None] = (6, 4),
    *,
    band: Verdict | None = GREEN,
    figure: Fraction | None = Fraction(1, 3),
    by: By | None = By.IMBALANCE,
    gates: bool = True,
    range_band: str = "",
    classes: tuple[str, ...] = ("scout",),
) -> Rating:
    known = tuple(None if it is None else Fraction(it) for it in values)
    title = measure.replace("-", " ")
    return Rating(
        measure,
        title,
        gates,
        classes,
        range_band,
        known,
        by,
        figure,
        band,
        MeasureHexes(b"\0", (2, 2)),
        "So.",
    )


def report(*ratings: Rating) -> FairnessResult:
    return FairnessResult(
        (Contestant("north", "north", 0), Contestant("south", "south", 1)),
        ratings,
        (2, 2),
        {it.id: it.title for it in ratings if it.gates},
    )


def test_those_that_decide_come_first_and_the_worst_of_them() -> None:
    found = rows(
        report(
            rating("contact", band=GREEN),
            rating("objectives", band=None, values=(), figure=None, by=None),
            rating("territory", band=RED),
            rating("cover", band=AMBER, gates=False),
        ),
        NAMES,
    )
    assert {title: [it.rating.id for it in some] for title, some in found.items()} == {
        DECIDING: ["territory", "contact", "objectives"],
        INFORMATIVE: ["cover"],
    }


def test_a_measure_has_one_row_that_of_its_worst_variant() -> None:
    mild = rating("exposure", range_band="close", classes=("scout", "heavy"))
    worse = rating("exposure", band=AMBER, range_band="far", classes=("scout", "heavy", "aide"))
    (row,) = rows(report(mild, worse), NAMES)[DECIDING]
    assert row.rating is worse
    assert [it.about for it in row.variants] == ["Close, Scout and Heavy", "far, 3 classes"]
    (row,) = rows(report(mild, worse), NAMES, wanted=Filter("close"))[DECIDING]
    assert row.rating is mild
    assert row.variants == ()
    (row,) = rows(report(mild, worse), NAMES, wanted=Filter(only_bad=True))[DECIDING]
    assert row.rating is worse
    assert rows(report(mild), NAMES, wanted=Filter(only_bad=True)) == {}


def test_bars_are_shares_of_the_greatest_value_and_never_is_empty() -> None:
    (row,) = rows(report(rating(values=(6, 4))), NAMES)[DECIDING]
    assert [(it.party, it.side, it.text) for it in row.bars] == [("north", 0, "6"), ("south", 1, "4")]
    assert [it.share for it in row.bars] == [1.0, 4 / 6]
    (row,) = rows(report(rating("contact", (None, 3), figure=None, by=None, band=RED)), NAMES)[DECIDING]
    assert [(it.share, it.text) for it in row.bars] == [(0.0, "never"), (1.0, "3")]
    assert row.figure == ""
    (row,) = rows(report(rating(values=(0, 0), figure=Fraction(0))), NAMES)[DECIDING]
    assert [it.share for it in row.bars] == [0.0, 0.0]


def test_figures_name_what_is_judged() -> None:
    assert format_figure(rating()) == "33.3% apart"
    assert format_figure(rating("contact", by=By.DIFFERENCE, figure=Fraction(1))) == "1 apart"
    assert format_figure(rating("exposure", by=By.DIFFERENCE, figure=Fraction(1, 20))) == "5% apart"
    assert format_figure(rating("choke-width", by=By.LOWEST, figure=Fraction(2))) == "at least 2"
    assert format_figure(rating("exposure", by=By.HIGHEST, figure=Fraction(1, 4))) == "at most 25%"


def test_what_became_of_a_measure_says_whether_that_is_better() -> None:
    before = rating(band=RED)
    better = rating(values=(5, 5), figure=Fraction(0), band=GREEN)
    assert describe_change(before, better) == ("better: 33.3% → 0% apart", True)
    assert describe_change(better, before) == ("worse: 0% → 33.3% apart", False)
    assert describe_change(before, rating(band=RED)) == ("", None)
    assert describe_change(before, rating(values=(9, 6), band=RED)) == ("different", None)
    wide, narrow = (
        rating("choke-width", by=By.LOWEST, figure=Fraction(it), values=(it, it)) for it in (5, 4)
    )
    assert describe_change(wide, narrow) == ("worse: at least 5 → 4", False)
    # Judged by something else, the band decides.
    early = rating("contact", by=By.LOWEST, figure=Fraction(1), band=AMBER, values=(1, 1))
    late = rating("contact", by=By.DIFFERENCE, figure=Fraction(0), band=GREEN, values=(2, 2))
    assert describe_change(early, late) == ("better: at least 1 → 0 apart", True)


def test_rows_have_both_values_and_a_mark_on_the_bar() -> None:
    earlier, now = report(rating(values=(6, 6), figure=Fraction(0))), report(rating(values=(6, 3)))
    (row,) = rows(now, NAMES, earlier=earlier)[DECIDING]
    assert [(it.text, it.share, it.before) for it in row.bars] == [("6", 1.0, None), ("6 → 3", 0.5, 1.0)]
    assert row.spoken == "Territory: green, fair; 33.3% apart; north 6, south 6 → 3; worse: 0% → 33.3% apart"
    (row,) = rows(report(rating("traffic", band=None, figure=None, gates=False)), NAMES)[INFORMATIVE]
    assert row.spoken.startswith("Traffic: not judged, as it has no limits; north ")
    other = report(replace(rating(), classes=("heavy",)))
    assert rows(now, NAMES, earlier=other)[DECIDING][0].change == "", "of another class nothing is compared"


def test_rows_are_as_high_with_a_scroll_bar_as_without(qtbot: QtBot) -> None:
    view = FairnessList()
    qtbot.addWidget(view)
    view.show_rows(rows(report(rating("exposure", band=RED), rating("exposure-after-move")), NAMES))
    items = [it for name in ("exposure", "exposure-after-move") if (it := view.item_of(name)) is not None]
    assert len(items) == 2
    view.setCurrentItem(items[0])
    view.setFixedHeight(400)
    view.show()
    for wide in range(160, 280, 4):
        view.setFixedWidth(wide)
        high = []
        for policy in (Qt.ScrollBarPolicy.ScrollBarAlwaysOff, Qt.ScrollBarPolicy.ScrollBarAlwaysOn):
            view.setVerticalScrollBarPolicy(policy)
            view.doItemsLayout()
            high.append([view.visualItemRect(it).height() for it in items])
        assert high[0] == high[1], wide


def test_the_verdict_says_what_it_rests_on_and_what_it_leaves_out() -> None:
    green = report(rating(), rating("cover", band=RED, gates=False))
    assert (green.verdict, green.sentence) == (GREEN, "Green in the one deciding measure.")
    bad = [rating(it, band=AMBER) for it in ("contact", "objectives")]
    assert report(*bad).sentence == "Amber because of contact and objectives."
    assert report(*bad, rating("capacity", band=RED)).sentence == "Red because of capacity."


def test_measures_that_decide_and_are_not_measured_yet_are_named() -> None:
    cheap = replace(report(rating()), gates={"territory": "territory", "exposure": "exposure"})
    assert cheap.sentence == "Green in 1 of the 2 deciding measures; not judged: exposure."
    nothing = report(rating("contact", band=None, values=(), figure=None, by=None))
    assert (nothing.verdict, nothing.sentence) == (None, "Not judged: contact.")
    assert replace(cheap, errors=1).sentence.startswith("Despite 1 error: green in 1 of the 2")
