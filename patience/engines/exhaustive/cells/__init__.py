"""The exhaustive search that lays one letter after another, in reading order."""
