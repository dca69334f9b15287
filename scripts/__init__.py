"""Development tools (benchmarks, tuning, data, fuzzing), not part of the installed package."""
