"""The page: a local server, one process per search, and the files that the browser loads."""
