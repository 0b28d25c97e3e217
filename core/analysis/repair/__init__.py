"""Repair: the fewest edits that bring measures of fairness into their band."""
