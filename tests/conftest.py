"""How many examples properties are tried with: few in every run, many when asked for."""

from hypothesis import settings

# Both take the same examples each time, set no deadline and keep nothing between runs.
_ALIKE = settings.get_profile("ci")
settings.register_profile("quick", _ALIKE, max_examples=12)
settings.register_profile("thorough", _ALIKE, max_examples=250)
