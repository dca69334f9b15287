"""Reading and writing of files: grids, tile sets, instances, headers."""
