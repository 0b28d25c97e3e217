"""Sight from base to base, in inches: free lines between discs, and how well a target is seen (rules BV-01 to BV-11)."""
