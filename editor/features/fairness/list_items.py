"""The items of the fairness list: measures, their variants, and the headings of groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTreeWidgetItem

from fairground.core.metrics.fairness.measure_texts import MEANINGS
from fairground.editor.widgets.fairness_text import BAND_NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairground.core.scenario.fairness_bands import Verdict
    from fairground.editor.jobs.fairness import Key
    from fairground.editor.widgets.fairness_rows import MeasureRow


class FairnessItem(QTreeWidgetItem):
    """A row, or the heading of a group, which has none."""

    def __init__(
        self,
        row: MeasureRow | None,
        *,
        heading: str = "",
        counts: Mapping[Verdict, int] | None = None,
        is_first: bool = False,
    ) -> None:
        super().__init__()
        self.row, self.heading, self.counts, self.is_first = row, heading, counts or {}, is_first
        role = Qt.ItemDataRole
        if row is None:
            self.setFlags(Qt.ItemFlag.ItemIsEnabled)
            told = ", ".join(f"{count} {BAND_NAMES[band]}" for band, count in self.counts.items())
            self.setData(0, role.AccessibleTextRole, f"{heading}: {told}")
        else:
            self.setData(0, role.AccessibleTextRole, row.spoken)
            self.setData(0, role.AccessibleDescriptionRole, row.rating.text)
            self.setToolTip(0, f"{MEANINGS[row.rating.id]}\n{row.spoken}.")

    @property
    def name(self) -> str:
        """What the row is called: variants by what they are about."""
        if self.row is None:
            return self.heading
        return self.row.title if self.is_first else self.row.about

    @property
    def key(self) -> Key | None:
        """What tells the row from others."""
        return self.row.rating.key if self.row is not None else None
