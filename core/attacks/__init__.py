"""Attacks before they are made: the checklist, what adds up, what must be rolled, and what comes of it."""
