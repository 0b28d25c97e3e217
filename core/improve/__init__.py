"""Improve a scenario: repair an unfair board with few edits, or make balanced variants of a sketch."""
