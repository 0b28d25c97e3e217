"""Libraries of maps: a folder of scenarios checked, measured and played, here or on a cluster, and told in one table."""

from fairground.core.library.batching import Survey, batch
from fairground.core.library.playing import Plan
from fairground.core.library.questions import Check, Measure
from fairground.core.library.summary import Library, Row

__all__ = ["Check", "Library", "Measure", "Plan", "Row", "Survey", "batch"]
