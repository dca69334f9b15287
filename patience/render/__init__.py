"""Grids, verdicts and results as text, JSON, pictures and exports."""
