"""Sight from base to base, in inches: free lines between discs, and visibility of targets (rules BV-01 to BV-11)."""
