"""The report on a scenario, as an HTML page or as Markdown."""

from fairground.core.report.contents import Report, report
from fairground.core.report.markdown import to_markdown
from fairground.core.report.page import to_html

__all__ = ["Report", "report", "to_html", "to_markdown"]
