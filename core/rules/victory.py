"""The usual conditions of victory, which scenarios are compared with."""

from pydantic import Field

from fairground.core.rules.base_model import Entry


class VictoryRules(Entry):
    """What a victory usually takes; a scenario states its own numbers."""

    last_standing: bool = Field(default=False, description="Whether the last side with a unit left wins.")
    time_limit: bool = Field(
        default=False, description="Whether the most points win when the turns are over."
    )
    points_min: int | None = Field(None, ge=0, description="Fewest points that usually win.")
    points_max: int | None = Field(None, ge=0, description="Most points that usually win.")
    objective: int | None = Field(None, ge=0, description="Points for an objective held long enough.")
    hold: int | None = Field(None, ge=0, description="Turns that an objective must be held.")
    kill: int | None = Field(None, ge=0, description="Points for a destroyed unit.")
    component: int | None = Field(None, ge=0, description="Points for a destroyed component.")
