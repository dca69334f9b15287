"""The page to play on: a local server, one process a search, and what the browser loads."""
