"""The search of a tree slot after slot, for trees whose empty cells are chosen."""
