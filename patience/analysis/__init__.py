"""Help for a player: the next word, the review of a game, the box of the day."""
