"""Where work is done: processes here, or the workers of a cluster."""
