"""Ruin and recreate: crosswords laid word by word, partly cleared and laid again."""
