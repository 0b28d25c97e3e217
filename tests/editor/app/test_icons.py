from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QImage, QPainter

from fairground.editor.app import icons
from fairground.editor.app.icons import icon

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap

pytestmark = pytest.mark.usefixtures("qapp")


def test_nothing_is_drawn_before_it_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(icons, "_drawn", lambda *_: pytest.fail("drawn"))
    assert not icon("open", "#123456").isNull()


@pytest.mark.parametrize("size", [14, 16, 33, 96])
def test_icons_are_drawn_in_the_size_and_colour_they_are_seen_in(size: int) -> None:
    found = icon("open", "#ff0000").pixmap(QSize(size, size))
    assert found.size() == QSize(size, size)
    assert strongest(found).name() == "#ff0000"


def test_icons_of_what_is_not_to_be_had_have_a_colour_of_their_own() -> None:
    both = [icon("open", "#ff0000").pixmap(24, mode) for mode in (QIcon.Mode.Normal, QIcon.Mode.Disabled)]
    assert strongest(both[0]) != strongest(both[1])


def test_icons_are_painted_sharply_where_a_point_has_several_pixels() -> None:
    image = QImage(48, 48, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(2)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    icon("open", "#ff0000").paint(painter, QRect(QPoint(), QSize(24, 24)))
    painter.end()
    drawn = icon("open", "#ff0000").pixmap(QSize(48, 48)).toImage().convertToFormat(image.format())
    drawn.setDevicePixelRatio(2)
    assert image == drawn


def test_an_icon_that_is_not_there_is_an_error_at_once() -> None:
    with pytest.raises(FileNotFoundError, match="no-such-icon"):
        icon("no-such-icon")


def strongest(picture: QPixmap) -> QColor:
    """Return the colour of the most opaque pixel."""
    image = picture.toImage()
    colours = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    found = max(colours, key=QColor.alpha)
    return QColor(found.red(), found.green(), found.blue())
