"""Images and decorations: files that are missing or not safe to draw, and hexes off the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fairground.core.files.images import ImageFault, find_image
from fairground.core.finding import Finding, Place
from fairground.core.validation.severities_and_fixes import make_finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.validation.checked_scenario import CheckedScenario


#: The parts of a scenario that use images.
_USERS: Final = ("decorations", "underlay")


def check_images(subject: CheckedScenario) -> Iterator[Finding]:
    """Find images that cannot be drawn, names that no image has, and images that nothing uses."""
    scenario = subject.scenario
    used = {it.image for it in scenario.decorations}
    if scenario.underlay is not None:
        used.add(scenario.underlay.image)
    for name in scenario.images:
        place = Place(("images", name))
        image = find_image(scenario, name)
        if isinstance(image, ImageFault):
            yield make_finding(
                image.code, f"image {name!r} is not drawn: {image.message}", place, fix=image.fix
            )
        elif name not in used and subject.unread.isdisjoint(_USERS):
            yield make_finding("image.unused", f"nothing uses image {name!r}", place)
    if scenario.underlay is not None and scenario.underlay.image not in scenario.images:
        message = (
            f"the tracing image is {scenario.underlay.image!r}, but the scenario has no image of that name"
        )
        place = Place(("underlay", "image"))
        yield make_finding("image.unknown", message, place, fix="Add it to 'images', or remove 'underlay'.")
    for index, decoration in enumerate(scenario.decorations):
        if decoration.image not in scenario.images:
            image = find_image(scenario, decoration.image)
            if isinstance(image, ImageFault):
                yield make_finding(
                    image.code, image.message, Place(("decorations", index, "image")), fix=image.fix
                )


def check_places(subject: CheckedScenario) -> Iterator[Finding]:
    """Find decorations on hexes off the board."""
    board = subject.board
    for index, decoration in enumerate(subject.scenario.decorations):
        if not board.contains(decoration.hex):
            where = board.hex_name(decoration.hex)
            message = f"decoration {decoration.image!r} is on {where}, which is off the board. {board.extent}"
            yield make_finding("decoration.off-board", message, Place(("decorations", index, "hex")))
