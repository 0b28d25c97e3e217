"""The statistics of self-play: intervals, equivalence tests and effects."""
