"""What a grid, a verdict and a result look like: text for people, JSON for programs."""
