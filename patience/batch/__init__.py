"""Batches: puzzles x settings x seeds, on this machine or a cluster, with resumption."""
