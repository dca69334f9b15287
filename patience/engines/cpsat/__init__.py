"""The CP-SAT engine: the rules as a constraint model, answers that come with a proof."""
