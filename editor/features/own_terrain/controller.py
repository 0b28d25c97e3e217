"""Opens the dialog for own terrain, and uses its result on the open maps."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtWidgets import QInputDialog

from fairground.core.errors import FairgroundError, FileError
from fairground.core.files.own_rules import OwnRules, RuleSection, digest_of, is_own_file, maps_using, new_id
from fairground.core.files.untrusted_files import read_regular_file
from fairground.core.rules import load_ruleset
from fairground.core.rules.ruleset_files import MAX_BYTES
from fairground.core.text.wording import first_few
from fairground.editor.app.deferred import next_turn
from fairground.editor.app.texts import tr, trn
from fairground.editor.document.patches import FieldPatch
from fairground.editor.session.feature_context import FeatureController

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.grid.hexes import Hex
    from fairground.core.rules import Ruleset
    from fairground.core.scenario.board import PaletteEntry
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.document import Document
    from fairground.editor.document.patches import Patch
    from fairground.editor.features.own_terrain.dialog import OwnTerrainDialog
    from fairground.editor.features.own_terrain.history import EditState
    from fairground.editor.session.feature_context import FeatureContext

#: Terrain that a copy would not make sense of.
_VOID = "void"


def install(context: FeatureContext) -> OwnTerrainController:
    """Install the dialog for own terrain."""
    return OwnTerrainController(context)


class OwnTerrainController(FeatureController):
    """Opens the dialog for own terrain; its result is one step of the history of every open map with that ruleset."""

    def __init__(self, context: FeatureContext) -> None:
        super().__init__(context)
        self._workbench, self._session, self._window = context.workbench, context.session, context.window
        context.actions.on("terrain.own", partial(self.ask, is_new=True))
        context.actions.on("terrain.edit", partial(self.ask, is_new=False))

    def ask(self, *, is_new: bool) -> None:
        """Show the dialog with a copy of the chosen terrain, or with that terrain itself."""
        document = self._workbench.document
        if document is None:
            return
        if document.is_what_if:
            self._workbench.say(tr("Close the what-if first: terrain can only be edited on the map itself."))
            return
        from fairground.editor.features.own_terrain.dialog import OwnTerrainDialog

        try:
            own = own_rules(document)
            rules = own.rules
        except FairgroundError as error:
            self._workbench.say(tr("The ruleset has errors: {error}").format(error=error))
            return
        note = self._note(document, own)
        dialog = OwnTerrainDialog(own, document.scenario, note, self._window)
        chosen = self._chosen_terrain(rules)
        if is_new:
            dialog.add_like(RuleSection.TERRAIN, chosen)
        else:
            dialog.show_entry(RuleSection.TERRAIN, chosen)
        dialog.applied.connect(partial(self._accept, dialog, document, document.revision))
        dialog.removal_asked.connect(partial(self._ask_removal, dialog, document))
        dialog.open()

    def _chosen_terrain(self, rules: Ruleset) -> str:
        """Return the terrain of the left button, or the first that can be copied."""
        first = self._workbench.state.terrain_first
        known = [it for it in rules.terrain if it != _VOID]
        return first if first in known else known[0]

    # -- using the result -----------------------------------------------------------------------------------

    def _accept(self, dialog: OwnTerrainDialog, document: Document, revision: int, state: EditState) -> None:
        if document is not self._workbench.document or document.revision != revision:
            dialog.refuse(tr("The map changed in the meantime. Close this dialog and open it again."))
            return
        try:
            edits = [(it, self._patches(it, state)) for it in self._sharing(document, state.own)]
        except FairgroundError as error:
            dialog.refuse(str(error))
            return
        dialog.accept()
        # After the dialog has closed.
        next_turn(self, partial(self._edit, edits, state, dialog.history.start))

    def _edit(self, edits: list[tuple[Document, list[Patch]]], state: EditState, before: OwnRules) -> None:
        step = _step_name(before, state)
        for document, patches in edits:
            document.edit(step, patches)
        entry = state.entry
        if entry is not None and entry.section is RuleSection.TERRAIN:
            self._workbench.state.terrain_first = entry.id
            if self._workbench.tool.id not in ("brush", "fill", "select"):
                self._workbench.take_tool("brush")
        self._workbench.say(
            tr("{step}: {file} will be written when you save the map.").format(step=step, file=state.own.name)
        )

    def _sharing(self, document: Document, own: OwnRules) -> list[Document]:
        """Return the open documents with the same ruleset file, the edited one first."""
        path = _path_of(document.scenario, own.name)
        others = [it.document for it in self._session.maps if it.document is not document]
        alike = [it for it in others if path is not None and _ruleset_path(it.scenario) == path]
        return [document, *alike]

    def _patches(self, document: Document, state: EditState) -> list[Patch]:
        """Return what gives a document the changed ruleset.

        Raises
        ------
        FairgroundError
            When the scenario's overrides do not fit the ruleset, or its file cannot be read.
        """
        scenario, own = document.scenario, state.own
        before = scenario.ruleset
        rules = load_ruleset(own.name, folder=scenario.folder, overrides=before.overrides, text=own.text)
        content = _content(scenario, own.name)
        drafted_from = before.drafted_from
        if before.draft is None or before.name != own.name:
            drafted_from = "" if content is None else digest_of(content)
        if content is not None and before.name == own.name and before.draft is None:
            # Undo writes the file as it was.
            before = replace(before, draft=content.decode("utf-8-sig"), drafted_from=drafted_from)
        after = replace(
            before,
            name=own.name,
            content_hash=rules.content_hash if before.content_hash else "",
            draft=own.text,
            drafted_from=drafted_from,
        )
        patches: list[Patch] = [FieldPatch("ruleset", before, after)]
        if state.replaced:
            palette = scenario.board.palette
            patches.append(FieldPatch("board.palette", palette, _replaced(palette, dict(state.replaced))))
        return patches

    # -- what the dialog says -------------------------------------------------------------------------------

    def _note(self, document: Document, own: OwnRules) -> str:
        """Return where the ruleset is saved, and who else uses it."""
        folder = document.scenario.folder
        if folder is None:
            return tr("Kept with this map until you save it, then saved beside it as {file}.").format(
                file=own.name
            )
        others = [it for it in maps_using(folder, own.name) if it != document.path]
        saved = tr("Saved beside the map as {file} when you save the map.").format(file=own.name)
        if not others:
            return saved
        used = trn(
            "{n} other map in this folder uses this ruleset: {names}.",
            "{n} other maps in this folder use this ruleset: {names}.",
            len(others),
        ).format(n=len(others), names=first_few([it.name for it in others]))
        return f"{saved} {used}"

    def _ask_removal(self, dialog: OwnTerrainDialog, document: Document) -> None:
        """Remove the shown entry, after asking what replaces terrain on the map."""
        state = dialog.history.state
        entry = state.entry
        if entry is None:
            return
        if not state.own.is_own(entry.section, entry.id):
            dialog.remove_shown()
            return
        name = str(entry.data.get("name") or entry.id)
        used = (
            "" if entry.section is RuleSection.TERRAIN else _used(document.scenario, entry.section, entry.id)
        )
        if used:
            dialog.refuse(
                tr("{name} is in use ({where}). Remove it there first.").format(name=name, where=used)
            )
            return
        hexes = _hexes_of(document.scenario, entry.id) if entry.section is RuleSection.TERRAIN else []
        if not hexes:
            dialog.remove_shown()
            return
        others = {it.name: key for key, it in state.own.rules.terrain.items() if key != entry.id}
        where = first_few([document.scenario.board.hex_name(it) for it in hexes[:6]], total=len(hexes))
        asking = QInputDialog(dialog)
        asking.setWindowTitle(tr("Remove {name}").format(name=name))
        asking.setLabelText(
            trn(
                "{name} is on {n} hex: {where}. Replace it with:",
                "{name} is on {n} hexes: {where}. Replace it with:",
                len(hexes),
            ).format(name=name, n=len(hexes), where=where)
        )
        asking.setComboBoxItems(list(others))
        asking.setOkButtonText(tr("Replace"))
        asking.textValueSelected.connect(lambda chosen: dialog.remove_shown(others[chosen]))
        asking.open()


def own_rules(document: Document) -> OwnRules:
    """Return the ruleset file of a document, with changes that are not saved; a new one if it has a shipped ruleset.

    Raises
    ------
    FairgroundError
        When the ruleset cannot be read or has errors.
    """
    scenario = document.scenario
    name, folder = scenario.ruleset.name, scenario.folder
    if is_own_file(name):
        text = scenario.ruleset.draft
        if text is None:
            content = _content(scenario, name)
            if content is None:
                raise FileError(tr("{file} does not exist").format(file=name))
            text = content.decode("utf-8-sig", "replace")
        return OwnRules(name, text, folder)
    stem = new_id(document.path.stem if document.path else scenario.name, ())
    taken = set() if folder is None else {it.stem for it in folder.iterdir()}
    return OwnRules.extending(name, name=f"{new_id(f'{stem}-rules', taken)}.yaml", folder=folder)


def _content(scenario: Scenario, name: str) -> bytes | None:
    """Return the content of a ruleset file beside a scenario; None if there is none."""
    path = _path_of(scenario, name)
    return read_regular_file(path, most_bytes=MAX_BYTES) if path is not None and path.exists() else None


def _path_of(scenario: Scenario, name: str) -> Path | None:
    return None if scenario.folder is None else (scenario.folder / name).absolute()


def _ruleset_path(scenario: Scenario) -> Path | None:
    return _path_of(scenario, scenario.ruleset.name) if is_own_file(scenario.ruleset.name) else None


def _step_name(before: OwnRules, state: EditState) -> str:
    """Return the name of the step in the history."""
    entry = state.entry
    if entry is None:
        return tr("Change ruleset")
    name = str(entry.data.get("name") or entry.id)
    is_known = entry.id in getattr(before.rules, entry.section.value)
    return (tr("Change {name}") if is_known else tr("Add {name}")).format(name=name)


def _hexes_of(scenario: Scenario, terrain: str) -> list[Hex]:
    """Return the hexes with a terrain."""
    board = scenario.board
    entries = [at for at, entry in enumerate(board.palette) if terrain in entry.kinds]
    rows, columns = np.nonzero(np.isin(board.terrain, entries))
    return [
        board.layout.from_offset(int(column), int(row)) for row, column in zip(rows, columns, strict=True)
    ]


def _replaced(palette: list[PaletteEntry], replaced: dict[str, str]) -> list[PaletteEntry]:
    """Return a palette with terrain replaced by other terrain."""
    return [
        replace(it, kinds=tuple(dict.fromkeys(_last(kind, replaced) for kind in it.kinds))) for it in palette
    ]


def _last(kind: str, replaced: dict[str, str]) -> str:
    """Return what replaces a terrain in the end."""
    seen: set[str] = set()
    while kind in replaced and kind not in seen:
        seen.add(kind)
        kind = replaced[kind]
    return kind


def _used(scenario: Scenario, section: RuleSection, entry_id: str) -> str:
    """Return where a class or a hexside feature is used; empty for nowhere."""
    if section is RuleSection.CLASSES:
        units = [scenario.part_title(it) for it in scenario.units if it.unit_class == entry_id]
        return first_few(units) if units else ""
    count = sum(entry_id in names for names in scenario.board.hexsides.values())
    return trn("{n} hexside", "{n} hexsides", count).format(n=count) if count else ""
