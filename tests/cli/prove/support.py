"""A puzzle whose proof takes a fraction of a second."""

from __future__ import annotations

# The cheapest 4x4 of these tiles has two face down, with the words of at most four letters here.
HARD = ("--frame", "4x4", "--tiles", "ABCCEFILMNOQSUUV", "--lexicon", "words.txt")
