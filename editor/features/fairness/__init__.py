"""The fairness panel."""
