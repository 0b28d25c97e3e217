"""Measure a board: territory, chokepoints and fairness, and compare two of its states."""
