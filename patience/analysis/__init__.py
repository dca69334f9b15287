"""Help for a player: candidates, the next word, the review of a game, the box of the day."""
