"""Tools of a checkout: benches, tuning, data; none is part of the installed program."""
