"""The program against hostile input and surroundings: nothing found is lost, every end is told."""
