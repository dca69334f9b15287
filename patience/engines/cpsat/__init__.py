"""The CP-SAT engine: the rules as a constraint model, with a proof of optimality."""
