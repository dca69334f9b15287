"""The game: tiles, grids, puzzles and the referee. Knows no engine, no word list and no output."""
