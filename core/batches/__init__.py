"""Libraries of maps: a folder of scenarios checked, measured and played, here or on a cluster, and told in one table."""

from fairground.core.batches.batching import Survey, batch
from fairground.core.batches.questions import Check, Measure
from fairground.core.batches.simulation_jobs import Plan
from fairground.core.batches.summary import Library, Row

__all__ = ["Check", "Library", "Measure", "Plan", "Row", "Survey", "batch"]
