"""Fairness: what a board gives to each deployment zone, one measure or family of measures a file."""
