"""The packed components of the frontier, against labels in a plain list."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from patience.engines.beam import kernels


class Labelled:
    """The frontier as a list: a label for each column that has a letter, 0 for the others."""

    def __init__(self, columns: int) -> None:
        self.labels = [0] * columns
        self._fresh = 0

    def lay(self, col: int) -> None:
        """Lay a letter: it joins what lies above it and to its left."""
        above, beside = self.labels[col], self.labels[col - 1] if col else 0
        self._fresh += 1
        self.labels[col] = own = beside or above or self._fresh
        if above and beside:
            self.labels = [own if x == above else x for x in self.labels]

    def leave(self, col: int) -> bool:
        """Leave a cell blank; tell whether a component has ended for good."""
        label, self.labels[col] = self.labels[col], 0
        return label > 0 and label not in self.labels

    @property
    def packed(self) -> int:
        """The same as the kernels write it."""
        number = len(set(self.labels) - {0}) << (2 * kernels.MAX_COLUMNS)
        for label in set(self.labels) - {0}:
            columns = [col for col, x in enumerate(self.labels) if x == label]
            for left, right in pairwise(columns):
                number |= 1 << right | 1 << (left + kernels.MAX_COLUMNS)
        return number


@given(st.data(), st.integers(1, kernels.MAX_COLUMNS))
def test_packed_components_are_those_of_labels(data: st.DataObject, columns: int) -> None:
    plain, packed = Labelled(columns), np.uint64(0)
    letters = data.draw(st.lists(st.booleans(), min_size=1, max_size=4 * columns))
    for cell, letter in enumerate(letters):
        col = cell % columns
        above = plain.labels[col] > 0
        if letter:
            beside = col > 0 and plain.labels[col - 1] > 0
            plain.lay(col)
            packed = kernels.with_letter(packed, col, above, beside)
        else:
            ends = kernels.ends_component(packed, col, above)
            packed = np.uint64(kernels.without_letter(packed, col, above))
            assert ends == plain.leave(col)
        packed = np.uint64(packed)
        assert int(packed) == plain.packed
        several = len(set(plain.labels) - {0}) > 1
        assert several == bool(packed >= kernels.TWO_COMPONENTS)
        assert kernels.extra_components(packed) == max(len(set(plain.labels) - {0}) - 1, 0)
