"""What a player asks: the next word, what a cell can take, how a game went, the box of the day."""
