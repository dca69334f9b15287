"""Fills without blanks: every open cell of a rectangle gets a letter."""
