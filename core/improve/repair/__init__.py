"""Repair: short lists of edits that bring measures of fairness into their band."""
