"""Crosswords of a small hand, grown word by word."""
