"""Copy zones, objectives and units of a part of a scenario to its images."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.grid.hexes import neighbours
from fairground.core.scenario.arrays import inside
from fairground.core.scenario.parts import Unit, ZoneKind, free_id
from fairground.core.scenario.shapes import shape_of
from fairground.core.scenario.transform.board_transform import BoardTransform
from fairground.core.scenario.transform.carrying import carried_unit
from fairground.core.scenario.transform.side_exchange import new_zone, partner_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.symmetry import Symmetry
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.mission_references import PartField
    from fairground.core.scenario.parts import Objective, Zone

    Mask = NDArray[np.bool_]


class SymmetricParts:
    """Copies the parts of a scenario; ``exchanges`` has the image of each side by each power of the symmetry."""

    def __init__(
        self,
        scenario: Scenario,
        powers: Sequence[Symmetry],
        exchanges: Sequence[dict[str, str]],
        source: NDArray[np.int64],
    ) -> None:
        self._scenario, self._board = scenario, scenario.board
        self._powers, self._exchanges = powers, exchanges
        #: The hexes that are copied, and those of them that some power leaves in place.
        self._model: Mask = source == np.arange(source.size).reshape(source.shape)
        q, r = self._board.layout.axial_arrays(self._board.columns, self._board.rows)
        self._still = np.zeros_like(self._model)
        for power in powers:
            there_q, there_r = power.arrays(q, r)
            self._still |= (there_q == q) & (there_r == r)

    def deploys(self, zones: Iterable[Zone], side: str) -> bool:
        """Return whether a side has a hex to deploy in."""
        return any(
            it.side == side and it.kind is ZoneKind.DEPLOYMENT and it.shape.mask(self._board).any()
            for it in zones
        )

    def zones(self) -> list[Zone]:
        """Return the zones in the model with the images of their partners; zones without a side get their own images."""
        zones = list(self._scenario.zones)
        before = [it.shape.mask(self._board) for it in zones]
        after = [np.zeros_like(it) for it in before]
        for at, zone in enumerate(self._scenario.zones):
            if not zone.side:
                own = before[at] & self._model
                after[at] |= np.logical_or.reduce([own, *(self._image(own, it) for it in self._powers)])
                continue
            if zone.side not in self._exchanges[0]:
                after[at] |= before[at]
                continue
            own = before[at] & self._model & ~self._still
            after[at] |= own
            for power, exchange in zip(self._powers, self._exchanges, strict=True):
                partner = partner_of(zones, at, exchange[zone.side])
                if partner is None:
                    if not own.any():
                        continue
                    partner = len(zones)
                    zones.append(new_zone(zones, exchange[zone.side], zone.kind))
                    before.append(np.zeros_like(own))
                    after.append(np.zeros_like(own))
                after[partner] |= self._image(own, power)
        return [
            zone if np.array_equal(was, now) else replace(zone, shape=shape_of(self._board, now))
            for zone, was, now in zip(zones, before, after, strict=True)
            if now.any() or not was.any()
        ]

    def objectives(self) -> list[Objective]:
        """Return the objectives of the model, and their images for the exchanged sides.

        Objectives of no side are merged with adjacent images. Those outside the model give their id and name to an image of
        their kind, if they have a side or are near it, and are removed.
        """
        before = {it.id: it.shape.mask(self._board) for it in self._scenario.objectives}
        in_model: dict[str, tuple[Objective, Mask]] = {}
        spare: dict[str, Objective] = {}
        images: list[tuple[Objective, Mask]] = []
        for it in self._scenario.objectives:
            own = before[it.id] & self._model
            if it.side and it.side not in self._exchanges[0]:
                in_model[it.id] = it, before[it.id]
                continue
            if not own.any():
                spare[it.id] = it
                continue
            whole = own
            for power, exchange in zip(self._powers, self._exchanges, strict=True):
                image = self._image(own, power)
                if not it.side and self._is_one(before, it.id, image):
                    whole = whole | image
                elif image.any() and not any(np.array_equal(image, mask) for _, mask in images):
                    images.append((replace(it, side=exchange.get(it.side, "")), image))
            in_model[it.id] = it, whole
        named: dict[str, tuple[Objective, Mask]] = {}
        for it, image in images:
            # Objectives of no side are places, so only near ones give their name.
            alike = [
                other
                for other in spare.values()
                if (other.side, other.kind) == (it.side, it.kind)
                and (it.side or (self._around(before[other.id]) & image).any())
            ]
            other = max(alike, key=lambda one: int(np.count_nonzero(before[one.id] & image)), default=None)
            if other is None:
                name = free_id(it.id, {*before, *named})
                named[name] = replace(it, id=name, name=""), image
            else:
                del spare[other.id]
                named[other.id] = replace(it, id=other.id, name=other.name, shape=other.shape), image
        order = [
            *(name for name in before if name in in_model or name in named),
            *(it for it in named if it not in before),
        ]
        objectives = (in_model.get(name) or named[name] for name in order)
        return [
            it
            if np.array_equal(it.shape.mask(self._board), mask)
            else replace(it, shape=shape_of(self._board, mask))
            for it, mask in objectives
        ]

    def units(self) -> list[Unit]:
        """Return the units of the model and their images, which take ids and names of replaced units."""
        layout = self._board.layout
        before = self._scenario.units
        staying = [self._stays(it) for it in before]
        spare = [at for at, stays in enumerate(staying) if not stays]
        units: list[Unit | None] = [it if stays else None for it, stays in zip(before, staying, strict=True)]
        taken = {it.id for it in before}
        for unit, stays in zip(before, staying, strict=True):
            if not stays or unit.side not in self._exchanges[0] or self._is_still(unit):
                continue
            for power, exchange in zip(self._powers, self._exchanges, strict=True):
                other = replace(unit, side=exchange[unit.side])
                image = carried_unit(other, BoardTransform(layout, layout, power), self._board.hex_inches)
                if not self._board.contains(image.hex):
                    continue
                at = next((it for it in spare if self._alike(before[it], image)), None)
                if at is None:
                    name = free_id(unit.unit_class, taken)
                    taken.add(name)
                    units.append(replace(image, id=name, name=""))
                else:
                    spare.remove(at)
                    units[at] = replace(image, id=before[at].id, name=before[at].name)
        return [it for it in units if it is not None]

    @staticmethod
    def _alike(unit: Unit, image: Unit) -> bool:
        return (unit.side, unit.unit_class) == (image.side, image.unit_class)

    def _stays(self, unit: Unit) -> bool:
        """Return whether a unit is in the model or off the board."""
        return not self._board.contains(unit.hex) or bool(self._model[self._board.cell(unit.hex)])

    def _is_still(self, unit: Unit) -> bool:
        return not self._board.contains(unit.hex) or bool(self._still[self._board.cell(unit.hex)])

    def image_id(
        self, result: Scenario, power: Symmetry, exchange: dict[str, str], field: PartField, part_id: str
    ) -> str | None:
        """Return the id of the image of a part of the symmetric scenario; None without one."""
        if field == "sides":
            return exchange.get(part_id)
        parts: list[Zone | Objective | Unit] = getattr(result, field)
        model = next((it for it in parts if it.id == part_id), None)
        if model is None:
            return None
        image, side = self._image(self._place(model), power), exchange.get(model.side, "")
        alike = (it.id for it in parts if it.side == side and np.array_equal(self._place(it), image))
        return next(alike, None)

    def _place(self, part: Zone | Objective | Unit) -> Mask:
        return self._board.mask([part.hex]) if isinstance(part, Unit) else part.shape.mask(self._board)

    def _image(self, mask: Mask, power: Symmetry) -> Mask:
        row, column = np.nonzero(mask)
        q, r = power.arrays(*self._board.layout.from_offset_arrays(column, row))
        on_board, row, column = inside(self._board.layout, mask.shape, q, r)
        image = np.zeros_like(mask)
        image[row[on_board], column[on_board]] = True
        return image

    def _is_one(self, masks: dict[str, Mask], name: str, image: Mask) -> bool:
        """Return whether an image is merged with its original objective."""
        if (image & masks[name]).any():
            return True
        apart = any((image & mask).any() for other, mask in masks.items() if other != name)
        return not apart and bool((image & self._around(masks[name])).any())

    def _around(self, mask: Mask) -> Mask:
        """Return the hexes of a mask and their neighbours."""
        hexes = self._board.hexes_of(mask)
        return self._board.mask([near for at in hexes for near in (at, *neighbours(at))])
