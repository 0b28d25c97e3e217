"""Results that notebooks show as pictures or tables, made by ``core.notebook``, which is imported when it is first needed."""

from __future__ import annotations

from functools import wraps
from importlib import import_module
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd

    from fairground.core.scenario.document import Scenario

P = ParamSpec("P")


class Tabular:
    """A result that is a table: in notebooks as HTML, and as a data frame."""

    __slots__ = ()

    def to_dataframe(self) -> pd.DataFrame:
        """Return the result as a pandas data frame; raise ImportError if pandas is not installed."""
        frame: pd.DataFrame = import_module("fairground.core.notebook").to_dataframe(self)
        return frame

    def _repr_html_(self) -> str | None:
        """Return the result as a table, for notebooks; None if it is too large."""
        html: str | None = import_module("fairground.core.notebook").html_of(self)
        return html


class Drawable:
    """A result that is drawn on the map of its scenario.

    Copies in other processes have no scenario, and so no picture.
    """

    _drawn_on: Scenario | None = None

    def _repr_svg_(self) -> str | None:
        """Return the result on its map as SVG, for notebooks; None if the map is unknown or too large."""
        svg: str | None = import_module("fairground.core.notebook").svg_of(self, self._drawn_on)
        return svg

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields without the scenario."""
        return {name: value for name, value in vars(self).items() if name != "_drawn_on"}


R = TypeVar("R", bound=Drawable)


def drawn_on_map(
    function: Callable[Concatenate[Scenario, P], R],
) -> Callable[Concatenate[Scenario, P], R]:
    """Return a function whose results remember the scenario, its first argument."""

    @wraps(function)
    def run(scenario: Scenario, *values: P.args, **named: P.kwargs) -> R:
        found = function(scenario, *values, **named)
        # Results are frozen.
        object.__setattr__(found, "_drawn_on", scenario)
        return found

    return run  # type: ignore[return-value]  # the first argument keeps its name
