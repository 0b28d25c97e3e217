"""Batches: validate, measure and play the scenarios of a folder, locally or on a cluster, for one table."""

from fairground.core.batches.batching import Survey, batch
from fairground.core.batches.questions import FairnessQuestion, ValidationQuestion
from fairground.core.batches.simulation_jobs import SimulationQuestion
from fairground.core.batches.summary import Library, MapRow

__all__ = [
    "FairnessQuestion",
    "Library",
    "MapRow",
    "SimulationQuestion",
    "Survey",
    "ValidationQuestion",
    "batch",
]
