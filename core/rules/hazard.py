"""When dangerous terrain and effects strike."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from fairground.core.rules.base_model import LAX, Entry


class HazardWhen(StrEnum):
    """Whom a hazard hurts at the end of a turn."""

    #: Who ends the turn in it.
    END = "end"
    #: Who was in it at any time of the turn.
    PASS = "pass"  # noqa: S105  # a way through, not a password


class Hazard(Entry):
    """When hazards strike."""

    when: Annotated[HazardWhen, LAX] = Field(HazardWhen.END, description="Whom a hazard hurts.")
