from tests.core.report.conftest import arena, browser, hostile

__all__ = ["arena", "browser", "hostile"]
