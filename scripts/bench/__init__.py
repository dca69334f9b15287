"""How good and how fast the solver and the batch are, as Markdown tables."""
