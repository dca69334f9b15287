"""Search engines; each is one callable with the shape of `patience.solve.solve`."""
