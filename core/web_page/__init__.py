"""A scenario as one web page on which people read, try and replay it."""

from fairground.core.web_page.publish import publish

__all__ = ["publish"]
