"""A browser for pages, as the tests of the page to play on have it."""

from tests.web.conftest import browser

__all__ = ["browser"]
