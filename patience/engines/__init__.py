"""Search engines; `patience.engines.portfolio` runs them."""
