"""Fuzzing: hostile input, random puzzles, kills and bad environments."""
