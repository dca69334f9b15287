"""Benchmarks of the solver and of batches, as Markdown tables."""
