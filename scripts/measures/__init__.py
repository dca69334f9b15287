"""What scripts/bench.py measures; each module has its goals at its head."""
