"""The report on a scenario, as an HTML page or as Markdown."""

from fairground.core.report.contents import OtherVersion, Report, other_version, report
from fairground.core.report.markdown import to_markdown
from fairground.core.report.page import to_html

__all__ = ["OtherVersion", "Report", "other_version", "report", "to_html", "to_markdown"]
