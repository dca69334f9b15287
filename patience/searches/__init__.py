"""Loops of searches above the engines: symmetric blocks, worthy words, all words of a list."""
