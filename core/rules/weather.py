"""Weather over the whole board."""

from pydantic import Field

from fairground.core.rules.base_model import Id, Listed, NamedEntry


class Weather(NamedEntry):
    """A weather that a scenario can choose."""

    to_hit: int = Field(0, description="Modifier of every ranged attack.")
    obscuring: bool = Field(
        default=False,
        description="Whether to_hit stands for every hex being obscured, to which smoke adds nothing.",
    )
    puts_out: Listed[Id] = Field((), description="Effects that are gone when the scenario starts.")
    may_spread: Listed[Id] = Field((), description="Terrain that the designer may extend over more hexes.")
    starting_heat: int = Field(0, ge=0, description="Heat that every unit starts with.")
    cooling: bool = Field(default=True, description="Whether terrain takes heat away.")
    initiative: dict[Id, int] = Field(default_factory=dict, description="Change of initiative by unit class.")
