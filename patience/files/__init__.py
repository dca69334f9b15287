"""Reading and writing of files: grids, instances, crosswords of other programs."""
