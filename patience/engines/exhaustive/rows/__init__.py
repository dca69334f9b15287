"""The search of a tree row after row."""
