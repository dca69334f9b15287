"""Laws between questions: more cells, tiles, words or time never hurt."""
