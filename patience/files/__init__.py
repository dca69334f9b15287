"""What is read from disk and written there: grids, tile sets, instances, headers."""
