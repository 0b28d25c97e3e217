"""Why a question about a scenario has no answer, in words for a panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from fairground.core.errors import FairgroundError


def failure_text(error: FairgroundError) -> str:
    """Return what is wrong and, where the scenario has errors, how to get an answer all the same."""
    from fairground.core.errors import InvalidScenarioError  # noqa: PLC0415  # loaded where it is used

    if not isinstance(error, InvalidScenarioError):
        return str(error)
    return tr("{error}. Fix what is wrong, or choose Analysis > Go on despite errors.").format(error=error)
