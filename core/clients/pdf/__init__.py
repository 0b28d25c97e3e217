"""A scenario on paper: the board at true scale on as many sheets as it takes, and how they are put together."""

from __future__ import annotations

from fairground.core.clients.pdf.writing import FORMAT, print_pages

__all__ = ["FORMAT", "print_pages"]
