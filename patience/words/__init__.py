"""Word lists, grammatical tags, conventions and lexicons."""
