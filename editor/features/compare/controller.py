"""Compares two open maps side by side: linked views, marked differences, and the same overlays at one scale."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from fairground.core.scenario.compare import changed_hexes
from fairground.editor.app.texts import tr, trn
from fairground.editor.app.theme import is_dark
from fairground.editor.document.events import watch
from fairground.editor.features.compare.view import BesideView, TwoMapsBar
from fairground.editor.overlays.fairness import FairnessOverlay
from fairground.editor.overlays.registry import Overlays
from fairground.editor.session.feature_context import FeatureController

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.editor.canvas.camera import Camera
    from fairground.editor.canvas.zoom_and_pan import CameraView
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.worker import Worker
    from fairground.editor.session.feature_context import FeatureContext
    from fairground.editor.session.open_map import OpenMap

_ACTION = "map.compare"
#: Boards with a side more than so many times as long as that of the other are shown in scale.
_MUCH_LARGER = 1.5
#: How long after a change the maps are compared again, in milliseconds.
_REST = 150


def install(context: FeatureContext) -> CompareController:
    """Install the comparison of two maps."""
    return CompareController(context)


class CompareController(FeatureController):
    """Shows another open map beside the canvas; only the map on the canvas is edited."""

    def __init__(self, context: FeatureContext) -> None:
        super().__init__(context)
        self._session, self._canvas, self._workbench = context.session, context.canvas, context.workbench
        self._context, self._analysis = context, context.analysis
        self._action = context.actions[_ACTION]
        self._action.setCheckable(True)
        #: The document on the canvas, and the one beside it; None while nothing is compared.
        self._document: Document | None = None
        self.other: Document | None = None
        self._before: Document | None = None
        self.bar = TwoMapsBar()
        context.add_above_map(self.bar)
        self.view: BesideView | None = None
        self.overlays: Overlays | None = None
        self._worker: Worker | None = None
        #: The camera of the canvas that shows both boards as a whole; None unless they were fitted.
        self._fitted: Camera | None = None
        self._again = QTimer(self, singleShot=True, interval=_REST)
        self._again.timeout.connect(self.compare)
        # Once the two views have got their sizes.
        self._fit_soon = QTimer(self, singleShot=True, interval=0)
        self._fit_soon.timeout.connect(self._fit_both)
        context.actions.on(_ACTION, self.toggle)
        self.bar.close_wanted.connect(self.stop)
        self.bar.chosen.connect(self._choose)
        self._session.maps_changed.connect(self._follow_maps)
        self._canvas.view_changed.connect(self._follow_canvas)
        self._canvas.hovered.connect(self._point)
        self._workbench.labels_preferred.connect(self._label)
        self._analysis.overlays.changed.connect(self._mirror)

    # -- opening and closing --------------------------------------------------------------------------------

    @property
    def is_on(self) -> bool:
        """Whether two maps are compared."""
        return self.other is not None

    def toggle(self) -> None:
        """Compare the map with the one that was shown before, or stop comparing."""
        if self.is_on:
            self.stop()
            return
        others = self._others()
        self._action.setChecked(bool(others))
        if not others:
            self._workbench.say(tr("Open a second map to compare with this one."))
            return
        documents = [it.document for it in others]
        alike = [it for it in documents if self._is_alike(it)]
        self._begin(self._before if self._before in documents else (alike or documents)[-1])

    def _is_alike(self, other: Document) -> bool:
        """Whether a map has a board of the same layout and size as the one on the canvas."""
        boards = [it.scenario.board for it in (self._document, other) if it is not None]
        return len({(it.layout, it.terrain.shape) for it in boards}) == 1

    def stop(self) -> None:
        """Show the map alone again."""
        self.other = watch(self.other, None, self._other_changed)
        self._action.setChecked(False)
        self._again.stop()
        self._fit_soon.stop()
        if self._fitted is not None and self._canvas.camera == self._fitted:
            self._canvas.fit()
        self._fitted = None
        self.bar.hide()
        self._analysis.differences.show(None)
        self._canvas.update()
        if self.overlays is not None and self.view is not None and self._worker is not None:
            self.overlays.set_document(None)
            self.view.set_document(None)
            for it in (self.overlays, self.view):
                it.deleteLater()
            self.view.hide()
            self._worker.close()
            self._worker.deleteLater()
        self.view = self.overlays = self._worker = None
        self._share_scales()

    def _begin(self, other: Document) -> None:
        self.view = view = BesideView(self._workbench.layers)
        view.set_dark(is_dark())
        # A worker of its own: of jobs of one kind, a worker does only the newest.
        self._worker = self._session.another_worker()
        self.overlays = Overlays(self._workbench.state, self._worker, self)
        self.overlays.redrawn.connect(view.update)
        self.overlays.changed.connect(self._share_scales)
        view.set_covers((self.overlays,), (self._analysis.differences,))
        view.moved.connect(self._follow_view)
        view.resized.connect(self._follow_canvas)
        view.hovered.connect(self._point_beside)
        self._context.add_beside_map(view)
        self.bar.show()
        self._action.setChecked(True)
        self._show_beside(other)

    def _show_beside(self, other: Document) -> None:
        if self.view is None or self.overlays is None:
            return
        self.other = watch(self.other, other, self._other_changed)
        other.show_labels(self._workbench.preferred_labels)
        self.view.set_document(other)
        self.overlays.set_document(other)
        self._show_titles()
        self.compare()
        for it in self._analysis.overlays:
            self._mirror(it.id)
        self._follow_canvas()
        self._fit_soon.start()

    # -- the maps -------------------------------------------------------------------------------------------

    def set_document(self, document: Document | None) -> None:
        """Compare another map, or another state of the same; the map beside it changes places with it."""
        before, self._document = self._document, watch(self._document, document, self._changed)
        if before is not None and (document is None or before.origin is not document.origin):
            self._before = before.origin
        if document is None:
            self._before = None
            if self.is_on:
                self.stop()
        elif self.is_on:
            self._follow_maps()
            self._again.start()

    def _others(self) -> list[OpenMap]:
        return [it for it in self._session.maps if it is not self._session.shown]

    def _choose(self, index: int) -> None:
        others = self._others()
        if index < len(others) and others[index].document is not self.other:
            self._show_beside(others[index].document)

    def _follow_maps(self) -> None:
        """Stop when there is no other map, and compare with another one when that beside is shown or closed."""
        others = self._others()
        documents = [it.document for it in others]
        if self._before not in documents:
            self._before = None
        if not self.is_on:
            return
        if not documents:
            self.stop()
        elif self.other in documents:
            self._show_titles()
        else:
            self._show_beside(self._before or documents[-1])

    def _show_titles(self) -> None:
        others = self._others()
        shown = self._session.document
        titles = [(it.document.title, str(it.document.path or it.document.title)) for it in others]
        places = [at for at, it in enumerate(others) if it.document is self.other]
        self.bar.show_maps(shown.title if shown is not None else "", titles, places[0] if places else -1)

    # -- the difference -------------------------------------------------------------------------------------

    def _changed(self, _event: object) -> None:
        if self.is_on:
            self._again.start()

    def _other_changed(self, event: object) -> None:
        # A slot of its own: while the maps change places, one document is both for a moment.
        self._changed(event)

    def compare(self) -> None:
        """Mark the hexes that differ on both maps."""
        document, other, marks = self._document, self.other, self._analysis.differences
        if document is None or other is None or self.view is None:
            return
        one, two = document.scenario, other.scenario
        details = tr(
            "Terrain, levels, effects, hexsides, zones, objectives and units were compared; names, notes and "
            "rules were not."
        )
        if not self._is_alike(other):
            marks.show(None)
            self.bar.say(tr("Hexes not compared because the boards differ in size or layout"))
        else:
            marks.show(changed_hexes(two, one))
            count = int(marks.hexes.sum()) if marks.hexes is not None else 0
            self.bar.say(
                trn("{n} hex differs", "{n} hexes differ", count).format(n=count)
                if count
                else tr("No hexes differ"),
                details,
            )
        self._canvas.update()
        self.view.update()

    # -- the linked views -----------------------------------------------------------------------------------

    def _follow_canvas(self) -> None:
        if self.view is not None:
            self._link(self._canvas, self.view)

    def _follow_view(self) -> None:
        if self.view is not None:
            self._link(self.view, self._canvas)

    def _fit_both(self) -> None:
        """Show the larger board as a whole, too, if the one on the canvas is shown so."""
        view, ours = self.view, self._canvas.camera
        if view is None or view.camera is None or ours is None or not self._canvas.is_fitted:
            return
        theirs = view.camera.fitted()
        if _differ_much(ours, theirs):
            self._follow_canvas()
        elif theirs.wanted * ours.ratio < ours.wanted * theirs.ratio:
            view.return_to(theirs)
            self._follow_view()
            self._fitted = self._canvas.camera

    def _link(self, leader: CameraView, follower: CameraView) -> None:
        """Show the same part of the board at the same size in the other view; for boards of very different size, in scale."""
        theirs, own = leader.camera, follower.camera
        if theirs is None or own is None:
            return
        middle = theirs.from_view(theirs.width / 2, theirs.height / 2)
        wanted = theirs.wanted * own.ratio / theirs.ratio
        if _differ_much(theirs, own):
            middle = _same_share(middle, theirs, own)
            wanted = theirs.wanted * own.fitted().wanted / theirs.fitted().wanted
        follower.return_to(replace(own, wanted=wanted).centred(*middle))

    def _point(self, at: Hex | None) -> None:
        """Mark the hex under the pointer on the other map, too."""
        if self.view is not None and self.overlays is not None:
            self.view.set_pointed_at(at)
            self.overlays.point_at(at)

    def _point_beside(self, at: Hex | None) -> None:
        self._point(at)
        document = self._document
        is_on_board = at is not None and document is not None and document.scenario.board.contains(at)
        self._canvas.set_pointed_at(at if is_on_board else None)
        self._analysis.overlays.point_at(at)

    # -- the overlays ---------------------------------------------------------------------------------------

    def _mirror(self, name: str) -> None:
        """Show an overlay of the map on the other one, too; fairness has a panel that is about one map only."""
        if self.overlays is None or name == FairnessOverlay.id:
            return
        ours = self._analysis.overlays
        self.overlays.pinned = ours.pinned
        if self.overlays[name].is_on != ours[name].is_on:
            self.overlays[name].set_on(ours[name].is_on)
        self._share_scales()

    def _share_scales(self, _name: str = "") -> None:
        """Give each overlay the same scale on both maps."""
        for ours in self._analysis.overlays:
            theirs = self.overlays[ours.id] if self.overlays is not None else None
            is_pair = theirs is not None and theirs.is_on and ours.is_on
            ours.share_scale(theirs.scale if theirs is not None and is_pair else None)
            if theirs is not None:
                theirs.share_scale(ours.scale if is_pair else None)

    def refresh(self) -> None:
        """Redraw in the colours of the theme."""
        if self.view is not None:
            self.view.set_dark(is_dark())

    def _label(self) -> None:
        if self.view is not None and self.other is not None:
            self.other.show_labels(self._workbench.preferred_labels)
            self.view.update()


def _differ_much(one: Camera, other: Camera) -> bool:
    """Whether one board is so much larger that hexes of the same size would show too little of it or of the other."""
    return any(
        max(sides) > _MUCH_LARGER * min(sides) for sides in zip(_sides(one), _sides(other), strict=True)
    )


def _sides(camera: Camera) -> tuple[float, float]:
    left, top, right, bottom = camera.extent()
    return right - left, bottom - top


def _same_share(point: tuple[float, float], one: Camera, other: Camera) -> tuple[float, float]:
    """Return the point of the other board that is as far across and down it as ``point`` is on this one."""
    (left, top, _, _), (to_left, to_top, _, _) = one.extent(), other.extent()
    (width, height), (to_width, to_height) = _sides(one), _sides(other)
    return to_left + (point[0] - left) / width * to_width, to_top + (point[1] - top) / height * to_height
