"""The findings panel and its quick fixes."""
