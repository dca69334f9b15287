"""Word lists, their grammatical tags, the conventions of players, lexicons."""
